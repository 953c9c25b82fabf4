import { z } from 'zod';

import { countCodePoints, exceedsCodePoints, hasLoneSurrogate } from '../lib/code-points.js';

import { invalid, quote, typeName } from './errors.js';
import type { OptionSchema, OptionShape } from './tool.js';

/** What a declaration says of one option, in the words of JSON Schema 2020-12. */
export interface OptionJsonSchema {
  readonly type: 'number' | 'boolean' | 'string';
  readonly default: number | boolean | string;
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly enum?: readonly string[];
}

/** The JSON Schema of an option. */
export function optionJsonSchema(schema: OptionSchema): OptionJsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  // A scalar with a default and bounds is all that `OptionSchema` admits.
  return rest as unknown as OptionJsonSchema;
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
    const fault = faultOf(optionJsonSchema(schema), value);
    if (fault !== undefined) throw invalid(`Option ${quote(name)} must ${fault}`);
    // zod measures text in UTF-16 units, the contract in code points: this text is within its limit.
    values[name] = value;
  }
  return values;
}

function unknownOption(toolId: string, shape: OptionShape, name: string): Error {
  const names = Object.keys(shape).map((known) => quote(known));
  const known = names.length === 0 ? 'no options' : names.join(', ');
  return invalid(`Unknown option ${quote(name)}: ${toolId} takes ${known}`);
}

/** What a value must be and is instead; `undefined` when it is as the schema says. Free text is never shown: it may be a secret. */
function faultOf(schema: OptionJsonSchema, value: unknown): string | undefined {
  if (schema.enum !== undefined) {
    if (typeof value === 'string' && schema.enum.includes(value)) return undefined;
    return `be one of ${schema.enum.map((choice) => quote(choice)).join(', ')}, got ${shown(value)}`;
  }
  if (schema.type === 'boolean')
    return typeof value === 'boolean' ? undefined : `be true or false, got ${shown(value)}`;
  if (schema.type === 'number') return numberFault(schema, value);
  if (typeof value !== 'string') return `be a string, got ${typeName(value)}`;
  const { maxLength, minLength } = schema;
  if (maxLength !== undefined && exceedsCodePoints(value, maxLength)) {
    return `have at most ${countOf(maxLength)}, got ${countCodePoints(value)}`;
  }
  if (minLength !== undefined && countCodePoints(value) < minLength) {
    return `have at least ${countOf(minLength)}, got ${countCodePoints(value)}`;
  }
  return hasLoneSurrogate(value) ? 'be well-formed Unicode, got a lone surrogate' : undefined;
}

const countOf = (characters: number): string => (characters === 1 ? '1 character' : `${characters} characters`);

function numberFault(schema: OptionJsonSchema, value: unknown): string | undefined {
  if (typeof value !== 'number') return `be a number, got ${shown(value)}`;
  if (!Number.isFinite(value)) return 'be a finite number';
  const { minimum = -Number.MAX_VALUE, maximum = Number.MAX_VALUE, multipleOf } = schema;
  if (value < minimum || value > maximum) return `be between ${minimum} and ${maximum}, got ${value}`;
  return multipleOf === undefined ? undefined : `be a multiple of ${multipleOf}, got ${value}`;
}

function shown(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeName(value);
}
