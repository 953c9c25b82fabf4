/**
 * Tools for secrets beside the programs that people use for the same, in turns on the same 15 MB: `npx tsx bench/secrets/run.ts`. Programs that
 * are not installed are left out. Wall time of the tool's whole run in this process, warm, and of the program's process.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type RunToolRequest, runTool } from '../../src/testing/run-tool.js';
import decryptFile from '../../src/tools/crypto-keys/decrypt-file.js';
import encryptFile from '../../src/tools/crypto-keys/encrypt-file.js';
import pgpDecrypt from '../../src/tools/crypto-keys/pgp-decrypt.js';
import entropyAnalyzer from '../../src/tools/hashing/entropy-analyzer.js';
import fastHash from '../../src/tools/hashing/fast-hash.js';
import fileHash from '../../src/tools/hashing/file-hash.js';

const ROUNDS = 5;
const BYTES = 15_000_000;
/** Tools of class standard take 5 MiB. */
const MESSAGE_BYTES = 4_000_000;
const folder = mkdtempSync(join(tmpdir(), 'bench-secrets-'));
const path = (name: string): string => join(folder, name);
const bytes = randomBytes(BYTES);
writeFileSync(path('data.bin'), bytes);

interface Case {
  readonly name: string;
  readonly tool: Parameters<typeof runTool>[0];
  readonly request: RunToolRequest;
  readonly program: readonly string[];
}

const isInstalled = (program: string): boolean => spawnSync('which', [program]).status === 0;
const file = (name: string, content: Uint8Array = bytes) => ({ files: [{ name, bytes: content }] });

function cases(): Case[] {
  const found: Case[] = [
    {
      name: 'file-hash sha256',
      tool: fileHash,
      request: { ...file('data.bin'), options: { algorithms: 'sha256' } },
      program: ['sha256sum', path('data.bin')],
    },
    {
      name: 'fast-hash xxh64',
      tool: fastHash,
      request: { ...file('data.bin'), options: { algorithm: 'xxh64' } },
      program: ['xxhsum', '-H1', path('data.bin')],
    },
    { name: 'entropy-analyzer', tool: entropyAnalyzer, request: file('data.bin'), program: ['ent', path('data.bin')] },
  ];
  if (isInstalled('age') && isInstalled('age-keygen')) {
    const identity = execFileSync('age-keygen', { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    writeFileSync(path('key.txt'), identity);
    const recipient = /public key: (\S+)/.exec(identity)?.[1] ?? '';
    execFileSync('age', ['-r', recipient, '-o', path('data.age'), path('data.bin')]);
    const encrypted = execFileSync('cat', [path('data.age')], { maxBuffer: 2 * BYTES });
    found.push(
      {
        name: 'encrypt-file age, X25519',
        tool: encryptFile,
        request: { ...file('data.bin'), options: { recipients: recipient } },
        program: ['age', '-r', recipient, '-o', path('out.age'), path('data.bin')],
      },
      {
        name: 'decrypt-file age, X25519',
        tool: decryptFile,
        request: { ...file('data.bin.age', encrypted), options: { identity } },
        program: ['age', '-d', '-i', path('key.txt'), '-o', path('out.bin'), path('data.age')],
      },
    );
  }
  if (isInstalled('gpg')) {
    const home = ['--homedir', folder, '--batch', '--yes', '--pinentry-mode', 'loopback', '--passphrase', 'bench'];
    writeFileSync(path('part.bin'), bytes.subarray(0, MESSAGE_BYTES));
    execFileSync('gpg', [...home, '-c', '-o', path('data.gpg'), path('part.bin')], { stdio: 'ignore' });
    const encrypted = execFileSync('cat', [path('data.gpg')], { maxBuffer: 2 * BYTES });
    found.push({
      name: 'pgp-decrypt 4 MB, password',
      tool: pgpDecrypt,
      request: { ...file('data.gpg', encrypted), options: { password: 'bench' } },
      program: ['gpg', ...home, '-d', '-o', path('out.bin'), path('data.gpg')],
    });
  }
  return found.filter(({ program: [name = ''] }) => isInstalled(name));
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;

async function timed(work: () => unknown): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

console.log(`15 MB, median of ${ROUNDS} | tool, ms | program, ms | ratio`);
for (const { name, tool, request, program } of cases()) {
  const [ours, theirs]: [number[], number[]] = [[], []];
  const run = async () => {
    const { status, message } = await runTool(tool, request);
    if (status !== 200) throw new Error(`${name}: ${message}`);
  };
  await run();
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await timed(run));
    theirs.push(await timed(() => execFileSync(program[0] ?? '', program.slice(1), { stdio: 'ignore' })));
  }
  const [a, b] = [median(ours), median(theirs)];
  console.log(`${name} (${program[0]}) | ${a.toFixed(0)} | ${b.toFixed(0)} | ${(a / b).toFixed(2)}`);
}
rmSync(folder, { recursive: true, force: true });
