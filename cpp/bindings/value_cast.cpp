#include "bindings/value_cast.hpp"

#include <limits>
#include <utility>

#include "core/game.hpp"

namespace py = pybind11;

namespace cloche {
namespace {

[[noreturn]] void refuse(const std::string& path, const std::string& text) {
  throw InvalidInput(path.empty() ? text : path + ": " + text);
}

std::string text_from(py::handle data, const std::string& path) {
  Py_ssize_t size = 0;
  const char* bytes = PyUnicode_AsUTF8AndSize(data.ptr(), &size);
  if (bytes == nullptr) {
    PyErr_Clear();
    refuse(path, "is a text that is not Unicode");
  }
  return std::string(bytes, static_cast<std::size_t>(size));
}

Value number_from(py::handle data) {
  int overflow = 0;
  const long long n = PyLong_AsLongLongAndOverflow(data.ptr(), &overflow);
  if (overflow == 0) return Value(std::int64_t{n});
  return Value(overflow * std::numeric_limits<double>::infinity());
}

Value value_from(py::handle data, const std::string& path, int depth);

// Lists and dicts are read from a snapshot, since another thread may change them meanwhile.
Value list_from(py::handle data, const std::string& path, int depth) {
  const auto items = py::reinterpret_steal<py::tuple>(PySequence_Tuple(data.ptr()));
  if (!items) throw py::error_already_set();
  ValueList list;
  list.reserve(items.size());
  for (std::size_t i = 0; i < items.size(); ++i) {
    list.push_back(value_from(items[i], path + "[" + std::to_string(i) + "]", depth + 1));
  }
  return list;
}

Value object_from(py::handle data, const std::string& path, int depth) {
  const auto items = py::reinterpret_steal<py::list>(PyDict_Items(data.ptr()));
  if (!items) throw py::error_already_set();
  ValueObject object;
  object.reserve(items.size());
  for (const py::handle item : items) {
    const py::handle name = PyTuple_GET_ITEM(item.ptr(), 0);
    if (!PyUnicode_Check(name.ptr())) refuse(path, "has a key that is no text");
    std::string key = text_from(name, path);
    const std::string below = path.empty() ? key : path + "." + key;
    Value value = value_from(PyTuple_GET_ITEM(item.ptr(), 1), below, depth + 1);
    object.emplace_back(std::move(key), std::move(value));
  }
  return object;
}

Value value_from(py::handle data, const std::string& path, int depth) {
  if (data.is_none()) return {};
  if (PyBool_Check(data.ptr())) return Value(data.ptr() == Py_True);
  if (PyLong_Check(data.ptr())) return number_from(data);
  if (PyFloat_Check(data.ptr())) return Value(PyFloat_AS_DOUBLE(data.ptr()));
  if (PyUnicode_Check(data.ptr())) return Value(text_from(data, path));
  const bool is_dict = PyDict_Check(data.ptr());
  if (!is_dict && !PyList_Check(data.ptr()) && !PyTuple_Check(data.ptr())) {
    refuse(path, std::string("is a ") + Py_TYPE(data.ptr())->tp_name + ", which JSON does not know");
  }
  if (depth >= kMaxDataDepth) refuse(path, "is nested deeper than " + std::to_string(kMaxDataDepth) + " levels");
  return is_dict ? object_from(data, path, depth) : list_from(data, path, depth);
}

}  // namespace

Value value_from_python(py::handle data, const std::string& path) {
  return value_from(data, path, 0);
}

py::object value_to_python(const Value& value) {
  if (const bool* b = value.as_bool()) return py::bool_(*b);
  if (const std::int64_t* n = value.as_int()) return py::int_(*n);
  if (const double* x = value.as_double()) return py::float_(*x);
  if (const std::string* text = value.as_text()) return py::str(*text);
  if (const ValueList* list = value.as_list()) {
    py::list items(list->size());
    for (std::size_t i = 0; i < list->size(); ++i) items[i] = value_to_python((*list)[i]);
    return items;
  }
  if (const ValueObject* object = value.as_object()) {
    py::dict items;
    for (const auto& [key, item] : *object) items[py::str(key)] = value_to_python(item);
    return items;
  }
  return py::none();
}

}  // namespace cloche
