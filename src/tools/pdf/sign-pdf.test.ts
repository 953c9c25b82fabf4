import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';

import { complaints, contentsOf } from '../../testing/pdf-readers.js';
import { richPdf, withWrongTable } from '../../testing/pdf-samples.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { readFixture, runTool } from '../../testing/run-tool.js';
import rotatePdf from './rotate-pdf.js';
import signPdf from './sign-pdf.js';
import verifyPdfSignature from './verify-pdf-signature.js';

const hasReaders =
  hasProgram('pdfsig', ['-v'], 'signatures of PDFs') && hasProgram('qpdf', ['--version'], 'signed PDFs');
const hasOpenssl = hasProgram('openssl', ['version'], 'the CMS of signatures');
const scratch = mkdtempSync(join(tmpdir(), 'sign-pdf-'));
afterAll(() => rmSync(scratch, { recursive: true }));
const path = join(scratch, 'signed.pdf');

async function signed(bytes: Uint8Array, key: string, options: Record<string, unknown> = {}): Promise<Buffer> {
  const files = [
    { name: 'in.pdf', bytes },
    { name: 'key.p12', bytes: readFixture(`pdf/signer-${key}.p12`) },
  ];
  const answer = await runTool(signPdf, { files, options: { keyPassword: 'secret', ...options } });
  expect([answer.status, answer.message, answer.cause]).toEqual([200, undefined, undefined]);
  writeFileSync(path, answer.files[0]!.bytes);
  return answer.files[0]!.bytes;
}

/** What pdfsig says of each signature: signer, valid or not, the whole file or not. */
function judged(): unknown[] {
  const said = runProgram('pdfsig', ['-nocert', path]).toString();
  return said
    .split('Signature #')
    .slice(1)
    .map((part) => [
      /Common Name: (.*)/.exec(part)?.[1],
      part.includes('Signature is Valid'),
      part.includes('Not total') ? 'part' : 'whole',
    ]);
}

describe.skipIf(!hasReaders)('sign-pdf', () => {
  it.each(['rsa', 'ec', 'legacy'])('pdfsig finds a signature by the key file signer-%s.p12 valid', async (key) => {
    const source = readFixture('pdf/letter.pdf');
    const bytes = await signed(source, key, { reason: 'Grüße (1)', location: 'Ort' });
    expect(judged()).toEqual([[key === 'ec' ? 'Elsa Curve' : 'Rosa Signer', true, 'whole']]);
    expect(bytes.subarray(0, source.length)).toEqual(source);
    expect([...complaints(path)]).toEqual([]);
  });

  it('a second signature leaves the first one valid, in files with tables and with streams', async () => {
    const table = richPdf('T');
    writeFileSync(join(scratch, 'in.pdf'), table);
    runProgram('qpdf', ['--object-streams=generate', join(scratch, 'in.pdf'), join(scratch, 'streams.pdf')]);
    for (const source of [table, readFileSync(join(scratch, 'streams.pdf'))]) {
      const first = await signed(source, 'rsa', { visible: true, box: '10,10,150,50', page: 4 });
      await signed(first, 'ec', { visible: true, box: '10,70,150,50', page: 2 });
      expect(judged()).toEqual([
        ['Rosa Signer', true, 'part'],
        ['Elsa Curve', true, 'whole'],
      ]);
      expect([...complaints(path)]).toEqual([]);
      const contents = contentsOf(path)!;
      expect(contents.fields.length).toBe(5);
      expect(contents.annotations).toEqual([5, 2, 0, 3]);
    }
  });

  it('a changed byte is noticed by pdfsig', async () => {
    const bytes = await signed(readFixture('pdf/letter.pdf'), 'rsa');
    writeFileSync(path, Buffer.from(bytes.toString('latin1').replace('Letter 1', 'Letter 7'), 'latin1'));
    expect(judged()).toEqual([['Rosa Signer', false, 'whole']]);
  });

  it('damaged and restricted files are written anew first', async () => {
    for (const source of [withWrongTable(richPdf('D')), readFixture('pdf/owner-only-256.pdf')]) {
      await signed(source, 'ec');
      expect(judged()).toEqual([['Elsa Curve', true, 'whole']]);
      expect([...complaints(path)]).toEqual([]);
    }
  });

  it('draws the stamp upright on a turned page, with the picture', async () => {
    const source = (await runTool(rotatePdf, { files: [{ name: 'in.pdf', bytes: readFixture('pdf/letter.pdf') }] }))
      .files[0]!.bytes;
    const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#ff0000' } })
      .png()
      .toBuffer();
    const files = [
      { name: 'in.pdf', bytes: source },
      { name: 'key.p12', bytes: readFixture('pdf/signer-rsa.p12') },
      { name: 'stamp.png', bytes: picture },
    ];
    const options = { keyPassword: 'secret', visible: true, box: '20,10,160,40', reason: 'Because (so)' };
    const { status, files: results } = await runTool(signPdf, { files, options });
    expect(status).toBe(200);
    writeFileSync(path, results[0]!.bytes);
    const shown = await sharp(runProgram('pdftoppm', ['-r', '72', '-f', '1', '-l', '1', '-png', '-singlefile', path]))
      .removeAlpha()
      .raw()
      .toBuffer();
    const at = (x: number, y: number): number[] => [...shown.subarray(3 * (200 * y + x), 3 * (200 * y + x) + 3)];
    expect(at(54, 30)).toEqual([255, 0, 0]);
    expect(at(54, 70)).toEqual([255, 255, 255]);
    const text = runProgram('pdftotext', ['-x', '80', '-y', '0', '-W', '120', '-H', '60', path, '-']).toString();
    expect(text).toContain('Digitally signed by\nRosa Signer\nReason: Because (so)\nDate: 2026-01-02 03:04:05 UTC');
  });

  it.each([0, 90])('places an image without a key, on a page turned by %s° too', async (angle) => {
    const letter = readFixture('pdf/letter.pdf');
    const turned = { files: [{ name: 'in.pdf', bytes: letter }], options: { angle } };
    const source = angle === 0 ? letter : (await runTool(rotatePdf, turned)).files[0]!.bytes;
    const image = await sharp({ create: { width: 60, height: 30, channels: 4, background: '#ff000000' } })
      .composite([
        { input: Buffer.from('<svg width="60" height="30"><rect width="30" height="15" fill="#f00"/></svg>') },
      ])
      .png()
      .toBuffer();
    const files = [
      { name: 'in.pdf', bytes: source },
      { name: 'signature.png', bytes: image },
    ];
    const { data, files: results, message } = await runTool(signPdf, { files, options: { box: '20,100,60,50' } });
    expect(message).toBeUndefined();
    expect(data).toMatchObject({ signed: false, signer: '', visible: true, appended: false, warnings: [] });
    const drawing = async (bytes: Uint8Array) => {
      writeFileSync(path, bytes);
      return sharp(
        runProgram('pdftoppm', ['-r', '72', '-f', '1', '-l', '1', '-png', '-singlefile', path]),
      ).removeAlpha();
    };
    // 60 × 30 in a box of 60 × 50: ten points from its top.
    const wanted = await (await drawing(source))
      .composite([{ input: image, left: 20, top: 110 }])
      .raw()
      .toBuffer();
    const shown = await (await drawing(results[0]!.bytes)).raw().toBuffer();
    const [most] = [shown.reduce((sum, value, i) => sum + (Math.abs(value - (wanted[i] ?? 0)) > 64 ? 1 : 0), 0)];
    const red = (pixels: Buffer): number => {
      let count = 0;
      for (let i = 0; i < pixels.length; i += 3) if (pixels[i] === 255 && pixels[i + 1] === 0) count += 1;
      return count;
    };
    expect(red(wanted)).toBe(450);
    expect(Math.abs(red(shown) - 450)).toBeLessThanOrEqual(50);
    expect(most / 3).toBeLessThan(100);
    expect([...complaints(path)]).toEqual([]);
    const verified = await runTool(verifyPdfSignature, { files: [{ name: 'a.pdf', bytes: results[0]!.bytes }] });
    expect(verified.data).toMatchObject({ signatures: [] });
  });

  it.skipIf(!hasOpenssl)('openssl verifies the CMS against the root, and finds the attributes of CAdES', async () => {
    for (const key of ['rsa', 'ec']) {
      const bytes = await signed(readFixture('pdf/letter.pdf'), key);
      const [, a = 0, b = 0, c = 0] = (/ByteRange \[([^\]]*)\]/.exec(bytes.toString('latin1'))?.[1] ?? '')
        .trim()
        .split(/ +/)
        .map(Number);
      writeFileSync(join(scratch, 'data'), Buffer.concat([bytes.subarray(0, a), bytes.subarray(b, b + c)]));
      writeFileSync(join(scratch, 'cms'), Buffer.from(bytes.toString('latin1', a + 1, b - 1), 'hex'));
      const root = join(scratch, 'root.pem');
      writeFileSync(root, readFixture('pdf/signer-root.pem'));
      const cms = [
        'cms',
        '-verify',
        '-cades',
        '-binary',
        '-inform',
        'DER',
        '-in',
        join(scratch, 'cms'),
        '-content',
        join(scratch, 'data'),
        '-CAfile',
        root,
        '-purpose',
        'any',
        '-out',
        join(scratch, 'out'),
      ];
      expect(() => runProgram('openssl', cms)).not.toThrow();
      const shown = runProgram('openssl', [
        'cms',
        '-cmsout',
        '-print',
        '-inform',
        'DER',
        '-in',
        join(scratch, 'cms'),
      ]).toString();
      expect(shown).toContain('id-smime-aa-signingCertificateV2');
      expect(shown).not.toContain('signingTime');
    }
  });

  it.skipIf(!hasOpenssl)(
    'keys and certificates in PEM form, locked or not, in one file or two, sign as those of a .p12 file',
    async () => {
      const at = (name: string): string => join(scratch, name);
      const openssl = (...flags: string[]): Buffer => runProgram('openssl', flags);
      const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=Pia Pem', '-days', '3650'];
      openssl(...made, '-keyout', at('key.pem'), '-out', at('cert.pem'));
      openssl('pkcs8', '-topk8', '-in', at('key.pem'), '-out', at('locked.pem'), '-passout', 'pass:secret');
      openssl('rsa', '-in', at('key.pem'), '-traditional', '-out', at('old.pem'), '-aes256', '-passout', 'pass:secret');
      const letter = { name: 'letter.pdf', bytes: readFixture('pdf/letter.pdf') };
      const file = (name: string, ...parts: string[]) => ({
        name,
        bytes: Buffer.concat(parts.map((part) => readFileSync(at(part)))),
      });
      const sets = [
        [file('both.pem', 'cert.pem', 'key.pem')],
        [file('cert.crt', 'cert.pem'), file('locked.key', 'locked.pem')],
        [file('old.pem', 'old.pem', 'cert.pem')],
      ];
      for (const keys of sets) {
        const answer = await runTool(signPdf, { files: [letter, ...keys], options: { keyPassword: 'secret' } });
        expect(answer.status, answer.message).toBe(200);
        expect(answer.data).toMatchObject({ signer: 'Pia Pem' });
        const told = await runTool(verifyPdfSignature, {
          files: [{ name: 'a.pdf', bytes: answer.files[0]?.bytes ?? Buffer.alloc(0) }],
        });
        expect(told.data).toMatchObject({ valid: true, signatures: [{ trust: 'self-signed' }] });
      }
      for (const [keys, why] of [
        [[file('locked.pem', 'locked.pem', 'cert.pem')], 'the password is wrong, or its encryption is not supported'],
        [[file('key.pem', 'key.pem')], 'it has no certificate in PEM form that can be read'],
        [[file('cert.pem', 'cert.pem')], 'it has no private key in PEM form'],
      ] as const) {
        const answer = await runTool(signPdf, { files: [letter, ...keys], options: { keyPassword: 'guess' } });
        expect(answer.message).toBe(`Cannot open key file "${keys[0].name}": ${why}`);
      }
    },
  );

  it('never shows the password', async () => {
    const files = [
      { name: 'in.pdf', bytes: readFixture('pdf/letter.pdf') },
      { name: 'key.p12', bytes: readFixture('pdf/signer-rsa.p12') },
    ];
    const { body } = await runTool(signPdf, { files, options: { keyPassword: 'hunter2-wrong' } });
    expect(JSON.stringify(body)).not.toContain('hunter2');
  });

  it('a damaged key file is refused, whichever byte it is', async () => {
    const key = readFixture('pdf/signer-ec.p12');
    for (let i = 0; i < key.length; i += 97) {
      const damaged = Buffer.from(key);
      damaged[i] = (damaged[i] ?? 0) ^ 0x41;
      const files = [
        { name: 'in.pdf', bytes: readFixture('pdf/letter.pdf') },
        { name: 'key.p12', bytes: damaged },
      ];
      const { status, cause } = await runTool(signPdf, { files, options: { keyPassword: 'secret' } });
      expect(status, `${i}: ${cause}`).toBe(400);
    }
  });
});
