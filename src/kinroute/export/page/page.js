"use strict";
(() => {
  const plan = JSON.parse(document.getElementById("plan").textContent);
  const $ = (id) => document.getElementById(id);
  const canvas = document.querySelector("canvas");
  const pen = canvas.getContext("2d");
  const { x: X, y: Y, names, routes } = plan;
  const shown = routes.map(() => true);
  const routeOf = new Array(X.length).fill(-1);
  const placeOf = new Array(X.length).fill(0);
  routes.forEach((route, r) => route.stops.forEach((node, k) => {
    if (node) { routeOf[node] = r; placeOf[node] = k; }
  }));
  let selected = -1, hovered = -1, here = -1; // routes, and a node
  let width = 0, height = 0, wanted = false;
  const view = { x: 0, y: 0, scale: 1, fitted: 1 };

  // ---- elements -------------------------------------------------------------------------------
  function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  }

  // ---- the map --------------------------------------------------------------------------------
  const sx = (node) => (X[node] - view.x) * view.scale + width / 2;
  const sy = (node) => (Y[node] - view.y) * view.scale + height / 2;

  function redraw() {
    if (wanted) return;
    wanted = true;
    requestAnimationFrame(() => { wanted = false; draw(); });
  }

  function fit(nodes) {
    let left = Infinity, right = -Infinity, top = Infinity, bottom = -Infinity;
    for (const node of nodes) {
      left = Math.min(left, X[node]); right = Math.max(right, X[node]);
      top = Math.min(top, Y[node]); bottom = Math.max(bottom, Y[node]);
    }
    const room = Math.min(48, width / 8, height / 8);
    const buttons = 24; // further room on their side
    const span = Math.max((right - left) / (width - 2 * room - buttons), (bottom - top) / (height - 2 * room));
    view.scale = span > 0 ? 1 / span : view.fitted;
    view.x = (left + right) / 2 - buttons / 2 / view.scale;
    view.y = (top + bottom) / 2;
    redraw();
  }

  function fitAll() {
    fit(X.keys());
    view.fitted = view.scale;
  }

  function zoom(factor, atX = width / 2, atY = height / 2) {
    const wished = view.scale * factor;
    const scale = Math.min(Math.max(wished, view.fitted / 16), view.fitted * 4000);
    view.x += (atX - width / 2) * (1 / view.scale - 1 / scale);
    view.y += (atY - height / 2) * (1 / view.scale - 1 / scale);
    view.scale = scale;
    redraw();
  }

  function move(dx, dy) {
    view.x -= dx / view.scale;
    view.y -= dy / view.scale;
    redraw();
  }

  function resize() {
    const box = canvas.getBoundingClientRect();
    const first = width === 0;
    const dense = window.devicePixelRatio || 1;
    width = box.width; height = box.height;
    canvas.width = Math.round(width * dense);
    canvas.height = Math.round(height * dense);
    pen.setTransform(dense, 0, 0, dense, 0, 0);
    if (width > 0 && height > 0) first ? fitAll() : draw();
  }

  // ---- colours --------------------------------------------------------------------------------
  const style = getComputedStyle(document.documentElement);
  const ink = {};
  let colors = [];

  function readColors() {
    for (const name of ["ground", "grid", "panel", "ink", "soft"]) {
      ink[name] = style.getPropertyValue("--" + name).trim();
    }
    const dark = style.colorScheme === "dark";
    colors = routes.map(({ color }) => (dark ? lighter(color) : color));
    document.querySelectorAll(".route").forEach((item, r) => {
      item.style.setProperty("--route", colors[r]);
    });
    redraw();
  }

  function lighter(color) {
    const parts = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
    return `rgb(${parts.map((part) => Math.round(part + (255 - part) * 0.28)).join(" ")})`;
  }

  // ---- drawing --------------------------------------------------------------------------------
  function draw() {
    pen.globalAlpha = 1;
    pen.fillStyle = ink.ground;
    pen.fillRect(0, 0, width, height);
    plan.tiles ? drawTiles() : drawGrid();
    const wished = selected >= 0 ? selected : hovered;
    const focus = shown[wished] ? wished : -1;
    for (let r = 0; r < routes.length; r++) {
      if (shown[r] && r !== focus) drawRoute(r, focus >= 0 ? 0.22 : 1, false);
    }
    if (focus >= 0) drawRoute(focus, 1, true);
    drawDepot();
    drawNames(focus);
    drawScale();
  }

  function trace(stops, from, to) {
    pen.beginPath();
    for (let k = from; k <= to; k++) {
      k === from ? pen.moveTo(sx(stops[k]), sy(stops[k])) : pen.lineTo(sx(stops[k]), sy(stops[k]));
    }
    pen.stroke();
  }

  function drawRoute(r, alpha, strong) {
    const stops = routes[r].stops, last = stops.length - 1;
    const end = stops[last] === 0 ? last - 1 : last;
    pen.lineJoin = pen.lineCap = "round";
    pen.strokeStyle = pen.fillStyle = colors[r];
    pen.lineWidth = strong ? 3.5 : routes.length > 200 ? 1.2 : 2;
    pen.globalAlpha = alpha * (strong ? 0.9 : routes.length > 40 ? 0.25 : 0.6);
    pen.setLineDash(routes.length > 40 && !strong ? [] : [2, 6]);
    trace(stops, 0, 1);
    if (end < last) trace(stops, end, last);
    pen.setLineDash([]);
    pen.globalAlpha = alpha;
    trace(stops, 1, end);
    if (strong) for (let k = 0; k < last; k++) drawArrow(stops[k], stops[k + 1]);
    const many = X.length > 2000 && view.scale < 3 * view.fitted;
    const size = strong ? 5.5 : many ? 2 : 4;
    for (let k = 1; k <= end; k++) drawStop(stops[k], size, r);
  }

  function drawStop(node, size, r) {
    const x = sx(node), y = sy(node);
    if (x < -9 || y < -9 || x > width + 9 || y > height + 9) return;
    pen.beginPath();
    pen.arc(x, y, node === here ? 8.5 : size, 0, 7);
    pen.fillStyle = colors[r];
    pen.fill();
    if (size > 2) {
      pen.lineWidth = node === here ? 3 : 1.5;
      pen.strokeStyle = ink.panel;
      pen.stroke();
    }
  }

  function drawArrow(a, b) {
    const ax = sx(a), ay = sy(a), bx = sx(b), by = sy(b);
    if (Math.hypot(bx - ax, by - ay) < 36) return;
    pen.save();
    pen.translate((ax + bx) / 2, (ay + by) / 2);
    pen.rotate(Math.atan2(by - ay, bx - ax));
    pen.beginPath();
    pen.moveTo(7, 0); pen.lineTo(-5, -6); pen.lineTo(-5, 6);
    pen.closePath();
    pen.fill();
    pen.restore();
  }

  function drawDepot() {
    pen.globalAlpha = 1;
    pen.fillStyle = ink.ink;
    pen.strokeStyle = ink.panel;
    pen.lineWidth = 2;
    pen.beginPath();
    pen.rect(sx(0) - 7, sy(0) - 7, 14, 14);
    pen.fill();
    pen.stroke();
  }

  /** Writes names beside the stops of the route in focus, or of all while few are in view. */
  function drawNames(focus) {
    const nodes = focus >= 0
      ? routes[focus].stops.filter((node) => node)
      : [...X.keys()].filter((node) => node && shown[routeOf[node]] && inView(node));
    if (nodes.length > (focus >= 0 ? 400 : 60)) return;
    pen.font = `${focus >= 0 ? "600 " : ""}12px system-ui, sans-serif`;
    pen.textBaseline = "middle";
    pen.lineJoin = "round";
    const taken = [[sx(0) - 10, sy(0) - 10, 20, 20]];
    nodes.sort((a, b) => (b === here) - (a === here));
    for (const node of [0, ...nodes]) drawName(node, taken, focus);
  }

  function drawName(node, taken, focus) {
    let text = focus >= 0 && node ? `${placeOf[node]}  ${names[node]}` : names[node];
    if (text.length > 28) text = text.slice(0, 27) + "…";
    const length = pen.measureText(text).width;
    const box = [sx(node) + 10, sy(node) - 8, length, 16];
    if (box[0] + length > width - 4) box[0] = sx(node) - 10 - length;
    const hits = ([x, y, w, h]) =>
      box[0] < x + w && x < box[0] + box[2] && box[1] < y + h && y < box[1] + box[3];
    if (node !== 0 && node !== here && taken.some(hits)) return;
    taken.push(box);
    pen.lineWidth = 3.5;
    pen.strokeStyle = ink.ground;
    pen.fillStyle = ink.ink;
    pen.strokeText(text, box[0], sy(node));
    pen.fillText(text, box[0], sy(node));
  }

  const inView = (node) => {
    const x = sx(node), y = sy(node);
    return x > 0 && y > 0 && x < width && y < height;
  };

  function drawGrid() {
    const step = nice(110 / view.scale);
    pen.strokeStyle = ink.grid;
    pen.lineWidth = 1;
    pen.beginPath();
    const left = view.x - width / 2 / view.scale, top = view.y - height / 2 / view.scale;
    for (let x = Math.ceil(left / step); x * step < left + width / view.scale; x++) {
      const at = Math.round((x * step - left) * view.scale) + 0.5;
      pen.moveTo(at, 0); pen.lineTo(at, height);
    }
    for (let y = Math.ceil(top / step); y * step < top + height / view.scale; y++) {
      const at = Math.round((y * step - top) * view.scale) + 0.5;
      pen.moveTo(0, at); pen.lineTo(width, at);
    }
    pen.stroke();
  }

  function nice(value) {
    const power = 10 ** Math.floor(Math.log10(value));
    return power * [1, 2, 5, 10].find((digit) => digit * power >= value * 0.999);
  }

  /** Shows a scale where the map knows what a unit of it is. */
  function drawScale() {
    if (!plan.scale) return;
    const perUnit = plan.globe ? groundScale() : 1;
    const amount = nice(70 * perUnit / view.scale);
    const metres = plan.globe && amount < 1;
    $("scale").hidden = false;
    $("scale").style.width = `${amount * view.scale / perUnit}px`;
    $("scale").textContent = metres ? `${+(amount * 1000).toPrecision(1)} m`
      : `${+amount.toPrecision(1)} ${plan.scale}`;
  }

  /** Kilometres of a unit of Web Mercator's square at the centre of the view. */
  function groundScale() {
    const latitude = Math.atan(Math.sinh(Math.PI * (1 - 2 * view.y)));
    return 40075.017 * Math.cos(latitude);
  }

  // ---- street tiles ---------------------------------------------------------------------------
  const tiles = new Map();

  function drawTiles() {
    const dense = (window.devicePixelRatio || 1) > 1.5 ? 1 : 0;
    const z = Math.min(19, Math.max(0, Math.round(Math.log2(view.scale / 256)) + dense));
    const count = 2 ** z, size = view.scale / count;
    const left = Math.floor((view.x - width / 2 / view.scale) * count);
    const right = Math.floor((view.x + width / 2 / view.scale) * count);
    const top = Math.max(0, Math.floor((view.y - height / 2 / view.scale) * count));
    const bottom = Math.min(count - 1, Math.floor((view.y + height / 2 / view.scale) * count));
    if ((right - left + 1) * (bottom - top + 1) > 400) return;
    for (let x = left; x <= right; x++) {
      for (let y = top; y <= bottom; y++) {
        const image = tile(z, ((x % count) + count) % count, y);
        if (!image.complete || !image.naturalWidth) continue;
        const at = [(x / count - view.x) * view.scale + width / 2, (y / count - view.y) * view.scale + height / 2];
        pen.drawImage(image, at[0], at[1], size + 0.6, size + 0.6);
      }
    }
    pen.globalAlpha = 0.3; // so that routes stand out, by day and by night
    pen.fillStyle = ink.ground;
    pen.fillRect(0, 0, width, height);
    pen.globalAlpha = 1;
  }

  function tile(z, x, y) {
    const url = plan.tiles.replaceAll("{z}", z).replaceAll("{x}", x).replaceAll("{y}", y)
      .replaceAll("{s}", "abc"[(x + y) % 3]).replaceAll("{r}", "");
    let image = tiles.get(url);
    if (!image) {
      image = new Image();
      image.onload = redraw;
      image.src = url;
      tiles.set(url, image);
      if (tiles.size > 600) tiles.delete(tiles.keys().next().value);
    }
    return image;
  }

  // ---- what is under the pointer --------------------------------------------------------------
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

  // ---- pointer, wheel and keyboard ------------------------------------------------------------
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

  // ---- the table ------------------------------------------------------------------------------
  function routeItem(route, r) {
    const check = make("input", { type: "checkbox", "aria-label": `Show route ${r + 1}` });
    check.checked = true;
    check.addEventListener("change", () => show(r, check.checked));
    const bar = make("i");
    bar.style.width = `${Math.min(100, 100 * route.share)}%`;
    const button = make("button", { type: "button", "aria-expanded": "false" },
      make("b", {}, `Route ${r + 1}`), make("span", { class: "sum" }, route.sum),
      make("span", { class: "turn", "aria-hidden": "true" }, "›"),
      make("span", { class: "meter" }, make("i", {}, bar), `${route.load}`));
    button.addEventListener("click", () => select(selected === r ? -1 : r, -1, "list"));
    const head = make("div", { class: "head" }, check, button);
    head.addEventListener("pointerenter", () => focusOn(r));
    head.addEventListener("pointerleave", () => focusOn(-1));
    return make("li", { class: "route" }, head);
  }

  function stopsTable(r) {
    const { stops, cells } = routes[r];
    const headings = ["#", "Stop", ...plan.columns].map((text) => make("th", { scope: "col" }, text));
    const rows = stops.map((node, k) => {
      const name = make("td", { dir: "auto" }, names[node]);
      for (const [label, value] of plan.attributes[node] || []) {
        name.append(make("small", { dir: "auto" }, `${label}: ${value}`));
      }
      const row = make("tr", node ? { "data-node": node } : { class: "depot" },
        make("td", {}, node ? String(k) : ""), name, ...cells[k].map((text) => make("td", {}, text)));
      row.addEventListener("click", () => select(r, node || -1, "row"));
      return row;
    });
    return make("div", { class: "stops" },
      make("table", {}, make("thead", {}, make("tr", {}, ...headings)), make("tbody", {}, ...rows)));
  }

  function show(r, on) {
    shown[r] = on;
    const item = $("routes").children[r];
    item.classList.toggle("off", !on);
    item.querySelector("input").checked = on;
    if (!on && selected === r) select(-1, -1, "list");
    redraw();
  }

  /** Selects a route, and one of its stops, on the map and in the table; -1 is none. */
  function select(r, node, by) {
    const items = $("routes").children;
    if (r !== selected) {
      if (selected >= 0) fold(items[selected]);
      selected = r;
      if (r >= 0) unfold(items[r], r);
    }
    here = node;
    if (r >= 0) {
      if (!shown[r]) show(r, true);
      mark(items[r], node, by);
      if (by === "list" || by === "find") fit(routes[r].stops);
      if (by === "row" && node > 0 && !inView(node)) { view.x = X[node]; view.y = Y[node]; }
    }
    redraw();
  }

  function fold(item) {
    item.classList.remove("selected");
    item.querySelector("button").setAttribute("aria-expanded", "false");
    item.querySelector(".stops").remove();
  }

  function unfold(item, r) {
    item.classList.add("selected");
    item.querySelector("button").setAttribute("aria-expanded", "true");
    item.append(stopsTable(r));
  }

  function mark(item, node, by) {
    item.querySelectorAll("tr.here").forEach((row) => row.classList.remove("here"));
    const row = node > 0 ? item.querySelector(`tr[data-node="${node}"]`) : null;
    if (row) row.classList.add("here");
    if (by === "map" || by === "find") (row || item).scrollIntoView({ block: row ? "center" : "nearest" });
  }

  function find(text) {
    const list = $("found");
    const wish = text.trim().toLocaleLowerCase();
    list.hidden = wish === "";
    if (list.hidden) return;
    const hits = [];
    for (let node = 1; node < names.length && hits.length < 12; node++) {
      if (routeOf[node] >= 0 && names[node].toLocaleLowerCase().includes(wish)) hits.push(node);
    }
    list.replaceChildren(...hits.map((node) => {
      const button = make("button", { type: "button" }, make("bdi", {}, names[node]),
        make("span", {}, `route ${routeOf[node] + 1}, stop ${placeOf[node]}`));
      button.addEventListener("click", () => select(routeOf[node], node, "find"));
      return make("li", {}, button);
    }));
    if (hits.length === 0) list.append(make("li", {}, "No stop has this name."));
  }

  // ---- begin ----------------------------------------------------------------------------------
  const actions = {
    in: () => zoom(1.6), out: () => zoom(1 / 1.6), fit: fitAll,
    all: () => routes.forEach((_, r) => show(r, true)),
    none: () => routes.forEach((_, r) => show(r, false)),
  };
  document.querySelectorAll("[data-do]").forEach((button) => {
    button.addEventListener("click", actions[button.dataset.do]);
  });
  $("find").addEventListener("input", (event) => find(event.target.value));
  $("theme").addEventListener("click", () => {
    document.documentElement.dataset.theme = style.colorScheme === "dark" ? "light" : "dark";
    readColors();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", readColors);
  $("facts").append(...plan.facts.map(([name, value]) =>
    make("div", name === "feasible" && value === "no" ? { class: "alert" } : {},
      make("dt", {}, name), make("dd", {}, value))));
  $("problems").hidden = plan.problems.length === 0;
  $("problems").textContent = plan.problems.join("\n");
  $("note").textContent = plan.note;
  $("credit").textContent = plan.credit;
  $("routes").append(...routes.map(routeItem));
  readColors();
  new ResizeObserver(resize).observe(canvas);
})();
