import { describe, expect, it } from 'vitest';

import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import textEncodingConverter from './text-encoding-converter.js';

/** iconv's name and ours, where they differ. */
const ENCODINGS: readonly (readonly [string, string])[] = [
  ...['utf-16le', 'utf-16be', 'utf-32le', 'iso-8859-1', 'iso-8859-2', 'iso-8859-5', 'iso-8859-7', 'iso-8859-9'].map(
    (name) => [name, name] as const,
  ),
  ...['iso-8859-15', 'koi8-r', 'koi8-u', 'gb18030', 'euc-kr', 'cp437', 'cp850', 'cp866', 'ibm037', 'ibm273'].map(
    (name) => [name, name] as const,
  ),
  ...[1250, 1251, 1252, 1253, 1254, 1256, 1257].map((page) => [`cp${page}`, `windows-${page}`] as const),
  ['ibm500', 'ibm500'],
  ['ibm1140', 'ibm1140'],
  ['euc-jp', 'euc-jp'],
  ['iso-2022-jp', 'iso-2022-jp'],
];

const SAMPLE =
  'Hello, world! 0123456789 ÀÉÎõü ßøåæ ŁódźĘąČšž Привет мир Ґїє Γειά σου İstanbul ğş €₤ ¿¡ §¶ ½ 漢字 한글 かな カナ ░▒ – “”';

describe.skipIf(!hasProgram('iconv', ['--version'], 'text-encoding-converter beside iconv'))('iconv', () => {
  it.each(ENCODINGS)('%s: the same bytes both ways', async (theirs, ours) => {
    // What the encoding has of the sample, in iconv's opinion: iconv -c leaves out the rest.
    const bytes = runProgram('sh', ['-c', `iconv -c -f utf-8 -t ${theirs} || true`], SAMPLE);
    const text = runProgram('iconv', ['-f', theirs, '-t', 'utf-8'], bytes).toString();
    const [to] = (await runTool(textEncodingConverter, { input: text, options: { to: ours } })).files;
    expect(to?.bytes.toString('hex')).toBe(bytes.toString('hex'));
    const files = [{ name: 'a.txt', bytes }];
    const [from] = (await runTool(textEncodingConverter, { files, options: { from: ours } })).files;
    expect(from?.bytes.toString()).toBe(text);
  });

  it('ISO-2022-JP: the characters of JIS X 0208, but for six that browsers read as Windows does', async () => {
    const pairs = Array.from({ length: 94 * 94 }, (_, index) => [0x21 + Math.floor(index / 94), 0x21 + (index % 94)]);
    const escaped = pairs.map((pair) => `\u001b$B${String.fromCharCode(...pair)}\u001b(B\n`);
    // iconv leaves out what the standard has not.
    const theirs = runProgram('sh', ['-c', 'iconv -c -f iso-2022-jp -t utf-8 || true'], escaped.join(''));
    const letters = theirs.toString().split('\n');
    const files = [{ name: 'a.txt', bytes: Buffer.from(escaped.join('')) }];
    const options = { from: 'iso-2022-jp', onError: 'replace' };
    const [ours] = (await runTool(textEncodingConverter, { files, options })).files;
    const read = (ours?.bytes.toString() ?? '').split('\n');
    const other = letters.flatMap((letter, index) =>
      letter === '' || letter === read[index] ? [] : [`${letter}${read[index]}`],
    );
    expect(other).toEqual(['〜～', '‖∥', '−－', '¢￠', '£￡', '¬￢']);
    const input = read.filter((letter) => letter !== '' && letter !== '\ufffd').join('');
    expect(input.length).toBeGreaterThan(7000);
    const [written] = (await runTool(textEncodingConverter, { input, options: { to: 'iso-2022-jp' } })).files;
    const again = await runTool(textEncodingConverter, {
      files: [{ name: 'a.txt', bytes: written?.bytes ?? Buffer.alloc(0) }],
    });
    expect(again.files[0]?.bytes.toString()).toBe(input);
  });
});

describe.skipIf(!hasProgram('python3', ['--version'], 'text-encoding-converter beside Python'))('Python', () => {
  const names = ENCODINGS.map(([name]) => name).filter((name) => /^(cp12|iso-8859|koi8|cp4|cp8|ibm)/.test(name));
  const script = `
import json, sys
def char(b, name):
    try: return bytes([b]).decode(name)
    except UnicodeDecodeError: return None
print(json.dumps({n: [char(b, n.replace('ibm', 'cp')) for b in range(256)] for n in sys.argv[1:]}))`;

  it('has the same character for every byte of every code page', async () => {
    const tables = JSON.parse(runProgram('python3', ['-c', script, ...names]).toString()) as Record<
      string,
      (string | null)[]
    >;
    for (const [theirs, ours] of ENCODINGS) {
      const table = tables[theirs];
      if (table === undefined) continue;
      // WHATWG has these two letters of Belarusian there, Python lines of a box.
      if (theirs === 'koi8-u') table.splice(0xae, 1, 'ў').concat(table.splice(0xbe, 1, 'Ў'));
      const known = table.flatMap((letter, byte) => (letter === null ? [] : [byte]));
      const files = [{ name: 'a.txt', bytes: Buffer.from(known) }];
      const [file] = (await runTool(textEncodingConverter, { files, options: { from: ours, onError: 'replace' } }))
        .files;
      expect(file?.bytes.toString(), theirs).toBe(table.filter((letter) => letter !== null).join(''));
    }
  });
});

it('replaces, escapes or refuses what is lacking, and never loses it in silence', async () => {
  const input = 'a€b\r\n日';
  const convert = async (onError: string) =>
    runTool(textEncodingConverter, { input, options: { to: 'us-ascii', onError } });
  expect((await convert('replace')).files[0]?.bytes.toString()).toBe('a?b\r\n?');
  const emoji = await runTool(textEncodingConverter, {
    input: 'x😀y',
    options: { to: 'iso-8859-1', onError: 'replace' },
  });
  expect(emoji.files[0]?.bytes.toString()).toBe('x?y');
  expect((await convert('escape')).files[0]?.bytes.toString()).toBe('a&#8364;b\r\n&#26085;');
  expect((await convert('strict')).message).toContain('line 1, column 2');
});

it('ISO-2022-JP is known by its escapes, and its faults by their place', async () => {
  const escaped = Buffer.from('Re: \u001b$B$3$s$K$A$O\u001b(B!\n');
  const convert = async (bytes: Buffer, options: Readonly<Record<string, unknown>>) =>
    runTool(textEncodingConverter, { files: [{ name: 'a.txt', bytes }], options });
  const found = await convert(escaped, {});
  expect(found.data).toMatchObject({ files: [{ from: 'iso-2022-jp', warnings: [] }] });
  expect(found.files[0]?.bytes.toString()).toBe('Re: こんにちは!\n');
  const back = await runTool(textEncodingConverter, { input: 'Re: こんにちは!\n', options: { to: 'ISO-2022-JP' } });
  expect(back.files[0]?.bytes.equals(escaped)).toBe(true);
  const damaged = await convert(Buffer.from('ab\u001b$B$3\u007f'), {
    from: 'iso-2022-jp',
  });
  expect(damaged.message).toBe('Cannot read file "a.txt": byte 8 is not valid iso-2022-jp');
  // No escape of Japanese text: what a terminal is told.
  const log = await convert(Buffer.from('\u001b[31mred\u001b[0m'), {});
  expect(log.data).toMatchObject({ files: [{ from: 'utf-8' }] });
  const kana = await runTool(textEncodingConverter, { input: 'ｶﾅ', options: { to: 'iso-2022-jp' } });
  expect(kana.message).toContain('it has no "ｶ" (U+FF76)');
});

it('bytes of the wrong encoding are refused with their place, or replaced', async () => {
  const files = [{ name: 'a.txt', bytes: Buffer.from('6162ff63c3', 'hex') }];
  const convert = async (onError: string) =>
    runTool(textEncodingConverter, { files, options: { from: 'utf-8', onError } });
  expect((await convert('strict')).message).toBe('Cannot read file "a.txt": byte 3 is not valid utf-8');
  expect((await convert('replace')).files[0]?.bytes.toString()).toBe('ab\ufffdc\ufffd');
});
