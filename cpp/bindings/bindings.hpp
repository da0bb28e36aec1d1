// What module.cpp puts together: one function a file.
#pragma once

#include <pybind11/pybind11.h>

namespace cloche {

void bind_rng(pybind11::module_& module);
// The base classes Game and State; before any game.
void bind_bases(pybind11::module_& module);
void bind_stop_flag(pybind11::module_& module);
void bind_cottage_cover(pybind11::module_& module);

// Games, one file each; the known games share one.
void bind_barton_in_bloom(pybind11::module_& module);
void bind_bloom_town(pybind11::module_& module);
void bind_buds_and_blooms(pybind11::module_& module);
void bind_cottage_garden(pybind11::module_& module);
void bind_gardens_of_io(pybind11::module_& module);
void bind_known(pybind11::module_& module);
// After all games.
void bind_vector_env(pybind11::module_& module);

}  // namespace cloche
