import { describe, expect, it } from 'vitest';

import { readBibtexReferences } from '../../lib/citations/bibtex-references.js';
import { writeBibtex } from '../../lib/citations/bibtex-write.js';
import { writeCsl } from '../../lib/citations/csl-write.js';
import { plainText, type Reference } from '../../lib/citations/reference.js';
import { readRis } from '../../lib/citations/ris.js';
import { writeRis } from '../../lib/citations/ris-write.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import bibliographyConverter from './bibliography-converter.js';

const hasPandoc = hasProgram('pandoc', ['--version'], 'written references against pandoc');
const hasBibutils = hasProgram('bib2xml', ['-v'], 'written references against bibutils');
const hasBibtex = hasPandoc && hasBibutils;

type Random = () => number;

const WORDS =
  'analysis of DNA Café Über naïve R&D 50% C# a_b Łódź study São iPhone 東京 costs $5 {set} x^2 back\\slash'.split(' ');
const PEOPLE = [
  { family: 'Doe', given: 'Jane' },
  { family: 'Müller', given: 'Jörg K.' },
  { family: 'Beethoven', given: 'Ludwig', 'dropping-particle': 'van' },
  { family: 'King', given: 'Martin Luther', suffix: 'Jr.' },
  { family: 'Salle', given: 'Ann', 'dropping-particle': 'de la', suffix: 'III' },
  { literal: 'World Health Organization' },
  { literal: 'Research and Development Group' },
  { family: 'García Márquez', given: 'Gabriel' },
];

const pick = <Item>(random: Random, list: readonly Item[]): Item => list[Math.floor(random() * list.length)] as Item;
const words = (random: Random, count: number): string =>
  `T${Array.from({ length: count }, () => ` ${pick(random, WORDS)}`).join('')} end`;
const number = (random: Random, most: number): string => String(1 + Math.floor(random() * most));

/** A reference of fields that BibTeX and RIS both have. */
function madeReference(random: Random, index: number): Reference {
  const type = pick(random, ['article-journal', 'book', 'chapter', 'paper-conference', 'thesis', 'report', 'webpage']);
  const isPart = ['article-journal', 'chapter', 'paper-conference'].includes(type);
  const item = {
    id: `key${index}`,
    type,
    title: words(random, 3),
    author: Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(random, PEOPLE)),
    issued: {
      'date-parts': [
        [1900 + Math.floor(random() * 130), 1 + Math.floor(random() * 12), 1 + Math.floor(random() * 28)].slice(
          0,
          1 + Math.floor(random() * 3),
        ),
      ],
    },
    DOI: `10.1000/a_b(${index})<x>;2-#`,
    URL: `https://example.org/~x/a_b?q=%20&r=${index}#top`,
    language: 'en',
    keyword: 'one, two words',
    abstract: words(random, 8),
    note: words(random, 2),
    ...(isPart
      ? {
          'container-title': words(random, 2),
          page: `${number(random, 99)}-${100 + index}`,
          volume: number(random, 50),
        }
      : {}),
    ...(type === 'article-journal'
      ? { issue: number(random, 9), ISSN: '1234-567X' }
      : { publisher: words(random, 1), 'publisher-place': 'São Paulo' }),
    ...(type === 'book'
      ? {
          'collection-title': words(random, 1),
          edition: '2',
          ISBN: '978-3-16-148410-0',
          editor: [pick(random, PEOPLE)],
        }
      : {}),
    ...(type === 'thesis' ? { genre: pick(random, ['PhD thesis', 'Master’s thesis', 'Habilitation']) } : {}),
    ...(type === 'report' ? { number: `TR-${index}`, genre: 'Working paper' } : {}),
    ...(type === 'webpage' ? { accessed: { 'date-parts': [[2020, 1, 2]] } } : {}),
  };
  return { item, extra: [] };
}

/** The same numbers for the same seed. */
function seededRandom(seed: number): Random {
  let state = (seed + 1) * 2654435761;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const madeList = (seed: number, count: number): Reference[] => {
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_, index) => madeReference(random, index));
};
const keysOf = (list: readonly Reference[]): string[] => list.map(({ item }) => item.id);

/** The items, their texts without tags of protection. */
const bare = (list: readonly Reference[]): unknown =>
  JSON.parse(
    JSON.stringify(writeCsl(list, keysOf(list)), (_, value: unknown) =>
      typeof value === 'string' ? plainText(value) : value,
    ),
  );

describe('bibliography-converter', () => {
  inRounds('keeps every field that both formats have, through RIS, BibTeX and RIS', [5, 200], (rounds) => {
    for (let seed = 0; seed < rounds; seed++) {
      const list = madeList(seed, 12);
      const fromRis = readRis(writeRis(list, keysOf(list)), 100);
      expect(bare(fromRis), `seed ${seed}`).toEqual(bare(list));
      const fromBibtex = readBibtexReferences(writeBibtex(fromRis, keysOf(list)), 100);
      expect(bare(fromBibtex), `seed ${seed}`).toEqual(bare(list));
      expect(bare(readRis(writeRis(fromBibtex, keysOf(list)), 100)), `seed ${seed}`).toEqual(bare(list));
    }
  });

  inRounds.skipIf(!hasPandoc)('writes BibTeX that pandoc reads as the same items', [1, 40], (rounds) => {
    for (let seed = 0; seed < rounds; seed++) {
      const list = madeList(seed, 25).map(({ item }) => ({ item: { ...item, language: 'de' }, extra: [] }));
      const theirs = JSON.parse(
        runProgram('pandoc', ['-f', 'biblatex', '-t', 'csljson'], writeBibtex(list, keysOf(list))).toString(),
      ) as Record<string, unknown>[];
      const names = [
        'id',
        'title',
        'author',
        'editor',
        'issued',
        'container-title',
        'collection-title',
        'volume',
        'issue',
        'page',
        'publisher',
        'publisher-place',
        'edition',
        'DOI',
        'URL',
        'ISBN',
        'ISSN',
        'abstract',
        'note',
        'keyword',
        'number',
      ];
      // pandoc makes titles small where nothing protects them, and does not know \textbraceleft.
      const told = (value: unknown) => (typeof value === 'string' ? plainText(value).replace(/[{}]/g, '') : value);
      const chosen = (item: Record<string, unknown>) =>
        Object.fromEntries(
          names.map((name) => [name, /title/.test(name) ? String(told(item[name])).toLowerCase() : told(item[name])]),
        );
      expect(theirs.map(chosen), `seed ${seed}`).toEqual(list.map(({ item }) => chosen(item)));
    }
  });

  inRounds.skipIf(!hasBibutils)('writes RIS in which bibutils finds the same', [1, 20], (rounds) => {
    for (let seed = 0; seed < rounds; seed++) {
      // bibutils takes organisations of RIS for people, and a suffix for a part of the name.
      const list = madeList(seed, 25).map(({ item }) => ({ item: { ...item, author: PEOPLE.slice(0, 3) }, extra: [] }));
      const xml = runProgram('ris2xml', [], writeRis(list, keysOf(list)));
      const theirs = readRis(runProgram('xml2ris', ['-nb'], xml).toString(), 100);
      const chosen = ({ item }: Reference) => ({
        id: item.id,
        title: item.title,
        volume: item.volume,
        issue: item.issue,
        page: item.page,
        DOI: item.DOI,
        year: JSON.stringify(item.issued).match(/\d{4}/)?.[0],
        container: item['container-title'],
        names: (item.author as { family?: string; literal?: string }[]).map(({ family, literal }) => family ?? literal),
      });
      expect(theirs.map(chosen), `seed ${seed}`).toEqual(list.map(chosen));
    }
  });

  it.skipIf(!hasBibtex)('reads RIS and EndNote files of bibutils', () => {
    const bibtex =
      '@article{a, author = {Doe, Jane and Roe, Richard}, title = {One {DNA}}, journal = {Nature}, year = 2020, month = mar, volume = 5, number = 2, pages = {1--10}, doi = {10.1/a}}\n';
    const xml = runProgram('bib2xml', [], bibtex);
    const [ris] = readRis(runProgram('xml2ris', [], xml).toString(), 10);
    expect(ris?.item).toMatchObject({
      type: 'article-journal',
      'container-title': 'Nature',
      volume: '5',
      issue: '2',
      page: '1-10',
      DOI: '10.1/a',
      issued: { 'date-parts': [[2020, 3]] },
      author: [
        { family: 'Doe', given: 'Jane' },
        { family: 'Roe', given: 'Richard' },
      ],
    });
    expect(ris?.extra).toEqual([]);
  });

  it('reads RIS of many exporters', async () => {
    const ris =
      '\ufeff\r\n1.\r\nTY  - JOUR\r\nA1  - Doe, J.\r\nT1  - A title that\r\nis wrapped\r\nJF  - Journal of X\r\nJA  - J. X\r\nY1  - 2001/02/03/\r\nN2  - Abs\r\nXX  - odd\r\nSN  - 1234-5678\r\nUR  - http://a\r\nUR  - http://b\r\nER  -\r\n\r\nTY  -\r\nTI  - Untyped\r\nA1  - ACME Inc';
    const answer = await runTool(bibliographyConverter, { input: ris, options: { to: 'csl-json' } });
    expect(answer.data).toEqual([
      {
        id: 'doe2001',
        type: 'article-journal',
        title: 'A title that is wrapped',
        author: [{ family: 'Doe', given: 'J.' }],
        'container-title': 'Journal of X',
        issued: { 'date-parts': [[2001, 2, 3]] },
        ISSN: '1234-5678',
        URL: 'http://a',
        abstract: 'Abs',
        note: 'URL: http://b\nXX: odd',
        'container-title-short': 'J. X',
      },
      { id: 'acmeincnd', type: 'document', title: 'Untyped', author: [{ literal: 'ACME Inc' }] },
    ]);
  });

  it('reads EndNote files', async () => {
    const enw =
      '%0 Journal Article\r\n%A Doe, Jane\r\n%A ACME Inc,\r\n%T One\r\n%J Nature\r\n%D 2020\r\n%8 Spring\r\n%V 5\r\n%N 2\r\n%P 1-10\r\n%@ 1234-5678\r\n%@ 8765-4321\r\n%R 10.1000/a\r\n%K one\r\ntwo\r\n\r\n%0 Book\r\n%T Two\r\n%8 March 5, 2021\r\n';
    const answer = await runTool(bibliographyConverter, { input: enw, options: { to: 'csl-json' } });
    expect(answer.data).toEqual([
      {
        id: 'doe2020',
        type: 'article-journal',
        title: 'One',
        author: [{ family: 'Doe', given: 'Jane' }, { literal: 'ACME Inc' }],
        'container-title': 'Nature',
        volume: '5',
        issue: '2',
        page: '1-10',
        issued: { 'date-parts': [[2020]], season: 'Spring' },
        DOI: '10.1000/a',
        ISSN: '1234-5678',
        keyword: 'one, two',
        note: 'ISSN: 8765-4321',
      },
      { id: 'two2021', type: 'book', title: 'Two', issued: { 'date-parts': [[2021, 3, 5]] } },
    ]);
  });

  it('has a field for what has no name of its own', async () => {
    const { text } = await runTool(bibliographyConverter, { input: '%0 Book\n%T A\n%1 own\n' });
    expect(text).toBe('@book{and,\n  title = {A},\n  x1 = {own},\n}\n');
  });

  it('tells keys apart', async () => {
    const ris = 'TY  - BOOK\nAU  - Ødegård, A\nPY  - 2001\nER  - \n'.repeat(28);
    const { text } = await runTool(bibliographyConverter, { input: ris });
    const keys = [...(text ?? '').matchAll(/@book\{(.*),/g)].map(([, key]) => key);
    expect([keys.length, new Set(keys).size, keys[0], keys[25], keys[27]]).toEqual([
      28,
      28,
      'odegard2001a',
      'odegard2001z',
      'odegard2001ab',
    ]);
    const twice = await runTool(bibliographyConverter, { input: '@book{x,title={A}}@book{X,title={B}}' });
    expect(twice.text).toMatch(/@book\{x,[^@]*@book\{Xb,/);
  });

  it('leaves nothing out', async () => {
    const bibtex =
      '@foo{x, title = {A}, eprint = {1234.5678}, file = {a.pdf:pdf}, organization = {O}, publisher = {P}}';
    const ris = await runTool(bibliographyConverter, { input: bibtex, options: { to: 'ris' } });
    expect(ris.text).toBe(
      'TY  - GEN\nID  - x\nTI  - A\nPB  - P\nN1  - entrytype: foo\nN1  - eprint: 1234.5678\nN1  - file: a.pdf:pdf\nN1  - organization: O\nER  - \n',
    );
    const csl = [
      {
        id: 'y',
        type: 'song',
        title: 'A',
        composer: [{ family: 'B', given: 'C' }],
        custom: { a: 1 },
        'chapter-number': '3',
      },
    ];
    const other = await runTool(bibliographyConverter, { input: JSON.stringify(csl) });
    expect(other.text).toBe(
      '@misc{y,\n  title = {A},\n  composer = {B, C},\n  chapter = {3},\n  custom = {\\textbraceleft{}"a":1\\textbraceright{}},\n}\n',
    );
  });

  it('takes entries without a key for no parents of each other', async () => {
    const answer = await runTool(bibliographyConverter, {
      input: '@book{,title={A}}@book{,title={B}}',
      options: { to: 'ris' },
    });
    expect(answer.text).toBe('TY  - BOOK\nID  - and\nTI  - A\nER  - \n\nTY  - BOOK\nID  - bnd\nTI  - B\nER  - \n');
  });

  it('refuses more references than it takes', async () => {
    const answer = await runTool(bibliographyConverter, { input: 'TY  - BOOK\n'.repeat(10_001) });
    expect([answer.status, answer.message]).toEqual([
      413,
      'Cannot read property "input" as RIS: it must have at most 10000 references',
    ]);
  });

  it('refuses a crossref that multiplies', async () => {
    const bibtex = `@book{p, title = {${'x'.repeat(300_000)}}}${'@inbook{c, crossref = {p}}'.repeat(8)}`;
    expect((await runTool(bibliographyConverter, { input: bibtex })).message).toMatch(/by crossref$/);
  });

  it('looks at no blank twice', async () => {
    const blanks = ' '.repeat(900_000);
    for (const [input, status] of [
      [`a${'\r'.repeat(900_000)}`, 400],
      [`TY  - JOUR\nKW  - a${blanks}b\nTI  - A`, 200],
      [`TY  - JOUR\nSN  - a${blanks}b`, 200],
      [`%0 Book\n%K a${blanks}b`, 200],
      [`[{"type":"book","page":"1${blanks}2"}]`, 200],
      [`PMID- 1\nISBN- ${'1 ('.repeat(300_000)}`, 200],
      [`[{"type":"book","title":"${'<span>a'.repeat(120_000)}"}]`, 200],
    ] as const)
      for (const to of ['bibtex', 'ris', 'csl-json'])
        expect((await runTool(bibliographyConverter, { input, options: { to } })).status, input.slice(0, 20)).toBe(
          status,
        );
  });

  exhaustive('reads a million characters of one field in each format', async () => {
    const long = 'A, B '.repeat(190_000);
    for (const input of [
      `TY  - JOUR\nAU  - ${long}`,
      `PMID- 1\nFAU - ${long}`,
      `PMID- 1\n${'CN  - A\n'.repeat(1e5)}`,
      `TY  - JOUR\n${'ZZ  - x\n'.repeat(1e5)}`,
      `TY  - JOUR\n${'DO  - x\nDO  - y\n'.repeat(6e4)}`,
      `%0 Book\n%A ${long}`,
      `@book{a, title = {${'{'.repeat(4e5)}x${'}'.repeat(4e5)}}}`,
      `[{"type":"book","title":"${'<i>'.repeat(3e5)}"}]`,
    ])
      for (const to of ['bibtex', 'ris', 'csl-json'])
        expect((await runTool(bibliographyConverter, { input, options: { to } })).status).toBe(200);
  });
});
