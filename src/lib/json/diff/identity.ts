import { isJsonArray, JsonNumber, type JsonObject, type JsonValue, significantDigits } from '../values.js';

/**
 * Numbers for values: the same for values that are equal, others for all others. Numbers are equal by value (1.0 is 1, -0 is 0),
 * objects whatever the order of their keys. Linear in the size of what is numbered; each object and array is looked at once.
 */
export class ValueIds {
  readonly #ofStrings = new Map<string, number>();
  readonly #ofNumbers = new Map<string, number>();
  readonly #ofSources = new Map<string, number>();
  readonly #ofLists = new Map<string, number>();
  readonly #byNode = new Map<object, number>();
  #next = FIRST;

  idOf(value: JsonValue): number {
    if (typeof value === 'string') return this.#idIn(this.#ofStrings, value);
    if (value === null) return NULL;
    if (typeof value === 'boolean') return value ? TRUE : FALSE;
    if (value instanceof JsonNumber) return this.#idOfNumber(value.source);
    const known = this.#byNode.get(value);
    if (known !== undefined) return known;
    const id = this.#idIn(
      this.#ofLists,
      isJsonArray(value) ? this.#contentOfArray(value) : this.#contentOfObject(value),
    );
    this.#byNode.set(value, id);
    return id;
  }

  areEqual(a: JsonValue, b: JsonValue): boolean {
    return this.idOf(a) === this.idOf(b);
  }

  /** Most numbers stand in the same letters again and again. */
  #idOfNumber(source: string): number {
    const known = this.#ofSources.get(source);
    if (known !== undefined) return known;
    const id = this.#idIn(this.#ofNumbers, significantDigits(source));
    this.#ofSources.set(source, id);
    return id;
  }

  #contentOfArray(items: readonly JsonValue[]): string {
    const ids = [ARRAY];
    for (const item of items) ids.push(this.idOf(item));
    return packed(ids);
  }

  #contentOfObject(members: JsonObject): string {
    const ids = [OBJECT];
    let last = -1;
    let isSorted = true;
    for (const [key, item] of members) {
      const id = this.#idIn(this.#ofStrings, key);
      if (id < last) isSorted = false;
      last = id;
      ids.push(id, this.idOf(item));
    }
    return packed(isSorted ? ids : sortedPairs(ids));
  }

  #idIn(ids: Map<string, number>, content: string): number {
    const known = ids.get(content);
    if (known !== undefined) return known;
    const id = this.#next++;
    ids.set(content, id);
    return id;
  }
}

const [NULL, FALSE, TRUE, ARRAY, OBJECT, FIRST] = [0, 1, 2, 3, 4, 5];

/** The members of an object by the numbers of their keys. */
function sortedPairs([kind = OBJECT, ...ids]: readonly number[]): number[] {
  const places = Array.from({ length: ids.length / 2 }, (_, index) => 2 * index);
  places.sort((a, b) => (ids[a] ?? 0) - (ids[b] ?? 0));
  return [kind, ...places.flatMap((place) => [ids[place] ?? 0, ids[place + 1] ?? 0])];
}

/** Arguments of one call: far below what engines allow. */
const PACKED_AT_ONCE = 4096;

/** Numbers as a text of two UTF-16 units each, to look up by. */
function packed(ids: readonly number[]): string {
  const units: number[] = [];
  let text = '';
  for (const id of ids) {
    units.push(id >>> 16, id & 0xffff);
    if (units.length < PACKED_AT_ONCE) continue;
    text += String.fromCharCode(...units);
    units.length = 0;
  }
  return text + String.fromCharCode(...units);
}
