import { z } from 'zod';

import { defineTool, invalid, overLimit } from '../../core/index.js';
import { anyJson } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import {
  CITATION_LOCALES,
  CITATION_STYLES,
  type CitationLocale,
  formatBibliography,
  formatCitations,
} from '../../engines/citations.js';
import { readJson } from '../../formats/json-document.js';
import { documentResult, KINDS, readTextSource, type TextSource } from '../../formats/text-source.js';
import { readCslItems } from '../../lib/citations/csl-items.js';
import { parseBibtex } from '../../lib/citations/parse.js';
import { bibtexToCsl, type CslItem } from '../../lib/citations/to-csl.js';
import { fromPlain } from '../../lib/json/values.js';
import { MAX_REFERENCES, REFERENCE_SOURCES, type ReferenceSource, readItems, readReferencesAs } from './_references.js';

/** What the slowest style lists within 3 seconds. */
const MAX_CITED = 200;
const MAX_NAMES = 1000;
/**
 * Author-date styles compare all names of references whose first author and year are the same with each other. Measured: 25,000
 * comparisons take 2.5 s of one core.
 */
const MAX_COMPARISONS = 25_000;

/** Comparisons of names: the square of the names of each group that a reader could confuse. */
function countComparisons(items: readonly CslItem[]): number {
  const groups = new Map<string, number>();
  for (const item of items) {
    const key = JSON.stringify([firstFamily(item), item.issued]);
    groups.set(key, (groups.get(key) ?? 0) + countNames([item]));
  }
  return [...groups.values()].reduce((sum, names) => sum + names * names, 0);
}

function firstFamily({ author }: CslItem): unknown {
  const first: unknown = Array.isArray(author) ? author[0] : undefined;
  return typeof first === 'object' && first !== null && 'family' in first ? first.family : undefined;
}

/** Everybody who is named in the references, in any role. */
const countNames = (items: readonly CslItem[]): number =>
  items.reduce(
    (sum, item) => sum + Object.values(item).reduce<number>((names, value) => names + nameCount(value), 0),
    0,
  );

const nameCount = (value: unknown): number =>
  Array.isArray(value) && value.some((entry) => typeof entry === 'object') ? value.length : 0;

function localeFor(tag: string): CitationLocale {
  const wanted = tag.toLowerCase();
  const found = CITATION_LOCALES.find((known) => known.toLowerCase() === wanted || known.slice(0, 2) === wanted);
  if (found === undefined)
    throw invalid(`Option "locale" must be one of ${CITATION_LOCALES.join(', ')} or en, de, es, fr, nl`);
  return found;
}

function readCited(source: TextSource, from: 'auto' | ReferenceSource): CslItem[] {
  const { label } = source;
  const items = readItems(source, from, readCslAs);
  if (items.length > MAX_CITED)
    throw overLimit(`References of ${label} must be at most ${MAX_CITED}, got ${items.length}`);
  const names = countNames(items);
  if (names > MAX_NAMES) throw overLimit(`References of ${label} must name at most ${MAX_NAMES} people, got ${names}`);
  const comparisons = countComparisons(items);
  if (comparisons > MAX_COMPARISONS)
    throw overLimit(
      `References of ${label} must need at most ${MAX_COMPARISONS} comparisons of names, got ${comparisons}: the names of each first author and year count squared`,
    );
  return items.map((item, index) => ({ ...item, id: String(index + 1) }));
}

/** The items that the styles print: of CSL 1.0.1, titles of BibTeX in sentence case. */
function readCslAs(text: string, label: string, source: ReferenceSource): CslItem[] {
  if (source === 'bibtex') return bibtexToCsl(parseBibtex(text, MAX_REFERENCES));
  if (source === 'csl-json') return readCslItems(readJson(text, label));
  return readCslItems(fromPlain(readReferencesAs(text, label, source).map(({ item }) => item)));
}

export default defineTool({
  id: 'citation-formatter',
  title: 'Citation Formatter',
  summary:
    'Formats references from BibTeX, RIS, CSL-JSON, PubMed or EndNote in APA, MLA, Chicago, Vancouver or Harvard style: the list, or the citations in the text.',
  family: 'data-formats',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['*'] },
  options: {
    style: z
      .enum(CITATION_STYLES)
      .default('apa')
      .describe('APA 7th, MLA 9th, Chicago 17th (author-date), Vancouver, or Harvard (Cite Them Right 11th).'),
    from: z
      .enum(['auto', ...REFERENCE_SOURCES])
      .default('auto')
      .describe('Format of the references; BibLaTeX is bibtex, .nbib is pubmed, .enw is endnote; auto detects it.'),
    part: z
      .enum(['bibliography', 'in-text'])
      .default('bibliography')
      .describe('The list of references, or how the text cites each of them: (Doe & Roe, 2020), (1).'),
    format: z.enum(['text', 'html']).default('text').describe('Plain text, or HTML with italics.'),
    locale: shared
      .locale()
      .describe('Language of terms such as "edited by": en, de, es, fr or nl, or en-US, de-DE, es-ES, fr-FR or nl-NL.'),
  },
  result: 'mixed',
  data: anyJson('References as CSL-JSON; only where that format is asked for.'),
  notes: [
    'One reference a line, in the order of the style: by name in author-date styles, as given and numbered in Vancouver. IEEE is not available.',
    'In-text citations: one a line, in the order in which the references are given, told apart (2020a, 2020b) as in one text that cites them all.',
    'RIS, PubMed and EndNote: titles keep their capitals; see bibliography-converter.',
    'BibTeX and BibLaTeX: LaTeX accents and symbols, @string, "#", crossref, names with von and Jr, organisations in braces. English titles become sentence case as the styles expect, except text in braces; MLA and Chicago capitalise them again. Entry types that are not known are read as @misc; missing fields are omitted.',
    'CSL-JSON: an array of items, one item, or {"items": []}; variables that CSL 1.0.1 does not know are omitted.',
    'HTML is escaped; each reference is a div of class csl-entry, each citation one of class csl-citation. A link whose scheme is not a web address stays text.',
    'At most 200 references and 1,000 names. References by the same first author in the same year are compared name by name: the squares of their numbers of names may add up to 25,000.',
  ],
  aliases: [
    'bibliography generator',
    'reference list',
    'works cited',
    'apa citation',
    'mla citation',
    'chicago style',
    'harvard referencing',
    'vancouver references',
    'bibtex to apa',
    'ris to apa',
    'pubmed to apa',
    'in-text citation generator',
    'cite sources',
  ],
  verified: [
    'pandoc 2.17 --citeproc with the same styles: of 60 references of many types, the same letters in APA 58, Vancouver 59, Harvard 59, Chicago 57, MLA 54; the rest are capitals of Cyrillic titles, name substitutes (---), the version of software in APA, a report number in Chicago and terms',
    'pandoc 2.17 --citeproc: of the in-text citations of the same 60 references, the same letters in APA 59, MLA 58, Chicago 59, Vancouver 60, Harvard 60.',
  ],
  examples: [
    {
      title: 'BibTeX in APA style',
      input:
        '@article{lecun, author={LeCun, Yann and Bengio, Yoshua and Hinton, Geoffrey}, title={Deep Learning}, journal={Nature}, year=2015, volume=521, number=7553, pages={436--444}, doi={10.1038/nature14539}}',
      output: {
        text: 'LeCun, Y., Bengio, Y., & Hinton, G. (2015). Deep learning. Nature, 521(7553), 436–444. https://doi.org/10.1038/nature14539\n',
      },
    },
    {
      title: 'CSL-JSON in Vancouver style',
      input:
        '[{"id": "w", "type": "article-journal", "title": "Two authors: a study", "author": [{"family": "Watson", "given": "James D."}, {"family": "Crick", "given": "Francis H. C."}], "issued": {"date-parts": [[1953]]}, "container-title": "Nature", "volume": "171", "page": "737-738"}]',
      options: { style: 'vancouver' },
      output: { text: '1. Watson JD, Crick FHC. Two authors: a study. Nature. 1953;171:737–8.\n' },
    },
    {
      title: 'MLA as HTML',
      input:
        '@book{kuhn, author={Thomas S. Kuhn}, title={The Structure of Scientific Revolutions}, publisher={University of Chicago Press}, year=1962}',
      options: { style: 'mla', format: 'html' },
      output: {
        text: '<div class="csl-entry">Kuhn, Thomas S. <i>The Structure of Scientific Revolutions</i>. University of Chicago Press, 1962.</div>\n',
      },
    },
    {
      title: 'In-text citations of RIS',
      input:
        'TY  - JOUR\nAU  - Doe, Jane\nAU  - Roe, Richard\nTI  - One\nPY  - 2020\nER  - \nTY  - BOOK\nAU  - Poe, Ann\nTI  - Two\nPY  - 2021\nER  - \n',
      options: { part: 'in-text' },
      output: { text: '(Doe & Roe, 2020)\n(Poe, 2021)\n' },
    },
    {
      title: 'PubMed in Vancouver style',
      input:
        'PMID- 12345\nDP  - 2019 Mar 5\nTI  - A title that\n      wraps.\nFAU - Doe, Jane A\nAU  - Doe JA\nTA  - J Foo\nJT  - Journal of Foo\nVI  - 12\nPG  - 123-30\n',
      options: { style: 'vancouver' },
      output: { text: '1. Doe JA. A title that wraps. J Foo. 2019 Mar 5;12:123–30.\n' },
    },
    {
      title: 'RIS that does not begin with a type',
      input: 'AU  - Doe, Jane\n',
      options: { from: 'ris' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input" as RIS: line 1: expected "TY  - " before "AU"',
      },
    },
    {
      title: 'Unclosed entry',
      input: '@book{a,\n  title = {Logic}\n',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as BibTeX: line 1, column 1: the entry that begins here has no "}"\n@book{a,\n^',
      },
    },
    {
      title: 'CSL-JSON without a type',
      input: '[{"title": "Logic"}]',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input" as CSL-JSON: item 1: "type" must be a text such as "book"',
      },
    },
    {
      title: 'Nothing to format',
      input: 'no entry',
      error: { code: 'INVALID_INPUT', message: 'Cannot read property "input": it has no reference' },
    },
    {
      title: 'Unsupported language',
      input: '@book{a, title={Logic}}',
      options: { locale: 'pt' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "locale" must be one of en-US, de-DE, es-ES, fr-FR, nl-NL or en, de, es, fr, nl',
      },
    },
  ],
  async run({ input, files, options: { style, from, part, format, locale } }) {
    const language = localeFor(locale);
    const source = await readTextSource({ input, files });
    const items = readCited(source, from);
    const formatReferences = part === 'in-text' ? formatCitations : formatBibliography;
    const entries = await formatReferences(items, style, language, format === 'html' ? 'html' : 'plain');
    const lines = entries.map(({ value }) =>
      format === 'html'
        ? `<div class="${part === 'in-text' ? 'csl-citation' : 'csl-entry'}">${value.trim()}</div>`
        : value.replace(/\s+/g, ' ').trim(),
    );
    return documentResult(source, `${lines.join('\n')}\n`, format === 'html' ? KINDS.html : KINDS.text);
  },
});
