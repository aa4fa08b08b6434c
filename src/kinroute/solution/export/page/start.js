// Fills the page and draws it.
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
