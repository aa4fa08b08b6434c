// The part of the map in view, and the colours of the theme.
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
