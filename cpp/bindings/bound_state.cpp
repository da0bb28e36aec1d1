#include "bindings/bound_state.hpp"

#include <pybind11/operators.h>
#include <pybind11/stl.h>

#include <limits>

#include "bindings/bindings.hpp"
#include "bindings/pickling.hpp"

namespace cloche {
namespace {

using IntPair = py::typing::Tuple<py::int_, py::int_>;

Action legal_action(const AnyState& state, const py::int_& number) {
  const std::optional<Action> action = id_from(number);
  if (!action || !state.is_legal(*action)) throw InvalidInput("the action is not legal here");
  return *action;
}

int player_from(const AnyState& state, const py::int_& number) {
  const std::optional<Action> player = id_from(number);
  if (!player || *player >= state.players()) {
    throw InvalidInput("a player is a whole number 0.." + std::to_string(state.players() - 1));
  }
  return *player;
}

py::typing::List<IntPair> chance_weights(const AnyState& state) {
  py::list list;
  for (const Outcome& outcome : state.outcomes()) list.append(py::make_tuple(outcome.id, outcome.weight));
  return list;
}

Action string_to_action(const AnyState& state, std::string_view text) {
  const std::optional<Action> action = state.parse_action(text);
  if (!action) throw InvalidInput("the text is no legal action here");
  return *action;
}

// A memoryview of float32 values over bytes of its own.
py::memoryview observation_tensor(const AnyState& state, const py::int_& number) {
  const std::vector<float> tensor = state.observation_tensor(player_from(state, number));
  const py::bytes bytes(reinterpret_cast<const char*>(tensor.data()), tensor.size() * sizeof(float));
  const auto view = py::reinterpret_steal<py::object>(PyMemoryView_FromObject(bytes.ptr()));
  if (!view) throw py::error_already_set();
  return view.attr("cast")("f");
}

py::typing::Tuple<py::int_, py::typing::List<py::float_>> random_playouts(const AnyGame& game, std::int64_t count, const py::int_& seed) {
  if (count < 1) throw InvalidInput("count is " + std::to_string(count) + ", should be at least 1");
  const std::uint64_t word = word_from(seed);
  Interruptible work;
  const PlayoutTotals totals = game.play_random(count, word, work);
  work.finish();
  py::list means;
  for (const double total : totals.returns) means.append(total / static_cast<double>(count));
  return py::make_tuple(totals.plies, means);
}

py::dict solve(const AnyGame& game, const py::list& roots, double tolerance, const py::dict& limits, const StopFlag* stop) {
  std::vector<std::pair<const AnyState*, double>> positions;
  positions.reserve(roots.size());
  for (const py::handle root : roots) positions.push_back(root.cast<std::pair<const AnyState*, double>>());
  return game.solve(positions, tolerance, limits, stop);
}

std::optional<int> max_game_length(const AnyGame& game) {
  const int length = game.facts().max_game_length;
  return length < 0 ? std::nullopt : std::optional<int>(length);
}

IntPair score_bounds(const AnyGame& game) {
  const ScoreBounds bounds = game.facts().score_bounds;
  return py::make_tuple(bounds.low, bounds.high);
}

py::typing::List<IntPair> ending_worths(const AnyState& state, double margin_weight) {
  std::vector<ActionWorth> worths;
  {
    const py::gil_scoped_release release;
    worths = state.ending_worths(margin_weight);
  }
  py::list pairs;
  for (const auto& [action, utility] : worths) pairs.append(py::make_tuple(action, utility));
  return py::typing::List<IntPair>(std::move(pairs));
}

void bind_state(py::module_& module) {
  py::class_<AnyState> bound_state(module, "State", "One position, changed in place.");
  refuse_pickling(bound_state);
  bound_state.def("current_player", &AnyState::mover)
      .def("legal_actions", &AnyState::legal_actions)
      .def(
          "is_legal",
          [](const AnyState& state, const py::int_& number) {
            const std::optional<Action> action = id_from(number);
            return action && state.is_legal(*action);
          },
          py::arg("action"))
      .def(
          "apply_action", [](AnyState& state, const py::int_& action) { state.apply(legal_action(state, action)); }, py::arg("action"))
      .def("chance_weights", &chance_weights)
      .def("resolve_chance", &AnyState::resolve_chance, py::arg("rng"))
      .def("clone", &AnyState::clone)
      .def("scores", [](const AnyState& state) { return int_list(state.scores()); })
      .def("ranks", [](const AnyState& state) { return int_list(state.ranks()); })
      .def(
          "scores_known_to",
          [](const AnyState& state, const py::int_& viewer) { return int_list(state.scores_known_to(player_from(state, viewer))); },
          py::arg("viewer"))
      .def(
          "ranks_known_to",
          [](const AnyState& state, const py::int_& viewer) { return int_list(state.ranks_known_to(player_from(state, viewer))); },
          py::arg("viewer"))
      .def("returns", [](const AnyState& state) { return double_list(state.returns()); })
      .def("prior", &AnyState::prior)
      .def("solvable_ending", &AnyState::solvable_ending)
      .def("duel_ending", &AnyState::duel_ending)
      .def("ending_worths", &ending_worths, py::arg("margin_weight"))
      .def(
          "action_to_string", [](const AnyState& state, const py::int_& action) { return state.action_text(legal_action(state, action)); },
          py::arg("action"))
      .def("string_to_action", &string_to_action, py::arg("text"))
      .def("to_dict", [](const AnyState& state) { return py::dict(value_to_python(state.to_value())); })
      .def(
          "observation",
          [](const AnyState& state, const py::int_& player) {
            return py::dict(value_to_python(state.observation(player_from(state, player))));
          },
          py::arg("player"))
      .def("observation_tensor", &observation_tensor, py::arg("player"))
      .def(
          "features",
          [](const AnyState& state, const py::int_& player) {
            const std::vector<float> numbers = state.features(player_from(state, player));
            return std::vector<double>(numbers.begin(), numbers.end());
          },
          py::arg("player"))
      .def(
          "redeal", [](AnyState& state, const py::int_& observer, Rng& rng) { state.redeal(player_from(state, observer), rng); },
          py::arg("observer"), py::arg("rng"))
      .def(
          "seen",
          [](const AnyState& state, const py::int_& action, const py::int_& observer) {
            return state.seen(legal_action(state, action), player_from(state, observer));
          },
          py::arg("action"), py::arg("observer"))
      .def(
          "seen_text",
          [](const AnyState& state, const py::int_& action, const py::int_& observer) {
            return state.seen_text(legal_action(state, action), player_from(state, observer));
          },
          py::arg("action"), py::arg("observer"))
      .def(
          "__eq__", [](const AnyState& state, const AnyState& other) { return state.equals(other); }, py::is_operator())
      .def("__hash__", &AnyState::hash);
}

void bind_game(py::module_& module) {
  py::class_<AnyGame> bound_game(module, "Game", "A loaded game: players, options and components are fixed.");
  refuse_pickling(bound_game);
  bound_game.def_property_readonly("players", [](const AnyGame& game) { return game.facts().players; })
      .def_property_readonly("perfect_information", [](const AnyGame& game) { return game.facts().perfect_information; })
      .def_property_readonly("shared_return", [](const AnyGame& game) { return game.facts().shared_return; })
      .def_property_readonly("stakes", [](const AnyGame& game) { return game.facts().stakes; })
      .def_property_readonly("num_distinct_actions", [](const AnyGame& game) { return game.facts().num_distinct_actions; })
      .def_property_readonly("max_chance_outcomes", [](const AnyGame& game) { return game.facts().max_chance_outcomes; })
      .def_property_readonly("max_game_length", &max_game_length)
      .def_property_readonly("score_bounds", &score_bounds)
      .def_property_readonly("margin_scale", [](const AnyGame& game) { return game.facts().margin_scale; })
      .def_property_readonly("tensor_size", [](const AnyGame& game) { return game.facts().tensor_size; })
      .def("new_initial_state", &AnyGame::new_initial_state)
      .def(
          "state_from_dict", [](const AnyGame& game, const py::dict& data) { return game.state_from(value_from_python(data)); },
          py::arg("data"), "ValueError lists every broken law.")
      .def(
          "state_from_observation",
          [](const AnyGame& game, const py::dict& data) { return game.state_from_observation(value_from_python(data)); }, py::arg("data"),
          "ValueError lists every contradiction.")
      .def("random_playouts", &random_playouts, py::arg("count").noconvert(), py::arg("seed"),
           "Plies applied, chance included, and mean returns of `count` random games.")
      .def("solve", &solve, py::arg("roots"), py::kw_only(), py::arg("tolerance"), py::arg("limits"), py::arg("stop") = py::none(),
           "What a position is worth, or the worlds of its public state with weights that sum to 1; without the GIL, ended by Ctrl-C.");
}

}  // namespace

std::optional<Action> id_from(const py::int_& number) {
  int overflow = 0;
  const long long n = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
  if (overflow != 0 || n < 0 || n > std::numeric_limits<Action>::max()) return std::nullopt;
  return static_cast<Action>(n);
}

std::uint64_t word_from(const py::int_& number) {
  return PyLong_AsUnsignedLongLongMask(number.ptr());
}

void bind_bases(py::module_& module) {
  bind_state(module);
  bind_game(module);
}

}  // namespace cloche
