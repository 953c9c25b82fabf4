import type { PdfDocument } from '../document/document.js';
import { PdfDict, PdfRef, PdfStream, type PdfValue } from './objects.js';

/** A dictionary of a document: one of its own, one inside others, or that of a stream. */
export interface WalkedDict {
  readonly dict: PdfDict;
  readonly stream: PdfStream | undefined;
  /** The object it is or stands in; 0 for the trailer. */
  readonly number: number;
  /** It is the object itself. */
  readonly isObject: boolean;
}

/**
 * Every dictionary that the catalog and the information dictionary reach, once each, in no promised order. A dictionary may be
 * changed while it is visited: what it then refers to is visited, what it no longer refers to is not.
 */
export function* walkDocument(document: PdfDocument): Generator<WalkedDict> {
  const seen = new Set<PdfValue>();
  const waiting: { value: PdfValue; number: number }[] = [];
  for (const key of ['Info', 'Root']) waiting.push({ value: document.trailer.get(key) ?? null, number: 0 });
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const isObject = next.value instanceof PdfRef;
    const number = next.value instanceof PdfRef ? next.value.number : next.number;
    const value = document.resolve(next.value);
    if (value === null || typeof value !== 'object' || seen.has(value)) continue;
    const isDict = value instanceof PdfDict;
    if (!isDict && !(value instanceof PdfStream) && !Array.isArray(value)) continue;
    seen.add(value);
    if (Array.isArray(value)) {
      for (const item of value) waiting.push({ value: item, number });
      continue;
    }
    const dict = isDict ? value : value.dict;
    yield { dict, stream: isDict ? undefined : value, number, isObject };
    for (const item of dict.values()) {
      if (typeof item === 'object' && item !== null) waiting.push({ value: item, number });
    }
  }
}
