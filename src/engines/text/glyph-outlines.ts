import { Blob, Face, Font } from 'harfbuzzjs';

import type { OutlineStep } from '../../lib/fonts/truetype-outlines.js';

/** Outlines of the glyphs of a font file, in its units. HarfBuzz reads damaged outlines as empty ones. */
export function openOutlines(bytes: Uint8Array): (glyph: number) => readonly OutlineStep[] {
  const font = new Font(new Face(new Blob(bytes)));
  return (glyph) => font.glyphToJson(glyph);
}
