/** A number as it is written, taken apart so that any two can be compared exactly. */
export interface Decimal {
  readonly sign: -1 | 0 | 1;
  /** Without zeros at either end. */
  readonly digits: string;
  /** Where the decimal point stands: the value is 0.digits × 10^exponent. */
  readonly exponent: number;
}

/** How numbers are written in a language. */
export interface NumberMarks {
  readonly decimal: string;
  readonly group: string;
}

const escapeMark = (mark: string): string => mark.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * Finds the first number of a text: sign, digits in groups of three or more, decimals, exponent. A hyphen right after a letter or
 * digit is not a sign.
 */
export function decimalFinder({ decimal, group }: NumberMarks): (text: string) => Decimal | undefined {
  // Whatever blank a language groups with, people type a space or a no-break space; the apostrophe has two forms.
  const marks = /\s/.test(group) ? ' \u00a0\u202f' : /['’]/.test(group) ? "'’" : group;
  const point = escapeMark(decimal);
  const grouped = `\\d{1,3}(?:[${marks.replace(/[\]\\^-]/g, '\\$&')}]\\d{3})+(?!\\d)`;
  const pattern = new RegExp(
    `([-+−]?)(?:(${grouped}|\\d+)(?:${point}(\\d*))?|${point}(\\d+))(?:[eE]([-+]?\\d+))?`,
    'u',
  );
  return (text) => {
    const found = pattern.exec(text);
    if (found === null) return undefined;
    const [, sign = '', whole = '', after, only, power = '0'] = found;
    const isSign = sign !== '' && !/[\p{L}\p{N}]$/u.test(text.slice(0, found.index));
    const digits = whole.replace(/\D/g, '');
    return makeDecimal(isSign && sign !== '+', digits, after ?? only ?? '', Number(power));
  };
}

function makeDecimal(isNegative: boolean, whole: string, fraction: string, power: number): Decimal {
  const all = whole + fraction;
  const lead = /^0*/.exec(all)?.[0].length ?? 0;
  let end = all.length;
  while (end > lead && all.charAt(end - 1) === '0') end--;
  const digits = all.slice(lead, end);
  if (digits === '') return { sign: 0, digits, exponent: 0 };
  return { sign: isNegative ? -1 : 1, digits, exponent: whole.length - lead + power };
}

export function compareDecimals(a: Decimal, b: Decimal): number {
  if (a.sign !== b.sign) return a.sign - b.sign;
  const size = a.exponent - b.exponent || (a.digits < b.digits ? -1 : a.digits > b.digits ? 1 : 0);
  return a.sign * size;
}
