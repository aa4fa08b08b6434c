// The list of routes, the table of stops, and the selection that both share with the map.
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
