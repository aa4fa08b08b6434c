#include "kinroute/annealing/decomposition.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <numeric>
#include <span>

namespace kinroute {

namespace {

struct Centre {
    double east = 0, north = 0;
    int customers = 0;
};

class Halving {
public:
    Halving(std::vector<Centre> const &centres, Rng &rng) : centres_(centres), rng_(rng) {}

    void run(std::span<int> routes, int count) {
        if (count < 2 || routes.size() < 2) {
            groups.emplace_back(routes.begin(), routes.end());
            return;
        }
        int const customers = std::accumulate(routes.begin(), routes.end(), 0, [&](int sum, int r) {
            return sum + centres_[static_cast<std::size_t>(r)].customers;
        });
        double const angle = 2 * std::numbers::pi * rng_.real();
        auto const along = [&, x = std::cos(angle), y = std::sin(angle)](int r) {
            Centre const &centre = centres_[static_cast<std::size_t>(r)];
            return x * centre.east + y * centre.north;
        };
        std::ranges::stable_sort(routes, {}, along);
        int const left = count / 2;
        std::size_t cut = 1;
        for (int sum = 0; cut + 1 < routes.size(); ++cut) {
            sum += centres_[static_cast<std::size_t>(routes[cut - 1])].customers;
            if (static_cast<double>(sum) * count >= static_cast<double>(customers) * left) break;
        }
        run(routes.first(cut), left);
        run(routes.subspan(cut), count - left);
    }

    std::vector<std::vector<int>> groups;

private:
    std::vector<Centre> const &centres_;
    Rng &rng_;
};

}  // namespace

std::vector<std::vector<int>> neighbouring_routes(Problem const &problem,
                                                  Individual const &solution, int count, Rng &rng) {
    std::vector<Centre> centres(static_cast<std::size_t>(solution.routes()));
    for (int r = 0; r < solution.routes(); ++r) {
        Centre &centre = centres[static_cast<std::size_t>(r)];
        for (Node const customer : solution.route(r)) {
            centre.east += problem.east(customer);
            centre.north += problem.north(customer);
        }
        centre.customers = static_cast<int>(solution.route(r).size());
        centre.east /= centre.customers;
        centre.north /= centre.customers;
    }
    std::vector<int> routes(centres.size());
    std::iota(routes.begin(), routes.end(), 0);
    Halving halving(centres, rng);
    halving.run(routes, count);
    return std::move(halving.groups);
}

}  // namespace kinroute
