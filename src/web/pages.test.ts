/** What the pages work out by themselves; how they look and behave is proved in a browser by checks/pages. */

import { expect, it } from 'vitest';
import type { CatalogOption } from '../core/catalog.js';
import { quote } from '../core/errors.js';
import type { PageIndexTool } from '../core/pages.js';
import { writeZip } from '../lib/archives/zip-writer.js';
import { writeVtt } from '../lib/subtitles/vtt.js';
import { chanceOf } from '../testing/chance.js';
import { shellQuoted } from './call/snippets.js';
import { toolsForFile, toolsForText } from './compatible.js';
import { fieldOf } from './faults.js';
import { familyName, optionLabel } from './names.js';
import { isColour, isSecret } from './options.js';
import { fileKind } from './results/file-kinds.js';
import { readTimedLines } from './results/timed-words.js';
import { readZipDirectory } from './results/zip-directory.js';
import { changeText, durationText, sizeText } from './units.js';
import { hashOf, valuesOfHash } from './url-options.js';

const option = (name: string, part: Partial<CatalogOption>): CatalogOption => ({
  name,
  type: 'string',
  default: '',
  description: 'About it.',
  ...part,
});

const OPTIONS = [
  option('quality', { type: 'number', default: 85, minimum: 1, maximum: 100, multiple_of: 1 }),
  option('perLine', { type: 'boolean', default: false }),
  option('mode', { default: 'camel', allowed: ['camel', 'snake'] }),
  option('pages', { max_length: 1000 }),
  option('password', { kind: 'secret', max_length: 100 }),
];

it('puts changed options into the address and nothing else', () => {
  const values = { quality: 70, perLine: true, mode: 'camel', pages: '1-3, 5&7=8#', password: 'secret' };
  const hash = hashOf(OPTIONS, values);
  expect(hash).toBe('quality=70&perLine=true&pages=1-3%2C+5%267%3D8%23');
  expect(valuesOfHash(OPTIONS, `#${hash}`)).toEqual({ quality: 70, perLine: true, pages: '1-3, 5&7=8#' });
  for (const content of ['x'.repeat(201), 'one\ntwo']) {
    expect(hashOf(OPTIONS, { ...values, pages: content })).not.toContain('pages');
  }
  const contents = [option('other', { max_length: 1_000_000 }), option('transcript', { max_length: 5000 })];
  expect(hashOf(contents, { other: 'short', transcript: 'short' })).toBe('');
});

it('takes no value from an address that the tool would refuse', () => {
  const refused = '#quality=101&perLine=yes&mode=nope&password=secret&unknown=1&__proto__=1';
  expect(valuesOfHash(OPTIONS, refused)).toEqual({});
  expect(valuesOfHash(OPTIONS, '#quality=')).toEqual({});
  expect(valuesOfHash(OPTIONS, '#quality=1.5')).toEqual({});
});

it('knows secrets and colours by what the declaration says', () => {
  expect(isSecret(option('key', { kind: 'secret' }))).toBe(true);
  expect(isSecret(option('key', {}))).toBe(false);
  expect(isColour(option('ink', { kind: 'color', default: 'red' }))).toBe(true);
  expect(isColour(option('ink', { default: '#a1B2c3' }))).toBe(false);
});

it('finds the field that a message speaks of', () => {
  const tool = { input: 'required', options: OPTIONS, files: { min: 0, max: 20, formats: ['.pdf'] } } as const;
  const names = ['a.pdf', 'it\'s "b".pdf'];
  const field = (message: string, files: readonly string[] = names) => fieldOf(message, 'INVALID_INPUT', tool, files);
  expect(field('Option "quality" must be between 1 and 100, got 120')).toEqual({ kind: 'option', name: 'quality' });
  expect(field('Property "input" must not be empty')).toEqual({ kind: 'input' });
  expect(field('Property "files" must have at most 20 files, got 21')).toEqual({ kind: 'files' });
  expect(field('Property "files[1].name" must not be empty')).toEqual({ kind: 'files', index: 1 });
  expect(field(`Cannot read PDF ${quote(names[1] ?? '')}: it is damaged`)).toEqual({ kind: 'files', index: 1 });
  expect(field('Line 3 has 4 columns, got 5', [])).toEqual({ kind: 'input' });
  expect(field('Audio must be at most 60 s long, got 75.0 s', ['a.mp3'])).toEqual({ kind: 'files', index: 0 });
  expect(fieldOf('The tool failed on this input', 'EXECUTION_FAILED', tool, names)).toEqual({ kind: 'run' });
});

it('offers tools that take what is handed over, those made for it first', () => {
  const tool = (id: string, part: Partial<PageIndexTool>): PageIndexTool => ({
    id,
    title: id,
    summary: '',
    family: 'x',
    class: 'standard',
    input: 'none',
    gives: ['files'],
    files: null,
    ...part,
  });
  const tools = [
    tool('any', { files: { min: 1, max: 20, formats: ['*'] } }),
    tool('pdf', { files: { min: 1, max: 1, formats: ['.pdf'] } }),
    tool('self', { files: { min: 1, max: 1, formats: ['.pdf'] } }),
    tool('text', { input: 'required' }),
    tool('maybe', { input: 'optional' }),
    tool('both', { input: 'optional', files: { min: 1, max: 1, formats: ['.csv'] } }),
  ];
  expect(toolsForFile(tools, 'A.PDF', 'self').map(({ id }) => id)).toEqual(['pdf', 'any']);
  expect(toolsForText(tools, 'self').map(({ id }) => id)).toEqual(['text', 'maybe']);
});

it('quotes for a shell', () => {
  expect(shellQuoted(`it's $HOME`)).toBe(`'it'\\''s $HOME'`);
});

it('reads the directory of an archive as it was written', () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const zip = writeZip(
    [
      { name: 'é/a.txt', bytes: bytes('a'.repeat(1000)) },
      { name: 'b.txt', bytes: bytes('') },
    ],
    { level: 6, comment: 'PK\u0005\u0006 is not the end' },
  );
  const entries = readZipDirectory(zip);
  expect(entries?.map(({ name, size, isEncrypted }) => ({ name, size, isEncrypted }))).toEqual([
    { name: 'é/a.txt', size: 1000, isEncrypted: false },
    { name: 'b.txt', size: 0, isEncrypted: false },
  ]);
  expect(entries?.[0]?.packedSize).toBeLessThan(100);
});

it('ends on anything that is not an archive', () => {
  expect(readZipDirectory(new Uint8Array(0))).toBeUndefined();
  const chance = chanceOf(1);
  for (let round = 0; round < 300; round += 1) {
    const bytes = Uint8Array.from({ length: 60 }, () => chance(256));
    bytes.set([0x50, 0x4b, 5, 6], 30);
    expect(() => readZipDirectory(bytes)).not.toThrow();
  }
});

it('reads the times of words as they were written', () => {
  const word = (text: string, start: number, end: number) => ({ text, start, end });
  const cues = [
    { start: 0.2, end: 1.5, label: 'SAM:', words: [word('Tom', 0.2, 0.6), word('&', 0.6, 0.7), word('<b>', 0.9, 1.5)] },
    { start: 3600, end: 3601, label: '', words: [word('late', 3600, 3601)] },
  ];
  const lines = readTimedLines(writeVtt(cues));
  expect(lines.map(({ start, end }) => [start, end])).toEqual([
    [0.2, 1.5],
    [3600, 3601],
  ]);
  expect(lines[0]?.words.map(({ text, start, end }) => [text.trim(), start, end])).toEqual([
    ['SAM: Tom', 0.2, 0.6],
    ['&', 0.6, 0.9],
    ['<b>', 0.9, 1.5],
  ]);
});

it('reads WebVTT of others: without hours, with settings, notes, styles and tags', () => {
  const vtt =
    'WEBVTT\r\n\r\nNOTE hello\r\n\r\n00:01.000 --> 00:02.500 line:0 align:start\r\n<v Roger><b>Hi</b> there\r\nagain\r\n';
  expect(readTimedLines(vtt)).toEqual([
    { start: 1, end: 2.5, words: [{ text: 'Hi there again', start: 1, end: 2.5 }] },
  ]);
});

it('knows how files are looked at', () => {
  const kinds = [
    ['image/jpeg', 'a.bin', 'picture'],
    ['image/tiff', 'a.tiff', 'other'],
    ['image/svg+xml', 'a.svg', 'picture'],
    ['text/csv;charset=utf-8', 'a', 'csv'],
    ['application/ld+json', 'a', 'json'],
    ['', 'a.MP3', 'audio'],
    ['application/octet-stream', 'a.pdf', 'pdf'],
    ['application/octet-stream', 'a.exe', 'other'],
    ['text/html', 'a.html', 'text'],
  ] as const;
  for (const [mime, name, kind] of kinds) expect(fileKind(mime, name), `${mime} ${name}`).toBe(kind);
});

it('names families, options, sizes and times as people say them', () => {
  expect(['ai-llm', 'pdf', 'data-formats'].map(familyName)).toEqual(['AI & LLM', 'PDF', 'Data formats']);
  expect(['perLine', 'jpeg-quality', 'maxItems'].map(optionLabel)).toEqual(['Per line', 'JPEG quality', 'Max items']);
  expect(['vin', 'isIbanValid', 'srgbHex', 'sha256'].map(optionLabel)).toEqual([
    'VIN',
    'Is IBAN valid',
    'sRGB hex',
    'SHA-256',
  ]);
  expect([0, 1, 1023, 1536, 20 * 2 ** 20].map(sizeText)).toEqual([
    '0 bytes',
    '1 byte',
    '1,023 bytes',
    '1.5 KB',
    '20 MB',
  ]);
  expect([0.4, 999, 2400, 85_000].map(durationText)).toEqual(['0 ms', '999 ms', '2.4 s', '85 s']);
  const sizes = [
    [1000, 80],
    [1000, 2500],
    [1000, 1004],
    [0, 5],
  ] as const;
  expect(sizes.map(([before, after]) => changeText(before, after))).toEqual(['92 % smaller', '150 % larger', '', '']);
});
