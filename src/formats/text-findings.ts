import type { Severity } from '../lib/findings.js';
import { positionCounter } from '../lib/text/text-position.js';

/** What is wrong at a place of a text, a UTF-16 offset. */
export interface TextFinding {
  readonly rule: string;
  readonly severity: Severity;
  /** A sentence without a full stop. */
  readonly message: string;
  readonly offset: number;
}

const RANKS = { error: 0, warning: 1, info: 2 } as const;

/** Most findings that are listed; all are counted. */
const MAX_FINDINGS = 1000;

/** Findings with line and column, in the order of the text: at most 1,000, the worst. `ignore` names rules, with spaces or commas between. */
export function reportFindings<Found extends TextFinding>(text: string, found: readonly Found[], ignore: string) {
  const ignored = new Set(ignore.split(/[\s,]+/));
  const counts = { error: 0, warning: 0, info: 0 };
  const taken = found.filter(({ rule }) => !ignored.has(rule));
  for (const { severity } of taken) counts[severity]++;
  const worst = taken
    .toSorted((a, b) => RANKS[a.severity] - RANKS[b.severity] || a.offset - b.offset)
    .slice(0, MAX_FINDINGS)
    .sort((a, b) => a.offset - b.offset);
  const positionOf = positionCounter(text);
  const findings = worst.map(({ offset, ...finding }) => ({ ...finding, ...positionOf(offset) }));
  return { counts, findings };
}
