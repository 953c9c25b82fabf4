import { domainToASCII, domainToUnicode } from 'node:url';

import { describe, expect, it } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { expectLinear } from '../../testing/growth.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './punycode-converter.js';

const SCRIPTS = [
  'abcdeéèüöñçßå',
  'абвгдежзийклмн',
  'αβγδεζηθικλ',
  '日本語中国文字',
  'あいうえおかき',
  '한국어도메인',
  'ไทยโดเมน',
  'هسشطفق',
  'אבגדהו',
  'हिनदलकस',
  'ԱԲԳաբգ',
  'აბგდე',
].map((letters) => [...letters]);

const randomWords = (seed: number, rounds: number): string[] => {
  const chance = chanceOf(seed);
  return Array.from({ length: rounds }, (_, index) => {
    const letters = SCRIPTS[index % SCRIPTS.length]!;
    return Array.from({ length: 2 + chance(12) }, () => pick(chance, letters)).join('');
  });
};
const convert = async (input: string, to: string, strict = true): Promise<string[]> => {
  const answer = await runTool(tool, { input, options: { to, strict } });
  expect(answer.status, answer.message).toBe(200);
  return answer.text!.split('\n');
};

describe('punycode-converter', () => {
  it('keeps the samples of RFC 3492 §7.1', async () => {
    // Uppercase letters of the samples are mapped by IDNA and left aside.
    const samples = [
      ['他们为什么不说中文', 'ihqwcrb4cv8a8dqg056pqjye'],
      ['他們爲什麽不說中文', 'ihqwctvzc91f659drss3x8bo0yb'],
      ['pročprostěnemluvíčesky', 'proprostnemluvesky-uyb24dma41a'],
      ['למההםפשוטלאמדבריםעברית', '4dbcagdahymbxekheh6e0a7fei0b'],
      ['यहलोगहिन्दीक्योंनहींबोलसकतेहैं', 'i1baa7eci9glrd9b2ae1bj0hfcgg6iyaf8o0a1dig0cd'],
      ['なぜみんな日本語を話してくれないのか', 'n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa'],
      ['почемужеонинеговорятпорусски', 'b1abfaaepdrnnbgefbadotcwatmq2g4l'],
      ['porquénopuedensimplementehablarenespañol', 'porqunopuedensimplementehablarenespaol-fmd56a'],
    ] as const;
    for (const [unicode, ascii] of samples) {
      expect(await convert(unicode, 'ascii')).toEqual([`xn--${ascii}`]);
      expect(await convert(`xn--${ascii}`, 'unicode')).toEqual([unicode]);
    }
  });

  inRounds('is what Node.js gives', [240, 2000], async (rounds) => {
    const names = randomWords(3492, rounds)
      .map((word) => `${word}.example`)
      .filter((name) => domainToASCII(name) !== '');
    const ascii = await convert(names.join('\n'), 'ascii', false);
    expect(ascii).toEqual(names.map((name) => domainToASCII(name)));
    expect(await convert(ascii.join('\n'), 'unicode', false)).toEqual(ascii.map((name) => domainToUnicode(name)));
  });

  it('refuses what Node.js refuses', async () => {
    const bad = ['\u0301a', 'a\u200db', 'xn--a', 'xn--', 'xn--999999999', 'אa', 'a\u2fefb'];
    for (const name of bad) {
      expect(domainToASCII(name), name).toBe('');
      expect((await runTool(tool, { input: name, options: { to: 'ascii', strict: false } })).status, name).toBe(400);
    }
  });

  it.skipIf(!hasProgram('python3', ['--version'], 'Punycode beside Python'))(
    'is what the codec of Python writes',
    async () => {
      // Words in the form that IDNA maps to.
      const words = randomWords(7, 240)
        .map((word) => domainToUnicode(word))
        .filter((word) => /[^\u0000-\u007f]/.test(word));
      const program =
        'import sys\nfor line in sys.stdin.buffer.read().decode().split("\\n"): print("xn--" + line.encode("punycode").decode())';
      const expected = runProgram('python3', ['-c', program], words.join('\n')).toString().trim().split('\n');
      expect(await convert(words.join('\n'), 'ascii', false)).toEqual(expected);
    },
  );

  it('takes time by the length', async () => {
    await expectLinear(4000, (length) => runTool(tool, { input: 'bücher.example\n'.repeat(length / 16) }));
    await expectLinear(20_000, (length) => runTool(tool, { input: 'ü'.repeat(length) }));
    await expectLinear(20_000, (length) => runTool(tool, { input: 'a@'.repeat(length / 2) }));
  });
});
