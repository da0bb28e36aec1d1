// A Python function that judges the leaves of a search (seeds/search.md, M-83 to M-88).
#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <mutex>
#include <optional>

#include "search/leaf.hpp"

namespace cloche {

class PythonEvaluator final : public LeafEvaluator {
 public:
  struct Shape {
    int batch = 1;        // rows at most
    int tensor_size = 0;  // numbers of a row
    int actions = 0;      // of the game
    int players = 0;
    bool masks = false;  // whether the function is given the legal actions
  };

  PythonEvaluator(pybind11::object function, const Shape& shape) : function_(std::move(function)), shape_(shape) {}

  // Holds the GIL; so does who destroys the batch.
  [[nodiscard]] std::unique_ptr<Batch> make_batch() override;

  // For the garbage collector of Python, which holds the GIL.
  [[nodiscard]] PyObject* function() const { return function_.ptr(); }
  void let_go() { function_ = pybind11::none(); }

 private:
  class Rows;

  pybind11::object function_;
  Shape shape_;
  std::mutex calls_;                  // one call at a time; taken before the GIL
  std::optional<bool> gives_priors_;  // of the first answer; under `calls_`
};

}  // namespace cloche
