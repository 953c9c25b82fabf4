import { z } from 'zod';

import { defineTool, json, overLimit } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { warnings } from '../../core/shared-data.js';
import { openLinearPrograms } from '../../engines/linear-programs.js';
import { WorkTime } from '../../engines/work-time.js';
import { readTextSource } from '../../formats/text-source.js';
import { ContentFault } from '../../lib/faults.js';
import { holds } from '../../lib/optimization/check-program.js';
import { readProgram } from '../../lib/optimization/read-program.js';
import { writeProgram } from '../../lib/optimization/write-program.js';

/** Beyond the longest "timeLimit", below the 12 s of class standard. */
const WORK_SECONDS = 10;
const shown = (value: number): number => Number(value.toPrecision(12)) || 0;
const maybe = (value: number | undefined): number | null => (value === undefined ? null : shown(value));

export default defineTool({
  id: 'linear-program-solver',
  title: 'Linear Program Solver',
  summary: 'Solves linear and integer programs, with shadow prices and slack.',
  family: 'math',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['.lp', '.txt'] },
  options: {
    timeLimit: z
      .number()
      .multipleOf(1)
      .min(1)
      .max(8)
      .default(5)
      .describe('Seconds to search; an integer program gives its best solution by then.'),
  },
  result: 'data',
  data: z.object({
    status: z
      .enum(['optimal', 'feasible', 'infeasible', 'unbounded'])
      .describe('Optimal; feasible: the best found in time; infeasible: nothing meets all constraints; unbounded.'),
    direction: z.enum(['maximize', 'minimize']).describe('What was asked for.'),
    objective: z.number().nullable().describe('Value of the objective; null without a solution.'),
    variables: z
      .array(
        z.object({
          name: z.string().describe('Variable.'),
          value: z.number().describe('Its value.'),
          isInteger: z.boolean().describe('It had to be whole.'),
          reducedCost: z
            .number()
            .nullable()
            .describe('Change of the objective per unit of a variable at its bound; null for integer programs.'),
        }),
      )
      .describe('Variables in the order in which they come; empty without a solution.'),
    constraints: z
      .array(
        z.object({
          name: z.string().describe('Name, or c1, c2 and so on.'),
          value: z.number().describe('Value of its left side, with all variables on it.'),
          relation: z.enum(['<=', '>=', '=']).describe('Relation.'),
          bound: z.number().describe('Its right side.'),
          slack: z.number().describe('Distance from the bound; 0 where the constraint is binding.'),
          shadowPrice: z
            .number()
            .nullable()
            .describe('Change of the objective per unit of the right side; null for integer programs.'),
        }),
      )
      .describe('Constraints; empty without a solution.'),
    warnings: warnings(),
  }),
  notes: [
    'The objective first, then one constraint per line or statement: "max: 3x + 2y; x + y <= 4; x <= 3; int y;". Sections of the CPLEX LP format work as well: Maximize, Subject To, Bounds, General, Binary, Free, End. < and <= mean the same.',
    'Variables may be on both sides, and coefficients may be fractions, products and brackets: 2/3 x >= 4(y - 1). Names before a colon name the constraint.',
    'Variables are at least 0 unless a bound says otherwise. Without section headings, a comparison of one variable without a name is a bound, as in lp_solve: x >= -5. "free x" has no bounds, "bin x" is 0 or 1.',
    'Every solution is put back into the program before it is given. Values are doubles: constraints hold to a millionth.',
    'Up to 2,000 variables, 2,000 constraints and 100,000 terms.',
  ],
  aliases: [
    'lp solver',
    'linear programming',
    'simplex method',
    'integer programming',
    'mixed integer program',
    'optimization solver',
    'shadow price',
    'lp_solve',
    'glpsol',
    'knapsack',
  ],
  verified: [
    'glpsol of GLPK 5.0: status and objective of 200 random linear and integer programs, equal to 7 digits',
    'Strong duality: for 200 random programs the shadow prices and reduced costs give the objective',
    'Wikipedia and textbook programs, and 40 random knapsacks by dynamic programming',
  ],
  examples: [
    {
      title: 'Two products',
      input: 'max: 3x + 2y;\nwood: x + y <= 4;\nwork: x + 3y <= 6;',
      output: {
        data: {
          status: 'optimal',
          direction: 'maximize',
          objective: 12,
          variables: [
            { name: 'x', value: 4, isInteger: false, reducedCost: 0 },
            { name: 'y', value: 0, isInteger: false, reducedCost: -1 },
          ],
          constraints: [
            { name: 'wood', value: 4, relation: '<=', bound: 4, slack: 0, shadowPrice: 3 },
            { name: 'work', value: 4, relation: '<=', bound: 6, slack: 2, shadowPrice: 0 },
          ],
          warnings: [],
        },
      },
    },
    {
      title: 'Whole numbers in CPLEX LP format',
      input: 'Maximize\n obj: 5 x + 4 y\nSubject To\n c1: 6 x + 4 y <= 24\n c2: x + 2 y <= 6\nGeneral\n x y\nEnd',
      output: {
        data: {
          status: 'optimal',
          direction: 'maximize',
          objective: 20,
          variables: [
            { name: 'x', value: 4, isInteger: true, reducedCost: null },
            { name: 'y', value: 0, isInteger: true, reducedCost: null },
          ],
          constraints: [
            { name: 'c1', value: 24, relation: '<=', bound: 24, slack: 0, shadowPrice: null },
            { name: 'c2', value: 4, relation: '<=', bound: 6, slack: 2, shadowPrice: null },
          ],
          warnings: [],
        },
      },
    },
    {
      title: 'Constraints that contradict each other',
      input: 'min: x\nx + y >= 5\nx + y <= 3',
      output: {
        data: {
          status: 'infeasible',
          direction: 'minimize',
          objective: null,
          variables: [],
          constraints: [],
          warnings: ['No values meet all constraints'],
        },
      },
    },
    {
      title: 'A product of variables',
      input: 'max: x\nx*y <= 4',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": line 2: variables are multiplied, so it is not linear',
      },
    },
    {
      title: 'No objective',
      input: 'x + y <= 4',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input": line 1: it must begin with what is maximised or minimised: max: 3x + 2y',
      },
    },
  ],
  async run({ input, files, options: { timeLimit } }) {
    const source = await readTextSource({ input, files });
    const solve = await openLinearPrograms();
    const work = new WorkTime(WORK_SECONDS, () =>
      overLimit(`The program must be solved within ${WORK_SECONDS} seconds`),
    );
    return work.run(() =>
      refusing(`Cannot read ${source.label}`, () => {
        const program = readProgram(source.text);
        const { isMaximum, objective, constraints, integers, variables } = program;
        const crossed = [...program.bounds.values()].some(([lower, upper]) => lower > upper);
        const written = writeProgram(program);
        const first = crossed || variables.length === 0 ? undefined : solve(written, timeLimit, true);
        // What is no solution by reason of the reduction is told apart without it.
        const solved = first?.status === 'unclear' ? solve(written, 1, false) : first;
        const direction = isMaximum ? 'maximize' : 'minimize';
        const without = (status: 'infeasible' | 'unbounded', warning: string) =>
          json({ status, direction, objective: null, variables: [], constraints: [], warnings: [warning] } as const);
        if (variables.length === 0) throw new ContentFault('it has no variables');
        if (crossed || solved === undefined || solved.status === 'infeasible')
          return without('infeasible', 'No values meet all constraints');
        if (solved.status === 'unbounded')
          return without('unbounded', `The objective can be ${isMaximum ? 'raised' : 'lowered'} without end`);
        const values = new Map(
          variables.map((name, i) => {
            const value = solved.columns.get(`x${i}`)?.value ?? 0;
            return [name, integers.has(name) && Math.abs(value - Math.round(value)) < 1e-5 ? Math.round(value) : value];
          }),
        );
        if (!holds(program, values)) {
          if (solved.status === 'time limit') throw overLimit(`No solution was found within ${timeLimit} seconds`);
          throw new ContentFault('its numbers differ too much in size to be solved reliably');
        }
        const total = [...objective.terms].reduce(
          (sum, [name, times]) => sum + times * (values.get(name) ?? 0),
          objective.constant,
        );
        return json({
          status: solved.status === 'optimal' ? 'optimal' : 'feasible',
          direction,
          objective: shown(total),
          variables: variables.map((name, i) => ({
            name,
            value: shown(values.get(name) ?? 0),
            isInteger: integers.has(name),
            reducedCost: integers.size > 0 ? null : maybe(solved.columns.get(`x${i}`)?.reducedCost),
          })),
          constraints: constraints.map(({ name, form, relation, bound }, i) => {
            const value = [...form].reduce((sum, [variable, times]) => sum + times * (values.get(variable) ?? 0), 0);
            return {
              name,
              value: shown(value),
              relation,
              bound: shown(bound),
              slack: shown(Math.abs(bound - value) < 1e-9 * Math.max(1, Math.abs(bound)) ? 0 : Math.abs(bound - value)),
              shadowPrice: integers.size > 0 ? null : maybe(solved.rows.get(`r${i}`)?.shadowPrice),
            };
          }),
          warnings:
            solved.status === 'optimal'
              ? []
              : [`The search ended after ${timeLimit} seconds: a better solution may exist`],
        });
      }),
    );
  },
});
