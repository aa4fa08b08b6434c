#pragma once

#include "kinroute/genetic/batch.h"
#include "kinroute/solution/individual.h"

namespace kinroute {

/// Receives the solutions of another search.
class Receiver {
public:
    virtual ~Receiver() = default;
    virtual void receive(Batch const &batch) = 0;
    /// A solution that may be the best, but does not become a member.
    virtual void note_incumbent(Individual const &solution) = 0;
};

/// The connection of a search to others on the same problem: it publishes its solutions, and
/// receives theirs. This class is for a search without others.
class Peers {
public:
    virtual ~Peers() = default;

    /// The number of searches, including this one, and the index of this one.
    [[nodiscard]] virtual int searches() const noexcept { return 1; }
    [[nodiscard]] virtual int index() const noexcept { return 0; }
    /// True once another one has ended the search.
    [[nodiscard]] virtual bool is_closed() const noexcept { return false; }

    virtual void publish(Individual const & /*solution*/, Role /*role*/) {}
    /// A generation, or one solution of the first population, is complete.
    virtual void end_turn(bool /*is_iteration*/, int /*population*/) {}
    /// Passes on the solutions of the others up to now.
    virtual void receive(Receiver & /*receiver*/) {}
    /// Waits for the others, and passes on all their solutions.
    virtual void synchronise(Receiver & /*receiver*/) {}
    /// This search has ended; `is_deterministic` if by a number of iterations.
    virtual void finish(Receiver & /*receiver*/, bool /*is_deterministic*/) {}
};

}  // namespace kinroute
