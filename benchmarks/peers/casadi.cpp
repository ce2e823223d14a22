// CasADi's generated C, compiled and loaded: one state after another.  ROBOT lists
// "TASK LIBRARY FUNCTION SIZE" line by line: a function of q, v, a, tau with one dense output.
#include "protocol.hpp"

#include <deque>
#include <dlfcn.h>

using benchmark::Numbers;
using Evaluate = int (*)(const double**, double**, long long*, double*, int);
using WorkSize = int (*)(long long*, long long*, long long*, long long*);

struct Generated {
  Evaluate evaluate;
  std::vector<const double*> inputs;
  std::vector<double*> outputs;
  std::vector<long long> integers;
  Numbers work, result;
};

template <class Function>
Function symbol(void* library, const std::string& name) {
  void* found = dlsym(library, name.c_str());
  if (!found) throw std::runtime_error("no such function: " + name);
  return reinterpret_cast<Function>(found);
}

Generated load(const std::string& path, const std::string& name, std::size_t size) {
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) throw std::runtime_error(dlerror());
  long long inputs = 0, outputs = 0, integers = 0, reals = 0;
  symbol<WorkSize>(library, name + "_work")(&inputs, &outputs, &integers, &reals);
  Generated made;
  made.evaluate = symbol<Evaluate>(library, name);
  made.inputs.resize(inputs);
  made.outputs.resize(outputs);
  made.integers.resize(integers);
  made.work.resize(reals);
  made.result.resize(size);
  return made;
}

int main(int, char** arguments) {
  const benchmark::States states = benchmark::read_states(arguments[2]);
  benchmark::Tasks tasks(states.count);
  std::deque<Generated> functions;  // a deque never moves what it holds
  std::ifstream list(arguments[1]);
  std::string task, path, name;
  std::size_t size = 0;
  while (list >> task >> path >> name >> size) {
    functions.push_back(load(path, name, size));
    Generated& function = functions.back();
    tasks.offer(
        task,
        [&](std::int64_t i) {
          function.inputs[0] = states.q.data() + i * states.nq;
          function.inputs[1] = states.v.data() + i * states.nv;
          function.inputs[2] = states.a.data() + i * states.nv;
          function.inputs[3] = states.tau.data() + i * states.nv;
          function.outputs[0] = function.result.data();
          function.evaluate(function.inputs.data(), function.outputs.data(),
                            function.integers.data(), function.work.data(), 0);
        },
        [&](Numbers& out) {
          out.insert(out.end(), function.result.begin(), function.result.end());
        });
  }
  return tasks.converse();
}
