import { overLimit } from '../core/errors.js';
import { readYaml } from '../engines/yaml/document.js';
import { locateInYaml } from '../engines/yaml/locate.js';
import { yamlToJson } from '../engines/yaml/values.js';
import type { Finding } from '../lib/findings.js';
import { locateInJson } from '../lib/json/locate.js';
import { writePointer } from '../lib/json/pointer.js';
import { isJsonArray, type JsonValue } from '../lib/json/values.js';
import { positionCounter, type TextPosition } from '../lib/text/text-position.js';

import { readJson } from './json-document.js';
import type { TextSource } from './text-source.js';

/**
 * Most values of a document, those behind aliases as often as they stand there. Chosen so that reading and all checks end in half the time of
 * class standard: measured, 3 to 5 s of processor time at about twice as many.
 */
const MAX_VALUES = { json: 100_000, yaml: 40_000 } as const;

/** JSON or YAML whose values can be found again in the text. */
export interface PlacedDocument {
  readonly value: JsonValue;
  readonly notation: 'json' | 'yaml';
  /** Line and column of each path, as `locateInJson` and `locateInYaml` find them. */
  readonly positionsOf: (paths: readonly (readonly string[])[]) => TextPosition[];
}

/** As `readJsonOrYaml`, with places. Throws as that does, and LIMIT_EXCEEDED beyond 100,000 values of JSON or 40,000 of YAML. */
export function readPlacedDocument({ text, label }: Pick<TextSource, 'text' | 'label'>): PlacedDocument {
  if (/^\s*[[{]/.test(text)) {
    const value = readJson(text, label);
    checkValues(value, 'json', label);
    return { value, notation: 'json', positionsOf: (paths) => positionsIn(text, locateInJson(text, paths)) };
  }
  const [document] = readYaml(text, label);
  if (document === undefined)
    return {
      value: null,
      notation: 'yaml',
      positionsOf: (paths) =>
        positionsIn(
          text,
          paths.map(() => 0),
        ),
    };
  const value = yamlToJson(document, text, label, { version: '1.2', mergeKeys: true });
  checkValues(value, 'yaml', label);
  return { value, notation: 'yaml', positionsOf: (paths) => positionsIn(text, locateInYaml(document, paths)) };
}

/** Findings with pointer, line and column, in the order of the text. */
export function placeFindings(findings: readonly Finding[], { positionsOf }: PlacedDocument) {
  const positions = positionsOf(findings.map(({ tokens }) => tokens));
  return findings
    .map(({ tokens, ...finding }, index) => ({
      ...finding,
      pointer: writePointer(tokens),
      ...(positions[index] ?? { line: 1, column: 1 }),
    }))
    .sort((a, b) => a.line - b.line || a.column - b.column);
}

/** Positions of offsets in any order, in one pass over the text. */
function positionsIn(text: string, offsets: readonly number[]): TextPosition[] {
  const positionOf = positionCounter(text);
  const positions: TextPosition[] = new Array(offsets.length);
  const order = offsets.map((offset, index) => ({ offset, index })).sort((a, b) => a.offset - b.offset);
  for (const { offset, index } of order) positions[index] = positionOf(offset);
  return positions;
}

function checkValues(value: JsonValue, notation: PlacedDocument['notation'], label: string): void {
  const most = MAX_VALUES[notation];
  if (countValues(value, new Map()) > most)
    throw overLimit(`The document of ${label} must have at most ${most} values, aliases in their places`);
}

/** A part that stands many times is counted once and added as often. */
function countValues(value: JsonValue, known: Map<object, number>): number {
  if (!(value instanceof Map) && !isJsonArray(value)) return 1;
  const before = known.get(value);
  if (before !== undefined) return before;
  let count = 1;
  for (const item of value.values()) count += countValues(item, known);
  known.set(value, count);
  return count;
}
