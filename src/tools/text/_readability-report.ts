import { z } from 'zod';

import { count, place, warnings } from '../../core/shared-data.js';
import { englishSyllables } from '../../engines/speech-model.js';
import { detectLanguage } from '../../engines/text/language.js';
import { meaningOf, measureText, scoresOf } from '../../lib/readability/scores.js';
import type { Sentence } from '../../lib/readability/sentences.js';
import { SYLLABLE_LANGUAGES } from '../../lib/readability/syllables.js';

/** McLaughlin's SMOG asks for 30 sentences, the others for 100 words. */
const FEW_WORDS = 100;
const FEW_SENTENCES = 30;
const rounded = (value: number): number => Number(value.toFixed(2));

const LANGUAGES: ReadonlySet<string> = new Set([...SYLLABLE_LANGUAGES, 'nl', 'pt', 'sv', 'da', 'pl', 'ru']);

const nameOf = (language: string): string => new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language;

const SHOWN = 300;

/** What is told of a text. */
export const REPORT = {
  summary: z.string().describe('What the scores mean, in one sentence.'),
  scores: z
    .array(
      z.object({
        id: z.string().describe('Short name of the formula.'),
        name: z.string().describe('Name of the formula.'),
        value: z.number().describe('Score, rounded to two decimals.'),
        scale: z
          .enum(['ease', 'grade', 'index'])
          .describe('What it is: "ease" falls and "index" rises as a text gets harder, "grade" is years of school.'),
        meaning: z.string().describe('How hard a text with this score is.'),
      }),
    )
    .describe('Scores of the formulas for the language, the best known first.'),
  sentences: count('Number of sentences.'),
  words: count('Number of words; figures and words joined by hyphens or apostrophes are one.'),
  letters: count('Letters and figures in them.'),
  syllables: count('Syllables in them; 0 for languages without a syllable count.'),
  polysyllables: count('Words of three syllables or more.'),
  complexWords: count('The same as the fog index counts them: without names, easy compounds and endings.'),
  longWords: count('Words of more than six letters.'),
  wordsPerSentence: z.number().describe('Mean length of a sentence in words.'),
  syllablesPerWord: z.number().describe('Mean length of a word in syllables.'),
  longestSentences: z
    .array(
      z.object({
        line: place('Line on which it begins.'),
        words: count('Words in it.'),
        text: z.string().describe('The sentence, at most 300 characters of it.'),
      }),
    )
    .describe('Longest sentences first.'),
  hardestWords: z
    .array(
      z.object({
        word: z.string().describe('The word.'),
        syllables: count('Its syllables.'),
        count: count('How often it is there.'),
      }),
    )
    .describe('Words with the most syllables first.'),
  warnings: warnings(),
};

/** The longest sentences, with the lines they begin on. */
function longest(text: string, sentences: readonly Sentence[], limit: number) {
  const found = [...sentences].sort((a, b) => b.words.length - a.words.length).slice(0, limit);
  return found.map((sentence) => {
    const shown = sentence.text.length > SHOWN ? `${sentence.text.slice(0, SHOWN - 1).trimEnd()}…` : sentence.text;
    const line = text.slice(0, sentence.start).split('\n').length;
    return { line, words: sentence.words.length, text: shown.toWellFormed() };
  });
}
/** The report on a text of one sentence or more. `locale` must be a BCP 47 tag. */
export async function reportOf(
  text: string,
  sentences: readonly Sentence[],
  { locale, limit }: { readonly locale: string; readonly limit: number },
) {
  const base = new Intl.Locale(locale).language;
  const language = SYLLABLE_LANGUAGES.find((known) => known === base);
  const dictionary = language === 'en' ? englishSyllables() : undefined;
  const { measures, hardWords } = measureText(sentences, language, (word) => dictionary?.get(word));
  const scores = scoresOf(measures, language).map((score) => ({
    ...score,
    value: rounded(score.value),
    meaning: meaningOf(score),
  }));
  const told: string[] = [];
  const { guesses, confidence } = await detectLanguage(text, LANGUAGES);
  const [guess] = guesses;
  if (measures.words >= 10 && guess !== undefined && guess.language !== base && confidence >= 0.96)
    told.push(`The text looks ${nameOf(guess.language)}: option "locale" is ${locale}`);
  if (language === undefined) told.push(`Only LIX and RIX are known for ${nameOf(base)}`);
  if (measures.words < FEW_WORDS)
    told.push(`The text has ${measures.words} words: below ${FEW_WORDS} the scores say little`);
  else if (language === 'en' && measures.sentences < FEW_SENTENCES)
    told.push(`The text has ${measures.sentences} sentences: SMOG is made for ${FEW_SENTENCES} or more`);
  const [main] = scores;
  const [wordsPerSentence, syllablesPerWord] = [
    rounded(measures.words / measures.sentences),
    rounded(measures.syllables / measures.words),
  ];
  const { monosyllables: _, ...counts } = measures;
  return {
    summary: `The text is ${main?.meaning} (${main?.name} ${main?.value}), with ${wordsPerSentence} words per sentence`,
    scores,
    ...counts,
    wordsPerSentence,
    syllablesPerWord,
    longestSentences: longest(text, sentences, limit),
    hardestWords: hardWords.slice(0, limit),
    warnings: told,
  };
}
