import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { expectLinear } from '../../testing/growth.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { readFixture, runTool } from '../../testing/run-tool.js';
import tool from './strings-extractor.js';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'strings-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const chance = chanceOf(20);
const randomBytes = (length: number, values: number): Uint8Array => Uint8Array.from({ length }, () => chance(values));

/** Bytes of ASCII and such as end a text; none is half of another letter in UTF-16. */
const plainBytes = (length: number): Uint8Array =>
  Uint8Array.from({ length }, () => pick(chance, [0, 0, 0x41, 0x7a, 0x09, 0x20, 0x7e, 0x7f, 0x0a, 0x1f]));

async function strings(bytes: Uint8Array, options: Record<string, unknown> = {}): Promise<string> {
  const { text } = await runTool(tool, { files: [{ name: 'a.bin', bytes }], options });
  return text ?? '';
}

const ASCII = [['ascii', 's']];
const ALL = [...ASCII, ['utf-16le', 'l'], ['utf-16be', 'b']];
const FILES = [
  { what: 'random bytes', bytes: randomBytes(200_000, 256), encodings: ASCII },
  { what: 'random bytes below 128', bytes: randomBytes(100_000, 128), encodings: ASCII },
  { what: 'bytes of ASCII and of what ends it', bytes: plainBytes(100_000), encodings: ALL },
  { what: 'an archive', bytes: readFixture('archives/small.zip'), encodings: ALL },
  { what: 'no bytes', bytes: new Uint8Array(), encodings: ALL },
];

const hasStrings = hasProgram('strings', ['--version'], 'strings-extractor beside GNU strings');

describe.skipIf(!hasStrings)('GNU strings finds the same as strings-extractor', () => {
  it.each(FILES)('in $what', async ({ bytes, encodings }) => {
    const path = join(folder, 'a.bin');
    writeFileSync(path, bytes);
    for (const [encoding, letter] of encodings) {
      for (const minLength of [2, 4, 9]) {
        const theirs = runProgram('strings', ['-a', `-n${minLength}`, `-e${letter}`, path]).toString();
        expect(await strings(bytes, { encoding, minLength })).toBe(theirs);
      }
      for (const [offsets, base] of [
        ['decimal', 'd'],
        ['hex', 'x'],
      ]) {
        const theirs = runProgram('strings', ['-a', `-e${letter}`, `-t${base}`, path]).toString();
        expect(await strings(bytes, { encoding, offsets })).toBe(theirs);
      }
    }
  });
});

const SENTENCES = [
  'The quick brown fox',
  'Größe ändern: 5 µm ≤ 10 €',
  'Ça coûte trente œufs',
  'El niño comió ñoquis',
  'Příliš žluťoučký kůň',
  'Zażółć gęślą jaźń',
  'Ξεσκεπάζω την ψυχοφθόρα',
  'Съешь же ещё этих булок',
  'Їхав єдиний москаль',
  'Он и я в Ё о том',
  'Iğdır’da şöyle',
  'עטלף אבק נס דרך',
  'نص حكيم له سر قاطع',
  'いろはにほへと',
  '我能吞下玻璃',
  '키스의 고유조건은',
  'เป็นมนุษย์สุดประเสริฐ',
  'ऋषियों को सताने',
  'Tiếng Việt rất hay',
  'Ærø på øen',
  'emoji 👩‍💻 🇩🇪 ok',
];

/** Texts divided by bytes that belong to none. */
function program(texts: readonly string[], write: (text: string) => Buffer): Buffer {
  return Buffer.concat(texts.flatMap((text) => [Buffer.from([0, 0, 0xff, 0xff]), write(text), Buffer.from([0, 0])]));
}

const swapped = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();
const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');

describe('strings-extractor', () => {
  it('finds texts of 20 languages in UTF-8', async () => {
    for (const encoding of ['all', 'utf-8'])
      expect(
        await strings(
          program(SENTENCES, (text) => Buffer.from(text)),
          { encoding },
        ),
      ).toBe(`${SENTENCES.join('\n')}\n`);
  });

  it('finds Latin, Greek and Cyrillic texts in UTF-16 of both byte orders', async () => {
    const texts = SENTENCES.slice(1, 11).filter((text) => !text.includes('≤'));
    const expected = `${texts.join('\n')}\n`;
    const little = program(texts, utf16);
    const big = program(texts, swapped);
    expect(await strings(little, { encoding: 'utf-16le' })).toBe(expected);
    expect(await strings(big, { encoding: 'utf-16be' })).toBe(expected);
    expect(await strings(little)).toBe(expected);
    expect(await strings(big)).toBe(expected);
  });

  it('tells the encoding of each where all three are mixed', async () => {
    const bytes = Buffer.concat([
      ...[Buffer.from('plain text'), Buffer.from([0, 0])],
      ...[utf16('little end'), Buffer.from([0, 0, 0, 0])],
      ...[swapped('big end'), Buffer.from([0, 0])],
    ]);
    const { data } = await runTool(tool, { files: [{ name: 'a.bin', bytes }], options: { format: 'json' } });
    expect(data).toEqual({
      strings: [
        { offset: 0, encoding: 'utf-8', text: 'plain text' },
        { offset: 12, encoding: 'utf-16le', text: 'little end' },
        { offset: 36, encoding: 'utf-16be', text: 'big end' },
      ],
      stringCount: 3,
    });
  });

  it('takes neither overlong forms, halves of pairs nor control characters for UTF-8', async () => {
    const bytes = Buffer.from([0xc0, 0xaf, 0xed, 0xa0, 0x80, 0xf4, 0x90, 0x80, 0x80, 0xc2, 0x85, 0xef, 0xbf, 0xbe]);
    expect(await strings(Buffer.concat([Buffer.from('abcd'), bytes, Buffer.from('efgh')]))).toBe('abcd\nefgh\n');
  });

  it('takes tables of numbers for no text', async () => {
    for (const width of [2, 4]) {
      const numbers = Buffer.alloc(width * 2000);
      for (let i = 0; i < 2000; i += 1) numbers.writeUIntLE((i % 8) * 256 + 0x100 + (i % 3), i * width, width);
      expect(await strings(numbers)).toBe('');
    }
  });

  it('refuses more than it can answer, by the limit', async () => {
    const many = Buffer.from('abcd\0'.repeat(100_001));
    const asJson = await runTool(tool, { files: [{ name: 'a.bin', bytes: many }], options: { format: 'json' } });
    expect({ code: asJson.code, message: asJson.message }).toEqual({
      code: 'LIMIT_EXCEEDED',
      message: 'File "a.bin" must have at most 100000 strings, got 100001: a higher "minLength" gives fewer',
    });
    const long = await runTool(tool, { files: [{ name: 'a.bin', bytes: Buffer.alloc(10_000_000, 'a') }] });
    expect(long.message).toMatch(/must have at most 10000000 characters in all: a higher "minLength" gives fewer$/);
  });

  it('takes time in step with the size, whatever the bytes', async () => {
    for (const unit of ['a\0', '\0a', 'abc\0', 'ä', '\u0430', 'a'])
      await expectLinear(20_000, (size) => strings(Buffer.from(unit.repeat(size)), { minLength: 1000 }));
  });
});
