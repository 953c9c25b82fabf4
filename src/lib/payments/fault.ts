import { ContentFault } from '../faults.js';

/** What a payment code holds. */
export interface PaymentPayload {
  readonly payload: string;
  /** Sentences on what may keep it from being paid. */
  readonly warnings: readonly string[];
}

/** A value that a payment code cannot have: `what` completes `Option "<option>" …`. */
export const paymentFault = (option: string, what: string): ContentFault =>
  ContentFault.whole(`Option "${option}" ${what}`);

/** A text of at most `most` characters on one line; empty where it may be. Returned without white space at its ends. */
export function checkedLine(option: string, value: string, most: number, need: 'required' | 'optional'): string {
  const line = value.trim();
  if (/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(line))
    throw paymentFault(option, 'must be one line without control characters');
  const length = [...line].length;
  if (length > most) throw paymentFault(option, `must have at most ${most} characters, got ${length}`);
  if (line === '' && need === 'required') throw paymentFault(option, 'must not be empty for this kind');
  return line;
}

/** An amount with two decimals; `undefined` for 0, which stands for none. */
export function checkedAmount(amount: number, most: number): string | undefined {
  if (amount === 0) return undefined;
  if (amount > most) throw paymentFault('amount', `must be at most ${most} for this kind, got ${amount}`);
  const text = amount.toFixed(2);
  if (Number(text) !== amount)
    throw paymentFault('amount', `must have at most two decimals for this kind, got ${amount}`);
  return text;
}
