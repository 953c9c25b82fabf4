import { readFileSync } from 'node:fs';

import bidiFactory from 'bidi-js';
import { Blob, Buffer, Direction, Face, Font, shape } from 'harfbuzzjs';

import { invalid, quote } from '../../core/errors.js';
import { spendProcess } from '../../core/run-end.js';
import type { OutlineStep } from '../../lib/fonts/truetype-outlines.js';
import { splitGraphemes } from '../../lib/unicode/text-segments.js';
import { type FontStyle, fontFiles } from '../fonts.js';

/** A text with the looks of its letters. */
export interface TextFace {
  readonly text: string;
  readonly style: FontStyle;
  readonly isBold: boolean;
}

/** A drawn letter or ligature: an SVG path whose point (0, 0) is to come to `x`, `y`, of a font with `unit` parts. */
export interface PlacedGlyph {
  readonly path: string;
  readonly unit: number;
  /** From the start of the line and from the base line, downwards, at a size of 1. */
  readonly x: number;
  readonly y: number;
}

export interface ShapedLine {
  readonly glyphs: readonly PlacedGlyph[];
  /** At a size of 1. */
  readonly width: number;
}

/** Shapes any part of one text. Sizes are those of a font of size 1. */
export interface Shaper {
  readonly ascent: number;
  readonly descent: number;
  readonly shapeLine: (line: string, isRightToLeft: boolean) => ShapedLine;
  /** Width of a part that is a word, with its spaces. */
  readonly measure: (part: string) => number;
}

interface LoadedFont {
  readonly font: Font;
  readonly unit: number;
}

/** Font files of the package, read once. */
const loaded = new Map<string, LoadedFont>();

function load(path: string): LoadedFont {
  const known = loaded.get(path);
  if (known !== undefined) return known;
  const face = new Face(new Blob(readFileSync(path)));
  const entry = { font: new Font(face), unit: face.upem };
  loaded.set(path, entry);
  return entry;
}

// The package is CommonJS, and its types are those of a module.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();

/** Scripts that are shaped by rules of their own; what belongs to none goes with its neighbours. */
const SCRIPTS = [
  'Latin',
  'Greek',
  'Cyrillic',
  'Devanagari',
  'Hebrew',
  'Arabic',
  'Thai',
  'Hangul',
  'Han',
  'Hiragana',
  'Katakana',
].map((name) => [name, new RegExp(`\\p{Script=${name}}`, 'u')] as const);

/** A part of a line in one font, script and direction. */
interface TextRun {
  text: string;
  readonly font: LoadedFont;
  script: string | undefined;
  readonly level: number;
}

/**
 * Loads the fonts that a text needs. Throws INVALID_INPUT naming the option and the character when no font has it: a text is
 * never drawn with gaps.
 */
export const openShaper = (face: TextFace, option: string): Shaper =>
  shaperOf(face, (grapheme) => {
    throw invalid(`Option "${option}" must have letters that can be drawn, got ${quote(grapheme)}`);
  });

/** The same for texts of documents: what no font has is an empty box. */
export const openBoxShaper = (face: TextFace): Shaper => shaperOf(face, (_grapheme, main) => main);

function shaperOf(
  { text, style, isBold }: TextFace,
  without: (grapheme: string, main: LoadedFont) => LoadedFont,
): Shaper {
  const upright = fontFiles(text, [style]).filter((path) => !path.includes('Italic'));
  const isWanted = (path: string): boolean => /bold/i.test(path) === isBold;
  const fonts = [...upright.filter(isWanted), ...upright.filter((path) => !isWanted(path))].map(load);
  const [main] = fonts as [LoadedFont, ...LoadedFont[]];
  const known = new Map<string, LoadedFont>();
  const fontOf = (grapheme: string): LoadedFont => {
    const font =
      known.get(grapheme) ?? fonts.find((candidate) => hasAll(candidate, grapheme)) ?? without(grapheme, main);
    known.set(grapheme, font);
    return font;
  };
  const shapeLine = (line: string, isRightToLeft: boolean): ShapedLine => {
    const glyphs: PlacedGlyph[] = [];
    let x = 0;
    for (const run of visualOrder(runsOf(line, isRightToLeft, fontOf))) x = shapeRun(run, x, glyphs);
    return { glyphs, width: x };
  };
  const widths = new Map<string, number>();
  const { ascender, descender } = main.font.hExtents();
  return {
    ascent: ascender / main.unit,
    descent: -descender / main.unit,
    shapeLine,
    measure: (part) => {
      const width = widths.get(part) ?? shapeLine(part, false).width;
      widths.set(part, width);
      return width;
    },
  };
}

function shaped({ font }: LoadedFont, text: string, direction: Direction | undefined): Buffer {
  const buffer = new Buffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  if (direction !== undefined) buffer.setDirection(direction);
  shape(font, buffer);
  return buffer;
}

/** Glyph 0 stands for what a font does not have. */
const hasAll = (font: LoadedFont, grapheme: string): boolean =>
  shaped(font, grapheme, undefined)
    .getGlyphInfos()
    .every(({ codepoint }) => codepoint !== 0);

function runsOf(line: string, isRightToLeft: boolean, fontOf: (grapheme: string) => LoadedFont): TextRun[] {
  const { levels } = bidi.getEmbeddingLevels(line, isRightToLeft ? 'rtl' : 'ltr');
  const runs: TextRun[] = [];
  let index = 0;
  for (const segment of splitGraphemes(line)) {
    const font = fontOf(segment);
    const level = levels[index] ?? 0;
    index += segment.length;
    const script = SCRIPTS.find(([, pattern]) => pattern.test(segment))?.[0];
    const last = runs.at(-1);
    const isSame =
      last !== undefined &&
      last.font === font &&
      last.level === level &&
      (script === undefined || last.script === undefined || last.script === script);
    if (isSame) {
      last.text += segment;
      last.script ??= script;
    } else runs.push({ text: segment, font, script, level });
  }
  return runs;
}

/** Unicode Standard Annex 9, rule L2, for runs. */
function visualOrder(runs: readonly TextRun[]): TextRun[] {
  const ordered = [...runs];
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level--) {
    for (let start = 0; start < ordered.length; start++) {
      let end = start;
      while ((ordered[end]?.level ?? -1) >= level) end += 1;
      if (end === start) continue;
      ordered.splice(start, end - start, ...ordered.slice(start, end).reverse());
      start = end;
    }
  }
  return ordered;
}

/** Adds the glyphs of a run and says where it ends. */
function shapeRun({ text, font, level }: TextRun, start: number, glyphs: PlacedGlyph[]): number {
  const { unit } = font;
  const buffer = shaped(font, text, level % 2 === 1 ? Direction.RTL : Direction.LTR);
  const positions = buffer.getGlyphPositions();
  let x = start;
  for (const [i, { codepoint }] of buffer.getGlyphInfos().entries()) {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[i] ?? {};
    const path = font.font.glyphToPath(codepoint);
    if (path !== '') glyphs.push({ path, unit, x: x + xOffset / unit, y: -yOffset / unit });
    x += xAdvance / unit;
  }
  return x;
}

/**
 * Outlines of the glyphs of a caller's font file, in its units. HarfBuzz reads damaged outlines as empty ones. Its one instance shapes
 * the texts of all callers: this process is given no other run.
 */
export function openOutlines(bytes: Uint8Array): (glyph: number) => readonly OutlineStep[] {
  spendProcess();
  const font = new Font(new Face(new Blob(bytes)));
  return (glyph) => font.glyphToJson(glyph);
}
