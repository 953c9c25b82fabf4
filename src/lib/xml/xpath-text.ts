import { ContentFault } from '../faults.js';

const CLOSES: Readonly<Record<string, string>> = { '(': ')', '[': ']' };

/** Throws ContentFault, naming the character, where a quote or bracket of an XPath expression has no other half. */
export function checkXPathBrackets(expression: string): void {
  const open: { readonly letter: string; readonly at: number }[] = [];
  for (let at = 0; at < expression.length; at++) {
    const letter = expression.charAt(at);
    if (letter === '"' || letter === "'") {
      const end = expression.indexOf(letter, at + 1);
      if (end === -1) throw unclosed(letter, at);
      at = end;
    } else if (letter in CLOSES) open.push({ letter, at });
    else if (letter === ')' || letter === ']') {
      const last = open.pop();
      if (last === undefined) throw new ContentFault(`"${letter}" at character ${at + 1} closes nothing`);
      if (CLOSES[last.letter] !== letter) throw unclosed(last.letter, last.at);
    }
  }
  const last = open.pop();
  if (last !== undefined) throw unclosed(last.letter, last.at);
}

const unclosed = (letter: string, at: number): ContentFault =>
  new ContentFault(`${letter === '"' ? `'"'` : `"${letter}"`} at character ${at + 1} is not closed`);

/** A number as XPath's string() writes it (XPath 1.0, 4.2): never with an exponent. */
export function xpathNumber(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  if (Number.isInteger(value)) return BigInt(value).toString();
  const [digits = '', exponent] = String(Math.abs(value)).split('e-');
  const sign = value < 0 ? '-' : '';
  if (exponent === undefined) return sign + digits;
  return `${sign}0.${'0'.repeat(Number(exponent) - 1)}${digits.replace('.', '')}`;
}
