import { type Match, ZxcvbnFactory, type ZxcvbnResult } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common';
import { dictionary as english, translations } from '@zxcvbn-ts/language-en';

/** A stretch of a password that is guessed as one: places in UTF-16 units from 0, the last one included. */
export interface GuessedPart {
  readonly start: number;
  readonly end: number;
  readonly kind: string;
  /** What an attacker tries for it: `word 43 of the most common passwords, letters replaced`. Never the text itself. */
  readonly how: string;
}

/** What zxcvbn says of one password. */
export interface PasswordStrength {
  /** 0 (too guessable) to 4 (very unguessable). */
  readonly score: number;
  readonly guessesLog10: number;
  readonly guesses: number;
  readonly times: Readonly<
    Record<'onlineThrottled' | 'online' | 'offlineSlow' | 'offlineFast', { seconds: number; display: string }>
  >;
  readonly warning: string;
  readonly suggestions: readonly string[];
  readonly parts: readonly GuessedPart[];
}

let factory: ZxcvbnFactory | undefined;

/**
 * Estimates how many guesses a password withstands. `known` are words that an attacker would try first. Time grows with the square of the
 * length and more: callers bound it. 100 characters take up to 2.5 s.
 */
export function estimateStrength(password: string, known: readonly string[]): PasswordStrength {
  // The dictionaries take 0.3 s to build.
  factory ??= new ZxcvbnFactory({
    dictionary: { ...common, ...english },
    graphs: adjacencyGraphs,
    translations,
  });
  const { score, guesses, guessesLog10, crackTimes, feedback, sequence } = factory.check(password, [...known]);
  return {
    score,
    guesses,
    guessesLog10,
    times: timesOf(crackTimes),
    warning: feedback.warning ?? '',
    suggestions: feedback.suggestions,
    parts: sequence.map((match) => ({ start: match.i, end: match.j, kind: match.pattern, how: howOf(match) })),
  };
}

const timesOf = (times: ZxcvbnResult['crackTimes']): PasswordStrength['times'] => ({
  onlineThrottled: times.onlineThrottlingXPerHour,
  online: times.onlineNoThrottlingXPerSecond,
  offlineSlow: times.offlineSlowHashingXPerSecond,
  offlineFast: times.offlineFastHashingXPerSecond,
});

/** The keys that a match has besides its place depend on its pattern (types.d.ts of the package). */
function howOf(match: Match): string {
  if (match.pattern === 'dictionary') {
    const changes = [match.reversed === true ? 'reversed' : '', match.l33t === true ? 'letters replaced' : ''];
    const name = String(match.dictionaryName);
    return [
      `word ${String(match.rank)} of ${LISTS[name] ?? `the list ${name}`}`,
      ...changes.filter((change) => change !== ''),
    ].join(', ');
  }
  if (match.pattern === 'spatial') return `keys next to each other on a ${String(match.graph)} keyboard`;
  if (match.pattern === 'repeat') return `the same text ${String(match.repeatCount)} times`;
  if (match.pattern === 'sequence') return `a ${match.ascending === false ? 'falling' : 'rising'} sequence`;
  if (match.pattern === 'regex') return 'a recent year';
  return FIXED[match.pattern] ?? match.pattern;
}

const LISTS: Readonly<Record<string, string>> = {
  userInputs: 'your own words',
  'passwords-common': 'the most common passwords',
  'commonWords-en': 'the most common English words',
  'wikipedia-en': 'the words of the English Wikipedia',
  'firstnames-en': 'the most common first names',
  'lastnames-en': 'the most common last names',
  'diceware-common': 'the Diceware list',
};

const FIXED: Readonly<Record<string, string>> = {
  bruteforce: 'trying all characters',
  date: 'a date',
  separator: 'a separator between words',
  wordSequence: 'words that often follow each other',
};
