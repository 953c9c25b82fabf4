import type { CatalogOption } from '../core/catalog.js';
import type { OptionJsonSchema } from '../core/option-faults.js';

export type OptionValue = string | number | boolean;
/** By name; NaN stands for a number field without a number in it. */
export type OptionValues = Readonly<Record<string, OptionValue>>;

export const defaultValues = (options: readonly CatalogOption[]): OptionValues =>
  Object.fromEntries(options.map((option) => [option.name, option.default]));

/** Keys and passwords: not shown on the screen, not put into addresses, not kept. */
export const isSecret = ({ kind }: CatalogOption): boolean => kind === 'secret';

export const isColour = ({ kind }: CatalogOption): boolean => kind === 'color';

/** The steps of a pipeline. */
export const isSteps = ({ kind }: CatalogOption): boolean => kind === 'steps';

/** A colour through which all is seen, or none. */
export const isSeeThrough = (value: string): boolean => /^(?:transparent|#[0-9a-f]{6}00|#[0-9a-f]{3}0)?$/i.test(value);

/** From here on a text may want a second line. */
const LONG_CHARACTERS = 300;
/** What may be longer than a page is no setting but a content. */
const CONTENT_CHARACTERS = 20_000;

export const isLong = ({ max_length: most = 0 }: CatalogOption): boolean => most >= LONG_CHARACTERS;
export const isContent = ({ name, max_length: most = 0 }: CatalogOption): boolean =>
  most > CONTENT_CHARACTERS || /^(transcript|lyrics)$/i.test(name);

/** The option in the words that faults are found with. */
export function optionSchema(option: CatalogOption): OptionJsonSchema {
  const { minimum, maximum, multiple_of: multipleOf, min_length: minLength, max_length: maxLength, allowed } = option;
  return {
    type: option.type,
    default: option.default,
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
    ...(multipleOf === undefined ? {} : { multipleOf }),
    ...(minLength === undefined ? {} : { minLength }),
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(allowed === undefined ? {} : { enum: allowed }),
  };
}
