import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';

import { projectRoot } from '../../../core/project-files.js';
import { CffFont } from '../../../lib/fonts/cff.js';
import { collectionOf } from '../../../lib/fonts/font-collection.js';
import { readSfnt } from '../../../lib/fonts/sfnt.js';
import { readType1 } from '../../../lib/fonts/type1.js';
import { cffOfType1 } from '../../../lib/fonts/type1-to-cff.js';
import { SAMPLE_GLYPHS, type1Sample } from '../../../testing/font-samples.js';
import { complaints, renderPages } from '../../../testing/pdf-readers.js';
import { pdfOf, stream } from '../../../testing/pdf-samples.js';
import { hasProgram, runProgram } from '../../../testing/programs.js';
import { openPdf } from '../document/open.js';
import { rewritePdf } from '../document/save.js';
import type { PdfStream, PdfString } from '../syntax/objects.js';
import { walkDocument } from '../syntax/walk.js';
import { subsetFonts } from './subset-fonts.js';

const hasPoppler = hasProgram('pdftoppm', ['-v'], 'pages with smaller fonts as poppler draws them');
const hasMupdf = hasProgram('mutool', ['-v'], 'pages with smaller fonts as MuPDF draws them');

const read = (path: string): Buffer => readFileSync(join(projectRoot, 'node_modules', path));
const KOREAN = '@embedpdf/fonts-kr/fonts/NotoSansKR-Thin.otf';
const noto = (): Buffer => read('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf');
const sampleCff = (): Uint8Array => cffOfType1(readType1(type1Sample())!, new Set(Object.keys(SAMPLE_GLYPHS)))!;

/** The bare CFF program of an OpenType font, which is CID-keyed. */
const koreanCff = (): Uint8Array => readSfnt(read(KOREAN))[0]!.tables.get('CFF ')!;

/** An OpenType font with what viewers need beside the CFF program. */
function openTypeOf(cff: Uint8Array, box: readonly number[]): Buffer {
  const head = Buffer.alloc(54);
  head.writeUInt32BE(0x1_0000, 0);
  head.writeUInt32BE(0x5f0f3cf5, 12);
  head.writeUInt16BE(1000, 18);
  for (const [i, value] of box.entries()) head.writeInt16BE(value, 36 + 2 * i);
  const count = CffFont.read(cff)?.glyphCount ?? 0;
  const hhea = Buffer.alloc(36);
  hhea.writeUInt32BE(0x1_0000, 0);
  hhea.writeInt16BE(900, 4);
  hhea.writeInt16BE(-20, 6);
  hhea.writeUInt16BE(1, 34);
  const maxp = Buffer.from([0, 0, 0x50, 0, 0, count]);
  const tables: readonly (readonly [string, Uint8Array])[] = [
    ['CFF ', cff],
    ['head', head],
    ['hhea', hhea],
    ['hmtx', Buffer.from([2, 88, ...new Array<number>(2 * count + 1).fill(0)])],
    ['maxp', maxp],
  ];
  const directory = Buffer.alloc(12 + 16 * tables.length);
  directory.write('OTTO', 'latin1');
  directory.writeUInt16BE(tables.length, 4);
  let end = directory.length;
  for (const [i, [tag, bytes]] of tables.entries()) {
    directory.write(tag, 12 + 16 * i, 'latin1');
    directory.writeUInt32BE(end, 20 + 16 * i);
    directory.writeUInt32BE(bytes.length, 24 + 16 * i);
    end += bytes.length;
  }
  return Buffer.concat([directory, ...tables.map(([, bytes]) => bytes)]);
}

const folder = mkdtempSync(join(tmpdir(), 'subset-fonts-'));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string): string => join(folder, name);

interface Case {
  readonly program: Uint8Array;
  /** The entry of the descriptor, and what its stream says. */
  readonly key: string;
  readonly kind?: string;
  readonly text: string;
  readonly font: string;
  readonly descendant?: string;
  /** What the descriptor says of the glyphs that there are; object 9 is a stream of 100 bytes. */
  readonly lists?: string;
}

const WIDTHS = `/FirstChar 0 /LastChar 255 /Widths [${'600 '.repeat(256)}]`;
const SIMPLE = '/FontDescriptor 6 0 R';
const COMPOSITE = '/Subtype /Type0 /BaseFont /Some /Encoding /Identity-H /DescendantFonts [8 0 R]';
const CID_INFO =
  '/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 6 0 R /DW 700';

const pdfWith = ({ program, key, kind = '', text, font, descendant = '', lists = '' }: Case): Buffer =>
  pdfOf({
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 100] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
    4: stream(`BT /F 30 Tf 10 40 Td ${text} Tj ET`),
    5: `<< /Type /Font ${font} >>`,
    6: `<< /Type /FontDescriptor /FontName /Some /Flags 32 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 900 /Descent -200 /CapHeight 700 /StemV 80 ${lists} /${key} 7 0 R >>`,
    7: stream(deflateSync(program).toString('latin1'), `/Filter /FlateDecode ${kind}`),
    8: `<< /Type /Font /BaseFont /Some ${descendant} ${CID_INFO} >>`,
    9: stream('x'.repeat(100)),
  });

/** Both files, and how many fonts became smaller. */
function subset(sample: Case): { readonly before: Buffer; readonly after: Uint8Array; readonly count: number } {
  const pdf = openPdf({ name: 'a.pdf', bytes: pdfWith(sample) });
  const before = Buffer.from(rewritePdf(pdf.document));
  const count = subsetFonts(pdf.document, pdf.pages);
  return { before, after: rewritePdf(pdf.document), count };
}

const names = (...list: string[]): string =>
  `/Subtype /TrueType /BaseFont /Some ${SIMPLE} ${WIDTHS} /Encoding << /Type /Encoding /Differences [65 ${list.map((name) => `/${name}`).join(' ')}] >>`;

const CASES: readonly (readonly [what: string, sample: () => Case])[] = [
  [
    'a TrueType font with the dashes and quotation marks of Windows',
    () => ({
      program: noto(),
      key: 'FontFile2',
      text: '(\\223A\\227b\\224 \\200\\205)',
      font: `/Subtype /TrueType /BaseFont /Some ${SIMPLE} ${WIDTHS} /Encoding /WinAnsiEncoding`,
    }),
  ],
  [
    'a TrueType font with names for its codes',
    () => ({
      program: noto(),
      key: 'FontFile2',
      text: '(ABCDE)',
      font: names('Adieresis', 'emdash', 'uni0416', 'lambda', 'one'),
    }),
  ],
  [
    'a collection of TrueType fonts',
    () => ({
      program: collectionOf([noto(), read('@expo-google-fonts/noto-serif/400Regular/NotoSerif_400Regular.ttf')])!,
      key: 'FontFile2',
      text: '<0024002500260100>',
      font: COMPOSITE,
      descendant: '/Subtype /CIDFontType2',
    }),
  ],
  [
    'a Type 1 font with its own encoding',
    () => ({
      program: type1Sample(),
      key: 'FontFile',
      text: '(ABC\\301)',
      font: `/Subtype /Type1 /BaseFont /Some ${SIMPLE} ${WIDTHS}`,
    }),
  ],
  [
    'a Type 1 font with names for its codes',
    () => ({
      program: type1Sample(),
      key: 'FontFile',
      text: '(abc)',
      font: `/Subtype /Type1 /BaseFont /Some ${SIMPLE} ${WIDTHS} /Encoding << /Differences [97 /C /Aacute /B] >>`,
    }),
  ],
  [
    'a CFF font of a simple font',
    () => ({
      program: sampleCff(),
      key: 'FontFile3',
      kind: '/Subtype /Type1C',
      text: '(B\\301)',
      font: `/Subtype /Type1 /BaseFont /Some ${SIMPLE} ${WIDTHS} /Encoding /WinAnsiEncoding`,
    }),
  ],
  [
    'a CFF font with CIDs',
    () => ({
      program: koreanCff(),
      key: 'FontFile3',
      kind: '/Subtype /CIDFontType0C',
      text: '<002200230424100021003000>',
      font: COMPOSITE,
      descendant: '/Subtype /CIDFontType0',
    }),
  ],
  [
    'an OpenType font of a simple font',
    () => ({
      program: openTypeOf(sampleCff(), [-10, -20, 900, 900]),
      key: 'FontFile3',
      kind: '/Subtype /OpenType',
      text: '(B\\301)',
      font: `/Subtype /Type1 /BaseFont /Some ${SIMPLE} ${WIDTHS} /Encoding /WinAnsiEncoding`,
    }),
  ],
  [
    'a CFF font without CIDs, whose glyphs are told by number',
    () => ({
      program: sampleCff(),
      key: 'FontFile3',
      kind: '/Subtype /CIDFontType0C',
      text: '<000200050003>',
      font: COMPOSITE,
      descendant: '/Subtype /CIDFontType0',
    }),
  ],
];

describe('pages with smaller fonts', () => {
  it.each(CASES)('%s becomes smaller', (_what, sample) => {
    const { before, after, count } = subset(sample());
    expect(count).toBe(1);
    expect(after.length).toBeLessThan(before.length);
  });

  it.skipIf(!hasPoppler).each(CASES)('%s is drawn by poppler as before', (_what, sample) => {
    const { before, after } = subset(sample());
    writeFileSync(at('before.pdf'), before);
    writeFileSync(at('after.pdf'), after);
    expect(renderPages(at('after.pdf'), 1, 1)).toEqual(renderPages(at('before.pdf'), 1, 1));
    const text = (name: string): string => runProgram('pdftotext', [at(name), '-']).toString();
    expect(text('after.pdf')).toBe(text('before.pdf'));
    for (const complaint of complaints(at('after.pdf'))) expect(complaints(at('before.pdf'))).toContain(complaint);
    // A page without a letter would be the same as well.
    expect(renderPages(at('before.pdf'), 1, 1)).not.toEqual(blank());
  });

  it.skipIf(!hasMupdf).each(CASES)('%s is drawn by MuPDF as before', (_what, sample) => {
    const { before, after } = subset(sample());
    writeFileSync(at('before.pdf'), before);
    writeFileSync(at('after.pdf'), after);
    const drawn = (name: string): Buffer => runProgram('mutool', ['draw', '-q', '-F', 'ppm', '-r', '72', at(name)]);
    expect(drawn('after.pdf').equals(drawn('before.pdf'))).toBe(true);
  });
});

function blank(): unknown {
  const [, sample] = CASES[0] ?? [];
  writeFileSync(at('blank.pdf'), pdfWith({ ...sample!(), text: '( )' }));
  return renderPages(at('blank.pdf'), 1, 1);
}

describe('fonts that stay as they are', () => {
  it.each<readonly [string, () => Case]>([
    ['a name that nobody knows', () => ({ program: noto(), key: 'FontFile2', text: '(A)', font: names('quux') })],
    [
      'an encoding for experts',
      () => ({
        program: sampleCff(),
        key: 'FontFile3',
        kind: '/Subtype /Type1C',
        text: '(A)',
        font: `/Subtype /Type1 /BaseFont /Some ${SIMPLE} ${WIDTHS} /Encoding /MacExpertEncoding`,
      }),
    ],
    [
      'codes of another kind than CIDs',
      () => ({
        program: koreanCff(),
        key: 'FontFile3',
        kind: '/Subtype /CIDFontType0C',
        text: '<3042>',
        font: COMPOSITE.replace('Identity-H', 'UniKS-UCS2-H'),
        descendant: '/Subtype /CIDFontType0',
      }),
    ],
    [
      'an OpenType font whose tables differ in the box of all letters',
      () => ({
        program: openTypeOf(sampleCff(), [-10, -20, 900, 901]),
        key: 'FontFile3',
        kind: '/Subtype /OpenType',
        text: '(A)',
        font: `/Subtype /Type1 /BaseFont /Some ${SIMPLE} ${WIDTHS} /Encoding /WinAnsiEncoding`,
      }),
    ],
    [
      'a CFF font that is cut off',
      () => ({
        program: koreanCff().subarray(0, 200_000),
        key: 'FontFile3',
        kind: '/Subtype /CIDFontType0C',
        text: '<0022>',
        font: COMPOSITE,
        descendant: '/Subtype /CIDFontType0',
      }),
    ],
  ])('%s', (_what, sample) => {
    const { before, after, count } = subset(sample());
    expect(count).toBe(0);
    expect(before.equals(after)).toBe(true);
  });
});

it('a standard font that has no widths keeps its name, by which viewers find them', () => {
  const font = `/Subtype /Type1 /BaseFont /Symbol ${SIMPLE}`;
  const { after, count } = subset({ program: type1Sample(), key: 'FontFile', text: '(AB)', font });
  expect(count).toBe(1);
  expect(Buffer.from(after).toString('latin1')).toContain('/BaseFont/Symbol');
});

describe('lists of glyphs in descriptors, as PDF/A asks for them', () => {
  const listed = (what: string, lists: string) => {
    const sample = CASES.find(([title]) => title === what)?.[1];
    const bytes = pdfWith({ ...sample!(), lists });
    const { document, pages } = openPdf({ name: 'a.pdf', bytes });
    expect(subsetFonts(document, pages)).toBe(1);
    const descriptor = [...walkDocument(document)].find(({ dict }) => dict.has('FontBBox'))!.dict;
    return { document, descriptor };
  };

  it('names what is left of a Type 1 font, with the parts of accented letters', () => {
    const all = Object.keys(SAMPLE_GLYPHS)
      .slice(1)
      .map((name) => `/${name}`);
    const { document, descriptor } = listed('a Type 1 font with names for its codes', `/CharSet (${all.join('')})`);
    const { bytes } = document.get(descriptor, 'CharSet') as PdfString;
    const names = Buffer.from(bytes).toString('latin1').split('/').slice(1);
    expect(names.sort()).toEqual(['A', 'Aacute', 'B', 'C', 'acute']);
  });

  it('has a bit for each CID that is left', () => {
    const { document, descriptor } = listed('a CFF font with CIDs', '/CIDSet 9 0 R');
    const bits = document.tryDecode(document.get(descriptor, 'CIDSet') as PdfStream, 2 ** 16)!;
    const cids = [...bits.keys()].flatMap((byte) =>
      Array.from({ length: 8 }, (_, i) => i).flatMap((i) => ((bits[byte]! & (0x80 >> i)) === 0 ? [] : [8 * byte + i])),
    );
    expect(cids).toEqual([0, 0x0022, 0x0023, 0x0424, 0x1000, 0x2100, 0x3000].filter((cid) => koreanCids().has(cid)));
  });
});

/** The CIDs that the Korean font has. */
const koreanCids = (): ReadonlySet<number> => new Set(CffFont.read(koreanCff())!.charset);

it('a CFF font with CIDs keeps only those in use', () => {
  const program = koreanCff();
  expect(CffFont.read(program)!.isCidKeyed).toBe(true);
  const sample = CASES.find(([what]) => what.includes('with CIDs'))?.[1];
  expect(subset(sample!()).after.length).toBeLessThan(program.length / 100);
});
