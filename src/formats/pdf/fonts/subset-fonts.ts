import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';

import type { PdfDocument } from '../document/document.js';
import type { PdfPage } from '../pages/pages.js';
import { type PdfDict, PdfName, PdfStream } from '../syntax/objects.js';
import { walkDocument } from '../syntax/walk.js';
import { listGlyphs, replaceBytes } from './listed-glyphs.js';
import type { ShownFont } from './shown-font.js';
import { type ShownText, shownText } from './shown-text.js';
import { subsetCffProgram } from './subset-cff.js';
import { subsetTrueType } from './subset-truetype.js';
import { subsetType1 } from './subset-type1.js';

const MAX_FONT_BYTES = 32 * 2 ** 20;
/** The standard 14 fonts and the usual other names for them (ISO 32000-2, 9.6.2.2). */
const STANDARD_FONT = /^(?:Arial|Courier|Helvetica|Symbol|Times|ZapfDingbats)/;
/** Fonts that share a program, each of which goes through its glyphs. Chosen: it takes less than a second. */
const MAX_FONTS_OF_PROGRAM = 1024;
const SUBSET_NAME = /^[A-Z]{6}\+/;

/** Fonts that have a program of their own or of their descendant. */
const FONTS = new Set(['TrueType', 'Type0', 'Type1', 'MMType1']);
const PROGRAMS = ['FontFile', 'FontFile2', 'FontFile3'] as const;

/** By the entry of the descriptor that the program is in. */
const KINDS: Readonly<
  Record<
    (typeof PROGRAMS)[number],
    (document: PdfDocument, bytes: Uint8Array, fonts: readonly ShownFont[]) => Uint8Array | undefined
  >
> = { FontFile: subsetType1, FontFile2: subsetTrueType, FontFile3: subsetCffProgram };

/** A font program and the fonts of the document that it serves. */
interface Program {
  readonly stream: PdfStream;
  readonly key: (typeof PROGRAMS)[number];
  readonly descriptors: Set<PdfDict>;
  readonly fonts: PdfDict[];
}

/**
 * Leaves the outlines of letters that no content shows out of the embedded fonts, in place. Fonts of form fields stay whole, for
 * what people will write. The number of fonts that became smaller.
 */
export function subsetFonts(document: PdfDocument, pages: readonly PdfPage[]): number {
  const programs = programsOf(document);
  if (programs.length === 0) return 0;
  const shown = shownText(document, pages);
  if (shown === undefined) return 0;
  const kept = formFonts(document);
  let count = 0;
  for (const program of programs) {
    if (program.fonts.length > MAX_FONTS_OF_PROGRAM) continue;
    if (program.fonts.some((font) => kept.has(font))) continue;
    if (subset(document, program, shown)) count += 1;
  }
  return count;
}

function programsOf(document: PdfDocument): readonly Program[] {
  const programs = new Map<PdfStream, Program>();
  const odd = new Set<PdfStream>();
  for (const { dict } of walkDocument(document)) {
    if (!FONTS.has(document.getName(dict, 'Subtype') ?? '')) continue;
    const descriptor = document.getDict(descendantOf(document, dict) ?? dict, 'FontDescriptor');
    if (descriptor === undefined) continue;
    const keys = PROGRAMS.filter((key) => document.get(descriptor, key) instanceof PdfStream);
    for (const key of keys) {
      const stream = document.get(descriptor, key) as PdfStream;
      const known = programs.get(stream) ?? { stream, key, descriptors: new Set(), fonts: [] };
      programs.set(stream, known);
      known.descriptors.add(descriptor);
      known.fonts.push(dict);
      // Several programs, or one that is said to be of two kinds: which of them viewers take is theirs to know.
      if (keys.length > 1 || known.key !== key) odd.add(stream);
    }
  }
  return [...programs.values()].filter(({ stream }) => !odd.has(stream));
}

const descendantOf = (document: PdfDocument, font: PdfDict): PdfDict | undefined =>
  document.dictOf(document.getArray(font, 'DescendantFonts')?.[0]);

/** Fonts in the default resources of forms and fields. */
function formFonts(document: PdfDocument): ReadonlySet<PdfDict> {
  const fonts = new Set<PdfDict>();
  for (const { dict } of walkDocument(document)) {
    const resources = document.getDict(dict, 'DR');
    for (const value of (resources && document.getDict(resources, 'Font'))?.values() ?? []) {
      const font = document.dictOf(value);
      if (font !== undefined) fonts.add(font);
    }
  }
  return fonts;
}

function subset(document: PdfDocument, { stream, key, descriptors, fonts }: Program, shown: ShownText): boolean {
  const bytes = document.tryDecode(stream, MAX_FONT_BYTES);
  if (bytes === undefined) return false;
  const uses = fonts.map((font) => ({
    font,
    descendant: descendantOf(document, font),
    strings: shown.get(font) ?? [],
  }));
  const isComposite = uses.map(({ descendant }) => descendant !== undefined);
  const kind = isComposite[0] === true ? 'CIDFontType0C' : 'Type1C';
  // One program for fonts of both kinds has no kind of its own once it is a bare one.
  if (key === 'FontFile3' && new Set(isComposite).size > 1) return false;
  const smaller = KINDS[key](document, bytes, uses);
  if (smaller === undefined) return false;
  const packed = deflateSync(smaller, { level: 9 });
  if (packed.length >= stream.bytes.length) return false;
  replaceBytes(stream, packed);
  if (key === 'FontFile2') stream.dict.set('Length1', smaller.length);
  else listGlyphs(document, descriptors, smaller);
  if (key === 'FontFile') asCff(stream, descriptors);
  if (key === 'FontFile3') stream.dict.set('Subtype', new PdfName(kind));
  // A standard font without widths gets them by its name.
  const isByName = ({ font }: ShownFont): boolean =>
    !font.has('Widths') && STANDARD_FONT.test(document.getName(font, 'BaseFont') ?? '');
  if (uses.some(isByName)) return true;
  const tag = tagOf(packed);
  for (const dict of [...descriptors, ...uses.flatMap(({ font, descendant }) => [font, descendant])]) {
    if (dict !== undefined) markAsSubset(document, dict, tag);
  }
  return true;
}

/** A Type 1 program that has become a CFF program (ISO 32000-2, 9.9.1). */
function asCff(stream: PdfStream, descriptors: Iterable<PdfDict>): void {
  for (const entry of ['Length1', 'Length2', 'Length3']) stream.dict.delete(entry);
  stream.dict.set('Subtype', new PdfName('Type1C'));
  for (const descriptor of descriptors) {
    descriptor.set('FontFile3', descriptor.get('FontFile') ?? stream);
    descriptor.delete('FontFile');
  }
}

/** Six letters that differ with the content (ISO 32000-2, 9.9.2). */
function tagOf(bytes: Uint8Array): string {
  const digest = createHash('sha256').update(bytes).digest();
  return `${[...digest.subarray(0, 6)].map((byte) => String.fromCharCode(0x41 + (byte % 26))).join('')}+`;
}

function markAsSubset(document: PdfDocument, dict: PdfDict, tag: string): void {
  for (const key of ['BaseFont', 'FontName']) {
    const name = document.getName(dict, key);
    if (name !== undefined && !SUBSET_NAME.test(name)) dict.set(key, new PdfName(`${tag}${name}`));
  }
}
