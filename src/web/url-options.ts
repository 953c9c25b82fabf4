import type { CatalogOption } from '../core/catalog.js';
import { optionFault } from '../core/option-faults.js';

import { isContent, isSecret, isSteps, type OptionValues, optionSchema } from './options.js';

/** Longer texts, and those of several lines, are contents, and contents are never put into an address. */
const MAX_CHARACTERS = 200;

/** The options that are not as by default, for the part of the address that no server sees. Secrets stay out of it. */
export function hashOf(options: readonly CatalogOption[], values: OptionValues): string {
  const parameters = new URLSearchParams();
  for (const option of options) {
    const value = values[option.name];
    if (value === undefined || value === option.default || isSecret(option) || isContent(option)) continue;
    if (optionFault(optionSchema(option), value) !== undefined) continue;
    const text = String(value);
    if (text.length <= MAX_CHARACTERS && !text.includes('\n')) parameters.set(option.name, text);
  }
  return parameters.toString();
}

/** The values an address states; those that do not fit are left out. */
export function valuesOfHash(options: readonly CatalogOption[], hash: string): OptionValues {
  const parameters = new URLSearchParams(hash.replace(/^#/, ''));
  const values: Record<string, string | number | boolean> = {};
  for (const option of options) {
    const text = parameters.get(option.name);
    // Steps come by a link that somebody has made; they are not written along.
    if (text === null || isSecret(option) || (isContent(option) && !isSteps(option))) continue;
    const value = typedValue(option, text);
    if (value !== undefined && optionFault(optionSchema(option), value) === undefined) values[option.name] = value;
  }
  return values;
}

function typedValue({ type }: CatalogOption, text: string): string | number | boolean | undefined {
  if (type === 'string') return text;
  if (type === 'number') return text.trim() === '' ? undefined : Number(text);
  return text === 'true' ? true : text === 'false' ? false : undefined;
}
