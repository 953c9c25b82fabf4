import { describe, expect, it } from 'vitest';

import { ContentFault } from '../faults.js';
import { bitcoinPayload } from './bitcoin.js';
import { epcPayload } from './epc.js';
import { checkedCreditorReference, checkedIban } from './iban.js';
import { crc16, pixPayload } from './pix.js';
import { recursiveMod10, swissPayload } from './swiss.js';
import { upiPayload } from './upi.js';

/** Examples of the SWIFT IBAN Registry. */
const IBANS = (
  'AD1200012030200359100100 AE070331234567890123456 AT611904300234573201 BE68539007547034 BG80BNBG96611020345678 ' +
  'CH9300762011623852957 CY17002001280000001200527600 CZ6508000000192000145399 DE89370400440532013000 DK5000400440116243 ' +
  'EE382200221020145685 ES9121000418450200051332 FI2112345600000785 FR1420041010050500013M02606 GB29NWBK60161331926819 ' +
  'GR1601101250000000012300695 HU42117730161111101800000000 IE29AIBK93115212345678 IT60X0542811101000000123456 ' +
  'LU280019400644750000 MT84MALT011000012345MTLCAST001S NL91ABNA0417164300 NO9386011117947 PL61109010140000071219812874 ' +
  'PT50000201231234567890154'
).split(' ');

describe('IBANs', () => {
  it('of 25 countries are taken', () => {
    for (const iban of IBANS) expect(checkedIban('account', iban)).toBe(iban);
  });

  it('with a changed digit or two neighbours swapped are refused', () => {
    let count = 0;
    for (const iban of IBANS) {
      for (let i = 2; i < iban.length; i++) {
        const [a = '', b = ''] = [iban[i], iban[i + 1]];
        const changed =
          iban.slice(0, i) + (a === '9' ? '0' : String.fromCharCode(a.charCodeAt(0) + 1)) + iban.slice(i + 1);
        expect(() => checkedIban('account', changed), changed).toThrow(ContentFault);
        if (b === '' || a === b || i < 4) continue;
        const swapped = iban.slice(0, i) + b + a + iban.slice(i + 2);
        expect(() => checkedIban('account', swapped), swapped).toThrow(ContentFault);
        count++;
      }
    }
    expect(count).toBeGreaterThan(300);
  });

  it('creditor references: the sample of ISO 11649', () => {
    expect(checkedCreditorReference('reference', 'RF18 5390 0754 7034')).toBe('RF18539007547034');
    expect(() => checkedCreditorReference('reference', 'RF19 5390 0754 7034')).toThrow(ContentFault);
  });
});

const faultOf = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    if (error instanceof ContentFault) return error.message.replace(/^Option "(\w+)"/, '$1');
    throw error;
  }
  return '';
};

const epc = {
  name: 'Max',
  account: 'DE89370400440532013000',
  bic: '',
  amount: 0,
  purpose: '',
  reference: '',
  text: '',
  note: '',
};

describe('EPC', () => {
  it('leaves out the empty lines at the end', () => {
    expect(epcPayload({ ...epc, amount: 12.3 }).payload).toBe(
      'BCD\n002\n1\nSCT\n\nMax\nDE89370400440532013000\nEUR12.30',
    );
  });

  it('has each amount of cents as written', () => {
    for (const amount of [0.01, 0.07, 0.29, 1.1, 1234.56, 999_999_999.99, 8.95, 1.01]) {
      expect(epcPayload({ ...epc, amount }).payload).toMatch(
        new RegExp(`EUR${amount.toFixed(2).replace('.', '\\.')}$`),
      );
    }
    expect(faultOf(() => epcPayload({ ...epc, amount: 1_000_000_000 }))).toContain('amount must be at most');
  });

  it('keeps values on their lines', () => {
    expect(faultOf(() => epcPayload({ ...epc, name: 'Max\nDE00' }))).toBe(
      'name must be one line without control characters',
    );
    expect(faultOf(() => epcPayload({ ...epc, text: 'x'.repeat(141) }))).toContain('at most 140');
    expect(faultOf(() => epcPayload({ ...epc, text: 'a', reference: 'RF18539007547034' }))).toContain(
      'text must be empty',
    );
    expect(faultOf(() => epcPayload({ ...epc, text: '€'.repeat(140) }))).toContain('at most 331');
    expect(faultOf(() => epcPayload({ ...epc, name: '' }))).toContain('name must not be empty');
    expect(faultOf(() => epcPayload({ ...epc, bic: 'XX' }))).toContain('bic must be a BIC');
  });

  it('warns of accounts that take no SEPA transfers', () => {
    expect(epcPayload({ ...epc, account: 'AE070331234567890123456' }).warnings).toHaveLength(1);
    expect(epcPayload({ ...epc, account: 'CH9300762011623852957' }).warnings).toHaveLength(1);
    expect(epcPayload({ ...epc, account: 'CH9300762011623852957', bic: 'UBSWCHZH80A' }).warnings).toEqual([]);
  });
});

const nobody = { name: '', street: '', houseNumber: '', postalCode: '', city: '', country: '' };
const swiss = {
  account: 'CH5800791123000889012',
  creditor: { name: 'Muster', street: '', houseNumber: '', postalCode: '8000', city: 'Zürich', country: 'CH' },
  amount: 0,
  currency: '',
  debtor: nobody,
  reference: '',
  text: '',
  billInformation: '',
};

describe('Swiss QR code', () => {
  it('has 31 lines without an amount, a debtor and a reference', () => {
    const lines = swissPayload(swiss).payload.split('\n');
    expect(lines).toHaveLength(31);
    expect([lines[18], lines[19], lines[27], lines[28], lines[30]]).toEqual(['', 'CHF', 'NON', '', 'EPD']);
  });

  it('takes the reference that the kind of account asks for', () => {
    expect(swissPayload({ ...swiss, reference: 'RF18 5390 0754 7034' }).payload).toContain(
      '\nSCOR\nRF18539007547034\n',
    );
    expect(faultOf(() => swissPayload({ ...swiss, reference: '210000000003139471430009017' }))).toContain(
      'not a QR-IBAN',
    );
    const qrIban = { ...swiss, account: 'CH4431999123000889012' };
    expect(faultOf(() => swissPayload({ ...qrIban, reference: '210000000003139471430009018' }))).toContain(
      'check digit',
    );
    expect(faultOf(() => swissPayload({ ...swiss, account: 'DE89370400440532013000' }))).toContain('CH or LI');
  });

  it('check digits: samples of the guidelines', () => {
    for (const reference of ['210000000003139471430009017', '000000000000000000000000000']) {
      expect(recursiveMod10(reference.slice(0, 26))).toBe(Number(reference[26]));
    }
  });

  it('refuses letters that the standard does not have', () => {
    expect(faultOf(() => swissPayload({ ...swiss, text: 'Привет' }))).toContain('text must have only Latin');
    expect(swissPayload({ ...swiss, text: 'Ărçž €' }).payload).toContain('Ărçž €');
    expect(faultOf(() => swissPayload({ ...swiss, debtor: { ...nobody, name: 'A' } }))).toContain(
      'debtorCountry must not be empty',
    );
  });
});

const pix = { account: '52998224725', name: 'Ana', city: 'Rio', amount: 0, reference: '', text: '' };

describe('Pix', () => {
  it('CRC-16: the check value of the catalogue of CRC algorithms', () => {
    expect(crc16('123456789')).toBe('29B1');
  });

  it('knows keys by their form and check digits', () => {
    for (const account of [
      '529.982.247-25',
      '11.222.333/0001-81',
      '12.ABC.345/01DE-35',
      '+5511987654321',
      'ana@example.com',
    ]) {
      expect(pixPayload({ ...pix, account }).payload).toMatch(/6304[0-9A-F]{4}$/);
    }
    for (const account of [
      '529.982.247-26',
      '111.111.111-11',
      '11.222.333/0001-82',
      '12.ABC.345/01DE-36',
      'ana@',
      '11987654321',
    ]) {
      expect(
        faultOf(() => pixPayload({ ...pix, account })),
        account,
      ).toContain('account must be a Pix key');
    }
  });

  it('says what it changes and what does not fit', () => {
    expect(pixPayload({ ...pix, name: 'João' }).warnings).toEqual(['Option "name" loses its accents: Joao']);
    expect(faultOf(() => pixPayload({ ...pix, name: 'x'.repeat(26) }))).toContain('at most 25');
    expect(faultOf(() => pixPayload({ ...pix, text: 'x'.repeat(72) }))).toContain('text must have at most');
    expect(pixPayload({ ...pix, amount: 123.4, reference: 'RP12345678-2019'.replace('-', '') }).payload).toContain(
      '5406123.40',
    );
  });
});

describe('UPI', () => {
  it('escapes what a link cannot hold', () => {
    const { payload } = upiPayload({
      account: 'a.b@okbank',
      name: 'A & B',
      amount: 10,
      reference: 'T/1',
      text: 'x=1+1',
    });
    expect(payload).toBe('upi://pay?pa=a.b@okbank&pn=A%20%26%20B&tr=T%2F1&tn=x%3D1%2B1&am=10.00&cu=INR');
    expect(faultOf(() => upiPayload({ account: 'a&b@x', name: 'A', amount: 0, reference: '', text: '' }))).toContain(
      'UPI ID',
    );
  });
});

const bitcoin = { amount: 0, name: '', text: '' };

describe('Bitcoin', () => {
  it('takes the valid addresses of BIP 173 and BIP 350', () => {
    const main = [
      'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
      'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y',
      'BC1SW50QGDZ25J',
      'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs',
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
      '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
      '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
    ];
    for (const account of main)
      expect(bitcoinPayload({ ...bitcoin, account })).toEqual({ payload: `bitcoin:${account}`, warnings: [] });
    const test = bitcoinPayload({
      ...bitcoin,
      account: 'tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy',
    });
    expect(test.warnings).toHaveLength(1);
  });

  it('refuses the invalid addresses of BIP 350', () => {
    const wrong = [
      'tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut',
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
      'tb1z0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqglt7rf',
      'BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh',
      'tb1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47',
      'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4',
      'BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R',
      'bc1pw5dgrnzv',
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav',
      'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P',
      'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq',
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf',
      'bc1gmk9yu',
      '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb',
      '',
    ];
    for (const account of wrong)
      expect(
        faultOf(() => bitcoinPayload({ ...bitcoin, account })),
        account,
      ).toContain('account must be');
  });

  it('writes amounts without an exponent', () => {
    const account = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
    expect(bitcoinPayload({ account, amount: 1e-8, name: 'A&B', text: '' }).payload).toBe(
      `bitcoin:${account}?amount=0.00000001&label=A%26B`,
    );
    expect(bitcoinPayload({ account, amount: 50, name: '', text: '' }).payload).toBe(`bitcoin:${account}?amount=50`);
    expect(faultOf(() => bitcoinPayload({ account, amount: 1e-9, name: '', text: '' }))).toContain(
      'at most 8 decimals',
    );
  });
});
