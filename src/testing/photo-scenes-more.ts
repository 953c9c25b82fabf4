/**
 * Nine more generated scenes, of other kinds than the first six. Four of them may be used to choose parameters; the five of
 * `HELD_OUT` are only for reporting.
 */

import { fractionsOf } from './chance.js';
import { type Colour, clamp, mix, type Paint, rendered, type Scene, step, turbulence } from './photo-paint.js';

/** A lattice cell's nearest and second nearest random point: pebbles, cracks, cobbles. */
function cells(seed: number): (x: number, y: number) => { near: number; second: number; id: number } {
  const random = fractionsOf(seed);
  const jitter = Float32Array.from({ length: 2 * 65_536 }, random);
  return (x, y) => {
    const [cx, cy] = [Math.floor(x), Math.floor(y)];
    let [near, second, id] = [9, 9, 0];
    for (let j = cy - 1; j <= cy + 1; j++) {
      for (let i = cx - 1; i <= cx + 1; i++) {
        const key = ((j & 255) << 8) | (i & 255);
        const distance = Math.hypot(i + (jitter[2 * key] ?? 0) - x, j + (jitter[2 * key + 1] ?? 0) - y);
        if (distance < near) [second, near, id] = [near, distance, key];
        else if (distance < second) second = distance;
      }
    }
    return { near, second, id };
  };
}

/** A canopy: layers of small pointed leaves with midribs, gaps of bright sky, trunks behind. */
function canopy(width: number, height: number): Paint {
  const random = fractionsOf(101);
  const [light, bark] = [turbulence(102), turbulence(103)];
  const leaf = new Int32Array(width * height).fill(-1);
  const leaves: { x: number; y: number; angle: number; length: number; tone: number; depth: number }[] = [];
  for (let i = 0; i < 9000; i++) {
    const depth = i / 9000;
    const length = 9 + 16 * depth + 8 * random();
    const one = {
      x: random() * width,
      y: random() * height,
      angle: 2.2 * random() + 0.4,
      length,
      tone: random(),
      depth,
    };
    leaves.push(one);
    if (light(one.x / 160, one.y / 160, 3) < -0.2) continue;
    const [cos, sin] = [Math.cos(one.angle), Math.sin(one.angle)];
    for (let y = Math.max(0, Math.floor(one.y - length)); y < Math.min(height, one.y + length); y++) {
      for (let x = Math.max(0, Math.floor(one.x - length)); x < Math.min(width, one.x + length); x++) {
        const along = ((x - one.x) * cos + (y - one.y) * sin) / length;
        const across = (-(x - one.x) * sin + (y - one.y) * cos) / length;
        if (Math.abs(along) < 1 && Math.abs(across) < 0.34 * (1 - along * along) * (1 - 0.4 * along))
          leaf[y * width + x] = i;
      }
    }
  }
  return (px, py) => {
    const one = leaves[leaf[py * width + px] ?? -1];
    const [x, y] = [px / height, py / height];
    if (one === undefined) {
      const trunk = Math.abs(((x * 3.1) % 1) - 0.5 - 0.05 * light(y * 3, 7, 2));
      if (trunk < 0.09) return mix([38, 30, 24], [98, 84, 70], clamp(0.5 + 0.7 * bark(px / 4, py / 26, 4) - 3 * trunk));
      return mix([206, 222, 236], [158, 186, 148], clamp(0.4 + light(x * 3, y * 3, 4) + 0.4 * y));
    }
    const [cos, sin] = [Math.cos(one.angle), Math.sin(one.angle)];
    const across = (-(px - one.x) * sin + (py - one.y) * cos) / one.length;
    const along = ((px - one.x) * cos + (py - one.y) * sin) / one.length;
    const rib = Math.abs(across) < 0.03 ? 0.2 : 0.06 * Math.sin(26 * (along - Math.abs(across)));
    const sun = clamp(0.12 + 0.55 * one.depth + 0.3 * one.tone + 0.25 * Math.sign(across) * 0.4 + rib);
    return mix([18, 34, 12], one.tone > 0.86 ? [214, 168, 58] : [156, 186, 74], sun);
  };
}

/** A letter: lines of slanting handwriting in brown ink on laid paper with a fold and a stain. */
function letter(width: number, height: number): Paint {
  const [paper, ink] = [turbulence(111), turbulence(112)];
  const random = fractionsOf(113);
  const shapes = Float32Array.from({ length: 4096 }, random);
  return (px, py) => {
    const [x, y] = [px / height, py / height];
    const stain = Math.hypot(x - 0.95, y - 0.7) + 0.08 * paper(x * 6, y * 6, 4);
    let colour = mix([222, 206, 170], [240, 230, 206], clamp(0.5 + 0.6 * paper(px / 90, py / 90, 6)));
    colour = mix(
      colour,
      [178, 140, 92],
      0.55 * (1 - step(0.17, 0.185, stain)) + 0.3 * Math.exp(-((stain - 0.18) ** 2) / 1e-4),
    );
    colour = mix(
      colour,
      [200, 184, 150],
      0.12 * (1 + Math.sin(py * 0.8)) * 0.5 + 0.5 * Math.exp(-((x - 0.62) ** 2) / 1e-5),
    );
    const [line, pitch] = [Math.floor((py - 30) / 44), 44];
    const v = (py - 30 - line * pitch) / pitch;
    const u = px + 0.35 * (py % pitch) + 6 * ink(line * 3.1, px / 300, 2);
    const word = shapes[(Math.floor(u / 110) * 7 + line * 131) & 4095] ?? 0;
    const inWord = ((u % 110) + 110) % 110 < 30 + 70 * word;
    if (!inWord || px < 40 || px > width - 40 || line < 0 || line > 15) return colour;
    const letterIndex = Math.floor(u / 11);
    const kind = shapes[(letterIndex * 13 + line * 57) & 4095] ?? 0;
    const next = shapes[(letterIndex * 29 + line * 91 + 7) & 4095] ?? 0;
    const t = (u / 11 - letterIndex) * 2 * Math.PI;
    const tall = kind > 0.82 ? 0.36 : kind < 0.1 ? -0.3 : 0;
    const stroke = 0.55 + (0.1 + 0.1 * next) * Math.sin(t) - tall * Math.max(0, Math.sin(t / 2)) ** 3;
    const loop = 0.55 + 0.13 * Math.cos(t * (kind > 0.5 ? 2 : 1) + 6 * next);
    const distance = Math.min(Math.abs(v - stroke), Math.abs(v - loop) * (next > 0.4 ? 1 : 9));
    const width0 = 0.03 + 0.025 * Math.max(0, Math.cos(t));
    return mix([64, 42, 30], colour, clamp(step(width0 * 0.6, width0 * 1.6, distance) + 0.15 * ink(px / 5, py / 5, 3)));
  };
}

/** A lake: ripples of many directions that mirror a bright sky and a dark shore, reeds before it. */
function lake(_width: number, height: number): Paint {
  const random = fractionsOf(121);
  const waves = Array.from({ length: 36 }, () => {
    const length = 0.01 + 0.12 * random() ** 2;
    const angle = 0.5 * (random() - 0.5);
    return { kx: Math.sin(angle) / length, ky: Math.cos(angle) / length, size: length * 0.5, phase: 6.3 * random() };
  });
  const [shore, cloud] = [turbulence(122), turbulence(123)];
  const above = (x: number, y: number): Colour => {
    const edge = 0.25 + 0.05 * shore(x * 4, 2.2, 6);
    if (y > edge) return mix([34, 44, 36], [86, 94, 66], clamp(0.5 + shore(x * 30, y * 60, 4)));
    return mix([96, 132, 182], [236, 226, 208], clamp(0.2 + y * 2.4 + 0.6 * step(0, 0.6, cloud(x * 2.5, y * 8, 5))));
  };
  return (px, py) => {
    const [x, y] = [px / height, py / height];
    const reed = Math.abs(((px + 0.12 * (height - py) * Math.sin(Math.floor(px / 38) * 2.7)) % 38) - 19);
    if (x < 0.35 && y > 0.5 + 0.25 * Math.abs(Math.sin(Math.floor(px / 38) * 1.9)) && reed < 2.2)
      return mix([40, 46, 20], [150, 150, 84], clamp(reed / 2.2));
    if (y < 0.34) return above(x, y);
    const depth = 0.12 / (y - 0.3);
    let slope = 0;
    for (const { kx, ky, size, phase } of waves)
      slope += size * ky * Math.cos(6.28 * (kx * x * 0.6 + ky * depth * 3) + phase) * 0.02;
    const mirrored = above(x + 0.03 * slope, clamp(0.34 - (y - 0.34) * 0.5 + 0.12 * slope, 0, 0.34));
    return mix(mix(mirrored, [24, 52, 58], 0.25 + 0.3 * y), [250, 250, 244], step(1.5, 2.4, slope));
  };
}

/** A carpet: rows of knots, a border with zigzags, medallions, worn places. */
function carpet(width: number, height: number): Paint {
  const [wear, yarn] = [turbulence(131), turbulence(132)];
  const random = fractionsOf(133);
  const dye = Float32Array.from({ length: 65_536 }, random);
  const palette: readonly Colour[] = [
    [136, 32, 36],
    [28, 38, 78],
    [206, 178, 128],
    [92, 104, 66],
    [46, 24, 22],
  ];
  return (px, py) => {
    const [column, row] = [Math.floor(px / 5), Math.floor(py / 5)];
    const [x, y] = [(column * 5) / width - 0.5, (row * 5) / height - 0.5];
    const border = Math.max(Math.abs(x), Math.abs(y));
    const angle = Math.atan2(y, x);
    const flower = Math.hypot(x, y) * (1 + 0.16 * Math.cos(8 * angle));
    let index = 0;
    if (border > 0.4) index = (Math.floor((column + Math.abs((row % 12) - 6)) / 4) & 1) === 0 ? 1 : 2;
    else if (border > 0.385) index = 4;
    else if (flower < 0.3) index = [2, 1, 3, 0, 2, 4, 1][Math.floor(flower * 22)] ?? 0;
    else if (Math.sin(column * 0.42) * Math.sin(row * 0.42) > 0.55) index = 2;
    else if (Math.sin(column * 0.42) * Math.sin(row * 0.42) > 0.4) index = 3;
    const base = palette[index] ?? [0, 0, 0];
    const tone = 0.8 + 0.35 * (dye[((row & 255) << 8) | (column & 255)] ?? 0) + 0.2 * yarn(px / 3, py / 3, 2);
    const knot = 0.75 + 0.25 * Math.sin((px / 5) * Math.PI) ** 2 * Math.sin((py / 5) * Math.PI) ** 2;
    const faded = mix(base, [150, 136, 118], 0.5 * step(0.05, 0.7, wear(x * 4, y * 4, 5)));
    return mix([0, 0, 0], faded, clamp(tone * knot, 0, 1.2));
  };
}

/** A face close by: pores, freckles, wrinkles, an eye with lashes, lips, soft light. */
function skin(_width: number, height: number): Paint {
  const [pores, tone, crease] = [turbulence(201), turbulence(202), turbulence(203)];
  const spots = cells(204);
  return (px, py) => {
    const [x, y] = [px / height - 0.66, py / height - 0.5];
    const light = clamp(0.62 + 0.4 * x - 0.35 * y - 0.3 * (x * x + y * y) + 0.06 * tone(x * 3, y * 3, 3));
    let colour = mix([92, 50, 40], [240, 204, 182], light);
    colour = mix(colour, [214, 120, 104], 0.28 * Math.exp(-((x - 0.3) ** 2 + (y - 0.22) ** 2) / 0.04));
    const { near, id } = spots(x * 26, y * 26);
    if (id % 3 === 0) colour = mix([150, 96, 66], colour, 0.45 + 0.55 * step(0.08, 0.24, near));
    const grain = 1 + 0.05 * pores(px / 3.2, py / 3.2, 2) - 0.05 * step(0.3, 0.8, crease(x * 8 + y * 5, y * 46, 3));
    const [ex, ey] = [x + 0.12, y + 0.14];
    const lid = 0.1 - 0.9 * ex * ex;
    if (Math.abs(ex) < 0.26 && Math.abs(ey) < lid * (ey < 0 ? 0.9 : 0.6)) {
      const iris = Math.hypot(ex, ey);
      const glint = Math.hypot(ex - 0.025, ey + 0.03);
      if (glint < 0.014) return [252, 252, 250];
      if (iris < 0.033) return [10, 9, 10];
      if (iris < 0.085)
        return mix(
          [34, 62, 84],
          [128, 160, 170],
          clamp(0.5 + 0.8 * tone(40 * Math.atan2(ey, ex), iris * 20, 2) - (iris - 0.05) * 8),
        );
      return mix([226, 216, 210], [178, 120, 112], clamp(4 * Math.abs(ex) - 0.5 + 0.2 * tone(px / 6, py / 9, 3)));
    }
    const lash = Math.abs(((((ex * 60 + 14 * ey * Math.sign(ex)) % 1) + 1) % 1) - 0.5);
    if (Math.abs(ex) < 0.26 && ey < 0 && -ey < lid * 0.9 + 0.055 && lash < 0.22)
      colour = mix([24, 16, 14], colour, 0.2 + 3 * lash);
    const brow = Math.abs(ey + 0.25 + 0.5 * ex * ex);
    if (brow < 0.04 && Math.abs(ex) < 0.3)
      colour = mix([58, 38, 28], colour, clamp(brow * 18 + 0.7 * crease(px / 3, py / 22, 3)));
    const lips = Math.hypot((x + 0.02) / 0.24, (y - 0.4 + 0.03 * Math.cos(18 * x)) / 0.065);
    if (lips < 1) colour = mix([166, 62, 66], colour, lips ** 6 + 0.2 * crease(px / 3, py / 30, 2));
    return [colour[0] * grain, colour[1] * grain, colour[2] * grain];
  };
}

/** A temple front seen from below: fluted columns in perspective, steps, a frieze, shadow and sky. */
function facade(_width: number, height: number): Paint {
  const [stone, sky] = [turbulence(211), turbulence(212)];
  return (px, py) => {
    const [x, y] = [px / height, py / height];
    const scale = 1 / (1 + 0.5 * (x - 0.2));
    const u = Math.log(1 + 0.5 * (x + 0.1)) * 7.5;
    const v = (y - 0.5) / scale + 0.5;
    const worn = 0.5 + 0.35 * stone(px / 5, py / 5, 4) + 0.3 * stone(px / 60, py / 60, 3);
    const marble = (shade: number): Colour => mix([66, 60, 58], [234, 222, 200], clamp(shade * (0.75 + 0.4 * worn)));
    if (v < 0.1) return mix([70, 112, 172], [204, 214, 224], clamp(1.2 * y + 0.5 + 0.6 * sky(x * 2, y * 3, 5)));
    if (v < 0.24) {
      const frieze = (((u * 4) % 1) + 1) % 1;
      if (v < 0.12 || v > 0.22) return marble(0.9);
      return frieze < 0.45
        ? marble(0.55 + 0.35 * Math.abs(Math.sin(frieze * 21)))
        : marble(0.75 + 0.1 * Math.sin(60 * (v - 0.17) * frieze));
    }
    if (v > 0.82) {
      const rise = ((v - 0.82) * 24) % 1;
      return marble(rise < 0.12 ? 0.2 : rise < 0.55 ? 0.95 : 0.6);
    }
    const place = ((u % 1) + 1) % 1;
    if (place < 0.56) {
      const side = (place / 0.56) * 2 - 1;
      const flute = Math.sin(Math.asin(clamp(side, -1, 1)) * 12);
      const round = Math.sqrt(Math.max(0, 1 - (side + 0.35) ** 2 / 1.9));
      return marble((0.25 + 0.75 * round) * (0.82 + 0.18 * flute) * (v < 0.29 && v > 0.27 ? 0.6 : 1));
    }
    return mix([24, 20, 24], [92, 78, 70], clamp(0.3 * worn + 0.5 * (v - 0.3) + 0.2 * step(0.7, 0.9, place)));
  };
}

/** A town across a bay at night: lit windows, street lamps with haloes, their trails in the water, stars. */
function night(width: number, height: number): Paint {
  const random = fractionsOf(221);
  const lamps = Array.from({ length: 46 }, () => ({
    x: random() * width,
    y: height * (0.42 + 0.16 * random()),
    size: 2 + 3 * random(),
    warm: random() < 0.75,
  }));
  const stars = Array.from({ length: 260 }, () => ({
    x: random() * width,
    y: random() * height * 0.36,
    size: 0.7 + 1.6 * random() ** 4,
  }));
  const lit = Float32Array.from({ length: 65_536 }, random);
  const [ripple, haze] = [turbulence(222), turbulence(223)];
  return (px, py) => {
    const y = py / height;
    let colour: Colour = mix([7, 10, 24], [44, 38, 52], clamp(y * 1.9 + 0.15 * haze(px / 200, py / 140, 4)));
    const block = Math.floor(px / 52);
    const roof = 0.36 + 0.1 * (lit[block & 65_535] ?? 0);
    if (y > roof && y < 0.62) {
      const [column, row] = [Math.floor(px / 13), Math.floor(py / 15)];
      const on = (lit[(column * 251 + row * 17) & 65_535] ?? 0) > 0.72 && px % 13 > 4 && py % 15 > 5;
      colour = on ? mix([120, 84, 40], [255, 220, 150], lit[(column * 11 + row) & 65_535] ?? 0) : [22, 20, 26];
    }
    if (y >= 0.62) colour = mix([10, 12, 24], [34, 32, 44], clamp(0.5 + 0.6 * ripple(px / 22, py / 5, 3)));
    let [red, green, blue] = colour;
    for (const star of stars) {
      const d = (px - star.x) ** 2 + (py - star.y) ** 2;
      if (y < roof && d < 40) red += 230 * Math.exp(-d / star.size) * 0.9;
      if (y < roof && d < 40)
        [green, blue] = [green + 225 * Math.exp(-d / star.size), blue + 235 * Math.exp(-d / star.size)];
    }
    for (const lamp of lamps) {
      const [dx, dy] = [px - lamp.x, py - lamp.y];
      let glow = 0;
      if (y < 0.62)
        glow = 300 * Math.exp(-(dx * dx + dy * dy) / (lamp.size * lamp.size)) + 50 * Math.exp(-Math.hypot(dx, dy) / 26);
      else
        glow =
          150 *
          Math.exp(-(((dx + 9 * ripple(px / 30, py / 4, 2)) / (4 + 14 * (y - 0.62))) ** 2)) *
          (0.4 + ripple(px / 9, py / 3, 2));
      if (glow <= 0.3) continue;
      red += glow;
      green += glow * (lamp.warm ? 0.78 : 1);
      blue += glow * (lamp.warm ? 0.42 : 1.05);
    }
    return [red, green, blue];
  };
}

/** Wet pebbles of all colours, with speckles and veins, and foam. */
function pebbles(_width: number, height: number): Paint {
  const [large, small] = [cells(231), cells(232)];
  const [speckle, foam] = [turbulence(233), turbulence(234)];
  const random = fractionsOf(235);
  const tones = Float32Array.from({ length: 65_536 }, random);
  return (px, py) => {
    const [x, y] = [px / height, py / height];
    const { near, second, id } = large(x * 9 + 0.2 * speckle(x * 6, y * 6, 2), y * 13);
    const gap = second - near;
    const tone = tones[id] ?? 0;
    const hue = tones[(id * 7 + 3) & 65_535] ?? 0;
    let base: Colour = mix([70, 74, 82], [196, 186, 170], tone);
    if (hue > 0.8) base = mix(base, [150, 84, 62], 0.6);
    if (hue < 0.15) base = mix(base, [92, 112, 96], 0.6);
    const texture = 1 + 0.22 * speckle(px / 2.4 + 40 * tone, py / 2.4, 3) * (hue > 0.4 ? 1 : 0.2);
    const vein =
      hue > 0.3 && hue < 0.45
        ? Math.exp(-(((Math.sin(x * 40 + y * 31 * tone) + speckle(x * 20, y * 20, 2)) / 0.1) ** 2))
        : 0;
    let colour: Colour = mix([base[0] * texture, base[1] * texture, base[2] * texture], [236, 232, 224], 0.7 * vein);
    colour = mix([14, 15, 18], colour, clamp(0.15 + step(0.0, 0.28, gap) * (1.05 - 0.75 * near)));
    if (gap < 0.06) {
      const grit = small(x * 70, y * 70);
      colour = mix([20, 20, 20], [150, 140, 122], clamp((tones[grit.id] ?? 0) * (1.2 - grit.near)));
    }
    const wash = step(0.16, 0.26, foam(x * 2, y * 3.1, 5) + 0.5 * (y - 0.75));
    return mix(colour, [238, 242, 242], wash * clamp(0.35 + 0.8 * foam(px / 8, py / 8, 4)));
  };
}

/** A printed page: blocks of small serif-like type, a headline, rules and a halftone picture, slightly turned. */
function newsprint(width: number, height: number): Paint {
  const random = fractionsOf(241);
  const rows = Uint32Array.from({ length: 8192 }, () => Math.floor(random() * 4294967296));
  const paper = turbulence(242);
  const glyph = (code: number, u: number, v: number): boolean => {
    // 5 x 7 cells drawn from the bits of a number: stems on both sides, bars between, feet.
    const [column, row] = [Math.floor(u * 6), Math.floor(v * 9) - 1];
    if (column < 0 || column > 4 || row < 0 || row > 6) return false;
    const bits = rows[code & 255] ?? 0;
    if (column === 0) return (bits & 1) === 1 || row === 6;
    if (column === 4) return ((bits >> (1 + (row > 3 ? 1 : 0))) & 1) === 1;
    if (row === 0) return ((bits >> 3) & 1) === 1;
    if (row === 3) return ((bits >> 4) & 1) === 1;
    if (row === 6) return ((bits >> 5) & 1) === 1;
    return column === 2 && ((bits >> 6) & 7) === 7;
  };
  return (px, py) => {
    const [x, y] = [px * 0.9992 - py * 0.02 + 8, py * 0.9992 + px * 0.02 - 8];
    const ground = mix([206, 194, 166], [228, 218, 194], clamp(0.5 + 0.5 * paper(px / 40, py / 40, 6)));
    const black: Colour = [46, 42, 40];
    const type = (size: number, seed: number): boolean => {
      const [line, place] = [Math.floor(y / (size * 1.5)), Math.floor(x / (size * 0.72))];
      const v = (y / (size * 1.5) - line) * 1.5;
      if (v > 1) return false;
      const code = rows[(place * 31 + line * 613 + seed) & 8191] ?? 0;
      if (code % 6 === 0) return false;
      return glyph(code >>> 8, x / (size * 0.72) - place, v);
    };
    if (x < 24 || x > width - 24 || y < 18) return ground;
    if (y < 92) return type(46, 5) ? black : ground;
    if (y < 97) return y > 94 ? black : ground;
    if (x > width * 0.55 && y < height * 0.62 && x < width - 40) {
      // A halftone of a ball on a table, dots every 7 pixels at 45 degrees.
      const [u, v] = [(x + y) / 7, (x - y) / 7];
      const [dx, dy] = [(x - width * 0.76) / 150, (y - height * 0.36) / 150];
      const d = dx * dx + dy * dy;
      const tone = d < 1 ? clamp(0.85 - 0.5 * dx - 0.5 * dy - 0.5 * d) : 0.35 + 0.4 * clamp(y / height);
      const dot = Math.cos(Math.PI * 2 * u) + Math.cos(Math.PI * 2 * v);
      return mix(black, ground, step(-0.5, 0.5, dot + 4 * (tone - 0.5)));
    }
    if (Math.abs(x - width * 0.53) < 1.5) return black;
    return type(17, 77) ? mix(black, ground, 0.15 + 0.2 * paper(px / 3, py / 3, 2)) : ground;
  };
}

const CHOOSING = { canopy, letter, lake, carpet };
const HELD_OUT = { skin, facade, night, pebbles, newsprint };

function drawn(
  painters: Readonly<Record<string, (width: number, height: number) => Paint>>,
  width: number,
  height: number,
): Scene[] {
  return Object.entries(painters).map(([name, painter]) =>
    rendered(name, width, height, painter(2 * width, 2 * height)),
  );
}

/** Scenes that parameters may be chosen on, beside the first six. */
export const choosingScenes = (width: number, height: number): Scene[] => drawn(CHOOSING, width, height);

/** Scenes that no parameter was chosen on: what is reported of them is what other pictures get. */
export const heldOutScenes = (width: number, height: number): Scene[] => drawn(HELD_OUT, width, height);
