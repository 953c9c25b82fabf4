import { ContentFault, LimitFault } from '../../faults.js';
import { compareNumbers } from '../numbers.js';
import { isJsonArray, isJsonObject, JsonNumber, type JsonObject, type JsonValue, jsonType } from '../values.js';
import { Assertions, type CompilePattern, checkDependency, type FormatTest, SchemaPatterns } from './assertions.js';
import { type Draft, rankOf } from './drafts.js';
import { addFault, Evaluated, Faults, type Frame, misuse, type SchemaFault, shownAt, type Visit } from './frame.js';
import { type Located, Resources, type SchemaSource } from './resources.js';

export interface SchemaRules {
  readonly draft: Draft;
  readonly source: SchemaSource;
  /** Left out, formats are not checked. */
  readonly isFormat?: FormatTest;
  readonly compilePattern: CompilePattern;
}

/** Most schemas that are applied in all, those deep inside counting more: chosen, so that a run ends within seconds. */
const MAX_STEPS = 5_000_000;
/** Deepest chain of schemas within schemas and references. */
const MAX_LEVELS = 1500;

export interface SchemaAnswer {
  readonly draft: Draft;
  readonly faults: readonly SchemaFault[];
  readonly faultCount: number;
}

/**
 * Checks documents against a schema, each by itself; the steps are counted in all. Throws ContentFault for a schema that cannot be
 * used, LimitFault.
 */
export function validateSchema<const Documents extends readonly JsonValue[]>(
  schema: JsonValue,
  documents: Documents,
  rules: SchemaRules,
): { readonly [Place in keyof Documents]: SchemaAnswer } {
  try {
    // One answer for each of the documents.
    return answersTo(schema, documents, rules) as { readonly [Place in keyof Documents]: SchemaAnswer };
  } catch (error) {
    // Only the end of the stack.
    if (error instanceof RangeError) throw new LimitFault('it goes too deep', undefined, { cause: error });
    throw error;
  }
}

function answersTo(schema: JsonValue, documents: readonly JsonValue[], rules: SchemaRules): SchemaAnswer[] {
  const validation = new Validation(rules);
  const located = validation.resources.add(schema, rules.draft);
  return documents.map((document) => validation.judge(located, document));
}

/** A schema that parts of it, and values, are tried against one by one. */
export interface OpenSchema {
  readonly root: Located;
  readonly resources: Resources;
  readonly check: (located: Located, value: JsonValue) => SchemaAnswer;
  /** Whether a text matches a pattern; each is compiled once. Throws ContentFault for one that cannot be run. */
  readonly matches: (pattern: string, text: string) => boolean;
}

/** Opens a schema for many checks; the steps of each are counted by themselves. `check` throws as `validateSchema` does. */
export function openForChecks(schema: JsonValue, rules: SchemaRules): OpenSchema {
  const validation = new Validation(rules);
  const root = validation.resources.add(schema, rules.draft);
  return {
    root,
    resources: validation.resources,
    check: (located, value) => validation.answer(located, value),
    matches: (pattern, text) => validation.matches(pattern, text),
  };
}

class Validation {
  readonly resources: Resources;
  #steps = 0;
  #levels = 0;
  readonly #patterns: SchemaPatterns;
  readonly #assertions: Assertions;
  readonly #keyPatterns = new Map<JsonObject, readonly (readonly [(text: string) => boolean, string, JsonValue])[]>();

  constructor(rules: SchemaRules) {
    this.#patterns = new SchemaPatterns(rules.compilePattern);
    this.#assertions = new Assertions(this.#patterns, rules.isFormat);
    this.resources = new Resources(rules.source);
  }

  matches(pattern: string, text: string): boolean {
    return this.#patterns.testOf(pattern, { at: [] })(text);
  }

  /** Applies a schema to a whole value. */
  judge(located: Located, value: JsonValue): SchemaAnswer {
    const faults = new Faults();
    this.apply(located, { value, path: [], at: [], scope: undefined }, faults);
    return { draft: located.resource.draft, faults: faults.list, faultCount: faults.count };
  }

  /** The same, with steps and levels of its own. */
  answer(located: Located, value: JsonValue): SchemaAnswer {
    this.#steps = 0;
    this.#levels = 0;
    try {
      return this.judge(located, value);
    } catch (error) {
      if (error instanceof RangeError) throw new LimitFault('it goes too deep', undefined, { cause: error });
      throw error;
    }
  }

  /** Applies a schema; what it has looked at where it holds, `undefined` where it does not. */
  apply({ schema, resource }: Located, visit: Visit, faults: Faults): Evaluated | undefined {
    // Where one stands is copied on the way: the deeper, the more work a step is.
    this.#steps += 1 + ((visit.at.length + visit.path.length) >> 5);
    if (this.#steps > MAX_STEPS) throw new LimitFault(`it takes more than ${MAX_STEPS} steps`, MAX_STEPS);
    const seen = new Evaluated();
    if (schema === true) return seen;
    if (schema === false) {
      addFault({ visit, faults }, 'false', 'nothing is allowed here');
      return undefined;
    }
    if (!isJsonObject(schema)) {
      throw new ContentFault(`${shownAt(visit)} must be a schema, an object or a boolean, got ${jsonType(schema)}`);
    }
    if (++this.#levels > MAX_LEVELS)
      throw new LimitFault(
        `it goes more than ${MAX_LEVELS} schemas deep, or refers to itself without an end`,
        MAX_LEVELS,
      );
    const before = faults.count;
    const scope = visit.scope?.resource === resource ? visit.scope : { resource, outer: visit.scope };
    this.#keywords({ schema, resource, visit: { ...visit, scope }, faults, seen });
    this.#levels--;
    return faults.count === before ? seen : undefined;
  }

  #keywords(frame: Frame): void {
    const { schema, resource } = frame;
    const rank = rankOf(resource.draft);
    const reference = schema.get('$ref');
    if (typeof reference === 'string') {
      this.#include(frame, this.resources.resolve(reference, resource), '$ref');
      if (rank <= 2) return;
    } else if (reference !== undefined && rank > 2) throw misuse(frame, '$ref', 'a text');
    if (resource.draft === '2019-09') this.#recursiveRef(frame);
    if (resource.draft === '2020-12') this.#dynamicRef(frame);
    if (resource.asserts) this.#assertions.check(frame, rank);
    this.#combinations(frame, rank);
    if (isJsonObject(frame.visit.value)) this.#members(frame, frame.visit.value, rank);
    if (isJsonArray(frame.visit.value)) this.#elements(frame, frame.visit.value, rank);
  }

  /** A schema that applies to the same value, whose faults and what it has looked at count here. */
  #include(frame: Frame, located: Located, ...at: (string | number)[]): boolean {
    const visit = { ...frame.visit, at: [...frame.visit.at, ...at] };
    const seen = this.apply(located, visit, frame.faults);
    if (seen !== undefined) frame.seen.addAll(seen);
    return seen !== undefined;
  }

  /** Whether a schema holds, with its faults apart. */
  #tries(
    frame: Frame,
    schema: JsonValue,
    ...at: (string | number)[]
  ): { readonly seen: Evaluated | undefined; readonly faults: Faults } {
    const faults = new Faults();
    const visit = { ...frame.visit, at: [...frame.visit.at, ...at] };
    return { seen: this.apply(this.#located(schema, frame), visit, faults), faults };
  }

  #located(schema: JsonValue, { resource }: Frame): Located {
    return { schema, resource: this.resources.resourceOf(schema, resource) };
  }

  #child(
    frame: Frame,
    schema: JsonValue,
    value: JsonValue,
    step: string | number,
    ...at: (string | number)[]
  ): boolean {
    const { visit } = frame;
    const inner = { value, path: [...visit.path, step], at: [...visit.at, ...at], scope: visit.scope };
    return this.apply(this.#located(schema, frame), inner, frame.faults) !== undefined;
  }

  #childHolds(frame: Frame, schema: JsonValue, value: JsonValue, step: string | number): boolean {
    return this.#child({ ...frame, faults: new Faults() }, schema, value, step);
  }

  // 2019-09, core §8.2.4.2.1.
  #recursiveRef(frame: Frame): void {
    const reference = frame.schema.get('$recursiveRef');
    if (typeof reference !== 'string') return;
    let target = this.resources.resolve(reference, frame.resource);
    if (target.resource.isRecursive) {
      for (let scope = frame.visit.scope; scope !== undefined; scope = scope.outer) {
        if (scope.resource.isRecursive) target = { schema: scope.resource.root, resource: scope.resource };
      }
    }
    this.#include(frame, target, '$recursiveRef');
  }

  // 2020-12, core §8.2.3.2.
  #dynamicRef(frame: Frame): void {
    const reference = frame.schema.get('$dynamicRef');
    if (typeof reference !== 'string') return;
    let target = this.resources.resolve(reference, frame.resource);
    const [, anchor = ''] = reference.split('#', 2);
    if (target.resource.dynamicAnchors.has(anchor) && target.resource.anchors.get(anchor) === target.schema) {
      for (let scope = frame.visit.scope; scope !== undefined; scope = scope.outer) {
        const schema = scope.resource.dynamicAnchors.has(anchor) ? scope.resource.anchors.get(anchor) : undefined;
        if (schema !== undefined) target = { schema, resource: scope.resource };
      }
    }
    this.#include(frame, target, '$dynamicRef');
  }

  #combinations(frame: Frame, rank: number): void {
    const { schema } = frame;
    for (const [index, part] of this.#list(frame, 'allOf').entries()) {
      this.#include(frame, this.#located(part, frame), 'allOf', index);
    }
    this.#checkChoice(frame, 'anyOf');
    this.#checkChoice(frame, 'oneOf');
    const not = schema.get('not');
    if (not !== undefined && this.#tries(frame, not, 'not').seen !== undefined)
      addFault(frame, 'not', 'must not match the schema in "not"');
    const condition = rank >= 2 ? schema.get('if') : undefined;
    if (condition === undefined) return;
    const { seen } = this.#tries(frame, condition, 'if');
    if (seen !== undefined) frame.seen.addAll(seen);
    const keyword = seen === undefined ? 'else' : 'then';
    const next = schema.get(keyword);
    if (next !== undefined) this.#include(frame, this.#located(next, frame), keyword);
  }

  #list(frame: Frame, keyword: string): readonly JsonValue[] {
    const list = frame.schema.get(keyword);
    if (list === undefined) return [];
    if (!isJsonArray(list)) throw misuse(frame, keyword, 'an array of schemas');
    return list;
  }

  /** `anyOf` and `oneOf`; where none holds, the faults of the one that comes closest are told too. */
  #checkChoice(frame: Frame, keyword: 'anyOf' | 'oneOf'): void {
    const choices = this.#list(frame, keyword);
    if (choices.length === 0) return;
    const holding: number[] = [];
    let closest: Faults | undefined;
    for (const [index, choice] of choices.entries()) {
      const { seen, faults } = this.#tries(frame, choice, keyword, index);
      if (seen === undefined) {
        if (
          closest === undefined ||
          depthOf(faults) > depthOf(closest) ||
          (depthOf(faults) === depthOf(closest) && faults.count < closest.count)
        )
          closest = faults;
        continue;
      }
      holding.push(index);
      frame.seen.addAll(seen);
      if (keyword === 'anyOf' && !this.resources.usesUnevaluated) return;
      if (keyword === 'oneOf' && holding.length > 1) break;
    }
    if (holding.length > 1 && keyword === 'oneOf')
      addFault(frame, keyword, `must match exactly one schema of "oneOf", matches ${holding.join(' and ')}`);
    if (holding.length > 0) return;
    addFault(
      frame,
      keyword,
      `must match ${keyword === 'anyOf' ? 'a' : 'exactly one'} schema of "${keyword}", matches none; the faults of the closest follow`,
    );
    if (closest !== undefined) frame.faults.addAll(closest);
  }

  #members(frame: Frame, value: JsonObject, rank: number): void {
    const { schema, seen } = frame;
    const properties = this.#map(frame, 'properties');
    const patterns = this.#patternsOf(frame);
    const additional = schema.get('additionalProperties');
    for (const [key, item] of value) {
      let isKnown = false;
      const own = properties?.get(key);
      if (own !== undefined) {
        isKnown = true;
        this.#child(frame, own, item, key, 'properties', key);
      }
      for (const [matches, pattern, part] of patterns) {
        if (!matches(key)) continue;
        isKnown = true;
        this.#child(frame, part, item, key, 'patternProperties', pattern);
      }
      if (!isKnown && additional !== undefined) {
        isKnown = true;
        this.#child(frame, additional, item, key, 'additionalProperties');
      }
      if (isKnown) seen.keys.add(key);
    }
    const names = rank >= 1 ? schema.get('propertyNames') : undefined;
    if (names !== undefined) for (const key of value.keys()) this.#child(frame, names, key, key, 'propertyNames');
    for (const keyword of rank >= 3 ? ['dependentSchemas', 'dependencies'] : ['dependencies']) {
      for (const [name, part] of this.#map(frame, keyword) ?? []) {
        if (isJsonArray(part)) checkDependency(frame, value, name, part, keyword);
        else if (value.has(name)) this.#include(frame, this.#located(part, frame), keyword, name);
      }
    }
    const rest = rank >= 3 ? schema.get('unevaluatedProperties') : undefined;
    if (rest === undefined) return;
    for (const [key, item] of value) {
      if (seen.keys.has(key)) continue;
      this.#child(frame, rest, item, key, 'unevaluatedProperties');
      seen.keys.add(key);
    }
  }

  #map(frame: Frame, keyword: string): JsonObject | undefined {
    const map = frame.schema.get(keyword);
    if (map === undefined || isJsonObject(map)) return map;
    throw misuse(frame, keyword, 'an object of schemas');
  }

  #patternsOf(frame: Frame): readonly (readonly [(text: string) => boolean, string, JsonValue])[] {
    const known = this.#keyPatterns.get(frame.schema);
    if (known !== undefined) return known;
    const made = [...(this.#map(frame, 'patternProperties') ?? [])].map(
      ([pattern, part]) => [this.#patterns.testOf(pattern, frame.visit), pattern, part] as const,
    );
    this.#keyPatterns.set(frame.schema, made);
    return made;
  }

  #elements(frame: Frame, value: readonly JsonValue[], rank: number): void {
    const { schema, seen } = frame;
    const items = schema.get('items');
    const isNew = rank >= 4;
    const tuple = isNew ? this.#list(frame, 'prefixItems') : items !== undefined && isJsonArray(items) ? items : [];
    for (const [index, part] of tuple.entries()) {
      const item = value[index];
      if (item === undefined) break;
      this.#child(frame, part, item, index, ...(isNew ? ['prefixItems', index] : ['items', index]));
    }
    seen.itemCount = Math.max(seen.itemCount, Math.min(tuple.length, value.length));
    const isTuple = items !== undefined && isJsonArray(items);
    if (isNew && isTuple) throw misuse(frame, 'items', 'a schema in draft 2020-12, where "prefixItems" takes the list');
    const keyword = !isNew && isTuple ? 'additionalItems' : 'items';
    const rest = schema.get(keyword);
    if (rest !== undefined) {
      for (let index = tuple.length; index < value.length; index++)
        this.#child(frame, rest, value[index] ?? null, index, keyword);
      seen.itemCount = value.length;
    }
    const contains = rank >= 1 ? schema.get('contains') : undefined;
    if (contains !== undefined) this.#checkContains(frame, contains, value, rank);
    const unseen = rank >= 3 ? schema.get('unevaluatedItems') : undefined;
    if (unseen === undefined) return;
    for (let index = seen.itemCount; index < value.length; index++) {
      if (!seen.items.has(index)) this.#child(frame, unseen, value[index] ?? null, index, 'unevaluatedItems');
    }
    seen.itemCount = value.length;
  }

  #checkContains(frame: Frame, contains: JsonValue, value: readonly JsonValue[], rank: number): void {
    const bound = (keyword: string): string | undefined => {
      const limit = rank >= 3 ? frame.schema.get(keyword) : undefined;
      return limit instanceof JsonNumber ? limit.source : undefined;
    };
    const [least, most] = [bound('minContains') ?? '1', bound('maxContains')];
    let count = 0;
    for (const [index, item] of value.entries()) {
      if (!this.#childHolds(frame, contains, item, index)) continue;
      count++;
      // Since 2020-12 what "contains" finds counts as looked at.
      if (rank >= 4) frame.seen.items.add(index);
    }
    if (compareNumbers(String(count), least) < 0)
      addFault(frame, 'contains', `must contain at least ${least} items as "contains" says, has ${count}`);
    if (most !== undefined && compareNumbers(String(count), most) > 0)
      addFault(frame, 'maxContains', `must contain at most ${most} items as "contains" says, has ${count}`);
  }
}

/** How far into the document the faults stand: a branch that fails further in is closer. */
const depthOf = ({ list }: Faults): number => Math.min(...list.map(({ instance }) => instance.split('/').length));
