import { EqualityWalk } from '../equality.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../values.js';
import { commonNumbers, commonSubsequence, type PlacePairs } from './array-pairs.js';
import { ValueIds } from './identity.js';

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
 * longest common subsequence, or by one close to it where they are long and differ much. The answer does not depend on `looks`,
 * the number of values that are compared one by one before all get numbers.
 */
export function diffJson(from: JsonValue, to: JsonValue, rules: DiffRules, looks = MAX_LOOKS): Difference | undefined {
  return new JsonDiff(rules, looks).compare(from, to);
}

/**
 * Values that are looked at before all are numbered: one walk through both of two documents of 5 MB, and a few more of what
 * differs. Numbering took four times as long as the walk (8,000 records a document, 16 of them changed).
 */
const MAX_LOOKS = 2_000_000;

/** Keys by which people tell one object of a list from another. */
const IDENTITY_KEYS = ['id', '_id', 'uuid', 'key', 'name', 'code', 'path', 'url'];

class JsonDiff {
  readonly #ids = new ValueIds();
  readonly #views = new Map<object, JsonValue>();
  readonly #sortedViews = new Map<object, JsonValue>();
  readonly #rules: DiffRules;
  readonly #walk: EqualityWalk;

  constructor(rules: DiffRules, looks: number) {
    this.#rules = rules;
    // A walk sees arrays in their order.
    this.#walk = new EqualityWalk(rules.arrayOrder ? looks : 0);
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
    if (from === to) return undefined;
    if (isJsonObject(from) && isJsonObject(to)) return this.#compareObjects(from, to);
    if (isJsonArray(from) && isJsonArray(to)) {
      const items = this.#rules.arrayOrder ? this.#compareArrays(from, to) : this.#compareBags(from, to);
      return items.length === 0 ? undefined : { kind: 'array', items };
    }
    if (this.#areEqual(from, to)) return undefined;
    return { kind: 'changed', from: this.#whole(from), to: this.#whole(to) };
  }

  #compareObjects(from: JsonObject, to: JsonObject): Difference | undefined {
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
    return members.length === 0 ? undefined : { kind: 'object', members };
  }

  #compareArrays(from: readonly JsonValue[], to: readonly JsonValue[]): ItemDifference[] {
    const items: ItemDifference[] = [];
    let fromIndex = 0;
    let toIndex = 0;
    for (const [a, b] of [...this.#sharedPlaces(from, to), [from.length, to.length] as const]) {
      this.#compareGap(from, to, { fromIndex, fromEnd: a, toIndex, toEnd: b }, items);
      fromIndex = a + 1;
      toIndex = b + 1;
    }
    return items;
  }

  #sharedPlaces(from: readonly JsonValue[], to: readonly JsonValue[]): PlacePairs {
    if (!this.#walk.isOver) {
      const isSame = (a: number, b: number): boolean => this.#walk.areEqual(from[a] ?? null, to[b] ?? null);
      const pairs = commonSubsequence({ fromLength: from.length, toLength: to.length, isSame }, () => undefined);
      if (pairs !== undefined && !this.#walk.isOver) return pairs;
    }
    const idsOf = (items: readonly JsonValue[]): number[] => items.map((item) => this.#idOf(item));
    return commonNumbers(idsOf(from), idsOf(to));
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
