import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect } from 'vitest';

import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './ssh-key-generator.js';

const folder = mkdtempSync(join(tmpdir(), 'ssh-keys-'));
afterAll(() => rmSync(folder, { recursive: true }));

const hasSsh = hasProgram('ssh-keygen', ['-A', '-f', folder], 'new SSH keys in OpenSSH');
const hasPutty = hasProgram('puttygen', ['--version'], 'new SSH keys in PuTTY');
const run = (program: string, ...args: readonly string[]): string => String(runProgram(program, args)).trim();

function saved(name: string, bytes: Uint8Array | string): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  chmodSync(path, 0o600);
  return path;
}

interface Made {
  readonly publicKey: string;
  readonly bits: number;
  readonly comment: string;
  readonly fingerprints: { readonly sha256: string; readonly md5: string };
  readonly randomart: string;
}

async function check(options: Record<string, unknown>): Promise<void> {
  const { status, data, files, message } = await runTool(tool, { options });
  expect(status, message).toBe(200);
  const { publicKey, bits, comment, fingerprints, randomart } = data as Made;
  const [key, open] = files;
  expect(String(open?.bytes)).toBe(`${publicKey}\n`);
  const { newPassword = '', format } = options as { newPassword?: string; format?: string };
  const line = saved('open.pub', open!.bytes);
  const shown = run('ssh-keygen', '-lv', '-f', line).split('\n');
  expect(shown.slice(1).join('\n')).toBe(randomart);
  expect(shown[0]?.startsWith(`${bits} ${fingerprints.sha256} ${comment || 'no comment'}`)).toBe(true);
  expect(run('ssh-keygen', '-l', '-E', 'md5', '-f', line)).toContain(fingerprints.md5);
  const path = saved('key', key!.bytes);
  const blob = publicKey.split(' ').slice(0, 2).join(' ');
  if (format === 'ppk') {
    const password = saved('password', newPassword);
    const told = run('puttygen', path, '-O', 'public-openssh', '--old-passphrase', password);
    expect(told).toBe(publicKey.trim());
    // The public half stands in the file as it is: what PuTTY makes of the private one shows that it was opened.
    const fresh = saved('empty', '');
    const copy = join(folder, 'copy');
    run(
      'puttygen',
      path,
      '-O',
      'private-openssh-new',
      '-o',
      copy,
      '--old-passphrase',
      password,
      '--new-passphrase',
      fresh,
    );
    expect(run('ssh-keygen', '-y', '-P', '', '-f', copy)).toContain(blob);
    return;
  }
  expect(run('ssh-keygen', '-y', '-P', newPassword, '-f', path).split(' ').slice(0, 2).join(' ')).toBe(blob);
}

const KINDS = [
  { algorithm: 'ed25519' },
  { algorithm: 'ecdsa', bits: 256 },
  { algorithm: 'ecdsa', bits: 384 },
  { algorithm: 'ecdsa', bits: 521 },
  { algorithm: 'rsa', bits: 2048 },
];

describe.skipIf(!hasSsh || !hasPutty)('keys read by OpenSSH and PuTTY', () => {
  inRounds('every type in every format, with a passphrase and without', [1, 3], async (rounds) => {
    for (let round = 0; round < rounds; round += 1) {
      for (const kind of round === 0 ? KINDS.slice(0, 1) : KINDS) {
        for (const format of ['openssh', 'ppk', 'pkcs8']) {
          // ssh-keygen reads no encrypted PKCS #8 of Ed25519: it knows that one as its own format only.
          const isForeign = format === 'pkcs8' && kind.algorithm === 'ed25519';
          if (!isForeign)
            await check({ ...kind, format, comment: `anna@laptop ${round}`, newPassword: `pä ss ${round}` });
          if (!isForeign) await check({ ...kind, format });
        }
      }
    }
  });
});
