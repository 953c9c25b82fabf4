import { parsePointer } from '../json/pointer.js';
import { isJsonArray, isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../json/values.js';

/**
 * A published schema of OpenAPI in draft 4 as draft 7, with choices that can be told apart written as such: "an X or a reference" becomes
 * "a reference where it has $ref, else an X", and "one of these" becomes the one that `in` or `type` names. What it takes is the same;
 * what is wrong is told of the one that was meant.
 */
export function clearSchema(schema: JsonObject): JsonObject {
  return new Clearing(schema).object(schema);
}

/** Keys by whose value a choice is made. */
const TELLING = ['in', 'type', 'flow'];

class Clearing {
  constructor(private readonly root: JsonObject) {}

  value(value: JsonValue): JsonValue {
    if (isJsonArray(value)) return value.map((item) => this.value(item));
    return isJsonObject(value) ? this.object(value) : value;
  }

  object(schema: JsonObject): JsonObject {
    const clear = new Map<string, JsonValue>();
    for (const [key, item] of schema) {
      if (key === '$schema') clear.set(key, 'http://json-schema.org/draft-07/schema#');
      else if (key === 'id' && typeof item === 'string') clear.set('$id', item);
      else if (key === 'exclusiveMinimum' && item === true)
        clear.set(key, schema.get('minimum') ?? new JsonNumber('0'));
      else if (key === 'minimum' && schema.get('exclusiveMinimum') === true) continue;
      else if (key === 'enum' || key === 'required' || key === 'default') clear.set(key, item);
      else if ((key === 'oneOf' || key === 'anyOf') && isJsonArray(item)) this.#choice(clear, key, item);
      else clear.set(key, this.value(item));
    }
    return clear;
  }

  #choice(clear: Map<string, JsonValue>, key: string, branches: readonly JsonValue[]): void {
    const all = branches.flatMap((branch) => this.#flat(branch));
    const reference = all.find((branch) => /\/(?:Reference|jsonReference)$/.test(String(objectRef(branch))));
    const rest = all.filter((branch) => branch !== reference);
    const chosen = this.#byKey(rest) ?? this.#plain(rest, key);
    const whole =
      reference === undefined
        ? chosen
        : ifElse(map({ required: ['$ref'], type: 'object' }), this.value(reference), chosen);
    for (const [name, item] of whole) clear.set(name, item);
  }

  /** Branches that are choices themselves, such as "a body parameter or one of four others". */
  #flat(branch: JsonValue): JsonValue[] {
    const target = this.#target(branch);
    const inner = target?.get('oneOf');
    if (target === undefined || inner === undefined || !isJsonArray(inner) || target.has('properties')) return [branch];
    const outer = target.get('required');
    const branches = inner.flatMap((item) => this.#flat(item));
    return outer === undefined ? branches : branches.map((item) => map({ allOf: [map({ required: outer }), item] }));
  }

  #target(branch: JsonValue | undefined): JsonObject | undefined {
    const reference = branch === undefined ? undefined : objectRef(branch);
    if (reference === undefined) return branch !== undefined && isJsonObject(branch) ? branch : undefined;
    let value: JsonValue | undefined = this.root;
    for (const token of parsePointer(reference.slice(1)) ?? [])
      value = value !== undefined && isJsonObject(value) ? value.get(token) : undefined;
    return value !== undefined && isJsonObject(value) ? value : undefined;
  }

  /** The values of the telling keys that a branch asks for. */
  #told(branch: JsonValue): Map<string, JsonValue> {
    const parts = isJsonObject(branch) ? branch.get('allOf') : undefined;
    const last = parts !== undefined && isJsonArray(parts) ? parts.at(-1) : undefined;
    if (last !== undefined) return this.#told(last);
    const told = new Map<string, JsonValue>();
    const properties = this.#target(branch)?.get('properties');
    for (const key of TELLING) {
      const property = properties !== undefined && isJsonObject(properties) ? properties.get(key) : undefined;
      const values = property !== undefined && isJsonObject(property) ? property.get('enum') : undefined;
      if (values !== undefined && isJsonArray(values) && values.length === 1) told.set(key, values);
    }
    return told;
  }

  #byKey(branches: readonly JsonValue[]): JsonObject | undefined {
    if (branches.length < 2) return undefined;
    const told = branches.map((branch) => this.#told(branch));
    if (told.some(({ size }) => size === 0)) return undefined;
    let otherwise = this.#noneOf(told);
    for (const [index, branch] of [...branches.entries()].reverse()) {
      const asked = told[index] ?? new Map<string, JsonValue>();
      const properties = new Map([...asked].map(([key, values]) => [key, map({ enum: values })] as const));
      otherwise = ifElse(map({ required: [...asked.keys()], properties }), this.value(branch), otherwise);
    }
    return otherwise;
  }

  /** What must be where no branch is named. */
  #noneOf(told: readonly Map<string, JsonValue>[]): JsonObject {
    const key = TELLING.find((one) => told.every((values) => values.has(one))) ?? 'type';
    const values = told.flatMap((one) => one.get(key) ?? []);
    const texts = [...new Set(values.flat())];
    const isEnough = texts.length === told.length;
    const rule = { required: [key], properties: new Map([[key, map({ enum: texts })]]) };
    // Several branches share the value: what else tells them apart is missing.
    const more = told.find((one) => one.size > 1);
    if (isEnough || more === undefined) return map({ type: 'object', ...rule });
    const second = [...more.keys()].find((one) => one !== key) ?? key;
    const others = [...new Set(told.flatMap((one) => one.get(second) ?? []).flat())];
    const needed = map({ required: [second], properties: new Map([[second, map({ enum: others })]]) });
    const isFirst = map({ required: [key], properties: new Map([[key, map({ enum: more.get(key) ?? [] })]]) });
    return new Map([...map({ type: 'object', ...rule }), ...ifElse(isFirst, needed, true)]);
  }

  /** A schema, or true and false: the boolean is not what is meant where an object stands. */
  #plain(branches: readonly JsonValue[], key: string): JsonObject {
    const [first, second, ...more] = branches.map((branch) => this.value(branch));
    if (first !== undefined && second === undefined) return isJsonObject(first) ? first : map({});
    const isFlag = second !== undefined && isJsonObject(second) && second.get('type') === 'boolean';
    if (first !== undefined && isFlag && more.length === 0) return ifElse(map({ type: 'boolean' }), true, first);
    return map({ [key]: branches.map((branch) => this.value(branch)) });
  }
}

const objectRef = (branch: JsonValue): string | undefined => {
  const reference = isJsonObject(branch) ? branch.get('$ref') : undefined;
  return typeof reference === 'string' ? reference : undefined;
};

const map = (members: Readonly<Record<string, JsonValue>>): JsonObject => new Map(Object.entries(members));

const ifElse = (condition: JsonValue, then: JsonValue, otherwise: JsonValue): JsonObject =>
  map({ if: condition, then, else: otherwise });
