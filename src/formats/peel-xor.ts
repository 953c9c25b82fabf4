import { readBase64, readHex } from '../lib/bytes/byte-text.js';
import { isKnownFile, layerOf, type Peeler, type Undone } from '../lib/bytes/peel.js';
import { isClean } from '../lib/bytes/readable.js';
import { breakXor } from '../lib/bytes/xor-keys.js';

/** Digits of bytes that are not a text by themselves, but with a key: both layers are taken off at once. */
const xorWithin = (name: string, pattern: RegExp, read: (text: string) => Uint8Array): Peeler => ({
  name,
  undo({ text }): Undone | undefined {
    if (text === undefined || !pattern.test(text)) return undefined;
    let bytes: Uint8Array;
    try {
      bytes = read(text);
    } catch {
      // Not digits of that kind after all.
      return undefined;
    }
    const inner = layerOf(bytes).text;
    const isCompressed = (bytes[0] === 0x1f && bytes[1] === 0x8b) || bytes[0] === 0x78;
    if (isKnownFile(bytes) || isCompressed || (inner !== undefined && isClean(inner))) return undefined;
    const found = breakXor(bytes);
    if (found === undefined) return undefined;
    const key = `xor ${Buffer.from(found.key).toString('hex')}`;
    return { ...layerOf(found.bytes), evidence: 0.9, names: [name, key] };
  },
});

export const XOR_PEELERS: readonly Peeler[] = [
  xorWithin('hex', /^\s*(?:(?:0x|\\x|%)?[0-9a-f]{2}[\s:,;-]*){16,}$/i, readHex),
  xorWithin('base64', /^\s*[A-Za-z0-9+/_\-\s]{20,}={0,2}\s*$/, (text) => readBase64(text, { strict: false })),
];
