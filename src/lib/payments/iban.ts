import { paymentFault } from './fault.js';

/** Lengths of IBANs by country (SWIFT IBAN Registry, release 99). */
const LENGTHS: Readonly<Record<string, number>> = {
  AD: 24,
  AE: 23,
  AL: 28,
  AT: 20,
  AZ: 28,
  BA: 20,
  BE: 16,
  BG: 22,
  BH: 22,
  BI: 27,
  BR: 29,
  BY: 28,
  CH: 21,
  CR: 22,
  CY: 28,
  CZ: 24,
  DE: 22,
  DJ: 27,
  DK: 18,
  DO: 28,
  EE: 20,
  EG: 29,
  ES: 24,
  FI: 18,
  FK: 18,
  FO: 18,
  FR: 27,
  GB: 22,
  GE: 22,
  GI: 23,
  GL: 18,
  GR: 27,
  GT: 28,
  HN: 28,
  HR: 21,
  HU: 28,
  IE: 22,
  IL: 23,
  IQ: 23,
  IS: 26,
  IT: 27,
  JO: 30,
  KW: 30,
  KZ: 20,
  LB: 28,
  LC: 32,
  LI: 21,
  LT: 20,
  LU: 20,
  LV: 21,
  LY: 25,
  MC: 27,
  MD: 24,
  ME: 22,
  MK: 19,
  MN: 20,
  MR: 27,
  MT: 31,
  MU: 30,
  NI: 28,
  NL: 18,
  NO: 15,
  OM: 23,
  PK: 24,
  PL: 28,
  PS: 29,
  PT: 25,
  QA: 29,
  RO: 24,
  RS: 22,
  RU: 33,
  SA: 24,
  SC: 31,
  SD: 18,
  SE: 24,
  SI: 19,
  SK: 24,
  SM: 27,
  SO: 23,
  ST: 25,
  SV: 28,
  TL: 23,
  TN: 24,
  TR: 26,
  UA: 29,
  VA: 22,
  VG: 24,
  XK: 20,
  YE: 30,
};

/** ISO/IEC 7064, MOD 97-10, of letters (A = 10) and digits. */
function mod97(text: string): number {
  let rest = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}

const compact = (text: string): string => text.replace(/[\s-]/g, '').toUpperCase();

/** An IBAN (ISO 13616) without spaces. Throws ContentFault where its country, length or check digits are wrong. */
export function checkedIban(option: string, text: string): string {
  const iban = compact(text);
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(iban)) {
    throw paymentFault(option, `must be an IBAN such as DE89 3704 0044 0532 0130 00`);
  }
  const country = iban.slice(0, 2);
  const length = Object.hasOwn(LENGTHS, country) ? LENGTHS[country] : undefined;
  if (length === undefined) throw paymentFault(option, `must be the IBAN of a country that has them, got ${country}`);
  if (iban.length !== length) {
    throw paymentFault(option, `must have ${length} characters, as IBANs of ${country} have, got ${iban.length}`);
  }
  if (mod97(iban.slice(4) + iban.slice(0, 4)) !== 1) {
    throw paymentFault(option, 'must be an IBAN whose check digits fit: a digit or letter is wrong');
  }
  return iban;
}

/** Whether a text without spaces is an IBAN of a known country with the right length and check digits. */
export function isIban(text: string): boolean {
  const iban = text.toUpperCase();
  const country = iban.slice(0, 2);
  if (!Object.hasOwn(LENGTHS, country) || LENGTHS[country] !== iban.length) return false;
  return /^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(iban) && mod97(iban.slice(4) + iban.slice(0, 4)) === 1;
}

/** A creditor reference (ISO 11649), `RF18 5390 0754 7034`, without spaces. Throws ContentFault. */
export function checkedCreditorReference(option: string, text: string): string {
  const reference = compact(text);
  if (!/^RF\d{2}[A-Z0-9]{1,21}$/.test(reference)) {
    throw paymentFault(option, 'must be a creditor reference: RF, two check digits and up to 21 letters and digits');
  }
  if (mod97(reference.slice(4) + reference.slice(0, 4)) !== 1) {
    throw paymentFault(option, 'must be a creditor reference whose check digits fit');
  }
  return reference;
}

const BIC = /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;

/** A BIC (ISO 9362) of 8 or 11 characters; empty stays empty. Throws ContentFault. */
export function checkedBic(option: string, text: string): string {
  const bic = compact(text);
  if (bic !== '' && !BIC.test(bic))
    throw paymentFault(option, 'must be a BIC of 8 or 11 characters such as COBADEFFXXX');
  return bic;
}
