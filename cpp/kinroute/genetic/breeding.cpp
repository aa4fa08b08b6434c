#include "kinroute/genetic/breeding.h"

namespace kinroute {

namespace {

/// Maximum number of selections of parents for a new child.
constexpr int max_tries = 5;

}  // namespace

CrossoverBreeding::CrossoverBreeding(SearchContext &context, Split &split)
    : context_(context),
      split_(split),
      crossover_(context.steering.crossover_kind, context.steering.crossover,
                 context.problem.customers(), context.rng) {}

void CrossoverBreeding::breed(Population &population, Penalties const &penalties, Child &child) {
    Individual const &first = population.tournament();
    Individual const &second = population.tournament();
    cross(first, second, penalties, child);
}

void CrossoverBreeding::cross(Individual const &first, Individual const &second,
                              Penalties const &penalties, Child &child) {
    crossover_.run(first, second, child.solution.tour());
    split_.run(child.solution, first.routes(), penalties);
    child.dont_look.clear();
    inherit_routes(context_.problem, first, child.solution, child.dont_look);
}

EdgeAssemblyBreeding::EdgeAssemblyBreeding(SearchContext &context, Split &split)
    : CrossoverBreeding(context, split),
      edge_assembly_(context.problem, context.steering.crossover, context.rng) {}

void EdgeAssemblyBreeding::breed(Population &population, Penalties const &penalties, Child &child) {
    for (int tries = 1;; ++tries) {
        Individual const &first = population.tournament();
        Individual const &second = population.tournament();
        bool const is_assembled =
            context_.rng.real() <= context_.config.breeding.edge_assembly_share &&
            edge_assembly_.run(first, second, child.solution);
        bool const is_new = is_assembled ? visited_.note(child.solution) : &first != &second;
        if (!is_new && tries < max_tries) continue;
        if (!is_assembled) return cross(first, second, penalties, child);
        child.dont_look.clear();
        inherit_routes(context_.problem, first, child.solution, child.dont_look);
        inherit_customers(context_.problem, first, child.solution, child.dont_look);
        return;
    }
}

}  // namespace kinroute
