/** Code of ours beside a package that does the same. */
export interface Comparison {
  readonly subject: string;
  readonly package: string;
  /** Inputs with one right answer, and who gives it. */
  readonly answers: readonly Answer[];
  /** Work of both on the same input. */
  readonly works: readonly Work[];
}

export interface Answer {
  readonly title: string;
  /** What is right, by whom the title says. */
  readonly right: unknown;
  readonly own: () => unknown;
  readonly theirs: () => unknown;
}

export interface Work {
  readonly title: string;
  readonly own: () => unknown;
  readonly theirs: () => unknown;
}

/** A failure is an answer too. */
export const REFUSED = 'refused';

/** What `work` answers, as text; `REFUSED` where it throws. */
export async function answerOf(work: () => unknown): Promise<string> {
  try {
    return JSON.stringify(await work()) ?? 'undefined';
  } catch {
    // The comparison counts it; what it says is of no interest here.
    return JSON.stringify(REFUSED);
  }
}
