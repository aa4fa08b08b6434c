#include "kinroute/base/config.h"

#include <tuple>

#include "bindings.h"

namespace kinroute::bindings {

namespace {

template <class Config>
void bind_fields(nb::module_ &module, char const *name) {
    auto bound = nb::class_<Config>(module, name).def(nb::init<>());
    std::apply([&](auto const &...field) { (bound.def_rw(field.first, field.second), ...); },
               Config::fields());
}

}  // namespace

void bind_config(nb::module_ &module) {
    bind_fields<PopulationConfig>(module, "PopulationConfig");
    bind_fields<PenaltyConfig>(module, "PenaltyConfig");
    bind_fields<BreedingConfig>(module, "BreedingConfig");
    bind_fields<RestartConfig>(module, "RestartConfig");
    bind_fields<AnnealingConfig>(module, "AnnealingConfig");
    bind_fields<RuinConfig>(module, "RuinConfig");
    bind_fields<SearchConfig>(module, "SearchConfig");
}

}  // namespace kinroute::bindings
