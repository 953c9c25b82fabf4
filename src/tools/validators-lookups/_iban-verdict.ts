import { isInSepa } from '../../lib/payments/epc.js';
import { bbanParts, IBAN_COUNTRIES, ibanLength, mod97 } from '../../lib/payments/iban.js';
import { nationalCheck } from '../../lib/payments/national-checks.js';
import { type Draw, drawFrom } from '../../lib/secrets/draw.js';

const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** The English name of a country; `undefined` for codes that stand for none. Kosovo's XK is not in ISO 3166. */
const countryName = (code: string): string | undefined =>
  /^[A-Z]{2}$/.test(code) && code !== 'ZZ' ? regionNames.of(code) : undefined;

/** `DE89 3704 0044 0532 0130 00`: as ISO 13616 prints it. */
const printed = (iban: string): string => iban.replace(/.{4}(?=.)/g, '$& ');

const checkDigits = (country: string, bban: string): string =>
  String(98 - mod97(`${bban}${country}00`)).padStart(2, '0');

const CLASSES: Readonly<Record<string, string>> = { n: '[0-9]', a: '[A-Z]', c: '[A-Z0-9]' };
const CLASS_NAMES: Readonly<Record<string, string>> = { n: 'digits', a: 'letters', c: 'letters and digits' };
const PART_NAMES: Readonly<Record<string, string>> = {
  b: 'bank code',
  s: 'branch code',
  c: 'account number',
  k: 'national check digits',
  t: 'account type',
  m: 'currency',
  x: 'part of the account number',
};

/** The first part whose characters are of another kind. */
function wrongPart(country: string, bban: string): string | undefined {
  let at = 0;
  for (const { part, length, characters } of bbanParts(country) ?? []) {
    const text = bban.slice(at, at + length);
    at += length;
    if (!new RegExp(`^${CLASSES[characters]}*$`).test(text))
      return `The ${PART_NAMES[part]} at characters ${at + 5 - length} to ${at + 4} must be ${CLASS_NAMES[characters]}`;
  }
  return undefined;
}

function partOf(country: string, bban: string, wanted: string): string {
  let [at, found] = [0, ''];
  for (const { part, length } of bbanParts(country) ?? []) {
    if (part === wanted) found += bban.slice(at, at + length);
    at += length;
  }
  return found;
}

/** Letters that were read for digits, or digits for letters, put right by what the country has there. */
function lookAlike(country: string, bban: string): string {
  let [at, found] = [0, ''];
  for (const { length, characters } of bbanParts(country) ?? []) {
    const text = bban.slice(at, at + length);
    at += length;
    if (characters === 'n')
      found += text.replace(/O/g, '0').replace(/[IL]/g, '1').replace(/S/g, '5').replace(/B/g, '8');
    else found += characters === 'a' ? text.replace(/0/g, 'O').replace(/1/g, 'I') : text;
  }
  return found;
}

const isFitting = (iban: string): boolean =>
  iban.length === ibanLength(iban.slice(0, 2)) &&
  wrongPart(iban.slice(0, 2), iban.slice(4)) === undefined &&
  mod97(iban.slice(4) + iban.slice(0, 4)) === 1;

/** The IBAN that was meant where letters and digits were taken for one another, or two neighbours are swapped. */
function suggestion(iban: string): string | undefined {
  const country = iban.slice(0, 2);
  if (iban.length !== ibanLength(country)) return undefined;
  const fixed = `${country}${iban.slice(2, 4).replace(/O/g, '0').replace(/[IL]/g, '1')}${lookAlike(country, iban.slice(4))}`;
  if (fixed !== iban && isFitting(fixed)) return printed(fixed);
  const swapped: string[] = [];
  for (let i = 2; i + 1 < iban.length; i++) {
    const candidate = `${iban.slice(0, i)}${iban[i + 1]}${iban[i]}${iban.slice(i + 2)}`;
    if (candidate !== iban && isFitting(candidate)) swapped.push(candidate);
  }
  return swapped.length === 1 && swapped[0] !== undefined ? printed(swapped[0]) : undefined;
}

/** ISO 13616. */
const MAX_IBAN = 34;

function ibanReason(iban: string): string | undefined {
  const country = iban.slice(0, 2);
  const length = ibanLength(country);
  const odd = /[^A-Z0-9]/u.exec(iban)?.[0];
  if (odd !== undefined) return `It has the character ${JSON.stringify(odd)}; IBANs have letters A to Z and digits`;
  if (iban.length > MAX_IBAN && !/^..\d\d/.test(iban))
    return `It is not an IBAN alone: those have ${MAX_IBAN} letters and digits at most, this text has more`;
  if (!/^[A-Z]{2}/.test(iban)) return 'It does not begin with a country code of two letters';
  if (length === undefined) return `No IBANs are registered for the country ${country}`;
  if (iban.length !== length) return `IBANs of ${country} have ${length} characters, not ${iban.length}`;
  if (!/^..\d\d/.test(iban)) return 'Characters 3 and 4 must be digits';
  const part = wrongPart(country, iban.slice(4));
  if (part !== undefined) return part;
  if (mod97(iban.slice(4) + iban.slice(0, 4)) !== 1)
    return 'The check digits do not fit: a character is wrong, missing or swapped';
  // 98 minus a rest by 97 is never one of these, though the sum fits.
  if (['00', '01', '99'].includes(iban.slice(2, 4))) return 'Check digits are from 02 to 98';
  return undefined;
}

function bicVerdict(bic: string) {
  const country = bic.slice(4, 6);
  const name = countryName(country);
  const reason = name === undefined ? `Characters 5 and 6 of a BIC must be a country, not ${country}` : undefined;
  return {
    isValid: reason === undefined,
    ...(reason === undefined ? {} : { reason }),
    type: 'bic' as const,
    formatted: bic,
    country,
    countryName: name ?? null,
    bank: bic.slice(0, 4),
    location: bic.slice(6, 8),
    branch: bic.slice(8) === 'XXX' ? '' : bic.slice(8),
    ...(bic[7] === '0' ? { isTest: true } : {}),
  };
}

/** What is said of one line: an IBAN, or a BIC by its form. */
export function judgeAccount(value: string) {
  const compact = value
    .normalize('NFKC')
    .replace(/^\s*(?:IBAN|BIC|SWIFT)\b[\s:.=-]*/i, '')
    .replace(/[\s.\-‐-―\u200b-\u200f\u2060\ufeff]/g, '')
    .toUpperCase();
  if (/^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(compact)) return bicVerdict(compact);
  const iban = compact.slice(0, 60);
  const reason = ibanReason(iban);
  const [country, bban] = [iban.slice(0, 2), iban.slice(4)];
  if (reason !== undefined) {
    const meant = suggestion(iban);
    return {
      isValid: false,
      reason,
      type: 'iban' as const,
      ...(ibanLength(country) === undefined || !/^..\d\d/.test(iban)
        ? {}
        : { country, countryName: countryName(country) ?? null }),
      ...(meant === undefined ? {} : { suggestion: meant }),
    };
  }
  const national = nationalCheck(country, bban);
  return {
    isValid: true,
    type: 'iban' as const,
    formatted: printed(iban),
    compact: iban,
    country,
    countryName: countryName(country) ?? null,
    checkDigits: iban.slice(2, 4),
    bban,
    bank: partOf(country, bban, 'b'),
    branch: partOf(country, bban, 's'),
    account: partOf(country, bban, 'c'),
    nationalCheck: national === undefined ? ('unknown' as const) : national ? ('fits' as const) : ('fails' as const),
    isSepa: isInSepa(country),
  };
}

const ALPHABETS: Readonly<Record<string, string>> = {
  n: '0123456789',
  a: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  c: '0123456789',
};
/** One in 121 fits the rarest national check, so that hardly any run draws a tenth as often. */
const MAX_DRAWS = 5000;

/** An IBAN of a country that passes every check known here. */
export function drawIban(draw: Draw, wanted: string): string {
  const country = wanted === '' ? drawFrom(draw, IBAN_COUNTRIES) : wanted;
  const parts = bbanParts(country) ?? [];
  let bban = '';
  for (let tries = 0; tries < MAX_DRAWS; tries++) {
    bban = parts
      .map(({ length, characters }) =>
        Array.from({ length }, () => drawFrom(draw, [...(ALPHABETS[characters] ?? '')])).join(''),
      )
      .join('');
    if (nationalCheck(country, bban) !== false) break;
  }
  return printed(`${country}${checkDigits(country, bban)}${bban}`);
}
