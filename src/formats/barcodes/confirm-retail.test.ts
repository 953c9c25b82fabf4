import { describe, expect, it } from 'vitest';

import type { FoundCode } from '../../engines/barcodes/decode.js';

import { confirmedCodes, type Opinion } from './confirm-retail.js';

const code = (format: string, text: string, left = 0): FoundCode => ({
  format,
  symbology: format,
  text,
  bytes: Buffer.from(text),
  corners: [
    { x: left, y: 0 },
    { x: left + 100, y: 0 },
    { x: left + 100, y: 50 },
    { x: left, y: 50 },
  ],
  errorCorrection: undefined,
  version: undefined,
  contentType: 'Text',
  isInverted: false,
  isMirrored: false,
});

const looks = (...results: readonly (readonly FoundCode[])[]): Opinion[] => results.map((seen) => async () => seen);
const texts = (codes: readonly FoundCode[]): string[] => codes.map(({ text }) => text);

describe('retail codes', () => {
  const [right, wrong] = [code('EAN13', '4006381333931'), code('EAN13', '4006381333436')];

  it('are kept where a second look reads the same, and left out where none does', async () => {
    expect(texts(await confirmedCodes([right], looks([], [right])))).toEqual([right.text]);
    expect(texts(await confirmedCodes([wrong], looks([], [right])))).toEqual([]);
  });

  it('at one place are decided by the number of looks', async () => {
    expect(texts(await confirmedCodes([wrong, right], looks([right, wrong], [right])))).toEqual([right.text]);
    expect(texts(await confirmedCodes([wrong, right], looks([right], [wrong])))).toEqual([]);
  });

  it('at two places do not contradict each other', async () => {
    const other = code('UPCA', '049000042566', 300);
    expect(texts(await confirmedCodes([right, other], looks([right, other])))).toEqual([right.text, other.text]);
  });

  it('ask for no second look where there are none: other codes have a guard of their own', async () => {
    const qr = code('QRCode', 'hello');
    const never: Opinion = () => Promise.reject(new Error('looked again'));
    expect(await confirmedCodes([qr], [never])).toEqual([qr]);
  });
});
