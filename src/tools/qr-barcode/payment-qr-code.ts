import { z } from 'zod';

import { defineTool, invalid } from '../../core/index.js';
import { swissCross } from '../../engines/barcodes/swiss-cross.js';
import { bitcoinPayload } from '../../lib/payments/bitcoin.js';
import { epcPayload } from '../../lib/payments/epc.js';
import { PaymentFault, type PaymentPayload } from '../../lib/payments/fault.js';
import { pixPayload } from '../../lib/payments/pix.js';
import { swissPayload } from '../../lib/payments/swiss.js';
import { upiPayload } from '../../lib/payments/upi.js';

import { QR_PICTURE_NOTES, qrPictureOptions, qrResult } from './_qr-code.js';

const { errorCorrection: _, ...pictureOptions } = qrPictureOptions;

const text = (most: number, description: string) => z.string().max(most).default('').describe(description);

const paymentOptions = {
  account: text(400, 'Where the money goes: IBAN (epc, swiss), UPI ID, Pix key or Bitcoin address.'),
  name: text(200, 'Name of who is paid; for bitcoin a label.'),
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
  street: text(70, 'Street of who is paid, for swiss.'),
  houseNumber: text(16, 'House number of who is paid, for swiss.'),
  postalCode: text(16, 'Postal code of who is paid, for swiss.'),
  city: text(35, 'City of who is paid, for swiss and pix.'),
  country: text(2, 'Country of who is paid in two letters, for swiss.'),
  billInformation: text(140, 'Structured information of the biller, for swiss.'),
  debtorName: text(70, 'Name of who pays, for swiss.'),
  debtorStreet: text(70, 'Street of who pays, for swiss.'),
  debtorHouseNumber: text(16, 'House number of who pays, for swiss.'),
  debtorPostalCode: text(16, 'Postal code of who pays, for swiss.'),
  debtorCity: text(35, 'City of who pays, for swiss.'),
  debtorCountry: text(2, 'Country of who pays in two letters, for swiss.'),
} as const;

type PaymentValues = { readonly [Name in Exclude<keyof typeof paymentOptions, 'amount'>]: string } & {
  readonly amount: number;
};
type Kind = 'epc' | 'swiss' | 'upi' | 'pix' | 'bitcoin';

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
const FOREIGN: Readonly<Record<Kind, readonly (keyof PaymentValues)[]>> = {
  epc: [...SWISS_ONLY, 'city'],
  swiss: EPC_ONLY,
  upi: [...SWISS_ONLY, ...EPC_ONLY, 'city'],
  pix: [...SWISS_ONLY, ...EPC_ONLY],
  bitcoin: [...SWISS_ONLY, ...EPC_ONLY, 'city', 'reference'],
};

function payloadOf(kind: Kind, values: PaymentValues): PaymentPayload {
  for (const option of FOREIGN[kind]) {
    if (values[option] !== '') throw new PaymentFault(option, `must be empty for kind ${kind}`);
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
  return swissPayload({ ...values, creditor: values, debtor });
}

function naming<Result>(act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    if (error instanceof PaymentFault) throw invalid(`Option "${error.option}" ${error.message}`);
    throw error;
  }
}

/** Version 25 has 117 modules: the largest that a QR-bill may have (guidelines, 5.1). */
const MOST_SWISS_BYTES = 997;

export default defineTool({
  id: 'payment-qr-code',
  title: 'Payment QR Code',
  summary: 'Makes a checked payment code: SEPA transfer (GiroCode), Swiss QR-bill, UPI, Pix or Bitcoin.',
  family: 'qr-barcode',
  class: 'standard',
  input: 'none',
  options: {
    kind: z
      .enum(['epc', 'swiss', 'upi', 'pix', 'bitcoin'])
      .default('epc')
      .describe('SEPA credit transfer, Swiss QR-bill, UPI (India), Pix (Brazil) or Bitcoin.'),
    ...paymentOptions,
    ...pictureOptions,
  },
  result: 'mixed',
  notes: [
    'What the code says is in "payload". Options that a kind has no place for must be empty.',
    'epc: EPC069-12 version 002 in UTF-8; a transfer has a reference or a text. Only lengths, forms and check digits are checked, not whether an account exists.',
    'swiss: guidelines of SIX, version 2.3, with structured addresses and the Swiss cross; a QR-IBAN needs a QR reference of 27 digits, other accounts an RF reference or none. It is the code, not the payment part; print it 46 mm wide without its margin.',
    'pix: a static code; accents are taken off, with a warning. bitcoin: BIP 21; the checksum of the address is checked.',
    'Error correction is M, as the standards of epc and swiss ask for.',
    ...QR_PICTURE_NOTES,
  ],
  aliases: [
    'girocode',
    'epc qr code',
    'sepa qr code',
    'swiss qr bill',
    'qr-rechnung',
    'upi qr code',
    'pix qr code',
    'bitcoin qr code',
  ],
  verified: ['PENDING'],
  examples: [],
  async run({ options }) {
    const { kind, ...values } = options;
    const { payload, warnings } = naming(() => payloadOf(kind, values));
    if (kind === 'swiss' && Buffer.byteLength(payload) > MOST_SWISS_BYTES) {
      throw invalid(
        `Option "text" must be shorter: the code has ${Buffer.byteLength(payload)} bytes, at most ${MOST_SWISS_BYTES} fit into a Swiss QR code`,
      );
    }
    const content = { text: payload, name: `${kind}-qr-code`, isLevelFixed: true, facts: { kind, payload }, warnings };
    const isSwiss = kind === 'swiss';
    return await qrResult(isSwiss ? { ...content, logo: swissCross() } : content, { ...options, errorCorrection: 'M' });
  },
});
