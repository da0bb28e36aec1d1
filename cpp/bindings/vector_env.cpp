// `_core.VectorEnv`: one class over the games of all kinds. Its arrays are views of what the core owns, which keep it alive
// and cannot be written to.
#include "vector/vector_env.hpp"

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "bindings/bindings.hpp"
#include "bindings/bound_state.hpp"
#include "bindings/interruptible.hpp"
#include "bindings/pickling.hpp"
#include "games/barton_in_bloom/state.hpp"
#include "games/bloom_town/state.hpp"
#include "games/buds_and_blooms/state.hpp"
#include "games/cottage_garden/state.hpp"
#include "games/gardens_of_io/state.hpp"
#include "games/known/connect_four.hpp"
#include "games/known/goofspiel.hpp"
#include "games/known/kuhn_poker.hpp"
#include "games/known/leduc_poker.hpp"
#include "games/known/liars_dice.hpp"
#include "games/known/nim.hpp"
#include "games/known/pig.hpp"
#include "games/known/small_2048.hpp"
#include "games/known/tic_tac_toe.hpp"

namespace cloche {
namespace {

using Numbers = py::array_t<std::int64_t, py::array::c_style>;
using Flags = py::array_t<bool, py::array::c_style>;

// The environments, and what Python wants to know of one of them.
class BoundVectorEnv {
 public:
  virtual ~BoundVectorEnv() = default;
  [[nodiscard]] virtual VectorEnv& envs() = 0;
  [[nodiscard]] virtual py::object state(int env) = 0;
};

template <DataState S>
class BoundVectorEnvOf final : public BoundVectorEnv {
 public:
  BoundVectorEnvOf(const BoundGame<S>& game, const VectorConfig& config) : envs_(game.tables, config) {}

  [[nodiscard]] VectorEnv& envs() override { return envs_; }
  [[nodiscard]] py::object state(int env) override { return py::cast(BoundState<S>(envs_.tables(), envs_.state(env))); }

 private:
  VectorEnvOf<S> envs_;
};

using Made = std::unique_ptr<BoundVectorEnv>;

template <class S>
bool try_make(const AnyGame& game, const VectorConfig& config, Made& made) {
  const auto* same = dynamic_cast<const BoundGame<S>*>(&game);
  if (same == nullptr) return false;
  const py::gil_scoped_release release;
  made = std::make_unique<BoundVectorEnvOf<S>>(*same, config);
  return true;
}

template <class... States>
Made make_one_of(const AnyGame& game, const VectorConfig& config) {
  Made made;
  static_cast<void>((try_make<States>(game, config, made) || ...));
  return made;
}

Autoreset autoreset_from(const std::string& text) {
  if (text == "same_step") return Autoreset::kSameStep;
  if (text == "next_step") return Autoreset::kNextStep;
  if (text == "disabled") return Autoreset::kDisabled;
  throw InvalidInput("autoreset is same_step, next_step or disabled");
}

Made make(const AnyGame& game, int num_envs, const py::int_& seed, int threads, const std::string& autoreset, bool packed_masks) {
  if (num_envs < 1 || threads < 1) throw InvalidInput("num_envs and threads are at least 1");
  const VectorConfig config{.num_envs = num_envs,
                            .threads = threads,
                            .seed = word_from(seed),
                            .autoreset = autoreset_from(autoreset),
                            .packed_masks = packed_masks};
  Made made = make_one_of<barton_in_bloom::State, bloom_town::State, buds_and_blooms::State, cottage_garden::State, gardens_of_io::State,
                          connect_four::State, goofspiel::State, kuhn_poker::State, leduc_poker::State, liars_dice::State, nim::State,
                          pig::State, small_2048::State, tic_tac_toe::State>(game, config);
  if (!made) throw py::type_error("a game that bindings/vector_env.cpp does not list");
  return made;
}

VectorEnv& envs_of(const py::object& self) {
  return self.cast<BoundVectorEnv&>().envs();
}

// `width` 0 for arrays of one dimension.
template <class T>
py::array_t<T> view(const py::object& owner, std::span<const T> values, int width = 0) {
  const py::ssize_t rows = envs_of(owner).num_envs();
  py::array_t<T> array =
      width == 0 ? py::array_t<T>(rows, values.data(), owner) : py::array_t<T>({rows, py::ssize_t{width}}, values.data(), owner);
  py::detail::array_proxy(array.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
  return array;
}

template <class T>
std::span<const T> row_each(const VectorEnv& envs, const py::array_t<T, py::array::c_style>& array, const char* what) {
  if (array.ndim() != 1 || array.size() != envs.num_envs())
    throw InvalidInput(std::string(what) + ": should have one value an environment");
  return {array.data(), static_cast<std::size_t>(array.size())};
}

void reset(BoundVectorEnv& self, const std::optional<Flags>& chosen, const std::optional<py::int_>& seed) {
  const std::span<const bool> flags = chosen ? row_each(self.envs(), *chosen, "chosen") : std::span<const bool>();
  const std::optional<std::uint64_t> word = seed ? std::optional(word_from(*seed)) : std::nullopt;
  const py::gil_scoped_release release;
  self.envs().reset(flags, word);
}

std::optional<int> step(BoundVectorEnv& self, const Numbers& actions) {
  const std::span<const std::int64_t> row = row_each(self.envs(), actions, "actions");
  const py::gil_scoped_release release;
  return self.envs().step(row);
}

Numbers random_actions(const py::object& self) {
  VectorEnv& envs = envs_of(self);
  {
    const py::gil_scoped_release release;
    envs.random_actions();
  }
  return view(self, envs.actions());
}

std::int64_t step_random(BoundVectorEnv& self, std::int64_t count) {
  Interruptible work;
  const std::int64_t ended = self.envs().step_random(count, [&] { return work.should_stop_now(); });
  work.finish();
  return ended;
}

py::array_t<std::uint8_t> action_masks(const py::object& self) {
  VectorEnv& envs = envs_of(self);
  std::span<const std::uint8_t> masks;
  {
    const py::gil_scoped_release release;
    masks = envs.masks();
  }
  return view(self, masks, envs.mask_bytes());
}

py::array_t<float> observations(const py::object& self) {
  VectorEnv& envs = envs_of(self);
  std::span<const float> tensors;
  {
    const py::gil_scoped_release release;
    tensors = envs.observations();
  }
  return view(self, tensors, envs.sizes().tensor);
}

py::object state(BoundVectorEnv& self, int env) {
  if (env < 0 || env >= self.envs().num_envs()) throw InvalidInput("there is no environment of that number");
  return self.state(env);
}

}  // namespace

void bind_vector_env(py::module_& module) {
  py::class_<BoundVectorEnv> bound(module, "VectorEnv", "Many games side by side; python/cloche/vector_env.py describes it.",
                                   py::is_final());
  refuse_pickling(bound);
  bound
      .def(py::init(&make), py::arg("game"), py::kw_only(), py::arg("num_envs").noconvert(), py::arg("seed"),
           py::arg("threads").noconvert(), py::arg("autoreset"), py::arg("packed_masks").noconvert())
      .def("reset", &reset, py::arg("chosen").noconvert() = py::none(), py::arg("seed") = py::none())
      .def("step", &step, py::arg("actions").noconvert(),
           "The first environment in which its action is not legal; None if all were played.")
      .def("random_actions", &random_actions)
      .def("step_random", &step_random, py::arg("count").noconvert(), "Games that ended.")
      .def("action_masks", &action_masks)
      .def("observations", &observations)
      .def("state", &state, py::arg("env").noconvert())
      .def_property_readonly("current_players", [](const py::object& self) { return view(self, envs_of(self).current_players()); })
      .def_property_readonly("rewards",
                             [](const py::object& self) {
                               VectorEnv& envs = envs_of(self);
                               return view(self, envs.rewards(), envs.sizes().players);
                             })
      .def_property_readonly("terminated", [](const py::object& self) { return view(self, envs_of(self).terminated()); });
}

}  // namespace cloche
