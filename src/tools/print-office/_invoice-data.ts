import { z } from 'zod';

import { count, warnings } from '../../core/shared-data.js';
import type { MadeInvoice } from '../../formats/invoices/make-invoice.js';
import { INVOICE_KINDS, type InvoiceDocument, VAT_CATEGORIES } from '../../lib/invoices/document.js';
import { decimalsOf, type Rational, toFixed } from '../../lib/numbers/rational.js';

const amount = (description: string) => z.string().describe(description);

/** Amounts are text, so that no reader turns them into binary fractions. */
export const invoiceData = z.object({
  kind: z.enum(INVOICE_KINDS).describe('Kind of document.'),
  number: z.string().describe('Number of the document.'),
  currency: z.string().describe('ISO 4217 code of the currency.'),
  electronicInvoice: z.enum(['EN 16931', 'none']).describe('Profile of the embedded Factur-X/ZUGFeRD XML.'),
  lines: z
    .array(
      z.object({
        gross: amount('Quantity by unit price, rounded.'),
        discount: amount('Discount of the line.'),
        net: amount('Net amount: gross without discount.'),
      }),
    )
    .describe('Amounts of the lines, in their order.'),
  vat: z
    .array(
      z.object({
        category: z.enum(VAT_CATEGORIES).describe('VAT category as in EN 16931.'),
        ratePercent: amount('Rate in percent.'),
        base: amount('Net amount to which the rate applies.'),
        tax: amount('VAT.'),
      }),
    )
    .describe('VAT by category and rate; empty where the input has no VAT.'),
  totals: z
    .object({
      lineTotal: amount('Sum of the lines.'),
      discountTotal: amount('Sum of the discounts of the document.'),
      chargeTotal: amount('Sum of the charges of the document.'),
      netTotal: amount('Total without VAT.'),
      vatTotal: amount('Sum of the VAT.'),
      grandTotal: amount('Total with VAT.'),
      paid: amount('Amount already paid.'),
      amountDue: amount('Amount that is left to pay.'),
    })
    .describe('Totals, each with the digits of the currency.'),
  lineCount: count('Number of lines.'),
  warnings: warnings(),
});

/** The result's data. */
export function sumsReport(document: InvoiceDocument, { sums, isElectronic, warnings }: MadeInvoice, digits: number) {
  const money = (value: Rational): string => toFixed(value, digits);
  const { totals } = sums;
  return {
    kind: document.kind,
    number: document.number,
    currency: document.currency,
    electronicInvoice: isElectronic ? ('EN 16931' as const) : ('none' as const),
    lines: sums.lines.map((line) => ({
      gross: money(line.gross),
      discount: money(line.discount),
      net: money(line.net),
    })),
    vat: document.hasVat
      ? sums.vat.map(({ category, rate, base, tax }) => ({
          category,
          ratePercent: toFixed(rate, decimalsOf(rate) ?? 0),
          base: money(base),
          tax: money(tax),
        }))
      : [],
    totals: {
      lineTotal: money(totals.lineTotal),
      discountTotal: money(totals.discountTotal),
      chargeTotal: money(totals.chargeTotal),
      netTotal: money(totals.netTotal),
      vatTotal: money(totals.vatTotal),
      grandTotal: money(totals.grandTotal),
      paid: money(totals.paid),
      amountDue: money(totals.amountDue),
    },
    lineCount: sums.lines.length,
    warnings,
  };
}
