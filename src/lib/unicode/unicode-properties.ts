import { firstIndex } from '../numbers/first-index.js';

import {
  BLOCKS,
  CATEGORY_RUNS,
  IGNORABLE_RUNS,
  PROPERTIES_VERSION,
  SCRIPT_NAMES,
  SCRIPT_RUNS,
} from './unicode-properties.data.js';

/** Of one fixed version, so that answers do not depend on the Node that gives them. */
export { PROPERTIES_VERSION };

/** General_Category in words, as UnicodeData and PropertyValueAliases name them. */
export const CATEGORY_NAMES: Readonly<Record<string, string>> = {
  Lu: 'Uppercase Letter',
  Ll: 'Lowercase Letter',
  Lt: 'Titlecase Letter',
  Lm: 'Modifier Letter',
  Lo: 'Other Letter',
  Mn: 'Nonspacing Mark',
  Mc: 'Spacing Mark',
  Me: 'Enclosing Mark',
  Nd: 'Decimal Number',
  Nl: 'Letter Number',
  No: 'Other Number',
  Pc: 'Connector Punctuation',
  Pd: 'Dash Punctuation',
  Ps: 'Open Punctuation',
  Pe: 'Close Punctuation',
  Pi: 'Initial Punctuation',
  Pf: 'Final Punctuation',
  Po: 'Other Punctuation',
  Sm: 'Math Symbol',
  Sc: 'Currency Symbol',
  Sk: 'Modifier Symbol',
  So: 'Other Symbol',
  Zs: 'Space Separator',
  Zl: 'Line Separator',
  Zp: 'Paragraph Separator',
  Cc: 'Control',
  Cf: 'Format',
  Cs: 'Surrogate',
  Co: 'Private Use',
  Cn: 'Unassigned',
};

/** Where runs begin, and the value of each: small beside a table of all code points, and read once. */
class RunTable {
  private readonly starts: number[] = [];
  private readonly values: string[] = [];

  constructor(runs: string, value: RegExp) {
    let start = 0;
    for (const [, name = '', length = ''] of runs.matchAll(value)) {
      this.starts.push(start);
      this.values.push(name);
      start += length === '' ? 1 : Number.parseInt(length, 36);
    }
  }

  at(codePoint: number): string {
    return this.values[lastAtMost(this.starts, codePoint)] ?? '';
  }
}

/** Index of the last number that is not above `value`, -1 where all are. */
const lastAtMost = (numbers: readonly number[], value: number): number =>
  firstIndex(numbers.length, (i) => (numbers[i] ?? 0) > value) - 1;

const categories = new RunTable(CATEGORY_RUNS, /([A-Z][a-z])([0-9a-z]*)/g);
const scripts = new RunTable(SCRIPT_RUNS, /([A-Z]{2})([0-9a-z]*)/g);
const ignorable = new RunTable(IGNORABLE_RUNS, /([YN])([0-9a-z]*)/g);
const scriptNames = SCRIPT_NAMES.split(' ');
const blockStarts = BLOCKS.map(([first]) => first);

export const BLOCK_NAMES: readonly string[] = BLOCKS.map(([, , name]) => name);
export const SCRIPTS: readonly string[] = scriptNames;

/** General_Category in two letters, `Cn` where nothing is assigned. */
export const categoryOf = (codePoint: number): string => categories.at(codePoint);

/** The script as Unicode writes its name (`Old_Italic`), `Unknown` where nothing is assigned. */
export function scriptOf(codePoint: number): string {
  const letters = scripts.at(codePoint);
  const index = (letters.charCodeAt(0) - 65) * 26 + (letters.charCodeAt(1) - 65) - 1;
  return scriptNames[index] ?? 'Unknown';
}

/** The name of the block, `No_Block` outside of all. */
export function blockOf(codePoint: number): string {
  const block = BLOCKS[lastAtMost(blockStarts, codePoint)];
  return block !== undefined && codePoint >= block[0] && codePoint <= block[1] ? block[2] : 'No_Block';
}

/** Default_Ignorable_Code_Point: what is drawn as nothing where it is not supported. */
export const isIgnorable = (codePoint: number): boolean => ignorable.at(codePoint) === 'Y';

/** `U+0041`. */
export const codePointLabel = (codePoint: number): string =>
  `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
