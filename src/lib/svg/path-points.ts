/** Paths of SVG as chains of points: near enough for their box, their length, and places on them. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Straight pieces that stand for a curve. */
const PIECES = 24;
const COUNTS: Readonly<Record<string, number>> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 };
/** Flags of an arc may be written without a space. */
const TOKENS = /[a-df-z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi;

/** The points of a path in their order, one chain for each part that is drawn without lifting the pen. */
export function pathPoints(data: string): Point[][] {
  const tokens = data.match(TOKENS) ?? [];
  const pen = new Pen();
  let command = 'L';
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at] ?? '';
    if (/[a-z]/i.test(token)) {
      command = token;
      at += 1;
    }
    const count = COUNTS[command.toUpperCase()];
    if (count === undefined) return pen.chains;
    const values = tokens.slice(at, at + count).map(Number);
    if (values.length < count || values.some(Number.isNaN)) return pen.chains;
    pen.draw(command.toUpperCase(), command !== command.toUpperCase(), values);
    at += count;
    if (command === 'M') command = 'L';
    else if (command === 'm') command = 'l';
    // Numbers after the end of a part belong to nothing.
    else if (count === 0 && !/[a-z]/i.test(tokens[at] ?? 'z')) return pen.chains;
  }
  return pen.chains;
}

class Pen {
  readonly chains: Point[][] = [];
  #at: Point = { x: 0, y: 0 };
  #start: Point = { x: 0, y: 0 };
  /** The last control point, and of which kind of curve. */
  #control: { readonly kind: 'C' | 'Q'; readonly point: Point } | undefined;

  draw(command: string, isRelative: boolean, values: readonly number[]): void {
    const origin = isRelative ? this.#at : { x: 0, y: 0 };
    const points: Point[] = [];
    for (let i = 0; i + 1 < values.length && command !== 'A'; i += 2)
      points.push({ x: origin.x + (values[i] ?? 0), y: origin.y + (values[i + 1] ?? 0) });
    const [one = this.#at, two = this.#at, three = this.#at] = points;
    const before = this.#control;
    this.#control = undefined;
    if (command === 'M') {
      this.#at = one;
      this.#start = one;
      this.chains.push([one]);
    } else if (command === 'L') this.#line(one);
    else if (command === 'H') this.#line({ x: origin.x + (values[0] ?? 0), y: this.#at.y });
    else if (command === 'V') this.#line({ x: this.#at.x, y: origin.y + (values[0] ?? 0) });
    else if (command === 'C') this.#cubic(one, two, three);
    else if (command === 'S') this.#cubic(this.#mirrored(before, 'C'), one, two);
    else if (command === 'Q') this.#quadratic(one, two);
    else if (command === 'T') this.#quadratic(this.#mirrored(before, 'Q'), one);
    else if (command === 'A') this.#arc(values, origin);
    else this.#line(this.#start);
  }

  #line(to: Point): void {
    const chain = this.chains.at(-1);
    if (chain === undefined) this.chains.push([this.#at, to]);
    else chain.push(to);
    this.#at = to;
  }

  #mirrored(before: { readonly kind: string; readonly point: Point } | undefined, kind: string): Point {
    if (before?.kind !== kind) return this.#at;
    return { x: 2 * this.#at.x - before.point.x, y: 2 * this.#at.y - before.point.y };
  }

  #cubic(one: Point, two: Point, to: Point): void {
    const from = this.#at;
    for (let i = 1; i <= PIECES; i++) {
      const t = i / PIECES;
      const [a, b, c, d] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t ** 2 * (1 - t), t ** 3];
      this.#line({
        x: a * from.x + b * one.x + c * two.x + d * to.x,
        y: a * from.y + b * one.y + c * two.y + d * to.y,
      });
    }
    this.#control = { kind: 'C', point: two };
  }

  #quadratic(by: Point, to: Point): void {
    const from = this.#at;
    const toward = (end: Point): Point => ({
      x: end.x + (2 / 3) * (by.x - end.x),
      y: end.y + (2 / 3) * (by.y - end.y),
    });
    this.#cubic(toward(from), toward(to), to);
    this.#control = { kind: 'Q', point: by };
  }

  /** SVG 2, appendix B.2.4: from end points to the centre. */
  #arc(values: readonly number[], origin: Point): void {
    const [rawX = 0, rawY = 0, degrees = 0, isLarge = 0, isSweep = 0, x = 0, y = 0] = values;
    const [from, to] = [this.#at, { x: origin.x + x, y: origin.y + y }];
    let [rx, ry] = [Math.abs(rawX), Math.abs(rawY)];
    if (rx === 0 || ry === 0 || (from.x === to.x && from.y === to.y)) {
      this.#line(to);
      return;
    }
    const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
    const [dx, dy] = [(from.x - to.x) / 2, (from.y - to.y) / 2];
    const [px, py] = [cos * dx + sin * dy, cos * dy - sin * dx];
    const scale = Math.sqrt(Math.max(1, (px / rx) ** 2 + (py / ry) ** 2));
    rx *= scale;
    ry *= scale;
    const under = (rx * ry) ** 2 / ((rx * py) ** 2 + (ry * px) ** 2) - 1;
    const factor = (isLarge === isSweep ? -1 : 1) * Math.sqrt(Math.max(0, under));
    const [cx, cy] = [(factor * rx * py) / ry, (-factor * ry * px) / rx];
    const start = Math.atan2((py - cy) / ry, (px - cx) / rx);
    let turn = Math.atan2((-py - cy) / ry, (-px - cx) / rx) - start;
    if (isSweep === 0 && turn > 0) turn -= 2 * Math.PI;
    if (isSweep !== 0 && turn < 0) turn += 2 * Math.PI;
    const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
    for (let i = 1; i < PIECES; i++) {
      const angle = start + (turn * i) / PIECES;
      const [ex, ey] = [cx + rx * Math.cos(angle), cy + ry * Math.sin(angle)];
      this.#line({ x: middle.x + cos * ex - sin * ey, y: middle.y + sin * ex + cos * ey });
    }
    this.#line(to);
  }
}

export function pathLength(chains: readonly (readonly Point[])[]): number {
  let length = 0;
  for (const chain of chains)
    for (const [i, { x, y }] of chain.entries()) {
      const last = chain[i - 1];
      if (last !== undefined) length += Math.hypot(x - last.x, y - last.y);
    }
  return length;
}

/** The place so far along a path; its ends where there is nothing there. */
export function pointAlong(chains: readonly (readonly Point[])[], distance: number): Point {
  let left = Math.max(0, distance);
  let end: Point = { x: 0, y: 0 };
  for (const chain of chains)
    for (const [i, point] of chain.entries()) {
      const last = chain[i - 1] ?? point;
      const step = Math.hypot(point.x - last.x, point.y - last.y);
      if (step > 0 && left <= step)
        return { x: last.x + ((point.x - last.x) * left) / step, y: last.y + ((point.y - last.y) * left) / step };
      left -= step;
      end = point;
    }
  return end;
}
