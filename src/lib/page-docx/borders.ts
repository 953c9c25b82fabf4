import type { DocxBorder, DocxBorders } from '../docx-write/blocks.js';
import type { Box, Ruling } from '../page-text/glyphs.js';

/** Lines so far from the edge of a cell are drawn along it. Points. */
const NEAR = 3;
/** Share of an edge that lines along it cover at least. */
const COVERED = 0.7;
/** Of lines that are as thin as can be drawn. Points. */
const HAIRLINE = 0.25;

interface Drawn extends Ruling {
  readonly color: string;
  readonly width: number;
}

/** The lines drawn along the edges of the cells of a table. */
export class TableLines {
  readonly #across: LinesByPlace;
  readonly #down: LinesByPlace;

  constructor(rulings: readonly Ruling[], box: Box) {
    const drawn = rulings
      .filter((ruling) => isInside(ruling, box))
      .flatMap(({ color, width, ...ruling }) =>
        ruling.isEdge === true || color === undefined
          ? []
          : [{ ...ruling, color, width: Math.max(HAIRLINE, width ?? 0) }],
      );
    this.#across = byPlace(drawn.filter(({ isVertical }) => !isVertical));
    this.#down = byPlace(drawn.filter(({ isVertical }) => isVertical));
  }

  /** The first height at which a line is drawn across most of a stretch. */
  between(above: number, below: number, { left, right }: Pick<Box, 'left' | 'right'>): number | undefined {
    for (let place = placeOf(above); place <= placeOf(below); place += 1) {
      const line = this.#across
        .get(place)
        ?.find(({ at }) => at >= above && at <= below && lookAlong(this.#across, at, left, right) !== undefined);
      if (line !== undefined) return line.at;
    }
    return undefined;
  }

  around({ left, top, right, bottom }: Box): DocxBorders {
    return {
      top: lookAlong(this.#across, top, left, right),
      left: lookAlong(this.#down, left, top, bottom),
      bottom: lookAlong(this.#across, bottom, left, right),
      right: lookAlong(this.#down, right, top, bottom),
    };
  }
}

function isInside({ isVertical, at, from, to }: Ruling, { left, top, right, bottom }: Box): boolean {
  const [first, last] = isVertical ? [left, right] : [top, bottom];
  const [start, end] = isVertical ? [top, bottom] : [left, right];
  return at > first - NEAR && at < last + NEAR && to > start - NEAR && from < end + NEAR;
}

/** Lines by their heights, or by how far to the right they are, in steps of `NEAR`. */
type LinesByPlace = ReadonlyMap<number, readonly Drawn[]>;

const placeOf = (at: number): number => Math.floor(at / NEAR);

function byPlace(lines: readonly Drawn[]): LinesByPlace {
  const places = new Map<number, Drawn[]>();
  for (const line of lines) {
    const place = placeOf(line.at);
    const known = places.get(place);
    if (known === undefined) places.set(place, [line]);
    else known.push(line);
  }
  return places;
}

/** What lines along an edge look like, if they cover most of it. */
function lookAlong(lines: LinesByPlace, at: number, from: number, to: number): DocxBorder | undefined {
  const place = placeOf(at);
  const near = [place - 1, place, place + 1].flatMap((one) => lines.get(one) ?? []);
  const along = near.filter((line) => Math.abs(line.at - at) < NEAR && line.to > from && line.from < to);
  const pieces = along.toSorted((a, b) => a.from - b.from);
  let [covered, reached] = [0, from];
  for (const piece of pieces) {
    const end = Math.min(piece.to, to);
    covered += Math.max(0, end - Math.max(piece.from, reached));
    reached = Math.max(reached, end);
  }
  if (to <= from || covered < COVERED * (to - from)) return undefined;
  const length = (line: Drawn): number => Math.min(line.to, to) - Math.max(line.from, from);
  const [longest] = pieces.toSorted((a, b) => length(b) - length(a) || b.width - a.width);
  return longest === undefined ? undefined : { width: longest.width, color: longest.color };
}
