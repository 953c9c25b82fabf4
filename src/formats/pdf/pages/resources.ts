import { latin1 } from '../../../lib/bytes/latin1.js';
import type { PdfDocument } from '../document/document.js';
import { MAX_DECODED_BYTES } from '../syntax/filters.js';
import { isName, PdfDict, PdfStream, type PdfValue } from '../syntax/objects.js';
import { type PdfPage, pageAttribute } from './pages.js';

/** Kinds of resources that content uses by name, and only by name. */
const NAMED_KINDS = new Set(['Font', 'XObject', 'ExtGState', 'ColorSpace', 'Pattern', 'Shading', 'Properties']);
/** Used without being named (ISO 32000-2, 8.6.5.6). */
const IMPLICIT = new Set(['DefaultGray', 'DefaultRGB', 'DefaultCMYK']);
/** Content of one file that is looked through at most, all pages together. Chosen: it takes about a second. */
const MAX_CONTENT_BYTES = 96 * 2 ** 20;

const budgets = new WeakMap<PdfDocument, { bytes: number }>();

function budgetOf(document: PdfDocument): { bytes: number } {
  const budget = budgets.get(document) ?? { bytes: MAX_CONTENT_BYTES };
  budgets.set(document, budget);
  return budget;
}

/**
 * The resources of a page without those that its content does not name: pages often share one list of all.
 * The list as it is, where the content cannot be read or something on the page leans on all of it.
 */
export function usedResources(document: PdfDocument, page: PdfPage): PdfValue | undefined {
  const value = pageAttribute(page, 'Resources');
  const resources = document.resolve(value);
  if (!(resources instanceof PdfDict)) return value;
  const names = namesIn(document, page.dict.get('Contents'));
  if (names === undefined) return value;
  const used = new PdfDict();
  for (const [kind, entry] of resources) {
    const list = NAMED_KINDS.has(kind) ? document.resolve(entry) : undefined;
    if (!(list instanceof PdfDict)) {
      used.set(kind, entry);
      continue;
    }
    const kept = new PdfDict([...list].filter(([name]) => names.has(name) || IMPLICIT.has(name)));
    for (const item of kept.values()) {
      if (leansOnPage(document, item)) return value;
    }
    if (kept.size > 0) used.set(kind, kept);
  }
  return used;
}

/** A form or a Type 3 font without resources of its own uses those of the page. */
function leansOnPage(document: PdfDocument, value: PdfValue): boolean {
  const dict = document.dictOf(value);
  if (dict === undefined || dict.has('Resources')) return false;
  const subtype = document.get(dict, 'Subtype');
  return isName(subtype, 'Form') || isName(subtype, 'Type3');
}

/** Every name in the content, those in strings and pictures too: too many do no harm. */
function namesIn(document: PdfDocument, contents: PdfValue | undefined): ReadonlySet<string> | undefined {
  const value = document.resolve(contents);
  const names = new Set<string>();
  const left = budgetOf(document);
  for (const part of Array.isArray(value) ? value : [value]) {
    const stream = document.resolve(part);
    if (!(stream instanceof PdfStream)) continue;
    const bytes = document.tryDecode(stream, Math.min(left.bytes, MAX_DECODED_BYTES));
    if (bytes === undefined) {
      // Perhaps a bomb: a few of them must not cost what a thousand pages may.
      left.bytes /= 2;
      return undefined;
    }
    left.bytes -= bytes.length;
    if (left.bytes < 0) return undefined;
    for (const [, name = ''] of latin1(bytes).matchAll(/\/([^\0\t\n\f\r ()<>[\]{}/%]+)/g)) {
      names.add(
        name.includes('#')
          ? name.replace(/#([0-9a-fA-F]{2})/g, (_match, digits: string) =>
              String.fromCharCode(Number.parseInt(digits, 16)),
            )
          : name,
      );
    }
  }
  return names;
}
