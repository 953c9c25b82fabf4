/** How far the points of the rule go, and by how much its step is halved. */
const REACH = 6.2;
const MAX_LEVEL = 9;
/** Pieces that an interval is cut into where the function is not smooth. */
const MAX_PIECES = 100;
/** Parts of the whole that a result may be off, and that the outermost points may add. */
const TOLERANCE = 1e-12;
const MAX_EDGE = 1e-9;
/** The same, where an interval cannot be cut further: kinks and jumps. */
const MAX_ERROR = 1e-8;

export interface DefiniteIntegral {
  readonly value: number;
  /** Estimated from the last two steps. */
  readonly error: number;
}

/**
 * The function by the distance from an end, which keeps digits that are lost near it otherwise: of 1 - x² near 1 as 2d - d².
 */
export interface EndFunctions {
  readonly left?: ((distance: number) => number) | undefined;
  readonly right?: ((distance: number) => number) | undefined;
}

/**
 * The integral of a function from one end to the other by the double exponential rule (Takahasi and Mori 1974), which the ends may be
 * infinite or singular for; `undefined` where it does not settle: the integral may diverge.
 */
export function definiteIntegral(
  f: (x: number) => number,
  from: number,
  to: number,
  ends: EndFunctions = {},
): DefiniteIntegral | undefined {
  if (from === to) return { value: 0, error: 0 };
  if (from > to) {
    // A distance counts inwards from either end.
    const turned = definiteIntegral(f, to, from, { left: ends.right, right: ends.left });
    return turned === undefined ? undefined : { value: -turned.value, error: turned.error };
  }
  if (from === -Infinity && to === Infinity)
    return together(definiteIntegral(f, -Infinity, 0), definiteIntegral(f, 0, Infinity));
  if (to === Infinity) {
    const { value, error, size } = piece(f, from + 1, to);
    return error <= MAX_ERROR * Math.max(size, Number.MIN_VALUE)
      ? together(definiteIntegral(f, from, from + 1, { left: ends.left }), { value, error })
      : undefined;
  }
  if (from === -Infinity) return definiteIntegral((x) => f(-x), -to, Infinity, { left: ends.right });
  const pieces: (Piece & { readonly from: number; readonly to: number })[] = [];
  const add = (a: number, b: number): void => {
    const own = { left: a === from ? ends.left : undefined, right: b === to ? ends.right : undefined };
    pieces.push({ from: a, to: b, ...piece(f, a, b, own) });
  };
  add(from, to);
  for (;;) {
    const error = pieces.reduce((sum, one) => sum + one.error, 0);
    const size = pieces.reduce((sum, one) => sum + one.size, 0);
    const settled = error <= TOLERANCE * size;
    const worst = pieces.reduce((a, b) => (b.error > a.error ? b : a));
    const middle = (worst.from + worst.to) / 2;
    const isEnd = pieces.length >= MAX_PIECES || !(middle > worst.from && middle < worst.to);
    if (settled || isEnd) {
      if (!settled && !(error <= MAX_ERROR * size)) return undefined;
      return { value: pieces.reduce((sum, one) => sum + one.value, 0), error: error + size * 1e-15 };
    }
    pieces.splice(pieces.indexOf(worst), 1);
    add(worst.from, middle);
    add(middle, worst.to);
  }
}

const together = (a: DefiniteIntegral | undefined, b: DefiniteIntegral | undefined): DefiniteIntegral | undefined =>
  a === undefined || b === undefined ? undefined : { value: a.value + b.value, error: a.error + b.error };

/** Where a point of the rule lies, as a distance from the nearer end, and what it weighs. */
interface Point {
  readonly x: number;
  readonly distance: number;
  readonly weight: number;
}

/** What a rule gives on one piece; an infinite error where it does not settle at all. */
interface Piece {
  readonly value: number;
  readonly error: number;
  /** The integral of the size of the function. */
  readonly size: number;
}

const UNSETTLED: Piece = { value: 0, error: Infinity, size: 0 };

function piece(f: (x: number) => number, from: number, to: number, ends: EndFunctions = {}): Piece {
  const isEndless = to === Infinity;
  const pointAt = isEndless ? (t: number) => halfLine(t, from) : (t: number) => stretch(t, from, to);
  let [before, total, size] = [Number.NaN, 0, 0];
  /** The outermost values on both sides, and where they were. */
  const edges: [{ t: number; value: number }, { t: number; value: number }] = [
    { t: -1, value: 0 },
    { t: -1, value: 0 },
  ];
  let last = UNSETTLED;
  for (let level = 0; level <= MAX_LEVEL; level++) {
    const step = 2 ** -level;
    for (let t = level === 0 ? 0 : step; t <= REACH; t += level === 0 ? 1 : 2 * step) {
      for (const side of t === 0 ? ([1] as const) : ([1, 0] as const)) {
        const { x, distance, weight } = pointAt(side === 1 ? t : -t);
        const near = t === 0 || isEndless ? undefined : side === 1 ? ends.right : ends.left;
        const isLost = near === undefined ? x === from || x === to : distance === 0;
        if (weight === 0 || !Number.isFinite(x) || isLost) continue;
        const value = (near === undefined ? f(x) : near(distance)) * weight;
        // Far out, numbers that are too large or too small to be written; anywhere else the piece is cut there.
        if (!Number.isFinite(value)) {
          if (t > 2) continue;
          return UNSETTLED;
        }
        total += value;
        size += Math.abs(value);
        if (t > edges[side].t) edges[side] = { t, value: Math.abs(value) };
      }
    }
    const value = total * step;
    const scale = size * step;
    if (level >= 3 && Math.max(edges[0].value, edges[1].value) > MAX_EDGE * size) return UNSETTLED;
    last = { value, error: Math.abs(value - before), size: scale };
    if (level >= 4 && last.error <= TOLERANCE * scale) return last;
    before = value;
  }
  return last;
}

/** x = middle + half tanh(π/2 sinh t), written from the nearer end so that no digits are lost there. */
function stretch(t: number, from: number, to: number): Point {
  const half = (to - from) / 2;
  const u = (Math.PI / 2) * Math.sinh(Math.abs(t));
  const distance = (2 * half) / (1 + Math.exp(2 * u));
  const weight = (half * (Math.PI / 2) * Math.cosh(t)) / Math.cosh(u) ** 2;
  return {
    distance,
    x: t < 0 ? from + distance : t > 0 ? to - distance : from + half,
    weight: Number.isFinite(weight) ? weight : 0,
  };
}

/** x = from + exp(π/2 sinh t). */
function halfLine(t: number, from: number): Point {
  const distance = Math.exp((Math.PI / 2) * Math.sinh(t));
  const weight = distance * (Math.PI / 2) * Math.cosh(t);
  return { x: from + distance, distance, weight: Number.isFinite(weight) ? weight : 0 };
}
