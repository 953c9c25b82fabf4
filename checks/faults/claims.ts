/** What a case found: each claim, and whether it holds. */
export class Claims {
  failed = 0;
  held = 0;
  readonly lines: string[] = [];

  /** `seen` is printed with the claim: a number that stands for itself, or what was wrong. */
  that(claim: string, holds: boolean, seen: unknown = ''): void {
    if (holds) this.held += 1;
    else this.failed += 1;
    const shown = seen === '' ? '' : `: ${typeof seen === 'string' ? seen : JSON.stringify(seen)}`;
    this.lines.push(`  ${holds ? 'holds ' : 'FAILED'} ${claim}${shown.slice(0, 600)}`);
  }

  /** A case that this machine cannot show. */
  skip(what: string, why: string): void {
    this.lines.push(`  skipped ${what}: ${why}`);
  }
}

/** One way in which things go wrong around the service. */
export interface FaultCase {
  readonly name: string;
  readonly run: (claims: Claims) => Promise<void>;
}
