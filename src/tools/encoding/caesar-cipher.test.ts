import { describe, expect, it } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { expectLinear } from '../../testing/growth.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { randomText } from '../../testing/random-texts.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './caesar-cipher.js';

const textOf = async (input: string, options: object): Promise<string> => {
  const answer = await runTool(tool, { input, options: { ...options } });
  expect(answer.status, answer.message).toBe(200);
  return answer.text!;
};

const SENTENCES = [
  'The quick brown fox jumps over the lazy dog near the river bank',
  'It was the best of times, it was the worst of times',
  'Meet me at the old station tomorrow morning at nine',
  'We hold these truths to be self-evident, that all men are created equal',
  'Please bring the documents to the second floor before lunch',
  'Der schnelle braune Fuchs springt gern über den faulen Hund',
  'Morgen früh treffen wir uns wieder am alten Bahnhof in der Stadt',
  'Alle Menschen sind frei und gleich an Würde und Rechten geboren',
  'Ich habe gestern einen langen Brief an meine Mutter geschrieben',
  'Le petit chat dort tranquillement sur le fauteuil de ma grand-mère',
  'Tous les êtres humains naissent libres et égaux en dignité et en droits',
  'Nous partirons demain matin de bonne heure pour la montagne',
  'Todos los seres humanos nacen libres e iguales en dignidad y derechos',
  'El perro de mi hermano come demasiado por la noche',
  'Mañana por la tarde vamos a visitar el museo de la ciudad',
  'Tutti gli esseri umani nascono liberi ed eguali in dignità e diritti',
  'Domani mattina andiamo insieme al mercato della piazza grande',
  'Nel mezzo del cammin di nostra vita mi ritrovai per una selva oscura',
  'Never gonna give you up, never gonna let you down',
  'Call me Ishmael. Some years ago I went to see the watery part of the world',
];

describe('caesar-cipher', () => {
  inRounds.skipIf(!hasProgram('tr', ['--version'], 'shifts beside tr'))(
    'is what tr writes',
    [4, 40],
    async (rounds) => {
      for (let round = 0; round < rounds; round++) {
        const input = `x${randomText(round, 20)}`;
        const tr = (from: string, to: string): string => runProgram('tr', [from, to], input).toString();
        expect(await textOf(input, {})).toBe(tr('A-Za-z', 'N-ZA-Mn-za-m'));
        expect(await textOf(input, { alphabet: 'rot47' })).toBe(tr('!-~', 'P-~!-O'));
        expect(await textOf(input, { alphabet: 'digits' })).toBe(tr('0-9', '5-90-4'));
        const shift = 1 + (round % 24);
        const [first, last] = [97 + shift, 96 + shift].map((code) => String.fromCharCode(code));
        const ring = `${first}-za-${last}`;
        const written = tr('a-zA-Z', ring + ring.toUpperCase());
        expect(await textOf(input, { shift })).toBe(written);
        expect(await textOf(written, { shift, action: 'decode' })).toBe(input);
      }
    },
  );

  it.skipIf(!hasProgram('python3', ['--version'], 'ROT13 beside Python'))('is the rot_13 of Python', async () => {
    const texts = Array.from({ length: 200 }, (_, index) => `x${randomText(500 + index, 30)}`);
    const program =
      'import sys, json, codecs; print(json.dumps([codecs.encode(t, "rot_13") for t in json.load(sys.stdin)]))';
    const expected = JSON.parse(runProgram('python3', ['-c', program], JSON.stringify(texts)).toString()) as string[];
    for (const [index, text] of texts.entries()) expect(await textOf(text, {})).toBe(expected[index]);
  });

  it('gives back every text in every alphabet', async () => {
    const chance = chanceOf(3);
    for (let round = 0; round < 60; round++) {
      const alphabet = pick(chance, ['latin', 'latin-digits', 'rot47', 'digits', 'greek', 'cyrillic']);
      const shift = chance(10);
      const input = `Ωmega Ёж 42 ${randomText(round, 10)}`;
      const written = await textOf(input, { alphabet, shift });
      expect(written).not.toBe(input);
      expect(await textOf(written, { alphabet, shift, action: 'decode' })).toBe(input);
    }
  });

  it('ranks the right shift of a sentence first in 98 of 100 cases', async () => {
    let right = 0;
    let cases = 0;
    for (const sentence of SENTENCES)
      for (let shift = 1; shift < 26; shift++) {
        const { data } = await runTool(tool, {
          input: await textOf(sentence, { shift }),
          options: { action: 'crack' },
        });
        const { candidates } = data as {
          readonly candidates: readonly { readonly shift: number; readonly text: string }[];
        };
        expect(candidates.length).toBe(26);
        cases++;
        if (candidates[0]!.shift === shift && candidates[0]!.text === sentence) right++;
      }
    expect(right / cases).toBeGreaterThanOrEqual(0.98);
  });

  it('takes time by the length', async () => {
    await expectLinear(20_000, (length) => runTool(tool, { input: 'abc '.repeat(length / 4) }));
    await expectLinear(20_000, (length) =>
      runTool(tool, { input: 'abc '.repeat(length / 4), options: { action: 'crack' } }),
    );
  });
});
