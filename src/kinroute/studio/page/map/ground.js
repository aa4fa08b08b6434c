// Below the routes: the grid, or meridians and parallels, and the scale.
import { nice } from "kinroute-map/view.js";

export function drawGround(pen, scene, view, ink) {
  pen.fillStyle = ink.ground;
  pen.fillRect(0, 0, view.width, view.height);
  pen.strokeStyle = ink.grid;
  pen.lineWidth = 1;
  if (scene.globe) drawGraticule(pen, scene, view, ink);
  else drawGrid(pen, view);
}

function drawGrid(pen, view) {
  const step = nice(110 / view.scale);
  pen.beginPath();
  for (let x = Math.ceil(view.mx(0) / step); x * step < view.mx(view.width); x++) {
    upright(pen, view.sx(x * step), view.height);
  }
  for (let y = Math.ceil(view.my(0) / step); y * step < view.my(view.height); y++) {
    level(pen, view.sy(y * step), view.width);
  }
  pen.stroke();
}

/** Lines of equal longitude and latitude, with their degrees at the edge. */
function drawGraticule(pen, { origin }, view, ink) {
  const step = nice(140 / view.scale * 360);
  const digits = Math.max(0, -Math.floor(Math.log10(step)));
  const west = lon(view.mx(0) + origin[0]), east = lon(view.mx(view.width) + origin[0]);
  const north = lat(view.my(0) + origin[1]), south = lat(view.my(view.height) + origin[1]);
  const labels = [];
  pen.beginPath();
  for (let k = Math.ceil(west / step); k * step < east; k++) {
    const at = view.sx((k * step) / 360 + 0.5 - origin[0]);
    upright(pen, at, view.height);
    labels.push([degrees(k * step, digits, "E", "W"), at + 3, view.height - 5]);
  }
  for (let k = Math.ceil(south / step); k * step < north; k++) {
    const at = view.sy(mercator(k * step) - origin[1]);
    level(pen, at, view.width);
    labels.push([degrees(k * step, digits, "N", "S"), view.width - 52, at - 4]);
  }
  pen.stroke();
  pen.fillStyle = ink.soft;
  pen.font = "11px system-ui, sans-serif";
  for (const label of labels) pen.fillText(...label);
}

const lon = (x) => (x - 0.5) * 360;
const lat = (y) => (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;
const mercator = (degree) => 0.5 - Math.asinh(Math.tan((degree * Math.PI) / 180)) / (2 * Math.PI);
const degrees = (value, digits, plus, minus) =>
  `${Math.abs(value).toFixed(digits)}° ${value < 0 ? minus : plus}`;

function upright(pen, at, height) {
  pen.moveTo(Math.round(at) + 0.5, 0);
  pen.lineTo(Math.round(at) + 0.5, height);
}

function level(pen, at, width) {
  pen.moveTo(0, Math.round(at) + 0.5);
  pen.lineTo(width, Math.round(at) + 0.5);
}

/** The length in pixels and the text of a scale bar; null where the map has no unit. */
export function scaleBar({ globe, unit, origin }, view) {
  if (!unit || !(view.scale > 0)) return null;
  const latitude = Math.atan(Math.sinh(Math.PI * (1 - 2 * (view.y + origin[1]))));
  const perUnit = globe ? 40075.017 * Math.cos(latitude) : 1;
  const amount = nice((80 * perUnit) / view.scale);
  const isShort = globe && amount < 1;
  const text = isShort ? `${+(amount * 1000).toPrecision(1)} m` : `${+amount.toPrecision(1)} ${unit}`;
  return { length: (amount * view.scale) / perUnit, text };
}
