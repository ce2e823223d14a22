// Pinocchio in C++: its algorithms from its own headers, one state after another.
// A task named QUANTITY/VARIANT is one of several ways to the same quantity.
#include "protocol.hpp"

#include <pinocchio/multibody.hpp>
#include <pinocchio/algorithm/aba-derivatives.hpp>
#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/algorithm/crba.hpp>
#include <pinocchio/algorithm/kinematics.hpp>
#include <pinocchio/algorithm/rnea-derivatives.hpp>
#include <pinocchio/algorithm/rnea.hpp>

namespace pin = pinocchio;
using benchmark::Numbers;
using Eigen::Vector3d;
using Matrix3 = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;
using Vectors = std::vector<Eigen::VectorXd>;

// The fixed-axis joints are Pinocchio's fastest; any other axis takes its general joint.
template <class X, class Y, class Z, class General>
pin::JointModel along(const Vector3d& axis) {
  if (axis == Vector3d::UnitX()) return X();
  if (axis == Vector3d::UnitY()) return Y();
  if (axis == Vector3d::UnitZ()) return Z();
  return General(axis);
}

pin::JointModel joint_of(const benchmark::Body& body) {
  const Vector3d axis = Eigen::Map<const Vector3d>(body.axis);
  if (body.joint == "revolute")
    return along<pin::JointModelRX, pin::JointModelRY, pin::JointModelRZ,
                 pin::JointModelRevoluteUnaligned>(axis);
  if (body.joint == "prismatic")
    return along<pin::JointModelPX, pin::JointModelPY, pin::JointModelPZ,
                 pin::JointModelPrismaticUnaligned>(axis);
  if (body.joint == "free") return pin::JointModelFreeFlyer();
  throw std::runtime_error("no such joint: " + body.joint);
}

pin::Model model_of(const benchmark::Robot& robot) {
  pin::Model model;
  model.gravity.linear() = Eigen::Map<const Vector3d>(robot.gravity);
  for (const benchmark::Body& body : robot.bodies) {
    const pin::SE3 placement(Eigen::Map<const Matrix3>(body.rotation),
                             Eigen::Map<const Vector3d>(body.position));
    const pin::JointIndex joint =
        model.addJoint(body.parent + 1, joint_of(body), placement,
                       "joint" + std::to_string(model.njoints));
    const Eigen::Matrix3d inertia = Eigen::Map<const Matrix3>(body.inertia);
    model.appendBodyToJoint(
        joint, pin::Inertia(body.mass, Eigen::Map<const Vector3d>(body.centre), inertia),
        pin::SE3::Identity());
  }
  return model;
}

Vectors rows(const std::vector<double>& numbers, std::int64_t count, std::int64_t width) {
  Vectors result;
  for (std::int64_t i = 0; i < count; ++i)
    result.push_back(Eigen::Map<const Eigen::VectorXd>(numbers.data() + i * width, width));
  return result;
}

template <class Derived>
void append(Numbers& numbers, const Eigen::MatrixBase<Derived>& matrix) {
  for (Eigen::Index i = 0; i < matrix.rows(); ++i)
    for (Eigen::Index j = 0; j < matrix.cols(); ++j) numbers.push_back(matrix(i, j));
}

// Pinocchio fills the upper triangle only; completing it is not timed.
void append_symmetric(Numbers& numbers, const Eigen::MatrixXd& upper) {
  append(numbers, Eigen::MatrixXd(upper.selfadjointView<Eigen::Upper>()));
}

int main(int, char** arguments) {
  const pin::Model model = model_of(benchmark::read_robot(arguments[1]));
  const benchmark::States states = benchmark::read_states(arguments[2]);
  if (states.nq != model.nq || states.nv != model.nv)
    throw std::runtime_error("the states do not fit the robot");
  const Vectors q = rows(states.q, states.count, states.nq);
  const Vectors v = rows(states.v, states.count, states.nv);
  const Vectors a = rows(states.a, states.count, states.nv);
  const Vectors tau = rows(states.tau, states.count, states.nv);
  pin::Data data(model);
  benchmark::Tasks tasks(states.count);

  tasks.offer(
      "forward_kinematics", [&](auto i) { pin::forwardKinematics(model, data, q[i]); },
      [&](Numbers& out) {
        for (int joint = 1; joint < model.njoints; ++joint) {
          append(out, data.oMi[joint].rotation());
          append(out, data.oMi[joint].translation());
        }
      });
  tasks.offer(
      "inverse_dynamics", [&](auto i) { pin::rnea(model, data, q[i], v[i], a[i]); },
      [&](Numbers& out) { append(out, data.tau); });
  for (const auto convention : {pin::Convention::LOCAL, pin::Convention::WORLD}) {
    const std::string variant = convention == pin::Convention::LOCAL ? "/local" : "/world";
    tasks.offer(
        "mass_matrix" + variant,
        [&, convention](auto i) { pin::crba(model, data, q[i], convention); },
        [&](Numbers& out) { append_symmetric(out, data.M); });
    tasks.offer(
        "forward_dynamics" + variant,
        [&, convention](auto i) { pin::aba(model, data, q[i], v[i], tau[i], convention); },
        [&](Numbers& out) { append(out, data.ddq); });
  }
  tasks.offer(
      "inverse_dynamics_derivatives",
      [&](auto i) { pin::computeRNEADerivatives(model, data, q[i], v[i], a[i]); },
      [&](Numbers& out) {
        append(out, data.dtau_dq);
        append(out, data.dtau_dv);
      });
  tasks.offer(
      "forward_dynamics_derivatives",
      [&](auto i) { pin::computeABADerivatives(model, data, q[i], v[i], tau[i]); },
      [&](Numbers& out) {
        append(out, data.ddq_dq);
        append(out, data.ddq_dv);
        append_symmetric(out, data.Minv);
      });
  return tasks.converse();
}
