import { isFault, LimitFault } from '../../lib/faults.js';
import type { NumberMarks } from '../../lib/numbers/decimal-order.js';
import { writeRational } from '../../lib/numbers/rational.js';
import { type Amount, convertAmount, readAmount, splitAmount } from '../../lib/units/quantities.js';
import { quantityOf, readUnit, sameDimensions, type Unit } from '../../lib/units/units.js';

interface Settings {
  readonly fallback: Unit | undefined;
  readonly to: string;
  readonly precision: number;
  readonly marks: NumberMarks;
}

/** Amount and target of `5 km to miles`. */
function splitTarget(line: string): readonly [amount: string, target: string] {
  const [, amount = line, target = ''] = /^(.*\S)(?:\s+(?:to|into|as|in)\s+|\s*(?:->|→|=)\s*)(\S.*)$/.exec(line) ?? [];
  return [amount, target.replace(/^\?$/, '')];
}

/** Names of one target: `ft+in` are two, in which the amount is shared out. */
const namesOf = (target: string): readonly string[] => target.split('+').map((name) => name.trim());

function conversion(amount: Amount, target: string, precision: number) {
  const units = namesOf(target).map((name) => readUnit(name));
  const [only, ...more] = units;
  if (only !== undefined && more.length === 0) {
    const { value, isIrrational } = convertAmount(amount, only);
    const { text, isExact } = writeRational(value, precision);
    return { unit: only.symbol, value: text, exact: isExact && !isIrrational };
  }
  const parts = splitAmount(amount, units).map(({ value, unit }) => ({ unit, ...writeRational(value, precision) }));
  return {
    unit: units.map(({ symbol }) => symbol).join('+'),
    value: parts.map(({ text, unit }) => `${text} ${unit.symbol}`).join(' '),
    exact: parts.every(({ isExact }) => isExact) && new Set(units.map(({ pi }) => pi - amount.unit.pi)).size === 1,
  };
}

/** Longest number and then some. */
const MAX_LINE = 12_000;

/** The two units of `10 kg lb`, which are of one quantity; `undefined` for other texts. */
function targetBeside(text: string, marks: NumberMarks) {
  const [, amountText = '', target = ''] = /^(.{1,200}\S)\s+([\p{L}°µμ²³/]{1,40})\s*$/u.exec(text) ?? [];
  if (target === '') return undefined;
  try {
    const amount = readAmount(amountText, undefined, marks);
    return sameDimensions(amount.unit, readUnit(target)) ? { amount, target } : undefined;
  } catch (error) {
    if (isFault(error)) return undefined;
    throw error;
  }
}

/** A line such as `5 km to miles`, converted. Throws `ContentFault`, `LimitFault`. */
export function convertLine(line: string, { fallback, to, precision, marks }: Settings) {
  if (line.length > MAX_LINE)
    throw new LimitFault(`an amount must have fewer than ${MAX_LINE + 1} characters`, MAX_LINE);
  const [text, target] = splitTarget(line);
  const whole = readAmount(text, fallback, marks);
  // `10 kg lb` names the unit of the result, not a product.
  const beside = target === '' ? targetBeside(text, marks) : undefined;
  const amount = beside?.amount ?? whole;
  const quantity = quantityOf(amount.unit);
  const asked = beside?.target ?? (target === '' ? to : target);
  const targets =
    asked === '' ? (quantity?.units ?? [amount.unit.symbol]) : asked.split(/[,;]/).map((name) => name.trim());
  return {
    input: line,
    value: writeRational(amount.value, precision).text,
    unit: amount.unit.symbol,
    quantity: quantity?.name ?? 'other',
    conversions: targets.filter((name) => name !== '').map((name) => conversion(amount, name, precision)),
  };
}
