import { deflateSync } from 'node:zlib';

import { pdfOf, plainPdf, stream } from '../pdf-samples.js';

import { type HostileFile, latin } from './hostile-file.js';
import { catalogs, streams } from './pdf-catalogs.js';

export const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>';
export const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
export const BOX = '/MediaBox [0 0 200 200] /Resources << /Font << /F1 9 0 R >> >>';

/** One page with this content, and what else there is. */
export const page = (content: string, more: Readonly<Record<number, string>> = {}, entries = ''): Buffer =>
  pdfOf({
    1: CATALOG,
    2: `<< /Type /Pages /Count 1 /Kids [3 0 R] ${BOX} >>`,
    3: `<< /Type /Page /Parent 2 0 R /Contents 4 0 R ${entries} >>`,
    4: content,
    9: FONT,
    ...more,
  });

export const TEXT = stream('BT /F1 24 Tf 20 100 Td (Words) Tj ET');
/** A stream of zlib data. */
export const packed = (data: Buffer, entries = ''): string =>
  stream(data.toString('latin1'), `/Filter /FlateDecode ${entries}`);

/** PDF files with loops, bombs, depths, and numbers that lie (ISO 32000-2). */
export function hostilePdfs(): HostileFile[] {
  return [...trees(), ...contents(), ...tables(), ...catalogs(), ...streams()].map(([name, bytes, attack]) => ({
    name: `${name}.pdf`,
    bytes,
    attack,
  }));
}

export type PdfRow = readonly [name: string, bytes: Buffer, attack: string];

function trees(): PdfRow[] {
  const shared = (depth: number): Record<number, string> =>
    Object.fromEntries(
      Array.from({ length: depth }, (_, i) => [
        10 + i,
        `<< /Type /Pages /Count 1000000 /Kids [${`${i + 1 === depth ? 3 : 11 + i} 0 R `.repeat(10)}] >>`,
      ]),
    );
  const chain = Object.fromEntries(
    Array.from({ length: 5000 }, (_, i) => [
      10 + i,
      `<< /Type /Pages /Count 1 /Kids [${i === 4999 ? 3 : 11 + i} 0 R] /Parent ${9 + i} 0 R >>`,
    ]),
  );
  const leaf = '<< /Type /Page /MediaBox [0 0 9 9] >>';
  return [
    ['tree-self', pdfOf({ 1: CATALOG, 2: '<< /Type /Pages /Count 1 /Kids [2 0 R] >>' }), 'a page tree of itself'],
    [
      'tree-pair',
      pdfOf({
        1: CATALOG,
        2: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
        3: '<< /Type /Pages /Count 1 /Kids [2 0 R] >>',
      }),
      'two page trees of each other',
    ],
    ['tree-shared', pdfOf({ 1: CATALOG.replace('2 0', '10 0'), 3: leaf, ...shared(12) }), '10^12 pages by sharing'],
    ['tree-deep', pdfOf({ 1: CATALOG.replace('2 0', '10 0'), 3: leaf, ...chain }), 'a page tree 5,000 deep'],
    [
      'count-huge',
      pdfOf({ 1: CATALOG, 2: '<< /Type /Pages /Count 2147483647 /Kids [3 0 R] >>', 3: leaf }),
      '2 billion pages, one there',
    ],
    [
      'count-negative',
      pdfOf({ 1: CATALOG, 2: '<< /Type /Pages /Count -5 /Kids [3 0 R] >>', 3: leaf }),
      'a negative number of pages',
    ],
    ['no-pages', pdfOf({ 1: CATALOG, 2: '<< /Type /Pages /Count 0 /Kids [] >>' }), 'no page'],
    [
      'kids-missing',
      pdfOf({ 1: CATALOG, 2: '<< /Type /Pages /Count 3 /Kids [7 0 R null 8] >>' }),
      'pages that are not there',
    ],
    [
      'parent-loop',
      pdfOf({
        1: CATALOG,
        2: '<< /Type /Pages /Count 1 /Kids [3 0 R] /Parent 2 0 R >>',
        3: '<< /Type /Page /Parent 3 0 R >>',
      }),
      'a page that is its own parent',
    ],
    [
      'same-page',
      pdfOf({ 1: CATALOG, 2: `<< /Type /Pages /Count 20000 /Kids [${'3 0 R '.repeat(20_000)}] >>`, 3: leaf }),
      'one page 20,000 times',
    ],
  ];
}

function contents(): PdfRow[] {
  const form = (n: number, next: number): string =>
    stream(
      `/X ${'Do /X '.repeat(9)} Do`,
      `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X ${next} 0 R >> >> /N ${n}`,
    );
  const forms = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [20 + i, form(i, i === 11 ? 9 : 21 + i)]));
  const drawing = stream('/X Do');
  const resources = (n: number): string =>
    `/Resources << /XObject << /X ${n} 0 R >> /Pattern << /P ${n} 0 R >> /Font << /F1 9 0 R >> >>`;
  const image = (entries: string): Record<number, string> => ({
    20: stream('\0'.repeat(30), `/Type /XObject /Subtype /Image ${entries}`),
  });
  return [
    ['form-self', page(drawing, { 20: form(0, 20) }, resources(20)), 'a drawing of itself'],
    ['form-shared', page(drawing, forms, resources(20)), '10^12 drawings by sharing'],
    ['contents-self', page(TEXT, {}, '').subarray(0), 'plain, to compare with'],
    ['contents-loop', page('[4 0 R 4 0 R]'), 'content of itself'],
    ['contents-many', page(TEXT, {}, `/Contents [${'4 0 R '.repeat(50_000)}]`), 'one content 50,000 times'],
    ['states', page(packed(deflateSync('q '.repeat(300_000)))), '300,000 states in each other'],
    ['arrays', page(packed(deflateSync('['.repeat(300_000)))), '300,000 arrays in each other'],
    ['texts', page(packed(deflateSync(`BT /F1 1 Tf ${'(a) Tj '.repeat(100_000)}ET`))), '100,000 texts in one place'],
    ['font-size', page(stream('BT /F1 1e38 Tf 1e38 0 0 1e38 1e38 1e38 Tm (Words) Tj ET')), 'letters of infinite size'],
    [
      'matrix',
      page(stream('0 0 0 0 0 0 cm 1e38 0 0 1e38 0 0 cm 1e38 0 0 1e38 0 0 cm BT /F1 9 Tf (a) Tj ET')),
      'matrices that overflow',
    ],
    ['box-huge', page(TEXT, {}, '/MediaBox [-1e30 -1e30 1e30 1e30]'), 'a page of 10^60'],
    ['box-flat', page(TEXT, {}, '/MediaBox [0 0 0 0]'), 'a page of nought'],
    [
      'box-odd',
      page(TEXT, {}, '/MediaBox [(a) null /b [] 1 2 3] /Rotate 45 /UserUnit 1e9 /CropBox 7'),
      'a page of words',
    ],
    ['box-wide', page(TEXT, {}, '/MediaBox [0 0 14400 14400]'), 'the largest page there may be'],
    [
      'image-huge',
      page(drawing, image('/Width 100000 /Height 100000 /BitsPerComponent 8 /ColorSpace /DeviceRGB'), resources(20)),
      'a picture of 10 gigapixels',
    ],
    [
      'image-negative',
      page(drawing, image('/Width -1 /Height 0 /BitsPerComponent 99 /ColorSpace /None'), resources(20)),
      'a picture of no size',
    ],
    [
      'image-filters',
      page(drawing, image(`/Width 9 /Height 9 /Filter [${'/ASCIIHexDecode '.repeat(5000)}]`), resources(20)),
      '5,000 filters',
    ],
    [
      'image-jpx',
      page(drawing, image('/Width 9 /Height 9 /Filter /JPXDecode'), resources(20)),
      'a JPEG 2000 of nothing',
    ],
    [
      'image-jbig',
      page(
        drawing,
        image('/Width 30000 /Height 30000 /BitsPerComponent 1 /Filter /JBIG2Decode /ColorSpace /DeviceGray'),
        resources(20),
      ),
      'a JBIG2 of nothing',
    ],
    [
      'image-ccitt',
      page(
        drawing,
        image(
          '/Width 20000 /Height 20000 /BitsPerComponent 1 /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 20000 /Rows 20000 >>',
        ),
        resources(20),
      ),
      'a fax of 400 megapixels',
    ],
    [
      'image-mask',
      page(
        drawing,
        image(
          '/Width 9 /Height 9 /BitsPerComponent 8 /ColorSpace /DeviceGray /SMask 20 0 R /Alternates [<< /Image 20 0 R >>]',
        ),
        resources(20),
      ),
      'a mask of itself',
    ],
    [
      'colours',
      page(
        drawing,
        { ...image('/Width 9 /Height 9 /BitsPerComponent 8 /ColorSpace 21 0 R'), 21: '[/Indexed 21 0 R 99999999 (a)]' },
        resources(20),
      ),
      'a palette of itself',
    ],
    [
      'pattern',
      page(
        stream('/Pattern cs /P scn 0 0 200 200 re f'),
        {
          20: stream(
            '/Pattern cs /P scn 0 0 9 9 re f',
            `/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 1 1] /XStep 1e-6 /YStep 1e-6 ${resources(20)}`,
          ),
        },
        resources(20),
      ),
      'tiles of a millionth',
    ],
    [
      'shading',
      page(
        stream('/S sh'),
        { 20: '<< /ShadingType 1 /ColorSpace /DeviceRGB /Function 20 0 R >>' },
        '/Resources << /Shading << /S 20 0 R >> >>',
      ),
      'a shading by no function',
    ],
    [
      'functions',
      page(
        stream('/S sh'),
        {
          20: '<< /ShadingType 2 /Coords [0 0 9 9] /ColorSpace /DeviceGray /Function 21 0 R >>',
          21: '<< /FunctionType 3 /Domain [0 1] /Functions [21 0 R 21 0 R] /Bounds [0.5] /Encode [0 1 0 1] >>',
        },
        '/Resources << /Shading << /S 20 0 R >> >>',
      ),
      'a function of itself',
    ],
    [
      'type3',
      page(
        stream('BT /F2 9 Tf (aaaa) Tj ET'),
        {
          20: '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /FirstChar 97 /LastChar 97 /Widths [1] /Encoding << /Differences [97 /a] >> /CharProcs << /a 21 0 R >> /Resources << /Font << /F2 20 0 R >> >> >>',
          21: stream('1 0 d0 BT /F2 9 Tf (aa) Tj ET'),
        },
        '/Resources << /Font << /F2 20 0 R >> >>',
      ),
      'a letter of itself',
    ],
    [
      'unicode',
      page(TEXT, {
        9: '<< /Type /Font /Subtype /Type0 /BaseFont /A /Encoding /Identity-H /DescendantFonts [9 0 R] /ToUnicode 21 0 R >>',
        21: stream(
          '1 begincodespacerange <00> <ffffffffffff> endcodespacerange 1 beginbfrange <0000> <ffffffff> <0041> endbfrange',
        ),
      }),
      'a table of 4 billion letters',
    ],
    ['inline', page(stream('BI /W 99999 /H 99999 /BPC 8 /CS /RGB ID aaaa EI')), 'an inline picture of 10 gigapixels'],
  ];
}

function tables(): PdfRow[] {
  const plain = plainPdf('Page', 2).toString('latin1');
  const edited = (from: RegExp, to: string): Buffer => latin(plain.replace(from, to));
  const objects = (first: string): Buffer =>
    latin(
      `%PDF-1.7\n1 0 obj\n${CATALOG}\nendobj\n5 0 obj\n${stream('1 0 2 10 << /Type /Catalog >>', first)}\nendobj\nxref\n0 0\ntrailer << /Root 1 0 R /Size 9 >>\nstartxref\n0\n%%EOF`,
    );
  return [
    ['header-only', latin('%PDF-1.7\n'), 'only a header'],
    [
      'xref-self',
      edited(/trailer\n<< /, `trailer\n<< /Prev ${plain.indexOf('xref\n0')} `),
      'a table that follows itself',
    ],
    ['xref-negative', edited(/trailer\n<< /, 'trailer\n<< /Prev -1 /XRefStm 99999999 '), 'tables before the start'],
    ['xref-count', edited(/xref\n0 \d+/, 'xref\n0 2147483647'), 'a table of 2 billion'],
    ['xref-start', edited(/xref\n0 /, 'xref\n4294967295 '), 'a table that starts at 4 billion'],
    ['size', edited(/\/Size \d+/, '/Size 2147483647'), '2 billion objects'],
    ['startxref', edited(/startxref\n\d+/, 'startxref\n99999999999999999999'), 'a table beyond the end'],
    ['root', edited(/\/Root 1 0 R/, '/Root 99 0 R'), 'a catalog that is not there'],
    ['root-number', edited(/\/Root 1 0 R/, '/Root 7'), 'a catalog that is a number'],
    ['generation', edited(/ 0 obj/g, ' 65535 obj'), 'other generations'],
    ['no-trailer', latin(plain.slice(0, plain.indexOf('xref\n0'))), 'no table'],
    ['cut', latin(plain.slice(0, 150)), 'cut'],
    ['object-loop', pdfOf({ 1: CATALOG, 2: '3 0 R', 3: '2 0 R' }), 'objects that are each other'],
    [
      'deep-arrays',
      pdfOf({ 1: CATALOG, 2: `${'['.repeat(100_000)}${']'.repeat(100_000)}` }),
      '100,000 arrays in each other',
    ],
    [
      'deep-dictionaries',
      pdfOf({
        1: `<< /Type /Catalog /Pages 2 0 R /A ${'<< /A '.repeat(50_000)}1${' >>'.repeat(50_000)} >>`,
        2: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
        3: '<< /Type /Page /MediaBox [0 0 9 9] >>',
      }),
      '50,000 dictionaries in each other',
    ],
    ['object-stream', objects('/Type /ObjStm /N 2147483647 /First 8'), '2 billion objects in a stream'],
    [
      'object-stream-self',
      objects('/Type /ObjStm /N 2 /First -8 /Extends 5 0 R'),
      'a stream of objects that extends itself',
    ],
    [
      'xref-stream',
      latin(
        `%PDF-1.7\n1 0 obj\n${CATALOG}\nendobj\n2 0 obj\n${stream('\0\0\0', '/Type /XRef /W [8 8 8] /Index [0 2147483647] /Size 2147483647 /Root 1 0 R /Prev 47')}\nendobj\nstartxref\n60\n%%EOF`,
      ),
      'a table of 51 GB in a stream',
    ],
    [
      'garbage-encrypted',
      edited(
        /trailer\n<< /,
        'trailer\n<< /Encrypt << /Filter /Standard /V 5 /R 6 /Length 99999 /O (a) /U (b) /OE () /UE () /P 1e9 /Perms (c) /CF << /StdCF << /CFM /AESV3 >> >> /StmF /StdCF >> /ID [()] ',
      ),
      'encryption with keys of nonsense',
    ],
    ['odd-encrypted', edited(/trailer\n<< /, 'trailer\n<< /Encrypt 1 0 R '), 'encryption by the catalog'],
    ['length', page(TEXT.replace(/\/Length \d+/, '/Length 4 0 R')), 'a stream as long as itself'],
    ['length-huge', page(TEXT.replace(/\/Length \d+/, '/Length 99999999999')), 'a stream of 100 GB'],
    ['length-negative', page(TEXT.replace(/\/Length \d+/, '/Length -7')), 'a stream of -7 bytes'],
    ['names', page(TEXT, {}, `/${'#41'.repeat(50_000)} 1 /${'A'.repeat(100_000)} 2`), 'names of 100,000 letters'],
    ['digits', page(TEXT, {}, `/Rotate ${'9'.repeat(100_000)}`), 'a number of 100,000 digits'],
  ];
}
