#include "testing.h"

namespace kinroute::bindings {

void bind_testing(nb::module_ &module) {
    auto testing = module.def_submodule("testing", "Single steps of the search, for the tests.");
    bind_problem_tests(testing);
    bind_solution_tests(testing);
    bind_move_tests(testing);
    bind_genetic_tests(testing);
    bind_annealing_tests(testing);
    bind_parallel_tests(testing);
}

}  // namespace kinroute::bindings
