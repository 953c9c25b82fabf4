import type { Rational } from '../numbers/rational.js';

export const INVOICE_KINDS = ['invoice', 'quote', 'receipt', 'credit-note'] as const;

export type InvoiceKind = (typeof INVOICE_KINDS)[number];

/**
 * VAT categories (UNTDID 5305) that EN 16931 knows: standard, zero rated, exempt, reverse charge, within the European Union, export, not subject
 * to VAT.
 */
export const VAT_CATEGORIES = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O'] as const;

export type VatCategory = (typeof VAT_CATEGORIES)[number];

/** Texts that are not given are empty. */
export interface Address {
  readonly name: string;
  /** At most three lines. */
  readonly street: readonly string[];
  readonly city: string;
  readonly postalCode: string;
  readonly region: string;
  /** ISO 3166-1, two letters. */
  readonly country: string;
}

/** Seller or buyer. */
export interface Party extends Address {
  readonly vatId: string;
  readonly taxNumber: string;
  readonly registration: string;
  readonly contact: string;
  readonly phone: string;
  readonly email: string;
}

export interface VatRate {
  readonly category: VatCategory;
  /** In percent; 0 for every category but S. */
  readonly rate: Rational;
}

export interface InvoiceLine {
  readonly description: string;
  readonly details: string;
  readonly itemNumber: string;
  readonly quantity: Rational;
  /** UN/ECE recommendation 20. */
  readonly unit: string;
  readonly unitPrice: Rational;
  readonly discount: Rational | undefined;
  readonly discountPercent: Rational | undefined;
  readonly vat: VatRate;
  /** As the caller has it, to be checked. */
  readonly net: Rational | undefined;
}

/** A discount or charge of the whole document. */
export interface Adjustment {
  readonly description: string;
  readonly amount: Rational | undefined;
  /** Of the sum of the lines. */
  readonly percent: Rational | undefined;
  readonly vat: VatRate;
}

export interface Payment {
  readonly iban: string;
  readonly bic: string;
  readonly account: string;
  readonly bank: string;
  readonly accountName: string;
  readonly reference: string;
  readonly terms: string;
}

export const TOTAL_NAMES = [
  'lineTotal',
  'discountTotal',
  'chargeTotal',
  'netTotal',
  'vatTotal',
  'grandTotal',
  'paid',
  'amountDue',
] as const;

export type TotalName = (typeof TOTAL_NAMES)[number];

/** Dates are ISO 8601, `2026-01-31`. */
export interface InvoiceDocument {
  readonly kind: InvoiceKind;
  readonly number: string;
  readonly issueDate: string;
  readonly dueDate: string;
  readonly deliveryDate: string;
  readonly period: { readonly start: string; readonly end: string } | undefined;
  readonly currency: string;
  readonly seller: Party;
  readonly buyer: Party;
  readonly deliverTo: Address | undefined;
  readonly buyerReference: string;
  readonly orderNumber: string;
  readonly contractNumber: string;
  readonly precedingInvoice: { readonly number: string; readonly date: string } | undefined;
  readonly lines: readonly InvoiceLine[];
  /** Whether the caller speaks of VAT at all. */
  readonly hasVat: boolean;
  readonly discounts: readonly Adjustment[];
  readonly charges: readonly Adjustment[];
  /** Left out: nothing, or on a receipt everything. */
  readonly paid: Rational | undefined;
  readonly payment: Payment | undefined;
  readonly exemptionReason: string;
  readonly intro: string;
  readonly notes: readonly string[];
  /** As the caller has them, to be checked. */
  readonly totals: Readonly<Partial<Record<TotalName, Rational>>>;
}
