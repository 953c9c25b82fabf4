import { invalid } from '../core/errors.js';

/** Says whether a run is asked by its text. Throws INVALID_INPUT where an option says the same, so that neither is looked past. */
export function isSaid(input: string, options: Readonly<Record<string, boolean>>): boolean {
  if (input.trim() === '') return false;
  refuseGiven(options);
  return true;
}

/** Throws INVALID_INPUT, naming the first of the options that is given beside a text that says the same. */
export function refuseGiven(options: Readonly<Record<string, boolean>>): void {
  const given = Object.keys(options).find((name) => options[name]);
  if (given !== undefined) throw invalid(`Only one of property "input" and option "${given}" can be given`);
}
