import { Cite } from '@citation-js/core';
import '@citation-js/plugin-bibtex';
import { diffArrays, parsePatch } from 'diff';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { jsonpath } from 'json-p3';
import { parse as parseLossless, stringify as writeLossless } from 'lossless-json';

import { parseBibtex } from '../../../src/lib/citations/parse.js';
import { bibtexToCsl } from '../../../src/lib/citations/to-csl.js';
import { parsePatch as parseOwnPatch } from '../../../src/lib/diff/parse-patch.js';
import { diffSequences, internPieces } from '../../../src/lib/diff/sequence-diff.js';
import { parseJson } from '../../../src/lib/json/parse.js';
import { evaluatePath } from '../../../src/lib/json/path/evaluate.js';
import { parseJsonPath } from '../../../src/lib/json/path/parse.js';
import { writeJson } from '../../../src/lib/json/write.js';
import { formatXml } from '../../../src/lib/xml/format.js';
import { parseXml } from '../../../src/lib/xml/parse.js';
import { type Answer, answerOf, type Comparison } from '../comparison.js';

const lines = (length: number, of: (i: number) => string): string[] => Array.from({ length }, (_, i) => of(i));
const before = lines(20_000, (i) => `line ${i}`);
const after = before.filter((_, i) => i % 10 !== 0).map((line, i) => (i % 7 === 0 ? `${line}!` : line));
const shuffled = lines(4_000, (i) => `x${(i * 7919) % 4_000}`);
const ordered = lines(4_000, (i) => `x${i}`);
const ownDiff = (a: readonly string[], b: readonly string[]) => diffSequences(...internPieces(a, b)).edits.length;

/** Changes of a patch that GNU patch applies: git's renames, and a line without a line feed at its end. */
const patches: readonly Answer[] = [
  ['a file name with a tab and a date', '--- a\t2026-01-01\n+++ b\t2026-01-02\n@@ -1 +1 @@\n-x\n+y\n', 1],
  ['a rename without changes', 'diff --git a/x b/y\nsimilarity index 100%\nrename from x\nrename to y\n', 1],
  ['a hunk that is cut short', '--- a\n+++ b\n@@ -1,3 +1,3 @@\n-x\n', 'refused'],
].map(([title, patch, right]) => ({
  title: String(title),
  right,
  own: () => parseOwnPatch(String(patch)).length,
  theirs: () => parsePatch(String(patch)).length,
}));

const broken = [
  '<a b=c/>',
  '<a><b></a>',
  '<a/><b/>',
  '<a b="1" b="2"/>',
  '<a>&nope;</a>',
  '<a>\u0001</a>',
  '<a b="<"/>',
  '<!-- a -- b --><a/>',
  '<a>]]></a>',
  '<1/>',
  '<a',
  '',
  '<a xml:lang="x">&#0;</a>',
];
const kept = ["<a b='1'/>", '<a>x<!--c-->y<![CDATA[z]]></a>', '<a>1.10</a>', '<a><b/>t<c/></a>', '<?pi x?><a/>'];
const xml: readonly Answer[] = [
  ...broken.map(
    (text): Answer => ({
      title: `not well-formed ${JSON.stringify(text)}`,
      right: 'refused',
      own: () => parseXml(text) && 'read',
      theirs: () => {
        if (XMLValidator.validate(text) !== true) throw new Error('refused');
        return new XMLParser().parse(text) && 'read';
      },
    }),
  ),
  ...kept.map(
    (text): Answer => ({
      title: `kept ${text}`,
      right: text,
      own: () =>
        formatXml(parseXml(text), { indent: '', isLined: false, sortAttributes: false, mostUnits: 1e6 }).trim(),
      theirs: () => 'no writer that keeps quotes and order is compared',
    }),
  ),
];

const digits = [
  '12345678901234567890',
  '1e400',
  '-0',
  '1.10',
  '{"b":1,"1":2}',
  '{"__proto__":1}',
  `${'['.repeat(900)}${']'.repeat(900)}`,
];
const places = ['[1,', '{"a" 1}', '[1,2]x', '"a\nb"'].map(
  (text): Answer => ({
    title: `place of the fault in ${JSON.stringify(text)}`,
    right: true,
    own: () => told(() => parseJson(text)),
    theirs: () => told(() => parseLossless(text)),
  }),
);
const told = (read: () => unknown): boolean => {
  try {
    return read() === undefined;
  } catch (error) {
    return /\bline:? \d+/i.test(String(error)) || (error instanceof Error && 'offset' in error);
  }
};
const json: readonly Answer[] = [
  ...places,
  ...digits.map((text) => ({
    title: `kept ${text.slice(0, 40)}`,
    right: text,
    own: () => writeJson(parseJson(text), { indent: '' }),
    theirs: () => writeLossless(parseLossless(text)),
  })),
];
const document = JSON.stringify(lines(20_000, (i) => `${i}`).map((id, i) => ({ id, price: i / 7, tags: ['a', 'b'] })));
const own = parseJson(document);
const query = parseJsonPath('$[?@.price < 10].id');

const bib = lines(
  500,
  (i) =>
    `@article{k${i}, author = {M{\\"u}ller, Anna and Lee, Bo}, title = {A {B}ook of \\emph{Things} ${i}}, year = {19${10 + (i % 90)}}, pages = {1--${i + 1}}}`,
).join('\n');
const longTitle = `@book{a, author={Smith, B}, title={${'word '.repeat(20_000)}}, year=2001}`;
const manyBraces = `@book{a, author={Smith, B}, title={${'{a}'.repeat(20_000)}}, year=2001}`;
/** The family name of the first author of the first reference. */
function familyOf(references: readonly unknown[]): string | null {
  const [reference] = references as { author: readonly { family?: string }[] }[];
  if (reference === undefined) throw new Error('nothing read');
  return reference.author[0]?.family ?? null;
}
const bibtex: readonly Answer[] = [
  ['an accent', '@book{a, author={M{\\"u}ller, A}, title={T}, year=2001}', 'Müller'],
  ['a name with a particle', '@book{a, author={Ludwig van Beethoven}, title={T}, year=2001}', 'Beethoven'],
  ['a macro', '@string{n = "Smith, B"} @book{a, author = n, title={T}, year=2001}', 'Smith'],
  ['a concatenation', '@string{n = "Smi"} @book{a, author = n # {th, B}, title={T}, year=2001}', 'Smith'],
  ['a group of people in braces', '@book{a, author={{Smith and Sons}}, title={T}, year=2001}', null],
  ['a comment', '@comment{@book{b, author={No, A}}} @book{a, author={Smith, B}, title={T}, year=2001}', 'Smith'],
  ['a key with a slash and a colon', '@book{a/b:c, author={Smith, B}, title={T}, year=2001}', 'Smith'],
  ['an unknown command', '@book{a, author={Smith, B}, title={\\foo{T}}, year=2001}', 'Smith'],
  ['a comma that is missing', '@book{a, author={Smith, B} title={T}}', 'refused'],
  ['a brace that is not closed', '@book{a, author={Smith, B}, title={T}', 'refused'],
  [
    'a thousand braces',
    `@book{a, author={Smith, B}, title={${'{'.repeat(1_000)}T${'}'.repeat(1_000)}}, year=2001}`,
    'Smith',
  ],
  ['text around entries', 'see also\n@book{a, author={Smith, B}, title={T}, year=2001}\nend', 'Smith'],
].map(([title, text, right]) => ({
  title: String(title),
  right,
  own: () => familyOf(bibtexToCsl(parseBibtex(String(text), 10))),
  theirs: () => familyOf(new Cite(text).data),
}));

const faults = ['@book{a, author={Smith, B} title={T}}', '@book{a, title={T}', '@book{a, year=}', '@book a'].map(
  (text): Answer => ({
    title: `place of the fault in ${text}`,
    right: true,
    own: () => told(() => parseBibtex(text, 10)),
    theirs: () => told(() => new Cite(text).data),
  }),
);

const comparisons: readonly Comparison[] = [
  {
    subject: 'differences',
    package: 'diff',
    answers: patches,
    works: [
      {
        title: '20,000 lines, a fifth changed',
        own: () => ownDiff(before, after),
        theirs: () => diffArrays(before, after).length,
      },
      {
        title: '4,000 lines in another order',
        own: () => ownDiff(ordered, shuffled),
        theirs: () => diffArrays(ordered, shuffled).length,
      },
    ],
  },
  { subject: 'XML', package: 'fast-xml-parser', answers: xml, works: [] },
  {
    subject: 'JSON',
    package: 'lossless-json',
    answers: json,
    works: [
      {
        title: 'reading and writing 1 MB',
        own: () => writeJson(parseJson(document), { indent: '' }),
        theirs: () => writeLossless(parseLossless(document)),
      },
    ],
  },
  {
    subject: 'JSONPath',
    package: 'json-p3',
    answers: [],
    works: [
      {
        title: 'a filter over 20,000 objects',
        own: () => evaluatePath(query, own, () => undefined, { nodes: 1e6, steps: 1e9 }).length,
        theirs: () => jsonpath.query('$[?@.price < 10].id', JSON.parse(document)).length,
      },
    ],
  },
  {
    subject: 'BibTeX',
    package: '@citation-js/plugin-bibtex',
    answers: [...bibtex, ...faults],
    works: [
      { title: '500 entries', own: () => bibtexToCsl(parseBibtex(bib, 1_000)), theirs: () => new Cite(bib).data },
      {
        title: 'a title of 100,000 letters',
        own: () => bibtexToCsl(parseBibtex(longTitle, 10)),
        theirs: () => new Cite(longTitle).data,
      },
      {
        title: 'a title of 20,000 braces',
        own: () => answerOf(() => bibtexToCsl(parseBibtex(manyBraces, 10))),
        theirs: () => answerOf(() => new Cite(manyBraces).data),
      },
    ],
  },
];
export default comparisons;
