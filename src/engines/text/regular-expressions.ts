import { type Matcher, RE2JS, RE2JSException, RE2JSSyntaxException } from 're2js';

import { invalid, overLimit, quote } from '../../core/errors.js';
import { listLines } from '../../lib/text/lines.js';

/** Longest pattern that a tool's option may hold. */
export const PATTERN_CHARACTERS = 10_000;

export interface PatternRequest {
  /** Whether the pattern is a regular expression; else it stands for itself. */
  readonly regex: boolean;
  readonly caseSensitive: boolean;
  /** `^` and `$` match at line breaks too. */
  readonly multiline?: boolean;
  /** Only where no letter, mark, digit or `_` of any script stands before or after, as `grep -w`; never an empty match. */
  readonly wholeWord?: boolean;
  /** Name of the option for messages; `pattern` where left out. */
  readonly option?: string;
}

/** One match: UTF-16 offsets into the text. */
export interface TextMatch {
  readonly start: number;
  readonly end: number;
  /** Text of a group by number or name; 0 is the whole match, `undefined` a group that took no part. */
  readonly group: (group: number | string) => string | undefined;
  /** Where a group begins; -1 where it took no part. */
  readonly groupStart: (group: number) => number;
}

/**
 * A caller's pattern, in linear time for any text (RE2). Look-around and back-references do not exist there. Searching throws
 * LIMIT_EXCEEDED, naming the option, once it has taken too long: time grows with the length of the pattern too.
 */
export interface TextPattern {
  readonly groupCount: number;
  readonly groupNames: readonly string[];
  /** Number of each named group. */
  readonly groupNumbers: Readonly<Record<string, number>>;
  readonly matches: (text: string) => boolean;
  /** Matches from the left that do not overlap, none of them empty right after another (as sed and Go). A match is good until the next is asked for. */
  readonly findAll: (text: string) => Generator<TextMatch, void>;
}

/**
 * Compiles a caller's pattern. Throws INVALID_INPUT, naming the option and the faulty part, where it is empty or no regular
 * expression of RE2 syntax.
 */
export function compilePattern(pattern: string, request: PatternRequest): TextPattern {
  const { regex, caseSensitive, multiline = false, wholeWord = false, option = 'pattern' } = request;
  if (pattern === '') throw invalid(`Option "${option}" must not be empty`);
  if (!regex && caseSensitive) return literalPattern(pattern, wholeWord);
  const source = regex ? pattern : RE2JS.quote(pattern);
  const flags = (caseSensitive ? 0 : RE2JS.CASE_INSENSITIVE) | (multiline ? RE2JS.MULTILINE : 0);
  // Compiled by itself too, so that a bracket too many is not taken for one of ours.
  const compiled = compile(source, flags, option);
  const search = new SearchTime(option);
  const groupNumbers = compiled.namedGroups();
  const named = { groupCount: compiled.groupCount(), groupNames: Object.keys(groupNumbers), groupNumbers };
  if (wholeWord) {
    const words = compile(`(?:\\A|${NOT_IN_WORD})(${source})(?:${NOT_IN_WORD}|\\z)`, flags, option);
    return {
      ...named,
      matches: (text) =>
        search.measure(() => words.test(text)) && !findWords(words.matcher(text), text, search).next().done,
      findAll: (text) => findWords(words.matcher(text), text, search),
    };
  }
  return {
    ...named,
    matches: (text) => search.measure(() => compiled.test(text)),
    findAll: (text) => findAll(compiled.matcher(text), search),
  };
}

/** Longest search with one pattern in a run. Chosen: below the 12 s of class standard, so that its failure is an answer. */
const SEARCH_SECONDS = 8;

/** What searching with one pattern has taken; the rest of a run's work does not count. */
class SearchTime {
  #ms = 0;

  constructor(private readonly option: string) {}

  /** What `search` finds. Throws LIMIT_EXCEEDED where the time is up. */
  measure<Found>(search: () => Found): Found {
    const began = performance.now();
    const found = search();
    this.#ms += performance.now() - began;
    if (this.#ms > SEARCH_SECONDS * 1000)
      throw overLimit(
        `Option "${this.option}" must be found within ${SEARCH_SECONDS} seconds: a shorter pattern is faster`,
      );
    return found;
  }
}

/**
 * As `compilePattern` for a pattern that is matched with single lines: each line of it is a pattern of its own, and any of them
 * may match, as with `grep`.
 */
export function compileLinePatterns(patterns: string, request: PatternRequest): TextPattern {
  const [first, ...others] = [...new Set(listLines(patterns))].filter((line) => line !== '');
  if (first === undefined || others.length === 0) return compilePattern(first ?? '', request);
  const sources = [first, ...others].map((line) => {
    if (!request.regex) return RE2JS.quote(line);
    // By itself first, so that a message names the faulty one and brackets close where they were opened.
    compilePattern(line, request);
    return `(?:${line})`;
  });
  return compilePattern(sources.join('|'), { ...request, regex: true });
}

/** As `compilePattern`; white space of a plain pattern stands for any: words may go on in the next line. Never blank. */
export function compileSpacedPattern(pattern: string, request: PatternRequest): TextPattern {
  const words = pattern.split(/\s+/);
  if (request.regex || words.length === 1) return compilePattern(pattern, request);
  if (pattern.trim() === '') throw invalid(`Option "${request.option ?? 'pattern'}" must not be blank`);
  const source = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('\\s+');
  return compilePattern(source, { ...request, regex: true });
}

/** Plain text in its own letters needs no automaton: `indexOf` is ten times as fast. */
function literalPattern(wanted: string, wholeWord: boolean): TextPattern {
  function* findAll(text: string): Generator<TextMatch, void> {
    let start = text.indexOf(wanted);
    while (start !== -1) {
      const end = start + wanted.length;
      const isMatch = !wholeWord || isWholeWord(text, start, end);
      if (isMatch) yield { start, end, group: (group) => (group === 0 ? wanted : undefined), groupStart: () => start };
      start = text.indexOf(wanted, isMatch ? end : start + 1);
    }
  }
  return {
    groupCount: 0,
    groupNames: [],
    groupNumbers: {},
    matches: (text) => (wholeWord ? !findAll(text).next().done : text.includes(wanted)),
    findAll,
  };
}

/**
 * A test for texts by a pattern of RE2 syntax that is not an option of its own; `undefined` where it is no such pattern. `isWhole`: the
 * whole text must match.
 */
export function patternTest(source: string, isWhole: boolean): ((text: string) => boolean) | undefined {
  try {
    const compiled = RE2JS.compile(source);
    return isWhole ? (text) => compiled.testExact(text) : (text) => compiled.test(text);
  } catch (error) {
    // The caller says what is wrong with the place that the pattern stands in.
    if (error instanceof RE2JSException || error instanceof RangeError) return undefined;
    throw error;
  }
}

function* findAll(matcher: Matcher, search: SearchTime): Generator<TextMatch, void> {
  let last = -1;
  const find = () => matcher.find();
  while (search.measure(find)) {
    const start = matcher.start();
    const end = matcher.end();
    if (start === end && start === last) continue;
    last = end;
    yield {
      start,
      end,
      group: (group) => matcher.group(group) ?? undefined,
      groupStart: (group) => matcher.start(group),
    };
  }
}

const IN_WORD = '[\\p{L}\\p{M}\\p{N}_]';
const NOT_IN_WORD = '[^\\p{L}\\p{M}\\p{N}_]';
const IN_WORD_BEFORE = new RegExp(`${IN_WORD}$`, 'u');
const IN_WORD_AFTER = new RegExp(`^${IN_WORD}`, 'u');

const isWholeWord = (text: string, start: number, end: number): boolean =>
  !IN_WORD_BEFORE.test(text.slice(Math.max(0, start - 2), start)) && !IN_WORD_AFTER.test(text.slice(end, end + 2));

/**
 * Matches of a pattern whose first group is the caller's, between one character on either side that belongs to no word. RE2 has
 * no look-around, so the character after a match is looked at again as the one before the next.
 */
function* findWords(matcher: Matcher, text: string, search: SearchTime): Generator<TextMatch, void> {
  let from = 0;
  const find = () => matcher.find(from);
  while (from <= text.length && search.measure(find)) {
    const start = matcher.start(1);
    const end = matcher.end(1);
    if (start === end) {
      from = end + ((text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1);
      continue;
    }
    yield {
      start,
      end,
      group: (group) => matcher.group(typeof group === 'number' ? group + 1 : group) ?? undefined,
      groupStart: (group) => matcher.start(group + 1),
    };
    // A match may end with a character of no word, which then stands before the next.
    from = end - (IN_WORD_BEFORE.test(text.slice(Math.max(start, end - 2), end)) ? 0 : lastLength(text, end));
  }
}

const lastLength = (text: string, end: number): number => (/[\ud800-\udbff]/.test(text.charAt(end - 2)) ? 2 : 1);

function compile(source: string, flags: number, option: string): RE2JS {
  try {
    return RE2JS.compile(source, flags);
  } catch (error) {
    const must = `Option "${option}" must be a regular expression of RE2 syntax`;
    if (error instanceof RE2JSSyntaxException) throw invalid(`${must}: ${describeSyntax(error)}`, error);
    // Too large or too deep a pattern.
    if (error instanceof RE2JSException || error instanceof RangeError) throw invalid(`${must} that is smaller`, error);
    throw error;
  }
}

function describeSyntax(error: RE2JSSyntaxException): string {
  // Flags that were asked for stand at the front of the pattern that the engine reads.
  const part = String(error.getPattern() ?? '').replace(/^(?:\(\?[im]\))+/, '');
  const hint = HINTS.find(([start]) => part.startsWith(start))?.[1] ?? '';
  return `${error.getDescription()} at ${quote(part)}${hint}`;
}

const HINTS: readonly (readonly [string, string])[] = [
  ['(?=', ', look-ahead does not exist there'],
  ['(?!', ', look-ahead does not exist there'],
  ['(?<=', ', look-behind does not exist there'],
  ['(?<!', ', look-behind does not exist there'],
  ['(?>', ', atomic groups do not exist there'],
  ...Array.from({ length: 9 }, (_, i) => [`\\${i + 1}`, ', back-references do not exist there'] as const),
];
