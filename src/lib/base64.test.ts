import { expect, it } from 'vitest';

import { base64DecodedLength, decodeBase64 } from './base64.js';

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
