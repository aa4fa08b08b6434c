#pragma once

namespace kinroute {

/// Processor time of the calling thread, in seconds since some fixed moment.
[[nodiscard]] double thread_cpu_seconds();

}  // namespace kinroute
