import { compare, ZERO } from '../numbers/rational.js';
import type { InvoiceDocument, Party, VatCategory } from './document.js';
import type { InvoiceSums } from './totals.js';

/** Decimals that amounts of EN 16931 may have (BR-DEC-01 to BR-DEC-28). */
const AMOUNT_DIGITS = 2;

/** Why a category bears no VAT: codes of the list VATEX. */
export const EXEMPTION_CODES: Readonly<Partial<Record<VatCategory, string>>> = {
  AE: 'VATEX-EU-AE',
  K: 'VATEX-EU-IC',
  G: 'VATEX-EU-G',
  O: 'VATEX-EU-O',
};

/**
 * What a document lacks to be an invoice of EN 16931, in words that complete "it needs …", each with its rule (EN 16931-1, chapter 6.4).
 * What every document must have is not looked at here.
 */
export function eInvoiceFaults(document: InvoiceDocument, { vat, totals }: InvoiceSums, digits: number): string[] {
  const { seller, buyer, lines, precedingInvoice, deliverTo } = document;
  const faults: string[] = [];
  const need = (isThere: boolean, what: string): void => {
    if (!isThere) faults.push(what);
  };
  const has = (category: VatCategory): boolean => vat.some((group) => group.category === category);
  need(document.hasVat, '"vatRate" or "vatCategory" of the lines (BR-CO-04)');
  need(seller.country !== '', '"seller.country" (BR-09)');
  need(buyer.name !== '', '"buyer.name" (BR-07)');
  need(buyer.country !== '', '"buyer.country" (BR-11)');
  need(
    seller.vatId !== '' || seller.registration !== '' || seller.taxNumber !== '',
    '"seller.vatId", "seller.registration" or "seller.taxNumber" (BR-CO-26)',
  );
  const taxed = (['S', 'Z', 'E', 'AE'] as const).filter(has);
  need(
    taxed.length === 0 || seller.vatId !== '' || seller.taxNumber !== '',
    `"seller.vatId" or "seller.taxNumber" for VAT category ${taxed.join(', ')} (BR-S-02 and alike)`,
  );
  need(!has('AE') || buyer.vatId !== '' || buyer.registration !== '', '"buyer.vatId" for category AE (BR-AE-02)');
  need(!(has('K') || has('G')) || seller.vatId !== '', '"seller.vatId" for categories K and G (BR-IC-02, BR-G-02)');
  need(!has('K') || buyer.vatId !== '', '"buyer.vatId" for category K (BR-IC-02)');
  need(
    !has('K') || document.deliveryDate !== '' || document.period !== undefined,
    '"deliveryDate" or "period" for category K (BR-IC-11)',
  );
  need(!has('K') || (deliverTo?.country ?? '') !== '', '"deliverTo.country" for category K (BR-IC-12)');
  need(!has('E') || document.exemptionReason !== '', '"exemptionReason" for category E (BR-E-10)');
  if (document.hasVat && has('O')) {
    need(vat.length === 1, 'category O alone: it must not be mixed with others (BR-O-11)');
    need(seller.vatId === '' && buyer.vatId === '', 'no "vatId" of seller and buyer with category O (BR-O-02)');
  }
  need(
    compare(totals.amountDue, ZERO) <= 0 || document.dueDate !== '' || (document.payment?.terms ?? '') !== '',
    '"dueDate" or "payment.terms" (BR-CO-25)',
  );
  for (const [i, { unitPrice }] of lines.entries())
    need(compare(unitPrice, ZERO) >= 0, `a "lines[${i}].unitPrice" that is not negative (BR-27)`);
  for (const [name, party] of [
    ['seller', seller],
    ['buyer', buyer],
  ] as const)
    need(hasCountryPrefix(party), `the country at the start of "${name}.vatId", such as DE123456789 (BR-CO-09)`);
  need(precedingInvoice === undefined || precedingInvoice.number !== '', '"precedingInvoice.number" (BR-55)');
  need(digits <= AMOUNT_DIGITS, `a currency of at most ${AMOUNT_DIGITS} decimals (BR-DEC-12 and alike)`);
  return faults;
}

/** Greece writes EL (BR-CO-09). */
const hasCountryPrefix = ({ vatId }: Party): boolean => vatId === '' || /^[A-Z]{2}/.test(vatId);
