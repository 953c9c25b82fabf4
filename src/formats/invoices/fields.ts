import { z } from 'zod';

import { quote } from '../../core/errors.js';
import { isCountry } from '../../lib/invoices/countries.data.js';
import { JsonNumber, type JsonValue, jsonType } from '../../lib/json/values.js';
import { type Rational, rational } from '../../lib/numbers/rational.js';
import { isIban } from '../../lib/payments/iban.js';

/** A JSON value for zod: objects are plain, numbers keep their letters. */
export function forSchema(value: JsonValue): unknown {
  if (Array.isArray(value)) return value.map(forSchema);
  if (!(value instanceof Map)) return value;
  const plain: Record<string, unknown> = Object.create(null);
  for (const [key, item] of value) plain[key] = forSchema(item);
  return plain;
}

/** The message of what must be there and is not. */
export const ABSENT = 'absent';

const isAbsent = (value: unknown): boolean => value === undefined || value === null;

/** What is there, for messages; a text shortened. */
function gotten(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  if (value instanceof JsonNumber) return value.source.slice(0, 40);
  const type = jsonType(value as JsonValue);
  if (value === null || typeof value === 'boolean') return String(value);
  return type === 'array' ? 'a list' : 'an object';
}

/** A value that is read by `read`, which gives `undefined` for what it does not take; `what` completes `Input must have … in "path"`. */
const leaf = <Value>(what: string, read: (value: unknown) => Value | undefined) =>
  z.unknown().transform((value, context): Value => {
    const result = isAbsent(value) ? undefined : read(value);
    if (result !== undefined) return result;
    context.addIssue({ code: 'custom', message: isAbsent(value) ? ABSENT : `${what}|${gotten(value)}` });
    return z.NEVER;
  });

// Overrides of the direction too: they would show another number than the one that is there.
const CONTROL =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufffe\uffff\p{Surrogate}]/u;
/** More marks on a letter or invisible characters in a row would make typesetting slow, and are not meant. */
const HEAPED = /\p{M}{13}|[\p{Cf}\p{Zl}\p{Zp}]{13}/u;

/** Reads a text without blanks at its ends; `undefined` for what is none, too long or has characters that no document can show. */
function readText(value: unknown, most: number, hasLines: boolean): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.replaceAll('\r\n', '\n').trim();
  if ([...text].length > most || text.length > 2 * most || CONTROL.test(text) || HEAPED.test(text)) return undefined;
  return !hasLines && /[\n\r\t]/.test(text) ? undefined : text;
}

const lineOf = (most: number) =>
  leaf(`one line of at most ${most} characters`, (value) => readText(value, most, false));

/** One line that must be there, and not be empty. */
export const requiredLine = (most: number) =>
  leaf(`one line of 1 to ${most} characters`, (value) => readText(value, most, false) || undefined);

export const line = (most: number) => lineOf(most).optional().default('');

/** A text of any number of lines. */
export const paragraphs = (most: number) =>
  leaf(`text of at most ${most} characters`, (value) => readText(value, most, true))
    .optional()
    .default('');

const DECIMAL = /^(-?)(\d{1,10})(?:\.(\d{1,6}))?$/;

/** A number as it is written, read exactly; at most 10 digits before the point and 6 after it. */
function readDecimal(value: unknown): Rational | undefined {
  const source = value instanceof JsonNumber ? value.source : value;
  if (typeof source !== 'string') return undefined;
  const match = DECIMAL.exec(source);
  if (match === null) return undefined;
  const [, sign, whole = '', after = ''] = match;
  const numerator = BigInt(whole + after);
  return rational(sign === '-' ? -numerator : numerator, 10n ** BigInt(after.length));
}

const WHAT_DECIMALS = 'with at most 10 digits before the point and 6 after it, such as 12.50';

export const decimal = () => leaf(`a decimal number ${WHAT_DECIMALS}`, readDecimal);

/** A decimal that is not below zero. */
export const positive = () =>
  leaf(`a decimal number of 0 or more ${WHAT_DECIMALS}`, (value) => {
    const read = readDecimal(value);
    return read === undefined || read.numerator < 0n ? undefined : read;
  });

export const percent = () =>
  leaf('a percentage from 0 to 100 with at most 6 decimals', (value) => {
    const read = readDecimal(value);
    if (read === undefined || read.numerator < 0n || read.numerator > 100n * read.denominator) return undefined;
    return read;
  });

const DATE = /^(19|20|21)(\d\d)-(\d\d)-(\d\d)$/;

function isDay(text: string): boolean {
  if (!DATE.test(text)) return false;
  const time = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
}

export const date = () =>
  leaf('a date such as 2026-01-31', (value) => (typeof value === 'string' && isDay(value) ? value : undefined));

/** A code in capitals that a test takes. */
const code = (what: string, test: (text: string) => boolean) =>
  leaf(what, (value) => (typeof value === 'string' && test(value) ? value : undefined));

export const country = () => code('a country code of ISO 3166-1 such as DE', isCountry).optional().default('');

export const unit = () =>
  code('a unit code of UN/ECE recommendation 20 such as C62 (one), HUR (hour) or KGM (kilogram)', (text) =>
    /^[A-Z0-9]{2,3}$/.test(text),
  )
    .optional()
    .default('C62');

export const choice = <Choice extends string>(choices: readonly Choice[]) =>
  leaf(`one of ${choices.join(', ')}`, (value) => choices.find((known) => known === value));

const compact = (value: unknown): string | undefined =>
  typeof value === 'string' ? value.replace(/[\s-]/g, '').toUpperCase() : undefined;

export const iban = () =>
  leaf('an IBAN with the right length and check digits', (value) => {
    const text = compact(value);
    return text !== undefined && text.length <= 34 && isIban(text) ? text : undefined;
  })
    .optional()
    .default('');

export const bic = () =>
  leaf('a BIC of 8 or 11 characters such as COBADEFFXXX', (value) => {
    const text = compact(value);
    return text !== undefined && /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(text) ? text : undefined;
  })
    .optional()
    .default('');

/** VAT numbers are written in many ways; spaces, points and hyphens are left out. */
export const vatId = () =>
  leaf('a VAT number of 2 to 20 letters and digits', (value) => {
    const text = typeof value === 'string' ? value.replace(/[\s.\-/]/g, '').toUpperCase() : '';
    return /^[A-Z0-9+*]{2,20}$/.test(text) ? text : undefined;
  })
    .optional()
    .default('');

export const email = () =>
  leaf('an e-mail address', (value) => {
    const text = readText(value, 200, false);
    return text !== undefined && /^[^\s@]+@[^\s@]+$/.test(text) ? text : undefined;
  })
    .optional()
    .default('');

/** An object with no other keys. Numbers are objects here, and must not pass as one. */
export const part = <Shape extends z.ZodRawShape>(shape: Shape) =>
  leaf('an object', (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber)
      ? value
      : undefined,
  ).pipe(z.strictObject(shape));

/** `[1] or more` items in words of messages. */
export const list = <Item extends z.ZodType>(item: Item, least: number, most: number) =>
  leaf(least === 0 ? `a list of at most ${most}` : `a list of ${least} to ${most}`, (value) =>
    Array.isArray(value) && value.length >= least && value.length <= most ? (value as unknown[]) : undefined,
  ).pipe(z.array(item));
