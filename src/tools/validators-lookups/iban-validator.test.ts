import { describe, expect, it } from 'vitest';

import { IBAN_COUNTRIES } from '../../lib/payments/iban.js';
import { chanceOf } from '../../testing/chance.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './iban-validator.js';

/** Examples of the SWIFT IBAN Registry. */
const REGISTRY = `AD1200012030200359100100 AE070331234567890123456 AL47212110090000000235698741 AT611904300234573201
AZ21NABZ00000000137010001944 BA391290079401028494 BE68539007547034 BG80BNBG96611020345678 BH67BMAG00001299123456
BI4210000100010000332045181 BR1800360305000010009795493C1 BY13NBRB3600900000002Z00AB00 CH9300762011623852957
CR05015202001026284066 CY17002001280000001200527600 CZ6508000000192000145399 DE89370400440532013000
DJ2100010000000154000100186 DK5000400440116243 DO28BAGR00000001212453611324 EE382200221020145685
EG380019000500000000263180002 ES9121000418450200051332 FI2112345600000785 FK88SC123456789012 FO6264600001631634
FR1420041010050500013M02606 GB29NWBK60161331926819 GE29NB0000000101904917 GI75NWBK000000007099453
GL8964710001000206 GR1601101250000000012300695 GT82TRAJ01020000001210029690 HN88CABF00000000000250005469
HR1210010051863000160 HU42117730161111101800000000 IE29AIBK93115212345678 IL620108000000099999999
IQ98NBIQ850123456789012 IS140159260076545510730339 IT60X0542811101000000123456 JO94CBJO0010000000000131000302
KW81CBKU0000000000001234560101 KZ86125KZT5004100100 LB62099900000001001901229114 LC55HEMM000100010012001200023015
LI21088100002324013AA LT121000011101001000 LU280019400644750000 LV80BANK0000435195001 LY83002048000020100120361
MC5811222000010123456789030 MD24AG000225100013104168 ME25505000012345678951 MK07250120000058984
MN121234123456789123 MR1300020001010000123456753 MT84MALT011000012345MTLCAST001S MU17BOMM0101101030300200000MUR
NI45BAPR00000013000003558124 NL91ABNA0417164300 NO9386011117947 OM810180000001299123456 PK36SCBL0000001123456702
PL61109010140000071219812874 PS92PALS000000000400123456702 PT50000201231234567890154 QA58DOHB00001234567890ABCDEFG
RO49AAAA1B31007593840000 RS35260005601001611379 RU0304452522540817810538091310419 SA0380000000608010167519
SC18SSCB11010000000000001497USD SD8811123456789012 SE4550000000058398257466 SI56263300012039086
SK3112000000198742637541 SM86U0322509800000000270100 SO211000001001000100141 ST23000100010051845310146
SV62CENR00000000000000700025 TL380080012345678910157 TN5910006035183598478831 TR330006100519786457841326
UA213223130000026007233566001 VA59001123000012345678 VG96VPVG0000012345678901 XK051212012345678906
YE15CBYE0001018861234567891234`.split(/\s+/);

interface Row {
  readonly isValid: boolean;
  readonly compact?: string;
  readonly nationalCheck?: string;
  readonly reason?: string;
  readonly suggestion?: string;
}

async function check(input: string): Promise<readonly Row[]> {
  return ((await runTool(tool, { input })).data as { results: Row[] }).results;
}

describe('iban-validator', () => {
  it('the examples of the registry are valid, one of every country', async () => {
    const rows = await check(REGISTRY.join('\n'));
    expect(REGISTRY.map((iban) => iban.slice(0, 2)).sort()).toEqual([...IBAN_COUNTRIES].sort());
    expect(rows.filter(({ isValid }) => !isValid)).toEqual([]);
    expect(rows.filter(({ nationalCheck }) => nationalCheck === 'fails').map(({ compact }) => compact)).toEqual([]);
    expect(rows.filter(({ nationalCheck }) => nationalCheck === 'fits')).toHaveLength(23);
  });

  it('every single changed digit is found, and every swap of two neighbours', async () => {
    const wrong: string[] = [];
    for (const iban of REGISTRY) {
      for (let at = 2; at < iban.length; at++) {
        const [a = '', b = ''] = iban.slice(at, at + 2);
        if (/\d/.test(a)) wrong.push(`${iban.slice(0, at)}${(Number(a) + 1) % 10}${iban.slice(at + 1)}`);
        if (a !== b && /\d\d/.test(a + b)) wrong.push(`${iban.slice(0, at)}${b}${a}${iban.slice(at + 2)}`);
      }
    }
    for (let at = 0; at < wrong.length; at += 5000)
      expect((await check(wrong.slice(at, at + 5000).join('\n'))).filter(({ isValid }) => isValid)).toEqual([]);
  });

  it('generated IBANs pass every check, and the seed decides them', async () => {
    for (const country of IBAN_COUNTRIES) {
      const options = { action: 'generate', country, count: 5, seed: 'a' };
      const { data, text } = await runTool(tool, { options });
      const { results } = data as { results: Row[] };
      expect(
        results.map(({ isValid, nationalCheck }) => isValid && nationalCheck !== 'fails'),
        country,
      ).toEqual([true, true, true, true, true]);
      expect((await runTool(tool, { options })).text).toBe(text);
    }
  });

  it('says what was probably meant', async () => {
    const rows = await check(
      [
        'GB29 NWBK 6O16 133I 9268 19',
        'DE89 3704 0044 0532 0130 0O',
        'DE89 3704 0044 5032 0130 00',
        'DE99 3704 0044 0532 0130 00',
      ].join('\n'),
    );
    expect(rows.map(({ suggestion }) => suggestion)).toEqual([
      'GB29 NWBK 6016 1331 9268 19',
      'DE89 3704 0044 0532 0130 00',
      'DE89 3704 0044 0532 0130 00',
      undefined,
    ]);
  });

  it('a failing domestic check is a warning', async () => {
    const answer = await runTool(tool, {
      input: 'ES0321000418010200051332\nSWIFT: DEUTDEFF500\nBIC DEUTDEF0XXX\nABCDZZFF',
    });
    expect(answer.data).toMatchObject({
      results: [
        {},
        { type: 'bic', isValid: true, branch: '500', location: 'FF' },
        { isValid: true, isTest: true, branch: '' },
        { isValid: false, reason: 'Characters 5 and 6 of a BIC must be a country, not ZZ' },
      ],
    });
  });

  it('any text gets a verdict', async () => {
    const chance = chanceOf(4);
    const lines = Array.from({ length: 300 }, () => {
      const iban = REGISTRY[chance(REGISTRY.length)] ?? '';
      const at = chance(iban.length);
      return iban.slice(0, at) + String.fromCodePoint(32 + chance(0xd000)) + iban.slice(at + chance(3));
    });
    expect((await check(lines.join('\n'))).every(({ isValid }) => typeof isValid === 'boolean')).toBe(true);
    expect((await check('A'.repeat(100_000)))[0]?.isValid).toBe(false);
  });
});

it('IBANs that a line lists are told one by one, and a sentence is of no country', async () => {
  const rows = await check('DE89 3704 0044 0532 0130 00, GB29NWBK60161331926819; "FR14 2004 1010 0505 0001 3M02 606"');
  expect(rows.map(({ isValid, compact }) => [isValid, compact?.slice(0, 2)])).toEqual([
    [true, 'DE'],
    [true, 'GB'],
    [true, 'FR'],
  ]);
  const [sentence] = await check('Please pay to DE89 3704 0044 0532 0130 00 by Friday');
  expect(sentence).toMatchObject({ isValid: false, reason: expect.stringContaining('not an IBAN alone') as string });
  expect(sentence).not.toHaveProperty('country');
});
