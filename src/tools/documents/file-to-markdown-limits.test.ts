import { expect, it } from 'vitest';

import { bookOf, CONTAINER, zip } from '../../testing/books.js';
import { mutateBytes } from '../../testing/byte-mutations.js';
import { chanceOf, pick } from '../../testing/chance.js';
import { inRows } from '../../testing/exhaustive.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './file-to-markdown.js';

const rowsOf = (count: number, row: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => row(index)).join('');

const SPACE = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A workbook of one sheet with these rows. */
const sheetOf = (rows: string): Buffer =>
  zip([
    [
      '_rels/.rels',
      `<Relationships><Relationship Id="a" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `<workbook ${SPACE} xmlns:r="${OFFICE}"><sheets><sheet name="A" sheetId="1" r:id="s"/></sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships><Relationship Id="s" Type="${OFFICE}/worksheet" Target="sheet.xml"/></Relationships>`,
    ],
    ['xl/sheet.xml', `<worksheet ${SPACE}><sheetData>${rows}</sheetData></worksheet>`],
  ]);

function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last;
}

const odtOf = (body: string, styles = ''): Buffer =>
  zip([
    [
      'content.xml',
      `<office:document-content><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
    ],
  ]);

const CHAPTER = `<p>${'word '.repeat(100)}</p>`;

inRows<readonly [what: string, name: string, make: () => Buffer | string, status: number]>(6, [
  ['a long chapter', 'a.epub', () => bookOf([['a.xhtml', 'x'.repeat(5_000_001)]]), 413],
  [
    'a book of entities',
    'a.epub',
    () => zip([['META-INF/container.xml', '<!DOCTYPE a [<!ENTITY a "b">]><a>&a;</a>']]),
    400,
  ],
  ['a book without a package', 'a.epub', () => zip([['META-INF/container.xml', CONTAINER]]), 400],
  ['a notebook of brackets', 'a.ipynb', () => '['.repeat(100_000), 413],
  [
    'cells that are no cells',
    'a.ipynb',
    () =>
      '{"nbformat":4,"cells":[1,null,{"cell_type":[],"source":{"a":1}},{"cell_type":"code","outputs":[7,{"data":[]}]}]}',
    200,
  ],
  [
    'cells on a diagonal',
    'a.xlsx',
    () => sheetOf(rowsOf(16_000, (i) => `<row r="${i + 1}"><c r="${columnName(i)}${i + 1}"><v>1</v></c></row>`)),
    200,
  ],
  ['a wide table', 'a.csv', () => rowsOf(200, () => ','.repeat(16_383)), 413],
  ['elements in each other', 'a.html', () => '<div>'.repeat(900_000), 200],
  ['tables in each other', 'a.html', () => '<table><tr><td>'.repeat(300_000), 200],
  [
    'marks that are made again',
    'a.html',
    () => `<p>${rowsOf(1000, (i) => `<b id=${i}>`)}${'<p>x'.repeat(100_000)}`,
    413,
  ],
  ['inline marks', 'a.html', () => '<b>a</b><i>'.repeat(400_000), 200],
  ['tags without an end', 'a.xhtml', () => '<a '.repeat(1_600_000), 200],
  [
    'tags that end themselves',
    'a.epub',
    () =>
      bookOf([
        ['a.xhtml', '<a '.repeat(1_600_000)],
        ['b.xhtml', '<a b/'.repeat(900_000)],
      ]),
    200,
  ],
  [
    'thousands of chapters',
    'a.epub',
    () => bookOf(Array.from({ length: 9_000 }, (_, i) => [`${i}.xhtml`, CHAPTER])),
    200,
  ],
  ['mail of tables', 'a.eml', () => `Subject: a\nContent-Type: text/html\n\n${'<table><tr><td>'.repeat(100_000)}`, 200],
  [
    'a bomb of chapters',
    'a.epub',
    () => bookOf(Array.from({ length: 20 }, (_, i) => [`${i}.xhtml`, ' '.repeat(4_000_000)])),
    413,
  ],
  ['mail of a long page', 'a.eml', () => `Content-Type: text/html\n\n${'x'.repeat(5_000_001)}`, 413],
  [
    'a notebook of pages',
    'a.ipynb',
    () =>
      JSON.stringify({
        cells: Array.from({ length: 6 }, () => ({
          cell_type: 'code',
          outputs: [{ data: { 'text/html': `<table>${'x'.repeat(1_000_000)}` } }],
        })),
      }),
    413,
  ],
  ['groups of RTF in each other', 'a.rtf', () => `{\\rtf1 ${'{'.repeat(100_000)}`, 413],
  ['groups of RTF', 'a.rtf', () => `{\\rtf1 ${'{}'.repeat(5_000_000)}`, 413],
  ['cells of RTF', 'a.rtf', () => `{\\rtf1 ${'\\cell '.repeat(300_000)}`, 413],
  ['rows of RTF', 'a.rtf', () => `{\\rtf1 ${'\\cell '.repeat(1000)}\\row ${'\\cell\\row '.repeat(1000)}`, 413],
  ['words of RTF', 'a.rtf', () => `{\\rtf1 ${'\\b x\\b0 y'.repeat(1_400_000)}`, 413],
  ['notes of RTF', 'a.rtf', () => `{\\rtf1 ${'{\\footnote a}'.repeat(100_001)}`, 413],
  [
    'a field of RTF',
    'a.rtf',
    () => `{\\rtf1 {\\field{\\*\\fldinst ${'HYPERLINK "'.repeat(300_000)}}{\\fldrslt x}}}`,
    200,
  ],
  ['bytes without an end', 'a.rtf', () => `{\\rtf1 a\\bin99999999 b\\'`, 200],
  ['not RTF', 'a.rtf', () => 'plain', 400],
  [
    'spans of OpenDocument',
    'a.odt',
    () =>
      odtOf(
        '<table:table><table:table-row><table:table-cell table:number-columns-repeated="1000"/></table:table-row></table:table>'.repeat(
          300,
        ),
      ),
    413,
  ],
  [
    'lists of OpenDocument in each other',
    'a.odt',
    () =>
      odtOf(
        `${'<text:list><text:list-item>'.repeat(400)}<text:p>x</text:p>${'</text:list-item></text:list>'.repeat(400)}`,
      ),
    200,
  ],
  [
    'tables of OpenDocument in each other',
    'a.odt',
    () =>
      odtOf(
        `${'<table:table><table:table-row><table:table-cell>'.repeat(300)}<text:p>|</text:p>${'</table:table-cell></table:table-row></table:table>'.repeat(300)}`,
      ),
    200,
  ],
  [
    'styles that are their own parents',
    'a.odt',
    () =>
      odtOf(
        '<text:p text:style-name="a">x</text:p>',
        '<style:style style:name="a" style:family="paragraph" style:parent-style-name="a"/>',
      ),
    200,
  ],
  [
    'paragraphs of OpenDocument',
    'a.odt',
    () => odtOf('<text:p>a<text:s text:c="99999"/></text:p>'.repeat(400_000)),
    200,
  ],
  ['an encrypted OpenDocument', 'a.odt', () => zip([['META-INF/manifest.xml', '<encryption-data/>']]), 400],
  ['fences', 'a.md', () => '```\n'.repeat(2_000_000), 200],
  ['ticks', 'a.json', () => '`'.repeat(9_000_000), 200],
])('ends for what is hostile: %s', async (_, name, make, status) => {
  const { status: got, message } = await runTool(tool, { files: [{ name, bytes: Buffer.from(make()) }] });
  expect([got, message]).toEqual([status, status === 200 ? undefined : expect.any(String)]);
});

it('ends for files that are damaged', async () => {
  const rtf = `{\\rtf1\\ansi{\\fonttbl{\\f0\\fmodern\\fcharset204 Courier;}}{\\stylesheet{\\s1 heading 1;}}{\\info{\\title T}}\\pard\\s1 A\\par\\trowd\\clvmgf\\cellx9\\intbl\\'e0\\cell\\row\\pard{\\listtext 1.\\tab}\\ls1 x{\\footnote y}\\u8211 -\\par}`;
  const notebook =
    '{"cells":[{"cell_type":"code","source":["a"],"outputs":[{"data":{"text/html":["<table><td>a"]}}]}],"nbformat":4}';
  const odt = odtOf(
    '<text:h text:outline-level="2">a</text:h><text:list><text:list-item><text:p>b<text:note><text:note-body><text:p>c</text:p></text:note-body></text:note></text:p></text:list-item></text:list>',
  );
  const samples: readonly (readonly [string, Buffer])[] = [
    ['a.rtf', Buffer.from(rtf)],
    ['a.ipynb', Buffer.from(notebook)],
    ['a.odt', odt],
    ['a.epub', bookOf([['a.xhtml', CHAPTER]])],
  ];
  const chance = chanceOf(11);
  const donor = Buffer.from(rtf);
  const tokens = ['{', '}', '\\', '\\*', '\\u', '\\bin', '[', '"', '<a>', '</'].map((token) => Buffer.from(token));
  for (let round = 0; round < 150; round++) {
    const [name, bytes] = pick(chance, samples);
    const damaged = mutateBytes(bytes, { tokens, donor }, chance);
    const { status, cause } = await runTool(tool, { files: [{ name, bytes: damaged }] });
    expect([200, 400, 413], `${round}: ${String(cause)}`).toContain(status);
  }
});
