import { describe, expect, it } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { expectLinear } from '../../testing/growth.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './quoted-printable-converter.js';

const PARTS = ['a', 'word', ' ', '  ', 'é', 'ß', '日本', '🌍', '=', '_', '?', 'end', '.', '"', 'Köln', 'x'.repeat(30)];
const randomText = (seed: number, parts: readonly string[]): string => {
  const chance = chanceOf(seed);
  return `x${Array.from({ length: 1 + chance(40) }, () => pick(chance, parts)).join('')}`;
};
const convert = async (input: string, options: object): Promise<string> => {
  const answer = await runTool(tool, { input, options: { ...options } });
  expect(answer.status, answer.message).toBe(200);
  return answer.text!;
};
const python = (program: string, texts: readonly string[]): string[] =>
  JSON.parse(
    runProgram(
      'python3',
      ['-c', `import sys, json, quopri\nfrom email.header import *\n${program}`],
      JSON.stringify(texts),
    ).toString(),
  );

describe('quoted-printable-converter', () => {
  const withPython = inRounds.skipIf(!hasProgram('python3', ['--version'], 'quoted-printable beside Python'));

  withPython('reads what quopri writes, and is read by it', [40, 240], async (rounds) => {
    const texts = Array.from({ length: rounds }, (_, index) => randomText(index, [...PARTS, '\n', ' \n', '\t\n']));
    const theirs = python(
      'print(json.dumps([quopri.encodestring(t.encode()).decode() for t in json.load(sys.stdin)]))',
      texts,
    );
    const ours: string[] = [];
    for (const [index, text] of texts.entries()) {
      expect(await convert(theirs[index]!, { part: 'body' })).toBe(text);
      const written = await convert(text, { direction: 'encode' });
      expect(Math.max(...written.split('\n').map((line) => line.length))).toBeLessThanOrEqual(76);
      expect(await convert(written, { part: 'body' })).toBe(text);
      ours.push(written);
    }
    expect(
      python('print(json.dumps([quopri.decodestring(t.encode()).decode() for t in json.load(sys.stdin)]))', ours),
    ).toEqual(texts);
  });

  withPython('reads what email.header writes, and is read by it', [40, 240], async (rounds) => {
    const texts = Array.from({ length: rounds }, (_, index) => `${randomText(1000 + index, PARTS)}é`);
    const theirs = python(
      'print(json.dumps([Header(t, "utf-8").encode(linesep="\\r\\n") for t in json.load(sys.stdin)]))',
      texts,
    );
    const ours: string[] = [];
    for (const [index, text] of texts.entries()) {
      expect(await convert(theirs[index]!, {})).toBe(text);
      const wordEncoding = ['auto', 'q', 'b'][index % 3];
      const written = await convert(text, { direction: 'encode', part: 'header', wordEncoding });
      for (const word of written.split('\r\n ')) expect(word.length).toBeLessThanOrEqual(75);
      ours.push(written);
    }
    expect(
      python('print(json.dumps([str(make_header(decode_header(t))) for t in json.load(sys.stdin)]))', ours),
    ).toEqual(texts);
  });

  it('reads the examples of RFC 2047 §8', async () => {
    for (const [word, text] of [
      ['(=?ISO-8859-1?Q?a?=)', '(a)'],
      ['(=?ISO-8859-1?Q?a?= b)', '(a b)'],
      ['(=?ISO-8859-1?Q?a?= =?ISO-8859-1?Q?b?=)', '(ab)'],
      ['(=?ISO-8859-1?Q?a?=  =?ISO-8859-1?Q?b?=)', '(ab)'],
      ['(=?ISO-8859-1?Q?a?=\r\n       =?ISO-8859-1?Q?b?=)', '(ab)'],
      ['(=?ISO-8859-1?Q?a_b?=)', '(a b)'],
      ['(=?ISO-8859-1?Q?a?= =?ISO-8859-2?Q?_b?=)', '(a b)'],
      ['=?US-ASCII?Q?Keith_Moore?= <moore@cs.utk.edu>', 'Keith Moore <moore@cs.utk.edu>'],
      ['=?ISO-8859-1?Q?Keld_J=F8rn_Simonsen?= <keld@dkuug.dk>', 'Keld Jørn Simonsen <keld@dkuug.dk>'],
      [
        '=?ISO-8859-1?B?SWYgeW91IGNhbiByZWFkIHRoaXMgeW8=?=\r\n =?ISO-8859-2?B?dSB1bmRlcnN0YW5kIHRoZSBleGFtcGxlLg==?=',
        'If you can read this you understand the example.',
      ],
      ['=?iso-8859-8?b?7eXs+SDv4SDp7Oj08A==?=', 'םולש ןב ילטפנ'],
      ['=?us-ascii*EN?Q?Keith_Moore?=', 'Keith Moore'],
    ] as const)
      expect(await convert(word, {})).toBe(text);
  });

  it('takes time by the length', async () => {
    for (const part of ['=C3=A9', '=?', 'a =\n', '=?utf-8?Q?a?= '])
      await expectLinear(12_000, (length) => runTool(tool, { input: part.repeat(length / part.length) }));
    for (const part of ['body', 'header'])
      await expectLinear(12_000, (length) =>
        runTool(tool, { input: 'é'.repeat(length), options: { direction: 'encode', part } }),
      );
  });
});
