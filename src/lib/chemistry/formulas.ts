/** Chemical formulas as people type them. */

import { ContentFault, LimitFault } from '../faults.js';
import { elementOf, isElement } from './elements.js';

export interface Formula {
  /** As written, without its coefficient and state. */
  readonly text: string;
  /** How many of each element or nuclide. */
  readonly atoms: ReadonlyMap<string, bigint>;
  readonly charge: number;
  readonly warnings: readonly string[];
}

const MAX_DEPTH = 20;
const MAX_CHARACTERS = 2000;
/** Digits of a subscript: polymers have some thousand units. */
const MAX_COUNT = 1_000_000n;

const SUBSCRIPTS = '₀₁₂₃₄₅₆₇₈₉';
const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

const plainDigits = (text: string): string =>
  text
    .replace(/[₀-₉]/g, (digit) => String(SUBSCRIPTS.indexOf(digit)))
    .replace(/[⁰¹²³⁴-⁹]+(?=[A-Z])/g, (digits) => `^${[...digits].map((digit) => SUPERSCRIPTS.indexOf(digit)).join('')}`)
    .replace(
      /[⁰¹²³⁴-⁹]*[⁺⁻]/g,
      (charge) =>
        `^${[...charge].map((sign) => (sign === '⁺' ? '+' : sign === '⁻' ? '-' : String(SUPERSCRIPTS.indexOf(sign)))).join('')}`,
    )
    .replace(/[−–]/g, '-')
    .replace(/\{\}(?=\^)/g, '')
    .replace(/[_$]/g, '')
    .replace(/\^\{([^{}]*)\}/g, '^$1');

const magnitude = (digits: string, signs: string): number =>
  (signs.startsWith('-') ? -1 : 1) * (digits === '' ? signs.length : Number(digits));

/** Splits `SO4^2-`, `Fe3+`, `[Fe(CN)6]4-`, `SO4 2-`, `NH4+` into formula and charge. */
function withoutCharge(text: string): { readonly body: string; readonly charge: number; readonly isGuess: boolean } {
  const marked = /^(.*?)(?:\^|\s+)(\d*)([+-]+)$|^(.*?)\^([+-]+)(\d+)$/.exec(text);
  if (marked !== null) {
    const [, body, digits = '', signs = '', other, otherSigns = '', otherDigits = ''] = marked;
    return { body: body ?? other ?? '', charge: magnitude(digits + otherDigits, signs || otherSigns), isGuess: false };
  }
  const [, body = '', digits = '', signs] = /^(.*?)(\d*)([+-]+)$/.exec(text) ?? [];
  if (signs === undefined) return { body: text, charge: 0, isGuess: false };
  if (digits === '' || signs.length > 1) return { body: body + digits, charge: magnitude('', signs), isGuess: false };
  if (body.endsWith(']') || isElement(body)) return { body, charge: magnitude(digits, signs), isGuess: body === 'O' };
  // SO42-: the last of several digits is the charge; NH4+: a single one counts atoms.
  if (digits.length === 1) return { body: body + digits, charge: magnitude('', signs), isGuess: false };
  return { body: body + digits.slice(0, -1), charge: magnitude(digits.slice(-1), signs), isGuess: true };
}

/** Throws `ContentFault`, `LimitFault`. */
export function readFormula(source: string): Formula {
  const shown = source.trim().replace(/\s*\((?:s|l|g|aq|cr|am)\)$/i, '');
  if (shown.length > MAX_CHARACTERS)
    throw new LimitFault(`a formula must have at most ${MAX_CHARACTERS} characters`, MAX_CHARACTERS);
  if (/^e(?:\^?-|⁻)$/.test(plainDigits(shown))) return { text: 'e-', atoms: new Map(), charge: -1, warnings: [] };
  const { body, charge, isGuess } = withoutCharge(plainDigits(shown));
  const atoms = new Map<string, bigint>();
  // Water of hydration: CuSO4·5H2O.
  for (const part of body.split(/[·•⋅∙*.]/)) {
    const [, times = '', rest = ''] = /^\s*(\d*)\s*([\s\S]*?)\s*$/.exec(part) ?? [];
    if (rest === '') throw new ContentFault(`${JSON.stringify(shown.slice(0, 60))} is not a formula`);
    for (const [symbol, count] of readPart(rest, shown))
      atoms.set(symbol, (atoms.get(symbol) ?? 0n) + count * countOf(times));
  }
  return {
    text: shown,
    atoms,
    charge,
    warnings: isGuess ? [`${shown} was read with a charge of ${chargeText(charge)}: write ^ before it`] : [],
  };
}

const chargeText = (charge: number): string =>
  `${Math.abs(charge) === 1 ? '' : Math.abs(charge)}${charge < 0 ? '-' : '+'}`;

function countOf(digits: string): bigint {
  const count = BigInt(digits || '1');
  if (count > MAX_COUNT) throw new LimitFault(`numbers in a formula must be at most ${MAX_COUNT}`);
  return count;
}

const TOKEN = /\^(\d{1,3})([A-Z][a-z]?)(\d*)|\[(\d{1,3})([A-Z][a-z]?)\](\d*)|([A-Z][a-z]?)(\d*)|([([{])|([)\]}])(\d*)/y;

function readPart(text: string, shown: string): ReadonlyMap<string, bigint> {
  const stack: Map<string, bigint>[] = [new Map()];
  const put = (symbol: string, digits: string): void => {
    const top = stack.at(-1);
    top?.set(symbol, (top.get(symbol) ?? 0n) + countOf(digits));
  };
  TOKEN.lastIndex = 0;
  for (let at = 0; at < text.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const [
      all,
      mass = '',
      heavy = '',
      heavyCount = '',
      mass2 = '',
      heavy2 = '',
      heavyCount2 = '',
      symbol,
      count = '',
      opening,
      closing,
      times = '',
    ] = TOKEN.exec(text) ?? [];
    if (all === undefined)
      throw new ContentFault(
        `${JSON.stringify(shown.slice(0, 60))}: unexpected ${JSON.stringify(String.fromCodePoint(text.codePointAt(at) ?? 32))}`,
      );
    if (opening !== undefined) {
      stack.push(new Map());
      if (stack.length > MAX_DEPTH) throw new LimitFault(`nested more than ${MAX_DEPTH} deep`, MAX_DEPTH);
    } else if (closing !== undefined) {
      const inside = stack.pop();
      const outside = stack.at(-1);
      if (inside === undefined || outside === undefined)
        throw new ContentFault(`${JSON.stringify(shown.slice(0, 60))}: a bracket is not opened`);
      for (const [name, number] of inside) outside.set(name, (outside.get(name) ?? 0n) + number * countOf(times));
    } else if (symbol !== undefined) {
      // `Co` is cobalt, `CO` carbon monoxide; `Cx` falls back to C only where x is no letter of a symbol.
      if (elementOf(symbol) === undefined) throw new ContentFault(`${JSON.stringify(symbol)} is not an element`);
      put(symbol, count);
    } else {
      const nuclide = (mass || mass2) + (heavy || heavy2);
      if (elementOf(nuclide) === undefined)
        throw new ContentFault(`${JSON.stringify(nuclide)} is not a nuclide that is known here`);
      put(nuclide, heavyCount || heavyCount2);
    }
  }
  if (stack.length > 1) throw new ContentFault(`${JSON.stringify(shown.slice(0, 60))}: a bracket is not closed`);
  return stack[0] ?? new Map();
}

/** Carbon, hydrogen, then the others by letter (Hill 1900). */
export function hillFormula(atoms: ReadonlyMap<string, bigint>, charge: number): string {
  const names = [...atoms.keys()];
  const rank = (name: string): string =>
    names.includes('C') ? (name === 'C' ? '0' : name === 'H' ? '1' : `2${name}`) : `2${name}`;
  const body = names
    .sort((a, b) => (rank(a) < rank(b) ? -1 : 1))
    .map((name) => `${/^\d/.test(name) ? `[${name}]` : name}${atoms.get(name) === 1n ? '' : atoms.get(name)}`)
    .join('');
  return charge === 0 ? body : `${body}^${chargeText(charge)}`;
}
