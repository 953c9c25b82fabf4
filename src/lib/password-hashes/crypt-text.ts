/** The alphabet of crypt(3): the digits after `.` and `/`, uppercase before lowercase letters. */
export const CRYPT_LETTERS = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** `letters` letters for a number, six bits each, the lowest first. */
function writeNumber(value: number, letters: number): string {
  let text = '';
  for (let i = 0; i < letters; i++) text += CRYPT_LETTERS[(value >>> (6 * i)) & 63] ?? '';
  return text;
}

/** Reads what `writeNumber` writes. */
export function readCryptNumber(text: string): number {
  let value = 0;
  for (const [i, letter] of [...text].entries()) value += CRYPT_LETTERS.indexOf(letter) * 64 ** i;
  return value;
}

/** Bytes in threes, the first one lowest: phpass and crypt's `$7$`. */
export function writeCryptText(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const group = [0, 1, 2].map((i) => bytes[at + i] ?? 0);
    text += writeNumber(join(group[2], group[1], group[0]), Math.ceil((Math.min(3, bytes.length - at) * 8) / 6));
  }
  return text;
}

const join = (high = 0, middle = 0, low = 0): number => (high << 16) | (middle << 8) | low;

/** Bytes in the order that a scheme takes them in, three for four letters, the first of them highest. */
export function writeCryptGroups(bytes: Uint8Array, order: readonly (readonly number[])[]): string {
  return order
    .map((group) => {
      const [high, middle, low] = [0, 0, 0, ...group].slice(-3).map((at, i) => (i < 3 - group.length ? 0 : bytes[at]));
      return writeNumber(join(high, middle, low), group.length + 1);
    })
    .join('');
}

/** A salt of so many letters. */
export const cryptSalt = (bytes: Uint8Array): string => Array.from(bytes, (byte) => CRYPT_LETTERS[byte & 63]).join('');
