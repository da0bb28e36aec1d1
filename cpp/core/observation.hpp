// Observations of games in which everybody sees everything: a position with the observer's number before it.
#pragma once

#include "core/game.hpp"

namespace cloche {

// The position in an observation; throws InvalidInput where the observer is no player.
[[nodiscard]] inline Value without_observer(const Value& observation, int players) {
  const ValueObject* object = observation.as_object();
  ValueObject position;
  Faults faults;
  const Reader file(observation, "", faults);
  if (!file.has("observer")) faults.add("", "key 'observer' is missing");
  static_cast<void>(file.at("observer").whole(0, players - 1));
  faults.raise_if_any("observation");
  for (const auto& item : *object) {
    if (item.first != "observer") position.push_back(item);
  }
  return position;
}

}  // namespace cloche
