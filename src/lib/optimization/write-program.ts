/** Linear programs in CPLEX LP format, with names of our own: x0, x1, … and r0, r1, … */

import type { Program } from './read-program.js';

const figure = (value: number): string => (value < 0 ? `- ${-value}` : `+ ${value}`);

export function writeProgram({ isMaximum, objective, constraints, bounds, integers, variables }: Program): string {
  const places = new Map(variables.map((name, index) => [name, `x${index}`]));
  const sum = (terms: ReadonlyMap<string, number>): string =>
    [...terms].map(([name, value]) => `${figure(value)} ${places.get(name)}`).join('\n ') || '+ 0 x0';
  const side = (value: number, sign: string): string =>
    Number.isFinite(value) ? String(value) : sign === '-' ? '-inf' : '+inf';
  return [
    isMaximum ? 'Maximize' : 'Minimize',
    ` obj: ${sum(objective.terms)}`,
    'Subject To',
    ...constraints.map(({ form, relation, bound }, index) => ` r${index}: ${sum(form)} ${relation} ${bound}`),
    'Bounds',
    ...variables.map((name, index) => {
      const [lower, upper] = bounds.get(name) ?? [0, Number.POSITIVE_INFINITY];
      return lower === Number.NEGATIVE_INFINITY && upper === Number.POSITIVE_INFINITY
        ? ` x${index} free`
        : ` ${side(lower, '-')} <= x${index} <= ${side(upper, '+')}`;
    }),
    ...(integers.size === 0 ? [] : ['General', ...[...integers].map((name) => ` ${places.get(name)}`)]),
    'End',
    '',
  ].join('\n');
}
