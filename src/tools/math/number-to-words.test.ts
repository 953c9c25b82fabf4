import { describe, expect, it } from 'vitest';

import { openNumberWords, WORD_LANGUAGES } from '../../engines/number-words.js';
import { readEnglishNumber } from '../../lib/numbers/english-words.js';
import { chanceOf } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';

const PYTHON = '/usr/bin/python3';
const hasIcu = hasProgram(PYTHON, ['-c', 'import icu, num2words'], 'number words beside ICU and num2words');

const SCRIPT = `
import json, sys, icu, num2words
def said(language, number, kind):
    try: return num2words.num2words(number, lang={"cs": "cz", "en-GB": "en"}.get(language, language), to=kind)
    except Exception: return None
out = {}
languages, numbers, large = json.load(sys.stdin)
for language in languages:
    spell = icu.RuleBasedNumberFormat(icu.URBNFRuleSetTag.SPELLOUT, icu.Locale(language))
    sets = [spell.getRuleSetName(i) for i in range(spell.getNumberOfRuleSetNames())]
    out[language] = {kind: [[said(language, n, kind)] + [spell.format(n, s) for s in sets if kind in s] for n in numbers] for kind in ("cardinal", "ordinal")}
out["large"] = [said("en", int(n), "cardinal") for n in large]
json.dump(out, sys.stdout)
`;

/** Spaces, hyphens and joiners differ from one to the other; Dutch and Russian accents are marks of stress. */
const bare = (words: string | null): string =>
  (words ?? '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[-,\s\u00ad\u200b\u200c]+/g, '');

describe('number-to-words', () => {
  inRounds.skipIf(!hasIcu)('says what ICU or num2words says', [63, 1100], async (rounds) => {
    const chance = chanceOf(1);
    const numbers = [
      ...Array.from({ length: rounds }, (_, i) => i + 1),
      ...Array.from(
        { length: Math.ceil(rounds / 2) },
        (_, i) => 1 + ((chance(2 ** 31) * 2 ** 20 + chance(2 ** 20)) % 10 ** (4 + (i % 12))),
      ),
    ];
    const large = Array.from({ length: 300 }, (_, i) =>
      Array.from({ length: 1 + (i % 60) }, (__, at) => (at === 0 ? 1 + chance(9) : chance(10))).join(''),
    );
    const theirs = JSON.parse(
      runProgram(PYTHON, ['-c', SCRIPT], JSON.stringify([WORD_LANGUAGES, numbers, large])).toString(),
    ) as Record<string, Record<'cardinal' | 'ordinal', (string | null)[][]>> & { large: string[] };
    for (const language of WORD_LANGUAGES) {
      const words = await openNumberWords(language);
      const apart: string[] = [];
      for (const [i, number] of numbers.entries()) {
        if (number >= 10 ** words.digits) continue;
        const isSaid = (kind: 'cardinal' | 'ordinal'): boolean =>
          (theirs[language]?.[kind][i] ?? []).some((said) => bare(said) === bare(words[kind](BigInt(number))));
        if (!isSaid('cardinal')) apart.push(`${number} ${words.cardinal(BigInt(number))}`);
        // Both references misspell ordinals of numbers that end with 80, and with hundreds in French.
        const isMisspelled =
          /^(?:fr|ru)$/.test(language) && (number % 100 === 80 || (language === 'fr' && number % 100 === 0));
        if (words.hasOrdinals && !isMisspelled && !isSaid('ordinal'))
          apart.push(`${number} ${words.ordinal(BigInt(number))}`);
      }
      expect(apart, language).toEqual([]);
    }
    const english = await openNumberWords('en-GB');
    expect(large.map((number) => bare(english.cardinal(BigInt(number))))).toEqual(
      theirs.large.map((said) => bare(said).replace('septdecillion', 'septendecillion')),
    );
  });

  it('reads its words back', async () => {
    const chance = chanceOf(6);
    for (const language of ['en', 'en-GB'] as const) {
      const words = await openNumberWords(language);
      for (let i = 0; i < 1500; i++) {
        const length = 1 + (i % 60);
        const number = BigInt(Array.from({ length }, () => (chance(3) === 0 ? 0 : chance(10))).join(''));
        expect(readEnglishNumber(words.cardinal(number)).number).toBe(String(number));
        if (number > 0n && words.hasOrdinals)
          expect(readEnglishNumber(words.ordinal(number))).toEqual({ number: String(number), isOrdinal: true });
      }
    }
  });

  it.each([
    'one one',
    'hundred',
    'twenty eleven',
    'million',
    'one thousand two million',
    'five and',
    'point',
    'a',
    'zero one',
    'two point twelve',
    '',
    'thousandth',
  ])('does not guess %j', (text) => {
    const read = () => readEnglishNumber(text).number;
    if (text === 'five and') expect(read()).toBe('5');
    else if (text === 'a') expect(read()).toBe('1');
    else expect(read).toThrow();
  });
});
