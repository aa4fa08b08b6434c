// What is shown, and small helpers of all parts. The parts share one function's scope.
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

function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}
