// What is under the pointer; mouse, touch and keyboard.
function under(x, y) {
  let best = { route: -1, node: -1 }, nearest = 12;
  for (let node = 1; node < X.length; node++) {
    if (routeOf[node] < 0 || !shown[routeOf[node]]) continue;
    const away = Math.hypot(sx(node) - x, sy(node) - y);
    if (away < nearest) { nearest = away; best = { route: routeOf[node], node }; }
  }
  if (best.node >= 0) return best;
  if (Math.hypot(sx(0) - x, sy(0) - y) < 12) return { route: -1, node: 0 };
  nearest = 7;
  routes.forEach(({ stops }, r) => {
    for (let k = 0; shown[r] && k + 1 < stops.length; k++) {
      const away = fromLine(x, y, sx(stops[k]), sy(stops[k]), sx(stops[k + 1]), sy(stops[k + 1]));
      if (away < nearest) { nearest = away; best = { route: r, node: -1 }; }
    }
  });
  return best;
}

function fromLine(x, y, ax, ay, bx, by) {
  const square = (bx - ax) ** 2 + (by - ay) ** 2;
  const along = square ? Math.min(1, Math.max(0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / square)) : 0;
  return Math.hypot(x - ax - along * (bx - ax), y - ay - along * (by - ay));
}

function showTip(x, y, found) {
  const tip = $("tip");
  tip.hidden = found.route < 0 && found.node < 0;
  if (tip.hidden) return;
  const route = routes[found.route];
  const title = make("b", { dir: "auto" });
  title.textContent = found.node >= 0 ? names[found.node] : `Route ${found.route + 1}`;
  const lines = found.node > 0 ? tipLines(found) : [route ? route.sum : "depot"];
  tip.replaceChildren(title, ...lines.map((line) => {
    const span = make("span", { dir: "auto" });
    span.textContent = line;
    return make("div", {}, span);
  }));
  tip.style.left = `${Math.min(x + 14, width - tip.offsetWidth - 6)}px`;
  tip.style.top = `${Math.min(y + 14, height - tip.offsetHeight - 6)}px`;
}

function tipLines({ route, node }) {
  const at = placeOf[node], cells = routes[route].cells[at];
  const named = plan.columns.map((column, k) => (cells[k] ? `${column.toLowerCase()} ${cells[k]}` : ""));
  const extra = (plan.attributes[node] || []).map(([name, value]) => `${name}: ${value}`);
  return [`route ${route + 1}, stop ${at}`, named.filter(Boolean).join(", "), ...extra].filter(Boolean);
}

const down = new Map();
let moved = 0, spread = 0;

const local = (event) => {
  const box = canvas.getBoundingClientRect();
  return [event.clientX - box.left, event.clientY - box.top];
};

canvas.addEventListener("pointerdown", (event) => {
  canvas.setPointerCapture(event.pointerId);
  if (down.size === 0) moved = 0;
  down.set(event.pointerId, local(event));
  spread = 0;
  $("tip").hidden = true;
});

canvas.addEventListener("pointermove", (event) => {
  const now = local(event);
  if (!down.has(event.pointerId)) {
    if (event.pointerType === "mouse") hover(now);
    return;
  }
  const before = down.get(event.pointerId);
  down.set(event.pointerId, now);
  moved += Math.hypot(now[0] - before[0], now[1] - before[1]);
  canvas.classList.toggle("dragging", moved > 4);
  move((now[0] - before[0]) / down.size, (now[1] - before[1]) / down.size);
  if (down.size === 2) pinch();
});

function pinch() {
  const [a, b] = [...down.values()];
  const apart = Math.hypot(a[0] - b[0], a[1] - b[1]);
  if (spread > 0 && apart > 0) zoom(apart / spread, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2);
  spread = apart;
}

for (const kind of ["pointerup", "pointercancel"]) {
  canvas.addEventListener(kind, (event) => {
    const [x, y] = local(event);
    const alone = down.size === 1;
    down.delete(event.pointerId);
    spread = 0;
    canvas.classList.remove("dragging");
    if (kind === "pointerup" && alone && moved <= 4) {
      const found = under(x, y);
      select(found.route, found.node > 0 ? found.node : -1, "map");
      showTip(x, y, found);
    }
  });
}
canvas.addEventListener("pointerleave", () => { $("tip").hidden = true; focusOn(-1); });

function hover([x, y]) {
  const found = under(x, y);
  canvas.classList.toggle("over", found.route >= 0);
  showTip(x, y, found);
  focusOn(found.route);
}

function focusOn(r) {
  if (r === hovered) return;
  hovered = r;
  if (selected < 0) redraw();
}

canvas.addEventListener("wheel", (event) => {
  event.preventDefault();
  const lines = event.deltaMode === 1 ? 24 : 1;
  zoom(Math.exp(-Math.max(-240, Math.min(240, event.deltaY * lines)) * 0.0022), ...local(event));
}, { passive: false });
canvas.addEventListener("dblclick", (event) => zoom(2, ...local(event)));

const keys = {
  ArrowLeft: () => move(80, 0), ArrowRight: () => move(-80, 0),
  ArrowUp: () => move(0, 80), ArrowDown: () => move(0, -80),
  "+": () => zoom(1.5), "=": () => zoom(1.5), "-": () => zoom(1 / 1.5), "0": fitAll,
};
canvas.addEventListener("keydown", (event) => {
  if (!keys[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  keys[event.key]();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") select(-1, -1, "key");
});
