// What every compiled peer shares: the robot and the states it reads, the clock, and the
// conversation with the program that compares it.
//
//   PEER ROBOT STATES        both files are written by benchmarks/exchange.py
//   > tasks                  < the names of the tasks, on one line
//   > time TASK PASSES       < nanoseconds per evaluation, mean over PASSES x all states
//   > result TASK FILE       < how many doubles it wrote: every state's result in turn
#pragma once
#include <chrono>
#include <cstdint>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <string>
#include <vector>

namespace benchmark {

struct Body {
  int parent;                  // position of the parent in the list, -1 = the world
  std::string joint;           // revolute, prismatic or free
  double axis[3];              // in the body's frame
  double rotation[9];          // parent <- body at q = 0, row by row
  double position[3];          // body's origin in the parent's frame
  double mass, centre[3], inertia[9];  // about the centre of mass, in the body's frame
};

struct Robot {
  double gravity[3];
  std::vector<Body> bodies;
};

inline void read(std::istream& file, double* numbers, int count) {
  for (int i = 0; i < count; ++i) file >> numbers[i];
}

inline Robot read_robot(const char* path) {
  std::ifstream file(path);
  Robot robot;
  std::size_t count = 0;
  file >> count;
  read(file, robot.gravity, 3);
  robot.bodies.resize(count);
  for (Body& body : robot.bodies) {
    file >> body.parent >> body.joint;
    read(file, body.axis, 3);
    read(file, body.rotation, 9);
    read(file, body.position, 3);
    file >> body.mass;
    read(file, body.centre, 3);
    read(file, body.inertia, 9);
  }
  if (!file) throw std::runtime_error("the robot's file ends too early");
  return robot;
}

using Numbers = std::vector<double>;

struct States {  // row by row
  std::int64_t count, nq, nv;
  Numbers q, v, a, tau;
};

inline States read_states(const char* path) {
  std::ifstream file(path, std::ios::binary);
  States states;
  auto take = [&](void* target, std::size_t bytes) {
    file.read(static_cast<char*>(target), static_cast<std::streamsize>(bytes));
  };
  take(&states.count, 8);
  take(&states.nq, 8);
  take(&states.nv, 8);
  for (Numbers* rows : {&states.q, &states.v, &states.a, &states.tau}) {
    rows->resize(states.count * (rows == &states.q ? states.nq : states.nv));
    take(rows->data(), rows->size() * 8);
  }
  if (!file) throw std::runtime_error("the states' file ends too early");
  return states;
}

class Tasks {
 public:
  explicit Tasks(std::int64_t states) : states_(states) {}

  // evaluate(i) is what is timed; the loop around it is compiled with it, so that the
  // call costs nothing.  result(numbers) appends what the last evaluation left behind.
  template <class Evaluate, class Result>
  void offer(const std::string& name, Evaluate evaluate, Result result) {
    const std::int64_t states = states_;
    time_[name] = [=](int passes) mutable {
      const auto start = std::chrono::steady_clock::now();
      for (int pass = 0; pass < passes; ++pass)
        for (std::int64_t i = 0; i < states; ++i) evaluate(i);
      const std::chrono::duration<double, std::nano> spent =
          std::chrono::steady_clock::now() - start;
      return spent.count() / (double(passes) * double(states));
    };
    result_[name] = [=]() mutable {
      Numbers numbers;
      for (std::int64_t i = 0; i < states; ++i) {
        evaluate(i);
        result(numbers);
      }
      return numbers;
    };
  }

  int converse() {
    std::string word, name, path;
    int passes = 0;
    std::cout.precision(9);
    while (std::cin >> word) {
      if (word == "tasks") {
        for (const auto& task : time_) std::cout << task.first << ' ';
      } else if (word == "time" && std::cin >> name >> passes) {
        std::cout << time_.at(name)(passes);
      } else if (word == "result" && std::cin >> name >> path) {
        const Numbers numbers = result_.at(name)();
        std::ofstream(path, std::ios::binary)
            .write(reinterpret_cast<const char*>(numbers.data()), numbers.size() * 8);
        std::cout << numbers.size();
      } else {
        return 1;
      }
      std::cout << std::endl;
    }
    return 0;
  }

 private:
  std::int64_t states_;
  std::map<std::string, std::function<double(int)>> time_;
  std::map<std::string, std::function<Numbers()>> result_;
};

}  // namespace benchmark
