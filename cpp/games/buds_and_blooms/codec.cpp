// Buds and Blooms as data and text (seeds/buds_and_blooms/state.md); reading is in laws.cpp, numbers in tensor.cpp.
#include <algorithm>

#include "games/buds_and_blooms/notation.hpp"
#include "games/buds_and_blooms/state.hpp"

namespace cloche::buds_and_blooms {
namespace {

constexpr int kNobody = -1;

Value text_value(std::string_view text) {
  return {std::string(text)};
}

bool has_player(Phase phase) {  // S-2
  return phase >= Phase::kBack && phase != Phase::kOver;
}

// The faces that nobody but others of `observer` know are null; kNobody sees all.
class Writer {
 public:
  Writer(const State& state, int observer) : at_(state.position()), tables_(state.tables()), state_(state), observer_(observer) {}

  void write(ValueObject& object) const {
    const auto in_play = [&](bool shown, auto value) { return shown ? Value(std::move(value)) : Value(); };
    object.emplace_back("phase", text_value(kPhaseWords[static_cast<std::size_t>(at_.phase)]));
    object.emplace_back("player", in_play(has_player(at_.phase), int{at_.player}));
    object.emplace_back("beds", beds());
    ValueList flowers;
    ValueList sheds;
    ValueList hands;
    for (int player = 0; player < tables_.player_count; ++player) {
      ValueList slots;
      for (int slot = 0; slot < tables_.slots; ++slot) slots.push_back(flower(state_.flower(player, slot)));
      flowers.emplace_back(std::move(slots));
      sheds.push_back(shed(at_.sheds[at(player)]));
      hands.push_back(cards(at_.hands[at(player)]));
    }
    object.emplace_back("flowers", std::move(flowers));
    object.emplace_back("sheds", std::move(sheds));
    object.emplace_back("hands", std::move(hands));
    object.emplace_back("compost", cards(at_.compost));
    object.emplace_back("looked", listed(at_.looked.data(), at_.looked_count));
    ValueList piles;
    for (int pile = 0; pile < tables_.piles(); ++pile) piles.push_back(this->pile(pile));
    object.emplace_back("piles", std::move(piles));
    object.emplace_back("cause", at_.cause == Cause::kNothing ? Value() : text_value(kCauseWords[static_cast<std::size_t>(at_.cause) - 1]));
    object.emplace_back("place", at_.place == kNone ? Value() : Value(place_text(at_.place)));
    object.emplace_back("bloom", at_.bloom == kNone ? Value() : open_card(laid_face(at_.bloom), laid_deck(at_.bloom)));
  }

 private:
  [[nodiscard]] static Value face_text(int face) { return std::string(kFaceIds[at(face)]); }

  [[nodiscard]] Value open_card(int face, int deck) const { return ValueObject{{"face", face_text(face)}, {"deck", deck}}; }

  [[nodiscard]] Value beds() const {
    ValueList list;
    for (std::size_t slot = 0; slot < at_.bed_card.size() && at_.bed_card[slot] != kNone; ++slot) {
      const auto number = [](std::uint8_t n) { return n == kNone ? Value() : Value(int{n}); };
      list.push_back(ValueObject{{"card", text_value(tables_.bed_ids[at_.bed_card[slot]])},
                                 {"face", number(at_.bed_face[slot])},
                                 {"turn", number(at_.bed_turn[slot])}});
    }
    return list;
  }

  [[nodiscard]] Value flower(const Flower& flower) const {
    ValueList list;
    for (int place = 0; place < flower.size; ++place) {
      const std::uint8_t card = flower.card(place);
      list.push_back(ValueObject{{"face", face_text(laid_face(card))},
                                 {"deck", laid_deck(card)},
                                 {"as", combo_text(tables_, state_.combo_of(card))},
                                 {"stages", laid_stages(card)}});
    }
    return list;
  }

  [[nodiscard]] Value shed(unsigned tools) const {
    ValueList list;
    for (int face = kMaxBlooms + kMaxBuds; face < kMaxFaces; ++face) {
      for (int deck = 0; deck < tables_.decks(); ++deck) {
        if ((tools >> (deck * kMaxTools + tables_.tool_of[at(face)]) & 1U) != 0) list.push_back(open_card(face, deck));
      }
    }
    return list;
  }

  [[nodiscard]] Value card(int card) const {
    ValueList known;
    for (int player = 0; player < tables_.player_count; ++player) {
      if ((at_.known[at(player)] >> card & 1U) != 0) known.emplace_back(player);
    }
    const bool veiled = observer_ != kNobody && (at_.known[at(observer_)] >> card & 1U) == 0;
    return ValueObject{{"deck", at_.deck_of(card)},
                       {"draw", draw_of(tables_, card)},
                       {"back", text_value(kWeatherWords[at(at_.weather_of(card))])},
                       {"face", veiled ? Value() : face_text(at_.face_of(card))},
                       {"known", std::move(known)}};
  }

  [[nodiscard]] Value cards(Cards cards) const {
    ValueList list;
    for (; cards != 0; cards &= cards - 1) list.push_back(card(std::countr_zero(cards)));
    return list;
  }

  [[nodiscard]] Value listed(const std::uint8_t* cards, int count) const {
    ValueList list;
    for (int i = 0; i < count; ++i) list.push_back(card(cards[i]));
    return list;
  }

  [[nodiscard]] Value pile(int pile) const {
    const std::uint8_t top = at_.top[at(pile)];
    return ValueObject{{"drawn", int{at_.drawn[at(pile)]}},
                       {"top", top == kNone ? Value() : Value(back_text(tables_, top >> 1, top & 1))},
                       {"under", listed(at_.under[at(pile)].data(), at_.under_count[at(pile)])}};
  }

  const Position& at_;
  const Tables& tables_;
  const State& state_;
  int observer_;
};

}  // namespace

// ---- Data

Value State::to_value() const {
  ValueObject object;
  Writer(*this, kNobody).write(object);
  return object;
}

Value State::observation(int player) const {  // H-1
  ValueObject object;
  object.emplace_back("observer", player);
  Writer(*this, player).write(object);
  return object;
}

// ---- Text

std::string State::action_text(Action action) const {
  assert(is_legal(action));
  const auto joined = [](std::string_view word, std::string_view rest) {
    std::string text(word);
    text += rest;
    return text;
  };
  const auto face_text = [](int face) { return kFaceIds[at(face)]; };
  const auto on_bed = [&](std::string text, int bed) {
    text += '@';
    text += std::to_string(bed + 1);
    return text;
  };
  switch (at_.phase) {
    case Phase::kCard: return joined("card:", std::to_string(action));
    case Phase::kFace: return action == 0 ? "face:plain" : "face:rocks";
    case Phase::kTurn: return joined("turn:", std::to_string(action));
    case Phase::kBack: return joined("back:", back_text(*tables_, action >> 1, action & 1));
    case Phase::kDraw:
    case Phase::kLook: return joined("draw:", face_text(action));
    default: break;
  }
  if (action < kFirstBud) return on_bed(std::string(face_text(action / kMaxSlots)), action % kMaxSlots);
  if (action < kFlowerPower) {
    const int rest = action - kFirstBud;
    const int bud = rest / kBudPlays;
    const int colour = tables_->bud_colours[at(bud)][at(rest / (kNumbers * kMaxSlots) % 2)];
    std::string text(face_text(kMaxBlooms + bud));
    text += '=';
    text += combo_text(*tables_, colour * kNumbers + rest / kMaxSlots % kNumbers);
    return on_bed(std::move(text), rest % kMaxSlots);
  }
  if (action == kFlowerPower) return "power";
  if (action < kFirstCutInsert) return on_bed("cut:take", action - kFirstCutTake);
  if (action < kDigCompost) return joined("cut:insert@", place_text(action - kFirstCutInsert));
  if (action == kDigCompost) return "dig:compost";
  if (action == kDigDeck) return "dig:deck";
  if (action < kFirstDiscard) return joined("take:", face_text(action - kFirstTake));
  if (action < kWeatherAction) return joined("discard:", face_text(action - kFirstDiscard));
  if (action == kWeatherAction) return "weather";
  return action == kGrowNone ? "grow:none" : joined("grow:", place_text(action - kFirstGrow));
}

std::optional<Action> State::parse_action(std::string_view text) const {
  FixedList<Action, kMaxLegal> list;
  legal(list);
  const auto* const found = std::find_if(list.begin(), list.end(), [&](Action action) { return action_text(action) == text; });
  return found == list.end() ? std::nullopt : std::optional(*found);
}

}  // namespace cloche::buds_and_blooms
