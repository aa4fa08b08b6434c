// Pan, zoom, hover, click, drag of a stop, and the keys that do the same.
const CLICK = 5; // pixels that a click may move

export class Pointer {
  /** `host` has scene, view, redraw(), remark(), pick(node, route), drop(node, route), hover(node). */
  constructor(canvas, host) {
    this.host = host;
    this.canvas = canvas;
    Object.assign(this, { node: -1, dragged: -1, target: -1, px: 0, py: 0 });
    this.held = new Map();
    this.moved = 0;
    const on = (name, handler, options) => canvas.addEventListener(name, handler.bind(this), options);
    on("pointerdown", this.down);
    on("pointermove", this.move);
    on("pointerup", this.up);
    on("pointercancel", this.cancel);
    on("pointerleave", () => this.hover(-1));
    on("wheel", this.wheel, { passive: false });
    on("dblclick", (event) => this.zoom(2, ...this.at(event)));
    on("keydown", this.key);
  }

  at(event) {
    const box = this.canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  nodeAt(px, py) {
    const { scene, view } = this.host;
    return scene.nearest(view.mx(px), view.my(py), 12 / view.scale);
  }

  down(event) {
    this.canvas.setPointerCapture(event.pointerId);
    [this.px, this.py] = this.at(event);
    this.held.set(event.pointerId, [this.px, this.py]);
    this.moved = 0;
    const node = this.held.size === 1 ? this.nodeAt(this.px, this.py) : -1;
    this.grabbed = node > 0 && this.host.scene.routeOf[node] >= 0 && this.host.canMove() ? node : -1;
  }

  move(event) {
    const [px, py] = this.at(event);
    const before = this.held.get(event.pointerId);
    if (!before) return this.hover(this.nodeAt(px, py));
    this.moved += Math.hypot(px - before[0], py - before[1]);
    this.held.set(event.pointerId, [px, py]);
    if (this.held.size === 2) return this.pinch(event.pointerId, before);
    if (this.moved < CLICK) return;
    if (this.grabbed > 0) return this.drag(px, py);
    this.host.view.move(px - before[0], py - before[1]);
    this.host.redraw();
  }

  drag(px, py) {
    const { scene, view } = this.host;
    const home = scene.routeOf[this.grabbed];
    Object.assign(this, { dragged: this.grabbed, px, py });
    this.target = scene.nearestRoute(view.mx(px), view.my(py), 40 / view.scale, home);
    this.host.remark();
  }

  up(event) {
    if (!this.held.delete(event.pointerId)) return;
    const [px, py] = this.at(event);
    if (this.dragged > 0) {
      if (this.target >= 0) this.host.drop(this.dragged, this.target);
    } else if (this.moved < CLICK) this.click(px, py);
    this.cancel(event);
  }

  cancel(event) {
    this.held.delete(event.pointerId);
    this.dragged = this.grabbed = this.target = -1;
    this.host.remark();
  }

  click(px, py) {
    const { scene, view } = this.host;
    const node = this.nodeAt(px, py);
    if (node > 0) return this.host.pick(node, scene.routeOf[node]);
    this.host.pick(-1, scene.nearestRoute(view.mx(px), view.my(py), 8 / view.scale, -1));
  }

  hover(node) {
    if (node === this.node) return;
    this.node = node;
    this.host.hover(node);
    this.host.remark();
  }

  wheel(event) {
    event.preventDefault();
    this.zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0016)), ...this.at(event));
  }

  pinch(id, before) {
    const [other] = [...this.held].filter(([key]) => key !== id).map(([, at]) => at);
    const now = this.held.get(id);
    const span = (a) => Math.hypot(a[0] - other[0], a[1] - other[1]) || 1;
    this.grabbed = -1;
    this.zoom(span(now) / span(before), (now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
  }

  zoom(factor, px, py) {
    this.host.view.zoom(factor, px, py);
    this.host.redraw();
  }

  key(event) {
    const { view, scene } = this.host;
    const step = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] };
    if (event.key in step) view.move(...step[event.key]);
    else if (event.key === "+" || event.key === "=") view.zoom(1.4);
    else if (event.key === "-") view.zoom(1 / 1.4);
    else if (event.key === "0") view.fitAll(scene.X, scene.Y);
    else if (event.key === "n" || event.key === "p") this.next(event.key === "n" ? 1 : -1);
    else if (event.key === "Escape") this.host.pick(-1, -1);
    else return;
    event.preventDefault();
    this.host.redraw();
  }

  /** Selects the next stop along the route, or the next customer where there are no routes. */
  next(step) {
    const { scene } = this.host;
    const now = Math.max(scene.customer, 0);
    const route = scene.routes.get(scene.routeOf[now]);
    let node = ((now - 1 + step + scene.size - 1) % (scene.size - 1)) + 1;
    if (now > 0 && route) {
      const { stops } = route;
      node = stops[(stops.indexOf(now) + step + stops.length) % stops.length];
    } else if (now === 0) node = 1;
    this.host.pick(node, scene.routeOf[node]);
  }
}
