#include "core/value.hpp"

#include <algorithm>

#include "core/game.hpp"

namespace cloche {
namespace {

// Unknown keys of one object that are named one by one.
constexpr std::ptrdiff_t kMostNamed = 20;

// Stands for what is missing. Never destroyed: threads may read while the program ends.
const Value& null_value() {
  static const Value& null = *new Value;
  return null;
}

std::string quoted(std::string_view text) {
  std::string all = "'";
  all += text;
  all += '\'';
  return all;
}

std::string joined_names(const std::vector<std::string>& names) {
  std::string all;
  for (const std::string& name : names) all += (all.empty() ? "" : ", ") + quoted(name);
  return all;
}

}  // namespace

std::string_view Value::kind() const {
  static constexpr std::string_view kKinds[] = {"null", "true or false", "a whole number", "a number", "a text", "a list", "an object"};
  return kKinds[data_.index()];
}

void Faults::add(const std::string& path, const std::string& text) {
  list_.push_back(path.empty() ? text : path + ": " + text);
}

std::string Faults::joined() const {
  std::string all;
  for (const std::string& fault : list_) all += (all.empty() ? "" : "; ") + fault;
  return all;
}

void Faults::raise_if_any(const std::string& what) const {
  if (!empty()) throw InvalidInput(what + ": " + joined());
}

void Reader::expect_keys(std::initializer_list<std::string_view> keys) const {
  const ValueObject* object = value_->as_object();
  if (object == nullptr) {
    fault("is " + std::string(value_->kind()) + ", should be an object");
    return;
  }
  std::ptrdiff_t unknown = 0;
  for (const auto& [key, item] : *object) {
    if (std::find(keys.begin(), keys.end(), key) != keys.end()) continue;
    if (++unknown <= kMostNamed) fault("unknown key " + quoted(key));
  }
  if (unknown > kMostNamed) fault(std::to_string(unknown - kMostNamed) + " more unknown keys");
  for (const std::string_view key : keys) {
    const auto times = std::count_if(object->begin(), object->end(), [&](const auto& item) { return item.first == key; });
    if (times == 0) fault("key " + quoted(key) + " is missing");
    if (times > 1) fault("key " + quoted(key) + " is given twice");
  }
}

bool Reader::has(std::string_view key) const {
  const ValueObject* object = value_->as_object();
  return object != nullptr && std::any_of(object->begin(), object->end(), [&](const auto& item) { return item.first == key; });
}

Reader Reader::at(std::string_view key) const {
  const std::string path = path_.empty() ? std::string(key) : path_ + "." + std::string(key);
  if (const ValueObject* object = value_->as_object()) {
    for (const auto& [name, item] : *object) {
      if (name == key) return Reader(item, path, *faults_);
    }
  }
  return Reader(null_value(), path, *faults_, true);
}

std::vector<Reader> Reader::items(int length) const {
  std::vector<Reader> readers;
  const ValueList* list = value_->as_list();
  if (list == nullptr) {
    fault("is " + std::string(value_->kind()) + ", should be a list");
    return readers;
  }
  if (length >= 0 && list->size() != static_cast<std::size_t>(length)) {
    fault("has " + std::to_string(list->size()) + " items, should have " + std::to_string(length));
    return readers;
  }
  for (std::size_t i = 0; i < list->size(); ++i) readers.emplace_back((*list)[i], path_ + "[" + std::to_string(i) + "]", *faults_);
  return readers;
}

bool Reader::boolean() const {
  if (const bool* b = value_->as_bool()) return *b;
  fault("is " + std::string(value_->kind()) + ", should be true or false");
  return false;
}

std::int64_t Reader::whole(std::int64_t low, std::int64_t high) const {
  const std::string allowed = "a whole number " + std::to_string(low) + " to " + std::to_string(high);
  const std::int64_t* n = value_->as_int();
  if (n == nullptr) {
    fault("is " + std::string(value_->kind()) + ", should be " + allowed);
    return low;
  }
  if (*n < low || *n > high) {
    fault("is " + std::to_string(*n) + ", should be " + allowed);
    return low;
  }
  return *n;
}

std::string Reader::text() const {
  if (const std::string* text = value_->as_text()) return *text;
  fault("is " + std::string(value_->kind()) + ", should be a text");
  return {};
}

int Reader::one_of(const std::vector<std::string>& allowed) const {
  const std::string* text = value_->as_text();
  if (text != nullptr) {
    const auto found = std::find(allowed.begin(), allowed.end(), *text);
    if (found != allowed.end()) return static_cast<int>(found - allowed.begin());
  }
  fault("is " + (text != nullptr ? quoted(*text) : std::string(value_->kind())) + ", should be one of " + joined_names(allowed));
  return -1;
}

}  // namespace cloche
