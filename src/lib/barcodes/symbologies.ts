/** A kind of barcode: how the writer names it, and the reader. */
export interface Symbology {
  /** As people write it, at the start of a message. */
  readonly name: string;
  /** BWIPP's encoder. */
  readonly encoder: string;
  /** ZXing's formats that read it; empty where none does. */
  readonly readers: readonly string[];
  readonly shape: 'bars' | 'post' | 'matrix';
  /** Has a check character that may be left out. */
  readonly hasOptionalCheck: boolean;
  /** Takes UTF-8; the others take ASCII. */
  readonly isUnicode: boolean;
  /** Free modules that the standard asks for on each side. */
  readonly quietZone: number;
}

const bars = (
  name: string,
  encoder: string,
  readers: readonly string[],
  quietZone = 10,
  hasOptionalCheck = false,
): Symbology => ({ name, encoder, readers, shape: 'bars', hasOptionalCheck, isUnicode: false, quietZone });

const post = (name: string, encoder: string): Symbology => ({
  name,
  encoder,
  readers: [],
  shape: 'post',
  hasOptionalCheck: false,
  isUnicode: false,
  quietZone: 6,
});

const matrix = (
  name: string,
  encoder: string,
  readers: readonly string[],
  quietZone = 2,
  isUnicode = true,
): Symbology => ({
  name,
  encoder,
  readers,
  shape: 'matrix',
  hasOptionalCheck: false,
  isUnicode,
  quietZone,
});

/** The kinds that are written, by the value of option `type`. Quiet zones: the symbologies' standards, as GS1 and ISO/IEC give them. */
export const SYMBOLOGIES = {
  code128: bars('Code 128', 'code128', ['Code128']),
  code39: bars('Code 39', 'code39', ['Code39'], 10, true),
  'code39-full-ascii': bars('Code 39 full ASCII', 'code39ext', ['Code39'], 10, true),
  code93: bars('Code 93', 'code93', ['Code93']),
  ean13: bars('EAN-13', 'ean13', ['EAN13'], 11),
  ean8: bars('EAN-8', 'ean8', ['EAN8'], 7),
  upca: bars('UPC-A', 'upca', ['UPCA'], 9),
  upce: bars('UPC-E', 'upce', ['UPCE'], 9),
  isbn: bars('ISBN', 'isbn', ['EAN13'], 11),
  issn: bars('ISSN', 'issn', ['EAN13'], 11),
  itf14: bars('ITF-14', 'itf14', ['ITF']),
  'interleaved-2-of-5': bars('Interleaved 2 of 5', 'interleaved2of5', ['ITF'], 10, true),
  'gs1-128': bars('GS1-128', 'gs1-128', ['Code128']),
  databar: bars('GS1 DataBar', 'databaromni', ['DataBar'], 2),
  'databar-stacked': bars('GS1 DataBar Stacked', 'databarstackedomni', ['DataBar'], 2),
  'databar-limited': bars('GS1 DataBar Limited', 'databarlimited', ['DataBarLtd'], 5),
  'databar-expanded': bars('GS1 DataBar Expanded', 'databarexpanded', ['DataBarExp'], 2),
  codabar: bars('Codabar', 'rationalizedCodabar', ['Codabar'], 10, true),
  msi: bars('MSI', 'msi', [], 12, true),
  code11: bars('Code 11', 'code11', [], 10, true),
  telepen: bars('Telepen', 'telepen', ['Telepen']),
  pharmacode: bars('Pharmacode', 'pharmacode', [], 6),
  pzn: bars('PZN', 'pzn', ['PZN', 'Code39']),
  'data-matrix': matrix('Data Matrix', 'datamatrix', ['DataMatrix'], 2),
  'gs1-data-matrix': matrix('GS1 DataMatrix', 'gs1datamatrix', ['DataMatrix'], 2, false),
  aztec: matrix('Aztec', 'azteccode', ['Aztec'], 2),
  pdf417: matrix('PDF417', 'pdf417', ['PDF417'], 4),
  'micro-pdf417': matrix('MicroPDF417', 'micropdf417', ['MicroPDF417'], 2),
  maxicode: matrix('MaxiCode', 'maxicode', [], 2, false),
  'usps-imb': post('USPS Intelligent Mail', 'onecode'),
  postnet: post('POSTNET', 'postnet'),
  planet: post('PLANET', 'planet'),
  'royal-mail': post('Royal Mail 4-State', 'royalmail'),
  kix: post('KIX', 'kix'),
  'australia-post': post('Australia Post', 'auspost'),
  'japan-post': post('Japan Post', 'japanpost'),
} as const satisfies Record<string, Symbology>;

export type SymbologyId = keyof typeof SYMBOLOGIES;

export const SYMBOLOGY_IDS = Object.keys(SYMBOLOGIES) as [SymbologyId, ...SymbologyId[]];
