// What the box, the options and the weight file say of one game of Buds and Blooms: immutable, shared by all its states.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/game.hpp"
#include "games/buds_and_blooms/actions.hpp"
#include "games/buds_and_blooms/flowers.hpp"

namespace cloche::buds_and_blooms {

inline constexpr int kMaxBedCards = 6;
inline constexpr int kBeds = kMaxBedCards * 2 * 2;  // card * 4 + face * 2 + place on the face
inline constexpr int kMaxLook = 8;                  // cards that a dig looks at
inline constexpr int kMaxScored = 32;               // entries of the table of bees

enum Tool : std::uint8_t { kPower, kCut, kDig };

// The faces in order: 18 blooms, 3 buds, 3 tools (rules.md). A box that lacks some of them keeps these numbers (D-14).
inline constexpr std::array<std::string_view, kMaxFaces> kFaceIds{"R1", "R2", "R3", "R4", "R5", "R6",    "Y1",  "Y2",
                                                                  "Y3", "Y4", "Y5", "Y6", "B1", "B2",    "B3",  "B4",
                                                                  "B5", "B6", "RY", "YB", "BR", "power", "cut", "dig"};

// A set of faces, a bit each.
using Faces = std::uint32_t;

// Numbers of the prior (state.md, W-1 to W-9).
struct PriorWeights {
  std::vector<std::uint32_t> points;  // weight of quality 0, 1, 2, ...; the last for all above
  int point = 0;                      // quality of a point showing
  int hope = 0;                       // of a butterfly that a growth could show
  int duel = 0;                       // of being ahead in the slot
  int skip = 0;                       // taken off for each number passed over
  int bud_top = 0;                    // points taken off while a bud lies on top
  int bud_late = 0;                   // with fewer cards left a bud on top counts as nothing
  int play = 0;
  int discard = 0;
  int keep = 0;
  int keep_tool = 0;
  int power = 0;
  int cut = 0;
  int insert = 0;
  int dig_compost = 0;
  int dig_deck = 0;
  int take = 0;
  int take_tool = 0;
  int weather = 0;
  int grow = 0;

  [[nodiscard]] std::uint32_t of_quality(int quality) const {
    if (quality < 0) return points.front();
    const auto q = static_cast<std::size_t>(quality);
    return q < points.size() ? points[q] : points.back();
  }
};

struct Tables {
  // Throws InvalidInput that lists every fault of options, components and weights.
  [[nodiscard]] static std::shared_ptr<const Tables> make(const GameSpec& spec);

  // Players and options
  int player_count = 0;
  std::optional<int> rocky_slots;  // BB-5; nothing if they are mixed
  bool take_that = true;           // BB-18
  bool single_deck = false;        // BB-21

  // Cards: blooms first, then buds, then tools
  int colour_count = 0;
  int face_count = 0;                                               // cards of a deck
  std::string colour_ids;                                           // a character a colour
  std::vector<std::string> present_ids;                             // of the faces that the box has, in order
  std::vector<std::uint8_t> present_faces;                          // their numbers
  std::array<std::uint8_t, kMaxFaces> stages{};                     // growth stages of a flower card (BB-2)
  std::array<std::uint8_t, kMaxFaces> bloom_combo{};                // of a bloom
  std::array<std::array<std::uint8_t, 2>, kMaxBuds> bud_colours{};  // in the order of the bud's name
  std::array<std::uint8_t, kMaxTools> tool_face{kNone, kNone, kNone};
  std::array<std::uint8_t, kMaxFaces> tool_of{};                     // of a tool's face
  std::array<Combos, kMaxFaces> combos{};                            // derived: what a flower card may be played as
  std::array<std::array<Shown, kMaxStages + 1>, kMaxFaces> shows{};  // derived: with so many stages showing
  std::array<Shown, kMaxFaces> shows_all{};                          // derived
  std::array<Faces, 2> faces_with{};                                 // derived: sun faces, rain faces
  Faces flowers = 0;                                                 // derived
  Faces blooms = 0;                                                  // derived
  Faces tools = 0;                                                   // derived

  // Decks
  int under = 0;  // BB-7: flowers under the tools, and over them
  int over = 0;
  int hand = 0;      // cards of a full hand
  int dig_look = 0;  // BB-20

  // Beds
  int bed_card_count = 0;
  int slots = 0;
  int middle = 0;  // from 0: the slot whose card is turned (BB-6)
  std::vector<std::string> bed_ids;
  std::array<Bed, kBeds> beds{};

  // Score
  std::array<int, kMaxScored> bee_points{};  // the last entry repeated
  int butterfly = 0;
  int better_flower = 0;

  PriorWeights prior;

  [[nodiscard]] bool solo() const { return player_count == 1; }
  [[nodiscard]] int decks() const { return player_count; }
  [[nodiscard]] int piles() const { return single_deck ? 1 : player_count; }
  [[nodiscard]] int pile_of(int player) const { return single_deck ? 0 : player; }
  [[nodiscard]] int pile_size() const { return single_deck ? 2 * face_count : face_count; }
  [[nodiscard]] Faces all_faces() const { return flowers | tools; }
  [[nodiscard]] bool is_flower(int face) const { return (flowers >> face & 1U) != 0; }
  [[nodiscard]] bool is_bloom(int face) const { return face < kMaxBlooms; }
  [[nodiscard]] bool is_bud(int face) const { return face >= kMaxBlooms && is_flower(face); }
  [[nodiscard]] int bud_of(int face) const { return face - kMaxBlooms; }
  // 1 if a flower card hides a stage when it shows the first alone, else 0.
  [[nodiscard]] unsigned grows(int face) const { return stages[static_cast<std::size_t>(face)] > 1 ? 1 : 0; }
  [[nodiscard]] int weather_of(int face) const { return static_cast<int>(faces_with[1] >> face & 1U); }
  // Places of zone B among the draws of a pile: the first, and the one after the last (state.md, "Words").
  [[nodiscard]] int zone_begin() const { return single_deck ? 0 : over; }
  [[nodiscard]] int zone_end() const { return single_deck ? pile_size() : face_count - under; }
  // BB-23 of what a flower shows, its top card a bloom of this colour.
  [[nodiscard]] int points_of(Shown shown, int colour) const {
    return leaves_in(shown) + bee_points[static_cast<std::size_t>(std::min(bees_in(shown), kMaxScored - 1))] +
           butterfly * butterflies_in(shown, colour);
  }

  // GameTables
  [[nodiscard]] int players() const { return player_count; }
  [[nodiscard]] bool shared_return() const { return false; }
  [[nodiscard]] int num_distinct_actions() const { return kNumActions; }
  [[nodiscard]] int max_chance_outcomes() const { return kMaxFaces; }
  [[nodiscard]] int max_game_length() const;       // state.md, "Records of the game"
  [[nodiscard]] ScoreBounds score_bounds() const;  // state.md, "Records of the game"
  [[nodiscard]] int margin_scale() const { return kWonLead; }

 private:
  static constexpr int kWonLead = 8;

  friend class TablesReader;
  int most_leaves_ = 0;       // on a card of the file
  int most_butterflies_ = 0;  // on a card of the file
};

}  // namespace cloche::buds_and_blooms
