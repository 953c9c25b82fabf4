import { deflateSync } from 'node:zlib';

import { pdfOf, stream } from '../pdf-samples.js';

import { zlibBomb } from './bombs.js';
import { BOX, CATALOG, FONT, type PdfRow, packed, page, TEXT } from './pdfs.js';

/** Outlines, names, labels, fields, notes and what else a catalog refers to. */
export function catalogs(): PdfRow[] {
  const withCatalog = (entries: string, more: Readonly<Record<number, string>> = {}): Buffer =>
    pdfOf({
      1: `<< /Type /Catalog /Pages 2 0 R ${entries} >>`,
      2: `<< /Type /Pages /Count 1 /Kids [3 0 R] ${BOX} >>`,
      3: '<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Annots 21 0 R >>',
      4: TEXT,
      9: FONT,
      21: '[]',
      ...more,
    });
  const field = (entries: string): string =>
    `<< /FT /Tx /T (a) /Type /Annot /Subtype /Widget /Rect [0 0 9 9] ${entries} >>`;
  return [
    [
      'outline-loop',
      withCatalog('/Outlines 20 0 R', {
        20: '<< /First 22 0 R /Last 22 0 R /Count 1 >>',
        22: '<< /Title (a) /Next 22 0 R /First 20 0 R /Parent 22 0 R >>',
      }),
      'an outline of itself',
    ],
    [
      'outline-long',
      withCatalog('/Outlines 20 0 R', {
        20: '<< /First 22 0 R /Count -2147483648 >>',
        ...Object.fromEntries(
          Array.from({ length: 20_000 }, (_, i) => [22 + i, `<< /Title (a) /First ${23 + i} 0 R >>`]),
        ),
      }),
      'an outline 20,000 deep',
    ],
    [
      'names-loop',
      withCatalog('/Names << /Dests 20 0 R /EmbeddedFiles 20 0 R /JavaScript 20 0 R >>', {
        20: '<< /Kids [20 0 R 20 0 R] /Limits [(z) (a)] >>',
      }),
      'names of themselves',
    ],
    [
      'labels-loop',
      withCatalog('/PageLabels 20 0 R', { 20: '<< /Kids [20 0 R] /Nums [0 << /S /r /St 999999999 >> -1 20 0 R] >>' }),
      'page labels of themselves',
    ],
    [
      'label-roman',
      withCatalog('/PageLabels << /Nums [0 << /S /r /St 2147483647 >>] >>'),
      'the Roman numeral of 2 billion',
    ],
    [
      'label-letters',
      withCatalog('/PageLabels << /Nums [0 << /S /A /St 2147483647 >>] >>'),
      'a label of 80 million letters',
    ],
    [
      'fields-loop',
      withCatalog('/AcroForm << /Fields [20 0 R] >>', { 20: field('/Kids [20 0 R] /Parent 20 0 R'), 21: '[20 0 R]' }),
      'a field of itself',
    ],
    [
      'fields-shared',
      withCatalog(
        '/AcroForm << /Fields [30 0 R] /DR 30 0 R /DA (/F1 1e38 Tf) >>',
        Object.fromEntries(
          Array.from({ length: 15 }, (_, i) => [30 + i, `<< /T (${i}) /Kids [${`${31 + i} 0 R `.repeat(10)}] >>`]),
        ),
      ),
      '10^15 fields by sharing',
    ],
    [
      'form-value',
      withCatalog('/AcroForm << /Fields [20 0 R] >>', {
        20: field(`/MaxLen -1 /Opt [[] [(a)] 7] /V [${'(a) '.repeat(1000)}] /DA (\\)\\()`),
        21: '[20 0 R 20 0 R 7 null]',
      }),
      'a field of another kind',
    ],
    [
      'form-options',
      withCatalog('/AcroForm << /Fields [20 0 R] >>', {
        20: field(`/FT /Ch /Opt [${'(a) '.repeat(100_000)}]`),
        21: '[20 0 R]',
      }),
      '100,000 choices',
    ],
    [
      'annotations',
      withCatalog('', { 21: `[${'<< /Subtype /Text /Rect [0 0 9 9] >> '.repeat(20_000)}]` }),
      '20,000 notes',
    ],
    [
      'annotation-loop',
      withCatalog('', {
        21: '[22 0 R]',
        22: '<< /Type /Annot /Subtype /Popup /Parent 22 0 R /Popup 22 0 R /IRT 22 0 R /AP << /N 22 0 R >> /A << /S /GoTo /D [22 0 R] /Next 22 0 R >> >>',
      }),
      'a note on itself',
    ],
    [
      'structure-loop',
      withCatalog('/StructTreeRoot 20 0 R /MarkInfo << /Marked true >>', {
        20: '<< /Type /StructTreeRoot /K 22 0 R /ParentTree 20 0 R /RoleMap << /A /B /B /A >> >>',
        22: '<< /S /A /P 22 0 R /K [22 0 R 22 0 R] >>',
      }),
      'a structure of itself',
    ],
    [
      'layers-loop',
      withCatalog('/OCProperties << /OCGs [20 0 R] /D 20 0 R >>', {
        20: '<< /Type /OCG /Name (a) /Order 22 0 R /OFF 22 0 R >>',
        22: '[22 0 R 22 0 R]',
      }),
      'layers of themselves',
    ],
    [
      'attachment',
      withCatalog('/Names << /EmbeddedFiles << /Names [(../../../tmp/evil) 20 0 R (a) 20 0 R] >> >>', {
        20: '<< /F (../../../tmp/evil) /UF <feff002e002e002f0000> /EF << /F 22 0 R >> >>',
        22: packed(zlibBomb(64)),
      }),
      'an attachment of 64 MiB with a path',
    ],
    [
      'metadata',
      withCatalog('/Metadata 20 0 R', {
        20: stream(
          '<?xpacket?><!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>',
          '/Type /Metadata /Subtype /XML',
        ),
      }),
      'metadata that reads files',
    ],
    [
      'info',
      pdfOf(
        {
          1: CATALOG,
          2: `<< /Type /Pages /Count 1 /Kids [3 0 R] >>`,
          3: '<< /Type /Page /MediaBox [0 0 9 9] >>',
          4: `<< /Title 4 0 R /Author [7] /CreationDate (D:99999999999999Z99'99') /Keywords (${'a'.repeat(200_000)}) >>`,
        },
        { trailer: '/Info 4 0 R' },
      ),
      'facts of the wrong kind',
    ],
    [
      'signature',
      withCatalog('/AcroForm << /SigFlags 3 /Fields [20 0 R] >>', {
        20: field('/FT /Sig /V 22 0 R'),
        21: '[20 0 R]',
        22: '<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached /ByteRange [0 99999999999 -1 7] /Contents <308006092a864886f70d010702> >>',
      }),
      'a signature over bytes that are not there',
    ],
  ];
}

/** Filters that unpack to much or to nothing. */
export function streams(): PdfRow[] {
  const zeros = zlibBomb(100);
  return [
    ['bomb', page(packed(zeros)), '100 MiB of content'],
    [
      'bomb-twice',
      page(stream(deflateSync(zeros).toString('latin1'), '/Filter [/FlateDecode /FlateDecode]')),
      '100 MiB packed twice',
    ],
    [
      'predictor',
      page(
        packed(
          deflateSync(Buffer.alloc(1000)),
          '/DecodeParms << /Predictor 15 /Columns 2147483647 /Colors 2147483647 /BitsPerComponent 32 >>',
        ),
      ),
      'rows of 2^67 bytes',
    ],
    [
      'lzw',
      page(
        stream(
          '\x80\x0b\x60\x50\x22\x0c\x0c\x85\x01'.repeat(50),
          '/Filter /LZWDecode /DecodeParms << /EarlyChange 7 >>',
        ),
      ),
      'LZW of nonsense',
    ],
    ['ascii85', page(stream('zzzzzz'.repeat(50_000), '/Filter /ASCII85Decode')), 'nothing but z'],
    ['runs', page(stream('\x81a'.repeat(50_000), '/Filter /RunLengthDecode')), 'nothing but runs'],
    ['unknown-filter', page(stream('a', '/Filter [/Nothing 7 null [/FlateDecode]]')), 'filters that there are not'],
    ['crypt', page(stream('a', '/Filter /Crypt /DecodeParms << /Name /Nothing >>')), 'encrypted by nothing'],
    ['external', page(stream('', '/F (/etc/passwd) /FFilter /FlateDecode')), 'content of another file'],
  ];
}
