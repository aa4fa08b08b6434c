#include "kinroute/solution/chains.h"

namespace kinroute {

Chains::Chains(Problem const &problem)
    : problem_(problem),
      customers_(problem.customers()),
      links_(at(problem.customers() + 1 + problem.fleet())),
      saved_(links_.size()),
      is_changed_(links_.size()),
      loads_(at(problem.fleet())),
      sizes_(at(problem.fleet())) {}

void Chains::clear() {
    log_.clear();
    empty_.clear();
    used_routes_ = 0;
    length_ = 0;
    for (int r = problem_.fleet() - 1; r >= 0; --r) {
        links_[at(depot(r))] = {depot(r), depot(r), r};
        mark(depot(r));
        loads_[at(r)] = 0;
        sizes_[at(r)] = 0;
        empty_.push_back(r);
    }
    for (Node u = 1; u <= customers_; ++u) links_[at(u)].route = -1;
}

void Chains::load(Individual const &individual) {
    clear();
    for (int r = 0; r < individual.routes(); ++r) {
        Node last = depot(r);
        for (Node const customer : individual.route(r)) {
            link(customer, last);
            last = customer;
        }
    }
}

void Chains::save() {
    for (Node const u : changed_) {
        saved_[at(u)] = links_[at(u)];
        is_changed_[at(u)] = 0;
    }
    changed_.clear();
}

void Chains::store_saved(Individual &individual) {
    starts_.clear();
    auto &tour = individual.tour();
    tour.clear();
    for (int r = 0; r < problem_.fleet(); ++r) {
        starts_.push_back(tour.size());
        for (Node u = saved_[at(depot(r))].next; u != depot(r); u = saved_[at(u)].next) {
            tour.push_back(u);
        }
    }
    starts_.push_back(tour.size());
    individual.cut(problem_, starts_);
}

int Chains::empty_route() noexcept {
    while (!empty_.empty() && sizes_[at(empty_.back())] > 0) empty_.pop_back();
    return empty_.empty() ? -1 : empty_.back();
}

void Chains::mark(Node u) noexcept {
    if (is_changed_[at(u)]) return;
    is_changed_[at(u)] = 1;
    changed_.push_back(u);
}

void Chains::link(Node u, Node after) noexcept {
    length_ += insertion_cost(u, after);
    int const r = links_[at(after)].route;
    Node const following = links_[at(after)].next;
    links_[at(u)] = {after, following, r};
    links_[at(after)].next = u;
    links_[at(following)].prev = u;
    mark(u);
    mark(after);
    mark(following);
    loads_[at(r)] += problem_.demand(u);
    if (sizes_[at(r)]++ == 0) ++used_routes_;
}

void Chains::unlink(Node u) noexcept {
    auto const [before, following, r] = links_[at(u)];
    links_[at(before)].next = following;
    links_[at(following)].prev = before;
    links_[at(u)].route = -1;
    mark(u);
    mark(before);
    mark(following);
    loads_[at(r)] -= problem_.demand(u);
    length_ -= insertion_cost(u, before);
    if (--sizes_[at(r)] == 0) {
        --used_routes_;
        empty_.push_back(r);
    }
}

void Chains::remove(Node u) noexcept {
    log_.push_back({u, prev(u)});
    unlink(u);
}

void Chains::insert(Node u, Node after) noexcept {
    log_.push_back({u, 0});
    link(u, after);
}

void Chains::undo() noexcept {
    for (; !log_.empty(); log_.pop_back()) {
        auto const [customer, after] = log_.back();
        if (after == 0) {
            unlink(customer);
        } else {
            link(customer, after);
        }
    }
}

}  // namespace kinroute
