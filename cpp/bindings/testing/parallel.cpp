#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

#include "kinroute/genetic/batch.h"
#include "kinroute/parallel/fork_join.h"
#include "kinroute/parallel/mailbox.h"
#include "testing.h"

namespace kinroute::bindings {

namespace {

/// Publishes a batch with nothing in it.
void publish(Mailbox &mailbox, int search) {
    Batch batch;
    mailbox.publish(search, batch);
}

/// The turn and the clock of the oldest batch that the reader has not had.
std::optional<std::pair<std::int64_t, std::int64_t>> unread(Mailbox &mailbox, int search,
                                                            int reader) {
    Batch const *batch = mailbox.unread(search, reader);
    if (batch == nullptr) return std::nullopt;
    return std::pair(batch->turn, batch->clock);
}

/// What ends a wait after it was called a few times.
std::function<bool()> after(int calls) {
    return [calls]() mutable { return calls-- <= 0; };
}

}  // namespace

void bind_parallel_tests(nb::module_ &testing) {
    nb::class_<Mailbox>(testing, "Mailbox")
        .def(nb::init<int>(), nb::arg("searches"))
        .def("publish", &publish, nb::arg("search"))
        .def("unread", &unread, nb::arg("search"), nb::arg("reader"))
        .def("mark_read", &Mailbox::mark_read, nb::arg("search"), nb::arg("reader"))
        .def(
            "note_work",
            [](Mailbox &mailbox, int search, std::int64_t work) { mailbox.clock(search) += work; },
            nb::arg("search"), nb::arg("work"))
        .def(
            "await_work",
            [](Mailbox &mailbox, int search, std::int64_t work, int calls) {
                return mailbox.await_work(search, work, after(calls));
            },
            nb::arg("search"), nb::arg("work"), nb::arg("calls"))
        .def(
            "await_turns",
            [](Mailbox &mailbox, int search, std::int64_t turns, int calls) {
                return mailbox.await_turns(search, turns, after(calls));
            },
            nb::arg("search"), nb::arg("turns"), nb::arg("calls"))
        .def("leave", &Mailbox::leave, nb::arg("search"))
        .def("close", &Mailbox::close);
    using WithoutGil = nb::call_guard<nb::gil_scoped_release>;
    nb::class_<ForkJoin>(testing, "ForkJoin")
        .def(nb::init<int>(), nb::arg("threads"))
        .def("run", &ForkJoin::run, nb::arg("task"), WithoutGil())
        .def("serve", &ForkJoin::serve, nb::arg("index"), WithoutGil())
        .def("dismiss", &ForkJoin::dismiss, WithoutGil())
        .def("close", &ForkJoin::close, WithoutGil())
        .def("is_closed", &ForkJoin::is_closed, WithoutGil());
}

}  // namespace kinroute::bindings
