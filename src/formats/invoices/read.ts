import { z } from 'zod';

import { invalid, overLimit, quote } from '../../core/errors.js';
import { currencyDigits } from '../../lib/invoices/currencies.data.js';
import {
  type Adjustment,
  type InvoiceDocument,
  type InvoiceKind,
  TOTAL_NAMES,
  VAT_CATEGORIES,
  type VatCategory,
  type VatRate,
} from '../../lib/invoices/document.js';
import { vatKey } from '../../lib/invoices/totals.js';
import { decimalsOf, isWhole, multiply, type Rational, rational, ZERO } from '../../lib/numbers/rational.js';
import { readJson } from '../json-document.js';
import {
  bic,
  choice,
  country,
  date,
  decimal,
  email,
  forSchema,
  iban,
  line,
  list,
  paragraphs,
  part,
  percent,
  positive,
  requiredLine,
  unit,
  vatId,
} from './fields.js';
import { schemaFault } from './schema-faults.js';

const MAX_LINES = 1000;
const MAX_ADJUSTMENTS = 20;
/** Characters of all texts together. Chosen: about 200 pages, 10 seconds. */
const MAX_CHARACTERS = 300_000;
/** What a line break counts, because it fills a line. */
const BREAK_CHARACTERS = 50;

const address = {
  name: line(200),
  street: z
    .union([line(120).transform((text) => (text === '' ? [] : [text])), list(requiredLine(120), 0, 3)])
    .optional()
    .default([]),
  city: line(100),
  postalCode: line(20),
  region: line(100),
  country: country(),
};

const party = {
  ...address,
  vatId: vatId(),
  taxNumber: line(40),
  registration: line(40),
  contact: line(100),
  phone: line(40),
  email: email(),
};

const vat = { vatRate: percent().optional(), vatCategory: choice(VAT_CATEGORIES).optional() };

const adjustment = part({
  description: requiredLine(200),
  amount: positive().optional(),
  percent: percent().optional(),
  ...vat,
});

const totals = Object.fromEntries(TOTAL_NAMES.map((name) => [name, decimal().optional()])) as Record<
  (typeof TOTAL_NAMES)[number],
  z.ZodOptional<ReturnType<typeof decimal>>
>;

/** What the input may hold; see the notes of invoice-generator. */
const SCHEMA = part({
  number: requiredLine(60),
  issueDate: date(),
  dueDate: date().optional().default(''),
  deliveryDate: date().optional().default(''),
  period: part({ start: date(), end: date() }).optional(),
  currency: line(3),
  seller: part({ ...party, name: requiredLine(200) }),
  buyer: part(party).optional(),
  deliverTo: part(address).optional(),
  buyerReference: line(100),
  orderNumber: line(100),
  contractNumber: line(100),
  precedingInvoice: part({ number: requiredLine(60), date: date().optional().default('') }).optional(),
  lines: list(
    part({
      description: requiredLine(1000),
      details: paragraphs(2000),
      itemNumber: line(60),
      quantity: decimal(),
      unit: unit(),
      unitPrice: decimal(),
      discount: positive().optional(),
      discountPercent: percent().optional(),
      ...vat,
      net: decimal().optional(),
    }),
    1,
    MAX_LINES,
  ),
  discounts: list(adjustment, 0, MAX_ADJUSTMENTS).optional().default([]),
  charges: list(adjustment, 0, MAX_ADJUSTMENTS).optional().default([]),
  paid: positive().optional(),
  payment: part({
    iban: iban(),
    bic: bic(),
    account: line(60),
    bank: line(100),
    accountName: line(200),
    reference: line(140),
    terms: paragraphs(1000),
  }).optional(),
  exemptionReason: line(300),
  intro: paragraphs(2000),
  notes: list(paragraphs(5000), 0, 20).optional().default([]),
  totals: part(totals).optional().default({}),
});

type Parsed = z.output<typeof SCHEMA>;

/** The rate of a line: S where it has one, Z for a rate of 0, O where nothing is said. Throws INVALID_INPUT. */
function vatOf(
  where: string,
  given: { vatRate?: Rational | undefined; vatCategory?: VatCategory | undefined },
): VatRate {
  const { vatRate, vatCategory } = given;
  const isZero = vatRate === undefined || vatRate.numerator === 0n;
  const category = vatCategory ?? (vatRate === undefined ? 'O' : isZero ? 'Z' : 'S');
  if (category === 'S' && isZero) throw invalid(`Input must have a rate above 0 in "${where}.vatRate" for category S`);
  if (category !== 'S' && !isZero)
    throw invalid(`Input must have no rate, or 0, in "${where}.vatRate" for category ${category}`);
  return { category, rate: vatRate ?? ZERO };
}

/**
 * Reads the input of invoice-generator. `currency` is used where the input names none. Throws INVALID_INPUT naming the property, LIMIT_EXCEEDED for
 * too much text.
 */
export function readInvoice(
  input: string,
  kind: InvoiceKind,
  currency: string,
): { readonly document: InvoiceDocument; readonly digits: number } {
  const parsed = SCHEMA.safeParse(forSchema(readJson(input, 'property "input"')));
  if (!parsed.success) throw invalid(schemaFault(parsed.error.issues, SCHEMA));
  const { data } = parsed;
  const code = data.currency === '' ? currency : data.currency;
  const digits = currencyDigits(code);
  if (digits === undefined) {
    const where = data.currency === '' ? 'Option "currency"' : 'Property "currency" of the input';
    throw invalid(`${where} must be a currency code of ISO 4217 such as EUR, got ${quote(code)}`);
  }
  checkOrder(data);
  checkMoney(data, digits, code);
  const document = documentOf(data, kind, code);
  const characters = [...textsOf(document)].reduce((sum, text) => sum + sizeOf(text), 0);
  if (characters > MAX_CHARACTERS)
    throw overLimit(
      `Input has ${characters} characters of text, a line break counting ${BREAK_CHARACTERS}, the limit is ${MAX_CHARACTERS}`,
    );
  return { document, digits };
}

const sizeOf = (text: string): number => text.length + BREAK_CHARACTERS * (text.split('\n').length - 1);

function documentOf(data: Parsed, kind: InvoiceKind, currency: string): InvoiceDocument {
  const isVatSaid = ({ vatRate, vatCategory }: Parsed['lines'][number]): boolean =>
    vatRate !== undefined || vatCategory !== undefined;
  const hasVat = data.lines.some(isVatSaid);
  const lines = data.lines.map((line, i) => {
    if (hasVat && !isVatSaid(line)) throw invalid(`Input must have "lines[${i}].vatRate", as other lines have`);
    if (line.discount !== undefined && line.discountPercent !== undefined)
      throw invalid(`Input must have either "discount" or "discountPercent" in "lines[${i}]", not both`);
    const { vatRate, vatCategory, ...rest } = line;
    const { discount, discountPercent, net } = line;
    return { ...rest, discount, discountPercent, net, vat: vatOf(`lines[${i}]`, { vatRate, vatCategory }) };
  });
  const rates = new Map(lines.map(({ vat }) => [vatKey(vat), vat]));
  const [only] = rates.values();
  const adjustments = (name: 'discounts' | 'charges'): Adjustment[] =>
    data[name].map(({ description, amount, percent: share, vatRate, vatCategory }, i) => {
      const where = `${name}[${i}]`;
      if ((amount === undefined) === (share === undefined))
        throw invalid(`Input must have either "amount" or "percent" in "${where}"`);
      if (vatRate !== undefined || vatCategory !== undefined)
        return { description, amount, percent: share, vat: vatOf(where, { vatRate, vatCategory }) };
      if (rates.size !== 1 || only === undefined)
        throw invalid(`Input must have "${where}.vatRate": the lines have ${rates.size} rates`);
      return { description, amount, percent: share, vat: only };
    });
  const nobody = {
    name: '',
    street: [],
    city: '',
    postalCode: '',
    region: '',
    country: '',
    vatId: '',
    taxNumber: '',
    registration: '',
    contact: '',
    phone: '',
    email: '',
  };
  return {
    ...data,
    kind,
    currency,
    buyer: data.buyer ?? nobody,
    period: data.period,
    deliverTo: data.deliverTo,
    precedingInvoice: data.precedingInvoice,
    payment: data.payment,
    paid: data.paid,
    hasVat,
    lines,
    discounts: adjustments('discounts'),
    charges: adjustments('charges'),
    totals: Object.fromEntries(Object.entries(data.totals).filter(([, value]) => value !== undefined)),
  };
}

function checkOrder({ period }: Parsed): void {
  if (period !== undefined && period.end < period.start)
    throw invalid(`Input must have a date not before "period.start" in "period.end", got ${quote(period.end)}`);
}

/** Amounts must be payable: no more decimals than the currency has. */
function checkMoney(data: Parsed, digits: number, currency: string): void {
  const unit10 = rational(10n ** BigInt(digits));
  const check = (where: string, value: Rational | undefined): void => {
    if (value === undefined || isWhole(multiply(value, unit10))) return;
    throw invalid(
      `Input must have at most ${digits} decimals in "${where}", as ${currency} has, got ${decimalsOf(value)}`,
    );
  };
  for (const [i, { discount, net }] of data.lines.entries()) {
    check(`lines[${i}].discount`, discount);
    check(`lines[${i}].net`, net);
  }
  for (const name of ['discounts', 'charges'] as const)
    for (const [i, { amount }] of data[name].entries()) check(`${name}[${i}].amount`, amount);
  check('paid', data.paid);
  for (const name of TOTAL_NAMES) check(`totals.${name}`, data.totals[name]);
}

/** All texts of a document that is printed. */
function* textsOf(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (Array.isArray(value)) for (const item of value) yield* textsOf(item);
  else if (typeof value === 'object' && value !== null) for (const item of Object.values(value)) yield* textsOf(item);
}
