import { ContentFault, LimitFault } from '../../faults.js';
import { writePointer } from '../pointer.js';
import { rankOf } from '../schema/drafts.js';
import type { Located } from '../schema/resources.js';
import type { OpenSchema } from '../schema/validate.js';
import { isJsonArray, isJsonObject, type JsonValue, jsonType } from '../values.js';

import { sampleArray } from './arrays.js';
import { Heights, referenceOf } from './heights.js';
import { sampleNumber } from './numbers.js';
import { chooseKeys, dependentSchemas, sampleObject } from './objects.js';
import { type Chance, listsOf, located, NoSample, type Part, type Place, typesOf } from './parts.js';
import type { OptionalMembers, SampleRoom, SampleTexts } from './room.js';
import { sampleText } from './texts.js';

export interface SampleRules {
  readonly optional: OptionalMembers;
  /** Takes values from `examples` and `example` where a schema has them. */
  readonly useExamples: boolean;
}

/** Characters of a key that is made by a pattern. */
const MAX_KEY = 40;

/** Tries at a whole value, and at a part of it whose choices may not fit each other. */
const MAX_TRIES = 100;
const MAX_PART_TRIES = 12;
/** Values that are made for one sample, tries included. */
const MAX_VALUES = 100_000;
/** Values from which on, and levels below which, a sample ends as soon as it can. */
const LATE_VALUES = 300;
const LATE_DEPTH = 5;
/** References and combinations that lead from one schema to the next without a step into the value. */
const MAX_LINKS = 500;

/** Keywords that no draw respects by itself: what was drawn is checked. */
const CHECKED = [
  'oneOf',
  'not',
  'if',
  'contains',
  'dependentSchemas',
  'dependencies',
  'unevaluatedProperties',
  'unevaluatedItems',
  'propertyNames',
];

/** Draws values that a schema allows; each is checked against the schema as a whole before it is given. */
export class Sampler {
  readonly #schema: OpenSchema;
  readonly #rules: SampleRules;
  readonly #chance: Chance;
  readonly #texts: SampleTexts;
  readonly #heights: Heights;
  readonly #room: SampleRoom;
  #values = 0;

  /** Throws ContentFault for a schema with a reference to nothing, or that no finite value keeps to. */
  constructor(schema: OpenSchema, rules: SampleRules, chance: Chance, texts: SampleTexts) {
    this.#schema = schema;
    this.#rules = rules;
    this.#chance = chance;
    this.#texts = texts;
    this.#heights = new Heights(schema.root, schema.resources);
    if (schema.root.schema !== false && this.#heights.of(schema.root.schema) === Number.POSITIVE_INFINITY)
      throw new ContentFault(
        'no value can keep to it: a required part is forbidden, or leads back to itself without an end',
      );
    this.#room = {
      draw: chance.draw,
      optional: rules.optional,
      sample: (schemas, place) => this.#sample(schemas, place),
      heightOf: (part) => this.#heights.of(part),
      fits: schema.matches,
      textOf: (pattern) => texts.ofPattern(pattern, 0, MAX_KEY),
      word: texts.word,
    };
  }

  /** A value that the schema allows. Throws ContentFault where none was found, LimitFault. */
  next(): JsonValue {
    let reason = '';
    this.#values = 0;
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const drawn = this.#try(this.#schema.root);
      if (!('value' in drawn)) {
        reason = drawn.reason;
        continue;
      }
      const [fault] = this.#schema.check(this.#schema.root, drawn.value).faults;
      if (fault === undefined) return drawn.value;
      reason = `${at(fault.instance)} ${fault.message}`;
    }
    throw new ContentFault(
      `no value was found that it allows, in ${MAX_TRIES} tries; the last failed because ${reason.slice(0, 300)}`,
    );
  }

  #try(root: Located): { readonly value: JsonValue } | { readonly reason: string } {
    try {
      return { value: this.#sample([root], { path: [], isLate: false }) };
    } catch (error) {
      if (error instanceof NoSample) return { reason: `${at(writePointer(error.path))}: ${error.why}` };
      if (error instanceof RangeError) throw new LimitFault('it goes too deep', undefined, { cause: error });
      throw error;
    }
  }

  #sample(schemas: readonly Located[], outer: Place): JsonValue {
    if (++this.#values > MAX_VALUES) throw new LimitFault(`one value takes more than ${MAX_VALUES} draws`, MAX_VALUES);
    const isLate = outer.isLate || outer.path.length > LATE_DEPTH || this.#values > LATE_VALUES;
    const place = { path: outer.path, isLate };
    let last: NoSample | undefined;
    for (let tries = 0; tries < MAX_PART_TRIES; tries++) {
      try {
        const links = { parts: [] as Part[], left: MAX_LINKS, isChecked: false };
        for (const schema of schemas) this.#link(schema, links, place);
        const value = this.#draw(links.parts, place);
        if (!links.isChecked || schemas.every((schema) => this.#holds(schema, value))) return value;
        last = new NoSample(place.path, 'what was drawn is not allowed');
      } catch (error) {
        if (!(error instanceof NoSample)) throw error;
        last = error;
        // What has no choices of its own fails the next time too.
        if (error.path.length > place.path.length && tries > 2) break;
      }
    }
    throw last ?? new NoSample(place.path, 'nothing is allowed here');
  }

  #holds(schema: Located, value: JsonValue): boolean {
    return this.#schema.check(schema, value).faultCount === 0;
  }

  /** Adds all schema objects that a value has to keep to at once: references followed, combinations chosen. */
  #link(next: Located, links: { parts: Part[]; left: number; isChecked: boolean }, place: Place): void {
    if (--links.left < 0)
      throw new LimitFault(
        `it links more than ${MAX_LINKS} schemas for one value, or refers to itself without an end`,
        MAX_LINKS,
      );
    const { schema } = next;
    if (schema === true) return;
    if (schema === false) throw new NoSample(place.path, 'nothing is allowed here');
    if (!isJsonObject(schema))
      throw new ContentFault(`a schema must be an object or a boolean, got ${jsonType(schema)}`);
    const part: Part = { schema, resource: this.#schema.resources.resourceOf(schema, next.resource) };
    const target = referenceOf(part, this.#schema.resources);
    if (target !== undefined) {
      this.#link(target, links, place);
      if (rankOf(part.resource.draft) <= 2) return;
    }
    links.parts.push(part);
    if (CHECKED.some((keyword) => schema.has(keyword))) links.isChecked = true;
    for (const all of listsOf([part], 'allOf')) for (const one of all) this.#link(located(one, part), links, place);
    for (const keyword of ['anyOf', 'oneOf']) {
      for (const choices of listsOf([part], keyword)) {
        const choice = this.#choice(choices, place);
        if (choice !== undefined) this.#link(located(choice, part), links, place);
      }
    }
    this.#condition(part, links, place);
  }

  /** One of several schemas: any that can end; the lowest where the value is to end. */
  #choice(choices: readonly JsonValue[], place: Place): JsonValue | undefined {
    const open = choices.filter((choice) => this.#heights.of(choice) !== Number.POSITIVE_INFINITY);
    const least = Math.min(...open.map((choice) => this.#heights.of(choice)));
    const fitting = place.isLate ? open.filter((choice) => this.#heights.of(choice) === least) : open;
    if (choices.length > 0 && fitting.length === 0) throw new NoSample(place.path, 'none of its alternatives can be');
    return fitting[this.#chance.draw(Math.max(1, fitting.length))];
  }

  /** `if` with `then`, or `else` and the hope that `if` does not hold: it is checked after the draw. */
  #condition(part: Part, links: { parts: Part[]; left: number; isChecked: boolean }, place: Place): void {
    const condition = part.schema.get('if');
    if (condition === undefined) return;
    const isTaken = this.#chance.draw(3) === 0;
    if (isTaken) this.#link(located(condition, part), links, place);
    const branch = part.schema.get(isTaken ? 'then' : 'else');
    if (branch !== undefined) this.#link(located(branch, part), links, place);
  }

  #draw(parts: readonly Part[], place: Place): JsonValue {
    const given = this.#given(parts);
    if (given !== undefined) {
      const fitting = given.values.filter((value) => parts.every((part) => this.#keeps(part, value)));
      const value = fitting[this.#chance.draw(Math.max(1, fitting.length))];
      if (value !== undefined) return value;
      if (given.isOnly) throw new NoSample(place.path, 'none of the values that are listed fits the rest');
    }
    const types = typesOf(parts);
    const usual = types.filter((type) => type !== 'null');
    // Null seldom, so that samples show something; where a value must end, what ends soonest.
    const pool = usual.length === 0 || this.#chance.draw(8) === 0 ? types : usual;
    const flat = place.isLate ? pool.filter((type) => type !== 'object' && type !== 'array') : pool;
    const choices = flat.length > 0 ? flat : pool;
    const type = choices[this.#chance.draw(Math.max(1, choices.length))];
    switch (type) {
      case 'null':
        return null;
      case 'boolean':
        return this.#chance.draw(2) === 1;
      case 'integer':
      case 'number':
        return sampleNumber(parts, type === 'integer', this.#chance, place);
      case 'string':
        return sampleText(parts, this.#texts, this.#chance, place);
      case 'array':
        return sampleArray(parts, this.#room, place);
      case 'object':
        return this.#object(parts, place);
      default:
        throw new NoSample(place.path, 'no type is allowed by all of its schemas');
    }
  }

  /** An object; the schemas that its members make necessary are added, and their members chosen too. */
  #object(parts: readonly Part[], place: Place): JsonValue {
    let all = parts;
    let keys = chooseKeys(all, this.#room, place);
    const added = new Set<JsonValue>();
    for (;;) {
      const more = dependentSchemas(all, keys).filter(({ schema }) => !added.has(schema));
      if (more.length === 0) break;
      const links = { parts: [...all], left: MAX_LINKS, isChecked: false };
      for (const schema of more) {
        added.add(schema.schema);
        this.#link(schema, links, place);
      }
      all = links.parts;
      keys = new Set([...keys, ...chooseKeys(all, this.#room, { ...place, isLate: true })]);
    }
    return sampleObject(all, keys, this.#room, place);
  }

  /** Values that a schema lists, or gives as examples. */
  #given(parts: readonly Part[]): { readonly values: readonly JsonValue[]; readonly isOnly: boolean } | undefined {
    for (const { schema } of parts) {
      const only = schema.get('const');
      if (only !== undefined) return { values: [only], isOnly: true };
      const choices = schema.get('enum');
      if (choices !== undefined && isJsonArray(choices)) return { values: choices, isOnly: true };
    }
    if (!this.#rules.useExamples) return undefined;
    for (const { schema } of parts) {
      const examples = schema.get('examples');
      if (examples !== undefined && isJsonArray(examples) && examples.length > 0)
        return { values: examples, isOnly: false };
      const example = schema.get('example');
      if (example !== undefined) return { values: [example], isOnly: false };
    }
    return undefined;
  }

  /** Whether a value that a schema lists keeps to one of the parts as well. */
  #keeps({ schema, resource }: Part, value: JsonValue): boolean {
    return this.#holds({ schema, resource }, value);
  }
}

const at = (pointer: string): string => (pointer === '' ? 'the value' : JSON.stringify(pointer.slice(0, 200)));
