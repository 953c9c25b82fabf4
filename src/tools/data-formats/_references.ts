import { invalid } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { readJson } from '../../formats/json-document.js';
import type { TextSource } from '../../formats/text-source.js';
import { readBibtexReferences } from '../../lib/citations/bibtex-references.js';
import { readCslReferences } from '../../lib/citations/csl-items.js';
import { readEndNote } from '../../lib/citations/endnote.js';
import { readMedline } from '../../lib/citations/medline.js';
import type { Reference } from '../../lib/citations/reference.js';
import { readRis } from '../../lib/citations/ris.js';

/** Formats of references that are read. */
export const REFERENCE_SOURCES = ['bibtex', 'ris', 'csl-json', 'pubmed', 'endnote'] as const;
export type ReferenceSource = (typeof REFERENCE_SOURCES)[number];

/** References of one library. */
export const MAX_REFERENCES = 10_000;

const LABELS: Readonly<Record<ReferenceSource, string>> = {
  bibtex: 'BibTeX',
  ris: 'RIS',
  'csl-json': 'CSL-JSON',
  pubmed: 'PubMed',
  endnote: 'EndNote',
};

/** The format that a text begins as; BibTeX where it is none of the others. */
function detectReferences(text: string): ReferenceSource {
  if (/^\s*[[{]/.test(text)) return 'csl-json';
  if (/^[ \t]*@\w+\s*[{(]/m.test(text)) return 'bibtex';
  if (/^[ \t]*TY {1,2}-/m.test(text)) return 'ris';
  if (/^PMID *- /m.test(text)) return 'pubmed';
  return /^%0 /m.test(text) ? 'endnote' : 'bibtex';
}

/** The references of a text, whole. Throws INVALID_INPUT where it has none, LIMIT_EXCEEDED. */
export const readReferences = (source: TextSource, from: 'auto' | ReferenceSource): Reference[] =>
  readItems(source, from, readReferencesAs);

/** What `read` makes of a text, in the format that it has. Throws INVALID_INPUT where that is nothing. */
export function readItems<Item>(
  { text, label }: TextSource,
  from: 'auto' | ReferenceSource,
  read: (text: string, label: string, source: ReferenceSource) => Item[],
): Item[] {
  const content = text.replace(/^\ufeff+/, '');
  const source = from === 'auto' ? detectReferences(content) : from;
  const items = refusing(`Cannot read ${label} as ${LABELS[source]}`, () => read(content, label, source));
  if (items.length === 0) throw invalid(`Cannot read ${label}: it has no reference`);
  return items;
}

/** The references of a text in the format `source`. Throws ContentFault, and LimitFault beyond 10,000. */
export function readReferencesAs(text: string, label: string, source: ReferenceSource): Reference[] {
  if (source === 'csl-json') return readCslReferences(readJson(text, label), MAX_REFERENCES);
  if (source === 'ris') return readRis(text, MAX_REFERENCES);
  if (source === 'pubmed') return readMedline(text, MAX_REFERENCES);
  return source === 'endnote' ? readEndNote(text, MAX_REFERENCES) : readBibtexReferences(text, MAX_REFERENCES);
}
