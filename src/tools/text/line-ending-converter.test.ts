import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { drawText } from '../../testing/random-texts.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './line-ending-converter.js';

const hasDos2unix = hasProgram('dos2unix', ['--version'], 'line-ending-converter beside dos2unix');
const folder = mkdtempSync(join(tmpdir(), 'line-endings-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function convertFile(bytes: Buffer, options: Readonly<Record<string, unknown>>): Promise<Buffer> {
  const { files, message } = await runTool(tool, { files: [{ name: 'a.txt', bytes }], options });
  expect(message).toBeUndefined();
  return files[0]!.bytes;
}

function convertBy(program: string, bytes: Buffer, ...args: string[]): Buffer {
  const path = join(folder, 'a.txt');
  writeFileSync(path, bytes);
  runProgram(program, ['-q', '-f', ...args, path]);
  return readFileSync(path);
}

exhaustive.skipIf(!hasDos2unix)('writes the bytes that dos2unix and its kin write', async () => {
  const below = chanceOf(91);
  const mark = Buffer.from([0xef, 0xbb, 0xbf]);
  for (let round = 0; round < 100; round++) {
    const body = Buffer.from(`${drawText(below, ['a', 'é', '日', '\n', '\r\n', ' '], below(40))}x\n`);
    const bytes = below(3) === 0 ? Buffer.concat([mark, body]) : body;
    expect(await convertFile(bytes, { to: 'lf', mark: 'remove' })).toEqual(convertBy('dos2unix', bytes));
    expect(await convertFile(bytes, { to: 'lf' })).toEqual(convertBy('dos2unix', bytes, '-b'));
    expect(await convertFile(bytes, { to: 'crlf' })).toEqual(convertBy('unix2dos', bytes, '-b'));
    const even = await convertFile(bytes, { to: 'lf', mark: 'remove' });
    expect(await convertFile(even, { to: 'cr' })).toEqual(convertBy('unix2mac', even));
    const mac = convertBy('unix2mac', even);
    expect(await convertFile(mac, { to: 'lf' })).toEqual(convertBy('mac2unix', mac));
    expect(await convertFile(even, { to: 'keep', mark: 'add' })).toEqual(convertBy('dos2unix', even, '-m'));
  }
});

describe('files', () => {
  it('of UTF-16 stay so', async () => {
    const bytes = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('a\r\né\r\n', 'utf16le')]);
    const made = await convertFile(bytes, { to: 'lf' });
    expect(made).toEqual(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('a\né\n', 'utf16le')]));
    expect(await convertFile(made, { to: 'crlf' })).toEqual(bytes);
  });

  it('of an older encoding stay so', async () => {
    expect(await convertFile(Buffer.from('caf\xe9\r\n', 'latin1'), {})).toEqual(Buffer.from('caf\xe9\n', 'latin1'));
  });
});

it('adds and removes final breaks and marks of a text', async () => {
  const run = async (input: string, options: Readonly<Record<string, unknown>>): Promise<string | null> =>
    (await runTool(tool, { input, options })).text;
  expect(await run('a\r\nb', { to: 'keep', finalNewline: 'add' })).toBe('a\r\nb\r\n');
  expect(await run('a\n\r\n\r', { finalNewline: 'remove' })).toBe('a');
  expect(await run('\ufeffa\r', { mark: 'remove' })).toBe('a\n');
  expect(await run('a', { mark: 'add' })).toBe('\ufeffa');
  expect((await runTool(tool, { input: '\n'.repeat(1_000_000), options: { to: 'crlf' } })).status).toBe(200);
});

it('converts each of several files and reports on each', async () => {
  const files = [
    { name: 'a.txt', bytes: Buffer.from('a\r\nb') },
    { name: 'b.txt', bytes: Buffer.from('caf\xe9\r', 'latin1') },
  ];
  const answer = await runTool(tool, { files, options: { mark: 'add' } });
  expect(answer.data).toMatchObject({
    files: [
      {
        name: 'a.txt',
        outputs: ['a.txt'],
        encoding: 'utf-8',
        before: { crlf: 1 },
        after: { lf: 1, byteOrderMark: true },
      },
      { name: 'b.txt', error: expect.stringContaining('windows-1252 has none') as unknown },
    ],
  });
  expect(answer.files.map(({ bytes }) => bytes.toString())).toEqual(['\ufeffa\nb']);
});
