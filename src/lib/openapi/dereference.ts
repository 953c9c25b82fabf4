import { LimitFault } from '../faults.js';
import { writePointer } from '../json/pointer.js';
import { isJsonArray, isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../json/values.js';

import type { ApiDocument } from './document.js';
import { type Kind, type Part, partsOf, placesBelow, referenceOf } from './kinds.js';
import type { References } from './references.js';
import { strongComponents } from './strong-components.js';

/** Longest result, in characters of JSON without spaces. */
const MAX_UNITS = 4_000_000;
const MAX_DEPTH = 400;
/** Objects that are looked at, those that references name once for each that is around them. */
const MAX_STEPS = 2_000_000;

/** A value with what stands for its references, how deep it is and how many characters it has. */
interface Inlined {
  readonly value: JsonValue;
  readonly height: number;
  readonly units: number;
}

export interface Dereferenced {
  readonly document: JsonObject;
  /** Pointers of what refers to itself: its references within stay. */
  readonly loops: readonly string[];
}

/**
 * A document with what references name in their places. A reference stays where it leads back to what it is in, where it leads nowhere and
 * where it leads out of the document. Throws LimitFault beyond 4,000,000 characters or 400 levels.
 */
export function dereference({ root, version }: ApiDocument, references: References): Dereferenced {
  const inliner = new Inliner(references, version === '3.1' || version === '3.2');
  const { value } = inliner.whole(root);
  return { document: isJsonObject(value) ? value : root, loops: inliner.loops };
}

class Inliner {
  readonly #circles: Circles;
  readonly #known = new Map<string, Inlined>();
  #owner = '';
  #depth = 0;
  #steps = 0;

  constructor(
    private readonly references: References,
    private readonly isModern: boolean,
  ) {
    this.#circles = new Circles(references);
  }

  get loops(): readonly string[] {
    return this.#circles.loops;
  }

  whole(root: JsonObject): Inlined {
    this.#circles.add('', root, 'document');
    this.#circles.find();
    return this.#object(root, 'document');
  }

  #object(value: JsonObject, kind: Kind): Inlined {
    if (++this.#steps > MAX_STEPS) throw tooManySteps();
    const own = this.#circles.targetOf(value);
    if (own !== undefined && own.kind === kind && own.pointer !== this.#owner)
      return this.#owned(own.pointer, value, kind);
    const reference = referenceOf({ value, kind });
    const target = reference === undefined ? undefined : this.#target(reference);
    if (target !== undefined) return this.isModern ? beside(target, value, kind) : target;
    return this.#within(() => {
      const parts = new Map(partsOf({ value, kind }).map((part) => [part.key, part] as const));
      return joined([...value].map(([key, item]) => [key, this.#part(item, parts.get(key))] as const));
    });
  }

  #part(value: JsonValue, part: Part | undefined): Inlined {
    if (part === undefined) return plain(value);
    const { kind, shape } = part;
    if (shape === 'list' && isJsonArray(value)) {
      const items = value.map((item) => (isJsonObject(item) ? this.#object(item, kind) : plain(item)));
      return checked({
        value: items.map((item) => item.value),
        height: 1 + Math.max(0, ...items.map(({ height }) => height)),
        units: items.reduce((sum, { units }) => sum + units + 1, 2),
      });
    }
    if (!isJsonObject(value)) return plain(value);
    if (shape !== 'map') return this.#object(value, kind);
    return joined(
      [...value].map(([key, item]) => [key, isJsonObject(item) ? this.#object(item, kind) : plain(item)] as const),
    );
  }

  /** What a reference names, its own references in their places too; `undefined` where it stays. */
  #target(reference: string): Inlined | undefined {
    const target = this.references.resolve(reference);
    if (target.is !== 'found' || !isJsonObject(target.value)) return undefined;
    const pointer = writePointer(target.tokens);
    if (this.#circles.isSame(this.#owner, pointer)) return undefined;
    return this.#owned(pointer, target.value, target.kind);
  }

  /** A target of references, made once wherever it stands. */
  #owned(pointer: string, value: JsonObject, kind: Kind): Inlined {
    const known = this.#known.get(pointer);
    if (known !== undefined) return known;
    const outer = this.#owner;
    this.#owner = pointer;
    const inlined = this.#within(() => this.#object(value, kind));
    this.#owner = outer;
    this.#known.set(pointer, inlined);
    return inlined;
  }

  #within(make: () => Inlined): Inlined {
    if (++this.#depth > MAX_DEPTH) throw tooDeep();
    const made = make();
    this.#depth--;
    return made;
  }
}

const ANNOTATIONS = new Set([
  'title',
  'summary',
  'description',
  'default',
  'deprecated',
  'example',
  'examples',
  '$comment',
]);

/** Since 3.1, what is said beside a reference holds too: summary and description win, schemas hold both. */
function beside(target: Inlined, value: JsonObject, kind: Kind): Inlined {
  const more = [...value].filter(([key]) => key !== '$ref');
  const { value: inner } = target;
  if (more.length === 0 || !isJsonObject(inner)) return target;
  const isBoth = kind === 'schema' && more.some(([key]) => !ANNOTATIONS.has(key) && inner.has(key));
  const whole = new Map<string, JsonValue>(isBoth ? withAll(inner, more) : [...inner, ...more]);
  const added = more.reduce((sum, [key, item]) => sum + key.length + 4 + unitsOf(item), 14);
  const height = Math.max(target.height, ...more.map(([, item]) => heightOf(item))) + (isBoth ? 2 : 1);
  return checked({ value: whole, height, units: target.units + added });
}

/** A schema that holds and keywords that hold beside it, which may have an `allOf` of their own. */
function withAll(inner: JsonObject, more: readonly (readonly [string, JsonValue])[]): [string, JsonValue][] {
  const own = more.find(([key]) => key === 'allOf')?.[1];
  const all = own !== undefined && isJsonArray(own) ? [inner, ...own] : [inner];
  return [
    ...more.filter(([key]) => key !== 'allOf').map(([key, item]): [string, JsonValue] => [key, item]),
    ['allOf', all],
  ];
}

function joined(members: readonly (readonly [string, Inlined])[]): Inlined {
  let height = 0;
  let units = 2;
  const value = new Map<string, JsonValue>();
  for (const [key, item] of members) {
    value.set(key, item.value);
    height = Math.max(height, item.height);
    units += key.length + 4 + item.units;
  }
  return checked({ value, height: height + 1, units });
}

const plain = (value: JsonValue): Inlined => ({ value, height: heightOf(value), units: unitsOf(value) });

function heightOf(value: JsonValue): number {
  if (!isJsonArray(value) && !isJsonObject(value)) return 0;
  let height = 0;
  for (const item of value.values()) height = Math.max(height, heightOf(item));
  return height + 1;
}

function unitsOf(value: JsonValue): number {
  if (typeof value === 'string') return value.length + 2;
  if (value instanceof JsonNumber) return value.source.length;
  if (isJsonArray(value)) return value.reduce((sum: number, item) => sum + unitsOf(item) + 1, 2);
  if (!isJsonObject(value)) return 5;
  let units = 2;
  for (const [key, item] of value) units += key.length + 4 + unitsOf(item);
  return units;
}

const tooManySteps = (): LimitFault =>
  LimitFault.whole(`The references of the document must take at most ${MAX_STEPS} objects to resolve`, MAX_STEPS);

const tooDeep = (): LimitFault =>
  LimitFault.whole(`The document without references must have at most ${MAX_DEPTH} levels`, MAX_DEPTH);

function checked(inlined: Inlined): Inlined {
  if (inlined.height > MAX_DEPTH) throw tooDeep();
  if (inlined.units > MAX_UNITS)
    throw LimitFault.whole(`The document without references must have at most ${MAX_UNITS} characters`, MAX_UNITS);
  return inlined;
}

/** What refers to itself: targets of references that lead to each other. */
class Circles {
  readonly #edges = new Map<string, Set<string>>();
  readonly #component = new Map<string, number>();
  readonly #targets = new Map<JsonObject, { readonly pointer: string; readonly kind: Kind }>();
  readonly loops: string[] = [];
  #steps = 0;

  constructor(private readonly references: References) {}

  /** Takes in a target and all that it leads to. */
  add(pointer: string, value: JsonValue, kind: Kind): void {
    const open = [{ pointer, value, kind }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (this.#edges.has(next.pointer)) continue;
      const edges = new Set<string>();
      this.#edges.set(next.pointer, edges);
      if (!isJsonObject(next.value)) continue;
      this.#targets.set(next.value, next);
      for (const place of placesBelow({ value: next.value, kind: next.kind, way: undefined })) {
        if (++this.#steps > MAX_STEPS) throw tooManySteps();
        const reference = referenceOf(place);
        const target = reference === undefined ? undefined : this.references.resolve(reference);
        if (target?.is !== 'found') continue;
        const to = writePointer(target.tokens);
        edges.add(to);
        open.push({ pointer: to, value: target.value, kind: target.kind });
      }
    }
  }

  targetOf(value: JsonObject): { readonly pointer: string; readonly kind: Kind } | undefined {
    return this.#targets.get(value);
  }

  isSame(one: string, other: string): boolean {
    return one === other || this.#component.get(one) === this.#component.get(other);
  }

  find(): void {
    for (const [group, members] of strongComponents(this.#edges).entries()) {
      for (const member of members) this.#component.set(member, group);
      const [first = ''] = members;
      const isLoop = members.length > 1 || this.#edges.get(first)?.has(first) === true;
      if (isLoop) this.loops.push(...members.toReversed());
    }
  }
}
