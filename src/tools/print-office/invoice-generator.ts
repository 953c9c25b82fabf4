import { z } from 'zod';

import { defineTool, json, withFiles } from '../../core/index.js';
import { colorOption, shared } from '../../core/shared-options.js';
import { makeInvoice } from '../../formats/invoices/make-invoice.js';
import { readInvoice } from '../../formats/invoices/read.js';
import { invoiceLocale } from '../../formats/invoices/view.js';
import { INVOICE_KINDS } from '../../lib/invoices/document.js';
import { invoiceData, sumsReport } from './_invoice-data.js';
import { INVOICE_EXAMPLES } from './_invoice-examples.js';

const PDF_MIME = 'application/pdf';
const MAX_NAME = 60;

/** `invoice-2026-0042.pdf`. */
const fileName = (kind: string, number: string): string => {
  const plain = number
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_NAME);
  return `${`${kind}-${plain}`.replace(/-+$/, '')}.pdf`;
};

export default defineTool({
  id: 'invoice-generator',
  title: 'Invoice Generator',
  summary: 'Makes an invoice, quote, receipt or credit note as PDF from JSON, with an electronic invoice inside.',
  family: 'print-office',
  class: 'native',
  input: 'required',
  files: { min: 0, max: 1, formats: ['.png', '.jpg', '.jpeg', '.svg'] },
  options: {
    kind: z.enum(INVOICE_KINDS).default('invoice').describe('Kind of document.'),
    currency: z
      .string()
      .min(3)
      .max(3)
      .default('USD')
      .describe('ISO 4217 code of the currency, such as EUR, unless the input has "currency".'),
    locale: shared
      .locale()
      .describe(
        'Language of labels, numbers and dates: en, de, fr, es, it, nl or pt, with a country as in en-GB or de-CH.',
      ),
    electronicInvoice: z
      .enum(['auto', 'required', 'none'])
      .default('auto')
      .describe(
        'Embeds Factur-X/ZUGFeRD XML in invoices and credit notes: if the input has all that EN 16931 needs (a warning says what is missing), always (else the run is refused), or never.',
      ),
    qr: z.boolean().default(false).describe('Prints a QR code that pays the invoice by SEPA transfer (EPC, GiroCode).'),
    pageSize: z
      .enum(['auto', 'a4', 'letter'])
      .default('auto')
      .describe('Page size; auto is Letter for sellers in countries that use it, else A4.'),
    color: colorOption('#1f4e79', 'Colour of headings and lines.'),
  },
  result: 'mixed',
  data: invoiceData,
  notes: [
    'Required: "number", "issueDate", "seller.name" and "lines", each with "description", "quantity" and "unitPrice" (without VAT). Dates are written 2026-01-31; amounts are numbers or text such as "12.50", read exactly.',
    'Seller and buyer: "name", "street" (text or list of up to 3 lines), "city", "postalCode", "region", "country" (ISO 3166-1), "vatId", "taxNumber", "registration", "contact", "phone", "email". "deliverTo" has the keys of an address.',
    'Lines also take "details", "itemNumber", "unit" (UN/ECE code: C62 one, HUR hour, KGM kilogram; C62 if left out), "discount" or "discountPercent", "vatRate" in percent, "vatCategory" (S, Z, E, AE, K, G, O) and "net" to be checked. Without any VAT keys no VAT is shown.',
    '"discounts" and "charges" of the whole document have "description", "amount" or "percent", and "vatRate" where the lines have several rates. Category E needs "exemptionReason".',
    'Also: "buyer", "dueDate", "deliveryDate", "period" ("start", "end"), "currency", "buyerReference", "orderNumber", "contractNumber", "precedingInvoice" ("number", "date"), "paid", "payment" ("iban", "bic", "account", "bank", "accountName", "reference", "terms"), "intro", "notes" (a list), and "totals" with any of the totals of the result, to be checked.',
    'Sums follow EN 16931: the net amount of each line and the VAT of each rate are rounded half up to the digits of the currency; VAT is worked out from the sum of each rate. A receipt without "paid" is paid in full.',
    'The PDF is PDF/A-3b with the XML, else PDF/A-2b. The upload is the logo. Legal requirements of countries, and code lists of units and reasons, are not checked.',
    'At most 1,000 lines, 20 discounts and 20 charges, and 300,000 characters of text.',
  ],
  aliases: [
    'invoice maker',
    'bill generator',
    'factur-x',
    'zugferd',
    'e-invoice',
    'en 16931',
    'quote template',
    'estimate',
    'receipt maker',
    'credit memo',
    'rechnung',
    'giro code',
    'make a bill',
    'bill with vat',
  ],
  verified: [
    'Python 3.11 decimal: lines, VAT and totals of 5,000 random invoices in EUR, JPY and KWD, digit by digit.',
    'xmllint (libxml2 2.9.14) with the schema of Factur-X 1.07.3, profile EN 16931: the XML of 3,000 random invoices of all VAT categories; the business rules of EN 16931 written again in Python for 3,000 more.',
    'qpdf 11.3 and poppler 22.12: PDF files in eight locales are sound, fonts embedded, every line and sum printed, table head and page numbers on every page, the XML attached as factur-x.xml; zbarimg 0.23 reads the payment code.',
  ],
  examples: INVOICE_EXAMPLES,
  async run({ input, files, options, signal }) {
    const { kind, currency, locale, electronicInvoice, qr, pageSize, color } = options;
    const language = invoiceLocale(locale);
    const { document, digits } = readInvoice(input, kind, currency);
    const made = await makeInvoice(
      document,
      digits,
      files,
      { locale: language, hasCode: qr, electronicInvoice, pageSize, color },
      signal,
    );
    return withFiles(json(sumsReport(document, made, digits)), [
      { name: fileName(kind, document.number), mime: PDF_MIME, bytes: made.bytes },
    ]);
  },
});
