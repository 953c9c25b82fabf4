import type { DocxRun } from '../docx-write/blocks.js';
import type { FontKind } from '../docx-write/fonts.js';
import type { StyledRun } from '../page-text/runs.js';
import { wordFont } from './fonts.js';

/** Word draws raised and lowered letters at this share of their height. */
const RAISED_SHARE = 0.62;
/** Lighter text on white paper would not be seen. Of 255. */
const TOO_LIGHT = 225;
/** Black, and what the engine shows of black ink alone, `0 0 0 1 k`. */
const BLACKS: ReadonlySet<string> = new Set(['#000000', '#231f20', '#221f20']);

/** Brightness of #rrggbb, of 255 (ITU-R BT.601). */
function brightness(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return 0.299 * red + 0.587 * green + 0.114 * blue;
}

/** The fonts of a document, and its text in them. */
export class Lettering {
  readonly fonts = new Map<string, FontKind>();
  readonly #letters = new Map<string, number>();

  /** `isOnPaper`: nothing is behind the text. */
  runs(runs: readonly StyledRun[], isOnPaper: boolean): DocxRun[] {
    return runs.map(({ text, style, size, raised, mark, link }) => {
      const { name, kind } = wordFont(style);
      this.fonts.set(name, kind);
      const key = `${size} ${name}`;
      this.#letters.set(key, (this.#letters.get(key) ?? 0) + text.length);
      const isUnseen = style.isHidden || (isOnPaper && brightness(style.color) > TOO_LIGHT);
      return {
        text,
        font: name,
        size: raised === undefined ? size : Math.round((2 * size) / RAISED_SHARE) / 2,
        color: isUnseen || BLACKS.has(style.color) ? undefined : style.color,
        raised,
        isBold: style.isBold,
        isItalic: style.isItalic,
        stretch: style.stretch,
        isUnderlined: mark === 'underlined',
        isStruck: mark === 'struck',
        link,
      };
    });
  }

  /** The font and height that most letters have. */
  usual(): { readonly font: string; readonly fontSize: number } | undefined {
    const [most] = [...this.#letters].sort(([, a], [, b]) => b - a);
    if (most === undefined) return undefined;
    const space = most[0].indexOf(' ');
    return { font: most[0].slice(space + 1), fontSize: Math.max(1, Number(most[0].slice(0, space))) };
  }
}
