import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';
import { type Chance, chanceOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { type CellValue, SheetError } from '../workbook/model.js';
import { readXlsx } from '../workbook/read-xlsx.js';
import { SheetCalculator } from './calculator.js';
import { TEMPLATES } from './formula-samples.js';
import { functionNames } from './functions/registry.js';
import { shiftedFormula } from './rewrite.js';

const PYTHON = '/usr/bin/python3';
const canCompare =
  hasProgram(PYTHON, ['-c', 'import openpyxl'], 'formulas beside LibreOffice') &&
  hasProgram('soffice', ['--version'], 'formulas beside LibreOffice');

/** A: numbers, B: decimals, C: texts, D: dates, E: mixed with gaps. */
const CELLS: readonly (readonly CellValue[])[] = [
  [4, 12.5, 'apple', 45292, 1],
  [7, -3.25, 'Banana', 45351, null],
  [1, 0.5, 'cherry pie', 45474, 'x'],
  [9, 100, 'apple', 45657, 'true'],
  [4, 33.333, 'fig', 44927, 2.5],
  [2, -8, 'Grape juice', 46000, null],
  [12, 7.75, '', 45500, '5'],
  [6, 0.125, 'apricot', 45351.75, 3],
  [3, 61, 'date', 45688, 'no'],
  [8, 2.2, 'kiwi', 45716, 10],
];

const pick = <Item>(chance: Chance, list: readonly Item[]): Item => list[chance(list.length)] as Item;
const row = (chance: Chance): number => 1 + chance(10);

function range(chance: Chance, column: string): string {
  const [a, b] = [row(chance), row(chance)].sort((x, y) => x - y);
  return `${column}${a}:${column}${Math.min(10, (b ?? 1) + 2)}`;
}

/** What stands for a letter in braces in a sample. */
const DRAWN: Readonly<Record<string, (chance: Chance) => string>> = {
  n: (chance) =>
    pick(chance, [`A${row(chance)}`, `B${row(chance)}`, '2.5', '-7', '0', '1234.5678', '0.1', '-0.045', '99', '1E-3']),
  p: (chance) => pick(chance, [`A${row(chance)}`, '0.5', '3', '17.25', '2', '100']),
  i: (chance) => String(1 + chance(6)),
  s: (chance) => pick(chance, ['0', '1', '2', '-1', '3', '-2']),
  u: (chance) => pick(chance, ['0.1', '0.25', '0.5', '0.9', '0.333']),
  r: (chance) => range(chance, pick(chance, ['A', 'B'])),
  m: (chance) => range(chance, 'E'),
  t: (chance) =>
    pick(chance, [`C${row(chance)}`, '"apple"', '"Hello World"', '"a-b-c"', '""', '"  two  spaces "', '"ÄÖü"', 'A3']),
  d: (chance) => pick(chance, [`D${row(chance)}`, 'DATE(2024,2,29)', 'DATE(2023,12,31)', '45000', 'DATE(2000,1,1)']),
  b: (chance) => pick(chance, ['TRUE', 'FALSE', `A${row(chance)}>5`, `B${row(chance)}<0`, '1', '0']),
  c: (chance) =>
    pick(chance, ['">3"', '"<=4"', '4', '"<>4"', '"=4"', '"a*"', '"apple"', '"?ig"', '">b"', '"*e"', '12.5']),
};

function formulas(perSample: number): string[] {
  const chance = chanceOf(77);
  return TEMPLATES.flatMap((sample) =>
    Array.from({ length: sample.includes('{') ? perSample : 1 }, () =>
      sample.replace(/\{(\w)\}/g, (_, letter: string) => DRAWN[letter]?.(chance) ?? letter),
    ),
  );
}

/** Functions that Excel has had since 2010 have a prefix in files. */
const PREFIXED =
  /\b(?:IFS|SWITCH|TEXTJOIN|CONCAT|MAXIFS|MINIFS|XOR|IFNA|ISOWEEKNUM|DAYS|NUMBERVALUE|UNICHAR|UNICODE|BASE|DECIMAL|ARABIC|COMBINA|BITAND|BITOR|BITXOR|BITLSHIFT|BITRSHIFT|SEC|CSC|COT|ISFORMULA|FORMULATEXT|PDURATION|RRI|(?:STDEV|VAR|MODE|PERCENTILE|QUARTILE|PERCENTRANK|RANK|COVARIANCE|NORM|BINOM|POISSON|EXPON|T|CHISQ|F|CONFIDENCE|CEILING|FLOOR)(?:\.[A-Z0-9]+)+)\(/g;

/** The values that LibreOffice gives. */
function byLibreOffice(list: readonly string[]): CellValue[] {
  const folder = mkdtempSync(join(tmpdir(), 'formulas-test-'));
  const cells = CELLS.map((line) => line.map((cell) => (cell instanceof SheetError ? null : cell)));
  const book = runPython<string>(
    `import openpyxl, io, base64
wb = openpyxl.Workbook(); ws = wb.active
for line in data['cells']: ws.append(line)
for i, f in enumerate(data['formulas']): ws.cell(i + 1, 8, '=' + f)
out = io.BytesIO(); wb.save(out); print(json.dumps(base64.b64encode(out.getvalue()).decode()))`,
    { cells, formulas: list.map((formula) => formula.replace(PREFIXED, (name) => `_xlfn.${name}`)) },
    PYTHON,
  );
  writeFileSync(join(folder, 'in.xlsx'), Buffer.from(book, 'base64'));
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
  runProgram('soffice', [
    profile,
    '--headless',
    '--convert-to',
    'xlsx',
    '--outdir',
    join(folder, 'out'),
    join(folder, 'in.xlsx'),
  ]);
  const [sheet] = readXlsx(readFileSync(join(folder, 'out/in.xlsx')), { formulas: true }).sheets;
  rmSync(folder, { recursive: true });
  const values = new Map(
    sheet?.rows.map(({ index, cells: found }) => [index, found.find(({ column }) => column === 7)?.value ?? null]),
  );
  return list.map((_, i) => values.get(i) ?? null);
}

const sheets = [
  {
    name: 'Sheet',
    rows: CELLS.map((line, index) => ({
      index,
      cells: line.flatMap((value, column) =>
        value === null || value === '' ? [] : [{ column, value, formula: undefined }],
      ),
    })),
  },
];

const calculator = () => new SheetCalculator(sheets, { now: 45_500.25, random: () => 0.5, recalculates: true });

function isAlike(ours: CellValue, theirs: CellValue): boolean {
  // LibreOffice writes Err:502 as #VALUE! where Excel has #NUM!: that there is an error counts.
  if (ours instanceof SheetError || theirs instanceof SheetError)
    return ours instanceof SheetError && theirs instanceof SheetError;
  // A number may be TRUE to LibreOffice.
  if (typeof ours === 'boolean' && typeof theirs === 'number') return Number(ours) === theirs;
  if (typeof ours === 'number' && typeof theirs === 'boolean') return ours === Number(theirs);
  if (typeof ours === 'number' && typeof theirs === 'number')
    return Math.abs(ours - theirs) <= 1e-9 * Math.max(1, Math.abs(theirs));
  return (ours ?? '') === (theirs ?? '');
}

describe.skipIf(!canCompare)('beside LibreOffice', () => {
  exhaustive('more than 1,000 formulas of more than 200 functions give the same', () => {
    const list = formulas(8);
    const theirs = byLibreOffice(list);
    const engine = calculator();
    const different = list.flatMap((formula, i) => {
      const value = engine.calculate(formula, 'Sheet');
      const ours =
        typeof value === 'object' && value !== null && 'cells' in value ? (value.cells[0]?.[0] ?? null) : value;
      const other = theirs[i] ?? null;
      const show = (one: CellValue): CellValue => (one instanceof SheetError ? one.code : one);
      return isAlike(ours, other) ? [] : [`${formula}: ${show(ours)}, LibreOffice ${show(other)}`];
    });
    expect(different).toEqual([]);
    expect(list.length).toBeGreaterThan(1000);
    const errors = theirs.filter((value) => value instanceof SheetError).length;
    expect(errors / list.length).toBeLessThan(0.2);
    const used = functionNames().filter((name) => list.some((formula) => formula.includes(`${name}(`)));
    expect(used.length).toBeGreaterThan(200);
  });
});

it('a formula moved by rows and columns keeps what is fixed, and texts', () => {
  expect(shiftedFormula(`SUM($A1:B$2)+"A1"&'My ''sheet'!C3`, 2, 1)).toBe(`SUM($A3:C$2)+"A1"&'My ''sheet'!D5`);
  expect(shiftedFormula('A1+LOG10(A:A)+1:1', -1, 0)).toBe('#REF!+LOG10(A:A)+#REF!');
});

const chain = (formulaAt: (row: number) => string, rows: number) =>
  new SheetCalculator(
    [
      {
        name: 'S',
        rows: Array.from({ length: rows }, (_, index) => ({
          index,
          cells: [{ column: 0, value: null, formula: formulaAt(index) }],
        })),
      },
    ],
    { now: 0, random: () => 0, recalculates: true },
  );

describe('cells that refer to cells', () => {
  exhaustive('100,000 in a row are calculated', () => {
    expect(chain((index) => (index === 0 ? '1' : `A${index}+1`), 100_000).cell('S', 99_999, 0)).toBe(100_000);
  });

  it('a circle is told, however long it is', () => {
    for (const length of [1, 2, 5000])
      expect(() => chain((index) => `A${((index + 1) % length) + 1}+1`, length).cell('S', 0, 0)).toThrow(
        'refers to itself',
      );
  });

  it('a text that doubles in every cell ends as an error', () => {
    const value = chain((index) => (index === 0 ? '"xx"' : `A${index}&A${index}`), 60).cell('S', 59, 0);
    expect(value).toBeInstanceOf(SheetError);
  });

  it('work by the square is refused in time', () => {
    expect(() => chain((index) => `SUM(A${index + 2}:A20000)+1`, 20_000).cell('S', 0, 0)).toThrow(
      'no more than 20000000 cells',
    );
  });
});

describe('formulas that cannot be read', () => {
  it.each([
    ['SUM(A1', 'the bracket that opens here is not closed'],
    ['1+', 'it ends too early'],
    ['"abc', 'has no closing quote'],
    ['1 2', 'cannot stand here'],
    ['{1,2;3}', 'rows of an array must be equally long'],
    [`${'('.repeat(5000)}1`, 'at most 100 deep'],
    ['XFE1', 'beyond the last cell'],
    ['Table1[Amount]', 'references to tables'],
    ['A1048577', 'beyond the last cell'],
  ])('%s', (formula, what) => {
    const value = (() => {
      try {
        return calculator().calculate(formula, 'Sheet');
      } catch (error) {
        return error as Error;
      }
    })();
    expect(value instanceof SheetError ? value.code : String(value)).toContain(what);
  });

  it('random words are values or faults', () => {
    const chance = chanceOf(5);
    const words = [
      'A1',
      '1',
      '"a"',
      '+',
      '-',
      '(',
      ')',
      ',',
      ';',
      '{',
      '}',
      ':',
      '%',
      '^',
      '&',
      'SUM(',
      'IF(',
      'LET(',
      'x',
      '!',
      "'S'",
      '#REF!',
      '=',
      '<>',
      '@',
      '#',
      ' ',
      'OFFSET(',
      'INDEX(',
      'A:A',
      '[1]',
    ];
    for (let round = 0; round < 3000; round++) {
      const formula = Array.from({ length: 1 + chance(9) }, () => pick(chance, words)).join('');
      try {
        calculator().calculate(formula, 'Sheet');
      } catch (error) {
        expect((error as Error).name, formula).toMatch(/^(Content|Limit)Fault$/);
      }
    }
  });
});

describe('functions that LibreOffice 7.4 has not', () => {
  // Expected by what Microsoft's pages of these functions say of each argument.
  it.each<readonly [string, unknown]>([
    ['XLOOKUP(9,A1:A10,C1:C10)', 'apple'],
    ['XLOOKUP(99,A1:A10,C1:C10,"none")', 'none'],
    ['XLOOKUP(10,A1:A10,B1:B10,,-1)', 100],
    ['XLOOKUP(10,A1:A10,B1:B10,,1)', 7.75],
    ['XLOOKUP(4,A1:A10,B1:B10,,0,-1)', 33.333],
    ['XLOOKUP("?ig",C1:C10,A1:A10,,2)', 4],
    ['XMATCH(7,A1:A10)', 2],
    ['SUM(FILTER(B1:B10,A1:A10>8))', 107.75],
    ['FILTER(B1:B10,A1:A10>99,"none")', 'none'],
    ['INDEX(SORT(A1:A10),1)', 1],
    ['INDEX(SORT(A1:A10,1,-1),1)', 12],
    ['ROWS(UNIQUE(A1:A10))', 9],
    ['ROWS(UNIQUE(A1:A10,FALSE,TRUE))', 8],
    ['SUM(SEQUENCE(3,2,10,5))', 135],
    ['LET(x,A1,y,x+1,x*y)', 20],
    ['TEXTBEFORE("a-b-c","-",2)', 'a-b'],
    ['TEXTBEFORE("a-b-c","-",-1)', 'a-b'],
    ['TEXTAFTER("a-b-c","-")', 'b-c'],
    ['INDEX(TEXTSPLIT("a,b;c,d",",",";"),2,1)', 'c'],
  ])('%s', (formula, expected) => {
    expect(calculator().calculate(formula, 'Sheet')).toBe(expected);
  });
});
