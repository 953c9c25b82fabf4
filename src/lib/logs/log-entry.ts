import { JsonNumber, type JsonValue } from '../json/values.js';

/** What one line of a log says, by the names of its fields. */
export type LogEntry = ReadonlyMap<string, JsonValue>;

/** Why a line is none of its format. */
export class LineFault {
  constructor(readonly fault: string) {}
}

/** Reads one line; `undefined` where it holds no entry, as a directive does. May remember the lines before. */
export type LineReader = (line: string) => LogEntry | LineFault | undefined;

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** `-` stands for nothing in nearly every log. */
export const logCell = (text: string): string | null => (text === '-' ? null : text);

/** A number with its digits as they stand; text where JSON could not write them so, as `007`. */
export const numberCell = (text: string): JsonValue => (NUMBER.test(text) ? new JsonNumber(text) : logCell(text));
