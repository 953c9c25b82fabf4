import { expect, it } from 'vitest';

import { base64DecodedLength, decodeBase64, decodeBase64InPlace } from './base64.js';

const text = (encoded: string) => {
  const bytes = decodeBase64(encoded);
  return bytes === undefined ? undefined : Buffer.from(bytes).toString('latin1');
};

it('decodes the vectors of RFC 4648 §10', () => {
  const vectors = {
    '': '',
    'Zg==': 'f',
    'Zm8=': 'fo',
    Zm9v: 'foo',
    'Zm9vYg==': 'foob',
    'Zm9vYmE=': 'fooba',
    Zm9vYmFy: 'foobar',
  };
  for (const [encoded, plain] of Object.entries(vectors)) {
    expect(text(encoded), encoded).toBe(plain);
    expect(base64DecodedLength(encoded)).toBe(plain.length);
  }
});

it('refuses everything that is not padded standard base64', () => {
  const bad = [
    'A',
    'AA',
    'AAA',
    'AA=',
    'A===',
    '====',
    '=',
    'AAAA=',
    'AA==AA==',
    'AB==',
    'AAB=',
    '-_-_',
    'AA A',
    'AAA\n',
    'AAAA\n',
    'ＡAAA',
    'ĀAAA',
    '\u0141AAA',
    'AA\u0000A',
    'data:,AA',
    'AAA=AAAA',
  ];
  for (const encoded of bad) expect(decodeBase64(encoded), JSON.stringify(encoded)).toBeUndefined();
});

it('returns every byte of long input, and refuses one wrong character anywhere in it', () => {
  const bytes = Buffer.from(Array.from({ length: 100_003 }, (_, i) => (i * 31) % 256));
  const encoded = bytes.toString('base64');
  expect(Buffer.from(decodeBase64(encoded) ?? []).equals(bytes)).toBe(true);
  for (const at of [0, 1, 2, 3, 50_000, encoded.length - 5, encoded.length - 3]) {
    for (const wrong of [' ', '-', '_', '=', '\u00e9', '\u0100']) {
      expect(decodeBase64(encoded.slice(0, at) + wrong + encoded.slice(at + 1)), `${wrong} at ${at}`).toBeUndefined();
    }
  }
});

/** Decodes in the middle of other bytes, and checks that these stay. */
function inPlace(encoded: string): Buffer | undefined {
  const around = Buffer.concat([Buffer.from('before"'), Buffer.from(encoded, 'latin1'), Buffer.from('"after')]);
  const bytes = decodeBase64InPlace(around, 7, around.length - 6);
  expect(around.toString('latin1', 0, 7) + around.toString('latin1', around.length - 6)).toBe('before""after');
  return bytes && Buffer.from(bytes);
}

it('decodes in place what it decodes apart, over the borders of its slices', () => {
  const slice = (2 ** 20 / 4) * 3;
  for (const length of [0, 1, 2, 3, 4, 5000, slice - 1, slice, slice + 1, slice + 2, 2 * slice + 7]) {
    const bytes = Buffer.from(Array.from({ length }, (_, i) => (i * 31 + (i >> 8)) % 256));
    expect(inPlace(bytes.toString('base64'))?.equals(bytes), String(length)).toBe(true);
  }
});

it('refuses in place what it refuses apart', () => {
  for (const encoded of [
    'A',
    'AAA',
    'A===',
    '====',
    'AAAA=',
    'AB==',
    'AAB=',
    '-_-_',
    'AA A',
    'AA\nA',
    'AAA=AAAA',
    '\u00e9AAA',
  ]) {
    expect(inPlace(encoded), encoded).toBeUndefined();
  }
  const encoded = Buffer.alloc(2 ** 20, 0xfb).toString('base64');
  for (const at of [0, 3, 2 ** 20 - 4, 2 ** 20 - 1, 2 ** 20, encoded.length - 5, encoded.length - 3]) {
    for (const wrong of [' ', '-', '_', '=', '\u00e9', '"']) {
      expect(inPlace(encoded.slice(0, at) + wrong + encoded.slice(at + 1)), `${wrong} at ${at}`).toBeUndefined();
    }
  }
  // Padding where a slice ends, and more text behind it.
  const padded = `${encoded.slice(0, 2 ** 20 - 2)}==${encoded.slice(2 ** 20)}`;
  expect(inPlace(padded)).toBeUndefined();
});
