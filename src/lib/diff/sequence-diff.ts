/** A stretch of the old sequence that a stretch of the new one takes the place of; either may be empty. Ends are exclusive. */
export interface Edit {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
}

export interface SequenceDiff {
  /** In order, never touching. */
  readonly edits: readonly Edit[];
  /** No shorter script of single removals and additions exists; false where the work allowed was used up. */
  readonly isMinimal: boolean;
}

/** Steps of the search that cost about half a second; chosen to leave a run of 12 s room for all the rest. */
const WORK = 60_000_000;
/** Differences followed at once after that; each cut then costs at most its square. */
const FEW_DIFFERENCES = 64;

/**
 * The difference of two sequences of symbols: the shortest edit script (E. W. Myers, An O(ND) Difference Algorithm and Its
 * Variations, 1986, the linear-space refinement of §4b), with the runs of changes then slid as GNU diff does, as far down as
 * they go or beside a change of the other side. Where comparing two elements costs less than numbering all of them,
 * `commonSubsequence` (json/diff/array-pairs.ts) serves instead. Beyond the work allowed a cut is made at the furthest point reached, so that the
 * time is bounded for any input.
 */
export function diffSequences(before: Int32Array, after: Int32Array, work = WORK): SequenceDiff {
  const removed = new Uint8Array(before.length + 1);
  const added = new Uint8Array(after.length + 1);
  const search = new Search(before, after, removed, added, work);
  search.run();
  slideRuns(before, removed, added);
  slideRuns(after, added, removed);
  return { edits: listEdits(removed, added, before.length, after.length), isMinimal: search.isMinimal };
}

/** Finds which symbols are removed and which added, among those that both sides have: all others are changed for certain. */
class Search {
  isMinimal = true;
  readonly #old: Int32Array;
  readonly #new: Int32Array;
  readonly #oldAt: Int32Array;
  readonly #newAt: Int32Array;
  /** Furthest old position on each diagonal (old − new), from the start and from the end. */
  readonly #forward: Int32Array;
  readonly #backward: Int32Array;
  readonly #shift: number;

  constructor(
    before: Int32Array,
    after: Int32Array,
    private readonly removed: Uint8Array,
    private readonly added: Uint8Array,
    private work: number,
  ) {
    this.#oldAt = keepCommon(before, after, removed);
    this.#newAt = keepCommon(after, before, added);
    this.#old = this.#oldAt.map((index) => before[index] ?? 0);
    this.#new = this.#newAt.map((index) => after[index] ?? 0);
    const diagonals = this.#old.length + this.#new.length + 3;
    this.#forward = new Int32Array(diagonals);
    this.#backward = new Int32Array(diagonals);
    this.#shift = this.#new.length + 1;
  }

  run(): void {
    // Old start and end, new start and end of what is still to be compared.
    const open = [0, this.#old.length, 0, this.#new.length];
    while (open.length > 0) {
      let newEnd = open.pop() ?? 0;
      let newStart = open.pop() ?? 0;
      let oldEnd = open.pop() ?? 0;
      let oldStart = open.pop() ?? 0;
      while (oldStart < oldEnd && newStart < newEnd && this.#old[oldStart] === this.#new[newStart]) {
        oldStart++;
        newStart++;
      }
      while (oldStart < oldEnd && newStart < newEnd && this.#old[oldEnd - 1] === this.#new[newEnd - 1]) {
        oldEnd--;
        newEnd--;
      }
      if (oldStart === oldEnd || newStart === newEnd) {
        for (let index = oldStart; index < oldEnd; index++) this.removed[this.#oldAt[index] ?? 0] = 1;
        for (let index = newStart; index < newEnd; index++) this.added[this.#newAt[index] ?? 0] = 1;
        continue;
      }
      const [oldCut, newCut] = this.#cut(oldStart, oldEnd, newStart, newEnd);
      open.push(oldStart, oldCut, newStart, newCut, oldCut, oldEnd, newCut, newEnd);
    }
  }

  /**
   * A point that a shortest path from corner to corner passes through. Paths are followed from both corners, one difference
   * further each round, until they meet.
   */
  #cut(oldStart: number, oldEnd: number, newStart: number, newEnd: number): readonly [number, number] {
    const olds = this.#old;
    const news = this.#new;
    const forward = this.#forward;
    const backward = this.#backward;
    const shift = this.#shift;
    const lowest = oldStart - newEnd;
    const highest = oldEnd - newStart;
    const first = oldStart - newStart;
    const last = oldEnd - newEnd;
    const isOdd = ((first - last) & 1) !== 0;
    let forwardLow = first;
    let forwardHigh = first;
    let backwardLow = last;
    let backwardHigh = last;
    forward[first + shift] = oldStart;
    backward[last + shift] = oldEnd;
    for (let differences = 1; ; differences++) {
      // Diagonals outside the rectangle are not followed; the fence beside the outermost makes its neighbour win.
      if (forwardLow > lowest) forward[--forwardLow - 1 + shift] = -1;
      else forwardLow++;
      if (forwardHigh < highest) forward[++forwardHigh + 1 + shift] = -1;
      else forwardHigh--;
      for (let diagonal = forwardHigh; diagonal >= forwardLow; diagonal -= 2) {
        const below = forward[diagonal - 1 + shift] ?? 0;
        const above = forward[diagonal + 1 + shift] ?? 0;
        const from = below < above ? above : below + 1;
        let old = from;
        while (old < oldEnd && old - diagonal < newEnd && olds[old] === news[old - diagonal]) old++;
        this.work -= old - from + 1;
        forward[diagonal + shift] = old;
        const isMet = isOdd && diagonal >= backwardLow && diagonal <= backwardHigh;
        if (isMet && (backward[diagonal + shift] ?? 0) <= old) return [old, old - diagonal];
      }
      if (backwardLow > lowest) backward[--backwardLow - 1 + shift] = FENCE;
      else backwardLow++;
      if (backwardHigh < highest) backward[++backwardHigh + 1 + shift] = FENCE;
      else backwardHigh--;
      for (let diagonal = backwardHigh; diagonal >= backwardLow; diagonal -= 2) {
        const below = backward[diagonal - 1 + shift] ?? 0;
        const above = backward[diagonal + 1 + shift] ?? 0;
        const from = below < above ? below : above - 1;
        let old = from;
        while (old > oldStart && old - diagonal > newStart && olds[old - 1] === news[old - diagonal - 1]) old--;
        this.work -= from - old + 1;
        backward[diagonal + shift] = old;
        const isMet = !isOdd && diagonal >= forwardLow && diagonal <= forwardHigh;
        if (isMet && old <= (forward[diagonal + shift] ?? 0)) return [old, old - diagonal];
      }
      if (this.work < 0 && differences >= FEW_DIFFERENCES) {
        this.isMinimal = false;
        return this.#furthest(forwardLow, forwardHigh, backwardLow, backwardHigh, [oldStart, oldEnd, newStart, newEnd]);
      }
    }
  }

  /** The point furthest from its corner that either search has reached. */
  #furthest(
    forwardLow: number,
    forwardHigh: number,
    backwardLow: number,
    backwardHigh: number,
    [oldStart, oldEnd, newStart, newEnd]: readonly [number, number, number, number],
  ): readonly [number, number] {
    let best = -1;
    let cut: readonly [number, number] = [oldEnd, newStart];
    for (let diagonal = forwardLow; diagonal <= forwardHigh; diagonal += 2) {
      const old = Math.min(this.#forward[diagonal + this.#shift] ?? 0, oldEnd, newEnd + diagonal);
      const passed = old - oldStart + (old - diagonal - newStart);
      if (old - diagonal < newStart || passed <= best) continue;
      best = passed;
      cut = [old, old - diagonal];
    }
    for (let diagonal = backwardLow; diagonal <= backwardHigh; diagonal += 2) {
      const old = Math.max(this.#backward[diagonal + this.#shift] ?? 0, oldStart, newStart + diagonal);
      const passed = oldEnd - old + (newEnd - (old - diagonal));
      if (old - diagonal > newEnd || passed <= best) continue;
      best = passed;
      cut = [old, old - diagonal];
    }
    return cut;
  }
}

const FENCE = 2 ** 31 - 1;

/** The indexes of symbols that the other side has too; marks all others as changed. */
function keepCommon(symbols: Int32Array, others: Int32Array, changed: Uint8Array): Int32Array {
  let most = 0;
  for (const symbol of others) if (symbol > most) most = symbol;
  const isThere = new Uint8Array(most + 1);
  for (const symbol of others) isThere[symbol] = 1;
  const kept = new Int32Array(symbols.length);
  let count = 0;
  for (const [index, symbol] of symbols.entries()) {
    if (isThere[symbol] === 1) kept[count++] = index;
    else changed[index] = 1;
  }
  return kept.subarray(0, count);
}

/**
 * A run of changes whose first symbol comes again right after it can be slid down by one, and up likewise. Runs that come to touch
 * become one. A run ends as far down as it goes, or where the other side has a change too, so that both make one edit.
 */
function slideRuns(symbols: Int32Array, changed: Uint8Array, otherChanged: Uint8Array): void {
  const { length } = symbols;
  let end = 0;
  // As many unchanged symbols stand before `other` as before `end`, and it is past a run of changes there.
  let other = skipChanged(otherChanged, 0);
  for (;;) {
    while (end < length && changed[end] === 0) {
      end++;
      other = skipChanged(otherChanged, other + 1);
    }
    if (end === length) return;
    let start = end;
    end = skipChanged(changed, end);
    let beside: number;
    let size: number;
    do {
      size = end - start;
      while (start > 0 && symbols[start - 1] === symbols[end - 1]) {
        changed[--start] = 1;
        changed[--end] = 0;
        while (start > 0 && changed[start - 1] === 1) start--;
        do other--;
        while (otherChanged[other] === 1);
      }
      beside = other > 0 && otherChanged[other - 1] === 1 ? end : length + 1;
      while (end < length && symbols[start] === symbols[end]) {
        changed[start++] = 0;
        changed[end++] = 1;
        end = skipChanged(changed, end);
        const next = skipChanged(otherChanged, other + 1);
        if (next > other + 1) beside = end;
        other = next;
      }
    } while (size !== end - start);
    while (beside < end) {
      changed[--start] = 1;
      changed[--end] = 0;
      do other--;
      while (otherChanged[other] === 1);
    }
  }
}

function skipChanged(changed: Uint8Array, from: number): number {
  let index = from;
  while (changed[index] === 1) index++;
  return index;
}

function listEdits(removed: Uint8Array, added: Uint8Array, oldLength: number, newLength: number): Edit[] {
  const edits: Edit[] = [];
  let old = 0;
  let after = 0;
  while (old < oldLength || after < newLength) {
    const oldEnd = skipChanged(removed, old);
    const newEnd = skipChanged(added, after);
    if (oldEnd > old || newEnd > after) edits.push({ oldStart: old, oldEnd, newStart: after, newEnd });
    old = oldEnd + 1;
    after = newEnd + 1;
  }
  return edits;
}

/** Two lists of texts as symbols: equal texts, after `keyOf`, are the same symbol. */
export function internPieces(
  before: readonly string[],
  after: readonly string[],
  keyOf: (piece: string) => string = (piece) => piece,
): readonly [Int32Array, Int32Array] {
  const symbols = new Map<string, number>();
  const intern = (pieces: readonly string[]): Int32Array =>
    Int32Array.from(pieces, (piece) => {
      const key = keyOf(piece);
      const known = symbols.get(key);
      if (known !== undefined) return known;
      symbols.set(key, symbols.size);
      return symbols.size - 1;
    });
  return [intern(before), intern(after)];
}
