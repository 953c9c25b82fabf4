import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';

import { TrueTypeFont } from '../../../lib/documents/truetype.js';
import type { PdfDocument } from '../document/document.js';
import type { PdfPage } from '../pages/pages.js';
import { isName, PdfDict, PdfName, PdfStream } from '../syntax/objects.js';
import { walkDocument } from '../syntax/walk.js';
import { type ShownText, shownText } from './shown-text.js';

const MAX_FONT_BYTES = 32 * 2 ** 20;
const SUBSET_NAME = /^[A-Z]{6}\+/;

/** A font program and the fonts of the document that it serves. */
interface Program {
  readonly stream: PdfStream;
  readonly descriptors: Set<PdfDict>;
  readonly fonts: PdfDict[];
}

/**
 * Leaves the outlines of letters that no content shows out of the embedded TrueType fonts, in place. Fonts of form fields stay whole, for
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
    if (program.fonts.some((font) => kept.has(font))) continue;
    if (subset(document, program, shown)) count += 1;
  }
  return count;
}

function programsOf(document: PdfDocument): readonly Program[] {
  const programs = new Map<PdfStream, Program>();
  for (const { dict } of walkDocument(document)) {
    const subtype = document.getName(dict, 'Subtype');
    if (subtype !== 'TrueType' && subtype !== 'Type0') continue;
    const descriptor = document.getDict(descendantOf(document, dict) ?? dict, 'FontDescriptor');
    const stream = descriptor && document.get(descriptor, 'FontFile2');
    if (descriptor === undefined || !(stream instanceof PdfStream)) continue;
    const known = programs.get(stream) ?? { stream, descriptors: new Set(), fonts: [] };
    programs.set(stream, known);
    known.descriptors.add(descriptor);
    known.fonts.push(dict);
  }
  return [...programs.values()];
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

function subset(document: PdfDocument, { stream, descriptors, fonts }: Program, shown: ShownText): boolean {
  const bytes = document.tryDecode(stream, MAX_FONT_BYTES);
  const program = bytes && TrueTypeFont.read(bytes);
  if (bytes === undefined || program === undefined) return false;
  const glyphs = new Set<number>();
  let hasMap = false;
  for (const font of fonts) {
    const strings = shown.get(font) ?? [];
    const isComposite = isName(document.get(font, 'Subtype'), 'Type0');
    if (!isComposite) hasMap = true;
    const used = isComposite ? composite(document, font, strings) : simple(document, font, program, strings);
    if (used === undefined) return false;
    for (const glyph of used) glyphs.add(glyph);
  }
  const smaller = program.subset(glyphs, hasMap);
  if (smaller === undefined) return false;
  const packed = deflateSync(smaller, { level: 9 });
  if (packed.length >= stream.bytes.length) return false;
  for (const key of ['DecodeParms', 'DP', 'F', 'Filter', 'Length']) stream.dict.delete(key);
  stream.dict.set('Filter', new PdfName('FlateDecode')).set('Length1', smaller.length);
  stream.bytes = packed;
  const tag = tagOf(packed);
  for (const dict of [...descriptors, ...fonts, ...fonts.map((font) => descendantOf(document, font))]) {
    if (dict !== undefined) markAsSubset(document, dict, tag);
  }
  return true;
}

/** Glyphs of a font with codes of two bytes that are glyphs, or characters that `CIDToGIDMap` gives glyphs for. */
function composite(document: PdfDocument, font: PdfDict, strings: readonly Uint8Array[]): Iterable<number> | undefined {
  const encoding = document.getName(font, 'Encoding');
  const descendant = descendantOf(document, font);
  if (descendant === undefined || (encoding !== 'Identity-H' && encoding !== 'Identity-V')) return undefined;
  const stated = document.get(descendant, 'CIDToGIDMap');
  const map = stated instanceof PdfStream ? document.tryDecode(stated, 2 ** 17) : undefined;
  if (stated instanceof PdfStream && map === undefined) return undefined;
  const glyphs = new Set<number>();
  for (const string of strings) {
    for (let i = 0; i + 1 < string.length; i += 2) {
      const code = 256 * (string[i] ?? 0) + (string[i + 1] ?? 0);
      glyphs.add(map === undefined ? code : 256 * (map[2 * code] ?? 0) + (map[2 * code + 1] ?? 0));
    }
  }
  return glyphs;
}

/** Every glyph that a viewer may show for the codes, whichever of the font's maps and of the usual encodings it goes by. */
function simple(
  document: PdfDocument,
  font: PdfDict,
  program: TrueTypeFont,
  strings: readonly Uint8Array[],
): Iterable<number> | undefined {
  const encoding = document.get(font, 'Encoding');
  // Names of glyphs of its own.
  if (encoding instanceof PdfDict && encoding.has('Differences')) return undefined;
  const codes = new Set<number>();
  for (const string of strings) for (const code of string) codes.add(code);
  const characters = new Set<number>();
  for (const code of codes) {
    // ISO 32000-2, 9.6.5.4: as they are, in the ranges of symbol fonts, or by way of their names.
    for (const start of [0, 0xf000, 0xf100, 0xf200]) characters.add(start + code);
    for (const decoder of DECODERS) characters.add(decoder.decode(Uint8Array.of(code)).codePointAt(0) ?? code);
    for (const other of STANDARD.get(code) ?? []) characters.add(other);
  }
  return program.glyphsOf(characters);
}

const DECODERS = [new TextDecoder('windows-1252'), new TextDecoder('macintosh')];

/** StandardEncoding where no other encoding has the same (ISO 32000-2, D.2), and letters with two code points. */
const STANDARD: ReadonlyMap<number, readonly number[]> = new Map([
  [0x27, [0x2019]],
  [0x60, [0x2018]],
  [0x20, [0xa0]],
  [0x2d, [0xad, 0x2212]],
  [0x95, [0x2022]],
  [0xad, [0x2d]],
  [0xb5, [0x3bc]],
  [0xb7, [0x2219]],
  [0xc6, [0x2206, 0x394]],
  [0xbd, [0x2126, 0x3a9]],
]);

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
