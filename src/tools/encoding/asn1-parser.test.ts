import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { der } from '../../lib/pki/der.js';
import { type Chance, chanceOf } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { expectLinear } from '../../testing/growth.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './asn1-parser.js';

interface Row {
  readonly offset: number;
  readonly depth: number;
  readonly headerBytes: number;
  readonly length: number;
  readonly isConstructed: boolean;
  readonly tag: string;
}

const rowsOf = async (bytes: Uint8Array): Promise<string[]> => {
  const answer = await runTool(tool, { files: [{ name: 'a.der', bytes }], options: { nested: false } });
  expect(answer.status, answer.message).toBe(200);
  const { documents } = answer.data as { readonly documents: readonly { readonly elements: readonly Row[] }[] };
  return documents[0]!.elements.map(
    ({ offset, depth, headerBytes, length, isConstructed, tag }) =>
      `${offset} ${depth} ${headerBytes} ${length} ${isConstructed ? 'cons' : 'prim'} ${tag}`,
  );
};

const opensslRows = (bytes: Uint8Array): string[] =>
  runProgram('openssl', ['asn1parse', '-inform', 'DER'], bytes)
    .toString()
    .trim()
    .split('\n')
    .map((line) => {
      const [, offset, depth, header, length, form, tag = ''] =
        /^\s*(\d+):d=(\d+)\s+hl=(\d+)\s+l=\s*(\d+)\s+(prim|cons):\s+(.{1,18}?)\s*(?::.*|\[HEX DUMP\].*)?$/.exec(line) ??
        [];
      return `${offset} ${depth} ${header} ${length} ${form} ${tag.trim()}`;
    });

/** A random structure; texts are empty of what the program would print over several lines. */
function randomDer(chance: Chance, depth: number): Uint8Array {
  const kind = chance(depth > 0 ? 9 : 6);
  const bytes = (most: number): Uint8Array => Uint8Array.from({ length: 1 + chance(most) }, () => 97 + chance(26));
  if (kind === 0)
    return der(
      0x02,
      Uint8Array.from({ length: 1 + chance(4) }, () => 1 + chance(120)),
    );
  if (kind === 1) return der(0x05);
  if (kind === 2) return der(0x06, Uint8Array.of(0x2a, 3 + chance(100), 1 + chance(100)));
  if (kind === 3) return der(0x0c, bytes(20));
  if (kind === 4) return der(0x13, bytes(200));
  if (kind === 5) return der(0x01, Uint8Array.of(0xff));
  const tag = [0x30, 0x31, 0xa0 + chance(20)][kind - 6]!;
  return der(tag, ...Array.from({ length: chance(5) }, () => randomDer(chance, depth - 1)));
}

const hasOpenssl = hasProgram('openssl', ['version'], 'asn1-parser beside openssl asn1parse');

describe('asn1-parser', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'asn1-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.skipIf(!hasOpenssl)(
    'has the elements that openssl asn1parse shows of keys, certificates, requests and signatures',
    async () => {
      const keys = [
        generateKeyPairSync('ec', { namedCurve: 'prime256v1' }),
        generateKeyPairSync('ed25519'),
        generateKeyPairSync('rsa', { modulusLength: 1024 }),
      ];
      const ders: Buffer[] = [];
      for (const [index, { privateKey, publicKey }] of keys.entries()) {
        const path = join(folder, `${index}.pem`);
        const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
        writeFileSync(path, pem);
        ders.push(
          createPrivateKey(pem).export({ type: 'pkcs8', format: 'der' }),
          publicKey.export({ type: 'spki', format: 'der' }),
        );
        const request = ['req', '-new', '-key', path, '-subj', '/C=DE/O=Café/CN=a.example', '-utf8'];
        ders.push(runProgram('openssl', [...request, '-outform', 'DER']));
        const extensions = [
          '-addext',
          'subjectAltName=DNS:a.example,IP:10.0.0.1',
          '-addext',
          'extendedKeyUsage=serverAuth',
        ];
        ders.push(runProgram('openssl', [...request, '-x509', ...extensions, '-outform', 'DER']));
      }
      expect(ders.length).toBe(12);
      for (const bytes of ders) expect(await rowsOf(bytes)).toEqual(opensslRows(bytes));
    },
  );

  inRounds.skipIf(!hasOpenssl)(
    'has the elements that openssl asn1parse shows of random structures',
    [12, 200],
    async (rounds) => {
      const chance = chanceOf(690);
      for (let round = 0; round < rounds; round++) {
        const bytes = der(0x30, randomDer(chance, 4), randomDer(chance, 4), randomDer(chance, 4));
        expect(await rowsOf(bytes)).toEqual(opensslRows(bytes));
      }
    },
  );

  it('reads the examples of X.690 §8', async () => {
    const valuesIn = async (input: string): Promise<unknown> => {
      const { data } = await runTool(tool, { input, options: { from: 'hex' } });
      return (
        data as { readonly documents: readonly { readonly elements: readonly { readonly value?: string }[] }[] }
      ).documents[0]!.elements.map(({ value }) => value);
    };
    expect(await valuesIn('0101ff')).toEqual(['true']);
    expect(await valuesIn('0307040a3b5f291cd0')).toEqual(['0a3b5f291cd0 (4 unused bits)']);
    expect(await valuesIn('2380 0303000a3b 0305045f291cd0 0000')).toEqual([
      undefined,
      '0a3b',
      '5f291cd0 (4 unused bits)',
    ]);
    expect(await valuesIn('0603883703')).toEqual(['2.999.3']);
    expect(await valuesIn('1a054a6f6e6573')).toEqual(['Jones']);
    expect(await valuesIn('43054a6f6e6573')).toEqual(['"Jones"']);
  });

  it('refuses or reads every truncation and 500 random changes', async () => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
    const bytes = publicKey.export({ type: 'spki', format: 'der' });
    const chance = chanceOf(1);
    const damaged = [
      ...Array.from({ length: bytes.length - 1 }, (_, length) => bytes.subarray(0, length + 1)),
      ...Array.from({ length: 500 }, () => {
        const changed = Buffer.from(bytes);
        changed[chance(changed.length)] = chance(256);
        return changed;
      }),
    ];
    for (const content of damaged) {
      const { status } = await runTool(tool, { files: [{ name: 'a', bytes: content }] });
      expect([200, 400, 413]).toContain(status);
    }
  });

  it('takes time by the length', async () => {
    await expectLinear(2000, (length) => runTool(tool, { input: '0500'.repeat(length) }));
    await expectLinear(20_000, (length) => runTool(tool, { input: 'ab '.repeat(length / 3) }));
    await expectLinear(60, (length) => runTool(tool, { input: '3080'.repeat(length) }));
  });
});
