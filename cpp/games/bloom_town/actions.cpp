#include "games/bloom_town/actions.hpp"

#include <algorithm>

namespace cloche::bloom_town {
namespace {

constexpr std::array<std::string_view, kTypes> kTypeTexts{"O", "S", "P", "H", "shop"};
constexpr std::array<std::string_view, kCommunity> kBonusTexts{"none", "double", "extra"};
constexpr std::string_view kShopPrefix = "shop-";
constexpr std::string_view kBloomPrefix = "bloom:";
constexpr std::string_view kTokenPrefix = "token:";
constexpr std::string_view kCommunityPrefix = "community:";
constexpr std::string_view kTakePrefix = "take:";
constexpr std::string_view kKeepPrefix = "keep:";

std::string joined(std::string_view first, std::string_view second) {
  std::string text(first);
  text += second;
  return text;
}

// What follows `prefix` in `text`.
std::optional<std::string_view> after(std::string_view prefix, std::string_view text) {
  if (!text.starts_with(prefix)) return std::nullopt;
  return text.substr(prefix.size());
}

template <class Texts>
std::optional<int> place_in(const Texts& texts, std::string_view text) {
  const auto* const found = std::find(texts.begin(), texts.end(), text);
  if (found == texts.end()) return std::nullopt;
  return static_cast<int>(found - texts.begin());
}

std::optional<int> parse_kind(std::string_view text) {
  if (const auto shop = after(kShopPrefix, text)) {
    if (shop->size() != 1 || shop->front() < 'a' || shop->front() >= 'a' + kShopKinds) return std::nullopt;
    return kShop + (shop->front() - 'a');
  }
  const auto type = place_in(kTypeTexts, text);
  return type && *type < kPlainTypes ? type : std::nullopt;
}

std::optional<Action> parse_build(std::string_view text) {
  const std::size_t at = text.find('@');
  if (at == std::string_view::npos) return std::nullopt;
  const auto kind = parse_kind(text.substr(0, at));
  const auto cell = parse_cell(text.substr(at + 1));
  if (!kind || !cell) return std::nullopt;
  return build_action(*kind, *cell);
}

}  // namespace

std::string cell_text(int cell) {
  assert(cell >= 0 && cell < kCells);
  return {static_cast<char>('a' + cell % kStride), static_cast<char>('1' + cell / kStride)};
}

std::optional<int> parse_cell(std::string_view text) {
  if (text.size() != 2) return std::nullopt;
  const int column = text[0] - 'a';
  const int row = text[1] - '1';
  if (column < 0 || column >= kStride || row < 0 || row >= kStride) return std::nullopt;
  return row * kStride + column;
}

std::string kind_text(int kind) {
  assert(kind >= 0 && kind < kKinds);
  if (kind < kShop) return std::string(kTypeTexts[static_cast<std::size_t>(kind)]);
  std::string text(kShopPrefix);
  text += static_cast<char>('a' + (kind - kShop));
  return text;
}

std::string_view type_text(int type) {
  return kTypeTexts[static_cast<std::size_t>(type)];
}

std::string decision_text(Action action) {
  assert(action < kNumActions);
  if (is_build(action)) return kind_text(build_kind(action)) + '@' + cell_text(build_cell(action));
  if (action < kFirstToken) return joined(kBloomPrefix, kBonusTexts[static_cast<std::size_t>(action - kFirstBloom)]);
  if (action < kFirstToken + kCommunity) return joined(kTokenPrefix, kBonusTexts[static_cast<std::size_t>(action - kFirstToken)]);
  if (action < kFirstTake) return joined(kTokenPrefix, tile_text(action - kFirstToken - kCommunity + kFirstCommunity));
  if (action < kFirstKeep) return joined(kTakePrefix, std::to_string(action - kFirstTake + 1));
  return joined(kKeepPrefix, kind_text(action - kFirstKeep));
}

std::optional<Action> parse_decision(std::string_view text) {
  if (const auto bonus = after(kBloomPrefix, text)) {
    const auto place = place_in(kBonusTexts, *bonus);
    return place ? std::optional(bloom_action(*place)) : std::nullopt;
  }
  if (const auto bonus = after(kTokenPrefix, text)) {
    if (const auto place = place_in(kBonusTexts, *bonus)) return token_action(*place);
    const auto tile = parse_tile(*bonus);
    return tile && is_community(*tile) ? std::optional(token_action(kCommunity + *tile - kFirstCommunity)) : std::nullopt;
  }
  if (const auto space = after(kTakePrefix, text)) {
    if (space->size() != 1 || space->front() < '1' || space->front() >= '1' + kStacks) return std::nullopt;
    return take_action(space->front() - '1');
  }
  if (const auto kept = after(kKeepPrefix, text)) {
    const auto kind = parse_kind(*kept);
    return kind ? std::optional(keep_action(*kind)) : std::nullopt;
  }
  return parse_build(text);
}

std::string tile_text(int tile) {
  assert(tile >= 0 && tile < kTiles);
  if (!is_community(tile)) return kind_text(tile);
  return joined(kCommunityPrefix, type_text(tile - kFirstCommunity));
}

std::optional<Action> parse_tile(std::string_view text) {
  if (const auto community = after(kCommunityPrefix, text)) {
    const auto type = place_in(kTypeTexts, *community);
    return type ? std::optional(static_cast<Action>(kFirstCommunity + *type)) : std::nullopt;
  }
  const auto kind = parse_kind(text);
  return kind ? std::optional(static_cast<Action>(*kind)) : std::nullopt;
}

}  // namespace cloche::bloom_town
