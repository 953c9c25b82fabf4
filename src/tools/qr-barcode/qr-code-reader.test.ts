/** Codes of other writers, read; the writers and what they wrote are in scripts/fixtures/make-codes.ts. */

import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { payloadOf } from '../../lib/barcodes/payload.js';
import { shortUpc } from '../../lib/barcodes/retail.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { readFixture, runTool } from '../../testing/run-tool.js';

import reader from './qr-code-reader.js';

interface Code {
  readonly text: string;
  readonly format: string;
  readonly page?: number;
  readonly inverted?: boolean;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly corners: readonly { readonly x: number; readonly y: number }[];
}

async function read(
  bytes: Uint8Array,
  name = 'picture.png',
  options: Record<string, unknown> = {},
): Promise<readonly Code[]> {
  const answer = await runTool(reader, { files: [{ name, bytes }], options });
  expect(answer.status, String(answer.message ?? answer.cause)).toBe(200);
  return (answer.data as { files: { codes: readonly Code[] }[] }).files.flatMap(({ codes }) => codes);
}

describe('qr-code-reader', () => {
  it('reads four kinds on one sheet, turned and inverted ones too', async () => {
    const codes = await read(readFixture('qr-barcode/sheet.png'));
    expect(codes.map(({ format, text }) => [format, text])).toEqual([
      ['Data Matrix', 'Data Matrix 123'],
      ['QR Code', 'WIFI:T:WPA;S:my\\;net;P:mypass12;;'],
      ['EAN-13', '4006381333931'],
      ['Code 128', 'Hello-123'],
    ]);
    expect(codes[0]?.inverted).toBe(true);
    expect(codes[1]?.payload).toEqual({
      kind: 'wifi',
      ssid: 'my;net',
      security: 'WPA',
      password: 'mypass12',
      hidden: false,
    });
  });

  it('gives corners of the upright picture', async () => {
    const [code] = await read(readFixture('qr-barcode/turned-by-exif.jpg'), 'photo.jpg');
    const expected = [
      { x: 16, y: 16 },
      { x: 116, y: 16 },
      { x: 116, y: 116 },
      { x: 16, y: 116 },
    ];
    for (const [i, corner] of expected.entries()) {
      expect(Math.hypot((code?.corners[i]?.x ?? 0) - corner.x, (code?.corners[i]?.y ?? 0) - corner.y)).toBeLessThan(2);
    }
  });

  it('gives pages of a PDF and corners in points', async () => {
    const codes = await read(readFixture('qr-barcode/pages.pdf'), 'pages.pdf');
    expect(codes.map(({ page, text }) => [page, text])).toEqual([
      [1, 'https://example.com/'],
      [2, 'second page'],
    ]);
    // Placed at (60, 120) pixels of 1/96 inch, 120 wide, with a margin of 4 of 33 modules.
    const [first, , opposite] = codes[0]?.corners ?? [];
    expect(Math.hypot((first?.x ?? 0) - 55.9, (first?.y ?? 0) - 100.9)).toBeLessThan(1);
    expect(Math.hypot((opposite?.x ?? 0) - 124.1, (opposite?.y ?? 0) - 169.1)).toBeLessThan(1);
    expect(await read(readFixture('qr-barcode/pages.pdf'), 'pages.pdf', { pages: 'last' })).toHaveLength(1);
  });

  exhaustive('finds the places of codes that only a changed view shows', async () => {
    // Bars that lie diagonally are read when the picture is turned.
    const sheet = sharp(readFixture('qr-barcode/sheet.png')).extract({ left: 20, top: 280, width: 300, height: 130 });
    const { data, info } = await sheet.rotate(45, { background: '#fff' }).png().toBuffer({ resolveWithObject: true });
    const [code] = await read(data);
    expect(code?.text).toBe('4006381333931');
    const middle = { x: 0, y: 0 };
    for (const { x, y } of code?.corners ?? []) {
      middle.x += x / 4;
      middle.y += y / 4;
    }
    expect(Math.hypot(middle.x - info.width / 2, middle.y - info.height / 2)).toBeLessThan(30);
    expect(await read(data, 'picture.png', { tryHarder: false })).toEqual([]);
  });

  it('reads a light code on a transparent ground', async () => {
    const code = await sharp(readFixture('qr-barcode/url.png'))
      .negate({ alpha: false })
      .toColourspace('b-w')
      .extractChannel(0)
      .toBuffer();
    const { width, height } = await sharp(code).metadata();
    const white = sharp({ create: { width, height, channels: 3, background: '#fff' } });
    const picture = await white.joinChannel(code).png().toBuffer();
    expect((await read(picture)).map(({ text }) => text)).toEqual(['https://example.com/']);
  });

  it('answers damaged pictures with a refusal or a result', async () => {
    const bytes = readFixture('qr-barcode/url.png');
    for (let length = 8; length < bytes.length; length += 37) {
      const { status } = await runTool(reader, { files: [{ name: 'cut.png', bytes: bytes.subarray(0, length) }] });
      expect([200, 400]).toContain(status);
    }
  });
});

describe('payloads', () => {
  it('are told by how a text begins', () => {
    expect(payloadOf('MECARD:N:Sean Owen;TEL:+12125658770;EMAIL:a@b.c;;')).toEqual({
      kind: 'mecard',
      name: 'Sean Owen',
      telephone: '+12125658770',
      email: 'a@b.c',
    });
    expect(payloadOf('geo:52.5,-13.4')).toEqual({ kind: 'geo', latitude: 52.5, longitude: -13.4 });
    expect(payloadOf('BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ann\r\nEND:VCARD')).toEqual({ kind: 'vcard', name: 'Ann' });
    expect(payloadOf('BCD\n002\n1\nSCT\n\nMax\nDE89\nEUR1.00')).toMatchObject({
      kind: 'epc',
      name: 'Max',
      iban: 'DE89',
    });
    expect(payloadOf('WIFI:S:a\\;b;;')).toEqual({ kind: 'wifi', ssid: 'a;b', security: 'nopass', hidden: false });
    expect(payloadOf('')).toEqual({ kind: 'text' });
    expect(payloadOf(`WIFI:${';\\'.repeat(50_000)}`).kind).toBe('wifi');
  });

  it('short UPC-E numbers: examples of the GS1 General Specifications', () => {
    expect(shortUpc('042100005264')).toBe('04252614');
    expect(shortUpc('012345000065')).toBe('01234565');
    expect(shortUpc('036000291452')).toBeUndefined();
  });
});
