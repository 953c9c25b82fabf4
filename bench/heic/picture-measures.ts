/** Distances between two pictures of the same size. */

export interface Distances {
  readonly meanSquaredError: number;
  readonly largest: number;
}

/** Over all samples. */
export function distances(a: Uint8Array, b: Uint8Array): Distances {
  let sum = 0;
  let largest = 0;
  for (let i = 0; i < a.length; i++) {
    const difference = Math.abs((a[i] ?? 0) - (b[i] ?? 0));
    sum += difference ** 2;
    if (difference > largest) largest = difference;
  }
  return { meanSquaredError: sum / a.length, largest };
}

/** CIEDE2000 (CIE 142-2001) of interleaved sRGB pixels: mean, and the value that 95 % stay below. */
export function colourDifference(a: Uint8Array, b: Uint8Array): { readonly mean: number; readonly p95: number } {
  const step = 3 * Math.max(1, Math.floor(a.length / 3 / 200_000));
  const values: number[] = [];
  for (let i = 0; i + 2 < a.length; i += step) values.push(deltaE2000(lab(a, i), lab(b, i)));
  values.sort((x, y) => x - y);
  return {
    mean: values.reduce((sum, value) => sum + value, 0) / values.length,
    p95: values[Math.floor(values.length * 0.95)] ?? 0,
  };
}

type Lab = readonly [lightness: number, a: number, b: number];

function lab(pixels: Uint8Array, at: number): Lab {
  const linear = (i: number): number => {
    const value = (pixels[at + i] ?? 0) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  const [r, g, b] = [linear(0), linear(1), linear(2)];
  const f = (t: number): number => (t > 216 / 24389 ? Math.cbrt(t) : (t * 24389) / 27 / 116 + 16 / 116);
  const x = f((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
  const y = f(0.2126729 * r + 0.7151522 * g + 0.072175 * b);
  const z = f((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function deltaE2000([l1, a1, b1]: Lab, [l2, a2, b2]: Lab): number {
  const c = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2;
  const g = 0.5 * (1 - Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7)));
  const [p1, p2] = [a1 * (1 + g), a2 * (1 + g)];
  const [c1, c2] = [Math.hypot(p1, b1), Math.hypot(p2, b2)];
  const hue = (b: number, a: number): number => ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360;
  const [h1, h2] = [hue(b1, p1), hue(b2, p2)];
  let dh = c1 * c2 === 0 ? 0 : h2 - h1;
  if (dh > 180) dh -= 360;
  if (dh < -180) dh += 360;
  let h = h1 + h2;
  if (c1 * c2 !== 0) h = Math.abs(h1 - h2) <= 180 ? h / 2 : h < 360 ? (h + 360) / 2 : (h - 360) / 2;
  const rad = (degrees: number): number => (degrees * Math.PI) / 180;
  const l = (l1 + l2) / 2;
  const cm = (c1 + c2) / 2;
  const t =
    1 -
    0.17 * Math.cos(rad(h - 30)) +
    0.24 * Math.cos(rad(2 * h)) +
    0.32 * Math.cos(rad(3 * h + 6)) -
    0.2 * Math.cos(rad(4 * h - 63));
  const sl = 1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2);
  const sc = 1 + 0.045 * cm;
  const sh = 1 + 0.015 * cm * t;
  const rt = -Math.sin(rad(60 * Math.exp(-(((h - 275) / 25) ** 2)))) * 2 * Math.sqrt(cm ** 7 / (cm ** 7 + 25 ** 7));
  const dH = 2 * Math.sqrt(c1 * c2) * Math.sin(rad(dh / 2));
  const [x, y, z] = [(l2 - l1) / sl, (c2 - c1) / sc, dH / sh];
  return Math.sqrt(x * x + y * y + z * z + rt * y * z);
}
