import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';
import {
  CITATION_STYLES,
  type CitationStyle,
  formatBibliography,
  formatCitations,
  readStyle,
} from '../../engines/citations.js';
import { readCslItems } from '../../lib/citations/csl-items.js';
import { parseBibtex } from '../../lib/citations/parse.js';
import { bibtexToCsl } from '../../lib/citations/to-csl.js';
import { parseJson } from '../../lib/json/parse.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import citationFormatter from './citation-formatter.js';

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

async function pandocLines(style: CitationStyle, references = REFERENCES, locale = 'en-US'): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'citations-'));
  try {
    const csl = join(folder, 'style.csl');
    writeFileSync(csl, await readStyle(style));
    const args = ['--citeproc', '--csl', csl, '--bibliography', references, '-f', 'markdown', '-t', 'json'];
    const text = `---\nnocite: "@*"\nlang: ${locale}\n---\n`;
    const { blocks } = JSON.parse(runProgram('pandoc', args, text).toString()) as { blocks: { c: unknown[] }[] };
    const list = blocks[0]?.c[1];
    return Array.isArray(list) ? list.map((entry) => bare(plain(entry))) : [];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Of 60 references, those that pandoc 2.17 cites letter for letter the same. */
const CITED: Readonly<Record<CitationStyle, number>> = { apa: 59, mla: 58, chicago: 59, vancouver: 60, harvard: 60 };

async function pandocCitations(style: CitationStyle, keys: readonly string[]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'citations-'));
  try {
    const csl = join(folder, 'style.csl');
    writeFileSync(csl, await readStyle(style));
    const args = ['--citeproc', '--csl', csl, '--bibliography', REFERENCES, '-f', 'markdown', '-t', 'json'];
    const text = `---\nlang: en-US\n---\n\n${keys.map((key) => `[@${key}]\n\n`).join('')}`;
    const { blocks } = JSON.parse(runProgram('pandoc', args, text).toString()) as { blocks: unknown[] };
    return blocks.slice(0, keys.length).map((block) => plain(block));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('citation-formatter', () => {
  it.skipIf(!hasPandoc).each(CITATION_STYLES)('cites in the text as pandoc does in %s', async (style) => {
    const document = parseJson(readFileSync(REFERENCES, 'utf8'));
    const keys = (JSON.parse(readFileSync(REFERENCES, 'utf8')) as { id: string }[]).map(({ id }) => id);
    const items = readCslItems(document).map((item, index) => ({ ...item, id: String(index) }));
    const theirs = await pandocCitations(style, keys);
    const ours = (await formatCitations(items, style, 'en-US', 'plain')).map(({ value }) => value);
    const different = ours.flatMap((line, index) => (line === theirs[index] ? [] : [`${line} / ${theirs[index]}`]));
    expect(ours).toHaveLength(60);
    expect(60 - different.length, different.join('\n')).toBeGreaterThanOrEqual(CITED[style]);
  });

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

  it.skipIf(!hasPandoc).each(['de-DE', 'es-ES', 'fr-FR', 'nl-NL'] as const)(
    'has the terms of %s, as pandoc',
    async (locale) => {
      const bibtex = '@book{a, author = {A, B and C, D}, title = {T}, edition = 2}';
      const folder = mkdtempSync(join(tmpdir(), 'citations-'));
      try {
        const references = join(folder, 'one.bib');
        writeFileSync(references, bibtex);
        const [entry] = await formatBibliography(bibtexToCsl(parseBibtex(bibtex, 1)), 'harvard', locale, 'plain');
        // Plain text has no raised letters here: 2e where pandoc writes 2ᵉ.
        const theirs = (await pandocLines('harvard', references, locale)).map((line) => line.normalize('NFKC'));
        expect([entry?.value]).toEqual(theirs);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );

  it.skipIf(!hasPandoc)('reads dotless letters as pandoc does, and below an accent as their letter', () => {
    const text = String.raw`@book{a, author = {K{\i}l{\i}{\c{c}}, Ay{\c{s}}e and Sa{\i}d, Al{\i}}, title = {D{\i}{\c{s}} {\j}}, year = 2001}`;
    const theirs = JSON.parse(runProgram('pandoc', ['-f', 'bibtex', '-t', 'csljson'], text).toString()) as Record<
      string,
      unknown
    >[];
    const [ours] = bibtexToCsl(parseBibtex(text, 1));
    expect(ours?.author).toEqual(theirs[0]?.author);
    expect(unmarked(ours?.title)).toEqual(unmarked(theirs[0]?.title));
    const accents = String.raw`@book{a, author = {Mart{\'\i}nez, Luc{\'{\i}}a and {\=\i}, {\^\j}}}`;
    expect(bibtexToCsl(parseBibtex(accents, 1))[0]?.author).toEqual([
      { family: 'Martínez', given: 'Lucía' },
      { family: 'ī', given: 'ĵ' },
    ]);
  });

  it('lists pages that end with 0, where the engine stops', async () => {
    const item = { id: '1', type: 'article-journal', title: 'T', page: '100-0', volume: '5-0', 'container-title': 'J' };
    const answer = await runTool(citationFormatter, { input: JSON.stringify([item]) });
    expect([answer.status, answer.text]).toEqual([200, 'T. (n.d.). J, 5—0, 100—0.\n']);
  });

  exhaustive('refuses what a style would compare for long', async () => {
    const author = Array.from({ length: 20 }, (_, i) => ({ family: `Name${i}`, given: 'A.' }));
    const items = (count: number) =>
      JSON.stringify(
        Array.from({ length: count }, (_, i) => ({
          type: 'book',
          title: `T${i}`,
          author,
          issued: { 'date-parts': [[2000]] },
        })),
      );
    expect((await runTool(citationFormatter, { input: items(7) })).status).toBe(200);
    expect((await runTool(citationFormatter, { input: items(8) })).message).toMatch(
      /^References of property "input" must need at most 25000 comparisons of names, got 25600: /,
    );
    expect((await runTool(citationFormatter, { input: items(51) })).message).toBe(
      'References of property "input" must name at most 1000 people, got 1020',
    );
  });

  exhaustive('reads a million characters and 100,000 braces', () => {
    expect(bibtexToCsl(parseBibtex(`@book{a, title = {${'{'.repeat(1e5)}x${'}'.repeat(1e5)}}}`, 10))).toHaveLength(1);
    expect(bibtexToCsl(parseBibtex(`@book{a, author = {${'A and '.repeat(166_000)}B}}`, 10))).toHaveLength(1);
  });
});
