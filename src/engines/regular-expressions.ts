import { type Matcher, RE2JS, RE2JSException, RE2JSSyntaxException } from 're2js';

import { invalid, quote } from '../core/errors.js';

/** Longest pattern that a tool's option may hold. */
export const PATTERN_CHARACTERS = 10_000;

export interface PatternRequest {
  /** Whether the pattern is a regular expression; else it stands for itself. */
  readonly regex: boolean;
  readonly caseSensitive: boolean;
  /** `^` and `$` match at line breaks too. */
  readonly multiline?: boolean;
  /** Name of the option for messages; `pattern` where left out. */
  readonly option?: string;
}

/** One match: UTF-16 offsets into the text. */
export interface TextMatch {
  readonly start: number;
  readonly end: number;
  /** Text of a group by number or name; 0 is the whole match, `undefined` a group that took no part. */
  readonly group: (group: number | string) => string | undefined;
}

/** A caller's pattern, in linear time for any text (RE2). Look-around and back-references do not exist there. */
export interface TextPattern {
  readonly groupCount: number;
  readonly groupNames: readonly string[];
  readonly matches: (text: string) => boolean;
  /** Matches from the left that do not overlap. A match is good until the next is asked for. */
  readonly findAll: (text: string) => Generator<TextMatch, void>;
}

/**
 * Compiles a caller's pattern. Throws INVALID_INPUT, naming the option and the faulty part, where it is empty or no regular
 * expression of RE2 syntax.
 */
export function compilePattern(pattern: string, request: PatternRequest): TextPattern {
  const { regex, caseSensitive, multiline = false, option = 'pattern' } = request;
  if (pattern === '') throw invalid(`Option "${option}" must not be empty`);
  const source = regex ? pattern : RE2JS.quote(pattern);
  const flags = (caseSensitive ? 0 : RE2JS.CASE_INSENSITIVE) | (multiline ? RE2JS.MULTILINE : 0);
  const compiled = compile(source, flags, option);
  return {
    groupCount: compiled.groupCount(),
    groupNames: Object.keys(compiled.namedGroups()),
    matches: (text) => compiled.test(text),
    findAll: (text) => findAll(compiled.matcher(text)),
  };
}

function* findAll(matcher: Matcher): Generator<TextMatch, void> {
  while (matcher.find()) {
    yield {
      start: matcher.start(),
      end: matcher.end(),
      group: (group) => matcher.group(group) ?? undefined,
    };
  }
}

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
  const part = String(error.getPattern() ?? '');
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
