import type { WrappedPdfiumModule } from '@embedpdf/pdfium';

import { overLimit } from '../../core/errors.js';
import { type Box, type Glyph, isOnPage, type PageContent, type TextStyle } from '../../lib/page-text/glyphs.js';
import { IDENTITY, type Matrix, move, turn } from '../../lib/page-text/matrix.js';
import { boxOf, type PageView, uprightMatrix } from '../../lib/page-text/upright.js';
import { colorName, DrawnObjects } from './drawn-objects.js';
import { memoryOf } from './instance.js';

export interface ContentWanted {
  /** Lines and pictures too. */
  readonly drawing?: boolean;
  /** Where the ink of each letter is, and letters outside the page too: for those who must not miss any. */
  readonly everything?: boolean;
  /** Stops behind so many letters, white space not counted: for those who ask whether there are any. */
  readonly letters?: number;
}

/** Most letters of one page. Chosen: the fullest page of 190 real files has 17,000 letters. */
const MAX_GLYPHS = 500_000;

// fpdf_edit.h
const INVISIBLE = 3;
const INVISIBLE_CLIP = 7;
// Font descriptor flags: ISO 32000-2, table 121.
const FIXED_PITCH = 1 << 0;
const SERIF = 1 << 1;
/** The engine reckons weights from the widths of stems that files tell: those of plain fonts may well be 600. */
const BOLD = 700;
/** Fonts that say they are not bold, as the standard ones do by saying nothing. */
const PLAIN_NAME =
  /(?:roman|regular|normal|book|light|medium)(?:mt|std|pro)?$|^(?:times|helvetica|arial|courier)(?:-?(?:new)?(?:ps)?(?:mt)?(?:-?(?:italic|oblique))?(?:mt)?)$/i;
const ITALIC = 1 << 6;
const FORCE_BOLD = 1 << 18;
/** A soft hyphen at the end of a line, as the engine marks it. */
const HYPHEN_MARK = 2;

/** The letters of a page, and what is drawn on it. Throws LIMIT_EXCEEDED naming the page. */
export const readPageContent = (
  module: WrappedPdfiumModule,
  page: number,
  index: number,
  view: PageView,
  wanted: ContentWanted,
): PageContent => new ContentReader(module, page, index, view).read(wanted);

class ContentReader {
  readonly #scratch: number;
  readonly #toUpright: Matrix;
  readonly #width: number;
  readonly #height: number;
  readonly #styles = new Map<string, TextStyle>();
  readonly #styleOfObject = new Map<number, TextStyle>();

  constructor(
    private readonly module: WrappedPdfiumModule,
    private readonly page: number,
    private readonly index: number,
    { left, top, right, bottom, rotate }: PageView,
  ) {
    this.#scratch = module.pdfium.wasmExports.malloc(512);
    const [width, height] = [Math.abs(right - left), Math.abs(top - bottom)];
    const [x, y] = [Math.min(left, right), Math.min(top, bottom)];
    this.#toUpright = uprightMatrix(rotate, x, y, width, height);
    [this.#width, this.#height] = rotate % 180 === 90 ? [height, width] : [width, height];
  }

  read({ drawing = false, everything = false, letters }: ContentWanted): PageContent {
    try {
      const { glyphs, unmapped } = this.#readText(everything, letters);
      const drawn = drawing
        ? new DrawnObjects(this.module, {
            page: this.page,
            scratch: this.#scratch,
            toUpright: this.#toUpright,
            width: this.#width,
            height: this.#height,
          })
        : undefined;
      return {
        upright: this.#toUpright,
        width: this.#width,
        height: this.#height,
        glyphs,
        rulings: drawn?.rulings ?? [],
        pictures: drawn?.pictures ?? [],
        fills: drawn?.fills ?? [],
        shapes: drawn?.shapes ?? [],
        drawn: drawn?.drawn ?? 0,
        unmapped,
      };
    } finally {
      this.module.pdfium.wasmExports.free(this.#scratch);
    }
  }

  #view(): DataView {
    const { buffer } = memoryOf(this.module);
    return new DataView(buffer, this.#scratch, 512);
  }

  #floats(count: number): number[] {
    const view = this.#view();
    return Array.from({ length: count }, (_, i) => view.getFloat32(4 * i, true));
  }

  #readText(everything: boolean, letters = Number.POSITIVE_INFINITY): { glyphs: Glyph[]; unmapped: number } {
    const { module } = this;
    const text = module.FPDFText_LoadPage(this.page);
    if (text === 0) return { glyphs: [], unmapped: 0 };
    try {
      const count = module.FPDFText_CountChars(text);
      if (count > MAX_GLYPHS && letters > MAX_GLYPHS) {
        throw overLimit(`Page ${this.index + 1} must have at most ${MAX_GLYPHS} characters, got ${count}`);
      }
      const glyphs: Glyph[] = [];
      const page = { width: this.#width, height: this.#height };
      let unmapped = 0;
      let found = 0;
      let last: Glyph | undefined;
      for (let i = 0; i < count && found < letters; i += 1) {
        const code = module.FPDFText_GetUnicode(text, i);
        if (code === 0 || code === 0xfffe || code === 0xffff || code === 0xfffd) {
          unmapped += 1;
          found += 1;
          continue;
        }
        const read = this.#glyph(text, i, code === HYPHEN_MARK ? 0x2d : code);
        if (read === undefined) continue;
        const glyph = this.#isPiece(text, i, read, last) ? { ...read, isPiece: true } : read;
        last = read;
        if (glyph.text.trim() !== '') found += 1;
        if (everything) glyphs.push({ ...glyph, ink: this.#ink(text, i) ?? glyph.box });
        else if (glyph.isGuessed || isOnPage(glyph.box, page)) glyphs.push(glyph);
      }
      return { glyphs: joinSurrogates(glyphs), unmapped };
    } finally {
      module.FPDFText_ClosePage(text);
    }
  }

  #glyph(text: number, i: number, code: number): Glyph | undefined {
    const { module } = this;
    const at = this.#scratch;
    const isGuessed = module.FPDFText_IsGenerated(text, i) === 1;
    const letter = isSurrogate(code) ? String.fromCharCode(code) : String.fromCodePoint(code);
    if (isGuessed && /\s/.test(letter)) {
      const box = { left: 0, top: 0, right: 0, bottom: 0 };
      return { text: ' ', box, x: 0, y: 0, size: 0, angle: 0, style: PLAIN, isGuessed };
    }
    if (!module.FPDFText_GetLooseCharBox(text, i, at)) return undefined;
    const [left = 0, top = 0, right = 0, bottom = 0] = this.#floats(4);
    const box = this.#upright(left, bottom, right, top);
    if (!Number.isFinite(box.left + box.top + box.right + box.bottom)) return undefined;
    let matrix: Matrix = IDENTITY;
    if (module.FPDFText_GetMatrix(text, i, at)) matrix = this.#floats(6) as unknown as Matrix;
    const fontSize = module.FPDFText_GetFontSize(text, i);
    const [ux, uy] = turn(this.#toUpright, matrix[0], matrix[1]);
    const [vx, vy] = turn(this.#toUpright, matrix[2], matrix[3]);
    const size = Math.abs(fontSize) * Math.hypot(vx, vy);
    let [x, y] = [box.left, box.bottom];
    if (module.FPDFText_GetCharOrigin(text, i, at, at + 8)) {
      const view = this.#view();
      [x, y] = move(this.#toUpright, view.getFloat64(0, true), view.getFloat64(8, true));
    }
    const degrees = Math.round(
      (Math.atan2(uy * Math.sign(fontSize || 1), ux * Math.sign(fontSize || 1)) * 180) / Math.PI,
    );
    return {
      text: letter,
      box,
      x,
      y,
      size: size > 0 && Number.isFinite(size) ? size : Math.max(1, box.bottom - box.top),
      angle: (degrees + 360) % 360,
      style: this.#style(text, i, stretchOf(Math.hypot(ux, uy), Math.hypot(vx, vy))),
      isGuessed,
    };
  }

  /** The engine tells the letters of a ligature one after another, each with the place of the whole. */
  #isPiece(text: number, i: number, { x, y, box }: Glyph, last: Glyph | undefined): boolean {
    if (last === undefined || last.isGuessed || last.x !== x || last.y !== y || last.box.right !== box.right)
      return false;
    return this.module.FPDFText_GetTextObject(text, i) === this.module.FPDFText_GetTextObject(text, i - 1);
  }

  /** The part of the page that a letter blackens. */
  #ink(text: number, i: number): Box | undefined {
    const at = this.#scratch;
    if (!this.module.FPDFText_GetCharBox(text, i, at, at + 8, at + 16, at + 24)) return undefined;
    const view = this.#view();
    const [left = 0, right = 0, bottom = 0, top = 0] = [0, 8, 16, 24].map((place) => view.getFloat64(place, true));
    const box = this.#upright(left, bottom, right, top);
    return Number.isFinite(box.left + box.top + box.right + box.bottom) ? box : undefined;
  }

  #style(text: number, i: number, stretch: number): TextStyle {
    const { module } = this;
    const object = module.FPDFText_GetTextObject(text, i);
    const known = this.#styleOfObject.get(object);
    if (known !== undefined) return known;
    const at = this.#scratch;
    // Name of the font into the scratch memory behind its flags.
    const length = Math.min(module.FPDFText_GetFontInfo(text, i, at + 8, 240, at), 240);
    const flags = this.#view().getInt32(0, true);
    const bytes = memoryOf(module).subarray(at + 8, at + 8 + Math.max(0, length - 1));
    const font = Buffer.from(bytes)
      .toString('utf8')
      .replace(/^[A-Z]{6}\+/, '')
      .replace(/[\p{Cc}]/gu, '');
    const weight = module.FPDFText_GetFontWeight(text, i);
    const mode = object === 0 ? 0 : module.FPDFTextObj_GetTextRenderMode(object);
    let color = '#000000';
    if (module.FPDFText_GetFillColor(text, i, at, at + 4, at + 8, at + 12)) {
      const view = this.#view();
      color = colorName(view.getUint32(0, true) & 255, view.getUint32(4, true) & 255, view.getUint32(8, true) & 255);
    }
    const isBold =
      /bold|black|heavy|semibold|demi|[-_ ,](?:bd|blk)(?![a-z])|^(?:cm|sf|ec)(?:ss)?bx/i.test(font) ||
      (flags & FORCE_BOLD) !== 0 ||
      (weight >= BOLD && !PLAIN_NAME.test(font));
    const isItalic = /italic|oblique/i.test(font) || /-It$|-Ita$|Slanted|[a-z]It$/.test(font) || (flags & ITALIC) !== 0;
    const isMono = (flags & FIXED_PITCH) !== 0 || /courier|mono|consol|typewriter|cmtt|lmmono|\bcode/i.test(font);
    const isHidden = mode === INVISIBLE || mode === INVISIBLE_CLIP;
    const isSerif = (flags & SERIF) !== 0;
    const family = object === 0 ? '' : this.#familyOf(object);
    const key = `${font}|${stretch}|${family}|${isSerif}|${isBold}|${isItalic}|${isMono}|${color}|${isHidden}`;
    let style = this.#styles.get(key);
    if (style === undefined) {
      style = { font, family, stretch, isSerif, isBold, isItalic, isMono, color, isHidden };
      this.#styles.set(key, style);
    }
    this.#styleOfObject.set(object, style);
    return style;
  }

  #familyOf(object: number): string {
    const { module } = this;
    const font = module.FPDFTextObj_GetFont(object);
    const at = this.#scratch;
    // The engine's own fonts stand in for those that are not there.
    const isOwn = font !== 0 && module.FPDFFont_GetIsEmbedded(font) === 1;
    const length = isOwn ? module.FPDFFont_GetFamilyName(font, at, 240) : 0;
    if (length < 2 || length > 240) return '';
    const bytes = memoryOf(module).subarray(at, at + length - 1);
    return Buffer.from(bytes)
      .toString('utf8')
      .replace(/^[A-Z]{6}\+/, '')
      .replace(/[\p{Cc}\ufffd]/gu, '');
  }

  #upright(left: number, bottom: number, right: number, top: number): Box {
    return boxOf([move(this.#toUpright, left, bottom), move(this.#toUpright, right, top)]);
  }
}

/** Less than this share more or less is not told. */
const LITTLE = 0.02;

const stretchOf = (across: number, up: number): number => {
  const share = up > 0 ? across / up : 1;
  return Number.isFinite(share) && Math.abs(share - 1) > LITTLE ? Math.round(100 * share) : 100;
};

const PLAIN: TextStyle = {
  font: '',
  family: '',
  isSerif: false,
  isBold: false,
  isItalic: false,
  isMono: false,
  stretch: 100,
  color: '#000000',
  isHidden: false,
};

const isSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdfff;

/** Halves of a character beyond U+FFFF that came one by one. A half alone says nothing. */
function joinSurrogates(glyphs: readonly Glyph[]): Glyph[] {
  const joined: Glyph[] = [];
  for (const glyph of glyphs) {
    const last = joined.at(-1);
    if (last !== undefined && /^[\ud800-\udbff]$/.test(last.text) && /^[\udc00-\udfff]$/.test(glyph.text)) {
      joined[joined.length - 1] = { ...last, text: last.text + glyph.text };
    } else joined.push(glyph);
  }
  return joined.filter(({ text }) => !/^[\ud800-\udfff]$/.test(text));
}
