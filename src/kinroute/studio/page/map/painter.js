// Draws a large map a few milliseconds at a time, so that the page never freezes.
const BUDGET = 6; // milliseconds of drawing between two breaks

export class Painter {
  /** `draw(pen, view)` is a generator that draws everything; `done()` is called after it. */
  constructor(canvas, draw, done) {
    Object.assign(this, { canvas, draw, done });
    this.pen = canvas.getContext("2d");
    this.buffer = document.createElement("canvas");
    this.work = null;
    this.isStale = false;
    this.seen = null; // the part of the map that the canvas shows
  }

  resize(width, height, dense) {
    for (const canvas of [this.canvas, this.buffer]) Object.assign(canvas, { width, height });
    this.dense = dense;
    this.work = this.seen = null;
  }

  /** Draws anew; what is being drawn is finished first, unless another part is in view by now. */
  paint(view) {
    this.view = view;
    const isMoved = this.seen && !same(this.seen, view);
    if (isMoved) this.preview(view);
    if (this.work && same(this.work.view, view)) { this.isStale = true; return; }
    this.begin();
  }

  begin() {
    const view = Object.assign(Object.create(Object.getPrototypeOf(this.view)), this.view);
    const pen = this.buffer.getContext("2d", { willReadFrequently: true });
    pen.setTransform(this.dense, 0, 0, this.dense, 0, 0);
    const isWaiting = this.work !== null;
    this.work = { view, pen, steps: this.draw(pen, view) };
    this.isStale = false;
    if (!isWaiting) this.goOn();
  }

  goOn() {
    if (!this.work) return;
    const end = performance.now() + BUDGET;
    while (performance.now() < end) {
      if (!this.work.steps.next().done) continue;
      this.show(this.work.view);
      return;
    }
    // Browsers put drawing off until its result is needed: it is needed now, not all at the end.
    this.work.pen.getImageData(0, 0, 1, 1);
    setTimeout(() => this.goOn());
  }

  show(view) {
    this.pen.setTransform(1, 0, 0, 1, 0, 0);
    this.pen.drawImage(this.buffer, 0, 0);
    this.seen = view;
    this.work = null;
    this.done();
    if (this.isStale) this.begin();
  }

  /** Moves and scales what was drawn last, until the rest is drawn. */
  preview(view) {
    const { canvas, pen, seen, dense } = this;
    const copy = this.copy || (this.copy = document.createElement("canvas"));
    Object.assign(copy, { width: canvas.width, height: canvas.height });
    copy.getContext("2d").drawImage(canvas, 0, 0);
    const scale = view.scale / seen.scale;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, canvas.width, canvas.height);
    pen.setTransform(scale, 0, 0, scale, dense * view.sx(seen.mx(0)), dense * view.sy(seen.my(0)));
    pen.drawImage(copy, 0, 0);
    this.seen = Object.assign(Object.create(Object.getPrototypeOf(view)), view);
  }
}

const same = (a, b) =>
  a.x === b.x && a.y === b.y && a.scale === b.scale && a.width === b.width && a.height === b.height;
