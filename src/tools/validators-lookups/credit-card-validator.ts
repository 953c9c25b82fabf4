import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { isLuhn } from '../../lib/checksums/luhn.js';
import { INDUSTRIES, networkOfPrefix } from '../../lib/payments/card-networks.js';
import { eachValue, VALUE_FILES, VALUES_NOTE, valueData, valueFormat } from './_each-value.js';

const MIN_DIGITS = 8;
const MAX_DIGITS = 19;

/** Digits of other scripts, and full-width ones, as ASCII. */
const plainDigits = (text: string): string =>
  text.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => (/\d/.test(digit) ? digit : String(digitValue(digit))));

/** Decimal digits of a script are ten in a row, from a code point whose lowest digit stands for 0. */
function digitValue(digit: string): number {
  let start = digit.codePointAt(0) ?? 0;
  const code = start;
  while (code - start < 9 && /\p{Nd}/u.test(String.fromCodePoint(start - 1))) start--;
  return code - start;
}

/** Never more than the first six and the last four (PCI DSS 4.0, requirement 3.4.1), of short ones less. */
function masked(digits: string, first: number, groups: readonly number[]): string {
  const last = Math.min(4, Math.floor(digits.length / 3));
  const start = digits.length >= 13 ? first : Math.min(first, 2);
  const shown = [...digits].map((digit, i) => (i < start || i >= digits.length - last ? digit : '*')).join('');
  const parts: string[] = [];
  let at = 0;
  for (const size of groups) {
    if (at < shown.length) parts.push(shown.slice(at, at + size));
    at += size;
  }
  return parts.join(' ');
}

/** Everything between the digits that hides them: what is not a card number is not echoed either. */
const hidden = (text: string): string => text.replace(/\p{Nd}/gu, '*').slice(0, 40);

const PRINTED = [4, 4, 4, 4, 3];

function judge(value: string, first: number) {
  const text = plainDigits(value);
  const digits = text.replace(/\D/g, '');
  const foreign = /[^\d\s\-.‐-―·_/]/u.test(text);
  if (foreign || digits.length < MIN_DIGITS || digits.length > MAX_DIGITS) {
    const reason = foreign
      ? 'It has characters other than digits, spaces and dashes'
      : `It has ${digits.length} digits; card numbers have ${MIN_DIGITS} to ${MAX_DIGITS}`;
    return { input: hidden(value), isValid: false, reason, length: digits.length };
  }
  const network = networkOfPrefix(digits);
  const hasLength = network?.lengths.includes(digits.length);
  const luhn = isLuhn(digits);
  const isZero = /^0+$/.test(digits);
  const reason = isZero
    ? 'It is all zeros'
    : !luhn
      ? 'The check digit does not fit: a digit is wrong, or two are swapped'
      : hasLength === false
        ? `${network?.name} numbers have ${network?.lengths.join(', ')} digits, not ${digits.length}`
        : network === undefined
          ? 'The first digits belong to no known card network'
          : undefined;
  const shown = masked(digits, first, hasLength === true ? (network?.groups ?? PRINTED) : PRINTED);
  return {
    input: shown,
    isValid: reason === undefined,
    ...(reason === undefined ? {} : { reason }),
    network: network?.name ?? null,
    masked: shown,
    last4: digits.length >= 12 ? digits.slice(-4) : null,
    length: digits.length,
    hasValidLength: hasLength ?? null,
    hasValidCheckDigit: luhn,
    industry: INDUSTRIES[Number(digits[0])] ?? '',
    securityCode: network === undefined ? null : `${network.securityCode.name}, ${network.securityCode.length} digits`,
  };
}

export default defineTool({
  id: 'credit-card-validator',
  title: 'Credit Card Validator',
  summary: 'Checks card numbers by check digit, network and length, many at once, and shows them masked only.',
  family: 'validators-lookups',
  class: 'standard',
  input: 'optional',
  files: VALUE_FILES,
  options: {
    visible: z
      .enum(['first6-last4', 'last4'])
      .default('first6-last4')
      .describe('Digits that stay visible; the rest is masked in every result.'),
    format: valueFormat(),
  },
  result: 'mixed',
  data: valueData({
    network: z.string().nullable().optional().describe('Card network by the first digits; null if unknown.'),
    masked: z.string().optional().describe('The number masked, in the groups of its network.'),
    last4: z.string().nullable().optional().describe('The last four digits; null for short numbers.'),
    length: z.int().describe('Number of digits.'),
    hasValidLength: z
      .boolean()
      .nullable()
      .optional()
      .describe('Whether the network has numbers of this length; null if it is unknown.'),
    hasValidCheckDigit: z.boolean().optional().describe('Whether the Luhn check digit fits.'),
    industry: z.string().optional().describe('Industry of the issuer by the first digit (ISO/IEC 7812).'),
    securityCode: z.string().nullable().optional().describe('Name and length of the code printed on cards.'),
  }),
  notes: [
    VALUES_NOTE,
    'A valid number is well formed, no more: whether an account exists, is open or covered only its bank knows. One in ten random numbers passes the check digit.',
    'Numbers are never repeated whole: at most the first six and the last four digits, as PCI DSS 3.4.1 allows. What is not a card number has its digits hidden.',
    'Spaces, dashes, dots and digits of other scripts are read. Networks: Visa, Mastercard (2-series too), American Express, Diners Club, Discover, JCB, UnionPay, Maestro, Mir, RuPay; ranges that overlap go to the first that fits.',
    'Local brands are not told apart: Carte Bancaire, Dankort, Elo or Girocard numbers count as the network whose range they have. Discover and RuPay share ranges of 65.',
  ],
  aliases: [
    'luhn check',
    'mod 10',
    'card number checker',
    'bin lookup',
    'card type',
    'iin',
    'visa or mastercard',
    'pan masking',
    'is a card number valid',
  ],
  verified: [
    'Test numbers published by Stripe, PayPal and Adyen: 23 of nine networks',
    'Python 3.11: the Luhn formula over 2,000 random numbers of 8 to 19 digits, with right and wrong check digits',
    'ISO/IEC 7812-1 annex B: every single wrong digit is found in 50 numbers, and every swap but 09 and 90',
  ],
  examples: [
    {
      title: 'A test number',
      input: '4242 4242 4242 4242',
      output: {
        data: {
          results: [
            {
              line: 1,
              input: '4242 42** **** 4242',
              isValid: true,
              network: 'Visa',
              masked: '4242 42** **** 4242',
              last4: '4242',
              length: 16,
              hasValidLength: true,
              hasValidCheckDigit: true,
              industry: 'banking and financial',
              securityCode: 'CVV2, 3 digits',
            },
          ],
          valid: 1,
          invalid: 0,
          warnings: [],
        },
      },
    },
    {
      title: 'A list, as CSV with the last four digits',
      input: '378282246310005,\n"5555-5555-5555-4445"\n4222222222\nhello 12\n',
      options: { format: 'csv', visible: 'last4' },
      output: {
        text: 'line,input,isValid,reason,network,masked,last4,length,securityCode\n1,**** ****** *0005,true,,American Express,**** ****** *0005,0005,15,"CID, 4 digits"\n2,**** **** **** 4445,false,"The check digit does not fit: a digit is wrong, or two are swapped",Mastercard,**** **** **** 4445,4445,16,"CVC2, 3 digits"\n3,**** ***2 22,false,"The check digit does not fit: a digit is wrong, or two are swapped",Visa,**** ***2 22,,10,"CVV2, 3 digits"\n4,hello **,false,"It has characters other than digits, spaces and dashes",,,,2,\n',
      },
    },
    {
      title: 'Nothing to check',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  run: ({ input, files, signal, options: { visible, format } }) =>
    eachValue(
      { input, files, signal },
      {
        judge: (value) => judge(value, visible === 'last4' ? 0 : 6),
        format,
        columns: ['network', 'masked', 'last4', 'length', 'securityCode'],
      },
    ),
});
