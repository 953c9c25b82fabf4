import { checkedAmount, checkedLine, type PaymentPayload, paymentFault } from './fault.js';
import { checkedCreditorReference, checkedIban } from './iban.js';

export interface SwissAddress {
  readonly name: string;
  readonly street: string;
  readonly houseNumber: string;
  readonly postalCode: string;
  readonly city: string;
  readonly country: string;
}

export interface SwissPayment {
  readonly account: string;
  readonly creditor: SwissAddress;
  /** 0 for none: whoever pays fills it in. */
  readonly amount: number;
  readonly currency: string;
  readonly debtor: SwissAddress;
  readonly reference: string;
  readonly text: string;
  /** Structured information of the biller, such as `//S1/10/…`. */
  readonly billInformation: string;
}

const MAX_AMOUNT = 999_999_999.99;
const MAX_CHARACTERS = 997;
const MAX_MESSAGE = 140;

/** Basic Latin, Latin-1 Supplement, Latin Extended-A, Ș ș Ț ț and €: chapter 4.1.1 of the guidelines. */
const ALLOWED = /^[\u0020-\u007e\u00a0-\u017f\u0218-\u021b\u20ac]*$/u;

/**
 * The lines of a Swiss QR code: Swiss Implementation Guidelines for the QR-bill, SIX, version 2.3, chapter 4. Addresses are
 * structured, as it asks for. Throws ContentFault.
 */
export function swissPayload(payment: SwissPayment): PaymentPayload {
  const iban = checkedIban('account', payment.account);
  if (!/^(CH|LI)/.test(iban)) throw paymentFault('account', `must be an IBAN of CH or LI, got ${iban.slice(0, 2)}`);
  const currency = payment.currency === '' ? 'CHF' : payment.currency;
  const [type, reference] = referenceOf(iban, payment.reference);
  const text = allowed('text', payment.text, MAX_MESSAGE, 'optional');
  const bill = allowed('billInformation', payment.billInformation, MAX_MESSAGE, 'optional');
  if ([...text, ...bill].length > MAX_MESSAGE) {
    throw paymentFault('text', `must have, with "billInformation", at most ${MAX_MESSAGE} characters`);
  }
  const lines = [
    'SPC',
    '0200',
    '1',
    iban,
    ...addressLines('', payment.creditor),
    // The ultimate creditor is for future use.
    ...Array.from({ length: 7 }, () => ''),
    checkedAmount(payment.amount, MAX_AMOUNT) ?? '',
    currency,
    ...debtorLines(payment.debtor),
    type,
    reference,
    text,
    'EPD',
    ...(bill === '' ? [] : [bill]),
  ];
  const payload = lines.join('\n');
  const length = [...payload].length;
  if (length > MAX_CHARACTERS) {
    throw paymentFault(
      'text',
      `must be shorter: the code has ${length} characters, at most ${MAX_CHARACTERS} are allowed`,
    );
  }
  return { payload, warnings: [] };
}

/** Bank numbers 30000 to 31999 make a QR-IBAN, chapter 2.3. */
const isQrIban = (iban: string): boolean => /^..\d\d3[01]/.test(iban);

function referenceOf(iban: string, text: string): readonly [string, string] {
  const reference = text.replace(/\s/g, '').toUpperCase();
  if (isQrIban(iban)) {
    if (!/^\d{27}$/.test(reference)) {
      throw paymentFault('reference', 'must be a QR reference of 27 digits, because the account is a QR-IBAN');
    }
    if (recursiveMod10(reference.slice(0, 26)) !== Number(reference[26])) {
      throw paymentFault('reference', 'must be a QR reference whose last digit, the check digit, fits');
    }
    return ['QRR', reference];
  }
  if (reference === '') return ['NON', ''];
  if (/^\d{27}$/.test(reference)) {
    throw paymentFault(
      'reference',
      'must be a creditor reference (RF…) or empty, because the account is not a QR-IBAN',
    );
  }
  return ['SCOR', checkedCreditorReference('reference', text)];
}

const RECURSION = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5];

/** Modulo 10, recursive: annex B of the guidelines. */
export function recursiveMod10(digits: string): number {
  let carry = 0;
  for (const digit of digits) carry = RECURSION[(carry + Number(digit)) % 10] ?? 0;
  return (10 - carry) % 10;
}

function debtorLines(debtor: SwissAddress): string[] {
  const isGiven = Object.values(debtor).some((value) => value.trim() !== '');
  return isGiven ? addressLines('debtor', debtor) : Array.from({ length: 7 }, () => '');
}

function addressLines(prefix: '' | 'debtor', address: SwissAddress): string[] {
  const field = (key: keyof SwissAddress, most: number, need: 'required' | 'optional'): string =>
    allowed(optionOf(prefix, key), address[key], most, need);
  const country = field('country', 2, 'required').toUpperCase();
  if (!/^[A-Z]{2}$/.test(country))
    throw paymentFault(optionOf(prefix, 'country'), 'must be a country of two letters such as CH');
  return [
    'S',
    field('name', 70, 'required'),
    field('street', 70, 'optional'),
    field('houseNumber', 16, 'optional'),
    field('postalCode', 16, 'required'),
    field('city', 35, 'required'),
    country,
  ];
}

const optionOf = (prefix: '' | 'debtor', key: string): string =>
  prefix === '' ? key : `${prefix}${key.charAt(0).toUpperCase()}${key.slice(1)}`;

function allowed(option: string, value: string, most: number, need: 'required' | 'optional'): string {
  const line = checkedLine(option, value, most, need);
  if (!ALLOWED.test(line)) throw paymentFault(option, 'must have only Latin letters and signs that a QR-bill allows');
  return line;
}
