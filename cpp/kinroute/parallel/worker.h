#pragma once

#include <cstdint>

#include "kinroute/base/monitor.h"
#include "kinroute/genetic/batch.h"
#include "kinroute/genetic/peers.h"
#include "kinroute/parallel/mailbox.h"

namespace kinroute {

/// The connection of one of several searches, each on its own thread, to the others.
///
/// All of them receive the same children in the same order: they act as one population. When a
/// worker receives a child follows from counted work, so that the result depends on the seed and
/// the number of threads, but not on their speed.
class Worker : public Peers {
public:
    Worker(Mailbox &mailbox, int index, Monitor &monitor, int customers);

    [[nodiscard]] int searches() const noexcept override { return mailbox_.searches(); }
    [[nodiscard]] int index() const noexcept override { return index_; }
    [[nodiscard]] bool is_closed() const noexcept override { return is_closed_; }

    void publish(Individual const &solution, Role role) override { outbox_.add(solution, role); }
    void end_turn(bool is_iteration, int population) override;
    void receive(Receiver &receiver) override;
    void synchronise(Receiver &receiver) override;
    void finish(Receiver &receiver, bool is_deterministic) override;

private:
    /// Calls `use` with each of the other searches, until one of them closed the mailbox.
    template <class Use>
    void for_each_other(Use const &use);
    /// Passes on the batches of a search, oldest first, while they are wanted.
    template <class Wanted>
    void receive_from(int search, Receiver &receiver, Wanted const &is_wanted);
    [[nodiscard]] bool is_interrupted() { return monitor_.is_interrupted(); }

    Mailbox &mailbox_;
    int index_;
    Monitor &monitor_;
    std::int64_t work_per_turn_;   ///< beside local search
    Batch outbox_;                 ///< made in this turn
    std::int64_t turns_ = 0;       ///< batches published
    std::int64_t turn_began_ = 0;  ///< work that was done before the turn
    double mean_turn_work_ = 0;    ///< of the last turns
    bool is_closed_ = false;
};

}  // namespace kinroute
