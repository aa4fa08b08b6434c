// What a map shows: places, routes by number, and what is marked on them.
export class Scene {
  constructor() {
    this.load({ x: "", y: "", demands: "", names: null, globe: false, unit: "", origin: [0, 0] });
  }

  load({ x, y, demands, names, globe, unit, origin }) {
    this.X = floats(x);
    this.Y = floats(y);
    this.demands = floats(demands);
    this.most = this.demands.reduce((most, demand) => Math.max(most, demand), 0);
    this.names = names;
    this.globe = globe;
    this.unit = unit;
    this.origin = origin;
    this.routes = new Map();
    this.routeOf = new Int32Array(this.X.length).fill(-1);
    this.marked = new Set();
    this.links = [];
    this.customer = -1;
    this.route = -1;
  }

  get size() { return this.X.length; }

  update({ set, drop }) {
    for (const number of drop) this.forget(number);
    for (const [number] of set) this.forget(number);
    for (const [number, color, stops] of set) {
      this.routes.set(number, { color, stops: Int32Array.from(stops) });
      for (const node of stops) this.routeOf[node] = number;
    }
    if (!this.routes.has(this.route)) this.route = -1;
  }

  forget(number) {
    const old = this.routes.get(number);
    if (!old) return;
    for (const node of old.stops) if (this.routeOf[node] === number) this.routeOf[node] = -1;
    this.routes.delete(number);
  }

  nameOf(node) {
    if (this.names) return this.names[node];
    return node ? `Customer ${node}` : "Depot";
  }

  /** The node nearest to a point of the map within a distance, by squares of `size`; -1 for none. */
  nearest(x, y, within) {
    let best = -1, least = within * within;
    for (let node = 0; node < this.size; node++) {
      const dx = this.X[node] - x, dy = this.Y[node] - y;
      const square = dx * dx + dy * dy;
      if (square < least) { least = square; best = node; }
    }
    return best;
  }

  /** The route whose line is nearest to a point within a distance, other than one; -1 for none. */
  nearestRoute(x, y, within, except) {
    let best = -1, least = within * within;
    for (const [number, { stops }] of this.routes) {
      if (number === except) continue;
      for (let k = -1; k < stops.length; k++) {
        const a = k < 0 ? 0 : stops[k], b = k + 1 < stops.length ? stops[k + 1] : 0;
        const square = toSegment(x, y, this.X[a], this.Y[a], this.X[b], this.Y[b]);
        if (square < least) { least = square; best = number; }
      }
    }
    return best;
  }
}

function toSegment(x, y, ax, ay, bx, by) {
  const dx = bx - ax, dy = by - ay, length = dx * dx + dy * dy;
  const t = length ? Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length)) : 0;
  return (x - ax - t * dx) ** 2 + (y - ay - t * dy) ** 2;
}

/** Numbers that came as base64 of 32-bit floats. */
function floats(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new Float32Array(bytes.buffer);
}
