// The colours of the theme, as the style sheet has them.
const NAMES = ["ground", "grid", "panel", "ink", "soft", "alert", "focus"];

export class Ink {
  constructor() {
    this.read();
  }

  read() {
    const style = getComputedStyle(document.body);
    for (const name of NAMES) this[name] = style.getPropertyValue("--" + name).trim();
    this.isDark = document.body.classList.contains("body--dark");
    this.shades = new Map();
  }

  /** The colour of a route, lighter on a dark ground. */
  shade(color) {
    if (!this.isDark) return color;
    if (!this.shades.has(color)) this.shades.set(color, lighter(color));
    return this.shades.get(color);
  }
}

function lighter(color) {
  const parts = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
  return `rgb(${parts.map((part) => Math.round(part + (255 - part) * 0.32)).join(" ")})`;
}
