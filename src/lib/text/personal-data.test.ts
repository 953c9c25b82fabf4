import { expect, it } from 'vitest';

import { expectLinear } from '../../testing/growth.js';
import { type PersonalDataKind, personalDataIn } from './personal-data.js';

const found = (text: string, ...kinds: PersonalDataKind[]): string[] =>
  [...personalDataIn(text, kinds)].map(({ start, end }) => text.slice(start, end));

// Examples of the SWIFT IBAN Registry.
const IBANS = [
  'DE89370400440532013000',
  'GB29 NWBK 6016 1331 9268 19',
  'FR14 2004 1010 0505 0001 3M02 606',
  'NO93 8601 1117 947',
  'MT84MALT011000012345MTLCAST001S',
  'CH93-0076-2011-6238-5295-7',
];

it('IBANs of the registry are found, also beside other text and numbers, and not with a wrong digit', () => {
  for (const iban of IBANS) {
    expect(found(`Pay to ${iban} 2024, thanks`, 'iban')).toEqual([iban]);
    const wrong = iban.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10));
    expect(found(`Pay to ${wrong}.`, 'iban')).toEqual([]);
  }
  expect(found('AB12 DE89 3704 0044 0532 0130 00', 'iban')).toEqual(['DE89 3704 0044 0532 0130 00']);
});

it('test numbers of card companies are found, and numbers of the same length without their check digit are not', () => {
  const cards = ['4111 1111 1111 1111', '5555-5555-5555-4444', '378282246310005', '6011111111111117', '4222222222222'];
  for (const card of cards) {
    expect(found(`Card ${card}, 12/27`, 'card')).toEqual([card]);
    expect(found(`Card ${card} 123`, 'card')[0]).toContain(card);
  }
  expect(found('4111 1111 1111 1112 and 1234567890123456', 'card')).toEqual([]);
});

it('phone numbers as people write them are found, dates, amounts and years are not', () => {
  const phones = [
    '+49 30 901820',
    '+1 (212) 555-0123',
    '0044 20 7946 0958',
    '(030) 90 18 20',
    '030/901820',
    '020 7946 0958',
  ];
  for (const phone of [...phones, '212-555-0123', '(212) 555-0123']) {
    expect(
      found(`Call ${phone}.`, 'phone').map((one) => one.replace(/^\(/, '')),
      phone,
    ).toEqual([phone.replace(/^\(/, '')]);
  }
  expect(found('On 14.03.2024 we paid 1,250.75 for 12 of 4711 in 2023-2024', 'phone')).toEqual([]);
});

it('e-mail addresses are found without what stands around them', () => {
  expect(found('(ada.lovelace+x@mail.example.co.uk), <b@münchen.de>; a@b, @c.de', 'email')).toEqual([
    'ada.lovelace+x@mail.example.co.uk',
    'b@münchen.de',
  ]);
});

it('long texts that look like the beginning of one take linear time', async () => {
  const kinds: PersonalDataKind[] = ['email', 'phone', 'iban', 'card'];
  for (const part of ['a', '4', 'a@', 'DE89 ', '+1 ', '0 (', 'a.']) {
    await expectLinear(5_000, (length) => [...personalDataIn(part.repeat(length), kinds)].length);
  }
});
