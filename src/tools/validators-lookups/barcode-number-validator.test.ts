import { describe, expect, it } from 'vitest';

import { longUpc, shortUpc } from '../../lib/barcodes/retail.js';
import { gs1CheckDigit } from '../../lib/checksums/standard-numbers.js';
import { type Chance, chanceOf, pick } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './barcode-number-validator.js';

const PYTHON = '/usr/bin/python3';
const hasStdnum = hasProgram(PYTHON, ['-c', 'import stdnum.gs1_128'], 'barcode numbers by python-stdnum');

interface Row {
  readonly isValid: boolean;
  readonly reason?: string;
  readonly type?: string;
  readonly number?: string;
  readonly upcA?: string;
  readonly upcE?: string;
  readonly isbn?: string;
  readonly scanned?: string;
  readonly elementString?: string;
  readonly digitalLink?: string;
  readonly elements?: readonly {
    readonly ai: string;
    readonly value: string;
    readonly date?: string;
    readonly number?: string;
  }[];
}

async function rows(values: readonly string[], options: Record<string, unknown> = {}): Promise<readonly Row[]> {
  const answer = await runTool(tool, { input: values.join('\n'), options });
  expect(answer.status, answer.message ?? String(answer.cause)).toBe(200);
  return (answer.data as { results: Row[] }).results;
}

const digits = (chance: Chance, length: number): string => Array.from({ length }, () => chance(10)).join('');

/** Identifiers and how a value is drawn: fixed digits, up to some characters, a date. */
const DRAWN: Readonly<Record<string, (chance: Chance) => string>> = {
  '00': (chance) => withCheck(digits(chance, 17)),
  '01': (chance) => withCheck(digits(chance, 13)),
  '11': (chance) => dateOf(chance),
  '15': (chance) => dateOf(chance),
  '17': (chance) => dateOf(chance),
  '20': (chance) => digits(chance, 2),
  '30': (chance) => String(1 + chance(99_999)),
  '37': (chance) => String(1 + chance(99_999)),
  '410': (chance) => withCheck(digits(chance, 12)),
  '414': (chance) => withCheck(digits(chance, 12)),
  '422': (chance) => digits(chance, 3),
  '3103': (chance) => digits(chance, 6),
  '3202': (chance) => digits(chance, 6),
  '3370': (chance) => digits(chance, 6),
  '3922': (chance) => String(100 + chance(1_000_000)),
  ...Object.fromEntries(
    ['10', '21', '22', '240', '241', '250', '251', '400', '403', '7002', '8002', '90', '99'].map((ai) => [
      ai,
      (chance: Chance) =>
        Array.from({ length: 1 + chance(20) }, () => pick(chance, [...'ABCXYZabcxyz0123456789-./_+'])).join(''),
    ]),
  ),
};

const withCheck = (body: string): string => body + gs1CheckDigit(body);

const dateOf = (chance: Chance): string =>
  [chance(60), 1 + chance(12), 1 + chance(28)].map((part) => String(part).padStart(2, '0')).join('');

describe('barcode-number-validator', () => {
  inRounds.skipIf(!hasStdnum)('judges numbers as python-stdnum does', [40, 200], async (rounds) => {
    const chance = chanceOf(5);
    for (const length of [8, 12, 13, 14, 17, 18]) {
      const values = Array.from({ length: rounds }, (_, round) => {
        const number = withCheck(digits(chance, length - 1));
        return round % 2 === 0 ? number : number.replace(/.$/, String(chance(10)));
      });
      // It has EAN and GTIN only; the rule is the same for all lengths.
      const theirs = runPython<boolean[]>(
        'from stdnum import ean\nprint(json.dumps([ean.calc_check_digit(n[:-1]) == n[-1] for n in data]))',
        values,
        PYTHON,
      );
      const type = { 8: 'ean-8', 12: 'upc-a', 13: 'ean-13', 14: 'gtin-14', 17: 'gsin', 18: 'sscc' }[length];
      expect((await rows(values, { type })).map(({ isValid }) => isValid)).toEqual(theirs);
      const bodies = values.map((value) => value.slice(0, -1));
      const made = await rows(bodies, { action: 'complete' });
      expect(made.map(({ number }) => number)).toEqual(bodies.map(withCheck));
    }
  });

  inRounds.skipIf(!hasStdnum)('reads element strings as python-stdnum does', [60, 300], async (rounds) => {
    const chance = chanceOf(9);
    const made = Array.from({ length: rounds }, () => {
      const keys = new Set(Array.from({ length: 1 + chance(6) }, () => pick(chance, Object.keys(DRAWN))));
      return [...keys].map((ai) => [ai, DRAWN[ai]?.(chance) ?? ''] as const);
    });
    const written = made.map((pairs) => pairs.map(([ai, value]) => `(${ai})${value}`).join(''));
    const ours = await rows(written);
    expect(ours.flatMap(({ isValid, reason }) => (isValid ? [] : reason))).toEqual([]);
    expect(ours.map(({ elements }) => elements?.map(({ ai, value }) => [ai, value]))).toEqual(made);
    // What we send as a scanner does is read there, and here again.
    const scanned = ours.map((row) => row.scanned ?? '');
    const theirs = runPython<Record<string, string>[]>(
      `from stdnum import gs1_128
print(json.dumps([{k: str(v) for k, v in gs1_128.info(n, separator='\\x1d').items()} for n in data]))`,
      scanned,
      PYTHON,
    );
    const again = await rows(scanned, { type: 'gs1' });
    expect(again.map(({ elementString }) => elementString)).toEqual(written);
    for (const [index, row] of ours.entries())
      for (const { ai, value, date, number } of row.elements ?? []) {
        // Its key of a measure is without the decimals; counts and countries are numbers.
        const said = theirs[index]?.[ai] ?? theirs[index]?.[ai.slice(0, 3)];
        if (['30', '37', '422'].includes(ai)) expect(said).toBe(String(Number(value)));
        else expect(said).toBe(date ?? number ?? value);
      }
  });

  inRounds('expands UPC-E, and shortens it again', [300, 3_000], (rounds) => {
    const chance = chanceOf(2);
    for (let round = 0; round < rounds; round++) {
      const seven = `${chance(2)}${digits(chance, 6)}`;
      const body = longUpc(`${seven}0`)?.slice(0, -1) ?? '';
      const upc = withCheck(body);
      const short = shortUpc(upc) ?? '';
      expect(longUpc(short)).toBe(upc);
    }
  });

  it.each([
    // GS1 General Specifications, figures of 5.2.2.4.2: the last digit says where the zeros are.
    ['04252614', '042100005264'],
    ['01234505', '012000003455'],
    ['01234531', '012300000451'],
    ['01234543', '012340000053'],
    ['01234558', '012345000058'],
  ])('UPC-E %s is UPC-A %s', async (short, long) => {
    const check = gs1CheckDigit(long.slice(0, -1));
    const [row] = await rows([`${short.slice(0, 7)}${check}`], { type: 'upc-e' });
    expect(row).toMatchObject({ isValid: true, upcA: long.slice(0, -1) + check });
  });

  it('knows books, levels of packaging and links', async () => {
    const [book, box, link] = await rows([
      '978-0-306-40615-7',
      '19506000134359',
      'https://example.com/some/01/9506000134352/10/A%2FB/21/x?17=261231&utm=1',
    ]);
    expect(book).toMatchObject({ isValid: true, isbn: '9780306406157', prefixOwner: 'books and music (ISBN, ISMN)' });
    expect(box).toMatchObject({ isValid: true, indicator: 'packaging level 1' });
    expect(link).toMatchObject({
      isValid: true,
      elementString: '(01)09506000134352(10)A/B(21)x(17)261231',
      digitalLink: 'https://id.gs1.org/01/09506000134352/10/A%2FB/21/x?17=261231',
    });
  });

  it.each([
    ['(01)0950600013435', '(01) GTIN must have 14 characters, got 13'],
    ['(01)09506000134353', '(01) GTIN must have the check digit 2, got 3'],
    ['(17)261301', '(17) USE BY OR EXPIRY is not a date: 261301'],
    ['(17)260230', '(17) USE BY OR EXPIRY is not a date: 260230'],
    ['(7003)2601022460', '(7003) EXPIRY TIME is not a date: 2601022460'],
    ['(29)1', '(29) is not a GS1 application identifier'],
    ['(10)A(10)B', '(10) is there twice with different values'],
    ['(30)12a', '(30) VAR. COUNT must have digits only at characters 1 to 3'],
    ['(10)ä', '(10) BATCH/LOT has a character that GS1 does not allow'],
    ['(01)09506000134352(02)09506000134352', '(01) and (02) must not be there together'],
    ['https://example.com/a', 'It has no GS1 key in its path, such as /01/'],
    ['12345', 'It must have 8, 12, 13, 14, 17 or 18 digits, got 5'],
    ['4006381333x31', 'It must have digits only'],
  ])('%s is refused', async (value, reason) => {
    expect((await rows([value]))[0]).toMatchObject({ isValid: false, reason });
  });

  it('keeps commas and brackets within a value', async () => {
    const found = await rows(['(10)A,B(x)1(21)c', '(240)a(b)c']);
    expect(found.map(({ elements }) => elements?.map(({ value }) => value))).toEqual([['A,B(x)1', 'c'], ['a(b)c']]);
  });

  it('is done with hostile values', async () => {
    const values = [
      '('.repeat(3_000),
      '(10)'.repeat(900),
      '\u001d'.repeat(3_000),
      '1'.repeat(4_000),
      `](${'1'.repeat(100)}`,
    ];
    for (const type of ['auto', 'gs1', 'upc-e', 'sscc']) expect(await rows(values, { type })).not.toEqual([]);
    expect((await rows([`(10)${'1'.repeat(4_000)}`]))[0]?.reason).toContain('at most 4000 characters');
  });
});
