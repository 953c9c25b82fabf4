/** How fields of maker notes are described and read. Numbers and names of tags are those that ExifTool lists (`exiftool -listx`). */

import { isUtf8 } from 'node:buffer';

import type { ExifValue } from '../exif-values.js';
import { numbersOf, textOf } from '../exif-values.js';
import type { Tiff, TiffDirectory, TiffEntry } from '../tiff.js';

/** What numbers stand for; a number that is not in it is of a model that is not known, and is left out. */
export type Words = Readonly<Record<number, string>>;

export interface Field {
  readonly name: string;
  /** Place in a list of numbers; without it, the whole value. */
  readonly at?: number;
  readonly words?: Words;
  /** A number or list as people write it; `undefined` where it says nothing. */
  readonly show?: (values: readonly number[]) => string | number | undefined;
  /** The value as it is meant, where it is not stored so; `undefined` where it says nothing. */
  readonly from?: (entry: TiffEntry, tiff: Tiff) => ExifValue | undefined;
}

/** Fields by the number of their tag. */
export type Fields = ReadonlyMap<number, readonly Field[]>;

export const fields = (list: readonly (readonly [tag: number, Field | readonly Field[]])[]): Fields =>
  new Map(list.map(([tag, given]) => [tag, 'name' in given ? [given] : given]));

/** Longest list of numbers that is shown as it is. */
const MAX_NUMBERS = 8;

/** The fields of a directory that are known. `raw` keeps numbers; the first of a name stays. */
export function readFields(
  tiff: Tiff,
  directory: TiffDirectory | undefined,
  known: Fields,
  raw: boolean,
  found: Map<string, ExifValue>,
): void {
  for (const entry of directory?.entries ?? []) {
    for (const field of known.get(entry.tag) ?? []) {
      const value = fieldOf(tiff, entry, field, raw);
      if (value !== undefined && !found.has(field.name)) found.set(field.name, value);
    }
  }
}

function fieldOf(tiff: Tiff, entry: TiffEntry, field: Field, raw: boolean): ExifValue | undefined {
  if (field.from !== undefined) return field.from(entry, tiff);
  if (entry.type === 2 || entry.type === 129) return asText(entry);
  if (entry.count > 4096) return undefined;
  const values = numbersOf(tiff, entry).filter((value) => typeof value === 'number');
  if (values.length !== entry.count) return undefined;
  const chosen = field.at === undefined ? values : values.slice(field.at, field.at + 1);
  const [first] = chosen;
  if (first === undefined || (field.at === undefined && chosen.length > MAX_NUMBERS)) return undefined;
  if (!raw && field.words !== undefined) return field.words[first];
  if (!raw && field.show !== undefined) return field.show(chosen);
  return chosen.length === 1 ? first : chosen;
}

/** A text of letters that are shown; another is not where it is said to be. */
export function printable(text: string): string | undefined {
  const trimmed = text.trim();
  return trimmed === '' || /[\p{Cc}\ufffd]/u.test(trimmed) ? undefined : trimmed;
}

/** Bytes as text, up to the first that is not of one: cameras leave what was there before behind a short text. */
export function asText({ value }: TiffEntry): string | undefined {
  const end = isUtf8(value) ? -1 : value.findIndex((byte) => byte > 0x7e);
  return printable(textOf(end < 0 ? value : value.subarray(0, end)));
}

/** The first number of a list that has a meaning of its own. */
export const first = (name: string, words: Words): Field => ({ name, at: 0, words });

export const OFF_ON: Words = { 0: 'Off', 1: 'On' };
