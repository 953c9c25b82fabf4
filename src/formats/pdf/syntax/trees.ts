import { latin1 } from '../../../lib/bytes/latin1.js';
import type { PdfDocument } from '../document/document.js';
import { isInteger, PdfDict, PdfString, type PdfValue } from './objects.js';

/** Most entries in one node of a tree that is written. */
const NODE_ENTRIES = 64;
/** Most entries that are read of one tree. Chosen: an entry takes at least ten bytes. */
const MAX_ENTRIES = 2_000_000;

/** The entries of a name tree (ISO 32000-2, 7.9.6), keys one character a byte, in the order of the file. */
export function readNameTree(document: PdfDocument, root: PdfValue | undefined): [string, PdfValue][] {
  const entries: [string, PdfValue][] = [];
  for (const [key, value] of pairs(document, root, 'Names')) {
    if (key instanceof PdfString) entries.push([latin1(key.bytes), value]);
  }
  return entries;
}

/** The entries of a number tree (ISO 32000-2, 7.9.7) in the order of the file. */
export function readNumberTree(document: PdfDocument, root: PdfValue | undefined): [number, PdfValue][] {
  const entries: [number, PdfValue][] = [];
  for (const [key, value] of pairs(document, root, 'Nums')) {
    if (isInteger(key)) entries.push([key, value]);
  }
  return entries;
}

function* pairs(document: PdfDocument, root: PdfValue | undefined, name: string): Generator<[PdfValue, PdfValue]> {
  const seen = new Set<PdfDict>();
  const waiting: PdfValue[] = [root ?? null];
  let count = 0;
  while (waiting.length > 0 && count < MAX_ENTRIES) {
    const node = document.resolve(waiting.pop());
    if (!(node instanceof PdfDict) || seen.has(node)) continue;
    seen.add(node);
    const kids = document.getArray(node, 'Kids') ?? [];
    count += kids.length;
    for (const kid of kids.toReversed()) waiting.push(kid);
    const list = document.getArray(node, name) ?? [];
    for (let i = 0; i + 1 < list.length; i += 2) {
      count += 1;
      yield [document.resolve(list[i]), list[i + 1] ?? null];
    }
  }
}

/** A name tree of these entries, each key once. */
export function makeNameTree(document: PdfDocument, entries: Iterable<readonly [string, PdfValue]>): PdfDict {
  const sorted = [...entries].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const keyed = sorted.map(([key, value]) => [new PdfString(Buffer.from(key, 'latin1')), value] as const);
  return makeTree(document, keyed, 'Names');
}

/** A number tree of these entries, each key once. */
export function makeNumberTree(document: PdfDocument, entries: Iterable<readonly [number, PdfValue]>): PdfDict {
  return makeTree(
    document,
    [...entries].sort(([a], [b]) => a - b),
    'Nums',
  );
}

function makeTree(document: PdfDocument, entries: readonly (readonly [PdfValue, PdfValue])[], name: string): PdfDict {
  if (entries.length <= NODE_ENTRIES) return new PdfDict().set(name, entries.flat());
  let level: { dict: PdfDict; limits: [PdfValue, PdfValue] }[] = [];
  for (let i = 0; i < entries.length; i += NODE_ENTRIES) {
    const part = entries.slice(i, i + NODE_ENTRIES);
    const limits: [PdfValue, PdfValue] = [part[0]?.[0] ?? null, part[part.length - 1]?.[0] ?? null];
    level.push({ dict: new PdfDict().set('Limits', limits).set(name, part.flat()), limits });
  }
  while (level.length > NODE_ENTRIES) {
    const above: typeof level = [];
    for (let i = 0; i < level.length; i += NODE_ENTRIES) {
      const part = level.slice(i, i + NODE_ENTRIES);
      const limits: [PdfValue, PdfValue] = [part[0]?.limits[0] ?? null, part[part.length - 1]?.limits[1] ?? null];
      const kids = part.map(({ dict }) => document.add(dict));
      above.push({ dict: new PdfDict().set('Limits', limits).set('Kids', kids), limits });
    }
    level = above;
  }
  return new PdfDict().set(
    'Kids',
    level.map(({ dict }) => document.add(dict)),
  );
}
