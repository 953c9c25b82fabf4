/** What tells pages apart: their words with how often each is there, and a picture of 16 × 16 greys where there are none. */
export interface PageSignature {
  readonly words: ReadonlyMap<string, number>;
  readonly count: number;
  readonly thumbnail: Uint8Array | undefined;
}

/** Pages from 0; `undefined` where a page has no counterpart. */
export interface PagePair {
  readonly before: number | undefined;
  readonly after: number | undefined;
  /** The page stands elsewhere among those that kept their order. */
  readonly isMoved: boolean;
}

/** Pages less alike are different pages; a page that moved must be more alike. */
const ALIKE = 0.3;
const ALIKE_MOVED = 0.6;

/**
 * Which page became which: the order that keeps most of what is alike, then pages found elsewhere, then what is left between the
 * same neighbours. In the order of the new pages, removed ones after what stood before them.
 */
export function matchPages(before: readonly PageSignature[], after: readonly PageSignature[]): PagePair[] {
  const alike = before.map((one) => Float64Array.from(after, (other) => similarity(one, other)));
  const partner = alignedPartners(alike, before.length, after.length);
  const moved = new Set<number>();
  for (const [i, j] of bestElsewhere(alike, partner, after.length)) {
    partner[i] = j;
    moved.add(i);
  }
  pairGaps(partner, moved, before.length, after.length);
  return listed(partner, moved, after.length);
}

/** From 0 to 1: the share of words in common (Dice), or how alike two pages without words look. */
function similarity(a: PageSignature, b: PageSignature): number {
  if (a.count === 0 && b.count === 0) return thumbnailSimilarity(a.thumbnail, b.thumbnail);
  if (a.count === 0 || b.count === 0) return 0;
  let common = 0;
  const [small, large] = a.words.size < b.words.size ? [a.words, b.words] : [b.words, a.words];
  for (const [word, count] of small) common += Math.min(count, large.get(word) ?? 0);
  return (2 * common) / (a.count + b.count);
}

function thumbnailSimilarity(a: Uint8Array | undefined, b: Uint8Array | undefined): number {
  if (a === undefined || b === undefined || a.length !== b.length) return 0;
  let difference = 0;
  for (let i = 0; i < a.length; i += 1) difference += Math.abs((a[i] ?? 0) - (b[i] ?? 0));
  // Pages are mostly white: a mean difference of a tenth is another page.
  return Math.max(0, 1 - difference / a.length / 25);
}

/** One page that stayed the same tells more about the order than two that have much in common. */
const weightOf = (likeness: number): number => (likeness > 0.98 ? 2 : likeness ** 4);

/** For each old page the new one, both in order, so that the likeness is greatest (dynamic programming). */
function alignedPartners(alike: readonly Float64Array[], rows: number, columns: number): (number | undefined)[] {
  const best = Array.from({ length: rows + 1 }, () => new Float64Array(columns + 1));
  const at = (i: number, j: number): number => best[i]?.[j] ?? 0;
  for (let i = 1; i <= rows; i += 1) {
    for (let j = 1; j <= columns; j += 1) {
      const likeness = alike[i - 1]?.[j - 1] ?? 0;
      const paired = likeness >= ALIKE ? at(i - 1, j - 1) + weightOf(likeness) : 0;
      (best[i] as Float64Array)[j] = Math.max(paired, at(i - 1, j), at(i, j - 1));
    }
  }
  const partner = new Array<number | undefined>(rows).fill(undefined);
  for (let i = rows, j = columns; i > 0 && j > 0; ) {
    const likeness = alike[i - 1]?.[j - 1] ?? 0;
    if (likeness >= ALIKE && at(i, j) === at(i - 1, j - 1) + weightOf(likeness)) {
      partner[i - 1] = j - 1;
      i -= 1;
      j -= 1;
    } else if (at(i, j) === at(i - 1, j)) i -= 1;
    else j -= 1;
  }
  return partner;
}

/** Pairs of pages that are left, the most alike first. */
function bestElsewhere(
  alike: readonly Float64Array[],
  partner: readonly (number | undefined)[],
  columns: number,
): [number, number][] {
  const taken = new Set(partner);
  const pairs: [likeness: number, before: number, after: number][] = [];
  for (const [i, likenesses] of alike.entries()) {
    if (partner[i] !== undefined) continue;
    for (let j = 0; j < columns; j += 1) {
      const likeness = likenesses[j] ?? 0;
      if (!taken.has(j) && likeness >= ALIKE_MOVED) pairs.push([likeness, i, j]);
    }
  }
  pairs.sort(([a, i, j], [b, m, n]) => b - a || i - m || j - n);
  const rows = new Set<number>();
  const chosen: [number, number][] = [];
  for (const [, i, j] of pairs) {
    if (rows.has(i) || taken.has(j)) continue;
    rows.add(i);
    taken.add(j);
    chosen.push([i, j]);
  }
  return chosen;
}

/** Pages that are left between the same two pairs are taken for rewritten ones, in order. */
function pairGaps(partner: (number | undefined)[], moved: ReadonlySet<number>, rows: number, columns: number): void {
  const taken = new Set(partner);
  let from = 0;
  let next = 0;
  for (let i = 0; i <= rows; i += 1) {
    const end = i === rows ? columns : partner[i];
    if (end === undefined || (i < rows && moved.has(i))) continue;
    const free: number[] = [];
    for (let j = next; j < end; j += 1) if (!taken.has(j)) free.push(j);
    for (let k = from; k < i && free.length > 0; k += 1) if (partner[k] === undefined) partner[k] = free.shift();
    from = i + 1;
    next = end + 1;
  }
}

function listed(partner: readonly (number | undefined)[], moved: ReadonlySet<number>, columns: number): PagePair[] {
  const before = new Map(partner.flatMap((j, i) => (j === undefined ? [] : [[j, i] as const])));
  const pairs: PagePair[] = [];
  let passed = 0;
  const passRemoved = (end: number): void => {
    for (; passed < end; passed += 1) {
      if (partner[passed] === undefined) pairs.push({ before: passed, after: undefined, isMoved: false });
    }
  };
  for (let j = 0; j < columns; j += 1) {
    const i = before.get(j);
    if (i !== undefined && !moved.has(i)) passRemoved(i);
    pairs.push({ before: i, after: j, isMoved: i !== undefined && moved.has(i) });
  }
  passRemoved(partner.length);
  return pairs;
}
