// SPDX-License-Identifier: Apache-2.0
// The relations' side of smooth motion: which rows are held, and how those of a contact that
// slides.
#include "schemes/smooth_motion.hpp"

namespace nonsmooth {

void SmoothMotion::compile_links() {
  std::size_t total = 0;
  for (int i = 0; i < static_cast<int>(layout_.interactions.size()); ++i) {
    const int size = layout_.interactions[at(i)].size;
    Link link;
    link.has_friction = model_.interactions()[at(i)].law.unilateral() && size > 1;
    if (link.has_friction) {
      link.normal = total;
      link.slide = total + at(rows_.columns(i));
      total = link.slide + at(rows_.columns(i));
    }
    links_.push_back(link);
    free_.push_back(Free{size});
  }
  numbers_.assign(total, 0.0);
}

double SmoothMotion::along(int i, int k, VectorIn a) const {
  const int m = layout_.interactions[at(i)].size;
  const double* J = rows_.J(i) + k;
  double sum = 0.0;
  for (const SystemId id : model_.interactions()[at(i)].on) {
    const SystemSlot& system = layout_.systems[at(id.index)];
    for (int j = 0; j < system.v_count; ++j, J += m) sum += *J * a[system.v + j];
  }
  return sum;
}

// L and R of a contact that slides
void SmoothMotion::set_slide(int i, ContactMode mode) {
  const Link& link = links_[at(i)];
  const double mu = model_.interactions()[at(i)].law.mu;
  const double against = mode == ContactMode::forward ? -mu : mu;
  const double* J = rows_.J(i);
  for (int j = 0; j < rows_.columns(i); ++j) {
    number(link.normal)[j] = J[2 * j];
    number(link.slide)[j] = J[2 * j] + against * J[2 * j + 1];
  }
}

void SmoothMotion::add_block(Coupling& coupling, int i, int id, const AnyLaw& law,
                             ContactMode mode) {
  const Link& link = links_[at(i)];
  const bool sliding = slides(mode);
  const int rows = sliding ? 1 : layout_.interactions[at(i)].size;
  if (sliding) set_slide(i, mode);
  coupling.add_block(id, law);
  int column = 0;
  for (const SystemId system : model_.interactions()[at(i)].on) {
    const SystemSlot& slot = layout_.systems[at(system.index)];
    const double* left = (sliding ? number(link.normal) : rows_.J(i)) + at(rows) * at(column);
    coupling.add_leg(system.index, slot.v, slot.v_count, left,
                     sliding ? number(link.slide) + column : nullptr, rows_.columns(i));
    column += slot.v_count;
  }
}

}  // namespace nonsmooth
