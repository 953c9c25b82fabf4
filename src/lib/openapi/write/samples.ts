import { isJsonArray, isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../../json/values.js';
import { listOf, objectOf, textOf } from '../document.js';
import type { References } from '../references.js';

import type { Budget } from './budget.js';

/** Levels of a sample; what is deeper is left out or empty. */
const MAX_DEPTH = 12;
const MAX_PROPERTIES = 100;

/** Which way a value goes: what is `readOnly` is left out of requests, `writeOnly` out of responses. */
export type Direction = 'request' | 'response';

const STRINGS: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  time: '12:00:00Z',
  duration: 'P1D',
  email: 'user@example.com',
  'idn-email': 'user@example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com',
  url: 'https://example.com',
  'uri-reference': '/example',
  uuid: '123e4567-e89b-12d3-a456-426614174000',
};

/** Makes sample values of Schema Objects of 3.1: of their examples where there are any, else of their types. */
export class Samples {
  constructor(
    private readonly references: References,
    private readonly budget: Budget,
  ) {}

  of(schema: JsonValue | undefined, direction: Direction): JsonValue {
    return this.#sample(schema, direction, new Set(), 0) ?? null;
  }

  /** `undefined` where a value would hold itself without an end. */
  #sample(
    schema: JsonValue | undefined,
    direction: Direction,
    inside: Set<JsonObject>,
    depth: number,
  ): JsonValue | undefined {
    this.budget.take();
    if (schema === undefined || !isJsonObject(schema)) return schema === false ? undefined : new Map();
    if (inside.has(schema) || depth > MAX_DEPTH) return undefined;
    inside.add(schema);
    const value = this.#written(schema) ?? this.#made(schema, direction, inside, depth);
    inside.delete(schema);
    return value;
  }

  #written(schema: JsonObject): JsonValue | undefined {
    const [first] = listOf(schema.get('examples'));
    const [choice] = listOf(schema.get('enum'));
    const value = schema.get('example') ?? first ?? schema.get('const') ?? schema.get('default') ?? choice;
    if (value !== undefined) this.budget.take(sizeOf(value));
    return value;
  }

  #made(schema: JsonObject, direction: Direction, inside: Set<JsonObject>, depth: number): JsonValue | undefined {
    const reference = textOf(schema.get('$ref'));
    if (reference !== undefined) {
      const target = this.references.resolve(reference);
      return target.is === 'found' ? this.#sample(target.value, direction, inside, depth) : new Map();
    }
    const parts = listOf(schema.get('allOf'));
    if (parts.length > 0) {
      const made = parts.map((part) => this.#sample(part, direction, inside, depth));
      const own = schema.has('properties') ? [this.#object(schema, direction, inside, depth)] : [];
      const objects = [...made, ...own].filter((part) => part !== undefined && isJsonObject(part));
      return objects.length > 0
        ? new Map(objects.flatMap((part) => [...part]))
        : made.find((part) => part !== undefined);
    }
    for (const key of ['oneOf', 'anyOf']) {
      for (const choice of listOf(schema.get(key))) {
        const value = this.#sample(choice, direction, inside, depth);
        if (value === undefined) continue;
        if (!schema.has('properties') || !isJsonObject(value)) return value;
        return new Map([...this.#object(schema, direction, inside, depth), ...value]);
      }
    }
    return this.#ofType(schema, direction, inside, depth);
  }

  #ofType(schema: JsonObject, direction: Direction, inside: Set<JsonObject>, depth: number): JsonValue | undefined {
    switch (typeOf(schema)) {
      case 'object':
        return this.#object(schema, direction, inside, depth);
      case 'array':
        return this.#array(schema, direction, inside, depth);
      case 'string':
        return sampleText(schema);
      case 'integer':
      case 'number':
        return sampleNumber(schema);
      case 'boolean':
        return true;
      case 'null':
        return null;
      default:
        return new Map();
    }
  }

  #object(schema: JsonObject, direction: Direction, inside: Set<JsonObject>, depth: number): JsonObject {
    const sample = new Map<string, JsonValue>();
    for (const [name, property] of objectOf(schema.get('properties'))) {
      if (sample.size >= MAX_PROPERTIES) break;
      const target = this.references.follow(property) ?? objectOf(property);
      if (target.get(direction === 'request' ? 'readOnly' : 'writeOnly') === true) continue;
      const value = this.#sample(property, direction, inside, depth + 1);
      if (value !== undefined) sample.set(name, value);
    }
    const others = schema.get('additionalProperties');
    if (sample.size === 0 && others !== undefined && isJsonObject(others)) {
      const value = this.#sample(others, direction, inside, depth + 1);
      if (value !== undefined) sample.set('key', value);
    }
    return sample;
  }

  #array(schema: JsonObject, direction: Direction, inside: Set<JsonObject>, depth: number): JsonValue {
    const tuple = listOf(schema.get('prefixItems')).slice(0, MAX_PROPERTIES);
    const items = tuple.map((item) => this.#sample(item, direction, inside, depth + 1) ?? null);
    if (items.length > 0 || !schema.has('items')) return items;
    const item = this.#sample(schema.get('items'), direction, inside, depth + 1);
    return item === undefined ? [] : [item];
  }
}

/** The first type that is not null, told by the keywords where none is said. */
function typeOf(schema: JsonObject): string | undefined {
  const type = schema.get('type');
  if (typeof type === 'string') return type;
  if (type !== undefined && isJsonArray(type)) {
    const first = type.find((one) => one !== 'null') ?? type[0];
    return typeof first === 'string' ? first : undefined;
  }
  if (schema.has('properties') || schema.has('additionalProperties')) return 'object';
  return schema.has('items') || schema.has('prefixItems') ? 'array' : undefined;
}

function sampleText(schema: JsonObject): string {
  const format = textOf(schema.get('format')) ?? '';
  const known = Object.hasOwn(STRINGS, format) ? STRINGS[format] : undefined;
  if (known !== undefined) return known;
  if (schema.get('contentEncoding') === 'base64') return 'U2FtcGxl';
  const least = schema.get('minLength');
  const most = schema.get('maxLength');
  const long = 'string'.padEnd(Math.min(least instanceof JsonNumber ? least.toNumber() : 0, 200) || 0, 'x');
  return most instanceof JsonNumber && most.toNumber() >= 0 ? long.slice(0, Math.trunc(most.toNumber())) : long;
}

function sampleNumber(schema: JsonObject): JsonNumber {
  const limit = (key: string) => {
    const value = schema.get(key);
    return value instanceof JsonNumber ? value.toNumber() : undefined;
  };
  const least = limit('minimum') ?? limit('exclusiveMinimum');
  const most = limit('maximum') ?? limit('exclusiveMaximum');
  const isOpen = !schema.has('minimum') && schema.has('exclusiveMinimum');
  if (least !== undefined && Number.isSafeInteger(least) && (least > 0 || isOpen))
    return new JsonNumber(String(isOpen ? least + 1 : least));
  if (least !== undefined && least > 0) return new JsonNumber(String(least));
  if (most !== undefined && most < 0) return new JsonNumber(String(schema.has('maximum') ? most : most - 1));
  return new JsonNumber('0');
}

function sizeOf(value: JsonValue): number {
  if (isJsonArray(value)) return value.reduce<number>((sum, item) => sum + sizeOf(item), 1);
  if (isJsonObject(value)) return [...value.values()].reduce<number>((sum, item) => sum + sizeOf(item), 1);
  return typeof value === 'string' ? 1 + Math.floor(value.length / 100) : 1;
}
