import type { FormatSection, FormatToken, NumberFormat } from './format-codes.js';
import { partsOfSerial, serial1900 } from './serial-dates.js';

/** Digits that spreadsheets show of a number. */
const EXACT_DIGITS = 15;

/** A number as `General` shows it where the cell is wide enough: 15 digits, an exponent where the number is very large or small. */
export function generalText(value: number): string {
  if (value === 0) return '0';
  const [mantissa = '', power = '0'] = value.toExponential(EXACT_DIGITS - 1).split('e');
  const digits = mantissa.replace(/\.?0+$/, '');
  const exponent = Number(power);
  if (exponent >= EXACT_DIGITS + 5 || exponent < -9)
    return `${digits}E${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
  const { whole, fraction } = fixedDigits(Math.abs(value), EXACT_DIGITS + 9);
  const rest = fraction.replace(/0+$/, '');
  return `${value < 0 ? '-' : ''}${whole === '' ? '0' : whole}${rest === '' ? '' : `.${rest}`}`;
}

/** Digits of a number that is not negative, rounded half up at 15 digits first, as spreadsheets do; `whole` is empty below 1. */
export function fixedDigits(value: number, decimals: number): { readonly whole: string; readonly fraction: string } {
  const [mantissa = '0', power = '0'] = value.toExponential(EXACT_DIGITS - 1).split('e');
  const digits = mantissa.replace('.', '');
  // The number is 0.digits times ten to this power.
  const point = Number(power) + 1;
  const kept = point + decimals;
  let all = digits;
  let scale = point;
  if (kept < 0) all = '';
  else if (kept < digits.length) {
    const rounded = (BigInt(`0${digits.slice(0, kept)}`) + (digits.charAt(kept) >= '5' ? 1n : 0n)).toString();
    all = rounded === '0' ? '' : rounded.padStart(kept, '0');
    if (all.length > kept) scale++;
  }
  if (all === '') return { whole: '', fraction: '0'.repeat(decimals) };
  const padded = scale > 0 ? all.padEnd(scale, '0') : all;
  const whole = scale > 0 ? padded.slice(0, scale) : '';
  const behind = scale > 0 ? padded.slice(scale) : '0'.repeat(-scale) + padded;
  return { whole: whole.replace(/^0+/, ''), fraction: behind.padEnd(decimals, '0').slice(0, decimals) };
}

/** A number as a cell of that format shows it, in English. A date outside the calendar is shown as its number. */
export function shownNumberOf(value: number, { sections }: NumberFormat, is1904 = false): string {
  const { section, isSigned } = chosen(sections, value);
  if (section === undefined || section.tokens.some(({ kind }) => kind === 'general')) {
    const prefix = value < 0 && isSigned ? '-' : '';
    const number = generalText(Math.abs(value));
    if (section === undefined) return prefix + number;
    return prefix + section.tokens.map((token) => (token.kind === 'general' ? number : literal(token))).join('');
  }
  if (section.isDate) return dateText(value, section.tokens, is1904) ?? generalText(value);
  const isText = section.tokens.some(({ kind }) => kind === 'text');
  if (isText)
    return section.tokens.map((token) => (token.kind === 'text' ? generalText(value) : literal(token))).join('');
  const shown = numberText(Math.abs(value), section.tokens);
  // What rounds to nothing has no sign.
  return value < 0 && isSigned && /[1-9]/.test(shown) ? `-${shown}` : shown;
}

/** A text as a cell of that format shows it. */
export function shownTextOf(text: string, { sections }: NumberFormat): string {
  const section =
    sections.length === 4 ? sections[3] : sections.find(({ tokens }) => tokens.some(({ kind }) => kind === 'text'));
  if (section === undefined) return text;
  return section.tokens.map((token) => (token.kind === 'text' ? text : literal(token))).join('');
}

function chosen(
  sections: readonly FormatSection[],
  value: number,
): { readonly section: FormatSection | undefined; readonly isSigned: boolean } {
  const [first, second, third] = sections;
  if (sections.slice(0, 2).some(({ condition }) => condition !== undefined)) {
    const numeric = sections.slice(0, 3);
    const found = numeric.find(({ condition }) => condition !== undefined && holds(value, condition));
    const section = found ?? numeric.find(({ condition }) => condition === undefined) ?? first;
    return { section, isSigned: true };
  }
  if (value > 0 || second === undefined) return { section: first, isSigned: true };
  if (value < 0) return { section: second, isSigned: false };
  return { section: third ?? first, isSigned: false };
}

function holds(value: number, { sign, value: bound }: { readonly sign: string; readonly value: number }): boolean {
  if (sign === '<') return value < bound;
  if (sign === '<=') return value <= bound;
  if (sign === '>') return value > bound;
  if (sign === '>=') return value >= bound;
  return sign === '=' ? value === bound : value !== bound;
}

function literal(token: FormatToken): string {
  if (token.kind === 'literal') return token.text;
  return token.kind === 'percent' ? '%' : '';
}

const isDigit = (token: FormatToken | undefined): boolean => token?.kind === 'digit';

function numberText(value: number, tokens: readonly FormatToken[]): string {
  if (!tokens.some(isDigit)) return tokens.map(literal).join('');
  if (tokens.some(({ kind }) => kind === 'slash')) return fractionText(value, tokens);
  let scaled = value;
  for (const { kind } of tokens) if (kind === 'percent') scaled *= 100;
  const exponentAt = tokens.findIndex(({ kind }) => kind === 'exponent');
  const mantissa = exponentAt < 0 ? tokens : tokens.slice(0, exponentAt);
  const pointAt = mantissa.findIndex(({ kind }) => kind === 'point');
  const whole = pointAt < 0 ? mantissa : mantissa.slice(0, pointAt);
  const behind = pointAt < 0 ? [] : mantissa.slice(pointAt + 1);
  const lastDigit = whole.findLastIndex(isDigit);
  // Commas right behind the last digit take three digits each away; one between digits parts thousands.
  const commas =
    countCommas(whole, lastDigit + 1) +
    (behind.length === 0 ? 0 : countCommas(behind, behind.findLastIndex(isDigit) + 1));
  scaled /= 1000 ** commas;
  const isGrouped = whole.some(({ kind }, i) => kind === 'comma' && i < lastDigit && whole.slice(0, i).some(isDigit));
  const decimals = behind.filter(isDigit).length;
  let suffix = '';
  if (exponentAt >= 0) {
    const places = whole.filter(isDigit).length;
    const { power, mantissa: shown } = scientific(scaled, places, decimals);
    scaled = shown;
    suffix = exponentText(power, tokens.slice(exponentAt));
  }
  const digits = fixedDigits(scaled, decimals);
  return wholeText(whole, digits.whole, isGrouped) + fractionDigits(behind, digits.fraction, pointAt >= 0) + suffix;
}

function countCommas(tokens: readonly FormatToken[], from: number): number {
  let count = 0;
  while (tokens[from + count]?.kind === 'comma') count++;
  return count;
}

function scientific(
  value: number,
  places: number,
  decimals: number,
): { readonly power: number; readonly mantissa: number } {
  if (value === 0) return { power: 0, mantissa: 0 };
  const step = Math.max(1, places);
  const find = (power: number): number => Math.floor(power / step) * step;
  const power = find(Number(value.toExponential(EXACT_DIGITS - 1).split('e')[1]));
  const mantissa = Number(
    `${value}e${-power}`.replace(/e([+-]?\d+)e(-?\d+)$/, (_, a, b) => `e${Number(a) + Number(b)}`),
  );
  const { whole } = fixedDigits(mantissa, decimals);
  return whole.length > step ? { power: power + step, mantissa: mantissa / 10 ** step } : { power, mantissa };
}

function exponentText(power: number, tokens: readonly FormatToken[]): string {
  const [sign, ...rest] = tokens;
  const places = rest.filter(isDigit).length;
  const mark = power < 0 ? '-' : sign?.kind === 'exponent' && sign.text.endsWith('+') ? '+' : '';
  const literals = rest.filter((token) => !isDigit(token)).map(literal);
  return `E${mark}${String(Math.abs(power)).padStart(places, '0')}${literals.join('')}`;
}

/** The digits put in from the right; those that have no place of their own go to the first. */
function wholeText(tokens: readonly FormatToken[], digits: string, isGrouped: boolean): string {
  let rest = digits;
  let placed = 0;
  let text = '';
  const first = tokens.findIndex(isDigit);
  const put = (digit: string): void => {
    text = digit + (isGrouped && placed > 0 && placed % 3 === 0 && digit !== ' ' ? ',' : '') + text;
    placed++;
  };
  for (let i = tokens.length - 1; i >= 0; i--) {
    const token = tokens[i] as FormatToken;
    if (token.kind !== 'digit') {
      text = literal(token) + text;
      continue;
    }
    const digit = rest.slice(-1);
    rest = rest.slice(0, -1);
    if (digit !== '') put(digit);
    else if (token.text === '0') put('0');
    else if (token.text === '?') put(' ');
    if (i === first) {
      for (; rest !== ''; rest = rest.slice(0, -1)) put(rest.slice(-1));
    }
  }
  // A format such as `.00` has no place for them.
  return first < 0 ? rest + text : text;
}

function fractionDigits(tokens: readonly FormatToken[], digits: string, hasPoint: boolean): string {
  const used = digits.replace(/0+$/, '').length;
  let at = 0;
  let text = hasPoint ? '.' : '';
  for (const token of tokens) {
    if (token.kind !== 'digit') text += literal(token);
    else {
      if (at < used || token.text === '0') text += digits.charAt(at);
      else if (token.text === '?') text += ' ';
      at++;
    }
  }
  return text;
}

function fractionText(value: number, tokens: readonly FormatToken[]): string {
  const slash = tokens.findIndex(({ kind }) => kind === 'slash');
  let top = slash;
  while (top > 0 && !isDigit(tokens[top - 1])) top--;
  while (top > 0 && isDigit(tokens[top - 1])) top--;
  let end = slash + 1;
  const isBelow = (token: FormatToken | undefined): boolean =>
    isDigit(token) || (token?.kind === 'literal' && /^\d$/.test(token.text));
  while (end < tokens.length && !isBelow(tokens[end])) end++;
  const below: FormatToken[] = [];
  while (isBelow(tokens[end])) below.push(tokens[end++] as FormatToken);
  const head = tokens.slice(0, top);
  const hasWhole = head.some(isDigit);
  const whole = hasWhole ? Math.floor(value) : 0;
  const fixed = Number(below.map((token) => ('text' in token ? token.text.replace(/[#?]/, '0') : '')).join(''));
  const places = Math.min(below.length, 7);
  const [numerator, denominator] =
    fixed > 0 ? [Math.round((value - whole) * fixed), fixed] : nearestFraction(value - whole, 10 ** places - 1);
  const isCarried = hasWhole && numerator === denominator;
  const shown = isCarried ? whole + 1 : whole;
  const width = tokens.slice(top, slash).filter(isDigit).length;
  const wholeDigits = fixedDigits(shown, 0).whole;
  const tail = tokens.slice(end).map(literal).join('');
  if (hasWhole && (numerator === 0 || isCarried)) {
    const room = ' '.repeat(width + 1 + below.length);
    const front = wholeText(head, wholeDigits === '' ? '0' : wholeDigits, false);
    return front + room + tail;
  }
  const mark = String(numerator).padStart(
    tokens.slice(top, slash).some((token) => 'text' in token && token.text === '?') ? width : 0,
    ' ',
  );
  const lower =
    fixed > 0
      ? String(denominator)
      : String(denominator).padEnd(below.some((token) => 'text' in token && token.text === '?') ? places : 0, ' ');
  return `${hasWhole ? wholeText(head, wholeDigits, false) : head.map(literal).join('')}${mark}/${lower}${tail}`;
}

/** The nearest fraction with at most that denominator, by continued fractions. */
function nearestFraction(value: number, most: number): readonly [number, number] {
  let [before, top] = [0, 1];
  let [beforeBelow, below] = [1, 0];
  let rest = value;
  for (let step = 0; step < 40; step++) {
    const whole = Math.floor(rest);
    const next = whole * below + beforeBelow;
    if (next > most) {
      const part = Math.floor((most - beforeBelow) / below);
      const [candidate, candidateBelow] = [part * top + before, part * below + beforeBelow];
      const isNearer = Math.abs(value - candidate / candidateBelow) < Math.abs(value - top / below);
      return isNearer ? [candidate, candidateBelow] : [top, below];
    }
    [before, top] = [top, whole * top + before];
    [beforeBelow, below] = [below, next];
    if (Math.abs(value - top / below) < 1e-12 || rest === whole) break;
    rest = 1 / (rest - whole);
  }
  return [top, below];
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

function dateText(serial: number, tokens: readonly FormatToken[], is1904: boolean): string | undefined {
  const codes = tokens.filter((token) => token.kind === 'date').map(({ text }) => text);
  const fraction = codes.find((code) => code.startsWith('.'))?.length ?? 1;
  const hasSeconds = codes.some((code) => code.includes('s'));
  // Seconds are rounded, hours and minutes cut off.
  const unit = hasSeconds ? 10 ** (4 - fraction) : 1;
  const days = serial1900(serial, is1904);
  const rounded = Math.round((days * 86_400_000) / unit) * unit;
  const parts = partsOfSerial(rounded / 86_400_000);
  if (parts === undefined) return undefined;
  const { year, month, day, weekday, milliseconds } = parts;
  const is12 = codes.some((code) => code.startsWith('A') || code.startsWith('上'));
  const hours = Math.floor(milliseconds / 3_600_000);
  const elapsed = Math.max(0, Math.round((serial * 86_400_000) / unit) * unit);
  const pad = (value: number, code: string): string => String(value).padStart(code.replace(/[[\]]/g, '').length, '0');
  const textOf = (code: string): string => {
    if (code.startsWith('[h')) return pad(Math.floor(elapsed / 3_600_000), code);
    if (code.startsWith('[m')) return pad(Math.floor(elapsed / 60_000), code);
    if (code.startsWith('[s')) return pad(Math.floor(elapsed / 1000), code);
    if (code.startsWith('.'))
      return `.${String(milliseconds % 1000)
        .padStart(3, '0')
        .slice(0, code.length - 1)}`;
    if (code === 'A/P') return hours < 12 ? 'A' : 'P';
    if (code.startsWith('A')) return hours < 12 ? 'AM' : 'PM';
    if (code.startsWith('M')) return pad(Math.floor(milliseconds / 60_000) % 60, code.slice(0, 2));
    if (code.startsWith('h')) return pad(is12 ? hours % 12 || 12 : hours, code.slice(0, 2));
    if (code.startsWith('s')) return pad(Math.floor(milliseconds / 1000) % 60, code.slice(0, 2));
    if (code.startsWith('y') || code.startsWith('b'))
      return code.length < 3 ? pad(year % 100, 'yy') : String(year).padStart(4, '0');
    if (code.startsWith('e')) return String(year);
    if (code.startsWith('m')) return monthText(month, code);
    return code.startsWith('d') ? dayText(day, weekday, code) : '';
  };
  return tokens.map((token) => (token.kind === 'date' ? textOf(token.text) : literal(token))).join('');
}

function monthText(month: number, code: string): string {
  const name = MONTHS[month - 1] ?? '';
  if (code.length === 3) return name.slice(0, 3);
  if (code.length === 5) return name.charAt(0);
  return code.length > 3 ? name : String(month).padStart(code.length, '0');
}

function dayText(day: number, weekday: number, code: string): string {
  const name = DAYS[weekday - 1] ?? '';
  if (code.length === 3) return name.slice(0, 3);
  return code.length > 3 ? name : String(day).padStart(code.length, '0');
}
