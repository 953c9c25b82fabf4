import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { expectLinear } from '../../testing/growth.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './unicode-escape-converter.js';

const PARTS = [
  'a',
  'f0',
  '\\',
  '"',
  "'",
  '\n',
  '\t',
  '\u0007',
  'é',
  '\u00ff',
  '日本',
  '🌍',
  '👨‍👩‍👧',
  '&',
  '<',
  ';',
  ' ',
  '\\u',
  '\u007f',
  '0',
  '\u2028',
];
const randomTexts = (seed: number, rounds: number): string[] => {
  const chance = chanceOf(seed);
  return Array.from(
    { length: rounds },
    () => `x${Array.from({ length: chance(30) }, () => pick(chance, PARTS)).join('')}`,
  );
};
const written = async (input: string, options: object): Promise<string> =>
  (await runTool(tool, { input, options: { ...options } })).text!;
const read = async (input: string, variant: string): Promise<string> => {
  const answer = await runTool(tool, { input, options: { direction: 'unescape', variant } });
  expect(answer.status, answer.message).toBe(200);
  return answer.text!;
};
const python = (program: string, lines: readonly string[]): string[] =>
  JSON.parse(
    runProgram('python3', ['-c', `import sys, json, ast, html\n${program}`], JSON.stringify(lines)).toString(),
  );

describe('unicode-escape-converter', () => {
  const withPython = inRounds.skipIf(!hasProgram('python3', ['--version'], 'escapes beside Python'));

  withPython('writes and reads what json.dumps does', [30, 200], async (rounds) => {
    const texts = randomTexts(1, rounds);
    const expected = python('print(json.dumps([json.dumps(text)[1:-1] for text in json.load(sys.stdin)]))', texts);
    for (const [index, text] of texts.entries()) {
      expect(await written(text, { scope: 'literal' })).toBe(expected[index]);
      expect(await read(expected[index]!, 'javascript')).toBe(text);
      expect(await read(expected[index]!, 'auto')).toBe(text);
    }
  });

  withPython('writes literals that Python reads', [30, 200], async (rounds) => {
    const texts = randomTexts(2, rounds);
    const all = await Promise.all(texts.map((text) => written(text, { variant: 'python', scope: 'literal' })));
    expect(
      python(`print(json.dumps([ast.literal_eval("'" + text + "'") for text in json.load(sys.stdin)]))`, all),
    ).toEqual(texts);
    for (const [index, text] of texts.entries()) expect(await read(all[index]!, 'python')).toBe(text);
  });

  withPython('writes references that html.unescape reads', [30, 200], async (rounds) => {
    // HTML reads a reference to a control character as another one.
    const texts = randomTexts(3, rounds).map((text) => text.replace(/[\u0000-\u0008\u007f]/g, ''));
    for (const variant of ['markup', 'markup-decimal']) {
      const all = await Promise.all(texts.map((text) => written(text, { variant, scope: 'literal' })));
      expect(python('print(json.dumps([html.unescape(text) for text in json.load(sys.stdin)]))', all)).toEqual(texts);
      for (const [index, text] of texts.entries()) expect(await read(all[index]!, variant)).toBe(text);
    }
  });

  inRounds('writes literals that V8 reads', [30, 200], async (rounds) => {
    for (const text of randomTexts(4, rounds))
      for (const scope of ['literal', 'all']) {
        const literal = await written(text, { variant: 'es6', scope });
        expect(runInNewContext(`"${literal}"`)).toBe(text);
        expect(await read(literal, 'es6')).toBe(text);
      }
  });

  inRounds('gives back what it wrote, in every notation', [20, 200], async (rounds) => {
    for (const text of randomTexts(5, rounds))
      for (const variant of [
        'javascript',
        'es6',
        'python',
        'c',
        'css',
        'markup',
        'markup-decimal',
        'u-plus',
        'percent-u',
      ])
        for (const uppercase of [false, true])
          expect(await read(await written(text, { variant, scope: 'all', uppercase }), variant)).toBe(text);
  });

  it('reads the examples of CSS 2.1 §4.1.3', async () => {
    expect(await read('\\000026B', 'css')).toBe('&B');
    expect(await read('\\26 B', 'css')).toBe('&B');
    expect(await read('\\110000 \\0 \\d800 x', 'css')).toBe('\ufffd\ufffd\ufffdx');
  });

  it('reads bytes in a row as UTF-8 where they can be', async () => {
    expect(await read('\\xc3\\xa9', 'auto')).toBe('é');
    expect(await read('\\xe9', 'auto')).toBe('é');
    expect(await read('\\xc3\\xa9', 'python')).toBe('Ã©');
    expect(await read('\\xc3 \\xa9', 'auto')).toBe('Ã ©');
  });

  it('takes time by the length', async () => {
    const options = { direction: 'unescape' };
    for (const part of ['\\u0041', '\\xc3', '\\', '&#', 'U+0041 '])
      await expectLinear(12_000, (length) => runTool(tool, { input: part.repeat(length / part.length), options }));
  });
});
