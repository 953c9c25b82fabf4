import { quantise } from '../colors/quantise.js';
import { mosaic } from '../pictures/hide.js';
import { emptyRgba, type Rgba } from '../pictures/rgba.js';

/** Cells of `size` pixels in their mean colours, of which at most `colors` are left. */
export function pixelArt(picture: Rgba, size: number, colors: number): Rgba {
  const { width, height } = picture;
  const cells = emptyRgba(width, height);
  cells.data.set(picture.data);
  mosaic(cells, { left: 0, top: 0, width, height }, size);
  const [across, down] = [Math.ceil(width / size), Math.ceil(height / size)];
  const small = new Uint32Array(across * down);
  const pixels = new Uint32Array(cells.data.buffer);
  for (let i = 0; i < small.length; i += 1) {
    small[i] = pixels[width * size * Math.floor(i / across) + size * (i % across)] ?? 0;
  }
  const found = quantise(new Uint8Array(small.buffer), { width: across, colors, isDithered: false });
  const palette = new Uint32Array(Uint8Array.from(found.palette.flat()).buffer);
  for (let y = 0; y < height; y += 1) {
    const row = across * Math.floor(y / size);
    for (let x = 0; x < width; x += 1) {
      pixels[width * y + x] = palette[found.pixels[row + Math.floor(x / size)] ?? 0] ?? 0;
    }
  }
  return cells;
}
