import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { projectRoot } from '../../core/project-files.js';
import { englishSyllables } from '../../engines/speech-model.js';
import { type SyllableLanguage, syllablesOf } from '../../lib/readability/syllables.js';
import { inRows } from '../../testing/exhaustive.js';
import { LANGUAGE_SAMPLES } from '../../testing/language-samples.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import readabilityScore from './readability-score.js';

const hasStyle = hasProgram('style', ['--version'], 'readability-score: style of GNU diction');
const hasEspeak = hasProgram('espeak-ng', ['--version'], 'readability-score: syllables beside eSpeak NG');

interface Report {
  readonly summary: string;
  readonly scores: readonly { readonly id: string; readonly value: number; readonly meaning: string }[];
  readonly sentences: number;
  readonly words: number;
  readonly syllables: number;
  readonly letters: number;
  readonly complexWords: number;
  readonly polysyllables: number;
  readonly longestSentences: readonly { readonly line: number; readonly words: number; readonly text: string }[];
  readonly hardestWords: readonly { readonly word: string; readonly syllables: number; readonly count: number }[];
  readonly warnings: readonly string[];
}

async function report(input: string, options: Record<string, unknown> = {}): Promise<Report> {
  const answer = await runTool(readabilityScore, { input, options });
  expect(answer.status, answer.message).toBe(200);
  return answer.data as Report;
}

const score = ({ scores }: Report, id: string): number => scores.find((found) => found.id === id)!.value;

/** Sentences that a person and every program count alike: words of letters, a capital first, a full stop last. */
const WORDS =
  'we the old gardener water flowers carefully every morning because international visitors appreciate colours'.split(
    ' ',
  );
const plain = Array.from({ length: 40 }, (_, i) => {
  const words = Array.from({ length: 5 + ((i * 7) % 23) }, (_, j) => WORDS[(i * 5 + j * 3) % WORDS.length]!);
  return `${words[0]![0]!.toUpperCase()}${words.join(' ').slice(1)}.`;
}).join(' ');

describe('English', () => {
  // https://en.wikipedia.org/wiki/Flesch-Kincaid_readability_tests prints these scores.
  it.each([
    ['The cat sat on the mat.', 116],
    ['This sentence, taken as a reading passage unto itself, is being used to prove a point.', 69],
    ['The Australian platypus is seemingly a hybrid of a mammal and reptilian creature.', 37.5],
  ])('%s', async (sentence, published) => {
    expect(Math.abs(score(await report(sentence), 'fleschReadingEase') - published)).toBeLessThan(0.5);
  });

  it.skipIf(!hasStyle)('is scored as style scores it, where no syllables are counted', async () => {
    const printed = runProgram('style', [], plain).toString();
    const own = await report(plain);
    const styled = (name: string): number => Number(new RegExp(`${name}:? =? ?(-?[\\d.]+)`).exec(printed)![1]);
    expect(own.words).toBe(Number(/(\d+) words/.exec(printed)![1]));
    expect(own.sentences).toBe(Number(/(\d+) sentences/.exec(printed)![1]));
    for (const [id, name] of [
      ['automatedReadability', 'ARI'],
      ['colemanLiau', 'Coleman-Liau'],
      ['lix', 'Lix'],
    ] as const)
      expect(Math.abs(score(own, id) - styled(name)), name).toBeLessThanOrEqual(0.11);
  });

  it('has no names, easy compounds and endings among complex words', async () => {
    expect(
      (await report('We saw Napoleon and a grown-up-man, who was expecting, created and reduces it.')).complexWords,
    ).toBe(0);
    expect(
      (await report('We saw an international organisation, a super-dictionary and beautiful horses.')).complexWords,
    ).toBe(4);
  });

  it('has rules for words that the dictionary lacks, right for nine in ten of those it has', () => {
    let [right, all] = [0, 0];
    for (const [word, syllables] of englishSyllables()) {
      if (all++ % 40 === 0 && syllablesOf(word, 'en', () => undefined) === syllables) right++;
    }
    expect(right / (all / 40)).toBeGreaterThan(0.88);
    expect(syllablesOf("O'Brien's", 'en', (word) => englishSyllables().get(word))).toBe(3);
  });
});

/** Words of spelling dictionaries that are dependencies, and of the Declaration of Human Rights. */
function wordsOf(language: SyllableLanguage): string[] {
  const sample = LANGUAGE_SAMPLES.find((found) => found.language === language)!.text;
  const spoken = sample.toLowerCase().match(/\p{L}{2,}/gu)!;
  if (language !== 'fr' && language !== 'es') return [...new Set(spoken)];
  const listed = readFileSync(join(projectRoot, `node_modules/dictionary-${language}/index.dic`), 'utf8')
    .split('\n')
    .map((line) => line.split(/[/\t]/)[0]!.trim());
  return [...new Set(spoken), ...listed.filter((word, i) => i % 60 === 0 && /^\p{Ll}{3,}$/u.test(word))];
}

describe('other languages', () => {
  it.skipIf(!hasEspeak).each([
    ['de', 0.95, /^[',%]*[aeiouyAEIOUVYW&@3029]/],
    ['es', 0.96, /^[',%]*[aeiouAEIOU]/],
    ['it', 0.88, /^[',%]*[aeiouAEIOU]/],
    ['fr', 0.85, /^[',%]*[aeiouyAEIOUVYW&@3029]/],
  ] as const)('%s: syllables as eSpeak NG says them, %f of words', (language, least, vowel) => {
    const words = wordsOf(language);
    const said = runProgram('espeak-ng', ['-v', language, '-q', '-x', '--sep=_'], words.join('\n\n'));
    const lines = said
      .toString()
      .split('\n')
      .filter((line) => line.trim() !== '');
    expect(lines.length).toBe(words.length);
    // An i before `;` is a glide, and `@-` stands for the trill of an r.
    const spoken = lines.map((line) =>
      Math.max(
        1,
        line
          .replace(/i_;/g, 'j')
          .replaceAll('@-', '')
          .split(/[_\s]+/)
          .filter((part) => vowel.test(part)).length,
      ),
    );
    const own = words.map((word) => syllablesOf(word, language, () => undefined));
    expect(own.filter((count, i) => count === spoken[i]).length / words.length).toBeGreaterThan(least);
    const [sum, other] = [own, spoken].map((counts) => counts.reduce((a, b) => a + b, 0));
    expect(Math.abs(sum! / other! - 1)).toBeLessThan(0.05);
  });

  it.each(['de', 'es', 'it', 'fr'])(
    '%s: scores by the printed formulas, computed in another program',
    async (locale) => {
      const { text } = LANGUAGE_SAMPLES.find(({ language }) => language === locale)!;
      const own = await report(text, { locale });
      const { words: w, sentences: s, syllables: y, letters: l, complexWords: c, polysyllables: p } = own;
      const expected = JSON.parse(
        runProgram('python3', [
          '-c',
          `import json
w, s, y, l, c, p = ${w}, ${s}, ${y}, ${l}, ${c}, ${p}
print(json.dumps({
 "en": {"fleschReadingEase": 206.835 - 1.015*w/s - 84.6*y/w, "fleschKincaidGrade": 0.39*w/s + 11.8*y/w - 15.59,
  "gunningFog": 0.4*(w/s + 100*c/w), "smog": 1.0430*(p*30/s)**0.5 + 3.1291},
 "de": {"amstad": 180 - w/s - 58.5*y/w},
 "fr": {"kandelMoles": 207 - 1.015*w/s - 73.6*y/w},
 "es": {"fernandezHuerta": 206.84 - 0.60*(100*y/w) - 1.02*w/s, "szigrisztPazos": 206.835 - 62.3*y/w - w/s},
 "it": {"gulpease": 89 + (300*s - 10*l)/w, "fleschVacca": 206 - 0.65*(100*y/w) - w/s},
}["${locale}"]))`,
        ]).toString(),
      ) as Record<string, number>;
      for (const [id, value] of Object.entries(expected)) expect(score(own, id)).toBeCloseTo(value, 2);
      expect(own.warnings.filter((warning) => warning.includes('looks'))).toEqual([]);
    },
  );

  it('are told where the locale is another one, and have LIX alone where there is no formula', async () => {
    const { text } = LANGUAGE_SAMPLES.find(({ language }) => language === 'de')!;
    expect((await report(text)).warnings).toContain('The text looks German: option "locale" is en');
    const swedish = await report(LANGUAGE_SAMPLES.find(({ language }) => language === 'sv')!.text, { locale: 'sv' });
    expect(swedish.scores.map(({ id }) => id)).toEqual(['lix', 'rix']);
  });
});

describe('texts as they come', () => {
  it('wrapped lines, lists, headings, abbreviations and Windows line ends', async () => {
    const { sentences, longestSentences } = await report(
      '# A heading\r\nDr. Smith met\r\nMr. J. Jones at 3.15, e.g. in town.\r\n\r\n- one item\r\n- another item\r\n"Who is it?" she asked.',
    );
    expect(sentences).toBe(5);
    expect(longestSentences[0]).toEqual({ line: 2, words: 11, text: expect.stringContaining('Dr. Smith met') });
  });

  it('options limit and files', async () => {
    expect((await report(plain, { limit: 2 })).longestSentences).toHaveLength(2);
    expect((await report(plain, { limit: 0 })).hardestWords).toEqual([]);
    const file = (name: string, text: string) => ({ name, bytes: Buffer.from(text, 'latin1') });
    const answer = await runTool(readabilityScore, {
      files: [file('a.txt', 'Na\xefve caf\xe9s open.'), file('b.txt', '')],
    });
    expect(answer.data).toMatchObject({
      files: [
        { name: 'a.txt', words: 3 },
        { name: 'b.txt', error: 'Cannot read file "b.txt": it has no words' },
      ],
    });
  });

  inRows(1, ['\n', 'A. ', 'a-', '- a\n', 'e.g.'])('a million characters of %s end soon', async (part) => {
    const answer = await runTool(readabilityScore, {
      input: `${part.repeat(Math.floor(999_990 / part.length))}word`,
    });
    expect(answer.status, String(answer.cause)).toBe(200);
  });
});
