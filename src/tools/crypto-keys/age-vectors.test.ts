import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';

import * as cctv from 'cctv-age';
import { expect, it } from 'vitest';

import { exhaustive } from '../../testing/exhaustive.js';
import { runTool } from '../../testing/run-tool.js';

import decryptFile from './decrypt-file.js';

/** The files of the Community Cryptography Test Vectors for age: lines of a header, an empty line, the file. */
const VECTORS = Object.entries(cctv as unknown as Readonly<Record<string, Uint8Array>>).filter(
  ([, bytes]) => bytes instanceof Uint8Array,
);

interface Vector {
  readonly header: ReadonlyMap<string, string>;
  readonly identities: readonly string[];
  readonly file: Uint8Array;
}

function vectorOf(bytes: Uint8Array): Vector {
  const whole = Buffer.from(bytes);
  const end = whole.indexOf('\n\n');
  const rows = whole
    .subarray(0, end)
    .toString()
    .split('\n')
    .map((row) => row.split(': ') as [string, string]);
  const header = new Map(rows);
  const body = whole.subarray(end + 2);
  return {
    header,
    identities: rows.filter(([name]) => name === 'identity').map(([, value]) => value),
    file: header.get('compressed') === 'zlib' ? inflateSync(body) : body,
  };
}

it('has all vectors', () => {
  expect(VECTORS.length).toBeGreaterThan(120);
});

/** Of 16 MiB and more. */
const isLong = ([name]: readonly [string, ...unknown[]]): boolean => /^stream_25\d/.test(name);

it.each(VECTORS.filter((vector) => !isLong(vector)))('%s ends as the vectors say', expectAsSaid);
exhaustive.each(VECTORS.filter(isLong))('%s ends as the vectors say', expectAsSaid);

async function expectAsSaid(_: string, bytes: Uint8Array): Promise<void> {
  const { header, identities, file } = vectorOf(bytes);
  const expected = header.get('expect') ?? '';
  const options = { password: header.get('passphrase') ?? '', identity: identities.join('\n') };
  const answer = await runTool(decryptFile, { files: [{ name: 'vector.age', bytes: file }], options });
  if (expected === 'success') {
    expect(answer.status, answer.message).toBe(200);
    const content = answer.files[0]?.bytes ?? new Uint8Array();
    expect(createHash('sha256').update(content).digest('hex')).toBe(header.get('payload'));
    return;
  }
  // Armor is read as people paste it: with other line ends, text around it, without its last break. The content is checked all the same.
  if (expected === 'armor failure' && answer.status === 200) {
    expect(header.get('armored')).toBe('yes');
    return;
  }
  expect(expected === 'header failure' ? [400, 413] : [400], answer.message).toContain(answer.status);
}
