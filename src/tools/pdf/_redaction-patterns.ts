import { compileLinePatterns } from '../../engines/text/regular-expressions.js';
import type { SearchPattern } from '../../formats/pdf/text/redaction-search.js';
import { type PersonalDataKind, personalDataIn } from '../../lib/text/personal-data.js';

interface WantedTexts {
  readonly text: string;
  readonly patterns: string;
  readonly caseSensitive: boolean;
  readonly wholeWord: boolean;
  readonly emails: boolean;
  readonly phones: boolean;
  readonly ibans: boolean;
  readonly cards: boolean;
}

/** What `redact-pdf` is asked to look for; empty for nothing. */
export function redactionPatterns(wanted: WantedTexts): SearchPattern[] {
  const { text, patterns, caseSensitive, wholeWord } = wanted;
  const compiled: SearchPattern[] = [];
  if (text.trim() !== '') {
    const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim().normalize('NFKC').replace(/\s+/g, ' '));
    const texts = lines.filter((line) => line !== '').join('\n');
    compiled.push(compileLinePatterns(texts, { regex: false, caseSensitive, wholeWord, option: 'text' }));
  }
  if (patterns.trim() !== '')
    compiled.push(compileLinePatterns(patterns, { regex: true, caseSensitive, wholeWord, option: 'patterns' }));
  const kinds: PersonalDataKind[] = [];
  if (wanted.emails) kinds.push('email');
  if (wanted.phones) kinds.push('phone');
  if (wanted.ibans) kinds.push('iban');
  if (wanted.cards) kinds.push('card');
  if (kinds.length > 0) compiled.push(personalData(kinds));
  return compiled;
}

/** White space of any kind stands for a space in the texts that are searched. */
const personalData = (kinds: readonly PersonalDataKind[]): SearchPattern => ({
  *findAll(text) {
    for (const { start, end } of personalDataIn(text.replace(/\s/g, ' '), kinds))
      yield { start, end, group: () => undefined, groupStart: () => -1 };
  },
});

const plain = (text: string): string => text.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();

/** The patterns, with whatever they find told to `found`. */
export const watched = (patterns: readonly SearchPattern[], found: Set<string>): SearchPattern[] =>
  patterns.map((pattern) => ({
    *findAll(text) {
      for (const match of pattern.findAll(text)) {
        found.add(plain(text.slice(match.start, match.end)));
        yield match;
      }
    },
  }));

/** Says which lines of option `text` are nowhere in a file; one that may be part of another match is not spoken of. */
export function missedTexts(text: string, found: ReadonlySet<string>): string[] {
  const lines = text.split(/\r\n|\r|\n/).map(plain);
  const all = [...found];
  return lines.flatMap((line, i) =>
    line === '' || all.some((match) => match.includes(line) || line.includes(match))
      ? []
      : [`Line ${i + 1} of option "text" was not found`],
  );
}
