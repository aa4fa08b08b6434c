// The part of the map in view.
export class View {
  constructor() {
    Object.assign(this, { x: 0, y: 0, scale: 1, fitted: 1, width: 0, height: 0 });
  }

  sx(x) { return (x - this.x) * this.scale + this.width / 2; }
  sy(y) { return (y - this.y) * this.scale + this.height / 2; }
  mx(px) { return (px - this.width / 2) / this.scale + this.x; }
  my(py) { return (py - this.height / 2) / this.scale + this.y; }

  fit(X, Y, nodes) {
    let left = Infinity, right = -Infinity, top = Infinity, bottom = -Infinity;
    for (const node of nodes) {
      left = Math.min(left, X[node]); right = Math.max(right, X[node]);
      top = Math.min(top, Y[node]); bottom = Math.max(bottom, Y[node]);
    }
    if (!(right >= left) || !this.width) return;
    const room = Math.min(44, this.width / 10, this.height / 10);
    const span = Math.max(
      (right - left) / (this.width - 2 * room), (bottom - top) / (this.height - 2 * room));
    this.scale = span > 0 ? 1 / span : 1;
    this.x = (left + right) / 2;
    this.y = (top + bottom) / 2;
  }

  fitAll(X, Y) {
    this.fit(X, Y, X.keys());
    this.fitted = this.scale;
  }

  zoom(factor, px = this.width / 2, py = this.height / 2) {
    const scale = Math.min(Math.max(this.scale * factor, this.fitted / 8), this.fitted * 2000);
    this.x += (px - this.width / 2) * (1 / this.scale - 1 / scale);
    this.y += (py - this.height / 2) * (1 / this.scale - 1 / scale);
    this.scale = scale;
  }

  move(dx, dy) {
    this.x -= dx / this.scale;
    this.y -= dy / this.scale;
  }
}

/** The least of 1, 2, 5, 10, 20 … that is not below a value. */
export function nice(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * [1, 2, 5, 10].find((digit) => digit * power >= value * 0.999);
}
