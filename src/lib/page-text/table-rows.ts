import type { Ruling } from './glyphs.js';
import type { Phrase, PlacedPhrase } from './table-columns.js';

/** A line of text as a table sees it. */
export interface TableLine {
  readonly baseline: number;
  readonly size: number;
  readonly phrases: readonly Phrase[];
  /** Whether it has room in it that is wider than the spaces of any text. */
  readonly isParted: boolean;
}

/** A line with the columns of its phrases. */
export interface PlacedLine extends TableLine {
  readonly placed: readonly PlacedPhrase[];
}

/** Lines nearer than this many font heights overlap: they are of one row, beside each other. */
const OVERLAP = 0.7;
/** Share of a table's width that a drawn line has at least to part two rows. */
const RULE_SHARE = 0.5;
/** Lines drawn between this share of the lines of text part all rows. */
const RULED_SHARE = 0.3;
/** Heads of tables have no more lines. */
const MAX_HEAD = 8;

/** The rows of a table: lines of text that belong together. */
export function rowsOfLines(lines: readonly PlacedLine[], columns: number, rulings: readonly Ruling[]): PlacedLine[][] {
  const isRuled = ruledSteps(lines, rulings);
  const ruled = isRuled.filter(Boolean).length;
  const isRuledThroughout = ruled >= 3 && ruled >= RULED_SHARE * isRuled.length;
  const head = headLines(lines, isRuled);
  const usual = rowStep(lines, columns);
  const rows: PlacedLine[][] = [];
  for (const [i, line] of lines.entries()) {
    const row = rows.at(-1);
    const above = lines[i - 1];
    if (row === undefined || above === undefined || isRuled[i - 1] === true) {
      rows.push([line]);
      continue;
    }
    const spanned = underSpan(row, line);
    if (spanned !== undefined) {
      // What does not stand below the spanning cell goes on in its own cell above.
      if (spanned.rest.length > 0) row.push({ ...line, placed: spanned.rest });
      rows.push([{ ...line, placed: spanned.below }]);
    } else if (beginsRow(row, line)) rows.push([...takeTail(row, line), line]);
    else if (isSameRow(row, above, line, { isRuledThroughout, isHead: i < head, usual, columns })) row.push(line);
    else rows.push([line]);
  }
  return rows;
}

/** Whether a line is drawn below each line of text but the last. */
function ruledSteps(lines: readonly PlacedLine[], rulings: readonly Ruling[]): boolean[] {
  const phrases = lines.flatMap((line) => line.phrases);
  const left = Math.min(...phrases.map((phrase) => phrase.left));
  const right = Math.max(...phrases.map((phrase) => phrase.right));
  const across = rulings.filter(({ isVertical, from, to }) => !isVertical && from < right && to > left);
  return lines.slice(1).map((line, i) => {
    const above = lines[i] as PlacedLine;
    const between = across.filter(({ at }) => at > above.baseline - 1 && at < line.baseline - 0.3 * line.size);
    return between.length > 0 && coverage(between, left, right) >= RULE_SHARE * (right - left);
  });
}

/** The length of the best covered height. */
function coverage(rulings: readonly Ruling[], left: number, right: number): number {
  let best = 0;
  for (const { at } of rulings) {
    const pieces = rulings.filter((other) => Math.abs(other.at - at) < 1.5).sort((a, b) => a.from - b.from);
    let [covered, reached] = [0, left];
    for (const { from, to } of pieces) {
      const start = Math.max(from, reached);
      const end = Math.min(to, right);
      if (end > start) covered += end - start;
      reached = Math.max(reached, end);
    }
    best = Math.max(best, covered);
  }
  return best;
}

const NUMBER = /\d/;
const WORD = /\p{L}{3}/u;
const isNumeric = ({ phrase }: PlacedPhrase): boolean =>
  phrase.words.every(({ text }) => NUMBER.test(text) || !WORD.test(text)) &&
  phrase.words.some(({ text }) => NUMBER.test(text));

/** How many lines the head has: those above the first of numbers, where there is one. */
function headLines(lines: readonly PlacedLine[], isRuled: readonly boolean[]): number {
  const first = lines.findIndex(({ placed }) => {
    const others = placed.filter((one) => one.first > 0);
    return others.length > 0 && 2 * others.filter(isNumeric).length > others.length;
  });
  const end = first === -1 || first > MAX_HEAD ? 0 : first;
  const rule = isRuled.slice(0, end).lastIndexOf(true);
  // A line drawn right below the head ends it.
  return rule >= 0 && rule + 1 < end ? rule + 1 : end;
}

const isFull = ({ placed }: PlacedLine, columns: number): boolean => placed.length >= Math.max(2, 0.6 * columns);

/** The usual step from a row of one line to the next. */
function rowStep(lines: readonly PlacedLine[], columns: number): number {
  const steps: number[] = [];
  const all: number[] = [];
  for (const [i, line] of lines.entries()) {
    const above = lines[i - 1];
    if (above === undefined) continue;
    const step = line.baseline - above.baseline;
    if (step < OVERLAP * line.size) continue;
    all.push(step);
    if (isFull(line, columns) && isFull(above, columns)) steps.push(step);
  }
  // Rows with a tall cell are farther apart.
  const known = (steps.length > 1 ? steps : all).toSorted((a, b) => a - b);
  return known[known.length >> 2] ?? 0;
}

/** The parts of a line of which some stand below a cell that spans several columns; `undefined` where none does. */
function underSpan(row: readonly PlacedLine[], line: PlacedLine) {
  const spans = row.flatMap(({ placed }) => placed.filter(({ first, last }) => last > first));
  const isBelow = ({ first, last }: PlacedPhrase): boolean =>
    spans.some((span) => first >= span.first && last <= span.last && last - first < span.last - span.first);
  const below = line.placed.filter(isBelow);
  if (below.length === 0) return undefined;
  const taken = new Set(row.flatMap(({ placed }) => placed.map(({ first }) => first)));
  const last = row.at(-1) as PlacedLine;
  const isNear = line.baseline - last.baseline < 1.4 * line.size;
  const rest = line.placed.filter((one) => !isBelow(one) && isNear && taken.has(one.first));
  return { rest, below: line.placed.filter((one) => !rest.includes(one)) };
}

interface RowRules {
  readonly isRuledThroughout: boolean;
  readonly isHead: boolean;
  readonly usual: number;
  readonly columns: number;
}

function isSameRow(row: readonly PlacedLine[], above: PlacedLine, line: PlacedLine, rules: RowRules): boolean {
  const size = Math.max(line.size, above.size);
  const step = line.baseline - above.baseline;
  if (step < OVERLAP * size || rules.isRuledThroughout) return true;
  if (rules.isHead) return step < 1.45 * size && !isHeading(above, line, rules.columns);
  const isPartial = !isFull(line, rules.columns) || !isFull(above, rules.columns);
  if (isPartial && step < 1.35 * size && step < rules.usual - Math.max(0.6, 0.05 * size)) return true;
  return step < 1.45 * size && step < rules.usual + 1 && goesOn(row, above, line);
}

/** Whether a lone first cell is a heading of what follows. */
const isHeading = ({ placed }: PlacedLine, line: PlacedLine, columns: number): boolean =>
  placed.length === 1 && placed[0]?.first === 0 && line.placed.length >= Math.max(2, columns - 1);

/** Whether a line has a first cell of its own, and others. */
const beginsRow = (row: readonly PlacedLine[], { placed }: PlacedLine): boolean =>
  placed.length > 1 &&
  placed[0]?.first === 0 &&
  !SMALL.test(placed[0].phrase.words[0]?.text ?? '') &&
  row.some((line) => line.placed[0]?.first === 0);

/** Takes the lines off a row that overlap the next one: the beginning of a tall cell that is centred beside it. */
function takeTail(row: PlacedLine[], line: PlacedLine): PlacedLine[] {
  const tail: PlacedLine[] = [];
  let next = line;
  for (let last = row.at(-1); last !== undefined && row.length > 1; last = row.at(-1)) {
    if (last.placed[0]?.first === 0 || next.baseline - last.baseline >= OVERLAP * line.size) break;
    tail.unshift(last);
    row.pop();
    next = last;
  }
  return tail;
}

const SMALL = /^[\p{Ll}(]/u;

/** Whether a line only ends cells of the one above, or the one above only begins a first cell that this one ends. */
function goesOn(row: readonly PlacedLine[], above: PlacedLine, line: PlacedLine): boolean {
  const [only, ...others] = line.placed;
  if (only === undefined) return false;
  const isLower = SMALL.test(only.phrase.words[0]?.text ?? '');
  if (only.first === 0 && isLower && above.placed.length === 1 && above.placed[0]?.first === 0) return true;
  if (others.length > 0) return false;
  const host = row.some(({ placed }) => placed.some(({ first }) => first === only.first));
  if (!host) return false;
  return only.first === 0 ? isLower : !isNumeric(only);
}
