// The map: routes, stops, names, grid and scale.
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
