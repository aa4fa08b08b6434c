#include "bindings.h"

NB_MODULE(_core, module) {
    module.doc() = "The native search of Kinroute. Python owns the data, this owns the search.";
    kinroute::bindings::bind_problem(module);
    kinroute::bindings::bind_neighbours(module);
    kinroute::bindings::bind_config(module);
    kinroute::bindings::bind_search(module);
    kinroute::bindings::bind_network(module);
    kinroute::bindings::bind_exact(module);
    kinroute::bindings::bind_solution(module);
    kinroute::bindings::bind_testing(module);
}
