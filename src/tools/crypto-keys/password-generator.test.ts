import { describe, expect, it } from 'vitest';

import { drawsFrom } from '../../lib/secrets/draw.js';
import { type PasswordRules, pronounceableMaker, randomMaker } from '../../lib/secrets/password.js';
import { chanceOf } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { seededBytes, unevenness } from '../../testing/randomness.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './password-generator.js';

const RULES: PasswordRules = {
  length: 5,
  upper: false,
  lower: false,
  digits: false,
  symbols: '',
  include: '',
  avoidAmbiguous: false,
  exclude: '',
};

/** Every text of that length. */
function* texts(alphabet: string, length: number): Generator<string> {
  if (length === 0) yield '';
  else for (const rest of texts(alphabet, length - 1)) for (const letter of alphabet) yield rest + letter;
}

it('the entropy is the logarithm of how many texts have a character of each kind', () => {
  const chance = chanceOf(1);
  for (let round = 0; round < 40; round++) {
    // Kinds of one to four characters out of letters, digits and symbols.
    const rules = {
      ...RULES,
      length: 3 + chance(3),
      digits: true,
      exclude: '0123456789'.slice(1 + chance(4)),
      symbols: '+-*/'.slice(chance(4)),
      include: 'äöü'.slice(0, chance(4)),
    };
    const { alphabet, bits } = randomMaker(rules);
    const kinds = [/[0-9]/, /[+\-*/]/, ...(rules.include === '' ? [] : [/[äöü]/])];
    let fitting = 0;
    for (const text of texts(alphabet, rules.length)) if (kinds.every((kind) => kind.test(text))) fitting++;
    expect(2 ** bits).toBeCloseTo(fitting, 4);
  }
});

inRounds('every character of a kind is equally often at each place', [5_000, 100_000], (rounds: number) => {
  const draw = drawsFrom(seededBytes(5));
  const maker = randomMaker({ ...RULES, upper: true, digits: true, symbols: '!?#' });
  const made = Array.from({ length: rounds }, () => maker.make(draw));
  for (let place = 0; place < 5; place++) {
    const at = made.map((password) => password.charAt(place));
    for (const kind of ['ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0123456789', '!?#'])
      expect(
        unevenness(
          at.filter((character) => kind.includes(character)),
          kind,
        ),
      ).toBeLessThan(1);
  }
});

it('a bias of one value in 256 would be seen', () => {
  // What a byte modulo 10 gives.
  const biased = [...seededBytes(6)(100_000)].map((byte) => String(byte % 10));
  expect(unevenness(biased, '0123456789')).toBeGreaterThan(1);
});

describe('pronounceable passwords', () => {
  const FORM = /^(?:[a-z]{6}-)*[a-z]{1,7}$/;
  it('have groups of two syllables, one digit at an end of a group and one uppercase letter', () => {
    const draw = drawsFrom(seededBytes(7));
    for (let length = 4; length <= 60; length++) {
      const password = pronounceableMaker({
        ...RULES,
        length,
        upper: true,
        lower: true,
        digits: true,
        symbols: '-',
      })!.make(draw);
      expect(password).toHaveLength(length);
      expect(password.match(/[A-Z]/g)).toHaveLength(1);
      expect(password.match(/[0-9]/g)).toHaveLength(1);
      expect(password).toMatch(/(?:^|-)[0-9]|[0-9](?:-|$)/);
      expect(password.toLowerCase().replace(/[0-9]/, 'b')).toMatch(FORM);
    }
  });

  it('are as many as their entropy says', () => {
    const rules = { ...RULES, length: 4, lower: true, exclude: 'bcdfghjkmnpqrst' };
    const maker = pronounceableMaker(rules)!;
    const draw = drawsFrom(seededBytes(8));
    const seen = new Set(Array.from({ length: 20_000 }, () => maker.make(draw)));
    // Consonants v, w, x, z and six vowels, in the order CVCC.
    expect(seen.size).toBe(4 * 6 * 4 * 4);
    expect(2 ** maker.bits).toBeCloseTo(4 * 6 * 4 * 4, 6);
  });
});

it('1,000 of the longest passwords of six kinds are made, none twice, none with an excluded character', async () => {
  const options = { length: 256, count: 1000, include: 'äöüß€', exclude: 'xyz', avoidAmbiguous: true };
  const { data } = await runTool(tool, { options }, { random: seededBytes(9) });
  const { passwords } = data as { passwords: string[] };
  expect(new Set(passwords).size).toBe(1000);
  for (const password of passwords) {
    expect([...password]).toHaveLength(256);
    expect(password).not.toMatch(/[xyz0Oo1lI|]/);
    for (const kind of [/[A-Z]/, /[a-z]/, /[2-9]/, /[!@#$%^&*()\-_=+[\]{};:,.?]/, /[äöüß€]/])
      expect(password).toMatch(kind);
  }
});
