import { checkedAmount, checkedLine, type PaymentPayload, paymentFault } from './fault.js';
import { checkedBic, checkedCreditorReference, checkedIban } from './iban.js';

export interface EpcPayment {
  readonly name: string;
  readonly account: string;
  readonly bic: string;
  /** Euro; 0 for none. */
  readonly amount: number;
  readonly purpose: string;
  readonly reference: string;
  readonly text: string;
  readonly note: string;
}

const MAX_BYTES = 331;
const MAX_EURO = 999_999_999.99;

/** Members of the European Economic Area: their accounts need no BIC. */
const EEA = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' ');
/** Other countries and territories of the SEPA schemes (EPC409-09). */
const SEPA_BESIDES = 'AD AL CH GB GI MC MD ME MK RS SM VA'.split(' ');

/** Whether accounts of a country take SEPA credit transfers. */
export const isInSepa = (country: string): boolean => EEA.includes(country) || SEPA_BESIDES.includes(country);

/**
 * The lines of a SEPA credit transfer code, GiroCode: EPC069-12 (Quick Response Code: Guidelines to Enable Data Capture for the
 * Initiation of a SEPA Credit Transfer), version 002, UTF-8. Throws ContentFault.
 */
export function epcPayload(payment: EpcPayment): PaymentPayload {
  const warnings: string[] = [];
  const iban = checkedIban('account', payment.account);
  const country = iban.slice(0, 2);
  const bic = checkedBic('bic', payment.bic);
  if (!EEA.includes(country)) {
    if (!SEPA_BESIDES.includes(country)) warnings.push(`Accounts of ${country} take no SEPA credit transfers`);
    else if (bic === '') warnings.push(`Banks may ask for a BIC with accounts of ${country}, outside of the EEA`);
  }
  if (payment.reference !== '' && payment.text !== '') {
    throw paymentFault('text', 'must be empty where a reference is given: a transfer has one of them');
  }
  const amount = checkedAmount(payment.amount, MAX_EURO);
  const purpose = payment.purpose.toUpperCase();
  if (!/^[A-Z0-9]{0,4}$/.test(purpose))
    throw paymentFault('purpose', 'must have at most 4 letters and digits, such as CHAR');
  const lines = [
    'BCD',
    '002',
    '1',
    'SCT',
    bic,
    checkedLine('name', payment.name, 70, 'required'),
    iban,
    amount === undefined ? '' : `EUR${amount}`,
    purpose,
    payment.reference === '' ? '' : checkedCreditorReference('reference', payment.reference),
    checkedLine('text', payment.text, 140, 'optional'),
    checkedLine('note', payment.note, 70, 'optional'),
  ];
  // The last element that is given ends the text, without a line break.
  while (lines.at(-1) === '') lines.pop();
  const payload = lines.join('\n');
  const bytes = Buffer.byteLength(payload);
  if (bytes > MAX_BYTES)
    throw paymentFault('text', `must be shorter: the code has ${bytes} bytes, at most ${MAX_BYTES} are allowed`);
  return { payload, warnings };
}
