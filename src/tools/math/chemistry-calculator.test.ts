import { describe, expect, it } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './chemistry-calculator.js';

interface Report {
  readonly formulas: readonly {
    readonly hill: string;
    readonly charge: number;
    readonly molarMass: number;
    readonly moles: number;
    readonly composition: readonly {
      readonly symbol: string;
      readonly name: string;
      readonly atomicNumber: number;
      readonly count: number;
    }[];
  }[];
  readonly equations: readonly {
    readonly balanced: string;
    readonly substances: readonly { readonly coefficient: string; readonly isProduct: boolean }[];
  }[];
  readonly warnings: readonly string[];
}

const run = async (input: string, options: object = {}): Promise<Report> => {
  const answer = await runTool(tool, { input, options: { ...options } });
  expect(answer.status, `${input.slice(0, 200)}: ${answer.message} ${answer.cause}`).toBe(200);
  return answer.data as Report;
};

describe('chemistry-calculator', () => {
  // By hand from the table of IUPAC 2021.
  it.each([
    ['NaCl', 'ClNa', 58.43976928],
    ['C6H12O6', 'C6H12O6', 180.156],
    ['Ca(OH)2', 'CaH2O2', 74.092],
    ['CuSO4·5H2O', 'CuH10O9S', 249.677],
    ['CuSO4.5H2O', 'CuH10O9S', 249.677],
    ['C₂H₅OH', 'C2H6O', 46.069],
    ['Al2(SO4)3', 'Al2O12S3', 342.1310768],
    ['K4[Fe(CN)6]', 'C6FeK4N6', 368.3462],
    ['D2O', 'D2O', 20.02720356],
    ['[13C]O2', '[13C]O2', 45.00135484],
    ['¹³CO2', '[13C]O2', 45.00135484],
    ['^{13}CO2', '[13C]O2', 45.00135484],
    ['CH3(CH2)10COOH', 'C12H24O2', 200.322],
  ])('%s is %s', async (input, hill, mass) => {
    const { formulas } = await run(input);
    expect([formulas[0]?.hill, formulas[0]?.molarMass]).toEqual([hill, expect.closeTo(mass, 6)]);
  });

  it.each([
    ['Fe3+', 3],
    ['Fe^3+', 3],
    ['Fe³⁺', 3],
    ['Fe+++', 3],
    ['SO4^2-', -2],
    ['SO4 2-', -2],
    ['SO42-', -2],
    ['SO4^{2-}', -2],
    ['[Fe(CN)6]4-', -4],
    ['NH4+', 1],
    ['OH-', -1],
    ['Cl⁻', -1],
    ['Hg2^2+', 2],
    ['e-', -1],
  ])('the charge of %s is %i', async (input, charge) => {
    expect((await run(input)).formulas[0]?.charge).toBe(charge);
  });

  it.each([
    ['Fe + O2 -> Fe2O3', '4 Fe + 3 O2 → 2 Fe2O3'],
    ['C3H8 + O2 = CO2 + H2O', 'C3H8 + 5 O2 → 3 CO2 + 4 H2O'],
    ['2H2 + O2 → 2H2O', '2 H2 + O2 → 2 H2O'],
    ['C6H12O6 + O2 --> CO2 + H2O', 'C6H12O6 + 6 O2 → 6 CO2 + 6 H2O'],
    ['KMnO4 + HCl -> KCl + MnCl2 + H2O + Cl2', '2 KMnO4 + 16 HCl → 2 KCl + 2 MnCl2 + 8 H2O + 5 Cl2'],
    ['Cu + HNO3 -> Cu(NO3)2 + NO + H2O', '3 Cu + 8 HNO3 → 3 Cu(NO3)2 + 2 NO + 4 H2O'],
    ['Al+O2->Al2O3', '4 Al + 3 O2 → 2 Al2O3'],
    ['NaOH(aq) + H2SO4(aq) -> Na2SO4(aq) + H2O(l)', '2 NaOH + H2SO4 → Na2SO4 + 2 H2O'],
    ['Cr2O7^2- + Fe^2+ + H^+ -> Cr^3+ + Fe^3+ + H2O', 'Cr2O7^2- + 6 Fe^2+ + 14 H^+ → 2 Cr^3+ + 6 Fe^3+ + 7 H2O'],
    ['Zn + Ag+ -> Zn2+ + Ag', 'Zn + 2 Ag+ → Zn2+ + 2 Ag'],
    ['MnO4- + H+ + e- -> Mn2+ + H2O', 'MnO4- + 8 H+ + 5 e- → Mn2+ + 4 H2O'],
    ['S2O3^2- + I2 -> S4O6^2- + I^-', '2 S2O3^2- + I2 → S4O6^2- + 2 I^-'],
    [
      'K4Fe(CN)6 + KMnO4 + H2SO4 -> KHSO4 + Fe2(SO4)3 + MnSO4 + HNO3 + CO2 + H2O',
      '10 K4Fe(CN)6 + 122 KMnO4 + 299 H2SO4 → 162 KHSO4 + 5 Fe2(SO4)3 + 122 MnSO4 + 60 HNO3 + 60 CO2 + 188 H2O',
    ],
  ])('%s', async (input, balanced) => {
    expect((await run(input)).equations[0]?.balanced).toBe(balanced);
  });

  const python = hasProgram('python3', ['--version'], 'balanced equations checked with Python fractions');
  inRounds.skipIf(!python)('random reactions are balanced', [40, 200], async (rounds) => {
    const chance = chanceOf(41);
    const asked: object[] = [];
    for (let i = 0; i < rounds; i++) {
      // What burns, oxygen, and what comes of it.
      const [c, h, o, n] = [1 + chance(30), 1 + chance(60), chance(3), chance(5)];
      const fuel = { C: c, H: h, ...(o > 0 ? { O: o } : {}), ...(n > 0 ? { N: n } : {}) };
      const species = [fuel, { O: 2 }, { C: 1, O: pick(chance, [1, 2]) }, { H: 2, O: 1 }, ...(n > 0 ? [{ N: 2 }] : [])];
      const text = species.map((atoms) =>
        Object.entries(atoms)
          .map(([name, count]) => name + count)
          .join(''),
      );
      const answer = await runTool(tool, { input: `${text.slice(0, 2).join(' + ')} -> ${text.slice(2).join(' + ')}` });
      // Some have the oxygen that they need.
      if (answer.status === 400 && o > 0) continue;
      expect(answer.status, text.join(' ')).toBe(200);
      const { substances } = (answer.data as Report).equations[0]!;
      asked.push({
        species,
        signs: substances.map(({ isProduct }) => (isProduct ? -1 : 1)),
        coefficients: substances.map(({ coefficient }) => Number(coefficient)),
      });
    }
    expect(asked.length).toBeGreaterThan(rounds / 2);
    expect(
      runPython<boolean>(
        `
import math
print(json.dumps(all(all(sum(c * s * m.get(e, 0) for m, c, s in zip(q['species'], q['coefficients'], q['signs'])) == 0 for e in 'CHON') and math.gcd(*q['coefficients']) == 1 and min(q['coefficients']) > 0 for q in data)))`,
        asked,
      ),
    ).toBe(true);
  });

  it('all elements have their number and name', async () => {
    const symbols =
      'H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge As Se Br Kr Rb Sr Y Zr Nb Mo Tc Ru Rh Pd Ag Cd In Sn Sb Te I Xe Cs Ba La Ce Pr Nd Pm Sm Eu Gd Tb Dy Ho Er Tm Yb Lu Hf Ta W Re Os Ir Pt Au Hg Tl Pb Bi Po At Rn Fr Ra Ac Th Pa U Np Pu Am Cm Bk Cf Es Fm Md No Lr Rf Db Sg Bh Hs Mt Ds Rg Cn Nh Fl Mc Lv Ts Og'.split(
        ' ',
      );
    const { formulas, warnings } = await run(symbols.join('\n'));
    expect(formulas.map(({ composition }) => composition[0]?.atomicNumber)).toEqual(symbols.map((_, i) => i + 1));
    expect(warnings).toContain('Elements without a standard atomic weight, counted by mass number: Tc');
    expect((await run('H2O', { grams: 36.03 })).formulas[0]?.moles).toBe(2);
  });

  it.each([
    ['h2o', 400],
    ['H2O)', 400],
    ['(H2O', 400],
    ['()', 200],
    ['·', 400],
    ['A -> B -> C', 400],
    ['-> H2', 400],
    ['H2 -> O2', 400],
    ['H2 + O2 -> H2O + H2O2', 400],
    ['H2O -> H2 + O2 + He', 400],
    ['H99999999', 413],
    [`${'('.repeat(100)}H${')'.repeat(100)}`, 413],
    ['H'.repeat(3000), 413],
    ['\ud800', 400],
    ['__proto__', 400],
    ['[999Xx]', 400],
  ])('hostile %s', async (input, status) => {
    const answer = await runTool(tool, { input });
    expect(answer.status, `${answer.message} ${answer.cause}`).toBe(status);
  });

  inRounds('hostile formulas are answered or refused', [200, 1000], async (rounds) => {
    const chance = chanceOf(rounds);
    const parts = [
      'H',
      'O2',
      'Fe',
      '(',
      ')',
      '[',
      ']',
      '^',
      '+',
      '-',
      '2',
      '->',
      ' ',
      '·',
      '{',
      '}',
      '₂',
      '²',
      '⁻',
      'e-',
      '13',
      '=',
      '999',
      '\n',
      '.',
      'x',
      '\ud83d\ude00',
    ];
    for (let i = 0; i < rounds; i++) {
      const input = `H${Array.from({ length: 1 + chance(20) }, () => pick(chance, parts)).join('')}`;
      const { status, cause } = await runTool(tool, { input });
      expect([200, 400, 413], `${input} ${cause}`).toContain(status);
    }
  });
});
