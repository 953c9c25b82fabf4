import { paymentFault } from './fault.js';
import { BBAN_FORMS } from './iban-countries.data.js';

/** A part of a domestic account number. */
interface BbanPart {
  /** As in `BBAN_FORMS`. */
  readonly part: string;
  readonly length: number;
  readonly characters: string;
}

const FORMS: ReadonlyMap<string, readonly BbanPart[]> = new Map(
  Object.entries(BBAN_FORMS).map(([country, form]) => [
    country,
    form.split(' ').map((part) => ({
      part: part.charAt(0),
      length: Number(part.slice(1, -1)),
      characters: part.slice(-1),
    })),
  ]),
);

/** The parts of accounts of a country; `undefined` where it has no IBANs. */
export const bbanParts = (country: string): readonly BbanPart[] | undefined => FORMS.get(country);

export const IBAN_COUNTRIES: readonly string[] = [...FORMS.keys()];

const lengthOf = (parts: readonly BbanPart[]): number => 4 + parts.reduce((sum, { length }) => sum + length, 0);

/** Characters of IBANs of a country. */
export function ibanLength(country: string): number | undefined {
  const parts = FORMS.get(country);
  return parts === undefined ? undefined : lengthOf(parts);
}

/** ISO/IEC 7064, MOD 97-10, of letters (A = 10) and digits. */
export function mod97(text: string): number {
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
  const length = ibanLength(country);
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
  if (ibanLength(country) !== iban.length) return false;
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
