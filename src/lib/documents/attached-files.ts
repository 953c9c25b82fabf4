/** What is known of attached files by their names and first letters. */

/** Media types by ending, of what is attached to documents. */
const MIMES: Readonly<Record<string, string>> = {
  '.xml': 'text/xml',
  '.txt': 'text/plain',
  '.csv': 'text/csv',
  '.html': 'text/html',
  '.json': 'application/json',
  '.pdf': 'application/pdf',
  '.zip': 'application/zip',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.svg': 'image/svg+xml',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.pptx': 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  '.odt': 'application/vnd.oasis.opendocument.text',
  '.ods': 'application/vnd.oasis.opendocument.spreadsheet',
};

/** The media type that an ending, in lower case with its dot, stands for; `undefined` for one that is not known. */
export const mimeOfEnding = (ending: string): string | undefined =>
  Object.hasOwn(MIMES, ending) ? MIMES[ending] : undefined;

/** Letters at the start of an invoice in which its standard is looked for. */
const HEAD = 20_000;

export interface InvoiceMark {
  /** The language it is written in. */
  readonly syntax: 'CII' | 'ZUGFeRD 1' | 'UBL';
  /** The identifier of the profile or specification that it names. */
  readonly guideline: string | null;
}

/** What an XML file says of itself where it is an electronic invoice (EN 16931, Factur-X, ZUGFeRD, XRechnung); `undefined` where it is none. */
export function invoiceMark(bytes: Uint8Array): InvoiceMark | undefined {
  const head = new TextDecoder().decode(bytes.subarray(0, HEAD));
  const root = /<(?:[\w.-]{1,40}:)?(CrossIndustryInvoice|CrossIndustryDocument|Invoice|CreditNote)[\s>]/.exec(
    head,
  )?.[1];
  if (root === undefined) return undefined;
  const isUbl = root === 'Invoice' || root === 'CreditNote';
  if (isUbl && !head.includes('urn:oasis:names:specification:ubl:schema:xsd:')) return undefined;
  const holder = isUbl ? 'CustomizationID' : 'GuidelineSpecifiedDocumentContextParameter';
  const at = head.indexOf(holder);
  const part = at < 0 ? '' : head.slice(at, at + 500);
  const guideline = (isUbl ? /^CustomizationID[^<>]*>([^<]*)</ : /<(?:[\w.-]{1,40}:)?ID(?: [^<>]*)?>([^<]*)</).exec(
    part,
  )?.[1];
  return {
    syntax: isUbl ? 'UBL' : root === 'CrossIndustryDocument' ? 'ZUGFeRD 1' : 'CII',
    guideline: guideline?.trim() || null,
  };
}

/** Whether a name fits a pattern in which `*` stands for any text; upper and lower case are one. */
export function fitsPattern(name: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.toLowerCase().split('*');
  const text = name.toLowerCase();
  if (rest.length === 0) return text === first;
  const last = rest.pop() ?? '';
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
