import { ValueIds } from './identity.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from './values.js';

export interface DiffRules {
  /** Whether arrays that hold the same in another order differ. */
  readonly arrayOrder: boolean;
  /** Whether a member is left out of account; the path ends with its key, array indexes being numbers. Left out: none is. */
  readonly isIgnored?: ((path: readonly (string | number)[]) => boolean) | undefined;
}

/** How a value became another. `undefined` in its place means: they are equal. */
export type Difference =
  | { readonly kind: 'changed'; readonly from: JsonValue; readonly to: JsonValue }
  | { readonly kind: 'object'; readonly members: readonly (readonly [string, MemberDifference])[] }
  | { readonly kind: 'array'; readonly items: readonly ItemDifference[] };

export type MemberDifference =
  | Difference
  | { readonly kind: 'added'; readonly to: JsonValue }
  | { readonly kind: 'removed'; readonly from: JsonValue };

/** Elements in the order of the second array; `fromIndex` and `toIndex` are their places in the two. */
export type ItemDifference =
  | { readonly kind: 'added'; readonly to: JsonValue; readonly toIndex: number }
  | { readonly kind: 'removed'; readonly from: JsonValue; readonly fromIndex: number }
  | { readonly kind: 'inside'; readonly fromIndex: number; readonly toIndex: number; readonly inner: Difference };

/**
 * What turns one document into another. Numbers are compared by value, objects whatever the order of their keys; arrays by their
 * longest common subsequence, or by one close to it where they are long and differ much.
 */
export function diffJson(from: JsonValue, to: JsonValue, rules: DiffRules): Difference | undefined {
  return new JsonDiff(rules).compare(from, to);
}

/** Most steps of the exact search in one pair of arrays: its memory and time grow with the square. */
const MOST_EDITS = 1000;

/** Keys by which people tell one object of a list from another. */
const IDENTITY_KEYS = ['id', '_id', 'uuid', 'key', 'name', 'code', 'path', 'url'];

class JsonDiff {
  readonly #ids = new ValueIds();
  readonly #views = new Map<object, JsonValue>();
  readonly #sortedViews = new Map<object, JsonValue>();
  readonly #rules: DiffRules;

  constructor(rules: DiffRules) {
    this.#rules = rules;
  }

  compare(from: JsonValue, to: JsonValue): Difference | undefined {
    const { isIgnored } = this.#rules;
    if (isIgnored === undefined) return this.#compare(from, to);
    return this.#compare(this.#viewOf(from, [], isIgnored), this.#viewOf(to, [], isIgnored));
  }

  /** A value without what is ignored. */
  #viewOf(value: JsonValue, path: (string | number)[], isIgnored: NonNullable<DiffRules['isIgnored']>): JsonValue {
    if (isJsonArray(value)) {
      const items = value.map((item, index) => {
        path.push(index);
        const view = this.#viewOf(item, path, isIgnored);
        path.pop();
        return view;
      });
      return this.#remember(items, value);
    }
    if (!isJsonObject(value)) return value;
    const members: [string, JsonValue][] = [];
    for (const [key, item] of value) {
      path.push(key);
      if (!isIgnored(path)) members.push([key, this.#viewOf(item, path, isIgnored)]);
      path.pop();
    }
    return this.#remember(new Map(members), value);
  }

  #remember<View extends JsonValue & object>(view: View, original: JsonValue): View {
    this.#views.set(view, original);
    return view;
  }

  /** The whole value behind a view. */
  #whole(view: JsonValue): JsonValue {
    return (view !== null && typeof view === 'object' ? this.#views.get(view) : undefined) ?? view;
  }

  #areEqual(from: JsonValue, to: JsonValue): boolean {
    return this.#idOf(from) === this.#idOf(to);
  }

  /** Equal for equal values, the order of arrays left aside where it does not count. */
  #idOf(value: JsonValue): number {
    return this.#rules.arrayOrder ? this.#ids.idOf(value) : this.#ids.idOf(this.#sorted(value));
  }

  #sorted(value: JsonValue): JsonValue {
    if (!isJsonArray(value) && !isJsonObject(value)) return value;
    const known = this.#sortedViews.get(value);
    if (known !== undefined) return known;
    const made = isJsonArray(value)
      ? value.map((item) => this.#sorted(item)).sort((a, b) => this.#ids.idOf(a) - this.#ids.idOf(b))
      : new Map([...value].map(([key, item]) => [key, this.#sorted(item)]));
    this.#sortedViews.set(value, made);
    return made;
  }

  #compare(from: JsonValue, to: JsonValue): Difference | undefined {
    if (this.#areEqual(from, to)) return undefined;
    if (isJsonObject(from) && isJsonObject(to)) return this.#compareObjects(from, to);
    if (isJsonArray(from) && isJsonArray(to)) {
      const items = this.#rules.arrayOrder ? this.#compareArrays(from, to) : this.#compareBags(from, to);
      return { kind: 'array', items };
    }
    return { kind: 'changed', from: this.#whole(from), to: this.#whole(to) };
  }

  #compareObjects(from: JsonObject, to: JsonObject): Difference {
    const members: [string, MemberDifference][] = [];
    for (const [key, value] of from) {
      const other = to.get(key);
      if (other === undefined) {
        members.push([key, { kind: 'removed', from: this.#whole(value) }]);
        continue;
      }
      const inner = this.#compare(value, other);
      if (inner !== undefined) members.push([key, inner]);
    }
    for (const [key, value] of to) {
      if (!from.has(key)) members.push([key, { kind: 'added', to: this.#whole(value) }]);
    }
    return { kind: 'object', members };
  }

  #compareArrays(from: readonly JsonValue[], to: readonly JsonValue[]): ItemDifference[] {
    const fromIds = from.map((item) => this.#idOf(item));
    const toIds = to.map((item) => this.#idOf(item));
    const items: ItemDifference[] = [];
    let fromIndex = 0;
    let toIndex = 0;
    for (const [a, b] of [...commonSubsequence(fromIds, toIds), [from.length, to.length] as const]) {
      this.#compareGap(from, to, { fromIndex, fromEnd: a, toIndex, toEnd: b }, items);
      fromIndex = a + 1;
      toIndex = b + 1;
    }
    return items;
  }

  /** What stands between two elements that both arrays have: changed in place where it looks like the same thing. */
  #compareGap(from: readonly JsonValue[], to: readonly JsonValue[], gap: Gap, items: ItemDifference[]): void {
    let next = gap.fromIndex;
    const partners = partnersIn(from, to, gap);
    for (let toIndex = gap.toIndex; toIndex < gap.toEnd; toIndex++) {
      const partner = partners.get(toIndex);
      if (partner === undefined) {
        items.push({ kind: 'added', to: this.#whole(to[toIndex] ?? null), toIndex });
        continue;
      }
      for (; next < partner; next++) {
        items.push({ kind: 'removed', from: this.#whole(from[next] ?? null), fromIndex: next });
      }
      next = partner + 1;
      const inner = this.#compare(from[partner] ?? null, to[toIndex] ?? null);
      if (inner !== undefined) items.push({ kind: 'inside', fromIndex: partner, toIndex, inner });
    }
    for (; next < gap.fromEnd; next++) {
      items.push({ kind: 'removed', from: this.#whole(from[next] ?? null), fromIndex: next });
    }
  }

  /** Arrays whose order does not count: what is in both is paired off, the rest compared one by one. */
  #compareBags(from: readonly JsonValue[], to: readonly JsonValue[]): ItemDifference[] {
    const places = new Map<number, number[]>();
    for (const [index, item] of to.entries()) {
      const id = this.#idOf(item);
      const same = places.get(id);
      if (same === undefined) places.set(id, [index]);
      else same.push(index);
    }
    for (const list of places.values()) list.reverse();
    const isTaken = new Uint8Array(to.length);
    const left: number[] = [];
    for (const [index, item] of from.entries()) {
      const place = places.get(this.#idOf(item))?.pop();
      if (place === undefined) left.push(index);
      else isTaken[place] = 1;
    }
    const right = to.map((_, index) => index).filter((index) => isTaken[index] === 0);
    const leftItems = left.map((index) => from[index] ?? null);
    const rightItems = right.map((index) => to[index] ?? null);
    const whole = { fromIndex: 0, fromEnd: left.length, toIndex: 0, toEnd: right.length };
    const items: ItemDifference[] = [];
    this.#compareGap(leftItems, rightItems, whole, items);
    return items.map((item) => ({
      ...item,
      ...('fromIndex' in item ? { fromIndex: left[item.fromIndex] ?? 0 } : {}),
      ...('toIndex' in item ? { toIndex: right[item.toIndex] ?? 0 } : {}),
    }));
  }
}

interface Gap {
  readonly fromIndex: number;
  readonly fromEnd: number;
  readonly toIndex: number;
  readonly toEnd: number;
}

/** For places in the second array, places in the first that hold the same thing changed; both ascend. */
function partnersIn(from: readonly JsonValue[], to: readonly JsonValue[], gap: Gap): Map<number, number> {
  const partners = new Map<number, number>();
  const byIdentity = new Map<string, number>();
  for (let index = gap.fromEnd - 1; index >= gap.fromIndex; index--) {
    const identity = identityOf(from[index] ?? null);
    if (identity !== undefined) byIdentity.set(identity, index);
  }
  let next = gap.fromIndex;
  const unpaired: number[] = [];
  for (let index = gap.toIndex; index < gap.toEnd; index++) {
    const identity = identityOf(to[index] ?? null);
    const place = identity === undefined ? undefined : byIdentity.get(identity);
    if (place !== undefined && place >= next) {
      pairRun(from, to, { fromIndex: next, fromEnd: place, unpaired }, partners);
      partners.set(index, place);
      next = place + 1;
      unpaired.length = 0;
    } else unpaired.push(index);
  }
  pairRun(from, to, { fromIndex: next, fromEnd: gap.fromEnd, unpaired }, partners);
  return partners;
}

/** Pairs elements by their order: objects with objects, arrays with arrays, single values with single values. */
function pairRun(
  from: readonly JsonValue[],
  to: readonly JsonValue[],
  run: { readonly fromIndex: number; readonly fromEnd: number; readonly unpaired: readonly number[] },
  partners: Map<number, number>,
): void {
  let next = run.fromIndex;
  for (const index of run.unpaired) {
    if (next >= run.fromEnd) return;
    const a = from[next] ?? null;
    const b = to[index] ?? null;
    const [first, second] = [identityOf(a), identityOf(b)];
    if (kindOf(a) === kindOf(b) && (first === undefined || second === undefined)) partners.set(index, next);
    next++;
  }
}

const kindOf = (value: JsonValue): 0 | 1 | 2 => (isJsonArray(value) ? 1 : isJsonObject(value) ? 2 : 0);

/** What an object calls itself, where it does so in a way that is usual. */
function identityOf(value: JsonValue): string | undefined {
  if (!isJsonObject(value)) return undefined;
  for (const key of IDENTITY_KEYS) {
    const name = value.get(key);
    if (typeof name === 'string') return `${key}="${name}`;
    if (name !== undefined && name !== null && typeof name === 'object' && 'source' in name)
      return `${key}=${name.source}`;
  }
  return undefined;
}

/** Pairs of places, both ascending, that hold the same number. */
function commonSubsequence(a: readonly number[], b: readonly number[]): (readonly [number, number])[] {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let tail = 0;
  while (tail < a.length - start && tail < b.length - start && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  const middleA = a.slice(start, a.length - tail);
  const middleB = b.slice(start, b.length - tail);
  const middle = shortestEdit(middleA, middleB) ?? uniqueAnchors(middleA, middleB);
  return [
    ...Array.from({ length: start }, (_, index) => [index, index] as const),
    ...middle.map(([i, j]) => [i + start, j + start] as const),
    ...Array.from({ length: tail }, (_, index) => [a.length - tail + index, b.length - tail + index] as const),
  ];
}

/** Myers, "An O(ND) difference algorithm" (1986); `undefined` beyond `MOST_EDITS` edits. */
function shortestEdit(a: readonly number[], b: readonly number[]): (readonly [number, number])[] | undefined {
  const most = Math.min(MOST_EDITS, a.length + b.length);
  const trace: Int32Array[] = [];
  const furthest = new Int32Array(2 * most + 3);
  const middle = most + 1;
  for (let edits = 0; edits <= most; edits++) {
    trace.push(furthest.slice(middle - edits - 1, middle + edits + 2));
    for (let k = -edits; k <= edits; k += 2) {
      const down = k === -edits || (k !== edits && at(furthest, middle + k - 1) < at(furthest, middle + k + 1));
      let x = down ? at(furthest, middle + k + 1) : at(furthest, middle + k - 1) + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      furthest[middle + k] = x;
      if (x >= a.length && x - k >= b.length) return walkBack(trace, a, b);
    }
  }
  return undefined;
}

const at = (list: Int32Array, index: number): number => list[index] ?? 0;

function walkBack(
  trace: readonly Int32Array[],
  a: readonly number[],
  b: readonly number[],
): (readonly [number, number])[] {
  const pairs: (readonly [number, number])[] = [];
  let x = a.length;
  let y = b.length;
  for (let edits = trace.length - 1; edits >= 0; edits--) {
    // The slice was taken before this round, its middle is at edits + 1.
    const before = trace[edits] ?? new Int32Array(0);
    const k = x - y;
    const middle = edits + 1;
    const down = k === -edits || (k !== edits && at(before, middle + k - 1) < at(before, middle + k + 1));
    const previousK = down ? k + 1 : k - 1;
    const previousX = edits === 0 ? 0 : at(before, middle + previousK);
    const previousY = edits === 0 ? 0 : previousX - previousK;
    while (x > previousX && y > previousY && a[x - 1] === b[y - 1]) pairs.push([--x, --y]);
    x = previousX;
    y = previousY;
  }
  return pairs.reverse();
}

/** What stands once in each of the two, in the longest order that both share (patience diff): for arrays that differ much. */
function uniqueAnchors(a: readonly number[], b: readonly number[]): (readonly [number, number])[] {
  const placesInB = oncePlaces(b);
  const placesInA = oncePlaces(a);
  const pairs: (readonly [number, number])[] = [];
  for (const [value, index] of placesInA) {
    const other = placesInB.get(value);
    if (index >= 0 && other !== undefined && other >= 0) pairs.push([index, other]);
  }
  pairs.sort(([x], [y]) => x - y);
  return longestAscent(pairs);
}

/** The place of every number, -1 where it stands more than once. */
function oncePlaces(list: readonly number[]): Map<number, number> {
  const places = new Map<number, number>();
  for (const [index, value] of list.entries()) places.set(value, places.has(value) ? -1 : index);
  return places;
}

function longestAscent(pairs: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  const ends: number[] = [];
  const before = new Int32Array(pairs.length).fill(-1);
  const placeOf = (index: number): number => pairs[index]?.[1] ?? 0;
  for (const [index, [, place]] of pairs.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const half = (low + high) >> 1;
      if (placeOf(ends[half] ?? 0) < place) low = half + 1;
      else high = half;
    }
    before[index] = low === 0 ? -1 : (ends[low - 1] ?? -1);
    ends[low] = index;
  }
  const chain: (readonly [number, number])[] = [];
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) {
    const pair = pairs[index];
    if (pair !== undefined) chain.push(pair);
  }
  return chain.reverse();
}
