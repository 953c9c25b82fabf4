import { ContentFault } from '../faults.js';

/** A font for letters made of characters, as the FIGfont standard (version 2) has it. */
export interface Figfont {
  readonly height: number;
  /** Stands for a space that letters may not move into. */
  readonly hardblank: string;
  /** Bits of the standard: 1 to 32 rules of smushing, 64 fitting, 128 smushing. */
  readonly layout: number;
  readonly isRightToLeft: boolean;
  /** Rows of characters by code point. */
  readonly letters: ReadonlyMap<number, readonly (readonly string[])[]>;
}

const DEUTSCH = [196, 214, 220, 228, 246, 252, 223];
const FITTED = 64;
const SMUSHED = 128;
const MAX_HEIGHT = 50;

/** The layout of fonts that give the older number alone. */
const layoutOf = (old: number): number => (old === 0 ? FITTED : old < 0 ? 0 : (old & 31) | SMUSHED);

/** A row without its end marks: the last character, once or several times. */
function rowOf(line: string): readonly string[] {
  const characters = [...line.trimEnd()];
  const mark = characters.at(-1);
  let end = characters.length;
  while (end > 0 && characters[end - 1] === mark) end--;
  return characters.slice(0, end);
}

/** Decimal, octal with 0, hexadecimal with 0x. */
function codeOf(text: string): number {
  const [, sign, digits = ''] = /^(-?)(0x[0-9a-f]+|\d+)$/i.exec(text) ?? [];
  const value = /^0\d/.test(digits) ? Number.parseInt(digits, 8) : Number(digits);
  return sign === '-' ? -value : value;
}

/** Reads a font. Throws ContentFault where it is not one. */
export function readFigfont(text: string): Figfont {
  const lines = text.split(/\r\n|\n/);
  const [signature = '', ...numbers] = (lines[0] ?? '').split(/ +/);
  const [height = 0, , , old = 0, comments = 0, direction = 0, full] = numbers.map(Number);
  if (!/^[ft]lf2a./u.test(signature) || !(height >= 1 && height <= MAX_HEIGHT))
    throw new ContentFault('it is not a FIGlet font');
  const letters = new Map<number, (readonly string[])[]>();
  let at = 1 + comments;
  const take = (code: number): void => {
    letters.set(code, lines.slice(at, at + height).map(rowOf));
    at += height;
  };
  for (let code = 32; code <= 126; code++) take(code);
  for (const code of DEUTSCH) if (at + height <= lines.length) take(code);
  while (at + height < lines.length) {
    const code = codeOf((lines[at] ?? '').trim().split(/\s/)[0] ?? '');
    if (Number.isNaN(code)) break;
    at++;
    take(code);
  }
  return {
    height,
    hardblank: [...signature].at(-1) ?? '$',
    layout: full ?? layoutOf(old),
    isRightToLeft: direction === 1,
    letters,
  };
}
