// SPDX-License-Identifier: Apache-2.0
// Writes the seed corpus of the fuzzers to <folder>/<reader> from our own samples.
#include "bench/models.hpp"
#include "io/samples.hpp"
#include "io/surface_samples.hpp"
#include "nonsmooth/io.hpp"

#include <cstdio>
#include <fstream>

namespace io = nonsmooth::io;

int main(int argc, char** argv) {
  if (argc != 2) return std::fprintf(stderr, "usage: fuzz_seeds <folder>\n"), 2;
  const std::filesystem::path folder = argv[1];
  for (const char* reader :
       {"text", "json", "fclib", "run", "surface", "scene", "scene_run", "netlist", "urdf"})
    std::filesystem::create_directories(folder / reader);
  int number = 0;
  for (const auto& [format, text] : io::samples::all()) {
    const std::string name = std::to_string(number++);
    std::ofstream(folder / "text" / name) << text;
    io::write_json(folder / "json" / name, io::read_text(text, format));
  }
  io::write_json(folder / "json" / "global", io::samples::random_global(1, 1, 3, false, 1));
  for (const auto& [format, text] : io::samples::surfaces())
    std::ofstream(folder / "surface" / format, std::ios::binary) << text;
  for (const auto& entry : std::filesystem::directory_iterator(NS_EXAMPLE_SCENES))
    std::filesystem::copy_file(entry.path(),
                               folder / (entry.path().extension() == ".urdf" ? "urdf" : "scene") /
                                   entry.path().filename());
  std::ofstream(folder / "urdf" / "cart")
      << "<robot name='cart'><link name='body'><inertial><mass value='2'/><inertia ixx='1' ixy='0'"
         " ixz='0' iyy='1' iyz='0' izz='1'/></inertial><collision><origin xyz='0 0 1' rpy='0 1 0'/>"
         "<geometry><cylinder radius='0.1' length='1'/></geometry></collision></link>"
         "<link name='arm'><inertial><mass value='1'/><inertia ixx='1' ixy='0' ixz='0' iyy='1'"
         " iyz='0' izz='1'/></inertial><collision><geometry><sphere radius='0.2'/></geometry>"
         "</collision></link><joint name='slide' type='prismatic'><parent link='body'/>"
         "<child link='arm'/><axis xyz='1 0 0'/><limit lower='-1' upper='1' effort='5'"
         " velocity='2'/><dynamics damping='0.1' friction='0.2'/></joint></robot>";
  std::ofstream(folder / "netlist" / "bridge")
      << "bridge\nc1 t 0 1u ic=10\nl1 t 0 10m\nd1 t p d\nd2 0 p d\nd3 m t d\nd4 m 0 d\n"
         "r1 p m {2*r}\n.param r=500\n.model d d(rs=1m)\n.tran 1u 5m uic\n.meas a avg v(p,m)\n";
  std::ofstream(folder / "netlist" / "parts")
      << "parts\n.subckt half a b params: r=1k\nr1 a b {r}\nb1 b 0 i=v(a)*0.1\n.ends\n"
         "x1 in out half r=2k\nv1 in 0 pulse(0 5 0 1n 1n 1u 2u)\nm1 out in 0 0 n w=1u l=1u\n"
         "s1 out 0 in 0 s\n.model n nmos(vto=1 kp=1m)\n.model s sw(vt=1 vh=0.1)\n.op\n";
#if NS_TEST_HDF5
  io::write_fclib(folder / "fclib" / "local", io::samples::random_local(1, 1, 2, 1));
  io::write_fclib(folder / "fclib" / "global", io::samples::random_global(1, 1, 3, false, 1));
  io::write_fclib(folder / "fclib" / "rolling", io::samples::random_global(1, 1, 3, true, 0));
  const nonsmooth::models::Ball ball = nonsmooth::models::bouncing_ball();
  io::write_trajectory(
      nonsmooth::simulate(ball.model, nonsmooth::MoreauJean{.step = 0.1}, {.end = 0.3}),
      folder / "run" / "ball");
  io::write_trajectory(nonsmooth::simulate(nonsmooth::models::two_relays().model,
                                           nonsmooth::EulerMoreau{.step = 0.1}, {.end = 0.3}),
                       folder / "run" / "relays");
  nonsmooth::Scene scene;
  scene.add(nonsmooth::Body{.shape = nonsmooth::HalfSpace{}, .motion = nonsmooth::Motion::fixed});
  scene.add(nonsmooth::Body{.shape = nonsmooth::Sphere{0.1}, .position = {0, 0, 0.1}});
  io::SceneWriter writer(folder / "scene_run" / "ball");
  (void)nonsmooth::simulate(scene, nonsmooth::SceneScheme{.step = 0.01},
                            {.end = 0.03, .sink = &writer});
#endif
  return 0;
}
