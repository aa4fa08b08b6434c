// The routes and their stops; above them what is selected.
import { drawGround } from "kinroute-map/ground.js";

const MANY = 2000; // stops from which each is a square of a few pixels

const SLICE = 400; // stops between two looks at the clock

/** Draws in slices: it yields whenever there is time to let the page do something else. */
export function* drawRoutes(pen, scene, view, ink) {
  pen.globalAlpha = 1;
  drawGround(pen, scene, view, ink);
  const isFaint = scene.customer > 0 && scene.links.length > 0;
  pen.lineJoin = pen.lineCap = "round";
  let drawn = 0;
  for (const [number, route] of scene.routes) {
    drawLine(pen, scene, view, route.stops, ink.shade(route.color), number === scene.route, isFaint);
    drawn += route.stops.length;
    if (drawn > SLICE) { drawn = 0; yield; }
  }
  yield* drawStops(pen, scene, view, ink, isFaint);
  drawDepot(pen, scene, view, ink);
}

function drawLine(pen, scene, view, stops, color, isStrong, isFaint) {
  const { X, Y, routes } = scene, last = stops.length - 1;
  const isOther = (scene.route >= 0 && !isStrong) || isFaint;
  pen.strokeStyle = color;
  pen.lineWidth = isStrong ? 3.5 : routes.size > 200 ? 1.1 : 1.8;
  pen.globalAlpha = isOther ? 0.25 : 1;
  pen.beginPath();
  pen.moveTo(view.sx(X[stops[0]]), view.sy(Y[stops[0]]));
  for (let k = 1; k <= last; k++) pen.lineTo(view.sx(X[stops[k]]), view.sy(Y[stops[k]]));
  pen.stroke();
  pen.globalAlpha *= isStrong ? 0.8 : routes.size > 60 ? 0.18 : 0.45;
  if (routes.size <= 60) pen.setLineDash([2, 6]);
  pen.beginPath();
  for (const end of [stops[0], stops[last]]) {
    pen.moveTo(view.sx(X[0]), view.sy(Y[0]));
    pen.lineTo(view.sx(X[end]), view.sy(Y[end]));
  }
  pen.stroke();
  pen.setLineDash([]);
  pen.globalAlpha = 1;
}

function* drawStops(pen, scene, view, ink, isFaint) {
  const { X, Y, routeOf, routes, size } = scene;
  const isTiny = size > MANY && view.scale < 4 * view.fitted;
  for (let node = 1; node < size; node++) {
    if (node % SLICE === 0) yield;
    const x = view.sx(X[node]), y = view.sy(Y[node]);
    if (x < -9 || y < -9 || x > view.width + 9 || y > view.height + 9) continue;
    const route = routes.get(routeOf[node]);
    const isOther = isFaint || (scene.route >= 0 && routeOf[node] !== scene.route);
    pen.globalAlpha = isOther ? 0.35 : 1;
    pen.fillStyle = route ? ink.shade(route.color) : ink.soft;
    if (isTiny) {
      pen.fillRect(x - 1, y - 1, 2.5, 2.5);
      continue;
    }
    pen.beginPath();
    pen.arc(x, y, radius(scene, view, node), 0, 7);
    pen.fill();
    if (size <= MANY) {
      pen.lineWidth = 1.2;
      pen.strokeStyle = ink.panel;
      pen.stroke();
    }
  }
  pen.globalAlpha = 1;
}

/** By demand: the area of a dot grows with it; smaller on small maps. */
export function radius(scene, view, node) {
  const room = Math.min(1, 0.35 + Math.min(view.width, view.height) / 900);
  const share = scene.most > 0 ? Math.sqrt(scene.demands[node - 1] / scene.most) : 0.5;
  return room * (scene.size > 500 ? 2 + 2 * share : 3 + 4 * share);
}

function drawDepot(pen, scene, view, ink) {
  if (!scene.size) return;
  pen.fillStyle = ink.ink;
  pen.strokeStyle = ink.panel;
  pen.lineWidth = 2;
  pen.beginPath();
  pen.rect(view.sx(scene.X[0]) - 7, view.sy(scene.Y[0]) - 7, 14, 14);
  pen.fill();
  pen.stroke();
}

/** What changes with the pointer, on a canvas of its own. */
export function drawMarks(pen, scene, view, ink, pointer) {
  pen.clearRect(0, 0, view.width, view.height);
  for (const { from, to, isUsed } of scene.links) drawLink(pen, scene, view, ink, from, to, isUsed);
  for (const node of scene.marked) ring(pen, scene, view, node, ink.alert, 8, 2);
  if (scene.customer >= 0) {
    ring(pen, scene, view, scene.customer, ink.ink, 10, 3);
    label(pen, scene, view, ink, scene.customer);
  }
  if (pointer.node >= 0) ring(pen, scene, view, pointer.node, ink.focus, 9, 2);
  if (pointer.dragged > 0) drawDrag(pen, scene, view, ink, pointer);
}

function drawLink(pen, { X, Y }, view, ink, from, to, isUsed) {
  pen.strokeStyle = isUsed ? ink.alert : ink.focus;
  pen.lineWidth = isUsed ? 4 : 1.8;
  pen.setLineDash(isUsed ? [] : [5, 4]);
  pen.beginPath();
  pen.moveTo(view.sx(X[from]), view.sy(Y[from]));
  pen.lineTo(view.sx(X[to]), view.sy(Y[to]));
  pen.stroke();
  pen.setLineDash([]);
}

function ring(pen, { X, Y }, view, node, color, size, width) {
  pen.strokeStyle = color;
  pen.lineWidth = width;
  pen.beginPath();
  pen.arc(view.sx(X[node]), view.sy(Y[node]), size, 0, 7);
  pen.stroke();
}

function label(pen, scene, view, ink, node) {
  pen.font = "600 13px system-ui, sans-serif";
  pen.lineWidth = 4;
  pen.strokeStyle = ink.ground;
  pen.fillStyle = ink.ink;
  const text = scene.nameOf(node).slice(0, 40), x = view.sx(scene.X[node]);
  const width = pen.measureText(text).width;
  const isOutside = x + 18 + width > view.width && x - 18 - width > 0;  // to the left of the node then
  const at = [text, isOutside ? x - 14 - width : x + 14, view.sy(scene.Y[node]) + 4];
  pen.strokeText(...at);
  pen.fillText(...at);
}

function drawDrag(pen, scene, view, ink, { dragged, target, px, py }) {
  const route = scene.routes.get(target);
  if (route) {
    drawLine(pen, { ...scene, X: scene.X, Y: scene.Y, route: target, routes: scene.routes }, view,
      route.stops, ink.shade(route.color), true, false);
  }
  pen.strokeStyle = pen.fillStyle = route ? ink.shade(route.color) : ink.soft;
  pen.lineWidth = 2;
  pen.setLineDash([4, 4]);
  pen.beginPath();
  pen.moveTo(view.sx(scene.X[dragged]), view.sy(scene.Y[dragged]));
  pen.lineTo(px, py);
  pen.stroke();
  pen.setLineDash([]);
  pen.beginPath();
  pen.arc(px, py, 7, 0, 7);
  pen.fill();
}
