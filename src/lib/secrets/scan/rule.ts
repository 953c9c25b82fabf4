export type Severity = 'low' | 'medium' | 'high';

/** What one kind of secret looks like. */
export interface SecretRule {
  readonly id: string;
  /** What it is, for people: `GitHub token`. */
  readonly title: string;
  readonly severity: Severity;
  /** Global; its first group is the secret, or all of it where it has none. Linear: every quantifier is bounded or of one class. */
  readonly pattern: RegExp;
  /** Texts in lowercase of which a file must have one, so that most rules need no search. */
  readonly keywords: readonly string[];
  /** Least Shannon entropy in bits per character: below it, it is a placeholder. */
  readonly entropy: number;
  /** Whether its own checksum fits; what fails it is not a secret. */
  readonly check?: (secret: string) => boolean;
}
