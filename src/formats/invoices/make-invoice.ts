import { invalid } from '../../core/errors.js';
import { refusing } from '../../core/refusing.js';
import type { InputFile } from '../../core/tool.js';
import { hexColor, onWhite, parseColor } from '../../engines/colors.js';
import { type InvoiceView, invoiceText, typesetInvoice } from '../../engines/typst/invoice-document.js';
import { undrawnIn } from '../../engines/typst/typeset.js';
import { type PageSize, pageSides } from '../../lib/documents/page-sizes.js';
import { writeCii } from '../../lib/invoices/cii.js';
import { usesLetterPaper } from '../../lib/invoices/countries.data.js';
import { type InvoiceDocument, TOTAL_NAMES } from '../../lib/invoices/document.js';
import { eInvoiceFaults } from '../../lib/invoices/en16931.js';
import { type InvoiceSums, invoiceSums } from '../../lib/invoices/totals.js';
import { isCommonUnit } from '../../lib/invoices/units.data.js';
import { compare, toFixed } from '../../lib/numbers/rational.js';
import { isInSepa } from '../../lib/payments/epc.js';
import { documentPictures } from '../document-pictures.js';
import { ATTACHMENT_NAME, withFacturXMetadata } from './electronic.js';
import { paymentCode } from './payment-code.js';
import { exemptionReason, type InvoiceLocale, invoiceView } from './view.js';

export interface InvoiceOptions {
  readonly locale: InvoiceLocale;
  readonly hasCode: boolean;
  readonly electronicInvoice: 'auto' | 'required' | 'none';
  readonly pageSize: 'auto' | PageSize;
  readonly color: string;
}

export interface MadeInvoice {
  readonly bytes: Uint8Array;
  readonly sums: InvoiceSums;
  /** Whether the PDF holds the XML of EN 16931. */
  readonly isElectronic: boolean;
  readonly warnings: readonly string[];
}

/** Room for a logo in points. */
const LOGO_WIDTH = 200;
const LOGO_HEIGHT = 68;

/** Throws INVALID_INPUT where a sum that the caller states is another. */
function checkStated(document: InvoiceDocument, sums: InvoiceSums, digits: number): void {
  const check = (where: string, stated: InvoiceDocument['paid'], own: typeof stated): void => {
    if (stated === undefined || own === undefined || compare(stated, own) === 0) return;
    throw invalid(
      `Input must have ${toFixed(own, digits)} in "${where}", the sum of what it has, got ${toFixed(stated, digits)}`,
    );
  };
  for (const [i, { net }] of document.lines.entries()) check(`lines[${i}].net`, net, sums.lines[i]?.net);
  for (const name of TOTAL_NAMES) check(`totals.${name}`, document.totals[name], sums.totals[name]);
}

/** Whether the XML of EN 16931 goes with the document, and what is to be said where it does not. Throws INVALID_INPUT where it must. */
function electronicOf(
  document: InvoiceDocument,
  sums: InvoiceSums,
  digits: number,
  wish: InvoiceOptions['electronicInvoice'],
): { readonly isElectronic: boolean; readonly warnings: readonly string[] } {
  const isKind = document.kind === 'invoice' || document.kind === 'credit-note';
  if (wish === 'none' || (wish === 'auto' && !isKind)) return { isElectronic: false, warnings: [] };
  if (!isKind)
    throw invalid(`Option "electronicInvoice" must not be required for kind ${document.kind}: EN 16931 knows none`);
  const faults = eInvoiceFaults(document, sums, digits);
  if (faults.length === 0) return { isElectronic: true, warnings: [] };
  const needed = `EN 16931 needs ${faults.join('; ')}`;
  if (wish === 'required') throw invalid(`Cannot make an electronic invoice: ${needed}`);
  return { isElectronic: false, warnings: [`no electronic invoice is embedded: ${needed}`] };
}

async function logoOf(file: InputFile | undefined, signal: AbortSignal) {
  if (file === undefined) return undefined;
  const picture = (await documentPictures([file], signal)).get(file.name);
  if (picture === undefined) return undefined;
  const scale = Math.min(1, LOGO_WIDTH / picture.width, LOGO_HEIGHT / picture.height);
  const name = `logo.${picture.ending}`;
  return { bytes: picture.bytes, place: { file: name, width: picture.width * scale, height: picture.height * scale } };
}

/** Throws INVALID_INPUT naming a character that could only be shown as a box, which PDF/A forbids. */
function checkCharacters(view: InvoiceView): void {
  const text = invoiceText(view);
  const undrawn = undrawnIn(text);
  if (undrawn !== undefined) {
    throw invalid(
      `Input must have only characters that a font has, got ${codePoint(undrawn)}: scripts are Latin, Greek, Cyrillic, Arabic, Hebrew, Devanagari, Thai, Chinese, Japanese and Korean`,
    );
  }
}

const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** Sums, words, XML and PDF of a document. */
export async function makeInvoice(
  document: InvoiceDocument,
  digits: number,
  [logoFile]: readonly InputFile[],
  options: InvoiceOptions,
  signal: AbortSignal,
): Promise<MadeInvoice> {
  const sums = invoiceSums(document, digits);
  checkStated(document, sums, digits);
  const code = options.hasCode ? paymentCode(document, sums) : undefined;
  const electronic = electronicOf(document, sums, digits, options.electronicInvoice);
  const logo = await logoOf(logoFile, signal);
  const { locale } = options;
  const files = new Map<string, Uint8Array>();
  if (logo !== undefined) files.set(logo.place.file, logo.bytes);
  if (code !== undefined) files.set('payment-code.svg', code.svg);
  const iban = document.payment?.iban ?? '';
  if (electronic.isElectronic) {
    const isSepa = document.currency === 'EUR' && iban !== '' && isInSepa(iban.slice(0, 2));
    const reasonOf = (vat: Parameters<typeof exemptionReason>[0]) => exemptionReason(vat, document, locale.labels);
    files.set(ATTACHMENT_NAME, Buffer.from(writeCii(document, { sums, digits, isSepa, reasonOf })));
  }
  const paper = usesLetterPaper(document.seller.country) ? 'letter' : 'a4';
  const view = invoiceView(document, {
    sums,
    digits,
    locale,
    page: pageSides(options.pageSize === 'auto' ? paper : options.pageSize, 'portrait'),
    color: hexColor(onWhite(parseColor('color', options.color))),
    logo: logo?.place ?? null,
    code: code === undefined ? '' : 'payment-code.svg',
    attachment: electronic.isElectronic
      ? {
          path: ATTACHMENT_NAME,
          // What ZUGFeRD asks for in this profile, and Factur-X allows.
          relationship: 'alternative',
          mime: 'text/xml',
          description: 'Factur-X/ZUGFeRD invoice',
        }
      : null,
  });
  checkCharacters(view);
  const set = refusing('Cannot typeset the input', () => typesetInvoice(view, files));
  const units = new Set(document.lines.map(({ unit }) => unit).filter((unit) => !isCommonUnit(unit)));
  return {
    bytes: electronic.isElectronic ? withFacturXMetadata(set) : set,
    sums,
    isElectronic: electronic.isElectronic,
    warnings: [
      ...electronic.warnings,
      ...[...units].map((unit) => `unit ${unit} is not a common one and is printed as its code`),
      ...(code?.warnings ?? []),
    ],
  };
}
