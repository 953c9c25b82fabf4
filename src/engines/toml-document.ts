import { parse, TomlDate, TomlError, type TomlValue } from 'smol-toml';

import { invalid, overLimit, type ToolError } from '../core/errors.js';
import { JsonNumber, type JsonValue } from '../lib/json/values.js';
import { describeFault, offsetAt } from '../lib/text/text-position.js';

/** Deepest nesting of values that is read. */
const MAX_DEPTH = 500;

/**
 * Reads TOML 1.0. Whole numbers keep all 64 bits, floats are doubles as TOML says, dates and times become texts.
 * Throws INVALID_INPUT with line and column, and where there is an infinity or no number at all: JSON has neither.
 */
export function readToml(text: string, label: string): JsonValue {
  const days = new Set(text.match(/\d{4}-\d{2}-\d{2}/g));
  try {
    const parsed = parse(text.replace(/^\ufeff/, ''), { integersAsBigInt: true, maxDepth: MAX_DEPTH });
    return toJson(parsed, { label, days }, '$', 0);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const fault = (/^Invalid TOML document: (.*)$/m.exec(error.message)?.[1] ?? 'not TOML').replace(/\.$/, '');
    if (/nested structures/i.test(fault)) throw tooDeep(label);
    throw invalid(`Cannot read ${label} as TOML: ${describeFault(text, offsetAt(text, error), fault)}`, error);
  }
}

const tooDeep = (label: string): ToolError =>
  overLimit(`Cannot read ${label} as TOML: nested more than ${MAX_DEPTH} deep`);

interface TomlSource {
  readonly label: string;
  /** Days as they are written. */
  readonly days: ReadonlySet<string>;
}

function toJson(value: TomlValue, source: TomlSource, path: string, depth: number): JsonValue {
  const { label, days } = source;
  // The package counts brackets, not the parts of dotted keys.
  if (depth > MAX_DEPTH) throw tooDeep(label);
  if (typeof value === 'bigint') return new JsonNumber(String(value));
  if (typeof value === 'number') {
    if (!Number.isFinite(value))
      throw invalid(`Cannot convert ${label}: ${path}: ${value} is a number that other formats do not allow`);
    const written = Object.is(value, -0) ? '-0' : String(value);
    // 1.0 stays a float.
    return new JsonNumber(/^-?\d+$/.test(written) ? `${written}.0` : written);
  }
  if (value instanceof TomlDate) {
    // The package makes 2 March of 30 February: a day that the text does not have was none.
    const day = /^\d{4}-\d{2}-\d{2}/.exec(value.toISOString())?.[0];
    if (day !== undefined && !days.has(day))
      throw invalid(`Cannot read ${label} as TOML: ${path}: no such day in the calendar`);
    return value.toISOString().replace(/\.000(?=Z|[+-]|$)/, '');
  }
  if (Array.isArray(value)) return value.map((item, index) => toJson(item, source, `${path}[${index}]`, depth + 1));
  if (typeof value !== 'object') return value;
  const entries = Object.entries(value);
  return new Map(entries.map(([key, item]) => [key, toJson(item, source, `${path}.${key}`, depth + 1)]));
}
