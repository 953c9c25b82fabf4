import { signatureValues } from '../../formats/pdf/document/change.js';
import {
  attachmentsOf,
  countsOf,
  formOf,
  isLinearized,
  isTagged,
  layerNames,
  standardsOf,
} from '../../formats/pdf/document/inventory.js';
import { infoOf, isoDate } from '../../formats/pdf/document/metadata.js';
import type { OpenPdf } from '../../formats/pdf/document/open.js';
import { fontInfo, type Survey, stringEntry, surveyPages } from '../../formats/pdf/document/survey.js';
import { paperOf, rotationOf, shownSizeOf } from '../../formats/pdf/pages/page-size.js';
import type { EncryptionInfo } from '../../formats/pdf/syntax/encryption.js';
import { stringText } from '../../formats/pdf/syntax/objects.js';
import { pageList } from '../../lib/documents/page-ranges.js';
import { rounded } from './_report-data.js';

/** Most entries of a list in the answer; the number is always told. */
const MAX_LISTED = 1_000;

const orientationOf = (width: number, height: number): 'portrait' | 'landscape' | 'square' => {
  if (width === height) return 'square';
  return width > height ? 'landscape' : 'portrait';
};

/** Sizes of the pages as they are shown, in points and millimetres, the most frequent first. */
function pageSizes({ document, pages }: OpenPdf) {
  const sizes = new Map<string, { width: number; height: number; pages: number }>();
  for (const page of pages) {
    const { width, height } = shownSizeOf(document, page);
    const key = `${rounded(width)} ${rounded(height)}`;
    const known = sizes.get(key);
    if (known === undefined) sizes.set(key, { width: rounded(width), height: rounded(height), pages: 1 });
    else known.pages += 1;
  }
  return [...sizes.values()]
    .sort((a, b) => b.pages - a.pages)
    .slice(0, MAX_LISTED)
    .map(({ width, height, pages }) => ({
      width,
      height,
      widthMm: rounded((width * 25.4) / 72),
      heightMm: rounded((height * 25.4) / 72),
      paper: paperOf(width, height),
      orientation: orientationOf(width, height),
      pages: pages,
    }));
}

/** How a file is encrypted and what readers without the owner's password may do (ISO 32000-2, table 22). */
function encryptionReport(encryption: EncryptionInfo | undefined) {
  if (encryption === undefined) return null;
  const { method, bits, revision, permissions, encryptsMetadata } = encryption;
  const may = (bit: number): boolean => (permissions & (1 << (bit - 1))) !== 0;
  return {
    method: `${method}-${bits}`,
    revision,
    encryptsMetadata,
    permissions: {
      print: may(3),
      printHighQuality: may(3) && (revision === 2 || may(12)),
      modify: may(4),
      copy: may(5),
      annotate: may(6),
      fillForms: may(6) || (revision > 2 && may(9)),
      assemble: may(4) || (revision > 2 && may(11)),
    },
  };
}

function signaturesOf(pdf: OpenPdf) {
  const { document } = pdf;
  return signatureValues(pdf).map((value) => ({
    name: stringEntry(document, value, 'Name', stringText),
    reason: stringEntry(document, value, 'Reason', stringText),
    location: stringEntry(document, value, 'Location', stringText),
    date: stringEntry(document, value, 'M', (text) => isoDate(stringText(text))),
    format: document.getName(value, 'SubFilter') ?? null,
  }));
}

function perPageReport({ document, pages }: OpenPdf, { fonts, images }: Survey) {
  const counts = pages.map(() => ({ fonts: 0, images: 0 }));
  for (const [map, key] of [
    [fonts, 'fonts'],
    [images, 'images'],
  ] as const) {
    for (const used of map.values()) {
      for (const index of used) {
        const count = counts[index];
        if (count !== undefined) count[key] += 1;
      }
    }
  }
  return pages.map((page) => {
    const { width, height } = shownSizeOf(document, page);
    return {
      page: page.index + 1,
      width: Math.round(width * 100) / 100,
      height: Math.round(height * 100) / 100,
      rotation: rotationOf(document, page),
      ...counts[page.index],
      annotations: document.getArray(page.dict, 'Annots')?.length ?? 0,
    };
  });
}

/** Everything that is told of a file of these `bytes`. */
export function describe(pdf: OpenPdf, bytes: Uint8Array, isPerPage: boolean) {
  const { document } = pdf;
  const survey = surveyPages(pdf, pdf.pages);
  const fonts = [...survey.fonts].map(([font, pages]) => ({ ...fontInfo(document, font), pages: pageList(pages) }));
  const attachments = attachmentsOf(document);
  const { outline, destinations, annotations, scripts, links } = countsOf(pdf);
  const preferences = document.getName(document.catalog, 'PageMode');
  let imageBytes = 0;
  for (const image of survey.images.keys()) imageBytes += image.bytes.length;
  if (survey.isIncomplete) document.warn('only some of the fonts and images were examined: there are too many');
  return {
    bytes: bytes.length,
    version: document.statedVersion ?? null,
    headerVersion: document.headerVersion ?? null,
    pages: pdf.pages.length,
    pageSizes: pageSizes(pdf),
    info: infoOf(document),
    language: stringEntry(document, document.catalog, 'Lang', stringText),
    standards: standardsOf(document),
    encryption: encryptionReport(document.encryption),
    tagged: isTagged(document),
    linearized: isLinearized(bytes),
    opensWith: preferences ?? null,
    form: formOf(pdf),
    signatures: signaturesOf(pdf),
    attachments: attachments.slice(0, MAX_LISTED),
    layers: layerNames(document).slice(0, MAX_LISTED),
    counts: {
      fonts: fonts.length,
      images: survey.images.size,
      imageBytes,
      outlineEntries: outline,
      namedDestinations: destinations,
      attachments: attachments.length,
      webLinks: links,
      scripts,
      annotations,
    },
    fonts: fonts.slice(0, MAX_LISTED),
    ...(isPerPage ? { perPage: perPageReport(pdf, survey) } : {}),
    repaired: document.isRepaired,
    warnings: document.warnings,
  };
}
