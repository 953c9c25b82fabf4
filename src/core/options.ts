import { z } from 'zod';

import { hasLoneSurrogate } from '../lib/unicode/code-points.js';

import { invalid, quote } from './errors.js';
import { type OptionJsonSchema, optionFault } from './option-faults.js';
import type { OptionSchema, OptionShape } from './tool.js';

export type { OptionJsonSchema } from './option-faults.js';

const optionJsonSchemas = new WeakMap<OptionSchema, OptionJsonSchema>();

/** The JSON Schema of an option. */
export function optionJsonSchema(schema: OptionSchema): OptionJsonSchema {
  const known = optionJsonSchemas.get(schema);
  if (known !== undefined) return known;
  const { $schema: _, kind: __, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  // A scalar with a default and bounds is all that `OptionSchema` admits.
  const made = rest as unknown as OptionJsonSchema;
  optionJsonSchemas.set(schema, made);
  return made;
}

/**
 * What an option is, where its type does not say so: a field that fits is shown for it, a secret is not shown at all, in a separator line
 * breaks and tabs can be typed, the steps of a pipeline (JSON) are chosen one by one, and the others can be pointed at on the uploaded
 * image or PDF: rectangles of an image (pixels) or of a page (points), pages, their order, and where a document is cut. Of a place on an
 * image it is option `x`, beside `y`, both in percent. `pixels` are a length on the uploaded image, `image-points` places on it, `bytes` the
 * size that a result may have: on a smaller copy of the image they are other numbers.
 */
export const OPTION_KINDS = [
  'color',
  'secret',
  'separator',
  'steps',
  'image-box',
  'image-boxes',
  'image-place',
  'image-points',
  'pixels',
  'bytes',
  'page-box',
  'page-boxes',
  'pages',
  'page-order',
  'page-cuts',
] as const;
export type OptionKind = (typeof OPTION_KINDS)[number];

/** The option, declared to be of a kind; after `.describe('…')`. */
export const ofKind = <Schema extends OptionSchema>(kind: OptionKind, schema: Schema): Schema =>
  schema.meta({ ...schema.meta(), kind });

/** The kind that an option was declared to be of. */
export function optionKind(schema: OptionSchema): OptionKind | undefined {
  const kind = schema.meta()?.kind;
  return OPTION_KINDS.find((known) => known === kind);
}

/**
 * Checks caller-given options against their declaration and fills in the defaults.
 * Throws INVALID_INPUT naming the option, what it must be and what it is.
 */
export function checkOptions(toolId: string, shape: OptionShape, given: object): Record<string, unknown> {
  const values: Record<string, unknown> = Object.create(null);
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(shape, name)) throw unknownOption(toolId, shape, name);
  }
  for (const name of Object.keys(shape)) {
    const schema = shape[name];
    if (schema === undefined) continue;
    const value: unknown = Object.hasOwn(given, name) ? Reflect.get(given, name) : undefined;
    if (value === undefined) {
      values[name] = schema.parse(undefined);
      continue;
    }
    const parsed = schema.safeParse(value);
    if (parsed.success) {
      values[name] = parsed.data;
      if (typeof value === 'string' && hasLoneSurrogate(value)) {
        throw invalid(`Option ${quote(name)} must be well-formed Unicode, got a lone surrogate`);
      }
      continue;
    }
    const fault = optionFault(optionJsonSchema(schema), value);
    if (fault !== undefined) throw invalid(`Option ${quote(name)} must ${fault}`);
    // zod measures text in UTF-16 units, the contract in code points: this text is within its limit.
    values[name] = value;
  }
  return values;
}

/**
 * An option's value from a text, such as a field of a form or a cell of a table: numbers and switches are read by the type of the option;
 * what cannot be one stays a text, to be refused as such.
 */
export function optionValue(shape: OptionShape, name: string, text: string): unknown {
  const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
  const type = schema === undefined ? undefined : optionJsonSchema(schema).type;
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  if (type === 'number' && /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i.test(text)) return Number(text);
  return text;
}

function unknownOption(toolId: string, shape: OptionShape, name: string): Error {
  const names = Object.keys(shape).map((known) => quote(known));
  const known = names.length === 0 ? 'no options' : names.join(', ');
  return invalid(`Unknown option ${quote(name)}: ${toolId} takes ${known}`);
}
