#pragma once

#include "kinroute/base/types.h"
#include "kinroute/solution/routes.h"
#include "kinroute/solution/stretches.h"

// The routes that an exchange of SWAP* leaves, for the limits on what they sum up.

namespace kinroute {

/// The route of a customer without it.
inline Stretches route_without(Node customer, Routes const &routes) {
    Route const &route = routes.route_of(customer);
    Visit const &visit = routes.visit(customer);
    return {{route.start, visit.prev}, {visit.next, route.end}};
}

/// The route of a visit with a customer inserted after it.
inline Stretches route_with(Node customer, Node after, Routes const &routes) {
    Route const &route = routes.route_of(after);
    return {{route.start, after}, {customer, customer}, {routes.visit(after).next, route.end}};
}

/// The route of a customer with another one instead of it, inserted after a visit of that route.
inline Stretches route_with_other(Node customer, Node other, Node after, Routes const &routes) {
    Route const &route = routes.route_of(customer);
    Visit const &gone = routes.visit(customer), &place = routes.visit(after);
    Stretch const coming{other, other};
    if (after == gone.prev) return {{route.start, after}, coming, {gone.next, route.end}};
    if (place.position < gone.position) {
        return {{route.start, after}, coming, {place.next, gone.prev}, {gone.next, route.end}};
    }
    return {{route.start, gone.prev}, {gone.next, after}, coming, {place.next, route.end}};
}

}  // namespace kinroute
