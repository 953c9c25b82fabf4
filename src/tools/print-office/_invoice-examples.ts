import type { Example } from '../../core/tool.js';

const PDF_MIME = 'application/pdf';

const SELLER = {
  name: 'Muster & Söhne GmbH',
  street: 'Hauptstraße 12',
  postalCode: '10115',
  city: 'Berlin',
  country: 'DE',
  vatId: 'DE123456789',
  email: 'rechnung@muster.example',
};

const BUYER = { name: 'Beispiel AG', street: 'Bahnhofplatz 3', postalCode: '80335', city: 'München', country: 'DE' };

/** The smallest document. */
const PLAIN = {
  number: '7',
  issueDate: '2026-03-05',
  seller: { name: 'Bright Studio LLC' },
  lines: [{ description: 'Logo design', quantity: 1, unitPrice: 100 }],
};

const written = (document: unknown): string => JSON.stringify(document, undefined, 1);

const refusal = (title: string, changes: object, message: string, options?: Example['options']): Example => ({
  title,
  input: JSON.stringify({ ...PLAIN, ...changes }),
  ...(options === undefined ? {} : { options }),
  error: { code: 'INVALID_INPUT', message },
});

const line = (changes: object) => ({ lines: [{ ...PLAIN.lines[0], ...changes }] });

const SUCCESSES: readonly Example[] = [
  {
    title: 'A German invoice with two VAT rates, Factur-X/ZUGFeRD XML and a QR code that pays it',
    input: written({
      number: '2026-0042',
      issueDate: '2026-11-28',
      dueDate: '2026-12-28',
      deliveryDate: '2026-11-20',
      currency: 'EUR',
      seller: SELLER,
      buyer: BUYER,
      lines: [
        {
          description: 'Beratung',
          details: 'Workshop vor Ort',
          quantity: '10',
          unit: 'HUR',
          unitPrice: '95.00',
          vatRate: 19,
        },
        { description: 'Fachbuch', quantity: 3, unit: 'H87', unitPrice: 24.9, discountPercent: 10, vatRate: 7 },
      ],
      payment: {
        iban: 'DE89 3704 0044 0532 0130 00',
        reference: '2026-0042',
        terms: 'Zahlbar innerhalb von 30 Tagen.',
      },
    }),
    options: { locale: 'de', qr: true, electronicInvoice: 'required' },
    output: {
      data: {
        kind: 'invoice',
        number: '2026-0042',
        currency: 'EUR',
        electronicInvoice: 'EN 16931',
        lines: [
          { gross: '950.00', discount: '0.00', net: '950.00' },
          { gross: '74.70', discount: '7.47', net: '67.23' },
        ],
        vat: [
          { category: 'S', ratePercent: '19', base: '950.00', tax: '180.50' },
          { category: 'S', ratePercent: '7', base: '67.23', tax: '4.71' },
        ],
        totals: {
          lineTotal: '1017.23',
          discountTotal: '0.00',
          chargeTotal: '0.00',
          netTotal: '1017.23',
          vatTotal: '185.21',
          grandTotal: '1202.44',
          paid: '0.00',
          amountDue: '1202.44',
        },
        lineCount: 2,
        warnings: [],
      },
      files: [{ name: 'invoice-2026-0042.pdf', mime: PDF_MIME }],
    },
  },
  {
    title: 'A receipt in yen with a logo',
    input: written({
      number: 'R-7',
      issueDate: '2026-03-05',
      currency: 'JPY',
      seller: { name: 'Example Tea House', city: 'Kyoto', country: 'JP' },
      lines: [{ description: 'Sencha', quantity: 2, unitPrice: 1234, vatRate: 10 }],
    }),
    options: { kind: 'receipt' },
    files: [
      {
        name: 'logo.svg',
        text: '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40"><circle cx="20" cy="20" r="18" fill="teal"/></svg>',
      },
    ],
    output: {
      data: {
        kind: 'receipt',
        number: 'R-7',
        currency: 'JPY',
        electronicInvoice: 'none',
        lines: [{ gross: '2468', discount: '0', net: '2468' }],
        vat: [{ category: 'S', ratePercent: '10', base: '2468', tax: '247' }],
        totals: {
          lineTotal: '2468',
          discountTotal: '0',
          chargeTotal: '0',
          netTotal: '2468',
          vatTotal: '247',
          grandTotal: '2715',
          paid: '2715',
          amountDue: '0',
        },
        lineCount: 1,
        warnings: [],
      },
      files: [{ name: 'receipt-r-7.pdf', mime: PDF_MIME }],
    },
  },
  {
    title: 'The smallest invoice: what an electronic one would need is a warning',
    input: written(PLAIN),
    output: {
      data: {
        kind: 'invoice',
        number: '7',
        currency: 'USD',
        electronicInvoice: 'none',
        lines: [{ gross: '100.00', discount: '0.00', net: '100.00' }],
        vat: [],
        totals: {
          lineTotal: '100.00',
          discountTotal: '0.00',
          chargeTotal: '0.00',
          netTotal: '100.00',
          vatTotal: '0.00',
          grandTotal: '100.00',
          paid: '0.00',
          amountDue: '100.00',
        },
        lineCount: 1,
        warnings: [
          'no electronic invoice is embedded: EN 16931 needs "vatRate" or "vatCategory" of the lines (BR-CO-04); "seller.country" (BR-09); "buyer.name" (BR-07); "buyer.country" (BR-11); "seller.vatId", "seller.registration" or "seller.taxNumber" (BR-CO-26); "dueDate" or "payment.terms" (BR-CO-25)',
        ],
      },
      files: [{ name: 'invoice-7.pdf', mime: PDF_MIME }],
    },
  },
];

const REFUSALS: readonly Example[] = [
  {
    title: 'Not JSON',
    input: 'Invoice 7',
    error: {
      code: 'INVALID_INPUT',
      message: 'Cannot read property "input" as JSON: line 1, column 1: expected a value, got "Invoice"\nInvoice 7\n^',
    },
  },
  refusal('A property is missing', { number: undefined }, 'Input must have "number"'),
  refusal(
    'Not a number',
    line({ quantity: 'ten' }),
    'Input must have a decimal number with at most 10 digits before the point and 6 after it, such as 12.50 in "lines[0].quantity", got "ten"',
  ),
  refusal(
    'A misspelt property',
    line({ qty: 2 }),
    'Input must not have "lines[0].qty"; allowed there: description, details, itemNumber, quantity, unit, unitPrice, discount, discountPercent, vatRate, vatCategory, net',
  ),
  refusal(
    'A total that is another',
    { totals: { grandTotal: 99 } },
    'Input must have 100.00 in "totals.grandTotal", the sum of what it has, got 99.00',
  ),
  refusal(
    'More decimals than the currency has',
    { paid: '1.005' },
    'Input must have at most 2 decimals in "paid", as USD has, got 3',
  ),
  refusal(
    'Two kinds of discount',
    line({ discount: 1, discountPercent: 1 }),
    'Input must have either "discount" or "discountPercent" in "lines[0]", not both',
  ),
  refusal(
    'A discount without its amount',
    { discounts: [{ description: 'Friends' }] },
    'Input must have either "amount" or "percent" in "discounts[0]"',
  ),
  refusal(
    'A discount of lines with two rates',
    {
      lines: [
        { ...PLAIN.lines[0], vatRate: 20 },
        { ...PLAIN.lines[0], vatRate: 10 },
      ],
      discounts: [{ description: 'Friends', amount: 5 }],
    },
    'Input must have "discounts[0].vatRate": the lines have 2 rates',
  ),
  refusal(
    'A line without VAT among others',
    { lines: [{ ...PLAIN.lines[0], vatRate: 20 }, PLAIN.lines[0]] },
    'Input must have "lines[1].vatRate", as other lines have',
  ),
  refusal(
    'The standard rate without a rate',
    line({ vatCategory: 'S' }),
    'Input must have a rate above 0 in "lines[0].vatRate" for category S',
  ),
  refusal(
    'A rate where there is none',
    line({ vatCategory: 'AE', vatRate: 20 }),
    'Input must have no rate, or 0, in "lines[0].vatRate" for category AE',
  ),
  refusal(
    'A period that ends before it starts',
    { period: { start: '2026-02-01', end: '2026-01-01' } },
    'Input must have a date not before "period.start" in "period.end", got "2026-01-01"',
  ),
  refusal('An unknown currency', {}, 'Option "currency" must be a currency code of ISO 4217 such as EUR, got "XYZ"', {
    currency: 'XYZ',
  }),
  refusal(
    'A language without labels',
    {},
    'Option "locale" must be a BCP 47 tag of one of the languages en, de, fr, es, it, nl, pt, such as de or en-GB, got "fi"',
    { locale: 'fi' },
  ),
  refusal(
    'An electronic quote',
    {},
    'Option "electronicInvoice" must not be required for kind quote: EN 16931 knows none',
    { kind: 'quote', electronicInvoice: 'required' },
  ),
  refusal(
    'An electronic invoice that lacks something',
    { ...line({ vatRate: 20 }), dueDate: '2026-04-04', buyer: { name: 'Acme' }, seller: SELLER },
    'Cannot make an electronic invoice: EN 16931 needs "buyer.country" (BR-11)',
    { electronicInvoice: 'required' },
  ),
  refusal('A QR code for dollars', {}, 'Option "qr" is for amounts in EUR, got USD', { qr: true }),
  refusal('A QR code without an account', { currency: 'EUR' }, 'Option "qr" needs "payment.iban" in the input', {
    qr: true,
  }),
  refusal('A QR code on a quote', {}, 'Option "qr" is for kind invoice, got "quote"', { qr: true, kind: 'quote' }),
  refusal(
    'A QR code when nothing is due',
    { currency: 'EUR', paid: 100, payment: { iban: 'DE89370400440532013000' } },
    'Option "qr" needs an amount due of at least 0.01, got 0.00',
    { qr: true },
  ),
  refusal(
    'A character that no font has',
    line({ description: 'ꎸ' }),
    'Input must have only characters that a font has, got U+A3B8: scripts are Latin, Greek, Cyrillic, Arabic, Hebrew, Devanagari, Thai, Chinese, Japanese and Korean',
  ),
  refusal(
    'A symbol that no font has',
    line({ description: '\u26c0' }),
    'Cannot typeset the input: the fonts lack some of its letters or symbols',
  ),
];

export const INVOICE_EXAMPLES: readonly Example[] = [...SUCCESSES, ...REFUSALS];
