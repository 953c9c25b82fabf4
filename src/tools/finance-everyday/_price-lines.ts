import { invalid } from '../../core/errors.js';
import { refusing } from '../../core/refusing.js';
import { decimal, forSchema, line, list, part, percent } from '../../formats/invoices/fields.js';
import { schemaFault } from '../../formats/invoices/schema-faults.js';
import { readJson } from '../../formats/json-document.js';
import { exactDecimal } from '../../lib/numbers/exact-decimals.js';
import { ONE, type Rational, toFixed } from '../../lib/numbers/rational.js';
import { numberReader } from '../../lib/numbers/typed-number.js';
import { type PriceLine, readPriceLines } from '../../lib/prices/price-lines.js';

const MAX_LINES = 2_000;

export const PRICE_LINES_NOTE =
  'Up to 2,000 lines; lines that begin with # are skipped. Prices are read as 12.50, 12,50, 1,234.50 or 1.234,50; a minus sign is for returns.';

/** Keys as invoice-generator has them; `percentKey` names the percentage. */
const linesOf = (percentKey: string) =>
  list(
    part({
      description: line(200),
      quantity: decimal().optional(),
      unitPrice: decimal(),
      [percentKey]: percent().optional(),
    }),
    1,
    MAX_LINES,
  );

/**
 * Lines with prices: text, or JSON as a list of objects or an object with "lines". `percentKey` is the key of the percentage in JSON.
 * Throws INVALID_INPUT naming line or key, LIMIT_EXCEEDED beyond 2,000 lines.
 */
export function readPrices(input: string, percentKey: string): readonly PriceLine[] {
  if (!/^[\ufeff\s]*[[{]/.test(input))
    return refusing('Cannot read property "input"', () =>
      readPriceLines(input, { most: MAX_LINES, isTaxed: percentKey === 'vatRate' }),
    );
  const value = forSchema(readJson(input, 'property "input"'));
  const lines = linesOf(percentKey);
  const schema = Array.isArray(value) ? lines : part({ lines });
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw invalid(schemaFault(parsed.error.issues, schema));
  const rows = Array.isArray(parsed.data) ? parsed.data : parsed.data.lines;
  // The schema says what is in each key; its type no longer does, because one of them has a name that varies.
  return rows.map((row, i) => ({
    line: i + 1,
    description: row.description as string,
    quantity: (row.quantity as Rational | undefined) ?? ONE,
    unitPrice: row.unitPrice as Rational,
    percents: row[percentKey] === undefined ? [] : [row[percentKey] as Rational],
  }));
}

const reader = numberReader();

/** The number of an option as it was written. */
export function exactly(value: number): Rational {
  const read = reader.read(String(value));
  if (read === undefined) throw new TypeError(`${value} is not a finite number`);
  return read;
}

/** A rate or quantity with all its decimals. */
export const plainText = (value: Rational): string => exactDecimal(value) ?? toFixed(value, 4, 'half-up');
