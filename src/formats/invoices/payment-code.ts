import { invalid } from '../../core/errors.js';
import { parseColor } from '../../engines/colors.js';
import type { InvoiceDocument } from '../../lib/invoices/document.js';
import type { InvoiceSums } from '../../lib/invoices/totals.js';
import { compare, rational, toFixed } from '../../lib/numbers/rational.js';
import { epcPayload } from '../../lib/payments/epc.js';
import { mod97 } from '../../lib/payments/iban.js';
import { drawQr } from '../barcodes/qr-picture.js';
import { encodeQr } from '../barcodes/qr-symbol.js';

const MAX_NAME = 70;
/** EPC069-12: 331 bytes in all; the other lines take at most 110. */
const MAX_TEXT_BYTES = 220;
const SIDE = 300;

/** The EPC code that pays a document, as SVG. Throws INVALID_INPUT for what such a code cannot pay. */
export function paymentCode(
  { kind, currency, payment, seller }: InvoiceDocument,
  { totals }: InvoiceSums,
): { readonly svg: Uint8Array; readonly warnings: readonly string[] } {
  if (kind !== 'invoice') throw invalid(`Option "qr" is for kind invoice, got "${kind}"`);
  if (currency !== 'EUR') throw invalid(`Option "qr" is for amounts in EUR, got ${currency}`);
  if (payment === undefined || payment.iban === '') throw invalid('Option "qr" needs "payment.iban" in the input');
  if (compare(totals.amountDue, rational(1n, 100n)) < 0)
    throw invalid(`Option "qr" needs an amount due of at least 0.01, got ${toFixed(totals.amountDue, 2)}`);
  if (compare(totals.amountDue, rational(99_999_999_999n, 100n)) > 0)
    throw invalid(`Option "qr" is for amounts up to 999999999.99, got ${toFixed(totals.amountDue, 2)}`);
  const name = [...(payment.accountName || seller.name)].slice(0, MAX_NAME).join('');
  const isCreditor = isCreditorReference(payment.reference);
  if (Buffer.byteLength(name + payment.reference) > MAX_TEXT_BYTES)
    throw invalid(
      `Option "qr" has room for ${MAX_TEXT_BYTES} bytes of name and "payment.reference", got ${Buffer.byteLength(name + payment.reference)}`,
    );
  const { payload, warnings } = epcPayload({
    name,
    account: payment.iban,
    bic: payment.bic,
    amount: Number(toFixed(totals.amountDue, 2)),
    purpose: '',
    reference: isCreditor ? payment.reference : '',
    text: isCreditor ? '' : payment.reference,
    note: '',
  });
  // EPC069-12: error correction M.
  const grid = encodeQr({ text: payload, kind: 'qr', level: 'M', version: 0, isLevelFixed: true });
  const style = {
    size: SIDE,
    margin: 0,
    dark: parseColor('color', '#000000'),
    light: parseColor('color', '#ffffff'),
    shape: 'square',
    logo: undefined,
  } as const;
  return { svg: drawQr(grid, style, 'svg'), warnings };
}

/** ISO 11649 with check digits that fit. */
function isCreditorReference(text: string): boolean {
  const reference = text.replace(/\s/g, '').toUpperCase();
  return /^RF\d{2}[A-Z0-9]{1,21}$/.test(reference) && mod97(reference.slice(4) + reference.slice(0, 4)) === 1;
}
