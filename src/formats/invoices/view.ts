import { invalid, quote } from '../../core/errors.js';
import type { InvoiceFact, InvoiceView } from '../../engines/typst/invoice-document.js';
import type { Address, InvoiceDocument, InvoiceKind, Party, VatRate } from '../../lib/invoices/document.js';
import { INVOICE_LANGUAGES, type InvoiceLabels, invoiceLabels } from '../../lib/invoices/labels.data.js';
import type { InvoiceSums } from '../../lib/invoices/totals.js';
import { unitText } from '../../lib/invoices/units.data.js';
import {
  compare,
  decimalsOf,
  multiply,
  type Rational,
  rational,
  subtract,
  toFixed,
  ZERO,
} from '../../lib/numbers/rational.js';

/** A language with what a country makes of it. */
export interface InvoiceLocale {
  readonly tag: string;
  readonly language: string;
  readonly labels: InvoiceLabels;
  readonly colon: string;
}

/** The language of option "locale". Throws INVALID_INPUT for one without labels. */
export function invoiceLocale(tag: string): InvoiceLocale {
  const locale = localeOf(tag);
  const labels = locale && invoiceLabels(locale.language, locale.region);
  if (locale === undefined || labels === undefined)
    throw invalid(
      `Option "locale" must be a BCP 47 tag of one of the languages ${INVOICE_LANGUAGES.join(', ')}, such as de or en-GB, got ${quote(tag)}`,
    );
  // Extensions would change calendar and digits.
  return {
    tag: locale.baseName,
    language: locale.language,
    labels,
    colon: locale.language === 'fr' ? '\u00a0: ' : ': ',
  };
}

function localeOf(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag);
  } catch (error) {
    // What Intl throws for a text that is not a language tag.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Decimal text that `Intl` formats without a loss. */
const intlText = (value: Rational): Intl.StringNumericLiteral =>
  toFixed(value, decimalsOf(value) ?? 0) as Intl.StringNumericLiteral;

/** How numbers and dates are written. */
class Writer {
  readonly #money: Intl.NumberFormat;
  readonly #plain: Intl.NumberFormat;
  readonly #percent: Intl.NumberFormat;
  readonly #date: Intl.DateTimeFormat;

  constructor(
    readonly tag: string,
    currency: string,
    digits: number,
  ) {
    const fixed = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    this.#money = new Intl.NumberFormat(tag, { style: 'currency', currency, ...fixed });
    this.#plain = new Intl.NumberFormat(tag, fixed);
    this.#percent = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 6 });
    this.#date = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC', calendar: 'gregory' });
  }

  money = (value: Rational): string => this.#money.format(intlText(value));

  amount = (value: Rational): string => this.#plain.format(intlText(value));

  percent = (value: Rational): string => this.#percent.format(intlText(multiply(value, rational(1n, 100n))));

  date = (iso: string): string => this.#date.format(new Date(`${iso}T00:00:00Z`));

  /** Numbers of a column with as many decimals as the longest of them has, so that points are below each other. */
  column(values: readonly Rational[], least: number): (value: Rational) => string {
    const most = Math.max(least, ...values.map((value) => decimalsOf(value) ?? 0));
    const format = new Intl.NumberFormat(this.tag, { minimumFractionDigits: most, maximumFractionDigits: most });
    return (value) => format.format(intlText(value));
  }
}

const filled = (...lines: readonly string[]): string[] => lines.filter((line) => line !== '');

/** Countries after which the postal code stands: `Springfield, IL 62701`. */
const CODE_LAST = ['US', 'CA', 'AU', 'GB', 'IE', 'IN', 'NZ', 'SG'];

/** An address without its name; the country where it differs from the other party's. */
function addressLines(address: Address, home: string, tag: string): string[] {
  const { street, city, postalCode, region, country } = address;
  const town = CODE_LAST.includes(country)
    ? filled(city, filled(region, postalCode).join(' ')).join(', ')
    : filled(filled(postalCode, city).join(' '), region).join(', ');
  const name = country === '' || country === home ? '' : new Intl.DisplayNames(tag, { type: 'region' }).of(country);
  return filled(...street, town, name ?? '');
}

const KIND_LABELS: Readonly<Record<InvoiceKind, 'invoice' | 'quote' | 'receipt' | 'creditNote'>> = {
  invoice: 'invoice',
  quote: 'quote',
  receipt: 'receipt',
  'credit-note': 'creditNote',
};

/** `VAT {} on {}` with what stands for the braces. */
const put = (pattern: string, ...values: readonly string[]): string => {
  const parts = pattern.split('{}');
  return parts.map((part, i) => (i === 0 ? part : `${values[i - 1] ?? ''}${part}`)).join('');
};

/** DE89 3704 0044 0532 0130 00. */
const grouped = (iban: string): string => iban.replace(/(.{4})(?=.)/g, '$1 ');

/** Why a category bears no VAT, in the words of the document. */
export function exemptionReason({ category }: VatRate, document: InvoiceDocument, labels: InvoiceLabels): string {
  const reasons = {
    S: '',
    Z: '',
    E: document.exemptionReason,
    AE: labels.reverseCharge,
    K: labels.intraCommunity,
    G: labels.exportSupply,
    O: document.exemptionReason || labels.notSubject,
  };
  return reasons[category];
}

/** In points. */
const TABLE_SIZE = 9;
/** A digit of Noto Sans, of its size. */
const DIGIT_WIDTH = 0.572;
/** What the columns of numbers may take of the 430 points of a narrow page, so that there is room for the description. */
const NUMBERS_WIDTH = 300;

export interface ViewDetails {
  readonly sums: InvoiceSums;
  readonly digits: number;
  readonly locale: InvoiceLocale;
  readonly page: { readonly width: number; readonly height: number };
  readonly color: string;
  readonly logo: InvoiceView['logo'];
  /** Name of the picture with the code for payment; empty for none. */
  readonly code: string;
  readonly attachment: InvoiceView['attachment'];
}

/** A document in words and numbers of its language. */
export function invoiceView(document: InvoiceDocument, details: ViewDetails): InvoiceView {
  const { sums, digits, locale, page, color, logo, attachment } = details;
  const { labels, tag } = locale;
  const { seller, buyer, deliverTo, number, kind } = document;
  const writer = new Writer(tag, document.currency, digits);
  const [year = 0, month = 0, day = 0] = document.issueDate.split('-').map(Number);
  const kindLabel = labels[KIND_LABELS[kind]];
  const [before = '', between = '', after = ''] = labels.page.split('{}');
  const foreign = buyer.country === '' ? seller.country : '';
  const reasons = document.hasVat ? sums.vat.map((group) => exemptionReason(group, document, labels)) : [];
  return {
    title: `${kindLabel} ${number}`,
    author: seller.name,
    date: [year, month, day],
    lang: locale.language,
    ...page,
    color,
    logo,
    seller: {
      name: seller.name,
      lines: [
        ...addressLines(seller, foreign || buyer.country, tag),
        ...filled(seller.contact, seller.phone, seller.email),
      ],
    },
    addresses: [
      ...(buyer.name === '' && buyer.city === ''
        ? []
        : [
            {
              label: labels.billTo,
              name: buyer.name,
              lines: [...filled(buyer.contact), ...addressLines(buyer, seller.country, tag)],
            },
          ]),
      ...(deliverTo === undefined
        ? []
        : [
            {
              label: labels.deliverTo,
              name: deliverTo.name,
              lines: addressLines(deliverTo, seller.country, tag),
            },
          ]),
    ],
    facts: factsOf(document, labels, writer),
    heading: `${kindLabel} ${number}`,
    intro: document.intro,
    ...tableOf(document, details, writer),
    totals: totalsOf(document, sums, locale, writer),
    remarks: [...new Set(reasons.filter((reason) => reason !== ''))],
    payment: paymentOf(document, labels, details.code),
    notes: document.notes.filter((note) => note !== ''),
    footer: footerOf(seller, document, locale),
    page: [before, between, after],
    attachment,
  };
}

function factsOf(document: InvoiceDocument, labels: InvoiceLabels, { date }: Writer): InvoiceFact[] {
  const { period, precedingInvoice, kind } = document;
  const dated = (iso: string): string => (iso === '' ? '' : date(iso));
  const facts: InvoiceFact[] = [
    [labels.number, document.number],
    [labels.date, date(document.issueDate)],
    [kind === 'quote' ? labels.validUntil : labels.dueDate, dated(document.dueDate)],
    [labels.deliveryDate, dated(document.deliveryDate)],
    [labels.period, period === undefined ? '' : `${date(period.start)} –\n${date(period.end)}`],
    [
      labels.precedingInvoice,
      precedingInvoice === undefined ? '' : filled(precedingInvoice.number, dated(precedingInvoice.date)).join('\n'),
    ],
    [labels.reference, document.buyerReference],
    [labels.orderNumber, document.orderNumber],
    [labels.contractNumber, document.contractNumber],
    [labels.customerVatId, document.buyer.vatId],
  ];
  return facts.filter(([, value]) => value !== '');
}

function tableOf(
  document: InvoiceDocument,
  { sums, digits, locale }: ViewDetails,
  writer: Writer,
): Pick<InvoiceView, 'columns' | 'rows' | 'tableSize'> {
  const { labels, language } = locale;
  const { lines, hasVat } = document;
  const quantity = writer.column(
    lines.map((line) => line.quantity),
    0,
  );
  const price = writer.column(
    lines.map((line) => line.unitPrice),
    digits,
  );
  const hasDiscount = sums.lines.some(({ discount }) => compare(discount, ZERO) !== 0);
  const column = (label: string) => ({ label, side: 'right' as const, isWide: false });
  const columns = [
    { label: labels.item, side: 'left' as const, isWide: false },
    { label: labels.description, side: 'left' as const, isWide: true },
    column(labels.quantity),
    { label: '', side: 'left' as const, isWide: false },
    column(labels.unitPrice),
    ...(hasDiscount ? [column(labels.discount)] : []),
    ...(hasVat ? [column(labels.vat)] : []),
    column(labels.amount),
  ];
  const rows = lines.map((line, i) => {
    const own = sums.lines[i] ?? { discount: ZERO, net: ZERO };
    const less =
      line.discountPercent === undefined ? writer.amount(own.discount) : writer.percent(line.discountPercent);
    const rate = line.vat.category === 'O' ? '–' : writer.percent(line.vat.rate);
    return {
      cells: [
        String(i + 1),
        line.description,
        quantity(line.quantity),
        unitText(line.unit, language),
        price(line.unitPrice),
        ...(hasDiscount ? [compare(own.discount, ZERO) === 0 ? '' : less] : []),
        ...(hasVat ? [rate] : []),
        writer.amount(own.net),
      ],
      details: filled(line.itemNumber, line.details).join('\n'),
    };
  });
  const widest = columns.map(({ label }, x) =>
    Math.max(label.length, ...rows.map(({ cells }) => cells[x]?.length ?? 0)),
  );
  const others = widest.reduce(
    (sum, length, x) => sum + (columns[x]?.isWide === true ? 0 : length * DIGIT_WIDTH + 1.4),
    0,
  );
  return { columns, rows, tableSize: Math.min(TABLE_SIZE, NUMBERS_WIDTH / others) };
}

function totalsOf(
  document: InvoiceDocument,
  { discounts, charges, vat, totals }: InvoiceSums,
  { labels, colon }: InvoiceLocale,
  { money, percent }: Writer,
): InvoiceView['totals'] {
  const plain = (label: string, value: Rational) => ({ label, value: money(value), look: 'plain' as const });
  const named = (label: string, { description, percent: share }: InvoiceDocument['discounts'][number]): string =>
    `${label}${colon}${description}${share === undefined ? '' : ` (${percent(share)})`}`;
  const isAdjusted = discounts.length + charges.length > 0;
  const isPaid = compare(totals.paid, ZERO) !== 0;
  const last = document.kind === 'credit-note' ? labels.credit : labels.amountDue;
  const endLabel = document.kind === 'quote' || document.kind === 'receipt' ? labels.grandTotal : last;
  return [
    ...(isAdjusted ? [plain(labels.subtotal, totals.lineTotal)] : []),
    ...document.discounts.map((one, i) => plain(named(labels.discount, one), subtract(ZERO, discounts[i] ?? ZERO))),
    ...document.charges.map((one, i) => plain(named(labels.charge, one), charges[i] ?? ZERO)),
    ...(document.hasVat ? [plain(labels.netTotal, totals.netTotal)] : []),
    ...(document.hasVat
      ? vat
          .filter(({ category }) => category !== 'O')
          .map(({ rate, base, tax }) => plain(put(labels.vatLine, percent(rate), money(base)), tax))
      : []),
    ...(isPaid
      ? [
          { label: labels.grandTotal, value: money(totals.grandTotal), look: 'strong' as const },
          plain(labels.paid, subtract(ZERO, totals.paid)),
        ]
      : []),
    {
      label: isPaid ? last : endLabel,
      value: money(isPaid ? totals.amountDue : totals.grandTotal),
      look: 'due' as const,
    },
  ];
}

function paymentOf({ payment }: InvoiceDocument, labels: InvoiceLabels, code: string): InvoiceView['payment'] {
  if (payment === undefined) return null;
  const facts: InvoiceFact[] = [
    [labels.accountName, payment.accountName],
    [labels.bank, payment.bank],
    ['IBAN', grouped(payment.iban)],
    [labels.account, payment.account],
    ['BIC', payment.bic],
    [labels.paymentReference, payment.reference],
  ];
  const given = facts.filter(([, value]) => value !== '');
  if (given.length === 0 && payment.terms === '') return null;
  return { label: labels.payment, terms: payment.terms, facts: given, code, codeLabel: labels.scanToPay };
}

function footerOf(seller: Party, { payment }: InvoiceDocument, { labels, colon }: InvoiceLocale): string[][] {
  const named = (label: string, value: string): string => (value === '' ? '' : `${label}${colon}${value}`);
  const columns = [
    filled(seller.name, seller.phone, seller.email),
    filled(
      named(labels.vatId, seller.vatId),
      named(labels.taxNumber, seller.taxNumber),
      named(labels.registration, seller.registration),
    ),
    payment === undefined ? [] : filled(payment.bank, named('IBAN', grouped(payment.iban)), named('BIC', payment.bic)),
  ];
  return columns.filter((column) => column.length > 0);
}
