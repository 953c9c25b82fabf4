/** Where a function of one variable changes its sign, or only touches zero, in an interval. */

export interface Bracket {
  readonly from: number;
  readonly to: number;
}

/** Even steps, and between -1 and 1 steps that shrink, for what crowds around 0. */
const EVEN_STEPS = 20_000;
const STEPS_PER_POWER = 40;

function samples(from: number, to: number): readonly number[] {
  const points = new Set<number>([from, to]);
  for (let i = 0; i <= EVEN_STEPS; i++) {
    // Rounded, so that 0 and other short numbers are met exactly.
    const point = Number((from + ((to - from) * i) / EVEN_STEPS).toPrecision(12));
    if (point >= from && point <= to) points.add(point);
  }
  for (let power = -8; power < 0; power++)
    for (let i = 0; i < STEPS_PER_POWER; i++) {
      const size = 10 ** (power + i / STEPS_PER_POWER);
      for (const point of [size, -size]) if (point > from && point < to) points.add(point);
    }
  return [...points].sort((a, b) => a - b);
}

/** Brackets of roots; from and to are the same where a sample is one. Jumps and poles are left out. */
export function signChanges(work: (x: number) => number, from: number, to: number, most: number): readonly Bracket[] {
  const found: Bracket[] = [];
  let [lastX, lastY] = [Number.NaN, Number.NaN];
  for (const x of samples(from, to)) {
    const y = work(x);
    if (y === 0) found.push({ from: x, to: x });
    else if (Number.isFinite(y) && Number.isFinite(lastY) && lastY !== 0 && y > 0 !== lastY > 0) {
      const bracket = narrowed(work, lastX, x);
      if (bracket !== undefined) found.push(bracket);
    }
    [lastX, lastY] = [x, y];
    if (found.length > most) break;
  }
  return found;
}

/** To the last bits of a double; `undefined` where the values do not come near zero: a pole or a jump. */
function narrowed(work: (x: number) => number, from: number, to: number): Bracket | undefined {
  let [a, b, ya, yb] = [from, to, work(from), work(to)];
  const before = Math.min(Math.abs(ya), Math.abs(yb));
  for (let i = 0; i < 200; i++) {
    const middle = a + (b - a) / 2;
    if (middle <= a || middle >= b) break;
    const y = work(middle);
    if (y === 0) return { from: middle, to: middle };
    if (Number.isNaN(y)) return undefined;
    if (y > 0 === ya > 0) [a, ya] = [middle, y];
    else [b, yb] = [middle, y];
  }
  const after = Math.max(Math.abs(ya), Math.abs(yb));
  return after < before * 1e-3 || after < 1e-9 ? { from: a, to: b } : undefined;
}
