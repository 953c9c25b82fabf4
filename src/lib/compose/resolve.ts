import { LimitFault } from '../faults.js';
import { shown } from '../findings.js';
import { isJsonArray, isJsonObject, type JsonValue } from '../json/values.js';

import type { ComposeFindings } from './findings.js';
import { interpolate } from './interpolate.js';

/** A document with the variables in its values replaced, as Compose does before it looks at anything. Throws LimitFault for endless ones. */
export function resolveVariables(
  document: JsonValue,
  variables: ReadonlyMap<string, string>,
  findings: ComposeFindings,
): JsonValue {
  const unset = new Set<string>();
  let units = 0;
  const resolve = (value: JsonValue, tokens: readonly string[]): JsonValue => {
    if (isJsonArray(value)) return value.map((item, index) => resolve(item, [...tokens, String(index)]));
    if (isJsonObject(value)) return new Map([...value].map(([key, item]) => [key, resolve(item, [...tokens, key])]));
    if (typeof value !== 'string' || !value.includes('$')) return value;
    const result = interpolate(value, variables, (fault) => {
      if (fault.is === 'syntax')
        findings.addAt(
          'interpolation',
          `The $ in ${shown(value)} begins no variable: write $$ for a dollar sign`,
          tokens,
        );
      else if (fault.is === 'required')
        findings.addAt(
          'variable-required',
          `The variable ${fault.name.slice(0, 80)} must have a value${fault.message === '' ? '' : `: ${shown(fault.message)}`}`,
          tokens,
        );
      else if (!unset.has(fault.name)) {
        unset.add(fault.name);
        findings.addAt(
          'variable-unset',
          `The variable ${fault.name.slice(0, 80)} is not set: it counts as empty`,
          tokens,
        );
      }
    });
    units += result?.length ?? 0;
    if (result === undefined || units > MAX_UNITS)
      throw new LimitFault(`variables must make at most ${MAX_UNITS} characters, nested at most 50 deep`, MAX_UNITS);
    return result;
  };
  return resolve(document, []);
}

const MAX_UNITS = 4_000_000;
