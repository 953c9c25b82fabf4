import { parsePointer } from '../json/pointer.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../json/values.js';

import type { ApiDocument } from './document.js';
import { type Kind, type Place, placeAt, placesBelow, referenceOf, tokensOf, type Way } from './kinds.js';

/** What a reference names: a place of the document, nothing, or something outside that is never read. */
export type Target =
  | { readonly is: 'found'; readonly value: JsonValue; readonly kind: Kind; readonly tokens: readonly string[] }
  | { readonly is: 'missing' }
  | { readonly is: 'outside' };

/** A reference and where it stands. */
export interface Reference extends Place {
  readonly text: string;
}

const decoded = (fragment: string): string | undefined => {
  try {
    return decodeURIComponent(fragment);
  } catch {
    // What is not percent-encoded well names nothing.
    return undefined;
  }
};

/** References of a document, each resolved once. */
export class References {
  readonly all: readonly Reference[];
  readonly #root: JsonObject;
  readonly #named = new Map<string, { readonly value: JsonObject; readonly way: Way | undefined }>();
  readonly #known = new Map<string, Target>();
  readonly #ends = new Map<JsonObject, ChainEnd>();

  constructor({ root, version }: ApiDocument) {
    this.#root = root;
    const isModern = version === '3.1' || version === '3.2';
    const all: Reference[] = [];
    const self = root.get('$self');
    if (version === '3.2' && typeof self === 'string') this.#named.set(self, { value: root, way: undefined });
    for (const place of placesBelow({ value: root, kind: 'document', way: undefined })) {
      const text = referenceOf(place);
      if (text !== undefined) all.push({ ...place, text });
      if (isModern && place.kind === 'schema') this.#name(place);
    }
    this.all = all;
  }

  /** Schemas of JSON Schema 2020-12 may have names of their own. */
  #name({ value, way }: Place): void {
    for (const [key, prefix] of [
      ['$id', ''],
      ['$anchor', '#'],
      ['$dynamicAnchor', '#'],
    ] as const) {
      const name = value.get(key);
      if (typeof name === 'string' && name !== '') this.#named.set(prefix + name, { value, way });
    }
  }

  resolve(reference: string): Target {
    const known = this.#known.get(reference);
    if (known !== undefined) return known;
    const target = this.#find(reference);
    this.#known.set(reference, target);
    return target;
  }

  #find(reference: string): Target {
    const named = this.#named.get(reference);
    if (named !== undefined) return found(named.value, 'schema', tokensOf(named.way));
    const [address = '', fragment] = split(reference);
    const base = address === '' ? undefined : this.#named.get(address);
    if (address !== '' && base === undefined) return { is: 'outside' };
    const tokens = parsePointer(decoded(fragment) ?? '?');
    if (tokens === undefined) return { is: 'missing' };
    const whole = base === undefined ? tokens : [...tokensOf(base.way), ...tokens];
    const place = placeAt(this.#root, whole);
    return place === undefined ? { is: 'missing' } : found(place.value, place.kind, whole);
  }

  /** What stands behind a value, references followed; `undefined` where they lead nowhere or in a circle. */
  follow(value: JsonValue | undefined): JsonObject | undefined {
    return value !== undefined && isJsonObject(value) ? this.#end(value).end : undefined;
  }

  /** Whether a reference leads to references only, and back to itself. */
  isEndless(reference: string): boolean {
    const target = this.resolve(reference);
    return target.is === 'found' && isJsonObject(target.value) && this.#end(target.value).isEndless;
  }

  /** Where a chain of references ends; each link of it is known from then on. */
  #end(start: JsonObject): ChainEnd {
    const chain = new Set<JsonObject>();
    let next: JsonValue | undefined = start;
    let result: ChainEnd = NOWHERE;
    while (next !== undefined && isJsonObject(next)) {
      const known = this.#ends.get(next);
      const reference: JsonValue | undefined = next.get('$ref');
      if (known !== undefined) result = known;
      else if (chain.has(next)) result = ENDLESS;
      else if (typeof reference !== 'string') result = { end: next, isEndless: false };
      else {
        chain.add(next);
        const target = this.resolve(reference);
        next = target.is === 'found' ? target.value : undefined;
        continue;
      }
      break;
    }
    for (const link of chain) this.#ends.set(link, result);
    return result;
  }
}

interface ChainEnd {
  readonly end: JsonObject | undefined;
  readonly isEndless: boolean;
}

const NOWHERE: ChainEnd = { end: undefined, isEndless: false };
const ENDLESS: ChainEnd = { end: undefined, isEndless: true };

const found = (value: JsonValue, kind: Kind, tokens: readonly string[]): Target => ({
  is: 'found',
  value,
  kind,
  tokens,
});

function split(reference: string): [address: string, fragment: string] {
  const hash = reference.indexOf('#');
  return hash < 0 ? [reference, ''] : [reference.slice(0, hash), reference.slice(hash + 1)];
}
