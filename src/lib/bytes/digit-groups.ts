import { ContentFault } from '../faults.js';

/** Bytes as numbers in binary, octal, decimal or hexadecimal digits. */

export type DigitBase = 'binary' | 'octal' | 'decimal' | 'hexadecimal';

const BASES: Readonly<Record<DigitBase, { readonly radix: number; readonly width: number; readonly prefix: RegExp }>> =
  {
    binary: { radix: 2, width: 8, prefix: /^0b/i },
    octal: { radix: 8, width: 3, prefix: /^(?:0o|\\)/i },
    decimal: { radix: 10, width: 3, prefix: /^(?:&#|\\)/ },
    hexadecimal: { radix: 16, width: 2, prefix: /^(?:0x|\\x|%)/i },
  };

interface GroupStyle {
  readonly base: DigitBase;
  readonly separator: string;
  /** Leading zeros to the width of the largest byte. */
  readonly padding: boolean;
}

export function writeGroups(bytes: Uint8Array, { base, separator, padding }: GroupStyle): string {
  const { radix, width } = BASES[base];
  const groups = Array.from({ length: 256 }, (_, byte) => byte.toString(radix).padStart(padding ? width : 0, '0'));
  const written: string[] = new Array(bytes.length);
  for (let index = 0; index < bytes.length; index++) written[index] = groups[bytes[index] ?? 0] ?? '';
  return written.join(separator);
}

/**
 * Reads groups of digits kept apart by white space, commas, semicolons, hyphens, colons or brackets, with or without a prefix. Digits
 * without separators are cut by the width of a byte; in binary by seven where eight does not fit. Throws ContentFault.
 */
export function readGroups(text: string, base: DigitBase): Uint8Array {
  const { radix, width, prefix } = BASES[base];
  const bytes: number[] = [];
  for (const { 0: token, index } of text.matchAll(/[^\s,;:\-[\]{}()]+/g)) {
    const digits = token.replace(prefix, '');
    const at = index + token.length - digits.length;
    const wrong = digits.search(NOT_DIGITS[base]);
    if (digits === '' || wrong >= 0)
      throw ContentFault.at(
        text,
        at + Math.max(0, wrong),
        `${shown(digits, wrong)} is not a digit of a ${base} number`,
      );
    for (const part of partsOf(text, at, digits, width, base)) {
      const value = Number.parseInt(part.digits, radix);
      if (value > 255)
        throw ContentFault.at(text, part.at, `${part.digits} is more than ${(255).toString(radix)}, the largest byte`);
      bytes.push(value);
    }
  }
  return Uint8Array.from(bytes);
}

const NOT_DIGITS = { binary: /[^01]/, octal: /[^0-7]/, decimal: /[^0-9]/, hexadecimal: /[^0-9a-f]/i } as const;

const shown = (digits: string, wrong: number): string => JSON.stringify([...digits.slice(Math.max(0, wrong))][0] ?? '');

function partsOf(text: string, at: number, digits: string, width: number, base: DigitBase) {
  if (digits.length <= width) return [{ digits, at }];
  const step = digits.length % width === 0 ? width : base === 'binary' && digits.length % 7 === 0 ? 7 : 0;
  if (step === 0)
    throw ContentFault.at(
      text,
      at,
      `${digits.length} ${base} digits without a separator cannot be whole bytes of ${width}`,
    );
  return Array.from({ length: digits.length / step }, (_, index) => ({
    digits: digits.slice(index * step, (index + 1) * step),
    at: at + index * step,
  }));
}
