// Words of positions as data and texts (seeds/barton_in_bloom/state.md), shared by writing and reading.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "games/barton_in_bloom/state.hpp"

namespace cloche::barton_in_bloom {

inline constexpr std::array<std::string_view, kStepKinds> kStepWords{
    "orders",     "turn_up", "market",     "flower_draw", "judge_draw",   "setup_pile", "setup_choice", "setup_gift", "setup_plant",
    "turn",       "mode",    "raise",      "rest",        "fresh",        "after",      "discard",      "money",      "prestige",
    "judge",      "notice",  "regrow",     "harvest",     "harvest_free", "yield",      "tile",         "lay",        "plant",
    "plant_free", "buy",     "ornament",   "put",         "double",       "sale",       "order",        "pay",        "decoration",
    "flower",     "gain",    "fertilizer", "die",         "income"};
inline constexpr std::string_view kOverWord = "over";

[[nodiscard]] inline std::string_view step_word(StepKind kind) {
  return kStepWords[static_cast<std::size_t>(kind)];
}

// One text behind another.
[[nodiscard]] inline std::string words(std::string text, std::string_view what) {
  text += what;
  return text;
}

// What the fields of a step are called and where they are kept, in the order of state.md.
enum class Field : std::uint8_t {
  kN,
  kLast,
  kFavours,
  kShown,
  kDie,
  kX,
  kJudge,
  kDraw,
  kCount,
  kTypeList,
  kTile,
  kBack,
  kOff,
  kOrnament,
  kDeck,
  kIcon,
  kSize,
  kLess,
  kRegrow,
  kHarvest
};
inline constexpr int kFields = 20;
inline constexpr std::array<std::string_view, kFields> kFieldWords{"n",    "last",  "favours", "shown", "die",    "x",      "judge",
                                                                   "draw", "count", "types",   "tile",  "back",   "off",    "ornament",
                                                                   "deck", "icon",  "size",    "less",  "regrow", "harvest"};
[[nodiscard]] inline std::string_view field_word(Field field) {
  return kFieldWords[static_cast<std::size_t>(field)];
}
struct FieldsOf {
  std::array<Field, 4> fields{};
  int count = 0;
};
[[nodiscard]] FieldsOf fields_of(StepKind kind);
// Ids of the picks whose place a `last` may have, first and one past the last; of `income` the regrows and harvests.
struct IdRange {
  int first = 0;
  int end = 0;
};
[[nodiscard]] IdRange rising_ids(StepKind kind);

}  // namespace cloche::barton_in_bloom
