import { shared } from '../../core/shared-options.js';
import { csvFormOptions } from './form-options.js';

/** Options of every tool that reads CSV, however it is written. */
export const csvOptions = {
  delimiter: shared.delimiter(),
  ...csvFormOptions,
  header: shared.header(),
  inputCharset: shared.inputCharset(),
} as const;

/** Notes that hold for every tool that reads and writes CSV. */
export const CSV_NOTES = [
  'Columns are named, or numbered from 1 where no column has that name; a list separates them by commas and takes ranges such as 2-4, and a name with a comma goes in double quotes. Names may differ in letter case and in spaces around them.',
  'The delimiter and the character encoding are detected and kept, as are line breaks and a byte order mark; cells that are not changed are copied unchanged, with their quotes. Blank lines are dropped. A first line such as sep=; sets the delimiter.',
] as const;
