import { LimitFault } from '../faults.js';

import type { PartsLog } from './known-parts.js';

/** Deepest nesting that is read; far below what would exhaust the stack. */
export const MAX_DEPTH = 1000;

/** The fault of a text that is nested more than `MAX_DEPTH` deep where `offset` is. */
export const nestedTooDeep = (text: string, offset: number): LimitFault =>
  LimitFault.at(text, offset, `nested more than ${MAX_DEPTH} deep`, MAX_DEPTH);

export interface JsonSyntax {
  /** Comments as in JSONC and JSON5. */
  readonly comments?: boolean;
  readonly trailingCommas?: boolean;
  /**
   * JSON5 1.0, which has comments and trailing commas too. Its numbers become those of JSON (`.5` is `0.5`, `0x10` is `16`).
   * NaN and infinities, which JSON has not, are refused unless `nonFinite`.
   */
  readonly json5?: boolean;
  /** `JsonNumber`s may be `NaN`, `Infinity` and `-Infinity`: nothing that is written from them is JSON. */
  readonly nonFinite?: boolean;
  /** Told of every key that stood before in the same object: where it stands, and how deep. */
  readonly onDuplicateKey?: (key: string, offset: number) => void;
  /** Told where every object and array of the text stands. */
  readonly log?: PartsLog;
  /** A text of the same dialect that was read before: objects and arrays in the same letters may be taken from it, the very same. */
  readonly known?: PartsLog;
}

/** The dialects by name. */
export const DIALECTS = {
  json: {},
  jsonc: { comments: true, trailingCommas: true },
  json5: { json5: true },
} as const satisfies Record<string, JsonSyntax>;

export type JsonDialect = keyof typeof DIALECTS;

const LINE_ENDING = /[\n\r]/g;
const LINE_ENDING_5 = /[\n\r\u2028\u2029]/g;

/** The offset behind the comment that begins at `start`, -1 where it has no end or is none. A line break is not part of it. */
export function commentEnd(text: string, start: number, json5: boolean): number {
  const kind = text.charCodeAt(start + 1);
  if (kind === 0x2a) {
    const end = text.indexOf('*/', start + 2);
    return end < 0 ? -1 : end + 2;
  }
  if (kind !== 0x2f) return -1;
  const ending = json5 ? LINE_ENDING_5 : LINE_ENDING;
  ending.lastIndex = start + 2;
  return ending.exec(text)?.index ?? text.length;
}
