// Cottage Garden as data, text and numbers (seeds/cottage_garden/state.md); reading is in laws.cpp.
#include <algorithm>

#include "core/tensor_writer.hpp"
#include "games/cottage_garden/notation.hpp"
#include "games/cottage_garden/state.hpp"

namespace cloche::cottage_garden {
namespace {

constexpr double kUsualCats = 8.0;  // of the tensor
constexpr int kPlanes = 7;          // of a bed in the tensor

Value cells_value(Squares squares) {
  ValueList list;
  for (; squares != 0; squares &= squares - 1) list.emplace_back(std::countr_zero(squares));
  return list;
}

Value or_null(std::uint8_t number, std::uint8_t none) {
  return number == none ? Value() : Value(int{number});
}

void write_face(ValueObject& object, std::uint8_t face) {
  object.emplace_back("bed", face / 2);
  object.emplace_back("side", std::string(kSideWords[face % 2U]));
}

Value bed_value(const State& state, int player, int slot) {
  const Position& at = state.position();
  const Garden& garden = at.gardens[static_cast<std::size_t>(player)];
  if (!state.has_bed(player, slot)) return {};
  ValueList tiles;
  for (const std::uint16_t packed : state.lain_on(player, slot)) {
    const Lain lain = Lain::of(packed);
    tiles.emplace_back(ValueList{lain.tile, lain.orientation, lain.anchor});
  }
  ValueObject bed;
  write_face(bed, at.faces[bed_of(player, slot)]);
  bed.emplace_back("tiles", std::move(tiles));
  bed.emplace_back("pots", cells_value(of_bed(garden.pots, slot)));
  bed.emplace_back("cats", cells_value(of_bed(garden.cats, slot)));
  return bed;
}

Value cubes_value(const Position& at, int colour, int players) {
  ValueList list;
  for (std::size_t p = 0; p < static_cast<std::size_t>(players); ++p) {
    ValueList steps;
    for (const std::uint8_t step : at.cubes[static_cast<std::size_t>(colour)][p]) steps.emplace_back(int{step});
    list.emplace_back(std::move(steps));
  }
  return list;
}

// The keys of to_dict in their order.
void write_keys(ValueObject& object, const State& state) {
  const Position& at = state.position();
  const Tables& tables = state.tables();
  const int players = tables.player_count;
  ValueList nursery;
  for (std::size_t cell = 0; cell < static_cast<std::size_t>(tables.nursery_cells()); ++cell)
    nursery.push_back(or_null(at.nursery[cell], kNoTile));
  ValueList queue;
  for (std::size_t i = 0; i < at.queue_size; ++i) queue.emplace_back(int{at.pool[i]});
  ValueList beds;
  ValueList cats;
  for (int player = 0; player < players; ++player) {
    beds.emplace_back(ValueList{bed_value(state, player, 0), bed_value(state, player, 1)});
    cats.emplace_back(int{at.cats[static_cast<std::size_t>(player)]});
  }
  Value middle;
  if (at.middle != kNoFace) {
    ValueObject bed;
    write_face(bed, at.middle);
    middle = std::move(bed);
  }
  ValueList hives;
  for (std::size_t hive = 0; hive < static_cast<std::size_t>(tables.path.hives); ++hive) hives.push_back(or_null(at.hives[hive], kNobody));

  object.emplace_back("phase", std::string(kPhaseWords[static_cast<std::size_t>(at.phase)]));
  object.emplace_back("player", state.mover() < 0 ? Value() : Value(int{at.player}));
  object.emplace_back("nursery", std::move(nursery));
  object.emplace_back("queue", std::move(queue));
  object.emplace_back("beds", std::move(beds));
  object.emplace_back("middle", std::move(middle));
  object.emplace_back("orange", cubes_value(at, kOrange, players));
  object.emplace_back("blue", cubes_value(at, kBlue, players));
  object.emplace_back("cats", std::move(cats));
  object.emplace_back("hives", std::move(hives));
  object.emplace_back("gardener", int{at.gardener});
  object.emplace_back("die", int{at.die});
  object.emplace_back("slot", or_null(at.slot, kNoSlot));
  object.emplace_back("owed", int{at.owed});
}

class BedWriter : public TensorWriter {
 public:
  using TensorWriter::TensorWriter;

  void plane(Squares squares) {
    for (int cell = 0; cell < kCells; ++cell) flag(has(squares, cell));
  }
};

void write_bed(BedWriter& out, const State& state, int player, int slot) {
  const Position& at = state.position();
  const Tables& tables = state.tables();
  const bool lies = state.has_bed(player, slot);
  out.flag(lies);
  if (!lies) {
    for (int plane = 0; plane < kPlanes; ++plane) out.plane(0);
    return;
  }
  const Garden& garden = at.gardens[static_cast<std::size_t>(player)];
  Squares under = 0;
  Squares pots = 0;
  Squares cloches = 0;
  for (const std::uint16_t packed : state.lain_on(player, slot)) {
    const Lain lain = Lain::of(packed);
    const Shape& shape = *tables.tile(lain.tile).shape(lain.orientation);
    under |= shape.squares << lain.anchor;
    pots |= shape.pots << lain.anchor;
    cloches |= shape.cloches << lain.anchor;
  }
  const Face& face = tables.face(at.faces[bed_of(player, slot)]);
  const Squares open = of_bed(garden.open, slot);
  out.plane(under);
  out.plane(pots);
  out.plane(cloches);
  out.plane(of_bed(garden.pots, slot));
  out.plane(of_bed(garden.cats, slot));
  out.plane(face.pots & open);
  out.plane(face.cloches & open);
}

// ---- Text

std::string bed_text(int slot) {
  return std::to_string(slot + 1);
}
std::string spot_text(const char* word, int spot) {
  std::string text = word;
  text.append(bed_text(spot / kCells)).append("@").append(cell_text(spot % kCells));
  return text;
}
std::string numbered(const char* word, int number) {
  return std::string(word) + std::to_string(number);
}

// What follows a word at the front of a text.
std::optional<std::string_view> after(std::string_view text, std::string_view word) {
  if (text.substr(0, word.size()) != word) return std::nullopt;
  return text.substr(word.size());
}

// Bed and cell, as `1@c3`: slot * 25 + cell.
std::optional<int> parse_spot(std::string_view text) {
  if (text.size() != 4 || (text[0] != '1' && text[0] != '2') || text[1] != '@') return std::nullopt;
  const auto cell = parse_cell(text.substr(2));
  if (!cell) return std::nullopt;
  return (text[0] - '1') * kCells + *cell;
}

std::optional<Action> offset(int first, std::optional<int> number) {
  if (!number) return std::nullopt;
  return static_cast<Action>(first + *number);
}

// `T17:1:o3@b2`; the tile lies in the row.
std::optional<Action> parse_planting(const State& state, std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const int tile = state.tables().tile_of_id(text.substr(0, colon));
  const std::string_view rest = text.substr(colon + 1);
  if (tile < 0 || rest.size() != 7 || rest.substr(1, 2) != ":o" || rest[4] != '@') return std::nullopt;
  const int slot = rest[0] - '1';
  const int orientation = rest[3] - '0';
  const auto anchor = parse_cell(rest.substr(5));
  if (slot < 0 || slot >= kSlots || orientation < 0 || orientation >= kOrientations || !anchor) return std::nullopt;
  const Row& row = state.row();
  for (std::size_t place = 0; place < row.size; ++place) {
    if (state.position().nursery[row.cells[place]] == tile) return tile_action({static_cast<int>(place), slot, orientation, *anchor});
  }
  return std::nullopt;
}

std::optional<Action> parse_decision(const State& state, std::string_view text) {
  if (text == "done") return kDone;
  if (text == "refill:no") return kRefillNo;
  if (text == "refill:cat") return kRefillCat;
  if (state.phase() == Phase::kPlant) {  // a tile may have any of the words below as its id
    if (const auto planting = parse_planting(state, text)) return planting;
  }
  if (const auto rest = after(text, "pot:")) return offset(kFirstPot, parse_spot(*rest));
  if (const auto rest = after(text, "cat:")) return offset(kFirstCat, parse_spot(*rest));
  if (const auto rest = after(text, "score:")) return offset(kFirstScore - 1, parse_number(*rest, kSlots));
  if (const auto rest = after(text, "orange:")) return offset(kFirstOrange, parse_number(*rest, kMaxOrangeSteps - 1));
  if (const auto rest = after(text, "blue:")) return offset(kFirstBlue, parse_number(*rest, kMaxBlueSteps - 1));
  if (const auto rest = after(text, "lose:orange:")) return offset(kFirstLoseOrange, parse_number(*rest, kMaxOrangeSteps - 1));
  if (const auto rest = after(text, "lose:blue:")) return offset(kFirstLoseBlue, parse_number(*rest, kMaxBlueSteps - 1));
  if (const auto rest = after(text, "return:")) {
    const int tile = state.tables().tile_of_id(*rest);
    if (tile >= 0) return static_cast<Action>(kFirstReturn + tile);
  }
  return std::nullopt;
}

std::optional<Action> parse_outcome(const State& state, std::string_view text) {
  int outcome = -1;
  if (state.phase() == Phase::kSetupTile) {
    outcome = state.tables().tile_of_id(text);
  } else if (const auto rest = after(text, "bed:")) {
    constexpr int kMostId = 255;
    const auto id = parse_number(*rest, kMostId);
    if (id) outcome = state.tables().bed_of_id(*id);
  }
  if (outcome < 0) return std::nullopt;
  return static_cast<Action>(outcome);
}

}  // namespace

// ---- Data

Value State::to_value() const {
  ValueObject object;
  write_keys(object, *this);
  return object;
}

Value State::observation(int player) const {
  ValueObject object;
  object.emplace_back("observer", player);
  write_keys(object, *this);
  return object;
}

// ---- Text

std::string State::action_text(Action action) const {
  assert(is_legal(action));
  if (at_.phase == Phase::kSetupTile) return tables_->tile_id(action);
  if (at_.phase == Phase::kSetupBed) return numbered("bed:", tables_->bed_ids[action]);
  if (action == kRefillNo) return "refill:no";
  if (action == kRefillCat) return "refill:cat";
  if (is_tile(action)) {
    const Planting at = planting_of(action);
    std::string text = tables_->tile_id(at_.nursery[row().cells[static_cast<std::size_t>(at.place)]]);
    text.append(":").append(bed_text(at.slot)).append(numbered(":o", at.orientation)).append("@").append(cell_text(at.anchor));
    return text;
  }
  if (is_pot(action)) return spot_text("pot:", action - kFirstPot);
  if (is_cat(action)) return spot_text("cat:", action - kFirstCat);
  if (action == kDone) return "done";
  if (action < kFirstOrange) return "score:" + bed_text(action - kFirstScore);
  if (action < kFirstBlue) return numbered("orange:", action - kFirstOrange);
  if (action < kFirstReturn) return numbered("blue:", action - kFirstBlue);
  if (action < kFirstLoseOrange) return "return:" + tables_->tile_id(action - kFirstReturn);
  if (action < kFirstLoseBlue) return numbered("lose:orange:", action - kFirstLoseOrange);
  return numbered("lose:blue:", action - kFirstLoseBlue);
}

std::optional<Action> State::parse_action(std::string_view text) const {
  const std::optional<Action> action = mover() == kChance ? parse_outcome(*this, text) : parse_decision(*this, text);
  return action && is_legal(*action) ? action : std::nullopt;
}

// ---- Numbers

int State::tensor_size(const Tables& tables) {
  const int cells = tables.nursery_cells();
  const int players = tables.player_count;
  const int nursery = cells * tables.tile_count + cells + tables.tile_count;
  const int beds = players * kSlots * (1 + kPlanes * kCells) + 4 * kCells;
  const int track = players * (2 * kCubes + 2);
  const int time = tables.path.spaces + 2;
  const int turn = kPhases + players + kSlots + 1;
  return nursery + beds + track + time + turn;
}

void State::observation_tensor(int player, std::span<float> tensor) const {
  assert(tensor.size() == static_cast<std::size_t>(tensor_size(*tables_)));
  const int players = tables_->player_count;
  const int tiles = tables_->tile_count;
  const int cells = tables_->nursery_cells();
  const auto seat = [&](int i) { return (player + i) % players; };
  BedWriter out(tensor);

  for (std::size_t cell = 0; cell < static_cast<std::size_t>(cells); ++cell) out.one_hot(at_.nursery[cell], tiles);
  for (int cell = 0; cell < cells; ++cell) out.flag((row().mask >> cell & 1) != 0);
  std::array<int, kMaxTiles> places{};
  for (int i = 0; i < at_.queue_size; ++i) places[at_.pool[static_cast<std::size_t>(i)]] = i + 1;
  for (int tile = 0; tile < tiles; ++tile) out.quotient(places[static_cast<std::size_t>(tile)], tiles);
  for (int i = 0; i < players; ++i) {
    for (int slot = 0; slot < kSlots; ++slot) write_bed(out, *this, seat(i), slot);
  }
  const Face none;
  const bool lies = at_.middle != kNoFace;
  for (const Face& face : {lies ? tables_->face(at_.middle) : none, lies ? tables_->face(at_.middle ^ 1) : none}) {
    out.plane(face.pots);
    out.plane(face.cloches);
  }
  for (int i = 0; i < players; ++i) {
    const auto p = static_cast<std::size_t>(seat(i));
    for (std::size_t colour = 0; colour < kColours; ++colour) {
      for (const std::uint8_t step : at_.cubes[colour][p]) out.quotient(step, tables_->tracks[colour].goal);
    }
    out.number(at_.cats[p] / kUsualCats);
    int held = 0;
    for (std::size_t hive = 0; hive < kMaxHives; ++hive) {
      if (at_.hives[hive] == p) held = std::max(held, int{tables_->hive_values[hive]});
    }
    out.quotient(held, tables_->hive_values[0]);
  }
  out.one_hot(at_.gardener, tables_->path.spaces);
  out.quotient(at_.die, tables_->final_die);
  out.flag(is_final());
  out.one_hot(static_cast<int>(at_.phase), kPhases);
  for (int i = 0; i < players; ++i) out.flag(mover() == seat(i));
  out.one_hot(at_.slot, kSlots);
  out.number(at_.owed / 2.0);
  assert(out.full());
}

}  // namespace cloche::cottage_garden
