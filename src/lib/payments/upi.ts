import { checkedAmount, checkedLine, type PaymentPayload, paymentFault } from './fault.js';

export interface UpiPayment {
  /** Virtual payment address, UPI ID. */
  readonly account: string;
  readonly name: string;
  /** Rupees; 0 for none. */
  readonly amount: number;
  readonly reference: string;
  readonly text: string;
}

/** Chosen: what NPCI lets a person pay at once, in the highest of its classes. */
const MAX_RUPEES = 1_000_000;

/** A UPI link: NPCI, UPI Linking Specifications 1.6, 3.1. Throws ContentFault. */
export function upiPayload({ account, name, amount, reference, text }: UpiPayment): PaymentPayload {
  const address = account.trim();
  if (!/^[A-Za-z0-9._-]{2,256}@[A-Za-z][A-Za-z0-9]{1,63}$/.test(address)) {
    throw paymentFault('account', 'must be a UPI ID such as name@bank');
  }
  const reference35 = checkedLine('reference', reference, 35, 'optional');
  if (!/^[A-Za-z0-9./_-]*$/.test(reference35))
    throw paymentFault('reference', 'must have only letters, digits, dots, dashes and slashes for UPI');
  const fields: readonly (readonly [string, string])[] = [
    ['pn', checkedLine('name', name, 99, 'required')],
    ['tr', reference35],
    ['tn', checkedLine('text', text, 80, 'optional')],
    ['am', checkedAmount(amount, MAX_RUPEES) ?? ''],
    ['cu', 'INR'],
  ];
  const query = fields
    .filter(([, value]) => value !== '')
    .map(([key, value]) => `&${key}=${encodeURIComponent(value)}`);
  return { payload: `upi://pay?pa=${address}${query.join('')}`, warnings: [] };
}
