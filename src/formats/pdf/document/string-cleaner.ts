import { PdfDict, PdfStream, PdfString, type PdfValue, stringText, textString } from '../syntax/objects.js';
import type { PdfDocument } from './document.js';

/** Whether a string of an annotation, its actions or the fields above it says what is to go. */
export function saysAnything(
  document: PdfDocument,
  dict: PdfDict,
  clean: (text: string) => string,
  depth = 0,
): boolean {
  for (const [key, entry] of dict) {
    if (key === 'P' || key === 'Popup' || key === 'AP' || key === 'Kids') continue;
    const value = document.resolve(entry);
    if (value instanceof PdfString) {
      const text = stringText(value);
      if (clean(text) !== text) return true;
    } else if (value instanceof PdfDict && depth < 4 && ['A', 'AA', 'Parent', 'PA', 'MK', 'Next'].includes(key)) {
      if (saysAnything(document, value, clean, depth + 1)) return true;
    } else if (value instanceof PdfStream && depth < 4) {
      // Rich text and long values may be streams.
      const bytes = document.tryDecode(value, 2 ** 20);
      const text = bytes === undefined ? '' : stringText(new PdfString(bytes));
      if (clean(text) !== text) return true;
    } else if (Array.isArray(value)) {
      const strings = value.map((item) => document.resolve(item)).filter((item) => item instanceof PdfString);
      if (strings.some((item) => clean(stringText(item)) !== stringText(item))) return true;
    }
  }
  return false;
}

/**
 * Takes what `clean` takes out of texts out of every text string that the document reaches, with metadata and private data. The
 * number of strings and streams that said something.
 */
export const cleanStrings = (document: PdfDocument, clean: (text: string) => string): number =>
  new StringCleaner(document, clean).run();

/** Replaces what is to go in every text string that the document still reaches. */
class StringCleaner {
  readonly #seen = new Set<PdfValue>();
  #changed = 0;

  constructor(
    private readonly document: PdfDocument,
    private readonly clean: (text: string) => string,
  ) {}

  run(): number {
    const waiting: PdfValue[] = [this.document.trailer.get('Root') ?? null, this.document.trailer.get('Info') ?? null];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const value = this.document.resolve(next);
      if (value === null || typeof value !== 'object' || this.#seen.has(value)) continue;
      this.#seen.add(value);
      if (Array.isArray(value)) {
        for (const [i, item] of value.entries()) {
          value[i] = this.#cleaned(item);
          waiting.push(item);
        }
        continue;
      }
      const dict = value instanceof PdfStream ? value.dict : value;
      if (!(dict instanceof PdfDict)) continue;
      for (const key of ['Metadata', 'PieceInfo', 'LastModified']) dict.delete(key);
      for (const [key, item] of dict) {
        if (this.#isSayingStream(key, item)) {
          dict.delete(key);
          this.#changed += 1;
          continue;
        }
        dict.set(key, this.#cleaned(item));
        waiting.push(item);
      }
    }
    return this.#changed;
  }

  /** Scripts, rich text and long values may be streams: those that say what is to go, or cannot be read, go. */
  #isSayingStream(key: string, value: PdfValue): boolean {
    if (!['JS', 'RC', 'RV', 'V', 'DV'].includes(key)) return false;
    const stream = this.document.resolve(value);
    if (!(stream instanceof PdfStream)) return false;
    const bytes = this.document.tryDecode(stream, 2 ** 20);
    const text = bytes === undefined ? undefined : stringText(new PdfString(bytes));
    return text === undefined || this.clean(text) !== text;
  }

  /** A string, or a reference to one, without what is to go; every other value as it is. */
  #cleaned(value: PdfValue): PdfValue {
    const string = this.document.resolve(value);
    if (!(string instanceof PdfString)) return value;
    const text = stringText(string);
    const cleaned = this.clean(text);
    if (cleaned === text) return value;
    this.#changed += 1;
    return textString(cleaned);
  }
}
