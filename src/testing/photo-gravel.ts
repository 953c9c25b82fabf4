import { fractionsOf } from './chance.js';
import { type Paint, rendered, type Scene } from './photo-paint.js';

/** Stones a pixel, before halving: so many that they cover everything. */
const DENSITY = 0.18;

/** Stones of all greys over each other, everywhere alike: a picture of nothing but texture, which is easily taken for noise. */
export function gravel(width: number, height: number): Scene {
  return rendered('gravel', width, height, stones(2 * width, 2 * height));
}

function stones(width: number, height: number): Paint {
  const random = fractionsOf(7);
  const lights = new Uint8Array(width * height);
  for (let n = 0; n < DENSITY * width * height; n++) {
    const [cx, cy, radius, light] = [random() * width, random() * height, 1.5 + 5 * random() ** 3, 40 + 175 * random()];
    for (let y = Math.max(0, Math.ceil(cy - radius)); y < Math.min(height, cy + radius); y++) {
      for (let x = Math.max(0, Math.ceil(cx - radius)); x < Math.min(width, cx + radius); x++) {
        const distance = ((x - cx) ** 2 + (y - cy) ** 2) / radius ** 2;
        if (distance < 1) lights[y * width + x] = Math.round(light * (0.6 + 0.4 * Math.sqrt(1 - distance)));
      }
    }
  }
  return (x, y) => {
    const light = lights[y * width + x] ?? 0;
    return [light, light, light];
  };
}
