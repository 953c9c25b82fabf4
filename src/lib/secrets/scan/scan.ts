import { firstIndex } from '../../numbers/first-index.js';
import { CONTEXT_RULES, GUESSED } from './context-rules.js';
import { PROVIDER_RULES } from './provider-rules.js';
import type { SecretRule, Severity } from './rule.js';

export interface FoundSecret {
  readonly rule: SecretRule;
  readonly secret: string;
  /** From 1. */
  readonly line: number;
  /** In UTF-16 units, from 1. */
  readonly column: number;
  /** In UTF-16 units, from 0. */
  readonly start: number;
}

const SEVERITIES: readonly Severity[] = ['low', 'medium', 'high'];

/** Specific ones first: where two find the same text, the first counts. */
export const SECRET_RULES: readonly SecretRule[] = [...PROVIDER_RULES, ...CONTEXT_RULES];

/** What people write where a secret would be. */
const PLACEHOLDER =
  /example|sample|dummy|placeholder|change.?me|replace|redacted|your[_-]?|insert|\btodo\b|\bfixme\b|x{4,}|\*{3,}|\.{3}|0{8,}|1234567|abcdefg|deadbeef|foobar|hunter2|^(?:test|mock|fake)|process\.env|os\.environ|secrets?\.[A-Z]|^(?:null|undefined|none|true|false|pass(?:wd|word)?|pwd|secret)$/i;
/** A line that its author has looked at. */
const ALLOWED = /gitleaks:allow|pragma: ?allowlist[ -]secret|nosemgrep|trufflehog:ignore/i;
/** Paths, addresses, versions, calls and tags: values of guessed secrets that are none. */
const CODE =
  /^\.{0,2}\/|:\/\/|\w\.\w{1,60}\.\w|[;,]$|=>|^\d{1,4}(?:[-./:]\d{1,4})+|^\[|\]$|^[@#]|^[A-Z0-9]+(?:_[A-Z0-9]+)+$/;

/** Shannon's bits per character. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

function isSecret({ id, entropy, check }: SecretRule, secret: string): boolean {
  if (entropyOf(secret) < entropy) return false;
  if (check !== undefined) return check(secret);
  if (id === 'private-key' || id === 'jwt') return true;
  // Words can be in a long random text by chance.
  if (PLACEHOLDER.test(secret.length > 60 ? secret.slice(0, 20) : secret)) return false;
  const isWords = CODE.test(secret) || /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(secret);
  return !GUESSED.has(id) || (/\d/.test(secret) && /[a-z]/i.test(secret) && !isWords);
}

/** Secrets of at least a severity in a text, by place, and how many were on lines that are allowed by a comment. */
export function scanText(
  text: string,
  least: Severity,
): { readonly found: readonly FoundSecret[]; readonly allowed: number } {
  const lower = text.toLowerCase();
  const starts = lineStarts(text);
  const taken: { start: number; end: number; secret: FoundSecret }[] = [];
  let allowed = 0;
  for (const rule of SECRET_RULES) {
    if (SEVERITIES.indexOf(rule.severity) < SEVERITIES.indexOf(least)) continue;
    if (!rule.keywords.some((keyword) => lower.includes(keyword))) continue;
    for (const match of text.matchAll(rule.pattern)) {
      const secret = match[1] ?? match[0];
      if (!isSecret(rule, secret)) continue;
      const start = match.index + match[0].lastIndexOf(secret);
      const line = firstIndex(starts.length, (i) => (starts[i] ?? 0) > start);
      const from = starts[line - 1] ?? 0;
      if (ALLOWED.test(text.slice(from, Math.min(starts[line] ?? text.length, from + 2000)))) allowed++;
      else
        taken.push({
          start,
          end: start + secret.length,
          secret: { rule, secret, line, column: start - from + 1, start },
        });
    }
  }
  return { found: withoutOverlaps(taken), allowed };
}

/** By place; of those that overlap, the one of the earlier rule. */
function withoutOverlaps(taken: readonly { start: number; end: number; secret: FoundSecret }[]): FoundSecret[] {
  const rank = new Map(SECRET_RULES.map((rule, index) => [rule.id, index]));
  const sorted = [...taken].sort(
    (a, b) => a.start - b.start || (rank.get(a.secret.rule.id) ?? 0) - (rank.get(b.secret.rule.id) ?? 0),
  );
  const kept: typeof sorted = [];
  for (const item of sorted) {
    const last = kept.at(-1);
    if (last === undefined || item.start >= last.end) kept.push(item);
    else if ((rank.get(item.secret.rule.id) ?? 0) < (rank.get(last.secret.rule.id) ?? 0)) kept[kept.length - 1] = item;
  }
  return kept.map(({ secret }) => secret);
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
