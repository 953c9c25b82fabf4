import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../json/values.js';

import { inlined, type Losses, listAt, mapParts, objectAt, objectOf, textAt } from './schema-walk.js';
import type { ToolSchema } from './tool-schemas.js';

export type ToolTarget = 'openai' | 'openai-responses' | 'anthropic' | 'gemini' | 'mcp' | 'json-schema';

/** Which names a vendor takes. */
const NAMES: Readonly<Record<ToolTarget, { readonly letters: RegExp; readonly most: number } | undefined>> = {
  openai: { letters: /[^A-Za-z0-9_-]/g, most: 64 },
  'openai-responses': { letters: /[^A-Za-z0-9_-]/g, most: 64 },
  anthropic: { letters: /[^A-Za-z0-9_-]/g, most: 64 },
  gemini: { letters: /[^A-Za-z0-9_.:-]/g, most: 64 },
  mcp: { letters: /[^A-Za-z0-9_.-]/g, most: 128 },
  'json-schema': undefined,
};

/** Tools as a vendor's API takes them; what it cannot say is told. */
export function writeTools(tools: readonly ToolSchema[], to: ToolTarget, strict: boolean, losses: Losses): JsonValue {
  const names = new Set<string>();
  const written = tools.map((tool) => {
    const name = nameFor(tool.name, to, names, losses);
    const { description, outputSchema, annotations } = tool;
    if (description === undefined || description.trim() === '')
      losses.tell(`Tool "${name}" lacks a description: models choose tools by it`);
    if (to !== 'mcp' && (outputSchema !== undefined || annotations !== undefined))
      losses.tell(`Tool "${name}" has an output schema or annotations, which only MCP can say: dropped`);
    return writeTool({ ...tool, name }, to, strict, losses);
  });
  if (to === 'gemini') return [new Map([['functionDeclarations', written]])];
  if (to === 'mcp') return new Map([['tools', written]]);
  const [only] = written;
  return to === 'json-schema' && written.length === 1 && only !== undefined ? only : written;
}

function nameFor(name: string, to: ToolTarget, taken: Set<string>, losses: Losses): string {
  const rule = NAMES[to];
  const fit = rule === undefined ? name : name.replace(rule.letters, '_').slice(0, rule.most) || 'tool';
  const legal = to === 'gemini' && !/^[A-Za-z_]/.test(fit) ? `_${fit}`.slice(0, 64) : fit;
  let unique = legal;
  for (let number = 2; taken.has(unique); number++) unique = `${legal.slice(0, (rule?.most ?? 200) - 6)}_${number}`;
  taken.add(unique);
  if (unique !== name)
    losses.tell(
      `Tool "${name.slice(0, 80)}" is now named "${unique}": ${legal === unique ? 'the target does not allow its name' : 'its name was taken'}`,
    );
  return unique;
}

function writeTool(
  { name, title, description, parameters, outputSchema, annotations }: ToolSchema,
  to: ToolTarget,
  strict: boolean,
  losses: Losses,
): JsonObject {
  const isStrict = strict && (to === 'openai' || to === 'openai-responses');
  const schema = isStrict ? strictSchema(parameters, name, losses) : asObject(parameters, name, losses);
  const openai = objectOf({ name, description, parameters: schema, strict: isStrict ? true : undefined });
  switch (to) {
    case 'openai':
      return new Map<string, JsonValue>([
        ['type', 'function'],
        ['function', openai],
      ]);
    case 'openai-responses':
      return new Map<string, JsonValue>([['type', 'function'], ...openai, ['strict', isStrict]]);
    case 'anthropic':
      return objectOf({ name, description, input_schema: schema });
    case 'mcp':
      return objectOf({ name, title, description, inputSchema: schema, outputSchema, annotations });
    case 'gemini':
      return objectOf({ name, description, parameters: geminiParameters(schema, name, losses) });
    default:
      return new Map<string, JsonValue>([
        ['$schema', 'https://json-schema.org/draft/2020-12/schema'],
        ...objectOf({ title: name, description }),
        ...schema,
      ]);
  }
}

/** The APIs take arguments as an object only. */
function asObject(schema: JsonObject, name: string, losses: Losses): JsonObject {
  if (
    textAt(schema, 'type') === 'object' ||
    schema.has('$ref') ||
    schema.has('anyOf') ||
    schema.has('oneOf') ||
    schema.has('allOf')
  )
    return schema;
  if (schema.has('type')) {
    losses.tell(`Tool "${name}" takes arguments that are not an object: they became its argument "value"`);
    return objectOf({ type: 'object', properties: new Map([['value', schema]]), required: ['value'] });
  }
  return new Map<string, JsonValue>([['type', 'object'], ...schema]);
}

/** Keywords that OpenAI's structured outputs refuse: its guide "Supported schemas". */
const NOT_STRICT = new Set([
  'allOf',
  'not',
  'dependentRequired',
  'dependentSchemas',
  'if',
  'then',
  'else',
  'patternProperties',
  'unevaluatedProperties',
  'propertyNames',
  'minProperties',
  'maxProperties',
  'unevaluatedItems',
  'contains',
  'minContains',
  'maxContains',
  'uniqueItems',
  'default',
]);

/** Every property required, those that were not may be null; nothing else allowed. */
function strictSchema(schema: JsonObject, name: string, losses: Losses): JsonObject {
  const root = asObject(schema, name, losses);
  if (!root.has('properties') && (root.has('anyOf') || root.has('oneOf') || root.has('$ref')))
    losses.tell(`Tool "${name}": strict mode needs an object at the root, not a choice or a reference`);
  return strictPart(root, name, losses);
}

function strictPart(schema: JsonObject, name: string, losses: Losses): JsonObject {
  losses.visit();
  const kept = new Map<string, JsonValue>();
  for (const [key, value] of mapParts(schema, (part) => strictPart(part, name, losses))) {
    if (NOT_STRICT.has(key)) losses.tell(`Tool "${name}": strict mode does not allow "${key}": dropped`);
    else if (key === 'oneOf') {
      losses.tell(`Tool "${name}": strict mode does not allow "oneOf": it became "anyOf"`);
      kept.set('anyOf', value);
    } else kept.set(key, value);
  }
  const properties = objectAt(kept, 'properties');
  if (properties === undefined && textAt(kept, 'type') !== 'object') return kept;
  const required = listAt(schema, 'required');
  const open = schema.get('additionalProperties');
  if (open !== undefined && open !== false)
    losses.tell(`Tool "${name}": strict mode does not allow additional properties: dropped`);
  const all = new Map(
    [...(properties ?? [])].map(([key, part]) => [key, required.includes(key) ? part : nullable(part)]),
  );
  return new Map<string, JsonValue>([
    ...kept,
    ['properties', all],
    ['required', [...all.keys()]],
    ['additionalProperties', false],
  ]);
}

/** A schema that also takes null, which stands for a missing value. */
function nullable(schema: JsonValue): JsonValue {
  if (!isJsonObject(schema)) return schema;
  const type = schema.get('type');
  const values = schema.get('enum');
  if (type === undefined || (values !== undefined && isJsonArray(values) && values.includes(null)))
    return schema.has('type') || values !== undefined
      ? schema
      : objectOf({ anyOf: [schema, new Map([['type', 'null']])] });
  const types = isJsonArray(type) ? type : [type];
  const made = new Map<string, JsonValue>([...schema, ['type', types.includes('null') ? types : [...types, 'null']]]);
  if (values !== undefined && isJsonArray(values)) made.set('enum', [...values, null]);
  return made;
}

/** What Gemini's `Schema` has: https://ai.google.dev/api/caching#Schema. */
const GEMINI = new Set([
  'type',
  'format',
  'title',
  'description',
  'nullable',
  'enum',
  'maxItems',
  'minItems',
  'properties',
  'required',
  'minProperties',
  'maxProperties',
  'minLength',
  'maxLength',
  'pattern',
  'example',
  'anyOf',
  'propertyOrdering',
  'default',
  'items',
  'minimum',
  'maximum',
]);

function geminiParameters(schema: JsonObject, name: string, losses: Losses): JsonObject | undefined {
  // A function without arguments has no parameters: an object without properties is refused.
  if (textAt(schema, 'type') === 'object' && (objectAt(schema, 'properties')?.size ?? 0) === 0) return undefined;
  return geminiPart(inlined(schema, schema, losses), name, losses);
}

function geminiPart(schema: JsonObject, name: string, losses: Losses): JsonObject {
  losses.visit();
  const kept = new Map<string, JsonValue>();
  for (const [key, value] of mapParts(schema, (part) => geminiPart(part, name, losses))) {
    if (key === 'type') addType(kept, value, name, losses);
    else if (key === 'const') kept.set('enum', [value]);
    else if (key === 'oneOf') kept.set('anyOf', value);
    else if (key === 'enum' && isJsonArray(value)) {
      if (value.includes(null)) kept.set('nullable', true);
      kept.set(
        'enum',
        value.filter((item) => item !== null),
      );
    } else if (GEMINI.has(key)) kept.set(key, value);
    else if (key !== '$schema' && key !== '$id' && key !== '$comment')
      losses.tell(`Tool "${name}": Gemini has nothing for "${key.slice(0, 40)}": dropped`);
  }
  const values = kept.get('enum');
  if (values !== undefined && isJsonArray(values) && values.some((item) => typeof item !== 'string')) {
    losses.tell(`Tool "${name}": Gemini takes texts in "enum" only: other values were dropped`);
    kept.delete('enum');
  }
  return kept;
}

/** One type in uppercase; null becomes `nullable`, several become a choice. */
function addType(kept: Map<string, JsonValue>, type: JsonValue, name: string, losses: Losses): void {
  const types = (isJsonArray(type) ? type : [type]).filter((each): each is string => typeof each === 'string');
  const [first, ...others] = types.filter((each) => each !== 'null');
  if (types.includes('null')) kept.set('nullable', true);
  if (first === undefined) return;
  if (others.length === 0) kept.set('type', first.toUpperCase());
  else {
    losses.tell(`Tool "${name}": several types became a choice`);
    kept.set(
      'anyOf',
      [first, ...others].map((each) => new Map([['type', each.toUpperCase()]])),
    );
  }
}
