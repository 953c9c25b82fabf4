import { ContentFault } from '../faults.js';

/** One field of a cron expression, as numbers and as the signs that days have. */

export interface FieldRule {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  /** Names of the numbers from `min` on. */
  readonly names?: readonly string[];
  /** Ranges such as FRI-MON go over the end. */
  readonly wraps?: boolean;
}

/** Values of a field in order, and whether the field was restricted at all. */
export interface NumberField {
  readonly values: readonly number[];
  /** Begins with `*` or `?`. */
  readonly isOpen: boolean;
  /** `*` or `?` alone. */
  readonly isAny: boolean;
}

const MAX_ITEMS = 200;

export function readNumbers(text: string, rule: FieldRule): NumberField {
  const items = text.split(',');
  if (items.length > MAX_ITEMS) throw new ContentFault(`${rule.name} has more than ${MAX_ITEMS} items`);
  const values = new Set<number>();
  for (const item of items) for (const value of readItem(item, rule)) values.add(value);
  return {
    values: [...values].sort((one, other) => one - other),
    isOpen: /^[*?]/.test(text),
    isAny: text === '*' || text === '?',
  };
}

function readItem(item: string, rule: FieldRule): number[] {
  const [, from = '', to, step] = /^(\*|\?|[A-Za-z0-9]+)(?:-([A-Za-z0-9]+))?(?:\/(\d{1,9}))?$/.exec(item) ?? [];
  if (from === '') throw new ContentFault(`${rule.name}: ${quoted(item)} is not ${formOf(rule)}`);
  const isAll = from === '*' || from === '?';
  if (isAll && to !== undefined) throw new ContentFault(`${rule.name}: ${quoted(item)} is not ${formOf(rule)}`);
  const first = isAll ? rule.min : readValue(from, rule);
  // `5/10` goes on to the end; a single value stays one.
  const last =
    isAll || (to === undefined && step !== undefined) ? rule.max : to === undefined ? first : readValue(to, rule);
  const by = step === undefined ? 1 : Number(step);
  if (by < 1) throw new ContentFault(`${rule.name}: the step of ${quoted(item)} must be at least 1`);
  // Quartz refuses such steps; crontab(5) takes them, and only the first value matches.
  if (rule.wraps === true && by > rule.max - rule.min + 1)
    throw new ContentFault(`${rule.name}: the step of ${quoted(item)} is larger than the field`);
  if (first > last && rule.wraps !== true)
    throw new ContentFault(`${rule.name}: the range ${quoted(item)} ends before it begins`);
  const size = rule.max - rule.min + 1;
  const length = first > last ? size - first + last : last - first;
  return Array.from({ length: Math.floor(length / by) + 1 }, (_, i) => ((first + i * by - rule.min) % size) + rule.min);
}

export function readValue(text: string, rule: FieldRule): number {
  const named = rule.names?.indexOf(text.toUpperCase().slice(0, 3)) ?? -1;
  if (named >= 0 && /^[A-Za-z]+$/.test(text)) return named + rule.min;
  const value = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= rule.min && value <= rule.max))
    throw new ContentFault(`${rule.name}: ${quoted(text)} is not ${formOf(rule)}`);
  return value;
}

const quoted = (text: string): string => JSON.stringify(text.slice(0, 40));

const formOf = ({ min, max, names }: FieldRule): string =>
  `from ${min} to ${max}${names === undefined ? '' : ` or ${names[0]} to ${names[names.length - 1]}`}`;
