/**
 * The longest a million characters take, over texts made to be hard: processor milliseconds of the slowest ten, and of
 * loading an encoding (of the one that an argument names, else of both). Peers do not take part: they do not finish `a` × 1,000,000.
 */

import { openEncoding } from '../../src/engines/text/tokens.js';
import type { EncodingName } from '../../src/lib/models/openai-models.js';

const LENGTH = 1_000_000;
const ROUNDS = 2;

let state = 1;
/** Numerical Recipes' generator: the same texts on every run. */
function random(below: number): number {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
}

function made(make: () => string): string {
  const parts: string[] = [];
  for (let length = 0; length < LENGTH; ) {
    const part = make();
    parts.push(part);
    length += [...part].length;
  }
  return [...parts.join('')].slice(0, LENGTH).join('');
}

const between =
  (...ranges: (readonly [number, number])[]) =>
  (): string => {
    const [from, to] = ranges[random(ranges.length)] ?? [0, 0];
    return String.fromCodePoint(from + random(to - from + 1));
  };

const RUNS = [
  ...' \t\n\r\v\u0085\u00a0\u2003\u2028\u3000',
  ...'-=*/#_~.+<>!?\\@$%^&|:;,`"\'()[]{}',
  ...'aAxeéÉяЯ中的あアーกअا한ªʰ0٣²Ⅷ',
  ...'\0\u0300\u200b\u200d\ufeff\ufffd\u{10ffff}\u{20000}\u{1f600}\u{1d400}━█■★…·',
];
const PAIRS = [
  "'s",
  "'S",
  'ab',
  'aA',
  'Aa',
  'ha',
  '=-',
  '- ',
  ' -',
  ' \n',
  '\n ',
  '\r\n',
  '\n\t',
  '/\n',
  ' a',
  ' A',
  '中A',
  '中 ',
  '0a',
  'e\u0301',
  'a\u200d',
];

const texts: (readonly [string, string])[] = [
  ...[...RUNS, ...PAIRS].map((unit) => [`${JSON.stringify(unit)} repeated`, made(() => unit)] as const),
  ...['-', '=', '*', '/', '#', ' ', '\t'].map(
    (unit) =>
      [
        `runs of ${JSON.stringify(unit)} of 1 to 200, other signs between`,
        made(() => unit.repeat(1 + random(200)) + '!'.repeat(random(3))),
      ] as const,
  ),
  ['one word, a to z', made(between([0x61, 0x7a]))],
  ['one word, a to e', made(between([0x61, 0x65]))],
  ['one word, capitals and small letters', made(between([0x41, 0x5a], [0x61, 0x7a]))],
  ['one word, Latin with accents', made(between([0xc0, 0x24f]))],
  ['one word, Cyrillic', made(between([0x430, 0x44f]))],
  ['one word, Arabic', made(between([0x627, 0x64a]))],
  ['one word, Devanagari', made(between([0x904, 0x939]))],
  ['one word, Thai', made(between([0xe01, 0xe2e]))],
  ['one word, kana', made(between([0x3041, 0x3096], [0x30a1, 0x30fa]))],
  ['one word, Chinese', made(between([0x4e00, 0x9fff]))],
  [
    'one word, frequent Chinese',
    made(() => '的一是了我不人在他有这个上们来到时大地为子中你说生国年着就那和要她出也得里后自以会'[random(41)] ?? ''),
  ],
  ['one word, Hangul', made(between([0xac00, 0xd7a3]))],
  ['one word, ideographs beyond the BMP', made(between([0x20000, 0x2a6d6]))],
  [
    'one word, letters of many scripts',
    made(between([0x61, 0x7a], [0x3b1, 0x3c9], [0x5d0, 0x5ea], [0x10d0, 0x10f0], [0x4e00, 0x9fff])),
  ],
  ['words of 1 to 12 letters', made(() => ` ${made1(1 + random(12), between([0x61, 0x7a]))}`)],
  ['words of one letter each', made(() => ` ${between([0x61, 0x7a], [0x3b1, 0x3c9], [0x4e00, 0x9fff])()}`)],
  ['signs', made(between([0x21, 0x2f], [0x3a, 0x40], [0x5b, 0x60], [0x7b, 0x7e]))],
  ['signs beyond ASCII', made(between([0x2010, 0x2bff]))],
  ['emoji', made(between([0x1f300, 0x1f6ff]))],
  ['Zalgo', made(() => between([0x61, 0x7a])() + made1(20, between([0x300, 0x36f])))],
  ['base64', made(between([0x41, 0x5a], [0x61, 0x7a], [0x30, 0x39]))],
  ['digits and letters', made(between([0x30, 0x39], [0x61, 0x66]))],
  ['white space of all kinds', made(() => [...' \t\n\r\v\f\u0085\u00a0\u2003\u2028\u3000'][random(11)] ?? '')],
  ['any of Latin-1', made(between([0, 0xff]))],
  ['any of the BMP', made(between([0, 0xd7ff], [0xe000, 0xffff]))],
  ['any character', made(between([0, 0xd7ff], [0xe000, 0x10ffff]))],
];

function made1(count: number, make: () => string): string {
  return Array.from({ length: count }, make).join('');
}

const ENCODINGS = ['o200k_base', 'cl100k_base'] as const;
for (const encoding of ENCODINGS.filter((name) => process.argv[2] === undefined || process.argv[2] === name)) {
  const loading = timed(() => openEncoding(encoding));
  const rows = texts.map(([name, text]) => row(encoding, name, text));
  rows.sort((a, b) => b.milliseconds - a.milliseconds);
  console.log(
    `${encoding}: loaded in ${loading.toFixed(0)} ms; the slowest of ${rows.length} texts of ${LENGTH} characters:`,
  );
  console.table(rows.slice(0, 10));
}

function row(encoding: EncodingName, name: string, text: string) {
  const bytes = new TextEncoder().encode(text);
  let milliseconds = Number.POSITIVE_INFINITY;
  let tokens = 0;
  for (let round = 0; round < ROUNDS; round++) {
    milliseconds = Math.min(
      milliseconds,
      timed(() => (tokens = openEncoding(encoding).count(bytes))),
    );
  }
  return { text: name, bytes: bytes.length, tokens, milliseconds: Math.round(milliseconds) };
}

function timed(act: () => unknown): number {
  const started = process.cpuUsage();
  act();
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1000;
}
