// JSON-like data, the form in which positions, options and components cross into and out of the core.
//
// Input from outside stays a Value until a Reader has taken every field of it; a Reader collects every fault with its
// key path instead of stopping at the first.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace cloche {

class Value;
using ValueList = std::vector<Value>;
// Keys keep their order.
using ValueObject = std::vector<std::pair<std::string, Value>>;

class Value {
 public:
  Value() = default;  // null
  Value(std::nullptr_t) {}
  Value(bool b) : data_(b) {}
  Value(int n) : data_(std::int64_t{n}) {}
  Value(std::int64_t n) : data_(n) {}
  Value(double x) : data_(x) {}
  Value(const char* text) : data_(std::string(text)) {}
  Value(std::string text) : data_(std::move(text)) {}
  Value(ValueList list) : data_(std::move(list)) {}
  Value(ValueObject object) : data_(std::move(object)) {}

  // Null pointers where the value is of another kind.
  [[nodiscard]] bool is_null() const { return std::holds_alternative<std::monostate>(data_); }
  [[nodiscard]] const bool* as_bool() const { return std::get_if<bool>(&data_); }
  [[nodiscard]] const std::int64_t* as_int() const { return std::get_if<std::int64_t>(&data_); }
  [[nodiscard]] const double* as_double() const { return std::get_if<double>(&data_); }
  [[nodiscard]] const std::string* as_text() const { return std::get_if<std::string>(&data_); }
  [[nodiscard]] const ValueList* as_list() const { return std::get_if<ValueList>(&data_); }
  [[nodiscard]] const ValueObject* as_object() const { return std::get_if<ValueObject>(&data_); }

  // "null", "true or false", "a whole number", "a number", "a text", "a list", "an object".
  [[nodiscard]] std::string_view kind() const;

  friend bool operator==(const Value&, const Value&) = default;

 private:
  std::variant<std::monostate, bool, std::int64_t, double, std::string, ValueList, ValueObject> data_;
};

// Everything that is wrong with an input, each as "key.path: what is wrong and what is allowed".
class Faults {
 public:
  void add(const std::string& path, const std::string& text);
  // Adds the fault unless `good`; returns `good`.
  bool require(bool good, const std::string& path, const std::string& text) {
    if (!good) add(path, text);
    return good;
  }
  [[nodiscard]] bool empty() const { return list_.empty(); }
  [[nodiscard]] int size() const { return static_cast<int>(list_.size()); }
  [[nodiscard]] const std::vector<std::string>& list() const { return list_; }
  [[nodiscard]] std::string joined() const;  // separated by "; "
  // Throws InvalidInput with `what` and every fault, if there is one.
  void raise_if_any(const std::string& what) const;

 private:
  std::vector<std::string> list_;
};

// A place in a Value. Reads report to the shared Faults and return a harmless default, so that reading goes on and
// every fault is found; check `faults.empty()` before using what was read. What an object does not have is missing, as
// is all below it: expect_keys says so, and reads of it stay silent.
class Reader {
 public:
  Reader(const Value& value, std::string path, Faults& faults) : Reader(value, std::move(path), faults, false) {}

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] const Value& value() const { return *value_; }
  [[nodiscard]] Faults& faults() const { return *faults_; }
  [[nodiscard]] bool is_missing() const { return missing_; }
  // Nothing where the place is missing.
  void fault(const std::string& text) const {
    if (!missing_) faults_->add(path_, text);
  }

  // Objects. `keys` are all keys that the object must have and may have; other or missing ones are faults.
  void expect_keys(std::initializer_list<std::string_view> keys) const;
  [[nodiscard]] Reader at(std::string_view key) const;  // null and missing where there is no such key
  [[nodiscard]] bool has(std::string_view key) const;
  // Lists. A length below 0 means any.
  [[nodiscard]] std::vector<Reader> items(int length = -1) const;

  [[nodiscard]] bool is_null() const { return value_->is_null(); }
  [[nodiscard]] bool boolean() const;
  [[nodiscard]] std::int64_t whole(std::int64_t low, std::int64_t high) const;  // `low` on a fault
  [[nodiscard]] std::string text() const;                                       // empty on a fault
  // Place of the text in `allowed`, -1 on a fault.
  [[nodiscard]] int one_of(const std::vector<std::string>& allowed) const;

 private:
  Reader(const Value& value, std::string path, Faults& faults, bool missing)
      : value_(&value), path_(std::move(path)), faults_(&faults), missing_(missing) {}

  const Value* value_;
  std::string path_;
  Faults* faults_;
  bool missing_;
};

}  // namespace cloche
