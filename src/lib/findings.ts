const SEVERITIES = ['error', 'warning', 'info'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** What is wrong with a document, and where. */
export interface Finding {
  readonly rule: string;
  readonly severity: Severity;
  /** A sentence without a full stop. */
  readonly message: string;
  readonly tokens: readonly string[];
}

/** Most findings of each severity that are kept; all are counted. */
const MAX_FINDINGS = 1000;

/** Findings as rules tell them; `rules` are all there are, with how bad what they find is. */
export class RuleFindings<Rule extends string> {
  readonly list: Finding[] = [];
  readonly counts: Record<Severity, number> = { error: 0, warning: 0, info: 0 };

  constructor(
    private readonly rules: Readonly<Record<Rule, Severity>>,
    private readonly ignored: ReadonlySet<string>,
  ) {}

  addAt(rule: Rule, message: string, tokens: readonly string[]): void {
    if (!this.takes(rule)) return;
    const severity = this.rules[rule];
    if (++this.counts[severity] <= MAX_FINDINGS) this.list.push({ rule, severity, message, tokens });
  }

  takes(rule: Rule): boolean {
    return !this.ignored.has(rule);
  }

  /** Findings that are counted and not listed. */
  addUnlisted(rule: Rule, count: number): void {
    if (this.takes(rule)) this.counts[this.rules[rule]] += count;
  }

  /** The worst, at most 1,000, in the order of rules. */
  worst(): readonly Finding[] {
    const rank = (finding: Finding): number => SEVERITIES.indexOf(finding.severity);
    return this.list.toSorted((a, b) => rank(a) - rank(b)).slice(0, MAX_FINDINGS);
  }
}

const MAX_SHOWN = 80;

/** A text of the document in a message. */
export const shown = (text: string): string =>
  JSON.stringify(text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN - 1)}…`);
