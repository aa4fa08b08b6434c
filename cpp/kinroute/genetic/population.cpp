#include "kinroute/genetic/population.h"

#include <algorithm>
#include <utility>

#include "kinroute/solution/diversity.h"

namespace kinroute {

Subpopulation::Subpopulation(PopulationConfig const &config, bool is_symmetric)
    : config_(config),
      is_symmetric_(is_symmetric),
      most_(static_cast<std::size_t>(config.min_size + config.generation_size)) {}

void Subpopulation::clear() noexcept {
    for (Member &member : members_) spare_.push_back(std::move(member));
    members_.clear();
    is_ranked_ = false;
}

bool Subpopulation::has(Individual const &individual) const noexcept {
    return std::ranges::any_of(members_, [&](Member const &member) {
        return member.solution->distance() == individual.distance() &&
               member.solution->routes() == individual.routes() &&
               broken_pairs_distance(individual, *member.solution, is_symmetric_) == 0;
    });
}

void Subpopulation::add(Individual const &individual, Penalties const &penalties) {
    if (config_.unique && has(individual)) return;
    Member member;
    if (spare_.empty()) {
        member.solution = std::make_unique<Individual>(individual);
    } else {
        member = std::move(spare_.back());
        spare_.pop_back();
        *member.solution = individual;
        member.others.clear();
    }
    member.cost = individual.penalised_cost(penalties);
    for (Member &other : members_) {
        double const apart = broken_pairs_distance(individual, *other.solution, is_symmetric_);
        auto const farther = [](double d, auto const &known) { return d < known.first; };
        other.others.insert(
            std::upper_bound(other.others.begin(), other.others.end(), apart, farther),
            {apart, member.solution.get()});
        member.others.emplace_back(apart, other.solution.get());
    }
    std::ranges::sort(member.others, {}, [](auto const &known) { return known.first; });
    auto const place =
        std::lower_bound(members_.begin(), members_.end(), member.cost,
                         [](Member const &other, Cost cost) { return other.cost < cost; });
    members_.insert(place, std::move(member));
    is_ranked_ = false;
    if (members_.size() > most_) {
        while (members_.size() > static_cast<std::size_t>(config_.min_size)) remove_worst();
    }
}

double Subpopulation::total_diversity() const noexcept {
    double total = 0;
    for (Member const &member : members_) total += diversity(member);
    return total;
}

/// Mean distance to the most similar other members.
double Subpopulation::diversity(Member const &member) const noexcept {
    auto const count = std::min(member.others.size(), static_cast<std::size_t>(config_.close));
    if (count == 0) return 1;
    double sum = 0;
    for (std::size_t k = 0; k < count; ++k) sum += member.others[k].first;
    return sum / static_cast<double>(count);
}

void Subpopulation::rank() {
    is_ranked_ = true;
    std::size_t const size = members_.size();
    by_diversity_.clear();
    for (std::size_t i = 0; i < size; ++i) {
        by_diversity_.emplace_back(-diversity(members_[i]), i);
    }
    std::sort(by_diversity_.begin(), by_diversity_.end());
    if (size == 1) {
        members_[0].fitness = 0;
        return;
    }
    double const last = static_cast<double>(size - 1);
    double const weight = size <= static_cast<std::size_t>(config_.elite)
                              ? 0
                              : 1 - static_cast<double>(config_.elite) / static_cast<double>(size);
    for (std::size_t place = 0; place < size; ++place) {
        std::size_t const by_cost = by_diversity_[place].second;
        members_[by_cost].fitness =
            static_cast<double>(by_cost) / last + weight * static_cast<double>(place) / last;
    }
}

double Subpopulation::biased_fitness(std::size_t i) {
    if (!is_ranked_) rank();
    return members_[i].fitness;
}

/// Removes one member: the least fit of those that have a clone, or else the least fit. The
/// cheapest always survives.
void Subpopulation::remove_worst() {
    rank();
    std::size_t worst = 0;
    bool worst_is_clone = false;
    for (std::size_t i = 1; i < members_.size(); ++i) {
        bool const is_clone = members_[i].others.front().first < 1e-9;
        bool const is_worse =
            is_clone != worst_is_clone ? is_clone : members_[i].fitness > members_[worst].fitness;
        if (worst == 0 || is_worse) {
            worst = i;
            worst_is_clone = is_clone;
        }
    }
    spare_.push_back(std::move(members_[worst]));
    members_.erase(members_.begin() + static_cast<std::ptrdiff_t>(worst));
    Individual const *gone = spare_.back().solution.get();
    for (Member &other : members_) {
        std::erase_if(other.others, [&](auto const &known) { return known.second == gone; });
    }
    is_ranked_ = false;
}

void Subpopulation::reorder(Penalties const &penalties) {
    for (Member &member : members_) member.cost = member.solution->penalised_cost(penalties);
    std::stable_sort(members_.begin(), members_.end(),
                     [](Member const &a, Member const &b) { return a.cost < b.cost; });
    is_ranked_ = false;
}

Population::Population(PopulationConfig const &config, bool is_symmetric, Rng &rng)
    : feasible_(config, is_symmetric), infeasible_(config, is_symmetric), rng_(rng) {}

void Population::add(Individual const &individual, Penalties const &penalties) {
    (individual.is_feasible() ? feasible_ : infeasible_).add(individual, penalties);
}

void Population::copy_members(std::vector<Individual> &members) const {
    for (Subpopulation const *from : {&feasible_, &infeasible_}) {
        for (std::size_t i = 0; i < from->size(); ++i) members.push_back((*from)[i]);
    }
}

Population::Pick Population::pick() {
    std::size_t const k = rng_.below(static_cast<std::uint32_t>(size()));
    if (k < feasible_.size()) return {&feasible_, k};
    return {&infeasible_, k - feasible_.size()};
}

Individual const &Population::tournament() {
    Pick const a = pick();
    Pick const b = pick();
    Pick const &winner = a.from->biased_fitness(a.index) < b.from->biased_fitness(b.index) ? a : b;
    return (*winner.from)[winner.index];
}

void Population::clear() noexcept {
    feasible_.clear();
    infeasible_.clear();
}

}  // namespace kinroute
