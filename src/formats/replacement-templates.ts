import { invalid, quote } from '../core/errors.js';
import type { TextMatch, TextPattern } from '../engines/text/regular-expressions.js';
import { toTitleLetter } from '../lib/unicode/letter-case.js';

/** What takes the place of one match. */
export type Replacement = (match: TextMatch) => string;

type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'group'; readonly group: number | string }
  /** `upper` and `lower` hold until `plain`; `upperNext` and `lowerNext` change one character. */
  | { readonly kind: 'case'; readonly change: CaseChange };

type CaseChange = 'upper' | 'lower' | 'plain' | 'upperNext' | 'lowerNext';

/** How to write a replacement, for descriptions and notes. */
export const TEMPLATE_HELP = `$1 or \\1 is a group, \${name} a named one, $& or $0 the whole match, $$ a dollar sign; \\n, \\r, \\t, \\x41 and \\x{1F600} are characters, \\\\ a backslash; \\U and \\L write what follows in uppercase or lowercase up to \\E, \\u and \\l only its first letter`;

/**
 * Compiles what a caller wants in the place of each match of a regular expression: see `TEMPLATE_HELP`. Throws INVALID_INPUT,
 * naming the option and the faulty part, where an escape does not exist or the pattern has no such group.
 */
export function compileReplacement(template: string, pattern: TextPattern, option = 'replace'): Replacement {
  const parts = parseTemplate(template, pattern, option);
  if (parts.every((part) => part.kind === 'text')) {
    const text = parts.map((part) => part.text).join('');
    return () => text;
  }
  if (parts.every((part) => part.kind !== 'case')) return (match) => parts.map((part) => textOf(part, match)).join('');
  return (match) => expand(parts, match);
}

// A dollar sign or a backslash with what belongs to it; a lone one of either is dealt with by what it is.
const TOKEN = /\$(?:[$&]|\d{1,2}|\{[^{}]*\}|<[^<>]*>|(?=\{))|\\(?:x\{[0-9A-Fa-f]{1,6}\}|x[0-9A-Fa-f]{2}|[\s\S]?)/gu;

function parseTemplate(template: string, pattern: TextPattern, option: string): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const { 0: token, index } of template.matchAll(TOKEN)) {
    if (index > end) parts.push({ kind: 'text', text: template.slice(end, index) });
    parts.push(...(token.startsWith('$') ? dollarParts(token, pattern, option) : escapeParts(token, pattern, option)));
    end = index + token.length;
  }
  if (end < template.length) parts.push({ kind: 'text', text: template.slice(end) });
  return parts;
}

function dollarParts(token: string, pattern: TextPattern, option: string): Part[] {
  if (token === '$$') return [{ kind: 'text', text: '$' }];
  if (token === '$&') return [{ kind: 'group', group: 0 }];
  if (token === '$') throw invalid(`Option "${option}" must close "\${" with "}"; "$$" stands for a dollar sign`);
  const name = token.replace(/^\$[{<]?|[}>]$/g, '');
  if (!/^\d+$/.test(name)) return [{ kind: 'group', group: namedGroup(name, token, pattern, option) }];
  const group = Number(name);
  if (group <= pattern.groupCount) return [{ kind: 'group', group }];
  // As in JavaScript: $12 is group 1 and a 2 where there are fewer than twelve groups.
  const [first = '', second = ''] = token.slice(1);
  if (/^\$\d\d$/.test(token) && Number(first) <= pattern.groupCount && first !== '0')
    return [
      { kind: 'group', group: Number(first) },
      { kind: 'text', text: second },
    ];
  throw missingGroup(token, pattern, option);
}

function namedGroup(name: string, token: string, { groupNames }: TextPattern, option: string): string {
  if (groupNames.includes(name)) return name;
  const known = groupNames.length === 0 ? 'none' : groupNames.map((known) => quote(known)).join(', ');
  throw invalid(`Option "${option}" has ${quote(token)}, but the named groups of the pattern are: ${known}`);
}

function missingGroup(token: string, { groupCount }: TextPattern, option: string): Error {
  const groups = groupCount === 1 ? '1 group' : `${groupCount} groups`;
  return invalid(
    `Option "${option}" has ${quote(token)}, but the pattern has ${groups}; "$$" stands for a dollar sign, "\\\\" for a backslash`,
  );
}

const CHARACTERS: Readonly<Record<string, string>> = {
  '\\n': '\n',
  '\\r': '\r',
  '\\t': '\t',
  '\\f': '\f',
  '\\v': '\v',
  '\\\\': '\\',
  '\\$': '$',
  '\\&': '&',
  '\\/': '/',
};

const CASES: Readonly<Record<string, CaseChange>> = {
  '\\U': 'upper',
  '\\L': 'lower',
  '\\E': 'plain',
  '\\u': 'upperNext',
  '\\l': 'lowerNext',
};

function escapeParts(token: string, pattern: TextPattern, option: string): Part[] {
  const character = CHARACTERS[token];
  if (character !== undefined) return [{ kind: 'text', text: character }];
  const change = CASES[token];
  if (change !== undefined) return [{ kind: 'case', change }];
  if (/^\\\d$/.test(token)) {
    const group = Number(token.slice(1));
    if (group > pattern.groupCount) throw missingGroup(token, pattern, option);
    return [{ kind: 'group', group }];
  }
  const code = /^\\x\{?([0-9A-Fa-f]+)\}?$/.exec(token)?.[1];
  const point = code === undefined ? -1 : Number.parseInt(code, 16);
  const isCharacter = point >= 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
  if (isCharacter) return [{ kind: 'text', text: String.fromCodePoint(point) }];
  if (token === '\\')
    throw invalid(`Option "${option}" must not end in a single backslash; "\\\\" stands for a backslash`);
  throw invalid(`Option "${option}" has the unknown escape ${token}; "\\\\" stands for a backslash`);
}

function textOf(part: Part, match: TextMatch): string {
  if (part.kind === 'text') return part.text;
  return part.kind === 'group' ? (match.group(part.group) ?? '') : '';
}

function expand(parts: readonly Part[], match: TextMatch): string {
  let result = '';
  let running: CaseChange = 'plain';
  let next: CaseChange = 'plain';
  for (const part of parts) {
    if (part.kind === 'case') {
      if (part.change.endsWith('Next')) next = part.change;
      else {
        running = part.change;
        if (running === 'plain') next = 'plain';
      }
      continue;
    }
    const text = textOf(part, match);
    if (text === '') continue;
    result += changeCase(text, running, next);
    next = 'plain';
  }
  return result;
}

function changeCase(text: string, running: CaseChange, next: CaseChange): string {
  const [first = ''] = text;
  const changeAll = (part: string): string =>
    running === 'upper' ? part.toUpperCase() : running === 'lower' ? part.toLowerCase() : part;
  if (next === 'plain') return changeAll(text);
  const head = next === 'upperNext' ? toTitleLetter(first) : first.toLowerCase();
  return head + changeAll(text.slice(first.length));
}
