import { isWhole } from './numbers.js';
import { isJsonArray, isJsonObject, JsonNumber, type JsonValue, jsonType } from './values.js';

export interface InferenceRules {
  readonly required: boolean;
  readonly additionalProperties: boolean;
  /** Formats to look for in texts, in order; empty for none. */
  readonly formats: readonly (readonly [string, (text: string) => boolean])[];
}

/** What all samples of one place have in common. */
interface Shape {
  readonly types: Set<string>;
  objects: number;
  readonly properties: Map<string, Shape & { count: number }>;
  items: Shape | undefined;
  /** Formats that every text so far is of; `undefined` before the first. */
  formats: readonly string[] | undefined;
}

const newShape = (): Shape => ({
  types: new Set(),
  objects: 0,
  properties: new Map(),
  items: undefined,
  formats: undefined,
});

/** A schema that all samples match, made of what they have in common. */
export function inferSchema(samples: readonly JsonValue[], rules: InferenceRules): JsonValue {
  const shape = newShape();
  for (const sample of samples) observe(shape, sample, rules);
  return schemaOf(shape, rules);
}

function observe(shape: Shape, value: JsonValue, rules: InferenceRules): void {
  const type = value instanceof JsonNumber && isWhole(value.source) ? 'integer' : jsonType(value);
  shape.types.add(type);
  if (typeof value === 'string') {
    const known = shape.formats;
    const left = rules.formats.filter(([name, test]) => (known?.includes(name) ?? true) && test(value));
    shape.formats = left.map(([name]) => name);
  } else if (isJsonArray(value)) {
    if (value.length > 0) shape.items ??= newShape();
    for (const item of value) if (shape.items !== undefined) observe(shape.items, item, rules);
  } else if (isJsonObject(value)) {
    shape.objects++;
    for (const [key, item] of value) {
      let property = shape.properties.get(key);
      if (property === undefined) {
        property = { ...newShape(), count: 0 };
        shape.properties.set(key, property);
      }
      property.count++;
      observe(property, item, rules);
    }
  }
}

function schemaOf(shape: Shape, rules: InferenceRules): JsonValue {
  const schema = new Map<string, JsonValue>();
  // A whole number is a number: both together are "number".
  const types = [...shape.types].filter((type) => type !== 'integer' || !shape.types.has('number'));
  const [only] = types;
  if (types.length === 1 && only !== undefined) schema.set('type', only);
  else if (types.length > 1) schema.set('type', types);
  const format = shape.formats?.[0];
  if (format !== undefined) schema.set('format', format);
  if (shape.items !== undefined) schema.set('items', schemaOf(shape.items, rules));
  if (shape.objects > 0) {
    const properties = new Map(
      Array.from(shape.properties, ([key, property]) => [key, schemaOf(property, rules)] as const),
    );
    schema.set('properties', properties);
    const required = [...shape.properties].filter(([, { count }]) => count === shape.objects).map(([key]) => key);
    if (rules.required && required.length > 0) schema.set('required', required);
    if (!rules.additionalProperties) schema.set('additionalProperties', false);
  }
  return schema;
}
