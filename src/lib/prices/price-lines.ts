import { ContentFault, inLine, LimitFault } from '../faults.js';
import { moneyParts } from '../numbers/money-text.js';
import { negate, ONE, type Rational, rational } from '../numbers/rational.js';
import { basisOf, type PriceBasis, withoutBasis } from './price-basis.js';

/** A line of a bill. */
export interface PriceLine {
  /** Line of the text, or place in the list, from 1. */
  readonly line: number;
  readonly description: string;
  readonly quantity: Rational;
  readonly unitPrice: Rational;
  /** Percentages at its end, in their order: a rate of VAT, or discounts. */
  readonly percents: readonly Rational[];
  /** Where the line says it. */
  readonly basis?: PriceBasis | undefined;
}

export interface PriceReading {
  readonly most: number;
  /** Whether prices have a tax, which is in them or not: words beside them say so. */
  readonly isTaxed: boolean;
}

const MAX_DESCRIPTION = 200;
const MAX_LINE = 2_000;

const TIMES = /^[x×*@]$/i;
/** `2x`, `2×`. */
const COUNT = /^(\d[\d.,']*)[x×*]$/i;
/** `2x3.50`. */
const PRODUCT = /^(\d[\d.,']*)[x×*]([^x×*]+)$/i;
/** Names of currencies say nothing here. */
const CURRENCY = /^(?:[A-Z]{3}|\p{Sc})$/u;

/** An amount with an optional minus sign before it; `undefined` where it is not one. */
export function amountOf(text: string): Rational | undefined {
  const isNegative = /^[-−]/.test(text);
  const parts = moneyParts(isNegative ? text.slice(1) : text);
  if (parts === undefined) return undefined;
  const value = rational(BigInt(parts.whole + parts.decimals), 10n ** BigInt(parts.decimals.length));
  return isNegative ? negate(value) : value;
}

/** `19%`, `8.1%`, `+5,5%`; `undefined` where it is not a percentage from 0 to 100. */
export function percentOf(text: string): Rational | undefined {
  const [, digits] = /^[@+−-]?(\d{1,3}(?:[.,]\d{1,6})?)%$/.exec(text) ?? [];
  const value = digits === undefined ? undefined : amountOf(digits);
  return value === undefined || value.numerator > 100n * value.denominator ? undefined : value;
}

/** Words of a line; a percent sign alone belongs to the number before it. */
function wordsOf(line: string): string[] {
  const words: string[] = [];
  for (const [word] of line.matchAll(/\S+/g)) {
    const last = words.at(-1);
    if (/^%[,;]?$/.test(word) && last !== undefined && /\d$/.test(last)) words[words.length - 1] = `${last}%`;
    else words.push(word);
  }
  return words;
}

const DESCRIBED = 'a line must have a price, such as Coffee 2 x 3.50';

function readWords(line: string, isTaxed: boolean): Omit<PriceLine, 'line'> {
  const words = wordsOf(line);
  // Prices may have a comma as decimal mark, so only one behind a word divides.
  const bare = words.map((word) => word.replace(/[,:]$/, ''));
  let at = bare.length - 1;
  for (; at >= 0; at--) {
    const word = bare[at] ?? '';
    const [, count = '', price = ''] = PRODUCT.exec(word) ?? [];
    const product = [amountOf(count), amountOf(price)] as const;
    const unitPrice = amountOf(word) ?? (product[0] === undefined ? undefined : product[1]);
    if (unitPrice === undefined) continue;
    const before = bare[at - 1] ?? '';
    const countBefore = TIMES.test(before)
      ? { quantity: amountOf(bare[at - 2] ?? ''), words: 2 }
      : { quantity: amountOf(COUNT.exec(before)?.[1] ?? ''), words: 1 };
    const counted = amountOf(word) === undefined ? { quantity: product[0], words: 0 } : countBefore;
    const behind = bare.slice(at + 1);
    const told = isTaxed ? withoutBasis(behind) : { basis: undefined, others: behind };
    const after = told.others.filter((rest) => !CURRENCY.test(rest));
    const percents = after.map(percentOf);
    if (percents.includes(undefined))
      throw new ContentFault(
        `behind the price only percentages from 0 to 100 are expected, got ${JSON.stringify((after[percents.indexOf(undefined)] ?? '').slice(0, 80))}`,
      );
    const start = counted.quantity === undefined ? at : at - counted.words;
    const named = isTaxed ? basisOf(bare[start - 1] ?? '') : undefined;
    const description = words
      .slice(0, start)
      .filter((name) => !CURRENCY.test(name) || /\p{L}/u.test(name))
      .join(' ')
      .replace(/[,:;]$/, '');
    return {
      description: description.slice(0, MAX_DESCRIPTION),
      quantity: counted.quantity ?? ONE,
      unitPrice,
      percents: percents as Rational[],
      basis: told.basis ?? named,
    };
  }
  throw new ContentFault(`${DESCRIBED}, got ${JSON.stringify(line.slice(0, 80))}`);
}

/** `Coffee; 2; 3.50; 19`: description, quantity if there are four, price, percentage; the last may be absent. */
function readFields(line: string, fields: readonly string[]): Omit<PriceLine, 'line'> {
  const [description = '', ...rest] = fields;
  const [count, price, percent] = rest.length > 2 ? rest : ['1', ...rest];
  const quantity = amountOf(count ?? '');
  const unitPrice = amountOf((price ?? '').replace(/ ?[A-Z]{3}$/, ''));
  if (rest.length > 3 || quantity === undefined || unitPrice === undefined)
    throw new ContentFault(
      `fields must be a description, the quantity if wanted, a price and a percentage, got ${JSON.stringify(line.slice(0, 80))}`,
    );
  const share = (percent ?? '').replace(/ ?%$/, '');
  const read = share === '' ? undefined : percentOf(`${share}%`);
  if (share !== '' && read === undefined)
    throw new ContentFault(`a percentage must be from 0 to 100, got ${JSON.stringify(share.slice(0, 80))}`);
  return {
    description: description.slice(0, MAX_DESCRIPTION),
    quantity,
    unitPrice,
    percents: read === undefined ? [] : [read],
  };
}

/**
 * Lines of a bill: `Coffee 2 x 3.50 19%`, or fields divided by semicolons or tabs. Empty lines, lines that begin with # and a heading of
 * fields are skipped; that it names prices net or gross holds for the lines with fields. Throws ContentFault naming the line, LimitFault
 * beyond `most` lines.
 */
export function readPriceLines(text: string, { most, isTaxed }: PriceReading): readonly PriceLine[] {
  const lines: PriceLine[] = [];
  let basis: PriceBasis | undefined;
  for (const [i, whole] of text.split(/\r\n|\n|\r/).entries()) {
    const line = whole.replace(/^\ufeff/, '').trim();
    if (line === '' || line.startsWith('#')) continue;
    if (lines.length >= most) throw new LimitFault(`it must have at most ${most} lines with prices`, most);
    if (line.length > MAX_LINE)
      throw new LimitFault(`line ${i + 1} must have at most ${MAX_LINE} characters`, MAX_LINE);
    const fields = line.split(/[;\t]/).map((field) => field.trim());
    const isHeading = lines.length === 0 && fields.length > 1 && !/\d/.test(line);
    if (isHeading) {
      if (isTaxed)
        basis = fields
          .flatMap((field) => field.split(' '))
          .map(basisOf)
          .find((told) => told !== undefined);
      continue;
    }
    const read = (): Omit<PriceLine, 'line'> =>
      fields.length > 1 ? { ...readFields(line, fields), basis } : readWords(line, isTaxed);
    lines.push({ line: i + 1, ...inLine(i + 1, read) });
  }
  if (lines.length === 0) throw new ContentFault('it has no lines with prices');
  return lines;
}
