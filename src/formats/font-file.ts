import { invalid, quote } from '../core/errors.js';
import { refusing } from '../core/refusing.js';
import type { InputFile } from '../core/tool.js';
import { openOutlines } from '../engines/text/shaping.js';
import { readWoff2, WOFF2, writeWoff2 } from '../engines/woff2.js';
import { ContentFault } from '../lib/faults.js';
import { isEot, readEot, writeEot } from '../lib/fonts/eot.js';
import { readFacts } from '../lib/fonts/facts.js';
import type { FontContainer } from '../lib/fonts/font-face.js';
import { isSfnt, readSfnt, type SfntFont, viewOf, writeSfnt } from '../lib/fonts/sfnt.js';
import { withTrueTypeOutlines } from '../lib/fonts/truetype-outlines.js';
import { readWoff, WOFF, writeWoff } from '../lib/fonts/woff.js';

export const FONT_FILES = ['.ttf', '.otf', '.ttc', '.otc', '.woff', '.woff2', '.eot'] as const;

/** The fonts of an upload, by its first bytes; a collection has several. Throws INVALID_INPUT, LIMIT_EXCEEDED. */
export async function readFontFile({ name, bytes }: InputFile): Promise<readonly SfntFont[]> {
  return refusing(`Cannot read file ${quote(name)} as a font`, async () => {
    const first = bytes.length < 4 ? 0 : viewOf(bytes).getUint32(0);
    if (isSfnt(first)) return readSfnt(bytes);
    if (first === WOFF) return [readWoff(bytes)];
    if (first === WOFF2) return readSfnt(await readWoff2(bytes));
    if (isEot(bytes)) return readEot(bytes);
    throw new ContentFault('it does not begin as a TrueType, OpenType, WOFF, WOFF2 or EOT file');
  });
}

/** A font in another container. `label` says whose it is. Throws INVALID_INPUT where TrueType outlines cannot be made. */
export async function writeFontFile(font: SfntFont, to: FontContainer, label: string): Promise<Uint8Array> {
  return refusing(`Cannot convert ${label}`, async () => {
    switch (to) {
      case 'woff2':
        return writeWoff2(writeSfnt(font));
      case 'woff':
        return writeWoff(font);
      case 'otf':
        return writeSfnt(font);
      case 'ttf':
        return writeSfnt(asTrueType(font));
      case 'eot':
        return writeEot(asTrueType(font));
    }
  });
}

function asTrueType(font: SfntFont): SfntFont {
  const { outlines, axes } = readFacts(font);
  if (outlines !== 'postscript') return font;
  if (axes.length > 0)
    throw invalid('Option "to" must be otf, woff or woff2 for a variable font with PostScript outlines');
  return withTrueTypeOutlines(font, openOutlines(writeSfnt(font)));
}
