import type { Sentence } from './sentences.js';
import { type KnownSyllables, type SyllableLanguage, syllablesOf } from './syllables.js';

/** What formulas are made of. */
export interface TextMeasures {
  readonly sentences: number;
  readonly words: number;
  /** Letters and figures. */
  readonly letters: number;
  /** Words of more than six letters. */
  readonly longWords: number;
  readonly syllables: number;
  readonly monosyllables: number;
  /** Of three syllables or more. */
  readonly polysyllables: number;
  /** The same without names, compounds by hyphen, and words that only an ending makes so long (Gunning). */
  readonly complexWords: number;
}

/** A word that is long or has many syllables, and how often it is there. */
export interface HardWord {
  readonly word: string;
  readonly syllables: number;
  readonly count: number;
}

const lettersOf = (word: string): number => word.match(/[\p{L}\p{N}]/gu)?.length ?? 0;

/** Gunning 1952: three syllables or more, but for names, easy words joined by a hyphen, and those with -es, -ed or -ing in the count. */
function isComplex(word: string, syllables: number, isFirst: boolean, count: (word: string) => number): boolean {
  if (syllables < 3 || !/\p{L}/u.test(word)) return false;
  if (!isFirst && /^\p{Lu}/u.test(word)) return false;
  const parts = word.split(/[-‐‑]/);
  if (parts.length > 1) return parts.some((part) => part !== '' && count(part) >= 3);
  const stem = /^(.{3,})(?:es|ed|ing)$/i.exec(word)?.[1];
  return stem === undefined || syllables > 3 || Math.min(count(stem), count(`${stem}e`)) >= 3;
}

/** Measures sentences, and lists their different words of three syllables or more, those with the most first. Linear in the text. */
export function measureText(
  sentences: Iterable<Sentence>,
  language: SyllableLanguage | undefined,
  known: KnownSyllables,
): { readonly measures: TextMeasures; readonly hardWords: readonly HardWord[] } {
  const counted = new Map<string, number>();
  const count = (word: string): number => {
    const key = word.toLowerCase();
    const found = counted.get(key);
    if (found !== undefined) return found;
    const syllables = language === undefined ? 0 : syllablesOf(word, language, known);
    counted.set(key, syllables);
    return syllables;
  };
  const sums = { sentences: 0, words: 0, letters: 0, longWords: 0, syllables: 0 };
  const kinds = { monosyllables: 0, polysyllables: 0, complexWords: 0 };
  const hard = new Map<string, HardWord>();
  for (const { words } of sentences) {
    sums.sentences++;
    for (const [i, word] of words.entries()) {
      const [letters, syllables] = [lettersOf(word), count(word)];
      sums.words++;
      sums.letters += letters;
      sums.syllables += syllables;
      if (letters > 6) sums.longWords++;
      if (syllables === 1) kinds.monosyllables++;
      if (syllables >= 3) kinds.polysyllables++;
      if (isComplex(word, syllables, i === 0, count)) kinds.complexWords++;
      if (syllables < 3 && (language !== undefined || letters <= 6)) continue;
      const key = word.toLowerCase();
      const before = hard.get(key);
      hard.set(key, { word: before?.word ?? word, syllables, count: (before?.count ?? 0) + 1 });
    }
  }
  const hardWords = [...hard.values()].sort((a, b) => b.syllables - a.syllables || b.word.length - a.word.length);
  return { measures: { ...sums, ...kinds }, hardWords };
}

/** A score and the formula it is from. `scale`: `ease` falls as texts get harder, `grade` is years of school, `index` rises. */
export interface Score {
  readonly id: string;
  readonly name: string;
  readonly value: number;
  readonly scale: 'ease' | 'grade' | 'index';
}

/** The formulas of a language, as published; LIX and RIX (Björnsson 1968, Anderson 1983) for all. Words and sentences must not be 0. */
export function scoresOf(measures: TextMeasures, language: SyllableLanguage | undefined): readonly Score[] {
  const { sentences, words, letters, longWords, syllables, monosyllables, polysyllables, complexWords } = measures;
  const perSentence = words / sentences;
  const perWord = syllables / words;
  const percent = (part: number): number => (100 * part) / words;
  const score = (id: string, name: string, scale: Score['scale'], value: number): Score => ({ id, name, scale, value });
  const all = [
    score('lix', 'LIX', 'index', perSentence + percent(longWords)),
    score('rix', 'RIX', 'index', longWords / sentences),
  ];
  switch (language) {
    case undefined:
      return all;
    case 'en':
      return [
        // Flesch 1948; Kincaid and others 1975; Gunning 1952; McLaughlin 1969; Coleman and Liau 1975; Smith and Senter 1967.
        score('fleschReadingEase', 'Flesch reading ease', 'ease', 206.835 - 1.015 * perSentence - 84.6 * perWord),
        score('fleschKincaidGrade', 'Flesch-Kincaid grade', 'grade', 0.39 * perSentence + 11.8 * perWord - 15.59),
        score('gunningFog', 'Gunning fog', 'grade', 0.4 * (perSentence + percent(complexWords))),
        score('smog', 'SMOG', 'grade', 3.1291 + 1.043 * Math.sqrt((30 * polysyllables) / sentences)),
        score('colemanLiau', 'Coleman-Liau', 'grade', 0.0588 * percent(letters) - 0.296 * percent(sentences) - 15.8),
        score(
          'automatedReadability',
          'Automated readability index',
          'grade',
          (4.71 * letters) / words + 0.5 * perSentence - 21.43,
        ),
        ...all,
      ];
    case 'de':
      return [
        // Amstad 1978; Bamberger and Vanecek 1984, first of their formulas.
        score('amstad', 'Flesch for German (Amstad)', 'ease', 180 - perSentence - 58.5 * perWord),
        score(
          'wienerSachtext',
          'Wiener Sachtextformel 1',
          'grade',
          0.1935 * percent(polysyllables) +
            0.1672 * perSentence +
            0.1297 * percent(longWords) -
            0.0327 * percent(monosyllables) -
            0.875,
        ),
        ...all,
      ];
    case 'fr':
      // Kandel and Moles 1958.
      return [score('kandelMoles', 'Kandel-Moles', 'ease', 207 - 1.015 * perSentence - 73.6 * perWord), ...all];
    case 'es':
      return [
        // Fernández Huerta 1959, with sentences as Law corrected it in 2011; Szigriszt Pazos 1993.
        score('fernandezHuerta', 'Fernández Huerta', 'ease', 206.84 - 60 * perWord - 1.02 * perSentence),
        score('szigrisztPazos', 'Szigriszt-Pazos', 'ease', 206.835 - 62.3 * perWord - perSentence),
        ...all,
      ];
    case 'it':
      return [
        // Lucisano and Piemontese 1988; Franchina and Vacca 1972.
        score('gulpease', 'Gulpease', 'ease', 89 + (300 * sentences - 10 * letters) / words),
        score('fleschVacca', 'Flesch-Vacca', 'ease', 206 - 65 * perWord - perSentence),
        ...all,
      ];
  }
}

/** The bands of LIX, by Björnsson. */
const LIX_BANDS: readonly (readonly [number, string])[] = [
  [25, 'very easy, as books for children'],
  [35, 'easy, as fiction'],
  [45, 'of medium difficulty, as newspapers'],
  [55, 'difficult, as official texts'],
  [Number.POSITIVE_INFINITY, 'very difficult, as science and law'],
];

/** The bands of Flesch 1948, which the others took over; Gulpease has its own. */
const EASE_BANDS: readonly (readonly [number, string])[] = [
  [30, 'very difficult, as scientific papers'],
  [50, 'difficult, as academic magazines'],
  [60, 'fairly difficult, as quality newspapers'],
  [70, 'of medium difficulty, as plain English for adults'],
  [80, 'fairly easy, as popular magazines'],
  [90, 'easy, as everyday conversation'],
  [Number.POSITIVE_INFINITY, 'very easy, as stories for children'],
];

/** Lucisano and Piemontese: what readers of each schooling find difficult. */
const GULPEASE_BANDS: readonly (readonly [number, string])[] = [
  [40, 'difficult even for people who finished secondary school'],
  [60, 'difficult for people with middle school only'],
  [80, 'difficult for people with primary school only'],
  [Number.POSITIVE_INFINITY, 'easy for everybody'],
];

const band = (bands: readonly (readonly [number, string])[], value: number): string =>
  bands.find(([below]) => value < below)?.[1] ?? '';

/** What a score says, as a clause behind "is". */
export function meaningOf({ id, scale, value }: Score): string {
  if (id === 'gulpease') return band(GULPEASE_BANDS, value);
  if (id === 'lix') return band(LIX_BANDS, value);
  // Anderson 1983: RIX 0.2 is grade 1, 7.2 is college.
  if (id === 'rix') return band(RIX_BANDS, value);
  if (scale === 'ease')
    return band(EASE_BANDS, value).replace(
      'plain English',
      id === 'fleschReadingEase' ? 'plain English' : 'plain texts',
    );
  const year = Math.max(1, Math.round(value));
  return year > 16
    ? 'for readers beyond a university degree'
    : year > 12
      ? `for readers after about ${year} years of education`
      : `for readers in about year ${year} of school`;
}

const RIX_BANDS: readonly (readonly [number, string])[] = [
  [1.3, 'easy, for year 4 and below'],
  [2.4, 'fairly easy, for years 5 to 7'],
  [4.5, 'of medium difficulty, for years 8 to 10'],
  [7.2, 'difficult, for years 11 and 12'],
  [Number.POSITIVE_INFINITY, 'very difficult, for college readers'],
];
