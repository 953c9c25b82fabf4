import { z } from 'zod';

import { overLimit } from '../../core/index.js';
import { count, place } from '../../core/shared-data.js';
import type { TextPattern } from '../../engines/text/regular-expressions.js';
import { compileReplacement } from '../../formats/replacement-templates.js';
import { substitution } from '../../lib/patterns/substitution.js';
import { BoundedText } from '../../lib/text/bounded-text.js';
import { positionCounter } from '../../lib/text/text-position.js';

/** Characters of the text after replacement, and of everything that is listed. */
const MAX_RESULT = 900_000;

interface Group {
  readonly number: number;
  readonly name: string | null;
  readonly value: string | null;
  readonly start: number | null;
  readonly end: number | null;
}

interface Match {
  readonly start: number;
  readonly end: number;
  readonly groups: readonly Group[];
  readonly replacement: string;
}

type Matches = Iterable<Match>;

/** `names` of the groups, by number less one. */
export function* javascriptMatches(
  text: string,
  pattern: RegExp,
  names: readonly (string | null)[],
  template: string,
): Matches {
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    const [whole, ...groups] = found;
    const { index: start, indices, groups: named } = found;
    const end = start + whole.length;
    yield {
      start,
      end,
      groups: groups.map((value, index) => {
        const at = indices?.[index + 1];
        const name = names[index] ?? null;
        return { number: index + 1, name, value: value ?? null, start: at?.[0] ?? null, end: at?.[1] ?? null };
      }),
      replacement: substitution(template, { text, start, end, groups, named }),
    };
    if (!pattern.global) return;
    if (whole === '') pattern.lastIndex += /[uv]/.test(pattern.flags) ? unitsAt(text, end) : 1;
  }
}

const unitsAt = (text: string, at: number): number => ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);

export function* re2Matches(text: string, pattern: TextPattern, template: string, isGlobal: boolean): Matches {
  const replacement = compileReplacement(template, pattern, 'replacement');
  const names = new Map(Object.entries(pattern.groupNumbers).map(([name, number]) => [number, name]));
  for (const found of pattern.findAll(text)) {
    const groups = Array.from({ length: pattern.groupCount }, (_, index) => {
      const number = index + 1;
      const value = found.group(number) ?? null;
      const start = value === null ? null : found.groupStart(number);
      const end = value === null || start === null ? null : start + value.length;
      return { number, name: names.get(number) ?? null, value, start, end };
    });
    yield { start: found.start, end: found.end, groups, replacement: replacement(found) };
    if (!isGlobal) return;
  }
}

/** The first `limit` matches in full, the number of all, and the text with all of them replaced. */
export function report(text: string, found: Matches, limit: number) {
  const positionOf = positionCounter(text);
  const replaced = new BoundedText(MAX_RESULT);
  const matches: (Omit<Match, 'replacement'> & { text: string; line: number; column: number })[] = [];
  let matchCount = 0;
  let end = 0;
  let listed = 0;
  for (const { replacement, ...match } of found) {
    matchCount++;
    replaced.add(text.slice(end, match.start) + replacement);
    end = match.end;
    if (matches.length >= limit) continue;
    matches.push({ text: text.slice(match.start, match.end), ...positionOf(match.start), ...match });
    listed += match.end - match.start + match.groups.reduce((sum, { value }) => sum + (value?.length ?? 0) + 40, 40);
    if (listed > MAX_RESULT)
      throw overLimit(`The matches listed must have at most ${MAX_RESULT} characters; option "limit" can be lower`);
  }
  replaced.add(text.slice(end));
  return { matchCount, matches, replaced: replaced.toString() };
}

const offset = (description: string) => z.int().min(0).describe(description);

/** `data` of the tool. */
export const REGEX_MATCHES = z.object({
  matchCount: count('All matches, listed or not.'),
  matches: z
    .array(
      z.object({
        text: z.string().describe('What was matched.'),
        line: place('Line of its start.'),
        column: place('Column of its start, in characters.'),
        start: offset('Its start as an offset in UTF-16 units.'),
        end: offset('Its end, not included.'),
        groups: z
          .array(
            z.object({
              number: place('Number of the group.'),
              name: z.string().nullable().describe('Its name, or null.'),
              value: z.string().nullable().describe('What it matched; null where it took no part.'),
              start: offset('Its start.').nullable().describe('Its start, or null.'),
              end: offset('Its end, not included.').nullable().describe('Its end, not included, or null.'),
            }),
          )
          .describe('Groups in their order.'),
      }),
    )
    .describe('The first matches, as many as "limit".'),
  replaced: z.string().describe('The text with every match replaced.'),
  flavors: z
    .array(
      z.object({
        part: z.string().describe('Part of the pattern.'),
        note: z.string().describe('What other engines make of it.'),
      }),
    )
    .describe('What Python, PCRE, Java, Go and others read differently; for engine javascript.'),
});
