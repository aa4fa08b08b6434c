#include "kinroute/parallel/worker.h"

#include <algorithm>

namespace kinroute {

namespace {

/// Work of a turn beside local search, in the nanoseconds of `Monitor::note_work`.
constexpr int work_per_customer = 300;
/// How far the others may be behind, in turns. A higher value means less waiting, but children of
/// older parents.
constexpr double slack = 0.5;
/// Number of turns over which their work is averaged.
constexpr std::int64_t turns_averaged = 20;

}  // namespace

Worker::Worker(Mailbox &mailbox, int index, Monitor &monitor, int customers)
    : mailbox_(mailbox),
      index_(index),
      monitor_(monitor),
      work_per_turn_(std::int64_t{work_per_customer} * customers) {
    monitor_.share_work(&mailbox_.clock(index_));
    monitor_.share_pauses(&mailbox_.pauses());
}

void Worker::end_turn(bool is_iteration, int population) {
    monitor_.note_work(work_per_turn_);
    outbox_.is_iteration = is_iteration;
    outbox_.population = population;
    mailbox_.publish(index_, outbox_);
    ++turns_;
    auto const work = static_cast<double>(monitor_.work() - turn_began_);
    turn_began_ = monitor_.work();
    mean_turn_work_ +=
        (work - mean_turn_work_) / static_cast<double>(std::min(turns_, turns_averaged));
}

template <class Use>
void Worker::for_each_other(Use const &use) {
    for (int s = 0; s < searches() && !is_closed_; ++s) {
        if (s != index_) use(s);
    }
}

template <class Wanted>
void Worker::receive_from(int search, Receiver &receiver, Wanted const &is_wanted) {
    for (Batch const *batch = mailbox_.unread(search, index_);
         batch != nullptr && is_wanted(*batch); batch = mailbox_.unread(search, index_)) {
        receiver.receive(*batch);
        mailbox_.mark_read(search, index_);
    }
}

/// Receives what the others had published when they had done as much work as this search, less a
/// slack: they may be that far behind without causing a wait.
void Worker::receive(Receiver &receiver) {
    auto const moment = monitor_.work() - static_cast<std::int64_t>(slack * mean_turn_work_);
    for_each_other([&](int s) {
        is_closed_ = !mailbox_.await_work(s, moment, [this] { return is_interrupted(); });
        if (is_closed_) return;
        receive_from(s, receiver, [=](Batch const &batch) { return batch.clock < moment; });
    });
}

/// A barrier for all workers, which then set their clocks to the same value.
void Worker::synchronise(Receiver &receiver) {
    std::int64_t latest = monitor_.work();
    for_each_other([&](int s) {
        is_closed_ = !mailbox_.await_turns(s, turns_, [this] { return is_interrupted(); });
        if (is_closed_) return;
        receive_from(s, receiver, [&](Batch const &batch) {
            if (batch.turn >= turns_) return false;
            latest = std::max(latest, batch.clock);
            return true;
        });
    });
    if (is_closed_) return;
    monitor_.note_work(latest - monitor_.work());
    turn_began_ = latest;
}

/// If a clock ended the search, solutions that were not received yet may include the best.
void Worker::finish(Receiver &receiver, bool is_deterministic) {
    if (is_deterministic) {
        mailbox_.leave(index_);
        return;
    }
    mailbox_.close();
    for (int s = 0; s < searches(); ++s) {
        if (s == index_) continue;
        while (Batch const *batch = mailbox_.unread(s, index_)) {
            for (std::size_t k = 0; k < batch->size(); ++k) {
                receiver.note_incumbent((*batch)[k].solution);
            }
            mailbox_.mark_read(s, index_);
        }
    }
}

}  // namespace kinroute
