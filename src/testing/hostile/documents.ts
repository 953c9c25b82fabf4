import { lyingZip } from './archives.js';
import { type Bomb, bombOf } from './bombs.js';
import type { HostileFile } from './hostile-file.js';
import { LAUGHS } from './texts.js';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

type Parts = Readonly<Record<string, string | Bomb>>;
type Row = readonly [name: string, bytes: Buffer, attack: string];

/** An office file (ECMA-376, part 2) of these parts. */
const office = (parts: Parts): Buffer =>
  lyingZip(
    Object.entries(parts).map(([name, content]) =>
      typeof content === 'string'
        ? { name, data: Buffer.from(content) }
        : { name, data: content.data, method: 8, size: content.unpackedBytes, crc: content.crc },
    ),
  );

/** A workbook of one sheet, unless parts say otherwise (ECMA-376, part 1, 18). */
const workbook = (sheet: string | Bomb, parts: Parts = {}): Buffer =>
  office({
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
    '_rels/.rels': `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${DOCUMENT}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${DOCUMENT}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${DOCUMENT}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rId3" Type="${DOCUMENT}/styles" Target="styles.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': sheet,
    ...parts,
  });

const sheetOf = (rows: string, more = ''): string =>
  `<worksheet xmlns="${MAIN}">${more}<sheetData>${rows}</sheetData></worksheet>`;
const HEADS = '<row r="1"><c r="A1" t="inlineStr"><is><t>a</t></is></c></row>';

/** Workbooks and other zipped documents with bombs, entities, and references that lie. */
export const hostileDocuments = (): HostileFile[] =>
  [...workbooks(), ...zipped()].map(([name, bytes, attack]) => ({ name, bytes, attack }));

function workbooks(): Row[] {
  const cell = (reference: string, value = '1', more = ''): string =>
    `${HEADS}<row r="2"><c r="${reference}" ${more}><v>${value}</v></c></row>`;
  const strings = (body: string): Parts => ({
    'xl/sharedStrings.xml': `<sst xmlns="${MAIN}" count="4294967295" uniqueCount="4294967295">${body}</sst>`,
  });
  return [
    ['cell-far.xlsx', workbook(sheetOf(cell('XFD1048576'))), 'a cell in the last place there is'],
    ['cell-beyond.xlsx', workbook(sheetOf(cell('ZZZZZZZ99999999999'))), 'a cell where there is none'],
    [
      'cell-odd.xlsx',
      workbook(
        sheetOf(
          `${HEADS}<row r="-1"><c r="A0"><v>1</v></c></row><row r="1e9"><c r=""><v>1</v></c></row><row r="2"><c r="1A"><v>1</v></c></row>`,
        ),
      ),
      'cells in no place',
    ],
    [
      'row-far.xlsx',
      workbook(sheetOf(`${HEADS}<row r="1048576"><c r="A1048576"><v>1</v></c></row>`)),
      'a million rows, two there',
    ],
    ['row-beyond.xlsx', workbook(sheetOf(`${HEADS}<row r="4294967295"><c><v>1</v></c></row>`)), 'row 4 billion'],
    ['dimension.xlsx', workbook(sheetOf(cell('A2'), '<dimension ref="A1:XFD1048576"/>')), 'says 17 billion cells'],
    [
      'merged.xlsx',
      workbook(
        `<worksheet xmlns="${MAIN}"><sheetData>${cell('A2')}</sheetData><mergeCells count="1"><mergeCell ref="A1:XFD1048576"/></mergeCells></worksheet>`,
      ),
      '17 billion cells in one',
    ],
    [
      'string-index.xlsx',
      workbook(sheetOf(cell('A2', '4294967295', 't="s"')), strings('<si><t>a</t></si>')),
      'text 4 billion of one',
    ],
    ['string-negative.xlsx', workbook(sheetOf(cell('A2', '-1', 't="s"'))), 'text -1'],
    [
      'string-bomb.xlsx',
      workbook(
        sheetOf(
          `${HEADS}${Array.from({ length: 5000 }, (_, i) => `<row r="${i + 2}"><c r="A${i + 2}" t="s"><v>0</v></c></row>`).join('')}`,
        ),
        strings(`<si><t>${'a'.repeat(32_000)}</t></si>`),
      ),
      '160 MB by one text 5,000 times',
    ],
    [
      'style.xlsx',
      workbook(sheetOf(cell('A2', '45000', 's="99999"')), {
        'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><numFmts><numFmt numFmtId="200" formatCode="${'[h]'.repeat(20_000)}"/></numFmts><cellXfs><xf numFmtId="200"/></cellXfs></styleSheet>`,
      }),
      'a style that there is not',
    ],
    [
      'date.xlsx',
      workbook(
        sheetOf(
          `${cell('A2', '1e308', 's="0"')}<row r="3"><c r="A3" s="0"><v>-99999999</v></c></row><row r="4"><c r="A4" s="0" t="d"><v>99999-99-99</v></c></row>`,
        ),
        { 'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><cellXfs><xf numFmtId="14"/></cellXfs></styleSheet>` },
      ),
      'days that there are not',
    ],
    ['number.xlsx', workbook(sheetOf(cell('A2', 'not a number'))), 'a number of words'],
    [
      'entities.xlsx',
      workbook(
        `${LAUGHS}<worksheet xmlns="${MAIN}"><sheetData><row><c t="str"><v>&l;</v></c></row></sheetData></worksheet>`,
      ),
      'a billion laughs',
    ],
    [
      'file.xlsx',
      workbook(`<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>${sheetOf(cell('A2', '&x;', 't="str"'))}`),
      'reads files',
    ],
    ['deep.xlsx', workbook(`${'<a>'.repeat(100_000)}`), '100,000 elements in each other'],
    ['bomb.xlsx', workbook(bombOf(200, 0x20, `<worksheet xmlns="${MAIN}"><sheetData>`)), '200 MiB of spaces'],
    [
      'sheet-outside.xlsx',
      workbook(sheetOf(HEADS), {
        'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${DOCUMENT}/worksheet" Target="../../../etc/passwd"/></Relationships>`,
      }),
      'a sheet outside',
    ],
    [
      'sheet-network.xlsx',
      workbook(sheetOf(HEADS), {
        'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" TargetMode="External" Type="${DOCUMENT}/worksheet" Target="http://127.0.0.1:1/"/></Relationships>`,
      }),
      'a sheet of the network',
    ],
    [
      'sheets.xlsx',
      workbook(sheetOf(HEADS), {
        'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets>${'<sheet name="A" sheetId="1" r:id="rId1"/>'.repeat(20_000)}</sheets></workbook>`,
      }),
      '20,000 sheets of one name',
    ],
    ['no-sheets.xlsx', workbook(sheetOf(''), { 'xl/workbook.xml': `<workbook xmlns="${MAIN}"/>` }), 'no sheet'],
    ['not-xml.xlsx', workbook('\0\xff not XML'), 'a sheet that is not XML'],
    ['nothing.xlsx', office({ a: 'a' }), 'no workbook'],
    [
      'lies.xlsx',
      lyingZip([{ name: 'xl/workbook.xml', size: 0xfffffffe }, { name: '../../evil' }]),
      'sizes and paths that lie',
    ],
  ];
}

function zipped(): Row[] {
  const word = (body: string | Bomb): Buffer =>
    office({
      'word/document.xml': body,
      '[Content_Types].xml': '<Types/>',
      '_rels/.rels': `<Relationships xmlns="${RELATIONS}"><Relationship Id="a" Type="${DOCUMENT}/officeDocument" Target="word/document.xml"/></Relationships>`,
    });
  const kml = (body: string): string =>
    `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${body}</Document></kml>`;
  return [
    ['entities.docx', word(`${LAUGHS}<a>&l;</a>`), 'a billion laughs'],
    ['bomb.docx', word(bombOf(100, 0x20)), '100 MiB of spaces'],
    ['file.docx', word('<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'), 'reads files'],
    ['entities.kmz', office({ 'doc.kml': `${LAUGHS}${kml('<name>&l;</name>')}` }), 'a billion laughs'],
    ['bomb.kmz', office({ 'doc.kml': bombOf(100, 0x20, '<kml>') }), '100 MiB of spaces'],
    ['outside.kmz', office({ '../../doc.kml': kml('') }), 'a path that leads out'],
    [
      'link.kmz',
      office({ 'doc.kml': kml('<NetworkLink><Link><href>file:///etc/passwd</href></Link></NetworkLink>') }),
      'a link to a file',
    ],
    ['nothing.kmz', office({ 'a.txt': 'a' }), 'no map'],
  ];
}
