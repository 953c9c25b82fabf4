/** Shift ciphers: letters moved along their alphabet. */

export const ROTATION_ALPHABETS = ['latin', 'latin-digits', 'rot47', 'digits', 'greek', 'cyrillic'] as const;

export type RotationAlphabet = (typeof ROTATION_ALPHABETS)[number];

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const GREEK = 'αβγδεζηθικλμνξοπρστυφχψω';
const CYRILLIC = 'абвгдеёжзийклмнопрстуфхцчшщъыьэюя';
const DIGITS = '0123456789';
const PRINTABLE = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index)).join('');

const RINGS: Readonly<Record<RotationAlphabet, readonly string[]>> = {
  latin: [LOWER, LOWER.toUpperCase()],
  'latin-digits': [LOWER, LOWER.toUpperCase(), DIGITS],
  rot47: [PRINTABLE],
  digits: [DIGITS],
  greek: [GREEK, GREEK.toUpperCase()],
  cyrillic: [CYRILLIC, CYRILLIC.toUpperCase()],
};

/** How many shifts are different. */
export const ringLength = (alphabet: RotationAlphabet): number => RINGS[alphabet][0]?.length ?? 1;

/**
 * Moves each letter by `shift` places, or back; 0 moves by half the ring. With letters and digits, each turns in a ring of its own.
 */
export function rotate(text: string, alphabet: RotationAlphabet, shift: number, isBack: boolean): string {
  const moved = new Map<string, string>();
  for (const ring of RINGS[alphabet]) {
    const letters = [...ring];
    const places = (shift === 0 ? Math.floor(letters.length / 2) : shift) * (isBack ? -1 : 1);
    for (const [index, letter] of letters.entries()) {
      const place = (((index + places) % letters.length) + letters.length) % letters.length;
      moved.set(letter, letters[place] ?? letter);
    }
  }
  const parts: string[] = [];
  for (const letter of text) parts.push(moved.get(letter) ?? letter);
  return parts.join('');
}
