/** base64-converter, hex-converter, file-to-base64, base64-to-file, hexdump, url-encoder, html-entities beside other programs. */

import { describe, expect, it } from 'vitest';
import { chanceOf } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { expectLinear } from '../../testing/growth.js';
import { hasProgram, runProgram, runPrograms } from '../../testing/programs.js';
import { mutate } from '../../testing/random-requests.js';
import { runTool } from '../../testing/run-tool.js';

import base64Converter from './base64-converter.js';
import base64ToFile from './base64-to-file.js';
import fileToBase64 from './file-to-base64.js';
import hexConverter from './hex-converter.js';
import hexdump from './hexdump.js';
import htmlEntities from './html-entities.js';
import urlEncoder from './url-encoder.js';

const chance = chanceOf(7);
const randomBytes = (most: number): Buffer => Buffer.from(Array.from({ length: chance(most) }, () => chance(256)));
const randomText = (): string =>
  `x${mutate('Grüße, 🌍! 100 % "sure" & <b>ok</b> = a+b/c?d#e\r\n日本語 नमस्ते', chance)}`.replaceAll('\0', '');
const textOf = async (...run: Parameters<typeof runTool>): Promise<string> => {
  const answer = await runTool(...run);
  expect(answer.status, answer.message).toBe(200);
  return answer.text ?? '';
};

describe.skipIf(!hasProgram('base64', ['--version'], 'base64 beside coreutils'))('base64', () => {
  it('is what coreutils writes and reads', async () => {
    const jobs = Array.from({ length: 60 }, (_, round) => ({
      input: randomText(),
      lineLength: [0, 1, 4, 76][round % 4] ?? 0,
    }));
    const ends = runPrograms(
      jobs.map(({ input, lineLength }) => ({ program: 'base64', args: [`-w${lineLength}`], input })),
    );
    for (const [round, { input, lineLength }] of jobs.entries()) {
      const expected = ends[round]!.stdout.replace(/\n$/, '');
      expect(await textOf(base64Converter, { input, options: { lineLength } })).toBe(expected);
      const decoded = await textOf(base64Converter, { input: expected, options: { direction: 'decode' } });
      expect(decoded).toBe(input.replace(/^\ufeff/, ''));
    }
  });

  it('of files comes back as the same files', async () => {
    for (let round = 0; round < 12; round++) {
      const bytes = randomBytes(3000);
      const written = await textOf(fileToBase64, { files: [{ name: 'a.bin', bytes }], options: { lineLength: 76 } });
      expect(written).toBe(runProgram('base64', ['-w76'], bytes).toString().replace(/\n$/, ''));
      if (bytes.length === 0) continue;
      const [file] = (await runTool(base64ToFile, { input: written })).files;
      expect(file?.bytes.equals(bytes)).toBe(true);
    }
  });
});

it.each([
  ['text/html', 'html', '<p>Hello</p>'],
  ['text/css', 'css', 'a{b:c}'],
  ['text/csv', 'csv', 'a,b\n1,2\n'],
  ['text/javascript', 'js', 'alert(1)'],
  ['application/javascript', 'js', 'alert(1)'],
  ['text/markdown', 'md', '# Title'],
  ['application/xml', 'xml', '<a>x</a>'],
  ['application/json', 'json', '"x"'],
  ['text/plain', 'txt', 'Hello'],
  ['image/png', 'txt', 'Hello'],
])(
  'a data URI of %s becomes a file with the ending %s, and the file such a data URI',
  async (mime, ending, content) => {
    const base64 = Buffer.from(content).toString('base64');
    const [file] = (await runTool(base64ToFile, { input: `data:${mime};charset=utf-8;base64,${base64}` })).files;
    if (mime === 'image/png') {
      expect(file?.mime).toBe(mime);
      return;
    }
    expect(file?.name).toBe(`result.${ending}`);
    const files = [{ name: `a.${ending}`, bytes: Buffer.from(content) }];
    const uri = await textOf(fileToBase64, { files, options: { dataUri: true } });
    expect(uri).toBe(`data:${mime.replace('application/java', 'text/java')};base64,${base64}`);
  },
);

// RFC 4648 §10
it.each([
  ['f', 'Zg==', '66'],
  ['fo', 'Zm8=', '666f'],
  ['foo', 'Zm9v', '666f6f'],
  ['foob', 'Zm9vYg==', '666f6f62'],
  ['fooba', 'Zm9vYmE=', '666f6f6261'],
  ['foobar', 'Zm9vYmFy', '666f6f626172'],
])('%s is written and read as RFC 4648 says', async (input, base64, hex) => {
  expect(await textOf(base64Converter, { input })).toBe(base64);
  expect(await textOf(base64Converter, { input: base64, options: { direction: 'decode', strict: true } })).toBe(input);
  expect(await textOf(hexConverter, { input })).toBe(hex);
  expect(await textOf(hexConverter, { input: hex, options: { direction: 'decode' } })).toBe(input);
});

it('every text of base64 digits decodes or is refused with a place', async () => {
  for (let round = 0; round < 300; round++) {
    const input = mutate('SGVsbG8gd29ybGQ=', chance) || 'x';
    for (const strict of [true, false]) {
      const answer = await runTool(base64Converter, { input, options: { direction: 'decode', strict } });
      if (answer.status === 200 && strict) {
        expect(Buffer.from(answer.text ?? '').toString('base64')).toBe(input);
      } else if (answer.status !== 200) {
        expect(answer.message).toMatch(/line \d+, column \d+: |^Cannot read the decoded bytes/);
      }
    }
  }
});

describe.skipIf(!hasProgram('xxd', ['-v'], 'hexdump and hex-converter beside xxd'))('xxd', () => {
  inRounds('writes the same digits and reads them back', [6, 60], async (rounds) => {
    const inputs = Array.from({ length: rounds }, () => randomText());
    const ends = runPrograms(inputs.map((input) => ({ program: 'xxd', args: ['-p', '-c0'], input })));
    for (const [round, input] of inputs.entries()) {
      const digits = ends[round]!.stdout.trim();
      expect(await textOf(hexConverter, { input })).toBe(digits);
      for (const separator of ['space', 'colon', 'comma', 'hyphen', '0x', '\\x']) {
        const written = await textOf(hexConverter, { input, options: { separator, uppercase: round % 2 === 0 } });
        expect(await textOf(hexConverter, { input: written, options: { direction: 'decode' } })).toBe(
          input.replace(/^\ufeff/, ''),
        );
      }
    }
  });

  it('writes the same dumps, and dumps are restored as xxd -r restores them', async () => {
    for (let round = 0; round < 16; round++) {
      const bytes = randomBytes(300);
      const files = [{ name: 'data', bytes }];
      const width = [16, 1, 7, 32][round % 4] ?? 16;
      expect(await textOf(hexdump, { files, options: { style: 'xxd', width } })).toBe(
        runProgram('xxd', [`-c${width}`], bytes).toString(),
      );
      const array = runProgram('xxd', ['-i', `-c${width}`, '-n', 'data', '-'], bytes).toString();
      expect(await textOf(hexdump, { files, options: { style: 'c-array', width } })).toBe(array);
      for (const style of ['xxd', 'c-array', 'canonical']) {
        const input = await textOf(hexdump, { files, options: { style, width } });
        if (input === '') continue;
        const [file] = (await runTool(hexdump, { input, options: { direction: 'restore' } })).files;
        expect(file?.bytes.equals(bytes), `${style} ${width}`).toBe(true);
      }
    }
  });
});

/** What other programs write of the same bytes; the last are digits as people paste them. */
const DUMPS: readonly (readonly [string, ...string[]])[] = [
  ...[0, 4, 8, 16, 30].map((width) => ['xxd', '-p', `-c${width}`] as const),
  ['xxd', '-p', '-u'],
  ['xxd', '-u', '-g1'],
  ['xxd', '-g0'],
  ['xxd', '-c24', '-g4'],
  ['hexdump', '-C'],
  ['od', '-A', 'x', '-t', 'x1', '-v'],
];

exhaustive.skipIf(!hasProgram('xxd', ['-v'], 'restoring what xxd, hexdump and od write'))(
  'bytes of every length up to 80 come back from every dump of other programs',
  async () => {
    const inputs = Array.from({ length: 80 }, (_, i) => Uint8Array.from({ length: i + 1 }, () => chance(256)));
    const jobs = inputs.flatMap((input) =>
      DUMPS.map(([program, ...args]) => ({ program, args, input: Buffer.from(input) })),
    );
    const ends = runPrograms(jobs);
    for (const [index, { program, args, input }] of jobs.entries()) {
      const { files, message } = await runTool(hexdump, {
        input: ends[index]!.stdout,
        options: { direction: 'restore' },
      });
      const what = `${program} ${args.join(' ')}: ${ends[index]!.stdout} ${message}`;
      expect(files[0]?.bytes.equals(input), what).toBe(true);
    }
    for (const input of inputs) {
      const digits = Buffer.from(input).toString('hex');
      for (const written of [digits, digits.toUpperCase(), digits.replace(/..(?!$)/g, '$& '), `${digits}\r\n`]) {
        const { files } = await runTool(hexdump, { input: written, options: { direction: 'restore' } });
        expect(files[0]?.bytes.equals(Buffer.from(input)), written).toBe(true);
      }
    }
  },
);

it('what may be an offset or a byte is never dropped', async () => {
  const restored = async (input: string) => runTool(hexdump, { input, options: { direction: 'restore' } });
  for (const [input, hex] of [
    ['deadbeef', 'deadbeef'],
    ['000000 48 65', '4865'],
    ['000010 48 65\n000012', '4865'],
    ['48656c 6c 6f', '48656c6c6f'],
    ['abcdef 01\nabcdef 02', 'abcdef01abcdef02'],
  ] as const)
    expect((await restored(input)).files[0]?.bytes.toString('hex'), input).toBe(hex);
  expect((await restored('00000000: 4865\n48656c6c6f')).message).toMatch('line 2: not a line of a hex dump');
  expect((await restored('48656c6c6\n')).message).toMatch('line 1: a byte must have two digits');
});

it('a long line is read once', async () => {
  await expectLinear(20_000, async (length) => {
    for (const line of [
      `00000000: ${'a'.repeat(length)}!`,
      `00000000  ${'aa '.repeat(length)}!`,
      `${'a'.repeat(length)}!`,
    ])
      expect((await runTool(hexdump, { input: line, options: { direction: 'restore' } })).status).toBeGreaterThan(0);
  });
});

it.skipIf(!hasProgram('hexdump', ['-C', '/dev/null'], 'hexdump beside util-linux'))(
  'is what hexdump -C writes, repeated lines too',
  async () => {
    for (let round = 0; round < 16; round++) {
      const bytes = round % 3 === 0 ? Buffer.alloc(chance(200), round % 2) : randomBytes(200);
      const files = [{ name: 'data', bytes: Buffer.concat([bytes, Buffer.alloc(chance(100))]) }];
      const [file] = files;
      const dump = await textOf(hexdump, { files });
      expect(dump).toBe(runProgram('hexdump', ['-C'], file?.bytes).toString());
      if (dump === '') continue;
      const restored = await runTool(hexdump, { input: dump, options: { direction: 'restore' } });
      expect(restored.files[0]?.bytes.equals(file?.bytes ?? Buffer.alloc(0))).toBe(true);
    }
  },
);

describe('url-encoder', () => {
  // Python 3.11: urllib.parse.quote(text, safe='~') keeps letters, digits and _ . - ~
  const python = 'import sys,urllib.parse as u;t=sys.stdin.buffer.read().decode();print(u.quote(t,safe="~"),end="")';
  const hasPython = hasProgram('python3', ['--version'], 'url-encoder beside urllib');

  it('is what ECMAScript, the URL standard and Python make of every character', async () => {
    const all = Array.from({ length: 0x3000 }, (_, point) => String.fromCodePoint(point))
      .join('')
      .slice(1);
    const input = `${all}🌍𝄞`;
    const encode = (set: string) => textOf(urlEncoder, { input, options: { set } });
    expect(await encode('component')).toBe(encodeURIComponent(input));
    expect(await encode('uri')).toBe(encodeURI(input));
    expect(await encode('form')).toBe(new URLSearchParams([['', input]]).toString().slice(1));
    if (hasPython) expect(await encode('rfc3986')).toBe(runProgram('python3', ['-c', python], input).toString());
    for (const set of ['component', 'uri', 'form', 'rfc3986']) {
      const options = { direction: 'decode', set };
      const decoded = await textOf(urlEncoder, { input: await encode(set), options });
      expect(decoded, set).toBe(set === 'uri' ? decodeURI(encodeURI(input)) : input);
    }
  });
});

it('every character comes back from its entity, controls and NUL too', async () => {
  const input = `${Array.from({ length: 0x300 }, (_, point) => String.fromCodePoint(point)).join('')}\ufffd\u{1f600}\u0085\0x`;
  for (const style of ['named', 'decimal', 'hex'])
    for (const scope of ['special', 'non-ascii', 'all']) {
      const encoded = await textOf(htmlEntities, { input, options: { style, scope } });
      expect(await textOf(htmlEntities, { input: encoded, options: { direction: 'decode' } })).toBe(input);
    }
});

describe.skipIf(!hasProgram('python3', ['--version'], 'html-entities beside html.unescape'))('html-entities', () => {
  const unescapeHtml = (text: string): string =>
    runProgram(
      'python3',
      ['-c', 'import sys,html;sys.stdout.buffer.write(html.unescape(sys.stdin.buffer.read().decode()).encode())'],
      text,
    ).toString();

  it('decodes all names of HTML as Python does', async () => {
    const names = 'import html.entities as e;print("\\n".join("&"+n for n in sorted(e.html5)),end="")';
    const input = runProgram('python3', ['-c', names]).toString();
    expect(input.split('\n').length).toBe(2231);
    expect(await textOf(htmlEntities, { input, options: { direction: 'decode' } })).toBe(unescapeHtml(input));
  });

  it('decodes random references as Python does', async () => {
    const parts = [
      '&',
      '#',
      'x',
      ';',
      'amp',
      'lt',
      '65',
      'A9',
      'copy',
      'notit',
      'eacute',
      '128',
      'x9f',
      ' ',
      'é',
      '=',
      '0',
    ];
    const lines = Array.from({ length: 2000 }, () =>
      Array.from({ length: 1 + chance(8) }, () => parts[chance(parts.length)]).join(''),
    );
    // Python gives nothing for references to noncharacters and controls, where HTML only complains.
    const input = lines.join('\n');
    expect(await textOf(htmlEntities, { input, options: { direction: 'decode' } })).toBe(unescapeHtml(input));
  });

  inRounds('gives back what it has encoded, by Python too', [0x2ff, 0x2fff], async (letters) => {
    const input = Array.from({ length: letters }, (_, i) => String.fromCodePoint(i + 1))
      .filter((letter) => !/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\r]|\p{Cn}/u.test(letter))
      .join('');
    const written: string[] = [];
    for (const style of ['named', 'decimal', 'hex']) {
      for (const scope of ['special', 'non-ascii', 'all']) {
        const encoded = await textOf(htmlEntities, { input, options: { style, scope } });
        expect(await textOf(htmlEntities, { input: encoded, options: { direction: 'decode' } })).toBe(input);
        written.push(encoded);
      }
    }
    expect(unescapeHtml(written.join('')) === input.repeat(written.length)).toBe(true);
  });
});
