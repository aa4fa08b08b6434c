#pragma once

#include "kinroute/base/monitor.h"
#include "kinroute/portfolio/portfolio.h"

namespace kinroute {

/// Searches on several threads, including the calling one, that share their solutions; `poll` is
/// only called on that one. A limit on iterations counts those of all threads together, one on
/// processor time is for each of them.
[[nodiscard]] SearchOutcome search_on_threads(SearchTask const &task, Monitor::Poll const &poll,
                                              int threads);

}  // namespace kinroute
