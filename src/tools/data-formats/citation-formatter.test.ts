import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { CITATION_STYLES, type CitationStyle, formatBibliography, readStyle } from '../../engines/citations.js';
import { parseBibtex } from '../../lib/bibtex/parse.js';
import { bibtexToCsl } from '../../lib/bibtex/to-csl.js';
import { readCslItems } from '../../lib/csl-items.js';
import { parseJson } from '../../lib/json/parse.js';
import { hasProgram, runProgram } from '../../testing/programs.js';

const REFERENCES = new URL('../../../fixtures/citations/references.json', import.meta.url).pathname;
const hasPandoc = hasProgram('pandoc', ['--version'], 'references against pandoc --citeproc');

/** Of 60 references, those that pandoc 2.17 writes letter for letter the same. */
const AGREE: Readonly<Record<CitationStyle, number>> = { apa: 58, mla: 54, chicago: 57, vancouver: 59, harvard: 59 };

function plain(node: unknown): string {
  if (Array.isArray(node)) return node.map(plain).join('');
  if (typeof node !== 'object' || node === null || !('t' in node)) return '';
  const content: unknown = 'c' in node ? node.c : '';
  if (node.t === 'Str') return String(content);
  if (node.t === 'Space' || node.t === 'SoftBreak') return ' ';
  if (!Array.isArray(content)) return '';
  if (node.t === 'Quoted') {
    const isDouble = plainType(content[0]) === 'DoubleQuote';
    return `${isDouble ? '“' : '‘'}${plain(content[1])}${isDouble ? '”' : '’'}`;
  }
  return node.t === 'Link' || node.t === 'Span' || node.t === 'Div' ? plain(content[1]) : plain(content);
}

const plainType = (node: unknown): unknown => (typeof node === 'object' && node !== null && 't' in node ? node.t : '');

const unmarked = (value: unknown): unknown =>
  typeof value === 'string' ? value.replace(/<\/?span[^>]*>/g, '') : value;

const bare = (line: string): string =>
  line
    .replace(/\s+/g, ' ')
    .replace(/^\d+\. ?/, '')
    .trim();

async function pandocLines(style: CitationStyle): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'citations-'));
  try {
    const csl = join(folder, 'style.csl');
    writeFileSync(csl, await readStyle(style));
    const args = ['--citeproc', '--csl', csl, '--bibliography', REFERENCES, '-f', 'markdown', '-t', 'json'];
    const text = '---\nnocite: "@*"\nlang: en-US\n---\n';
    const { blocks } = JSON.parse(runProgram('pandoc', args, text).toString()) as { blocks: { c: unknown[] }[] };
    const list = blocks[0]?.c[1];
    return Array.isArray(list) ? list.map((entry) => bare(plain(entry))) : [];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('citation-formatter', () => {
  for (const style of CITATION_STYLES) {
    it.skipIf(!hasPandoc)(`writes ${style} as pandoc does`, async () => {
      const items = readCslItems(parseJson(readFileSync(REFERENCES, 'utf8')));
      const numbered = items.map((item, index) => ({ ...item, id: String(index) }));
      const theirs = await pandocLines(style);
      const entries = await formatBibliography(numbered, style, 'en-US', 'plain');
      const different = entries.map(({ value }) => bare(value)).filter((line) => !theirs.includes(line));
      expect(entries).toHaveLength(60);
      expect(60 - different.length, different.join('\n')).toBeGreaterThanOrEqual(AGREE[style]);
    });
  }

  it.skipIf(!hasPandoc)('reads BibTeX as pandoc does', () => {
    const text = String.raw`@string{jp = "J. Phys."}
@article{a, author = {M{\"u}ller, J{\"o}rg and van Beethoven, Ludwig and {World Health Organization}}, title = {The {DNA} of Caf\'e Walls}, journal = jp # { B}, year = 2001, month = mar, pages = {1--10}, volume = 3, number = {2}}
@book{b, author = {King, Jr., Martin Luther and Ludwig von Mises}, title = "Why {We} Wait", publisher = {Harper \& Row}, address = {New York}, year = {1964}, edition = {2}}
@phdthesis{c, author = {Čapek, Karel}, title = {\'Etudes sur les fonctions}, language = {french}, school = {Univerzita Karlova}, year = 1915}
@inproceedings{d, author = {A. N. Onymous}, title = {Talks on {C}}, booktitle = {Proceedings of the Conference}, year = 1999, pages = {5-8}}`;
    const theirs: unknown = JSON.parse(runProgram('pandoc', ['-f', 'bibtex', '-t', 'csljson'], text).toString());
    const ours = bibtexToCsl(parseBibtex(text, 100));
    const fields = [
      'author',
      'title',
      'container-title',
      'issued',
      'page',
      'volume',
      'issue',
      'publisher',
      'publisher-place',
      'type',
    ];
    const chosen = (items: unknown) =>
      (Array.isArray(items) ? items : []).map((item: Record<string, unknown>) =>
        Object.fromEntries(fields.map((name) => [name, unmarked(item[name])])),
      );
    expect(chosen(ours)).toEqual(chosen(theirs));
  });

  it.each([
    ['de-DE', 'A, B. und C, D. (ohne Datum) T. 2. Aufl.'],
    ['es-ES', 'A, B. y C, D. (sin fecha) T. 2.a ed.'],
    ['fr-FR', 'A, B. et C, D. (sans date) T. 2e éd.'],
    ['nl-NL', 'A, B. en C, D. (zonder datum) T. 2de dr.'],
  ] as const)('has the terms of %s', async (locale, expected) => {
    const items = bibtexToCsl(parseBibtex('@book{a, author = {A, B and C, D}, title = {T}, edition = 2}', 1));
    const [entry] = await formatBibliography(items, 'harvard', locale, 'plain');
    expect(entry?.value).toBe(expected);
  });

  it('reads a million characters and 100,000 braces', () => {
    expect(bibtexToCsl(parseBibtex(`@book{a, title = {${'{'.repeat(1e5)}x${'}'.repeat(1e5)}}}`, 10))).toHaveLength(1);
    expect(bibtexToCsl(parseBibtex(`@book{a, author = {${'A and '.repeat(166_000)}B}}`, 10))).toHaveLength(1);
  });
});
