import type { Program } from './read-program.js';

/** How much the solver lets a constraint be broken. */
const TOLERANCE = 1e-6;

/** Whether the values keep what the program says, judged by the program as it was read. */
export function holds({ constraints, bounds }: Program, values: ReadonlyMap<string, number>): boolean {
  const kept = constraints.every(({ form, relation, bound }) => {
    const parts = [...form].map(([name, times]) => times * (values.get(name) ?? 0));
    const total = parts.reduce((sum, part) => sum + part, 0);
    const room = TOLERANCE * Math.max(1, Math.abs(bound), ...parts.map(Math.abs));
    const over = total - bound;
    return relation === '<=' ? over <= room : relation === '>=' ? over >= -room : Math.abs(over) <= room;
  });
  return (
    kept &&
    [...values].every(([name, value]) => {
      const [lower, upper] = bounds.get(name) ?? [0, Number.POSITIVE_INFINITY];
      const room = TOLERANCE * Math.max(1, Math.abs(value));
      return value >= lower - room && value <= upper + room;
    })
  );
}
