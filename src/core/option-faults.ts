import { countCodePoints, exceedsCodePoints, hasLoneSurrogate } from '../lib/unicode/code-points.js';

import { quote, typeName } from './errors.js';

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

/** What a value must be and is instead; `undefined` when it is as the schema says. Free text is never shown: it may be a secret. */
export function optionFault(schema: OptionJsonSchema, value: unknown): string | undefined {
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
  if (multipleOf === undefined || isMultiple(value, multipleOf)) return undefined;
  return `be a multiple of ${multipleOf}, got ${value}`;
}

/** Whether a number is a multiple of another up to what binary fractions lose, as zod sees it: 0.3 is one of 0.1. */
function isMultiple(value: number, step: number): boolean {
  const ratio = value / step;
  return Math.abs(ratio - Math.round(ratio)) < 4 * Number.EPSILON * Math.max(Math.abs(ratio), 1);
}

function shown(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeName(value);
}
