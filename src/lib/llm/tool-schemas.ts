import { ContentFault } from '../faults.js';
import { isJsonArray, isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../json/values.js';

import { openApiTools } from './openapi-tools.js';
import { type Losses, listAt, mapParts, objectAt, textAt, withoutNullable } from './schema-walk.js';

/** A tool that a model may call, in the words of no vendor. */
export interface ToolSchema {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description: string | undefined;
  /** JSON Schema of the arguments. */
  readonly parameters: JsonObject;
  /** What only MCP can say. */
  readonly outputSchema?: JsonObject | undefined;
  readonly annotations?: JsonObject | undefined;
}

export type ToolNotation = 'openai' | 'anthropic' | 'gemini' | 'mcp' | 'json-schema' | 'openapi';

const NO_PARAMETERS: JsonObject = new Map<string, JsonValue>([
  ['type', 'object'],
  ['properties', new Map()],
]);

/** The tools of a document of any notation, each item by its own. Throws ContentFault where there is none. */
export function readTools(
  document: JsonValue,
  losses: Losses,
): { readonly from: ToolNotation; readonly tools: readonly ToolSchema[] } {
  if (isJsonObject(document) && (document.has('openapi') || document.has('swagger')))
    return { from: 'openapi', tools: openApiTools(document, losses) };
  const items = itemsOf(document);
  const read = items.map((item, index) => readTool(item, index, losses));
  const [first] = read;
  if (first === undefined) throw new ContentFault('it has no tools');
  return { from: first.from, tools: read.map(({ tool }) => tool) };
}

/** One tool, a list of them, or what the APIs wrap lists in: `tools`, `functions`, `functionDeclarations`. */
function itemsOf(document: JsonValue): readonly JsonValue[] {
  if (isJsonArray(document)) return document.flatMap(itemsOf);
  for (const key of ['tools', 'functions', 'functionDeclarations', 'function_declarations'])
    if (listAt(document, key).length > 0 && textAt(document, 'name') === undefined)
      return listAt(document, key).flatMap(itemsOf);
  const result = objectAt(document, 'result');
  return result !== undefined && listAt(result, 'tools').length > 0 ? itemsOf(result) : [document];
}

function readTool(
  item: JsonValue,
  index: number,
  losses: Losses,
): { readonly from: ToolNotation; readonly tool: ToolSchema } {
  const place = `tool ${index + 1}`;
  if (!isJsonObject(item)) throw new ContentFault(`${place} must be an object`);
  const wrapped = objectAt(item, 'function') ?? item;
  const named = textAt(wrapped, 'name');
  const about = { name: named ?? '', title: textAt(wrapped, 'title'), description: textAt(wrapped, 'description') };
  if (named === undefined) {
    if (!['type', 'properties', '$ref', 'anyOf', 'oneOf', 'allOf'].some((key) => item.has(key)))
      throw new ContentFault(
        `${place} has neither a name nor a schema: ${
          [...item.keys()]
            .slice(0, 5)
            .map((key) => JSON.stringify(key.slice(0, 40)))
            .join(', ') || 'it is empty'
        }`,
      );
    const { title, ...rest } = about;
    const parameters = new Map([...item].filter(([key]) => !['$schema', '$id', 'title', 'description'].includes(key)));
    return { from: 'json-schema', tool: { ...rest, name: title ?? `tool_${index + 1}`, parameters } };
  }
  if (wrapped.has('input_schema'))
    return { from: 'anthropic', tool: { ...about, parameters: objectAt(wrapped, 'input_schema') ?? NO_PARAMETERS } };
  if (wrapped.has('inputSchema')) {
    const more = { outputSchema: objectAt(wrapped, 'outputSchema'), annotations: objectAt(wrapped, 'annotations') };
    return { from: 'mcp', tool: { ...about, parameters: objectAt(wrapped, 'inputSchema') ?? NO_PARAMETERS, ...more } };
  }
  const parameters = objectAt(wrapped, 'parameters') ?? objectAt(wrapped, 'parametersJsonSchema') ?? NO_PARAMETERS;
  const isGemini =
    textAt(item, 'type') !== 'function' && (usesGeminiTypes(parameters) || wrapped.has('parametersJsonSchema'));
  return {
    from: isGemini ? 'gemini' : 'openai',
    tool: { ...about, parameters: isGemini ? fromGemini(parameters, losses) : parameters },
  };
}

const usesGeminiTypes = (schema: JsonObject): boolean =>
  /^[A-Z]+$/.test(textAt(schema, 'type') ?? '') || schema.has('propertyOrdering');

/** Gemini's schemas are those of OpenAPI 3.0, types in uppercase, and bounds of 64 bits as texts. */
function fromGemini(schema: JsonObject, losses: Losses): JsonObject {
  losses.visit();
  const parts = mapParts(schema, (part) => fromGemini(part, losses));
  const plain = new Map<string, JsonValue>();
  for (const [key, value] of parts) {
    if (key === 'propertyOrdering') continue;
    if (key === 'type' && typeof value === 'string') plain.set(key, value.toLowerCase());
    else if (
      /^(?:min|max)(?:Items|Length|Properties)$/.test(key) &&
      typeof value === 'string' &&
      /^\d{1,18}$/.test(value)
    )
      plain.set(key, new JsonNumber(value));
    else plain.set(key, value);
  }
  return withoutNullable(plain);
}
