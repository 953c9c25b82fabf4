import { isJsonArray, isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../../json/values.js';
import { writeJson } from '../../json/write.js';
import { listOf, objectOf, textOf } from '../document.js';
import type { References } from '../references.js';
import { strongComponents } from '../strong-components.js';

import type { Budget } from './budget.js';

const INDENT = '  ';

/** Types that have no members: what may stand in a union or before `[]` without brackets. */
interface TypeText {
  readonly text: string;
  readonly isUnion?: boolean;
  readonly isIntersection?: boolean;
}

/** Writes Schema Objects of 3.1 as types of TypeScript. What a type cannot say (limits, patterns, `not`) is left out: types are wider. */
export class TypeWriter {
  /** Schemas that are being written, for references to what is not a component. */
  readonly #inside = new Set<JsonObject>();
  readonly #circles: ReadonlyMap<string, number>;
  /** The component that is being written, as long as no object with members is around. */
  #owner: string | undefined;

  constructor(
    schemas: JsonObject,
    private readonly references: References,
    private readonly budget: Budget,
  ) {
    this.#circles = circlesOf(schemas, references);
  }

  /** A component. Where it leads to itself but through members of objects, TypeScript knows no such type: it is `unknown` there. */
  component(name: string, schema: JsonValue, indent: string): string {
    this.#owner = name;
    const text = this.write(schema, indent);
    this.#owner = undefined;
    return text;
  }

  write(schema: JsonValue | undefined, indent: string): string {
    return this.#type(schema, indent).text;
  }

  #type(schema: JsonValue | undefined, indent: string): TypeText {
    this.budget.take();
    if (schema === false) return { text: 'never' };
    if (schema === undefined || !isJsonObject(schema)) return { text: 'unknown' };
    if (this.#inside.has(schema)) return { text: 'unknown' };
    this.#inside.add(schema);
    const parts = this.#parts(schema, indent).filter(({ text }) => text !== 'unknown');
    this.#inside.delete(schema);
    const unique = [...new Map(parts.map((part) => [part.text, part])).values()];
    const [only] = unique;
    if (only === undefined) return { text: 'unknown' };
    if (unique.length === 1) return only;
    return {
      text: unique.map((part) => (part.isUnion ? `(${part.text})` : part.text)).join(' & '),
      isIntersection: true,
    };
  }

  /** What a schema asks for, all of it at once. */
  #parts(schema: JsonObject, indent: string): TypeText[] {
    const parts: TypeText[] = [];
    const reference = textOf(schema.get('$ref'));
    if (reference !== undefined) parts.push(this.#reference(reference, indent));
    const own = this.#own(schema, indent);
    if (own !== undefined) parts.push(own);
    for (const part of listOf(schema.get('allOf'))) parts.push(this.#type(part, indent));
    for (const key of ['oneOf', 'anyOf']) {
      const choices = listOf(schema.get(key));
      if (choices.length > 0) parts.push(union(choices.map((choice) => this.#type(choice, indent))));
    }
    return parts;
  }

  #reference(reference: string, indent: string): TypeText {
    const target = this.references.resolve(reference);
    if (target.is !== 'found') return { text: 'unknown' };
    const name = componentName(target.tokens);
    const isCircle =
      name !== undefined && this.#owner !== undefined && this.#circles.get(name) === this.#circles.get(this.#owner);
    if (isCircle) return { text: 'unknown' };
    if (name !== undefined) return { text: `components["schemas"][${JSON.stringify(name)}]` };
    return this.#type(target.value, indent);
  }

  #own(schema: JsonObject, indent: string): TypeText | undefined {
    if (schema.has('const')) return { text: literal(schema.get('const') ?? null) };
    const choices = schema.get('enum');
    if (choices !== undefined && isJsonArray(choices) && choices.length > 0) {
      this.budget.take(choices.length);
      return union(choices.map((choice) => ({ text: literal(choice) })));
    }
    const type = schema.get('type');
    if (type !== undefined && isJsonArray(type))
      return union(type.map((one) => this.#ofType(textOf(one), schema, indent) ?? { text: 'unknown' }));
    return this.#ofType(textOf(type), schema, indent);
  }

  #ofType(type: string | undefined, schema: JsonObject, indent: string): TypeText | undefined {
    switch (type) {
      case 'string':
        return { text: 'string' };
      case 'integer':
      case 'number':
        return { text: 'number' };
      case 'boolean':
        return { text: 'boolean' };
      case 'null':
        return { text: 'null' };
      case 'array':
        return this.#array(schema, indent);
      case 'object':
        return this.#object(schema, indent);
      case undefined:
        // Properties and items say nothing of values of other types: taken as what the author means.
        if (schema.has('properties') || schema.has('additionalProperties')) return this.#object(schema, indent);
        return schema.has('items') || schema.has('prefixItems') ? this.#array(schema, indent) : undefined;
      default:
        return undefined;
    }
  }

  #array(schema: JsonObject, indent: string): TypeText {
    const tuple = listOf(schema.get('prefixItems'));
    const items = schema.get('items');
    if (tuple.length === 0) return { text: arrayOf(items === false ? { text: 'never' } : this.#type(items, indent)) };
    const least = schema.get('minItems');
    const count = least instanceof JsonNumber ? least.toNumber() : 0;
    const types = tuple.map((item, index) => {
      const type = this.#type(item, indent);
      return index < count ? type.text : `${isPlain(type) ? type.text : `(${type.text})`}?`;
    });
    if (items !== false) types.push(`...${arrayOf(this.#type(items, indent))}`);
    return { text: `[${types.join(', ')}]` };
  }

  #object(schema: JsonObject, indent: string): TypeText {
    const owner = this.#owner;
    this.#owner = undefined;
    const type = this.#objectText(schema, indent);
    this.#owner = owner;
    return type;
  }

  #objectText(schema: JsonObject, indent: string): TypeText {
    const inner = indent + INDENT;
    const required = new Set(listOf(schema.get('required')));
    const properties = objectOf(schema.get('properties'));
    const members = [...properties].map(([name, property]) => {
      const target = objectOf(property);
      const readonly = target.get('readOnly') === true ? 'readonly ' : '';
      const optional = required.has(name) ? '' : '?';
      const type = this.write(property, inner);
      return `${commentOf(target, inner)}${inner}${readonly}${memberName(name)}${optional}: ${type};\n`;
    });
    const named = members.length === 0 ? undefined : `{\n${members.join('')}${indent}}`;
    const others = this.#others(schema, indent);
    if (named === undefined) return { text: others ?? '{ [key: string]: unknown }' };
    return others === undefined ? { text: named } : { text: `${named} & ${others}`, isIntersection: true };
  }

  /** Properties of any name: of all their types at once, as they may clash with those that have a name. */
  #others(schema: JsonObject, indent: string): string | undefined {
    const patterns = [...objectOf(schema.get('patternProperties')).values()];
    const additional = schema.get('additionalProperties');
    if (additional === false && patterns.length === 0)
      return objectOf(schema.get('properties')).size === 0 ? '{ [key: string]: never }' : undefined;
    if (additional === undefined && patterns.length === 0) return undefined;
    const hasNames = objectOf(schema.get('properties')).size > 0;
    if (hasNames) return '{ [key: string]: unknown }';
    const types = patterns.map((pattern) => this.#type(pattern, indent));
    if (additional !== false) types.push(this.#type(additional, indent));
    return `{ [key: string]: ${union(types).text} }`;
  }
}

/** Components by the circle they are in: of references that no object's members are around. */
function circlesOf(schemas: JsonObject, references: References): ReadonlyMap<string, number> {
  const edges = new Map([...schemas].map(([name, schema]) => [name, namesIn(schema, references)]));
  return new Map(strongComponents(edges).flatMap((names, circle) => names.map((name) => [name, circle] as const)));
}

function namesIn(schema: JsonValue, references: References): ReadonlySet<string> {
  const names = new Set<string>();
  const seen = new Set<JsonValue>();
  const open = [schema];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (!isJsonObject(next) || seen.has(next)) continue;
    seen.add(next);
    for (const key of ['allOf', 'oneOf', 'anyOf', 'prefixItems']) open.push(...listOf(next.get(key)));
    open.push(next.get('items') ?? null);
    const reference = textOf(next.get('$ref'));
    const target = reference === undefined ? undefined : references.resolve(reference);
    if (target?.is !== 'found') continue;
    const name = componentName(target.tokens);
    if (name === undefined) open.push(target.value);
    else names.add(name);
  }
  return names;
}

function componentName([first, section, name, ...rest]: readonly string[]): string | undefined {
  return first === 'components' && section === 'schemas' && rest.length === 0 ? name : undefined;
}

function union(types: readonly TypeText[]): TypeText {
  const unique = [...new Map(types.map((type) => [type.text, type])).values()];
  const [only] = unique;
  if (only === undefined) return { text: 'never' };
  if (unique.length === 1) return only;
  if (unique.some(({ text }) => text === 'unknown')) return { text: 'unknown' };
  return {
    text: unique.map((type) => (type.isIntersection ? `(${type.text})` : type.text)).join(' | '),
    isUnion: true,
  };
}

const isPlain = ({ isUnion, isIntersection }: TypeText): boolean => !isUnion && !isIntersection;

const arrayOf = (type: TypeText): string => (isPlain(type) ? `${type.text}[]` : `(${type.text})[]`);

/** A value that a type is. Lists and objects are types of their own. */
function literal(value: JsonValue): string {
  if (isJsonArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (isJsonObject(value))
    return value.size === 0
      ? '{ [key: string]: never }'
      : `{ ${[...value].map(([name, item]) => `${memberName(name)}: ${literal(item)}`).join('; ')} }`;
  // A number beyond a double is no number that a type can be.
  if (value instanceof JsonNumber && !Number.isFinite(value.toNumber())) return 'number';
  return writeJson(value);
}

export const memberName = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

/** What people read above a member. */
export function commentOf(holder: JsonObject, indent: string): string {
  const lines: string[] = [];
  for (const key of ['title', 'summary', 'description'] as const) {
    const text = textOf(holder.get(key));
    if (text !== undefined && text.trim() !== '' && !(key === 'title' && holder.has('description')))
      lines.push(...text.trim().split(/\r\n|[\n\r\u2028\u2029]/));
  }
  const format = textOf(holder.get('format'));
  if (format !== undefined) lines.push(`@format ${format}`);
  const preset = holder.get('default');
  if (preset !== undefined) lines.push(`@default ${writeJson(preset).slice(0, 200)}`);
  if (holder.get('deprecated') === true) lines.push('@deprecated');
  const safe = lines.map((line) =>
    line
      .replaceAll('*/', '*\\/')
      .replace(/[\r\n\u2028\u2029]/g, ' ')
      .trimEnd(),
  );
  if (safe.length === 0) return '';
  if (safe.length === 1) return `${indent}/** ${safe[0]} */\n`;
  return `${indent}/**\n${safe.map((line) => `${indent} *${line === '' ? '' : ` ${line}`}\n`).join('')}${indent} */\n`;
}
