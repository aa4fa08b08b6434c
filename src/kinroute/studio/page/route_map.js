// The map of routes: two canvases, one for the routes and one for what the pointer changes.
import { drawMarks, drawRoutes } from "kinroute-map/drawing.js";
import { scaleBar } from "kinroute-map/ground.js";
import { Ink } from "kinroute-map/ink.js";
import { Painter } from "kinroute-map/painter.js";
import { Pointer } from "kinroute-map/pointer.js";
import { Scene } from "kinroute-map/scene.js";
import { View } from "kinroute-map/view.js";

const KEYS = "Arrow keys move the map, plus and minus zoom, 0 shows everything, " +
  "n and p select the next and the previous stop, Escape ends the selection.";

export default {
  template: `
    <div class="route-map">
      <canvas ref="routes" aria-hidden="true"></canvas>
      <canvas ref="marks" class="marks" tabindex="0" role="application"
        :aria-label="label" :aria-describedby="'keys-' + uid"></canvas>
      <p :id="'keys-' + uid" class="for-readers">${KEYS}</p>
      <div class="zoom" role="group" aria-label="Zoom" v-if="controls">
        <button type="button" aria-label="Zoom in" @click="zoom(1.5)">+</button>
        <button type="button" aria-label="Zoom out" @click="zoom(1 / 1.5)">−</button>
        <button type="button" aria-label="Show everything" @click="fit()">⤢</button>
      </div>
      <div class="scale" ref="scale" hidden></div>
      <div class="tip" ref="tip" hidden></div>
    </div>`,
  props: { label: String, controls: Boolean, editable: Boolean },
  data: () => ({ uid: Math.random().toString(36).slice(2) }),
  created() {
    // Kept out of Vue's data: nothing here is to be watched.
    this.scene = new Scene();
    this.view = new View();
    this.frames = {};
  },
  mounted() {
    this.$el.routeMap = this; // so that scripts can ask the map where a customer is
    this.ink = new Ink();
    this.pen = this.$refs.marks.getContext("2d");
    this.painter = new Painter(
      this.$refs.routes, (pen, view) => drawRoutes(pen, this.scene, view, this.ink),
      () => { this.$el.dataset.drawn = 1 + +(this.$el.dataset.drawn || 0); });
    this.pointer = new Pointer(this.$refs.marks, this);
    this.sizes = new ResizeObserver(() => this.resize());
    this.sizes.observe(this.$refs.marks);
    this.themes = new MutationObserver(() => { this.ink.read(); this.redraw(); });
    this.themes.observe(document.body, { attributes: true, attributeFilter: ["class"] });
    this.$emit("ready");
  },
  unmounted() {
    this.sizes.disconnect();
    this.themes.disconnect();
    Object.values(this.frames).forEach(cancelAnimationFrame);
    this.painter.work = null;
    this.painter = null;
  },
  methods: {
    load(data) {
      this.scene.load(data);
      this.fit();
      this.$el.dataset.nodes = this.scene.size;
    },
    update(changes) {
      this.scene.update(changes);
      this.$el.dataset.routes = this.scene.routes.size;
      this.redraw();
    },
    select({ customer, route, links }) {
      Object.assign(this.scene, { customer, route, links });
      this.redraw();
    },
    mark(nodes) {
      this.scene.marked = new Set(nodes);
      this.remark();
    },
    fit(nodes) {
      if (nodes) this.view.fit(this.scene.X, this.scene.Y, nodes);
      else this.view.fitAll(this.scene.X, this.scene.Y);
      this.redraw();
    },
    zoom(factor) {
      this.view.zoom(factor);
      this.redraw();
    },
    /** Where a node is on the screen, from the corner of the map. */
    placeOf(node) {
      return [this.view.sx(this.scene.X[node]), this.view.sy(this.scene.Y[node])];
    },
    canMove() { return this.editable; },
    pick(node, route) {
      Object.assign(this.scene, { customer: node, route: node > 0 ? -1 : route, links: [] });
      this.redraw();
      this.$emit("pick", { customer: node, route });
    },
    drop(node, route) { this.$emit("drop", { customer: node, route }); },
    hover(node) {
      if (!this.painter) return;
      const tip = this.$refs.tip, { scene, view } = this;
      tip.hidden = node < 0;
      this.$refs.marks.classList.toggle("over", node > 0);
      if (node < 0) return;
      const demand = node > 0 ? ` · demand ${+scene.demands[node - 1].toPrecision(6)}` : "";
      tip.textContent = scene.nameOf(node) + demand;
      const x = view.sx(scene.X[node]), y = view.sy(scene.Y[node]);
      tip.style.left = `${Math.min(x + 12, view.width - tip.offsetWidth - 6)}px`;
      tip.style.top = `${Math.max(4, y - tip.offsetHeight - 10)}px`;
    },
    redraw() {
      this.later("routes", () => {
        this.painter.paint(this.view);
        this.showScale();
        drawMarks(this.pen, this.scene, this.view, this.ink, this.pointer);
      });
    },
    remark() {
      this.later("marks", () =>
        drawMarks(this.pen, this.scene, this.view, this.ink, this.pointer));
    },
    later(name, draw) {
      if (this.frames[name] || !this.painter) return;
      this.frames[name] = requestAnimationFrame(() => { this.frames[name] = 0; draw(); });
    },
    showScale() {
      const bar = scaleBar(this.scene, this.view), { scale } = this.$refs;
      scale.hidden = !bar;
      if (!bar) return;
      scale.style.width = `${bar.length}px`;
      scale.textContent = bar.text;
    },
    resize() {
      const box = this.$refs.marks.getBoundingClientRect(), dense = window.devicePixelRatio || 1;
      const isFirst = !this.view.width;
      Object.assign(this.view, { width: box.width, height: box.height });
      const size = [Math.round(box.width * dense), Math.round(box.height * dense)];
      this.painter.resize(...size, dense);
      [this.$refs.marks.width, this.$refs.marks.height] = size;
      this.pen.setTransform(dense, 0, 0, dense, 0, 0);
      if (!box.width) return;
      isFirst ? this.fit() : this.redraw();
    },
  },
};
