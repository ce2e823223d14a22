// MuJoCo through its C interface: the stages that yield each quantity, one state after
// another.  ROBOT is an MJCF file here; the states come in MuJoCo's own coordinates.
#include "protocol.hpp"

#include <cstring>
#include <mujoco/mujoco.h>

using benchmark::Numbers;

int main(int, char** arguments) {
  char message[1000] = "";
  mjModel* model = mj_loadXML(arguments[1], nullptr, message, sizeof message);
  if (!model) throw std::runtime_error(message);
  mjData* data = mj_makeData(model);
  const benchmark::States states = benchmark::read_states(arguments[2]);
  if (states.nq != model->nq || states.nv != model->nv)
    throw std::runtime_error("the states do not fit the robot");
  const int nq = model->nq, nv = model->nv;
  Numbers force(nv), unit(nv), column(nv);
  benchmark::Tasks tasks(states.count);

  auto position = [&](std::int64_t i) {
    std::memcpy(data->qpos, states.q.data() + i * nq, nq * sizeof(double));
    mj_kinematics(model, data);
  };
  auto inertia = [&](std::int64_t i) {
    position(i);
    mj_comPos(model, data);
    mj_crb(model, data);
  };
  auto velocity = [&](std::int64_t i) {
    std::memcpy(data->qvel, states.v.data() + i * nv, nv * sizeof(double));
    mj_comVel(model, data);
  };
  auto append = [](Numbers& out, const double* from, int count) {
    out.insert(out.end(), from, from + count);
  };

  tasks.offer("forward_kinematics", position, [&](Numbers& out) {
    for (int body = 1; body < model->nbody; ++body) {
      append(out, data->xmat + 9 * body, 9);
      append(out, data->xpos + 3 * body, 3);
    }
  });
  tasks.offer("mass_matrix", inertia, [&](Numbers& out) {  // M comes sparse; full untimed
    for (int k = 0; k < nv; ++k) {
      std::fill(unit.begin(), unit.end(), 0.0);
      unit[k] = 1.0;
      mj_mulM(model, data, column.data(), unit.data());
      append(out, column.data(), nv);
    }
  });
  tasks.offer(
      "inverse_dynamics",
      [&](std::int64_t i) {
        position(i);
        mj_comPos(model, data);
        velocity(i);
        std::memcpy(data->qacc, states.a.data() + i * nv, nv * sizeof(double));
        mj_rne(model, data, 1, force.data());
      },
      [&](Numbers& out) { append(out, force.data(), nv); });
  tasks.offer(
      "forward_dynamics",
      [&](std::int64_t i) {
        inertia(i);
        mj_factorM(model, data);
        velocity(i);
        mj_rne(model, data, 0, force.data());
        for (int k = 0; k < nv; ++k) force[k] = states.tau[i * nv + k] - force[k];
        mj_solveM(model, data, data->qacc, force.data(), 1);
      },
      [&](Numbers& out) { append(out, data->qacc, nv); });
  return tasks.converse();
}
