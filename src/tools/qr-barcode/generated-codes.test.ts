/** Codes that are made here, read by programs of others: at several sizes, turned, blurred, in every format. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Tool } from '../../core/tool.js';
import { decodeCodes } from '../../engines/barcodes/decode.js';
import { SYMBOLOGY_IDS, type SymbologyId } from '../../lib/barcodes/symbologies.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram, runPrograms } from '../../testing/programs.js';
import { type RunToolRequest, readFixture, runTool } from '../../testing/run-tool.js';
import barcodes from './barcode-generator.js';
import payments from './payment-qr-code.js';
import qrCodes from './qr-code-generator.js';
import wifi from './wifi-qr-code.js';

const hasZbar = hasProgram('zbarimg', ['--version'], 'codes read by zbarimg');
const hasDmtx = hasProgram('dmtxread', ['--version'], 'Data Matrix codes read by dmtxread');
const hasRsvg = hasProgram('rsvg-convert', ['--version'], 'SVG codes drawn by rsvg-convert');
const hasPoppler = hasProgram('pdftoppm', ['-v'], 'PDF codes drawn by pdftoppm');

let scratch = '';
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'codes-test-'));
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

async function made(tool: Tool, request: RunToolRequest): Promise<{ data: Record<string, unknown>; bytes: Buffer }> {
  const answer = await runTool(tool, request);
  expect(answer.status, String(answer.message ?? answer.cause)).toBe(200);
  return { data: answer.data as Record<string, unknown>, bytes: answer.files[0]?.bytes ?? Buffer.alloc(0) };
}

async function zxing(picture: Buffer): Promise<string[]> {
  const { data, info } = await sharp(picture)
    .flatten({ background: '#fff' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return (await decodeCodes({ width: info.width, height: info.height, rgba: data }, {})).map(({ text }) => text);
}

/** What a program reads from pictures, one run for all. */
function readWith(program: string, args: readonly string[], pictures: readonly Buffer[]): string[] {
  const jobs = pictures.map((picture, i) => {
    const path = join(scratch, `${program}-${i}.png`);
    writeFileSync(path, picture);
    return { program, args: [...args, path], input: '' };
  });
  return runPrograms(jobs).map(({ stdout }) => stdout);
}

const zbar = (pictures: readonly Buffer[]): string[] =>
  readWith('zbarimg', ['--nodbus', '-q', '--raw'], pictures).map((text) => text.replace(/\n$/, ''));

const TEXTS = [
  'https://example.com/',
  'Grüße aus Köln, 日本 🌍',
  '0123456789'.repeat(12),
  'HELLO WORLD 123',
  'a line\nand another; with "signs" \\ and : , ;',
  'x'.repeat(300),
];

/** The picture at a size, turned, blurred. */
async function disturbed(text: string): Promise<Buffer[]> {
  const { data } = await made(qrCodes, { input: text });
  const modules = Number(data.modules) + 8;
  const pictures: Buffer[] = [];
  for (const pixels of [2, 5, 12]) {
    pictures.push((await made(qrCodes, { input: text, options: { size: modules * pixels } })).bytes);
  }
  const [, middle = Buffer.alloc(0)] = pictures;
  pictures.push(await sharp(middle).toColourspace('b-w').rotate(30, { background: '#fff' }).png().toBuffer());
  // Half a module.
  pictures.push(await sharp(middle).toColourspace('b-w').blur(2.5).png().toBuffer());
  return pictures;
}

describe('qr-code-generator', () => {
  exhaustive('makes codes that two readers read at three sizes, turned and blurred', async () => {
    const pictures = (await Promise.all(TEXTS.map(disturbed))).flat();
    const expected = TEXTS.flatMap((text) => Array.from({ length: 5 }, () => text));
    for (const [i, picture] of pictures.entries()) expect(await zxing(picture), `picture ${i}`).toEqual([expected[i]]);
    if (hasZbar) expect(zbar(pictures)).toEqual(expected);
  });

  exhaustive('makes shapes, logos and colours that two readers read', async () => {
    const logo = { name: 'logo.png', bytes: readFixture('qr-barcode/logo.png') };
    const requests: RunToolRequest[] = [
      { options: { shape: 'dots' } },
      { options: { shape: 'rounded', dark: '#1d4ed8', light: '#ecfdf5' } },
      { files: [logo], options: { logoSizePercent: 25 } },
      { files: [logo], options: { shape: 'dots', size: 300 } },
    ];
    const text = 'https://example.com/a/rather/long/path?with=values&and=more';
    const pictures: Buffer[] = [];
    for (const request of requests) pictures.push((await made(qrCodes, { ...request, input: text })).bytes);
    for (const picture of pictures) expect(await zxing(picture)).toEqual([text]);
    if (hasZbar) expect(zbar(pictures)).toEqual(requests.map(() => text));
  });

  exhaustive('holds what ISO/IEC 18004 says, and no character more', async () => {
    const bounds = [
      { options: { version: 1, errorCorrection: 'L' }, text: '1'.repeat(41), version: '1' },
      { options: { version: 1, errorCorrection: 'H' }, text: 'A'.repeat(10), version: '1' },
      { options: { version: 10, errorCorrection: 'Q' }, text: 'x'.repeat(151), version: '10' },
      { options: { errorCorrection: 'L' }, text: 'x'.repeat(2953), version: '40' },
      { options: { kind: 'micro', errorCorrection: 'M' }, text: '1'.repeat(30), version: 'M4' },
    ] as const;
    for (const { options, text, version } of bounds) {
      expect((await made(qrCodes, { input: text, options: { ...options, size: 1024 } })).data).toMatchObject({
        version,
      });
      const longer = await runTool(qrCodes, { input: text + text.slice(0, 1), options });
      expect(longer.status).toBe(413);
    }
  });

  it.skipIf(!hasRsvg || !hasZbar)('writes SVG that another program draws and reads', async () => {
    const { bytes } = await made(qrCodes, {
      input: 'https://example.com/',
      options: { format: 'svg', shape: 'rounded' },
    });
    expect(zbar([runProgram('rsvg-convert', ['-w', '300'], bytes)])).toEqual(['https://example.com/']);
  });

  it.skipIf(!hasPoppler || !hasZbar)('writes PDF that another program draws and reads', async () => {
    const logo = { name: 'logo.png', bytes: readFixture('qr-barcode/logo.png') };
    const { bytes } = await made(qrCodes, { input: 'https://example.com/', options: { format: 'pdf' }, files: [logo] });
    expect(zbar([runProgram('pdftoppm', ['-png', '-r', '96', '-'], bytes)])).toEqual(['https://example.com/']);
  });

  it('draws the same code in text', async () => {
    const answer = await runTool(qrCodes, { input: 'HELLO', options: { format: 'utf8', errorCorrection: 'Q' } });
    const lines = (answer.text ?? '').split('\n');
    const [width, height] = [lines[0]?.length ?? 0, 2 * lines.length];
    const rgba = new Uint8Array(4 * 16 * width * height).fill(255);
    for (const [row, line] of lines.entries()) {
      for (const [x, block] of [...line].entries()) {
        for (const [part, inks] of ['█▀', '█▄'].entries()) {
          if (!inks.includes(block)) continue;
          for (let i = 0; i < 16; i++) {
            rgba.fill(
              0,
              4 * (4 * width * (4 * (2 * row + part) + (i >> 2)) + 4 * x + (i & 3)),
              4 * (4 * width * (4 * (2 * row + part) + (i >> 2)) + 4 * x + (i & 3)) + 3,
            );
          }
        }
      }
    }
    const codes = await decodeCodes({ width: 4 * width, height: 4 * height, rgba }, {});
    expect(codes.map(({ text }) => text)).toEqual(['HELLO']);
  });

  it('gives the same bytes for the same text', async () => {
    for (const format of ['png', 'svg', 'pdf']) {
      const [one, two] = [
        await made(qrCodes, { input: 'x', options: { format, shape: 'dots' } }),
        await made(qrCodes, { input: 'x', options: { format, shape: 'dots' } }),
      ];
      expect(one.bytes.equals(two.bytes)).toBe(true);
    }
  });
});

/** A code of 1024 pixels with a black square on its middle. */
const withoutCross = (picture: Buffer): Promise<Buffer> =>
  sharp(picture)
    .toColourspace('b-w')
    .composite([{ input: { create: { width: 104, height: 104, channels: 3, background: '#000' } } }])
    .png()
    .toBuffer();

describe('payloads', () => {
  exhaustive('of networks and payments are what two readers read', async () => {
    const requests: readonly (readonly [Tool, RunToolRequest])[] = [
      [wifi, { options: { ssid: 'a;b:c,d"e\\f', password: 'p;w:1,2"3\\' } }],
      ...payments.examples
        .filter((example) => 'output' in example)
        .map((example): readonly [Tool, RunToolRequest] => [
          payments,
          { options: { ...example.options, format: 'png', size: 1024 } },
        ]),
    ];
    const pictures: Buffer[] = [];
    const expected: unknown[] = [];
    for (const [tool, request] of requests) {
      const { data, bytes } = await made(tool, request);
      expected.push(data.payload);
      expect(await zxing(bytes)).toEqual([data.payload]);
      // zbarimg takes the Swiss cross for a finder pattern; the code around it has to do without.
      pictures.push(data.kind === 'swiss' ? await withoutCross(bytes) : bytes);
    }
    if (hasZbar) expect(zbar(pictures)).toEqual(expected);
  });
});

/** A text for each kind and what readers say of it. Numbers with check digits are published samples of their standards. */
const SAMPLES: Readonly<Record<SymbologyId, readonly [text: string, read?: string, zbarReads?: string]>> = {
  code128: ['Hello-123', 'Hello-123', 'Hello-123'],
  code39: ['ABC-123', 'ABC-123', 'ABC-123'],
  'code39-full-ascii': ['aBc$', 'aBc$'],
  code93: ['ABC-93', 'ABC-93', 'ABC-93'],
  ean13: ['400638133393', '4006381333931', '4006381333931'],
  ean8: ['7351353', '73513537', '73513537'],
  upca: ['03600029145', '0036000291452', '0036000291452'],
  upce: ['04252614', '0042100005264'],
  isbn: ['978-0-306-40615-7', '9780306406157', '9780306406157'],
  issn: ['0378-5955', '9770378595002'],
  itf14: ['1540014128876', '15400141288763', '15400141288763'],
  'interleaved-2-of-5': ['123456', '123456', '123456'],
  'gs1-128': ['(01)09521234543213(10)ABC123', '010952123454321310ABC123', '010952123454321310ABC123'],
  databar: ['(01)09521234543213', '0109521234543213', '0109521234543213'],
  'databar-stacked': ['(01)09521234543213', '0109521234543213'],
  'databar-limited': ['(01)09521234543213', '0109521234543213'],
  'databar-expanded': ['(01)09521234543213(10)ABC', '010952123454321310ABC', '010952123454321310ABC'],
  codabar: ['A123456B', 'A123456B', 'A123456B'],
  msi: ['1234567'],
  code11: ['123-45'],
  telepen: ['ABC', 'ABC'],
  pharmacode: ['1234'],
  pzn: ['2758089', '-2758089'],
  'data-matrix': ['Grüße 日本', 'Grüße 日本'],
  'gs1-data-matrix': ['(01)09521234543213(10)ABC', '010952123454321310ABC'],
  aztec: ['Grüße 日本', 'Grüße 日本'],
  pdf417: ['Grüße 日本', 'Grüße 日本'],
  'micro-pdf417': ['hello', 'hello'],
  maxicode: ['Test of MaxiCode'],
  'usps-imb': ['0123456709498765432101234567891'],
  postnet: ['12345'],
  planet: ['01234567890'],
  'royal-mail': ['LE28HS9Z'],
  kix: ['1231FZ13XHS'],
  'australia-post': ['5956439111'],
  'japan-post': ['6540123789-A-K-Z'],
};

describe('barcode-generator', () => {
  exhaustive('makes every kind, and what can be read is read by ZXing and zbarimg', async () => {
    const forZbar: (readonly [string, Buffer])[] = [];
    for (const type of SYMBOLOGY_IDS) {
      const [input, read, zbarReads] = SAMPLES[type];
      for (const options of [{}, { scale: 6, angle: 90 }]) {
        const { data, bytes } = await made(barcodes, { input, options: { kind: type, ...options } });
        expect(data, type).toMatchObject({ encoded: read ?? null, warnings: [] });
        if (zbarReads !== undefined) forZbar.push([zbarReads, bytes]);
      }
    }
    if (hasZbar) expect(zbar(forZbar.map(([, picture]) => picture))).toEqual(forZbar.map(([text]) => text));
  });

  it.skipIf(!hasDmtx)('makes Data Matrix codes that dmtxread reads', async () => {
    const pictures: Buffer[] = [];
    for (const scale of [3, 8]) {
      pictures.push((await made(barcodes, { input: 'Grüße 日本', options: { kind: 'data-matrix', scale } })).bytes);
    }
    pictures.push(
      (await made(barcodes, { input: '(01)09521234543213(10)ABC', options: { kind: 'gs1-data-matrix' } })).bytes,
    );
    const [one, two, gs1 = ''] = readWith('dmtxread', ['-N1'], pictures);
    expect([one, two]).toEqual(['Grüße 日本', 'Grüße 日本']);
    expect(gs1.replace(/^\u001d|\u00e8/g, '')).toContain('010952123454321310ABC');
  });

  it('adds the check character of Codabar before its stop letter', async () => {
    const characters = '0123456789-$:/.+ABCD';
    for (const [start, body, stop] of [
      ['A', '40156', 'B'],
      ['C', '12-34/5:6.7+8$', 'D'],
      ['B', '0', 'A'],
      ['D', '987654321', 'C'],
    ]) {
      const input = `${start}${body}${stop}`;
      let sum = 0;
      for (const character of input) sum += characters.indexOf(character);
      // ANSI/AIM BC3-1995: the sum of all values, the check character's included, is a multiple of 16.
      const check = characters.charAt((16 - (sum % 16)) % 16);
      const { data, bytes } = await made(barcodes, { input, options: { kind: 'codabar', checkDigit: true } });
      expect(data).toMatchObject({ encoded: `${start}${body}${check}${stop}`, warnings: [] });
      if (hasZbar) expect(zbar([bytes])).toEqual([`${start}${body}${check}${stop}`]);
    }
  });

  it('has bars of whole pixels', async () => {
    const { bytes } = await made(barcodes, { input: 'Hello-123', options: { scale: 4, text: false } });
    const { data, info } = await sharp(bytes).toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
    const row = data.subarray(info.width * 100, info.width * 101);
    let start = 0;
    for (let x = 1; x <= row.length; x++) {
      if (row[x] === row[start]) continue;
      expect((x - start) % 4).toBe(0);
      start = x;
    }
  });

  inRounds('answers any text with a picture or a refusal', [2, 5], async (rounds) => {
    const texts = ['(99)^065', '\u{10ffff}', '9'.repeat(200), ' ', '\u0000('].slice(0, rounds);
    for (const type of SYMBOLOGY_IDS) {
      for (const input of texts) {
        const { status, cause } = await runTool(barcodes, { input, options: { kind: type, scale: 1 } });
        expect([200, 400, 413], `${type} ${JSON.stringify(input)} ${String(cause)}`).toContain(status);
      }
    }
  });
});

it('a line break at the end is not in a barcode, nor are spaces between the digits of retail codes', async () => {
  for (const [input, kind, encoded] of [
    ['ABC-123\r\n', 'code128', 'ABC-123'],
    ['4 006381 333931', 'ean13', '4006381333931'],
    ['0-36000-29145-2\n', 'upca', '0036000291452'],
  ] as const) {
    const { data } = await runTool(barcodes, { input, options: { kind } });
    expect(data).toMatchObject({ encoded });
  }
});
