import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { type Figfont, readFigfont } from '../../lib/figlet/font.js';

/** Fonts of the package whose licence says that anybody may hand them on: FIGlet's own (BSD-3-Clause), and those under MIT or WTFPL. */
export const FIGLET_FONTS = {
  standard: 'Standard',
  banner: 'Banner',
  big: 'Big',
  block: 'Block',
  bubble: 'Bubble',
  digital: 'Digital',
  ivrit: 'Ivrit',
  lean: 'Lean',
  mini: 'Mini',
  script: 'Script',
  shadow: 'Shadow',
  slant: 'Slant',
  small: 'Small',
  'small-script': 'Small Script',
  'small-shadow': 'Small Shadow',
  'small-slant': 'Small Slant',
  'ansi-compact': 'ANSI Compact',
  circle: 'Circle',
  classy: 'Classy',
  'coder-mini': 'Coder Mini',
  emboss: 'Emboss',
  'emboss-2': 'Emboss 2',
  'font-font': 'Font Font',
  future: 'Future',
  'future-smooth': 'Future Smooth',
  'future-thin': 'Future Thin',
  letter: 'Letter',
  'mini-block': 'Linguaholic Mini Block',
  neon: 'Linguaholic Neon',
  rounded: 'Linguaholic Rounded',
  'shadow-3d': 'Linguaholic Shadow 3D',
  pagga: 'Pagga',
  'small-block': 'Small Block',
  'small-braille': 'Small Braille',
  'upside-down': 'Upside Down Text',
  'wide-term': 'WideTerm',
} as const;

export type FigletFontName = keyof typeof FIGLET_FONTS;

/** Reads a font. The package's own drawing is not used: it smushes and breaks lines otherwise than FIGlet. */
export async function openFigletFont(name: FigletFontName): Promise<Figfont> {
  const folder = join(dirname(createRequire(import.meta.url).resolve('figlet')), '..', 'fonts');
  const bytes = await readFile(join(folder, `${FIGLET_FONTS[name]}.flf`));
  return readFigfont(utf8Of(bytes) ?? bytes.toString('latin1'));
}

function utf8Of(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Fonts of the nineties are in Latin-1.
    return undefined;
  }
}
