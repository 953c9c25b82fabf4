import { z } from 'zod';

import { invalid } from '../../core/index.js';
import { bitcoinPayload } from '../../lib/payments/bitcoin.js';
import { epcPayload } from '../../lib/payments/epc.js';
import type { PaymentPayload } from '../../lib/payments/fault.js';
import { pixPayload } from '../../lib/payments/pix.js';
import { swissPayload } from '../../lib/payments/swiss.js';
import { upiPayload } from '../../lib/payments/upi.js';

import { qrReport } from './_qr-code.js';

/** Version 25 has 117 modules: the largest that a QR-bill may have (guidelines, 5.1). */
const MAX_SWISS_BYTES = 997;

const text = (most: number, description: string) => z.string().max(most).default('').describe(description);

/** Options that say what is paid, to whom and how. */
export const paymentOptions = {
  kind: z
    .enum(['epc', 'swiss', 'upi', 'pix', 'bitcoin'])
    .default('epc')
    .describe('SEPA credit transfer, Swiss QR-bill, UPI (India), Pix (Brazil) or Bitcoin.'),
  account: text(400, 'Where the money goes: IBAN (epc, swiss), UPI ID, Pix key or Bitcoin address.'),
  name: text(200, 'Name of the payee; for bitcoin a label.'),
  amount: z
    .number()
    .min(0)
    .max(9_999_999_999.99)
    .default(0)
    .describe('Amount, in bitcoin or in the currency of the kind; 0 leaves it open.'),
  currency: z.enum(['', 'CHF', 'EUR']).default('').describe('Currency of swiss; blank is CHF.'),
  reference: text(60, 'RF creditor reference (epc, swiss), QR reference (swiss), transaction id (upi, pix).'),
  text: text(500, 'Message to who is paid.'),
  bic: text(20, 'BIC of the bank, for epc outside of the EEA.'),
  purpose: text(4, 'Purpose code of epc such as CHAR.'),
  note: text(70, 'Information for who pays, for epc.'),
  street: text(70, 'Street of the payee, for swiss.'),
  houseNumber: text(16, 'House number of the payee, for swiss.'),
  postalCode: text(16, 'Postal code of the payee, for swiss.'),
  city: text(35, 'City of the payee, for swiss and pix.'),
  country: text(2, 'Country of the payee in two letters, for swiss.'),
  billInformation: text(140, 'Structured information of the biller, for swiss.'),
  debtorName: text(70, 'Name of the payer, for swiss.'),
  debtorStreet: text(70, 'Street of the payer, for swiss.'),
  debtorHouseNumber: text(16, 'House number of the payer, for swiss.'),
  debtorPostalCode: text(16, 'Postal code of the payer, for swiss.'),
  debtorCity: text(35, 'City of the payer, for swiss.'),
  debtorCountry: text(2, 'Country of the payer in two letters, for swiss.'),
} as const;

type PaymentValues = { readonly [Name in Exclude<keyof typeof paymentOptions, 'kind' | 'amount'>]: string } & {
  readonly amount: number;
};

type PaymentKind = 'epc' | 'swiss' | 'upi' | 'pix' | 'bitcoin';

/** Data of a payment code. */
export const paymentReport = qrReport.extend({
  kind: z.string().describe('Kind of payment code.'),
  payload: z.string().describe('Text inside the code.'),
});

const SWISS_ONLY = [
  'currency',
  'street',
  'houseNumber',
  'postalCode',
  'country',
  'billInformation',
  'debtorName',
  'debtorStreet',
  'debtorHouseNumber',
  'debtorPostalCode',
  'debtorCity',
  'debtorCountry',
] as const;

const EPC_ONLY = ['bic', 'purpose', 'note'] as const;

/** Options that a kind has no place for. */
const FOREIGN: Readonly<Record<PaymentKind, readonly (keyof PaymentValues)[]>> = {
  epc: [...SWISS_ONLY, 'city'],
  swiss: EPC_ONLY,
  upi: [...SWISS_ONLY, ...EPC_ONLY, 'city'],
  pix: [...SWISS_ONLY, ...EPC_ONLY],
  bitcoin: [...SWISS_ONLY, ...EPC_ONLY, 'city', 'reference'],
};

/** What the code says. Throws INVALID_INPUT naming the option that is wrong, that the kind has no place for or that must be shorter. */
export function payloadOf(kind: PaymentKind, values: PaymentValues): PaymentPayload {
  for (const option of FOREIGN[kind]) {
    if (values[option] !== '') throw invalid(`Option "${option}" must be empty for kind ${kind}`);
  }
  if (kind === 'epc') return epcPayload(values);
  if (kind === 'upi') return upiPayload(values);
  if (kind === 'pix') return pixPayload(values);
  if (kind === 'bitcoin') return bitcoinPayload(values);
  const debtor = {
    name: values.debtorName,
    street: values.debtorStreet,
    houseNumber: values.debtorHouseNumber,
    postalCode: values.debtorPostalCode,
    city: values.debtorCity,
    country: values.debtorCountry,
  };
  const swiss = swissPayload({ ...values, creditor: values, debtor });
  const bytes = Buffer.byteLength(swiss.payload);
  if (bytes > MAX_SWISS_BYTES) {
    throw invalid(
      `Option "text" must be shorter: the code has ${bytes} bytes, at most ${MAX_SWISS_BYTES} fit into a Swiss QR code`,
    );
  }
  return swiss;
}
