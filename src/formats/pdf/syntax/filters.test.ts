import { deflateSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { ContentFault } from '../../../lib/faults.js';
import { rc4 } from './encryption.js';
import { decode, type Filter } from './filters.js';
import { dictOf } from './objects.js';

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
const only = (name: string, parameters?: Filter['parameters']): Filter[] => [{ name, parameters }];

describe('decode', () => {
  it('LZWDecode gives the example of ISO 32000-2, 7.4.4.2', () => {
    const encoded = Buffer.from('800b6050220c0c8501', 'hex');
    expect([...decode(encoded, only('LZWDecode')).bytes]).toEqual([45, 45, 45, 45, 45, 65, 45, 45, 45, 66]);
  });

  it('ASCII85Decode gives what it was made from', () => {
    // base64.a85encode of Python 3.11.
    const encoded = '9jqo^BlbD-BleB1DJ+*+F(f,q/0JhKF<GL>Cj@.4Gp$d7F!,L7@<6@)/0JDEF<G%<+EV:2F!,\nO<DJ+*.@<*K0@<6L(Df,~>';
    expect(text(decode(Buffer.from(encoded), only('ASCII85Decode')).bytes)).toBe(
      'Man is distinguished, not only by his reason, but by this singular passion',
    );
    expect([...decode(Buffer.from('z~>'), only('A85')).bytes]).toEqual([0, 0, 0, 0]);
  });

  it('ASCIIHexDecode passes over white space and fills up an odd digit', () => {
    expect(text(decode(Buffer.from('61 6\n2 7>'), only('ASCIIHexDecode')).bytes)).toBe('abp');
  });

  it('RunLengthDecode copies and repeats', () => {
    expect(text(decode(Buffer.from([2, 97, 98, 99, 254, 120, 128, 1]), only('RunLengthDecode')).bytes)).toBe('abcxxx');
  });

  it('undoes PNG and TIFF predictors', () => {
    // Rows of three bytes; PNG types 0 to 4 on the second row over the first (10, 20, 30).
    const first = [0, 10, 20, 30];
    const rows = (row: readonly number[]) => deflateSync(Buffer.from([...first, ...row]));
    const png = dictOf({ Predictor: 15, Columns: 3 });
    const second = (row: readonly number[]) => [...decode(rows(row), only('FlateDecode', png)).bytes].slice(3);
    expect(second([0, 1, 2, 3])).toEqual([1, 2, 3]);
    expect(second([1, 1, 2, 3])).toEqual([1, 3, 6]);
    expect(second([2, 1, 2, 3])).toEqual([11, 22, 33]);
    expect(second([3, 1, 2, 3])).toEqual([6, 15, 25]);
    expect(second([4, 1, 2, 3])).toEqual([11, 22, 33]);
    const tiff = dictOf({ Predictor: 2, Columns: 3 });
    expect([...decode(deflateSync(Buffer.from([5, 1, 1, 7, 1, 1])), only('FlateDecode', tiff)).bytes]).toEqual([
      5, 6, 7, 7, 8, 9,
    ]);
  });

  it('stops before picture filters and names them', () => {
    const { bytes, rest } = decode(deflateSync(Buffer.from('jpeg')), [...only('FlateDecode'), ...only('DCTDecode')]);
    expect([text(bytes), rest.map(({ name }) => name)]).toEqual(['jpeg', ['DCTDecode']]);
  });

  it('gives what a truncated or damaged Flate stream still holds', () => {
    const plain = Array.from({ length: 5_000 }, (_, i) => `line ${i * 7919}\n`).join('');
    const packed = deflateSync(Buffer.from(plain));
    const cut = text(decode(packed.subarray(0, packed.length >> 1), only('FlateDecode')).bytes);
    expect(cut.length).toBeGreaterThan(plain.length / 3);
    expect(plain.startsWith(cut)).toBe(true);
    const wrongSum = Buffer.concat([packed.subarray(0, -4), Buffer.from('0000')]);
    expect(text(decode(wrongSum, only('FlateDecode')).bytes)).toBe(plain);
    const damaged = Buffer.from(packed);
    damaged.fill(0xff, damaged.length >> 1);
    const salvaged = text(decode(damaged, only('FlateDecode')).bytes);
    expect(plain.slice(0, 20_000)).toBe(salvaged.slice(0, 20_000));
  });

  it('refuses bombs, endless chains and impossible predictors', () => {
    let bomb = Buffer.alloc(2 ** 26 + 1);
    bomb = deflateSync(bomb);
    expect(() => decode(bomb, only('FlateDecode'))).toThrow('must decode to at most');
    const chain = Array.from({ length: 9 }, () => only('FlateDecode')).flat();
    expect(() => decode(Buffer.alloc(9), chain)).toThrow(ContentFault);
    const predictor = dictOf({ Predictor: 15, Columns: 2 ** 31 });
    expect(() => decode(deflateSync(Buffer.from('abc')), only('FlateDecode', predictor))).toThrow(ContentFault);
  });
});

it('RC4 gives the vectors of RFC 6229 and of the original posting', () => {
  expect(rc4(Buffer.from('0102030405', 'hex'), Buffer.alloc(16)).toString('hex')).toBe(
    'b2396305f03dc027ccc3524a0a1118a8',
  );
  expect(rc4(Buffer.from('Key'), Buffer.from('Plaintext')).toString('hex')).toBe('bbf316e8d940af0ad3');
});
