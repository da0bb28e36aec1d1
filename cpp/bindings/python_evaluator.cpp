#include "bindings/python_evaluator.hpp"

#include <pybind11/numpy.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "bindings/interruptible.hpp"

namespace cloche {
namespace py = pybind11;
namespace {

class HeldGil {
 public:
  HeldGil() : state_(Interruptible::outlive_python([] { return PyGILState_Ensure(); })) {}
  HeldGil(const HeldGil&) = delete;
  HeldGil& operator=(const HeldGil&) = delete;
  ~HeldGil() { PyGILState_Release(state_); }

 private:
  PyGILState_STATE state_;
};

[[nodiscard]] std::string shape_text(const py::array& array) {
  return py::str(array.attr("shape"));
}

// Numbers from 0 to 1 in an array of `rows` by `columns`, read into `numbers`. Throws InvalidInput for anything else.
void read_numbers(const py::handle& given, const char* what, const char* of_each, int rows, int columns, std::vector<double>& numbers) {
  const std::string name = std::string("evaluator: ") + what;
  const auto array = py::reinterpret_borrow<py::object>(given);
  const py::array plain = py::array::ensure(array);
  if (!plain) throw InvalidInput(name + " of type " + Py_TYPE(given.ptr())->tp_name + ", should be a numpy array");
  const char kind = plain.dtype().kind();
  if (kind != 'f' && kind != 'i' && kind != 'u' && kind != 'b')
    throw InvalidInput(name + " of dtype " + std::string(py::str(plain.dtype())) + ", should be numbers such as float32");
  if (plain.ndim() != 2 || plain.shape(0) != rows || plain.shape(1) != columns) {
    throw InvalidInput(name + " of shape " + shape_text(plain) + ", should be (" + std::to_string(rows) + ", " + std::to_string(columns) +
                       "): a row for each position, a number for each " + of_each);
  }
  const auto count = static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
  numbers.resize(count);
  if (py::isinstance<py::array_t<float, py::array::c_style>>(plain)) {
    std::copy_n(static_cast<const float*>(plain.data()), count, numbers.begin());
  } else {
    const py::array_t<double, py::array::c_style | py::array::forcecast> doubles(plain);
    std::copy_n(doubles.data(), count, numbers.begin());
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (numbers[i] >= 0.0 && numbers[i] <= 1.0) continue;
    const auto width = static_cast<std::size_t>(columns);
    throw InvalidInput(name + ": " + std::string(py::str(py::float_(numbers[i]))) + " in row " + std::to_string(i / width) + ", " +
                       of_each + " " + std::to_string(i % width) + ", should be from 0 to 1");
  }
}

}  // namespace

class PythonEvaluator::Rows final : public LeafEvaluator::Batch {
 public:
  explicit Rows(PythonEvaluator& owner) : owner_(&owner), tensor_array_({owner.shape_.batch, owner.shape_.tensor_size}) {
    const Shape& shape = owner.shape_;
    tensors = {tensor_array_.mutable_data(), static_cast<std::size_t>(tensor_array_.size())};
    if (shape.masks) {
      mask_array_ = py::array_t<bool>({shape.batch, shape.actions});
      static_assert(sizeof(bool) == 1);
      masks = {reinterpret_cast<std::uint8_t*>(mask_array_.mutable_data()), static_cast<std::size_t>(mask_array_.size())};
    }
  }

  void judge(int rows) override {
    const std::lock_guard lock(owner_->calls_);
    const HeldGil gil;
    if (PyErr_Occurred() != nullptr) throw py::error_already_set();  // Ctrl-C, or of on_progress
    const py::object answer = call(rows);
    const Shape& shape = owner_->shape_;
    const bool is_pair = PyTuple_Check(answer.ptr()) != 0;
    if (is_pair && py::len(answer) != 2)
      throw InvalidInput("evaluator: a tuple of " + std::to_string(py::len(answer)) + ", should be values, or values and priors");
    if (owner_->gives_priors_.value_or(is_pair) != is_pair)
      throw InvalidInput(is_pair ? "evaluator: values and priors, should be values alone, as its first answer"
                                 : "evaluator: values alone, should be values and priors, as its first answer");
    const py::tuple pair = is_pair ? py::reinterpret_borrow<py::tuple>(answer) : py::tuple();
    read_numbers(is_pair ? py::object(pair[0]) : answer, "values", "player", rows, shape.players, value_numbers_);
    values = value_numbers_;
    if (is_pair) {
      read_numbers(py::object(pair[1]), "priors", "action", rows, shape.actions, prior_numbers_);
      priors = prior_numbers_;
    }
    owner_->gives_priors_ = is_pair;
  }

 private:
  // What the function says of the first rows.
  [[nodiscard]] py::object call(int rows) const {
    const Shape& shape = owner_->shape_;
    const auto first = [&](const py::array& array) {
      return rows == shape.batch ? py::object(array) : py::object(array[py::slice(0, rows, 1)]);
    };
    const py::object tensor_rows = first(tensor_array_);
    const py::object mask_rows = shape.masks ? first(mask_array_) : py::object();
    const std::array<PyObject*, 2> arguments{tensor_rows.ptr(), mask_rows.ptr()};
    PyObject* const answer = Interruptible::outlive_python(
        [&] { return PyObject_Vectorcall(owner_->function_.ptr(), arguments.data(), shape.masks ? 2U : 1U, nullptr); });
    if (answer == nullptr) throw py::error_already_set();
    return py::reinterpret_steal<py::object>(answer);
  }

  PythonEvaluator* owner_;
  py::array_t<float> tensor_array_;  // what a row says of a position; Python sees this memory itself
  py::array_t<bool> mask_array_;
  std::vector<double> value_numbers_;
  std::vector<double> prior_numbers_;
};

std::unique_ptr<LeafEvaluator::Batch> PythonEvaluator::make_batch() {
  return std::make_unique<Rows>(*this);
}

}  // namespace cloche
