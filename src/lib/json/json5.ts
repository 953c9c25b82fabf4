/** What JSON5 takes for white space beyond JSON: JSON5 1.0, section 8. */
export const isSpace5 = (unit: number): boolean =>
  unit === 0x0b ||
  unit === 0x0c ||
  unit === 0xa0 ||
  unit === 0xfeff ||
  (unit > 0x167f && /[\u2028\u2029\p{Zs}]/u.test(String.fromCharCode(unit)));

const NUMBER5 = /[+-]?(?:Infinity|NaN|0[xX][0-9a-fA-F]+|(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)/y;

/** The number of JSON5 at an offset, as written; `undefined` where there is none. */
export function number5At(text: string, offset: number): string | undefined {
  NUMBER5.lastIndex = offset;
  return NUMBER5.exec(text)?.[0];
}

/** A number of JSON5 as JSON writes it; `NaN`, `Infinity` and `-Infinity` as they are. */
export function plainNumber(source: string): string {
  const sign = source.startsWith('-') ? '-' : '';
  const unsigned = source.replace(/^[+-]/, '');
  if (unsigned === 'NaN') return 'NaN';
  if (/^0x/i.test(unsigned)) return `${sign}${BigInt(unsigned)}`;
  return sign + unsigned.replace(/^\./, '0.').replace(/\.(?!\d)/, '');
}

// ECMAScript 5.1 §7.6; letters beyond the BMP, which it had not, are taken too.
const NAME_START = '[$_\\p{L}\\p{Nl}]|\\\\u[0-9a-fA-F]{4}';
const NAME_PART = `${NAME_START}|[\\p{Mn}\\p{Mc}\\p{Nd}\\p{Pc}\\u200c\\u200d]`;
const NAME = new RegExp(`(?:${NAME_START})(?:${NAME_PART})*`, 'uy');
const WHOLE_NAME = new RegExp(`^(?:[$_\\p{L}\\p{Nl}])(?:${NAME_PART})*$`, 'u');

/** A key without quotes, an ECMAScript 5.1 IdentifierName, and how long it is as written; `undefined` where there is none. */
export function name5At(text: string, offset: number): { readonly name: string; readonly length: number } | undefined {
  NAME.lastIndex = offset;
  const source = NAME.exec(text)?.[0];
  if (source === undefined) return undefined;
  const name = source.replace(/\\u(.{4})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
  // An escape must stand for a letter that a name may have.
  return name === source || WHOLE_NAME.test(name) ? { name, length: source.length } : undefined;
}
