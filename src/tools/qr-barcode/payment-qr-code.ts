import { defineTool } from '../../core/index.js';
import { swissCross } from '../../formats/barcodes/swiss-cross.js';

import { payloadOf, paymentOptions, paymentReport } from './_payment.js';
import { QR_PICTURE_NOTES, qrPictureOptions, qrResult } from './_qr-code.js';

const { errorCorrection: _, ...pictureOptions } = qrPictureOptions;

export default defineTool({
  id: 'payment-qr-code',
  title: 'Payment QR Code',
  summary: 'Makes a checked payment code: SEPA transfer (GiroCode), Swiss QR-bill, UPI, Pix or Bitcoin.',
  family: 'qr-barcode',
  class: 'standard',
  input: 'none',
  options: { ...paymentOptions, ...pictureOptions },
  result: 'mixed',
  data: paymentReport,
  notes: [
    'What the code says is in "payload". Options that a kind has no place for must be empty.',
    'For epc: EPC069-12 version 002 in UTF-8; a transfer has a reference or a text. Only lengths, forms and check digits are checked, not whether an account exists.',
    'For swiss: guidelines of SIX, version 2.3, with structured addresses and the Swiss cross; a QR-IBAN needs a QR reference of 27 digits, other accounts an RF reference or none. It is the code, not the payment part; print it 46 mm wide without its margin.',
    'For pix: a static code; accents are taken off, with a warning. For bitcoin: BIP 21; the checksum of the address is checked.',
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
  verified: [
    'Published samples: EPC069-12 (Red Cross of Belgium), SIX guidelines (Robert Schneider AG), Banco Central do Brasil (static Pix code with its CRC), BIP 21, 173 and 350 (addresses, valid and not).',
    'ZXing-C++ reads each payload from the picture; zbarimg 0.23.92 too, the Swiss one with its cross painted over.',
    'IBANs of 25 countries from the SWIFT registry: accepted; with any one digit changed or two neighbours swapped: refused.',
  ],
  examples: [
    {
      title: 'A SEPA transfer: the sample of the European Payments Council',
      options: {
        account: 'BE72 0000 0000 1616',
        bic: 'BPOTBEB1',
        name: 'Red Cross of Belgium',
        amount: 1,
        purpose: 'CHAR',
        text: 'Urgency fund',
        note: 'Sample EPC QR Code',
      },
      output: {
        data: {
          kind: 'epc',
          payload:
            'BCD\n002\n1\nSCT\nBPOTBEB1\nRed Cross of Belgium\nBE72000000001616\nEUR1.00\nCHAR\n\nUrgency fund\nSample EPC QR Code',
          version: '6',
          errorCorrection: 'M',
          modules: 41,
          pixelsPerModule: 10,
          warnings: [],
        },
        files: [{ name: 'epc-qr-code.png', mime: 'image/png' }],
      },
    },
    {
      title: 'A Swiss QR-bill: the sample of SIX',
      options: {
        kind: 'swiss',
        account: 'CH44 3199 9123 0008 8901 2',
        name: 'Robert Schneider AG',
        street: 'Rue du Lac',
        houseNumber: '1268',
        postalCode: '2501',
        city: 'Biel',
        country: 'CH',
        amount: 1949.75,
        debtorName: 'Pia-Maria Rutschmann-Schnyder',
        debtorStreet: 'Grosse Marktgasse',
        debtorHouseNumber: '28',
        debtorPostalCode: '9400',
        debtorCity: 'Rorschach',
        debtorCountry: 'CH',
        reference: '21 00000 00003 13947 14300 09017',
        text: 'Order of 15.06.2020',
        billInformation: '//S1/10/10201409/11/200701/20/140.000-53/30/102673831/31/200615/32/7.7:139.40/40/0:30',
        size: 1024,
      },
      output: {
        data: {
          kind: 'swiss',
          payload:
            'SPC\n0200\n1\nCH4431999123000889012\nS\nRobert Schneider AG\nRue du Lac\n1268\n2501\nBiel\nCH\n\n\n\n\n\n\n\n1949.75\nCHF\nS\nPia-Maria Rutschmann-Schnyder\nGrosse Marktgasse\n28\n9400\nRorschach\nCH\nQRR\n210000000003139471430009017\nOrder of 15.06.2020\nEPD\n//S1/10/10201409/11/200701/20/140.000-53/30/102673831/31/200615/32/7.7:139.40/40/0:30',
          version: '12',
          errorCorrection: 'M',
          modules: 65,
          pixelsPerModule: 14,
          warnings: [],
        },
        files: [{ name: 'swiss-qr-code.png', mime: 'image/png' }],
      },
    },
    {
      title: 'Pix: the sample of Banco Central do Brasil',
      options: {
        kind: 'pix',
        account: '123e4567-e12b-12d1-a456-426655440000',
        name: 'Fulano de Tal',
        city: 'BRASILIA',
      },
      output: {
        data: {
          kind: 'pix',
          payload:
            '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D',
          version: '7',
          errorCorrection: 'M',
          modules: 45,
          pixelsPerModule: 9,
          warnings: [],
        },
        files: [{ name: 'pix-qr-code.png', mime: 'image/png' }],
      },
    },
    {
      title: 'Bitcoin to a Taproot address',
      options: {
        kind: 'bitcoin',
        account: 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
        amount: 0.00000001,
        format: 'svg',
      },
      output: {
        data: {
          kind: 'bitcoin',
          payload: 'bitcoin:bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0?amount=0.00000001',
          version: '6',
          errorCorrection: 'M',
          modules: 41,
          warnings: [],
        },
        files: [{ name: 'bitcoin-qr-code.svg', mime: 'image/svg+xml' }],
      },
    },
    {
      title: 'UPI, the amount left open',
      options: { kind: 'upi', account: 'nadeem@npci', name: 'Nadeem Chinna', text: 'Order 1' },
      output: {
        data: {
          kind: 'upi',
          payload: 'upi://pay?pa=nadeem@npci&pn=Nadeem%20Chinna&tn=Order%201&cu=INR',
          version: '5',
          errorCorrection: 'M',
          modules: 37,
          pixelsPerModule: 11,
          warnings: [],
        },
        files: [{ name: 'upi-qr-code.png', mime: 'image/png' }],
      },
    },
    {
      title: 'An IBAN with a wrong digit',
      options: { account: 'DE89370400440532013001', name: 'Max' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "account" must be an IBAN whose check digits fit: a digit or letter is wrong',
      },
    },
    {
      title: 'A QR-IBAN without its reference',
      options: {
        kind: 'swiss',
        account: 'CH4431999123000889012',
        name: 'Robert Schneider AG',
        postalCode: '2501',
        city: 'Biel',
        country: 'CH',
      },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "reference" must be a QR reference of 27 digits, because the account is a QR-IBAN',
      },
    },
    {
      title: 'The address of the BIP 21 text, whose check characters are wrong on purpose',
      options: { kind: 'bitcoin', account: '175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "account" must be a Bitcoin address whose check characters fit',
      },
    },
    {
      title: 'A fraction of a cent',
      options: { account: 'DE89370400440532013000', name: 'Max', amount: 0.001 },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "amount" must have at most two decimals for this kind, got 0.001',
      },
    },
    {
      title: 'An option of another kind',
      options: { kind: 'pix', bic: 'BPOTBEB1' },
      error: { code: 'INVALID_INPUT', message: 'Option "bic" must be empty for kind pix' },
    },
    {
      title: 'A Swiss code of too many bytes',
      options: {
        kind: 'swiss',
        account: 'CH5604835012345678009',
        name: 'é'.repeat(70),
        street: 'é'.repeat(70),
        houseNumber: 'é'.repeat(16),
        postalCode: 'é'.repeat(16),
        city: 'é'.repeat(35),
        country: 'CH',
        debtorName: 'é'.repeat(70),
        debtorStreet: 'é'.repeat(70),
        debtorHouseNumber: 'é'.repeat(16),
        debtorPostalCode: 'é'.repeat(16),
        debtorCity: 'é'.repeat(35),
        debtorCountry: 'CH',
        text: 'é'.repeat(140),
      },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "text" must be shorter: the code has 1182 bytes, at most 997 fit into a Swiss QR code',
      },
    },
  ],
  async run({ options }) {
    const { kind, ...values } = options;
    const { payload, warnings } = payloadOf(kind, values);
    const content = { text: payload, name: `${kind}-qr-code`, isLevelFixed: true, facts: { kind, payload }, warnings };
    const isSwiss = kind === 'swiss';
    return await qrResult(isSwiss ? { ...content, logo: swissCross() } : content, { ...options, errorCorrection: 'M' });
  },
});
