import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import { hasProgram, runProgram } from '../../testing/programs.js';
import { readFixture, runTool } from '../../testing/run-tool.js';
import signPdf from './sign-pdf.js';
import verifyPdfSignature from './verify-pdf-signature.js';

const hasPdfsig = hasProgram('pdfsig', ['-v'], 'checks of signatures of PDFs');
const hasOpenssl = hasProgram('openssl', ['version'], 'signatures of other kinds');
const scratch = mkdtempSync(join(tmpdir(), 'verify-pdf-'));
afterAll(() => rmSync(scratch, { recursive: true }));
const at = (name: string): string => join(scratch, name);

interface Signature {
  readonly valid: boolean;
  readonly digestValid: boolean;
  readonly signatureValid: boolean;
  readonly coversWholeFile: boolean;
  readonly changesAfter: readonly string[];
  readonly trust: string | null;
  readonly algorithm: string | null;
  readonly signer: string | null;
  readonly problems: readonly string[];
}

async function checked(bytes: Uint8Array, options: Record<string, unknown> = {}): Promise<readonly Signature[]> {
  const files = [{ name: 'in.pdf', bytes }];
  const { status, message, data } = await runTool(verifyPdfSignature, { files, options });
  expect([status, message]).toEqual([200, undefined]);
  return (data as { signatures: readonly Signature[] }).signatures;
}

async function signed(bytes: Uint8Array, options: Record<string, unknown> = {}): Promise<Buffer> {
  const files = [
    { name: 'in.pdf', bytes },
    { name: 'key.p12', bytes: readFixture('pdf/signer-rsa.p12') },
  ];
  const answer = await runTool(signPdf, { files, options: { keyPassword: 'secret', ...options } });
  return answer.files[0]!.bytes;
}

/** The signed file with another CMS in the place of its own, made by openssl. */
function resigned(file: Buffer, key: string, certificate: string, more: readonly string[]): Buffer {
  const text = file.toString('latin1');
  const [, a = 0, b = 0, c = 0] = (/ByteRange \[([^\]]*)\]/.exec(text)?.[1] ?? '').trim().split(/ +/).map(Number);
  writeFileSync(at('data'), Buffer.concat([file.subarray(0, a), file.subarray(b, b + c)]));
  const cms = ['cms', '-sign', '-binary', '-outform', 'DER', '-in', at('data'), '-signer', certificate, '-inkey', key];
  const hex = runProgram('openssl', [...cms, ...more]).toString('hex');
  return Buffer.from(`${text.slice(0, a + 1)}${hex.padEnd(b - a - 2, '0')}${text.slice(b - 1)}`, 'latin1');
}

const pdfsigSaysValid = (bytes: Uint8Array): boolean => {
  writeFileSync(at('judged.pdf'), bytes);
  return runProgram('pdfsig', ['-nocert', at('judged.pdf')])
    .toString()
    .includes('Signature is Valid');
};

/** An update that changes objects, as an editor would append it. */
function updated(file: Buffer, changes: Readonly<Record<number, string>>): Buffer {
  const text = file.toString('latin1');
  const previous = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1] ?? '0';
  const trailer = text.slice(text.lastIndexOf('trailer'));
  const kept = /\/Root \d+ 0 R/.exec(trailer)?.[0] ?? '';
  let body = '';
  let table = '';
  for (const [number, value] of Object.entries(changes)) {
    table += `${number} 1\n${String(file.length + body.length).padStart(10, '0')} 00000 n \n`;
    body += `${number} 0 obj\n${value}\nendobj\n`;
  }
  const start = file.length + body.length;
  const end = `xref\n${table}trailer\n<< ${kept} /Size 100 /Prev ${previous} >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text + body + end, 'latin1');
}

describe('verify-pdf-signature', () => {
  it.skipIf(!hasOpenssl || !hasPdfsig)(
    'reads signatures of openssl of every kind, and agrees with pdfsig',
    async () => {
      const file = await signed(readFixture('pdf/letter.pdf'));
      writeFileSync(at('key.p12'), readFixture('pdf/signer-rsa.p12'));
      const rsa = [at('rsa.key'), at('rsa.pem')] as const;
      runProgram('openssl', [
        'pkcs12',
        '-in',
        at('key.p12'),
        '-nodes',
        '-nocerts',
        '-passin',
        'pass:secret',
        '-out',
        rsa[0],
      ]);
      runProgram('openssl', [
        'pkcs12',
        '-in',
        at('key.p12'),
        '-nodes',
        '-clcerts',
        '-nokeys',
        '-passin',
        'pass:secret',
        '-out',
        rsa[1],
      ]);
      const made = (name: string, kind: readonly string[]): readonly [string, string] => {
        const pair = [at(`${name}.key`), at(`${name}.pem`)] as const;
        runProgram('openssl', [
          'req',
          '-x509',
          '-nodes',
          '-subj',
          `/CN=${name}`,
          ...kind,
          '-keyout',
          pair[0],
          '-out',
          pair[1],
        ]);
        return pair;
      };
      const curve = made('p384', ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:secp384r1']);
      for (const [[key, certificate], more, algorithm, isKnownToPdfsig] of [
        [rsa, [], 'RSA with SHA-256', true],
        [rsa, ['-md', 'sha512'], 'RSA with SHA-512', true],
        [rsa, ['-noattr'], 'RSA with SHA-256', true],
        [rsa, ['-md', 'sha384', '-keyopt', 'rsa_padding_mode:pss'], 'RSA-PSS with SHA-384', false],
        [curve, ['-md', 'sha384'], 'ECDSA with SHA-384', true],
        [rsa, ['-keyid'], 'RSA with SHA-256', false],
      ] as const) {
        const bytes = resigned(file, key, certificate, more);
        const [signature] = await checked(bytes);
        const expected = { valid: true, algorithm, coversWholeFile: true, problems: [] };
        expect(signature, algorithm).toMatchObject(expected);
        if (isKnownToPdfsig) expect(pdfsigSaysValid(bytes), `${algorithm} ${more}`).toBe(true);
        const forged = Buffer.from(bytes.toString('latin1').replace('Letter 2', 'Letter 8'), 'latin1');
        const [other] = await checked(forged);
        expect(other, algorithm).toMatchObject({ valid: false });
      }
      const trust = readFileSync(curve[1], 'utf8');
      const [own] = await checked(resigned(file, ...curve, ['-md', 'sha384']));
      expect(own?.trust).toBe('self-signed');
      // Valid from today on: not when the file says it was signed.
      const [early] = await checked(resigned(file, ...curve, ['-md', 'sha384']), { trust });
      expect(early?.trust).toBe('invalid-chain');
    },
  );

  it('tells a signature of another key from a changed text', async () => {
    const bytes = await signed(readFixture('pdf/letter.pdf'));
    const text = bytes.toString('latin1');
    const at = text.indexOf('/Contents<') + 10;
    const hex = text.slice(at, text.indexOf('>', at)).replace(/0+$/, '');
    const wrong = `${hex.slice(0, -8)}${hex.at(-8) === '0' ? '1' : '0'}${hex.slice(-7)}`;
    const forged = Buffer.from(text.replace(hex, wrong), 'latin1');
    expect(await checked(forged)).toMatchObject([{ valid: false, digestValid: true, signatureValid: false }]);
  });

  it('names what was changed after signing', async () => {
    const file = await signed(readFixture('pdf/letter.pdf'));
    const text = file.toString('latin1');
    const page = text.slice(
      text.lastIndexOf('\n4 0 obj\n') + 9,
      text.indexOf('\nendobj', text.lastIndexOf('\n4 0 obj\n')),
    );
    const note = page.replace('/Annots[', '/Annots[90 0 R ');
    const content = '<< /Length 31 >>\nstream\nBT /F1 24 Tf (Forged) Tj ET    \nendstream';
    for (const [changes, kinds] of [
      [{ 5: content }, ['pages']],
      [
        { 4: note, 90: '<< /Type /Annot /Subtype /Text /Rect [0 0 9 9] /Contents (x) >>' },
        ['annotations', 'signatures'],
      ],
      [{ 4: page.replace('>>', '/Rotate 90>>') }, ['pages']],
    ] as const) {
      const [signature] = await checked(updated(file, changes as Record<number, string>));
      expect(signature).toMatchObject({ valid: true, coversWholeFile: false, changesAfter: kinds });
    }
    expect((await checked(await signed(file)))[0]).toMatchObject({ valid: true, changesAfter: ['signatures'] });
  });

  it('a range that leaves out more than the signature is not a signature of the file', async () => {
    const text = (await signed(readFixture('pdf/letter.pdf'))).toString('latin1');
    const range = /ByteRange \[0 (\d+) +(\d+) /.exec(text)!;
    const smaller = String(Number(range[1]) - 20).padEnd(range[1]!.length);
    const forged = text.replace(`ByteRange [0 ${range[1]}`, `ByteRange [0 ${smaller}`);
    const [signature] = await checked(Buffer.from(forged, 'latin1'));
    expect(signature).toMatchObject({ valid: false, problems: ['the bytes that it covers are not all but itself'] });
  });

  it('ends in an answer whichever byte of a signature is wrong', async () => {
    const source = await signed(readFixture('pdf/letter.pdf'));
    const start = source.indexOf('/ByteRange');
    const end = source.indexOf('>', source.indexOf('/Contents<', start)) - 6000;
    for (let i = start; i < end; i += 61) {
      const bytes = Buffer.from(source);
      bytes[i] = (bytes[i] ?? 0) ^ 0x05;
      const { status, cause } = await runTool(verifyPdfSignature, { files: [{ name: 'in.pdf', bytes }] });
      expect([200, 400], `${i}: ${cause}`).toContain(status);
    }
  });
});
