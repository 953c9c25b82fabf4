import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { expectLinear } from '../../testing/growth.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './morse-code-translator.js';

const morse = async (input: string, options: Readonly<Record<string, unknown>> = {}) =>
  (await runTool(tool, { input, options })).text;

/** ITU-R M.1677-1 (10/2009), part I, 1.1.1 to 1.1.3, with full stops and hyphens for its dots and dashes. */
const ITU =
  `a .-|b -...|c -.-.|d -..|e .|é ..-..|f ..-.|g --.|h ....|i ..|j .---|k -.-|l .-..|m --|n -.|o ---|p .--.|q --.-|r .-.|s ...|t -|u ..-|v ...-|w .--|x -..-|y -.--|z --..
1 .----|2 ..---|3 ...--|4 ....-|5 .....|6 -....|7 --...|8 ---..|9 ----.|0 -----
. .-.-.-|, --..--|: ---...|? ..--..|' .----.|- -....-|/ -..-.|( -.--.|) -.--.-|" .-..-.|= -...-|+ .-.-.|@ .--.-.`
    .split(/[|\n]/)
    .map((pair) => pair.split(' ') as [string, string]);

/** Letters of the Russian code by the Latin letters with the same signs; the others with theirs. */
const RUSSIAN =
  'А=A Б=B В=W Г=G Д=D Е=E Ж=V З=Z И=I Й=J К=K Л=L М=M Н=N О=O П=P Р=R С=S Т=T У=U Ф=F Х=H Ц=C Щ=Q Ы=Y Ь=X Ч=Ö Ш=Ĥ Ю=Ü Я=Ä Э=É Ъ=Ñ';

describe('morse-code-translator', () => {
  it('has the codes of ITU-R M.1677-1', async () => {
    expect(ITU).toHaveLength(50);
    for (const [letter, sign] of ITU) {
      expect([letter, await morse(letter, { direction: 'encode' })]).toEqual([letter, sign]);
      expect([sign, await morse(sign, { direction: 'decode' })]).toEqual([sign, letter.toUpperCase()]);
    }
  });

  it('has the Russian code, whose signs are those of Latin letters', async () => {
    for (const pair of RUSSIAN.split(' ')) {
      const [russian = '', latin = ''] = pair.split('=');
      expect([pair, await morse(russian.toLowerCase(), { alphabet: 'russian' })]).toEqual([pair, await morse(latin)]);
    }
    expect(await morse('ёлка 7', { alphabet: 'russian' })).toBe('. .-.. -.- .- / --...');
    expect(await morse('Ωμέγα', { alphabet: 'greek' })).toBe('.-- -- . --. .-');
  });

  it('comes back in capitals, with whatever signs it is written', async () => {
    const chance = chanceOf(13);
    const letters = { international: 'ABCXYZ0189.,?/()=+@ÄÖÜÉÑ ', russian: 'АБВЯЮЭ019.?/ ', greek: 'ΑΒΓΨΩ3,= ' };
    for (let round = 0; round < 300; round++) {
      const alphabet = (['international', 'russian', 'greek'] as const)[chance(3)] ?? 'greek';
      const set = letters[alphabet];
      const text = Array.from({ length: 1 + chance(30) }, () => set.charAt(chance(set.length))).join('');
      const words = text.trim().replace(/ +/g, ' ');
      if (words === '') continue;
      const signs = [
        {},
        { dot: '·', dash: '–' },
        { dot: '-', dash: '.' },
        { dot: 'dit', dash: 'dah' },
        { wordSeparator: '' },
        { wordSeparator: '||' },
      ][chance(6)];
      const code = await morse(words, { direction: 'encode', alphabet, ...signs });
      expect([words, code, await morse(code ?? '', { direction: 'decode', alphabet, ...signs })]).toEqual([
        words,
        code,
        words,
      ]);
    }
  });

  it('leaves out accents without codes, and does what it is told with the rest', async () => {
    expect(await morse('crème brûlée ß')).toBe('-.-. .-. .-..- -- . / -... .-. ..- .-.. ..-.. . / ... ...');
    expect(await morse('a#b')).toBe('.- # -...');
    expect(await morse('a#b', { unknown: 'skip' })).toBe('.- -...');
    expect(await morse('.- ......... -...', { unknown: 'skip' })).toBe('AB');
    expect(await morse('.- ......... -...')).toBe('A.........B');
    expect(await morse('--', { direction: 'encode' })).toBe('-....- -....-');
    expect(await morse('.-|-...   -.-.\r\n\r\n.')).toBe('A B C\r\n\r\nE');
  });

  it('takes time in proportion to the length', async () => {
    for (const piece of ['e', ' ', '. ', '.', '/', '| ', 'é'])
      for (const direction of ['encode', 'decode'])
        await expectLinear(10_000, (length) => morse(`.${piece.repeat(length / piece.length)}`, { direction }));
  });
});
