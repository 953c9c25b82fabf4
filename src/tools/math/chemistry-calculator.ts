import { z } from 'zod';

import { defineTool, json, overLimit } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { warnings } from '../../core/shared-data.js';
import { ARROW, balance } from '../../lib/chemistry/balance.js';
import { elementOf } from '../../lib/chemistry/elements.js';
import { hillFormula, readFormula } from '../../lib/chemistry/formulas.js';
import { massOf, percent, shown } from '../../lib/chemistry/mass.js';
import { inPart } from '../../lib/faults.js';
import { multiply, rational, toNumber } from '../../lib/numbers/rational.js';
import { filledLines, withinTime } from './_numbers.js';

const MAX_LINES = 500;
export default defineTool({
  id: 'chemistry-calculator',
  title: 'Chemistry Calculator',
  summary: 'Gives molar mass and composition of chemical formulas, and balances equations exactly.',
  family: 'math',
  class: 'standard',
  input: 'required',
  options: {
    grams: z
      .number()
      .min(0)
      .max(1e12)
      .default(0)
      .describe('Mass of each substance in grams, to be given in moles; 0 for none.'),
    moles: z
      .number()
      .min(0)
      .max(1e12)
      .default(0)
      .describe('Amount of each substance in moles, to be given in grams; 0 for none.'),
  },
  result: 'data',
  data: z.object({
    formulas: z
      .array(
        z.object({
          input: z.string().describe('The line.'),
          hill: z.string().describe('Its atoms in the order of Hill.'),
          charge: z.int().describe('Charge.'),
          molarMass: z.number().describe('Molar mass in g/mol.'),
          uncertainty: z.number().nullable().describe('Its uncertainty; null where an element has no atomic weight.'),
          moles: z.number().nullable().describe('Moles in the mass given; null if none was.'),
          grams: z.number().nullable().describe('Grams of the amount given; null if none was.'),
          composition: z
            .array(
              z.object({
                symbol: z.string().describe('Symbol of the element or nuclide.'),
                name: z.string().describe('Its name.'),
                atomicNumber: z.int().min(1).describe('Its atomic number.'),
                count: z.int().min(0).describe('Atoms in the formula.'),
                massPercent: z.number().describe('Its share of the mass, in percent.'),
                atomPercent: z.number().describe('Its share of the atoms, in percent.'),
              }),
            )
            .describe('Elements in the order of the formula.'),
        }),
      )
      .describe('One per line with a formula.'),
    equations: z
      .array(
        z.object({
          input: z.string().describe('The line.'),
          balanced: z.string().describe('The equation with its coefficients.'),
          substances: z
            .array(
              z.object({
                formula: z.string().describe('Substance.'),
                coefficient: z.string().describe('Its coefficient, a whole number.'),
                isProduct: z.boolean().describe('It is on the right.'),
                molarMass: z.number().describe('Molar mass in g/mol.'),
              }),
            )
            .describe('Substances in the order of the equation.'),
        }),
      )
      .describe('One per line with an equation.'),
    warnings: warnings(),
  }),
  notes: [
    'One formula or equation per line: Ca(OH)2, CuSO4·5H2O, [Fe(CN)6]4-, SO4^2-, C6H12O6, D2O, [13C]6H12O6, ¹³CO2; Fe + O2 -> Fe2O3. Coefficients that are there already, and states such as (aq), are ignored.',
    'Charges: ^2-, ²⁻, 2- after a space or bracket, Fe3+ for a single element; NH4+ is one plus. SO42- is read as SO4^2-, with a warning. Electrons are e-.',
    'Equations keep every element and the charge. Coefficients are the smallest whole numbers; an equation with none, or with several independent ones, is refused.',
    'Atomic weights are the abridged standard ones of IUPAC 2021 with their uncertainties, which add up as squares; of elements without a stable isotope, a mass number. Ions are corrected for their electrons. Nuclides: H, C, N, O and Cl.',
  ],
  aliases: [
    'molar mass calculator',
    'molecular weight',
    'balance chemical equation',
    'equation balancer',
    'percent composition',
    'stoichiometry',
    'grams to moles',
    'formula weight',
    'periodic table',
    'molar mass',
    'balance a chemical equation',
  ],
  verified: [
    'IUPAC 2021: molar masses of 13 substances worked out by hand from its table; all 118 symbols and names in order',
    'Equations of textbooks, among them four with charges and K4Fe(CN)6 + KMnO4 + H2SO4 (coefficients up to 299)',
    'Python 3.11, fractions: 200 random combustions, atoms and charge of both sides equal and coefficients without a common divisor',
  ],
  examples: [
    {
      title: 'Water',
      input: 'H2O',
      output: {
        data: {
          formulas: [
            {
              input: 'H2O',
              hill: 'H2O',
              charge: 0,
              molarMass: 18.015,
              uncertainty: 0.00108,
              moles: null,
              grams: null,
              composition: [
                {
                  symbol: 'H',
                  name: 'Hydrogen',
                  atomicNumber: 1,
                  count: 2,
                  massPercent: 11.190674,
                  atomPercent: 66.666667,
                },
                {
                  symbol: 'O',
                  name: 'Oxygen',
                  atomicNumber: 8,
                  count: 1,
                  massPercent: 88.809326,
                  atomPercent: 33.333333,
                },
              ],
            },
          ],
          equations: [],
          warnings: [],
        },
      },
    },
    {
      title: 'A redox equation with charges',
      input: 'MnO4^- + Fe^2+ + H+ -> Mn^2+ + Fe^3+ + H2O',
      output: {
        data: {
          formulas: [],
          equations: [
            {
              input: 'MnO4^- + Fe^2+ + H+ -> Mn^2+ + Fe^3+ + H2O',
              balanced: 'MnO4^- + 5 Fe^2+ + 8 H+ → Mn^2+ + 5 Fe^3+ + 4 H2O',
              substances: [
                { formula: 'MnO4^-', coefficient: '1', isProduct: false, molarMass: 118.9345916 },
                { formula: 'Fe^2+', coefficient: '5', isProduct: false, molarMass: 55.84390284 },
                { formula: 'H+', coefficient: '8', isProduct: false, molarMass: 1.00745142 },
                { formula: 'Mn^2+', coefficient: '1', isProduct: true, molarMass: 54.93694584 },
                { formula: 'Fe^3+', coefficient: '5', isProduct: true, molarMass: 55.84335426 },
                { formula: 'H2O', coefficient: '4', isProduct: true, molarMass: 18.015 },
              ],
            },
          ],
          warnings: [],
        },
      },
    },
    {
      title: 'An element that does not exist',
      input: 'H2O\nXyz2',
      error: { code: 'INVALID_INPUT', message: 'Cannot read property "input": line 2: "Xy" is not an element' },
    },
    {
      title: 'An equation that cannot be balanced',
      input: 'H2 + O2 -> H2O + NaCl',
      error: { code: 'INVALID_INPUT', message: 'Cannot read property "input": line 1: Na is on one side only' },
    },
  ],
  run({ input, options: { grams, moles } }) {
    const lines = filledLines(input);
    if (lines.length > MAX_LINES)
      throw overLimit(`Property "input" must hold at most ${MAX_LINES} lines, got ${lines.length}`);
    const told: string[] = [];
    const describe = (text: string) => {
      const formula = readFormula(text);
      const { weight, uncertainty, rough } = massOf(formula);
      told.push(...formula.warnings);
      if (rough.length > 0)
        told.push(`Elements without a standard atomic weight, counted by mass number: ${rough.join(', ')}`);
      const mass = toNumber(weight);
      const total = [...formula.atoms.values()].reduce((sum, count) => sum + count, 0n);
      return {
        input: text,
        hill: hillFormula(formula.atoms, formula.charge),
        charge: formula.charge,
        molarMass: shown(mass),
        uncertainty: rough.length > 0 ? null : shown(uncertainty, 3),
        moles: grams === 0 || mass <= 0 ? null : shown(grams / mass),
        grams: moles === 0 ? null : shown(moles * mass),
        composition: [...formula.atoms].flatMap(([symbol, count]) => {
          const element = elementOf(symbol);
          if (element === undefined) return [];
          return {
            symbol: element.symbol,
            name: element.name,
            atomicNumber: element.number,
            count: Number(count),
            massPercent: percent(multiply(element.weight, rational(count)), weight),
            atomPercent: total === 0n ? 0 : percent(rational(count), rational(total)),
          };
        }),
      };
    };
    const solve = (text: string) => {
      const { left, right } = balance(text);
      const side = (list: typeof left): string =>
        list
          .map(({ formula, coefficient }) => (coefficient === 1n ? formula.text : `${coefficient} ${formula.text}`))
          .join(' + ');
      told.push(...[...left, ...right].flatMap(({ formula }) => formula.warnings));
      return {
        input: text,
        balanced: `${side(left)} → ${side(right)}`,
        substances: [...left, ...right].map(({ formula, coefficient }, i) => ({
          formula: formula.text,
          coefficient: String(coefficient),
          isProduct: i >= left.length,
          molarMass: shown(toNumber(massOf(formula).weight)),
        })),
      };
    };
    return withinTime(() =>
      refusing('Cannot read property "input"', () => {
        const isEquation = ({ text }: { readonly text: string }): boolean => ARROW.test(text);
        const each = <Result>(chosen: typeof lines, work: (text: string) => Result): Result[] =>
          chosen.map(({ line, text }) => inPart(`line ${line}`, () => work(text)));
        const formulas = each(
          lines.filter((line) => !isEquation(line)),
          describe,
        );
        const equations = each(lines.filter(isEquation), solve);
        return json({ formulas, equations, warnings: [...new Set(told)] });
      }),
    );
  },
});
