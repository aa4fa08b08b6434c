#include "kinroute/annealing/annealer.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>
#include <utility>

#include "kinroute/annealing/decomposition.h"

namespace kinroute {

namespace {

PenaltyConfig penalties_of(SearchConfig const &config) {
    PenaltyConfig result = config.penalties;
    result.target_feasible = config.annealing.target_feasible;
    return result;
}

Cost length_of(Problem const &problem, std::span<Node const> route) {
    Cost result = 0;
    Node last = 0;
    for (Node const customer : route) {
        result += problem.distance(last, customer);
        last = customer;
    }
    return result + problem.distance(last, 0);
}

}  // namespace

Annealer::Annealer(Problem const &problem, Neighbours const &related, Neighbours const &ruin,
                   SearchConfig const &config, Rng &rng, Monitor *monitor)
    : problem_(problem),
      related_(related),
      ruin_(ruin),
      config_(config),
      penalties_(problem, penalties_of(config)),
      rng_(rng),
      monitor_(monitor),
      whole_(problem, related, ruin, config, penalties_, rng, monitor) {}

void Annealer::run(Individual &individual, Observer const &observer, AnnealingTeam *team) {
    begin(observer, team);
    if (team != nullptr) {
        team->members.front() = this;
        team->is_over = false;
    }
    AnnealingConfig const &config = config_.annealing;
    bool const is_quick_first = config.quick_share > 0;
    if (is_quick_first && team == nullptr) anneal_quickly(individual);
    best_ = individual.route_lists();
    best_length_ = individual.distance();
    if (is_quick_first && team != nullptr) {
        int const rounds = std::max(1, static_cast<int>(config.thread_rounds * config.quick_share));
        run_stage(individual, {true, 0, config.quick_share, rounds, threads(), false});
    }
    if (config.quick_share < 1) run_stage(individual, stage_with_search());
    individual.assign(problem_, best_);
    best_routes_ = nullptr;
}

/// A large problem is decomposed into parts, each annealed long enough that its best routes are
/// worth keeping. A smaller one is only divided among the threads, often, and annealing goes on.
Annealer::Stage Annealer::stage_with_search() const {
    AnnealingConfig const &config = config_.annealing;
    int const customers = problem_.customers();
    bool const is_large = 2 * customers > 3 * config.part_size;
    int parts = is_large ? (customers + config.part_size - 1) / config.part_size : 1;
    parts = threads() * ((parts + threads() - 1) / threads());
    int const rounds = is_large ? config.rounds : threads() > 1 ? config.thread_rounds : 1;
    return {false, config.quick_share, 1, rounds, parts, is_large};
}

void Annealer::serve(int index, Observer const &observer, AnnealingTeam &team) {
    begin(observer, &team);
    team.members[static_cast<std::size_t>(index)] = this;
    team.fork_join.serve(index);
}

void Annealer::begin(Observer const &observer, AnnealingTeam *team) {
    observer_ = &observer;
    team_ = team;
    work_ = 0;
    is_over_ = false;
}

/// The share of the annealing that is done: of its time, or of its steps without a time limit.
double Annealer::done(Report report) {
    AnnealingConfig const &config = config_.annealing;
    double const customers = static_cast<double>(problem_.customers()) / threads();
    work_ +=
        report.quick_steps * config.quick_share / (config.quick_steps * customers) +
        report.search_steps * (1 - config.quick_share) / (config.steps_per_customer * customers);
    if (team_ != nullptr) count_for_team(report);
    Answer const answer = (*observer_)(report);
    is_over_ = answer.is_over;
    if (is_over_ && is_first()) team_->is_over = true;
    if (team_ != nullptr && team_->is_over) is_over_ = true;
    // Above any share, as the shares of the parts add up to one only approximately.
    if (is_over_) return std::numeric_limits<double>::infinity();
    return answer.share < 0 ? work_ : answer.share;
}

/// The first annealer reports the steps of all.
void Annealer::count_for_team(Report &report) const {
    if (is_first()) {
        report.search_steps += team_->steps.exchange(0);
    } else {
        team_->steps += report.quick_steps + report.search_steps;
    }
}

void Annealer::anneal_quickly(Individual &individual) {
    int steps = 0;
    best_routes_ = [this] { return whole_.best_routes(); };
    whole_.run_quickly(individual, 1, [&](Cost length) {
        double const share = done({length, steps, 0}) / config_.annealing.quick_share;
        steps = Annealing::quick_steps_per_look;
        return share;
    });
    best_routes_ = nullptr;
}

void Annealer::run_stage(Individual &individual, Stage const &stage) {
    for (int round = 0; round < stage.rounds && !is_over_; ++round) {
        std::vector<Group> groups = groups_of(individual, stage, round);
        round_length_ = individual.distance();
        anneal_groups(groups, stage);
        RouteLists current, best;
        Cost length = 0;
        for (Group const &group : groups) {
            current.insert(current.end(), group.current.begin(), group.current.end());
            best.insert(best.end(), group.best.begin(), group.best.end());
            length += group.best_length;
        }
        if (length < best_length_) {
            best_length_ = length;
            best_ = best;
        }
        individual.assign(problem_, stage.keeps_best ? best : current);
    }
}

/// The routes in groups, each with the share of the annealing at which it ends: the groups of one
/// thread follow one another in the time of a round.
std::vector<Annealer::Group> Annealer::groups_of(Individual const &individual, Stage const &stage,
                                                 int round) {
    auto const numbers = neighbouring_routes(problem_, individual, stage.parts, rng_);
    int const spare = (problem_.fleet() - individual.routes()) / static_cast<int>(numbers.size());
    std::vector<Group> groups(numbers.size());
    for (std::size_t g = 0; g < groups.size(); ++g) {
        Group &group = groups[g];
        for (int const r : numbers[g]) {
            auto const route = individual.route(r);
            group.start.emplace_back(route.begin(), route.end());
            group.customers += static_cast<int>(route.size());
            group.start_length += length_of(problem_, route);
        }
        group.best = group.current = group.start;
        group.best_length = group.start_length;
        group.fleet = static_cast<int>(group.start.size()) + spare;
    }
    auto const each = static_cast<std::size_t>(stage.parts / threads());
    for (std::size_t first = 0; first < groups.size(); first += each) {
        auto const own = std::span(groups).subspan(first, std::min(each, groups.size() - first));
        int customers = 0;
        for (Group const &group : own) customers += group.customers;
        int before = 0;
        for (Group &group : own) {
            before += group.customers;
            group.until = (round + static_cast<double>(before) / customers) / stage.rounds;
        }
    }
    return groups;
}

void Annealer::anneal_groups(std::vector<Group> &groups, Stage const &stage) {
    if (team_ == nullptr) {
        for (std::size_t g = 0; g < groups.size(); ++g) anneal(groups, g, stage);
        return;
    }
    best_routes_ = [this] { return best_; };
    auto const each = static_cast<std::size_t>(stage.parts / threads());
    team_->fork_join.run([&](int index) {
        auto const member = static_cast<std::size_t>(index);
        auto const first = std::min(groups.size(), member * each);
        for (std::size_t g = first; g < std::min(groups.size(), first + each); ++g) {
            team_->members[member]->anneal(groups, g, stage);
        }
    });
    if (team_->fork_join.is_closed()) is_over_ = true;
}

/// Makes `best_routes` those of the groups so far, unless an earlier round had better ones.
void Annealer::show(std::vector<Group> const &groups, Group const &running, Part const &part,
                    Annealing const &annealing) {
    best_routes_ = [&, this] {
        if (round_length_ - running.start_length + annealing.best_length() >= best_length_) {
            return best_;
        }
        RouteLists all;
        for (Group const &group : groups) {
            auto const add = [&](RouteLists const &routes) {
                all.insert(all.end(), routes.begin(), routes.end());
            };
            add(&group == &running ? part.in_whole(annealing.best_routes()) : group.best);
        }
        return all;
    };
}

/// Anneals the routes of a group as a problem of their own.
void Annealer::anneal(std::vector<Group> &groups, std::size_t number, Stage const &stage) {
    if (is_over_) return;
    Group &group = groups[number];
    Part const part(problem_, group.start, group.fleet);
    Annealing annealing(part.problem(), related_.part(part.customers()),
                        ruin_.part(part.customers()), config_, penalties_, rng_, monitor_);
    if (team_ == nullptr) show(groups, group, part, annealing);
    Individual solution = part.solution();
    int steps = 0;
    auto const share = [&](Cost length) {
        Cost const shown = team_ == nullptr ? round_length_ - group.start_length + length
                                            : team_->members.front()->best_length_;
        Report const report{shown, stage.is_quick ? steps : 0, stage.is_quick ? 0 : steps};
        steps = stage.is_quick ? Annealing::quick_steps_per_look : Annealing::steps_per_look;
        return (done(report) - stage.from) / (stage.to - stage.from);
    };
    if (stage.is_quick) {
        annealing.run_quickly(solution, group.until, share);
    } else {
        annealing.run(solution, group.until, share);
    }
    group.best = part.in_whole(solution.route_lists());
    group.best_length = solution.distance();
    group.current = part.in_whole(annealing.current_routes());
    round_length_ += group.best_length - group.start_length;
    if (team_ == nullptr) best_routes_ = nullptr;
}

}  // namespace kinroute
