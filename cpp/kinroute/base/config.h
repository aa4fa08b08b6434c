#pragma once

#include <cstdint>
#include <tuple>
#include <utility>

namespace kinroute {

// The settings of a search. The Python class of the same name in `kinroute.search.config` has the
// same fields, with the defaults and what each of them means; here they are plain numbers.
// `fields` lists them by name for the bindings.

struct PopulationConfig {
    int min_size;         ///< μ: number of survivors
    int generation_size;  ///< λ: children before survivors are selected
    int elite;            ///< best by cost, which diversity cannot displace
    int close;            ///< nearest solutions that define a solution's diversity
    bool unique;          ///< whether duplicates of members are rejected
    int initial_size;     ///< random solutions of the first population; 0: 4μ

    static constexpr auto fields() {
        return std::make_tuple(std::pair{"min_size", &PopulationConfig::min_size},
                               std::pair{"generation_size", &PopulationConfig::generation_size},
                               std::pair{"elite", &PopulationConfig::elite},
                               std::pair{"close", &PopulationConfig::close},
                               std::pair{"unique", &PopulationConfig::unique},
                               std::pair{"initial_size", &PopulationConfig::initial_size});
    }
};

struct PenaltyConfig {
    double target_feasible;  ///< share of feasible local optima
    double tolerance;        ///< deviation without adaptation
    double increase, decrease;
    int memory;       ///< last local optima that are counted
    int adapt_every;  ///< iterations

    static constexpr auto fields() {
        return std::make_tuple(std::pair{"target_feasible", &PenaltyConfig::target_feasible},
                               std::pair{"tolerance", &PenaltyConfig::tolerance},
                               std::pair{"increase", &PenaltyConfig::increase},
                               std::pair{"decrease", &PenaltyConfig::decrease},
                               std::pair{"memory", &PenaltyConfig::memory},
                               std::pair{"adapt_every", &PenaltyConfig::adapt_every});
    }
};

struct BreedingConfig {
    double edge_assembly_share;  ///< of the children; the others are made by crossover

    static constexpr auto fields() {
        return std::make_tuple(
            std::pair{"edge_assembly_share", &BreedingConfig::edge_assembly_share});
    }
};

struct RestartConfig {
    std::int64_t after;  ///< iterations without improvement
    int merge_every;     ///< restarts between two merges of populations; 0: no merge

    static constexpr auto fields() {
        return std::make_tuple(std::pair{"after", &RestartConfig::after},
                               std::pair{"merge_every", &RestartConfig::merge_every});
    }
};

struct AnnealingConfig {
    int solutions;               ///< annealed solutions of the first population; 0: it is random
    double share;                ///< of the time limit, for all of them
    double quick_share;          ///< of that, without local search
    double steps_per_customer;   ///< with local search, without a time limit
    double quick_steps;          ///< per customer without local search, likewise
    double initial_temperature;  ///< in mean arc lengths
    double final_temperature;    ///< likewise
    double target_feasible;      ///< share of feasible local optima
    int part_size;               ///< customers of a part of a decomposed problem
    int rounds;                  ///< decompositions of a large problem
    int thread_rounds;           ///< the same of a problem that only threads divide
    bool touched_only;           ///< whether local search leaves out the rest of changed routes
    bool lighter_only;           ///< … of those that have not become lighter
    double narrow_share;  ///< of the touched_only steps, those without related customers and SWAP*

    static constexpr auto fields() {
        return std::make_tuple(
            std::pair{"solutions", &AnnealingConfig::solutions},
            std::pair{"share", &AnnealingConfig::share},
            std::pair{"quick_share", &AnnealingConfig::quick_share},
            std::pair{"steps_per_customer", &AnnealingConfig::steps_per_customer},
            std::pair{"quick_steps", &AnnealingConfig::quick_steps},
            std::pair{"initial_temperature", &AnnealingConfig::initial_temperature},
            std::pair{"final_temperature", &AnnealingConfig::final_temperature},
            std::pair{"target_feasible", &AnnealingConfig::target_feasible},
            std::pair{"part_size", &AnnealingConfig::part_size},
            std::pair{"rounds", &AnnealingConfig::rounds},
            std::pair{"thread_rounds", &AnnealingConfig::thread_rounds},
            std::pair{"touched_only", &AnnealingConfig::touched_only},
            std::pair{"lighter_only", &AnnealingConfig::lighter_only},
            std::pair{"narrow_share", &AnnealingConfig::narrow_share});
    }
};

struct RuinConfig {
    int granularity;            ///< related customers that are considered
    double mean_removed;        ///< customers per step with local search
    double quick_mean_removed;  ///< customers per step without it
    int max_string_length;      ///< consecutive visits removed from one route
    double blink_rate;          ///< probability that a position is skipped
    double split_stop;          ///< probability that what stays inside a string grows no further
    bool allows_excess;         ///< whether recreate may exceed the capacity at the penalty

    static constexpr auto fields() {
        return std::make_tuple(std::pair{"granularity", &RuinConfig::granularity},
                               std::pair{"mean_removed", &RuinConfig::mean_removed},
                               std::pair{"quick_mean_removed", &RuinConfig::quick_mean_removed},
                               std::pair{"max_string_length", &RuinConfig::max_string_length},
                               std::pair{"blink_rate", &RuinConfig::blink_rate},
                               std::pair{"split_stop", &RuinConfig::split_stop},
                               std::pair{"allows_excess", &RuinConfig::allows_excess});
    }
};

struct SearchConfig {
    int granularity;  ///< Γ
    PopulationConfig population;
    PenaltyConfig penalties;
    BreedingConfig breeding;
    RestartConfig restarts;
    AnnealingConfig annealing;
    RuinConfig ruin;

    static constexpr auto fields() {
        return std::make_tuple(std::pair{"granularity", &SearchConfig::granularity},
                               std::pair{"population", &SearchConfig::population},
                               std::pair{"penalties", &SearchConfig::penalties},
                               std::pair{"breeding", &SearchConfig::breeding},
                               std::pair{"restarts", &SearchConfig::restarts},
                               std::pair{"annealing", &SearchConfig::annealing},
                               std::pair{"ruin", &SearchConfig::ruin});
    }
};

}  // namespace kinroute
