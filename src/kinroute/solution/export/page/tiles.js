// Street tiles below the routes, where they are wanted.
const tiles = new Map();

function drawTiles() {
  const dense = (window.devicePixelRatio || 1) > 1.5 ? 1 : 0;
  const z = Math.min(19, Math.max(0, Math.round(Math.log2(view.scale / 256)) + dense));
  const count = 2 ** z, size = view.scale / count;
  const left = Math.floor((view.x - width / 2 / view.scale) * count);
  const right = Math.floor((view.x + width / 2 / view.scale) * count);
  const top = Math.max(0, Math.floor((view.y - height / 2 / view.scale) * count));
  const bottom = Math.min(count - 1, Math.floor((view.y + height / 2 / view.scale) * count));
  if ((right - left + 1) * (bottom - top + 1) > 400) return;
  for (let x = left; x <= right; x++) {
    for (let y = top; y <= bottom; y++) {
      const image = tile(z, ((x % count) + count) % count, y);
      if (!image.complete || !image.naturalWidth) continue;
      const at = [(x / count - view.x) * view.scale + width / 2, (y / count - view.y) * view.scale + height / 2];
      pen.drawImage(image, at[0], at[1], size + 0.6, size + 0.6);
    }
  }
  pen.globalAlpha = 0.3; // so that routes stand out, by day and by night
  pen.fillStyle = ink.ground;
  pen.fillRect(0, 0, width, height);
  pen.globalAlpha = 1;
}

function tile(z, x, y) {
  const url = plan.tiles.replaceAll("{z}", z).replaceAll("{x}", x).replaceAll("{y}", y)
    .replaceAll("{s}", "abc"[(x + y) % 3]).replaceAll("{r}", "");
  let image = tiles.get(url);
  if (!image) {
    image = new Image();
    image.onload = redraw;
    image.src = url;
    tiles.set(url, image);
    if (tiles.size > 600) tiles.delete(tiles.keys().next().value);
  }
  return image;
}
