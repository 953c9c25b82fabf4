/** Six generated scenes with the statistics of photographs. Pure functions of a seed. */

import { fractionsOf } from './chance.js';
import { type Colour, clamp, mix, type Paint, rendered, type Scene, step, turbulence } from './photo-paint.js';

/** Overlapping discs whose radii follow a power law: the edges and occlusions of natural pictures (Lee, Mumford, Huang 2001). */
function leaves(width: number, height: number): Paint {
  const random = fractionsOf(7);
  const grain = turbulence(8);
  const ids = new Int32Array(width * height).fill(-1);
  const discs: {
    colour: Colour;
    slope: readonly [number, number];
    texture: number;
    x: number;
    y: number;
    r: number;
  }[] = [];
  let free = width * height;
  for (let i = 0; i < 60_000 && free > 0; i++) {
    const r = Math.min(150, 5 / Math.sqrt(random() + 0.001));
    const [x, y] = [random() * width, random() * height];
    const base = 40 + 170 * random();
    const colour: Colour = [base + 70 * (random() - 0.5), base + 50 * (random() - 0.5), base + 80 * (random() - 0.5)];
    discs.push({
      colour,
      slope: [0.6 * (random() - 0.5), 0.6 * (random() - 0.5)],
      texture: random() < 0.4 ? 25 * random() : 0,
      x,
      y,
      r,
    });
    for (let py = Math.max(0, Math.ceil(y - r)); py <= Math.min(height - 1, y + r); py++) {
      for (let px = Math.max(0, Math.ceil(x - r)); px <= Math.min(width - 1, x + r); px++) {
        if ((px - x) ** 2 + (py - y) ** 2 > r * r || ids[py * width + px] !== -1) continue;
        ids[py * width + px] = i;
        free--;
      }
    }
  }
  return (x, y) => {
    const disc = discs[ids[y * width + x] ?? -1];
    if (disc === undefined) return [90, 90, 90];
    const shade = (x - disc.x) * disc.slope[0] + (y - disc.y) * disc.slope[1];
    const light = shade + disc.texture * grain(x / 6, y / 6, 3);
    return [disc.colour[0] + light, disc.colour[1] + light, disc.colour[2] + light];
  };
}

/** A head before a wall: soft skin, hair strand by strand, eyes with lights, a knitted pullover. */
function portrait(width: number, height: number): Paint {
  const [soft, strands, wall] = [turbulence(21), turbulence(22), turbulence(23)];
  return (px, py) => {
    const [x, y] = [(px / width - 0.5) * (width / height) * 2, (py / height - 0.5) * 2];
    const backdrop: Colour = mix([96, 104, 100], [150, 146, 134], clamp(0.5 + 0.5 * x + 0.4 * wall(x * 2, y * 2, 3)));
    const face = Math.hypot(x / 0.42, (y + 0.12) / 0.58);
    const hair = Math.hypot(x / 0.56, (y + 0.26) / 0.62);
    if (y > 0.45 + 0.35 * x * x) {
      const knit = Math.sin(px * 0.55) * Math.sin(py * 0.4 + 2 * Math.sin(px * 0.275));
      return mix([52, 62, 96], [112, 120, 150], clamp(0.4 + 0.3 * knit + 0.5 * x));
    }
    if (face < 1 && y > -0.5 + 0.12 * Math.sin(9 * x)) {
      const light = clamp(0.75 + 0.35 * x - 0.45 * face ** 3 + 0.05 * soft(x * 3, y * 3, 3));
      let skin = mix([118, 74, 58], [232, 190, 164], light);
      for (const side of [-1, 1]) {
        const eye = Math.hypot((x - side * 0.16) / 0.075, (y + 0.16) / 0.035);
        if (eye < 1) {
          const iris = Math.hypot(x - side * 0.16, y + 0.16) / 0.03;
          const spark = Math.hypot(x - side * 0.16 - 0.008, y + 0.168) / 0.006;
          skin = spark < 1 ? [245, 245, 245] : iris < 0.5 ? [14, 12, 12] : iris < 1 ? [70, 92, 84] : [214, 206, 200];
        }
        const brow = Math.abs(y + 0.25 + 0.6 * (x - side * 0.16) ** 2) / 0.016;
        if (brow < 1 && Math.abs(x - side * 0.16) < 0.1)
          skin = mix([58, 40, 30], skin, brow ** 2 * (0.6 + 0.4 * strands(px / 2, py / 9, 2)));
      }
      const mouth = Math.hypot(x / 0.13, (y - 0.17 - 0.4 * x * x) / 0.028);
      if (mouth < 1) skin = mix([156, 70, 66], skin, mouth ** 4);
      const nose = Math.hypot((x - 0.02) / 0.05, (y - 0.02) / 0.03);
      return mix(mix(skin, [110, 66, 52], 0.35), skin, step(0.3, 1.4, nose));
    }
    if (hair < 1 && y < 0.45) {
      const angle = Math.atan2(y + 0.26, x) * 60 + hair * 9;
      const strand = clamp(0.35 + 0.8 * strands(angle, hair * 4, 3) + 0.25 * x);
      return mix([26, 18, 14], [128, 88, 58], strand);
    }
    return backdrop;
  };
}

/** Sky, ranges of hills in haze, a meadow and trees. */
function landscape(_width: number, height: number): Paint {
  const [ridge, cloud, meadow, foliage] = [turbulence(31), turbulence(32), turbulence(33), turbulence(34)];
  return (px, py) => {
    const [x, y] = [px / height, py / height];
    const sky = mix([112, 150, 200], [222, 226, 228], clamp(y * 1.7 + 0.5 * step(0, 0.7, cloud(x * 3, y * 6))));
    let colour = sky;
    for (let range = 0; range < 4; range++) {
      const top = 0.36 + 0.1 * range + (0.2 - 0.03 * range) * ridge(x * (1.4 + range) + 17 * range, range * 7.3, 7);
      if (y < top) continue;
      const rock = 0.5 + 0.5 * ridge(x * 24 + range, y * 30, 4);
      colour = mix(mix([62, 84, 52], [126, 120, 92], rock), [176, 190, 204], 0.72 - 0.22 * range);
    }
    if (y > 0.78 + 0.03 * ridge(x * 2, 3.3, 3)) {
      const blade = meadow(px / 2.2, py / 9, 4);
      colour = mix([48, 70, 26], [168, 172, 82], clamp(0.45 + 0.7 * blade + 0.5 * (y - 0.9)));
    }
    for (const [tx, size] of [
      [0.22, 0.3],
      [1.15, 0.22],
      [1.3, 0.16],
    ] as const) {
      const [dx, dy] = [x - tx, y - (0.86 - size * 0.7)];
      const crown = Math.hypot(dx / (size * 0.42), dy / (size * 0.55)) + 0.35 * foliage(px / 16, py / 16, 4);
      if (crown < 1)
        colour = mix([22, 34, 14], [108, 132, 62], clamp(0.5 + 0.9 * foliage(px / 5, py / 5, 4) - (0.8 * dx) / size));
      else if (Math.abs(dx) < size * 0.035 && dy > 0 && dy < size * 0.72) colour = [70, 54, 42];
    }
    return colour;
  };
}

/** A brick house front in the sun, with windows, a door, a shadow and a street sign. */
function street(_width: number, height: number): Paint {
  const [brick, plaster] = [turbulence(41), turbulence(42)];
  return (px, py) => {
    const [x, y] = [px / height, py / height];
    const row = Math.floor(py / 14);
    const column = Math.floor((px + (row & 1) * 17) / 34);
    const [bx, by] = [(px + (row & 1) * 17) % 34, py % 14];
    const tone = brick(column * 3.7, row * 5.1, 1);
    let colour: Colour =
      bx < 3 || by < 3
        ? [178, 170, 158]
        : mix([120, 58, 44], [182, 104, 80], 0.5 + 0.45 * tone + 0.25 * plaster(px / 4, py / 4, 3));
    const [wx, wy] = [(x + 0.05) % 0.36, (y + 0.1) % 0.42];
    if (wx > 0.09 && wx < 0.27 && wy > 0.1 && wy < 0.36 && y < 0.78) {
      const frame =
        wx < 0.1 || wx > 0.26 || wy < 0.11 || wy > 0.35 || Math.abs(wx - 0.18) < 0.005 || Math.abs(wy - 0.2) < 0.004;
      colour = frame
        ? [232, 230, 222]
        : mix([38, 46, 58], [150, 168, 184], clamp((0.36 - wy) * 2.2 + 0.3 * plaster(x * 4, y * 9, 3)));
    }
    if (y > 0.86) colour = mix([92, 90, 88], [128, 126, 122], 0.5 + 0.5 * plaster(px / 3, py / 3, 4));
    const shadow = step(0.02, 0.0, x * 0.9 - y - 0.2) * 0.55;
    return mix(colour, [20, 22, 34], shadow);
  };
}

/** Folded cloth with a herringbone weave beside a striped one. */
function cloth(width: number, height: number): Paint {
  const fold = turbulence(51);
  return (px, py) => {
    const [x, y] = [px / height, py / height];
    const bend = fold(x * 1.6, y * 1.1, 3);
    const light = 0.62 + 0.5 * (fold(x * 1.6 + 0.02, y * 1.1, 3) - bend) * 20 + 0.15 * bend;
    const [u, v] = [px + 40 * bend, py + 28 * fold(x * 1.3 + 9, y * 1.5, 3)];
    let colour: Colour;
    if (u < width * 0.55) {
      const band = Math.floor(u / 24) & 1;
      const twill = (u + (band ? v : -v)) * 0.9;
      colour = mix([58, 50, 46], [196, 184, 166], 0.5 + 0.42 * Math.sin(twill));
    } else {
      const stripe = ((v % 44) + 44) % 44;
      colour = stripe < 6 ? [172, 40, 44] : stripe < 9 ? [226, 214, 180] : [48, 66, 116];
      colour = mix(colour, [0, 0, 0], 0.12 + 0.1 * Math.sin(u * 1.5) * Math.sin(v * 1.5));
    }
    return mix([0, 0, 0], colour, clamp(light, 0.15, 1.1));
  };
}

/** Balls and a bottle on a wooden table: smooth shading, soft shadows, reflections. */
function table(_width: number, height: number): Paint {
  const [wood, wall] = [turbulence(61), turbulence(62)];
  const balls = [
    { x: 0.42, y: 0.6, r: 0.19, colour: [206, 64, 40] },
    { x: 0.85, y: 0.67, r: 0.14, colour: [232, 176, 52] },
    { x: 1.16, y: 0.55, r: 0.23, colour: [70, 118, 76] },
  ] as const;
  return (px, py) => {
    const [x, y] = [px / height, py / height];
    for (const { x: cx, y: cy, r, colour } of balls) {
      const [dx, dy] = [(x - cx) / r, (y - cy) / r];
      const d = dx * dx + dy * dy;
      if (d > 1) continue;
      const z = Math.sqrt(1 - d);
      const light = clamp(-0.45 * dx - 0.6 * dy + 0.66 * z, 0.06);
      const gloss = clamp(-0.4 * dx - 0.5 * dy + 0.77 * z) ** 60;
      const body = mix([8, 8, 12], colour, 0.18 + 0.9 * light);
      return mix(body, [255, 252, 244], 0.8 * gloss);
    }
    const shadow = balls.reduce(
      (dark, { x: cx, y: cy, r }) =>
        Math.max(dark, 1 - Math.hypot((x - cx - r * 0.4) / (1.3 * r), (y - cy - r) / (0.35 * r))),
      0,
    );
    if (y > 0.58) {
      const ring = wood(x * 2.2, y * 26, 4) + 0.4 * Math.sin(y * 160 + 14 * wood(x * 1.2, y * 5, 3));
      return mix(mix([88, 54, 32], [176, 122, 76], clamp(0.5 + 0.5 * ring)), [14, 10, 10], 0.75 * step(0, 0.8, shadow));
    }
    return mix([128, 132, 142], [206, 202, 190], clamp(0.9 - 0.5 * x - 0.3 * y + 0.1 * wall(x * 5, y * 5)));
  };
}

const PAINTERS = { leaves, portrait, landscape, street, cloth, table };

export type SceneName = keyof typeof PAINTERS;

export const SCENE_NAMES = Object.keys(PAINTERS) as readonly SceneName[];

export const drawScene = (name: SceneName, width: number, height: number): Scene =>
  rendered(name, width, height, PAINTERS[name](2 * width, 2 * height));

export const scenes = (width = 512, height = 384): Scene[] => SCENE_NAMES.map((name) => drawScene(name, width, height));
