import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { inRounds } from '../../testing/exhaustive.js';
import { openTcpServer } from '../../testing/pretend-internet.js';
import { hasProgram, runBeside } from '../../testing/programs.js';
import { REACHING_LOOPBACK, runTool } from '../../testing/run-tool.js';
import tool from './ssl-certificate-check.js';

interface Report {
  readonly isValid: boolean;
  readonly problems: readonly string[];
  readonly protocol: string | null;
  readonly cipher: string | null;
  readonly alpn: string | null;
  readonly certificate: {
    readonly serialNumber: string;
    readonly notAfter: string;
    readonly fingerprints: { readonly sha256: string };
  } | null;
  readonly failure: { readonly reason: string } | null;
}

const folder = mkdtempSync(join(tmpdir(), 'tls-test-'));
const started: ChildProcess[] = [];
afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const check = async (port: number, options = {}, now = new Date()): Promise<Report> => {
  const answer = await runTool(tool, { input: `127.0.0.1:${port}`, options }, { settings: REACHING_LOOPBACK, now });
  expect(answer.status, answer.message).toBe(200);
  return answer.data as Report;
};

const KEYS: readonly (readonly string[])[] = [
  ['rsa:2048'],
  ['ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'],
  ['ec', '-pkeyopt', 'ec_paramgen_curve:secp384r1'],
  ['ed25519'],
];
const VERSIONS: readonly (readonly string[])[] = [
  ['-tls1_3'],
  ['-tls1_2', '-serverpref'],
  ['-tls1_2', '-cipher', 'ECDHE+CHACHA20', '-alpn', 'http/1.1'],
];

async function openServer(key: number, version: readonly string[], port: number): Promise<void> {
  const [cert, pem] = [join(folder, `${key}.crt`), join(folder, `${key}.key`)];
  started.push(
    spawn('openssl', ['s_server', '-quiet', '-cert', cert, '-key', pem, '-accept', `127.0.0.1:${port}`, ...version], {
      stdio: ['pipe', 'ignore', 'ignore'],
    }),
  );
  for (let tries = 0; tries < 200; tries += 1) {
    const isUp = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy();
        resolve(true);
      }).on('error', () => resolve(false));
    });
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe('ssl-certificate-check', () => {
  inRounds.skipIf(!hasProgram('openssl', ['version'], 'ssl-certificate-check beside openssl'))(
    'reads what openssl s_client reads, of servers with keys of four kinds',
    [1, 3],
    async (rounds) => {
      for (const [index, key] of KEYS.entries())
        execFileSync(
          'openssl',
          [
            'req',
            '-x509',
            '-nodes',
            '-newkey',
            ...key,
            '-days',
            String(30 + index),
            '-subj',
            `/CN=host${index}.example`,
            '-addext',
            'subjectAltName=DNS:localhost',
            '-keyout',
            join(folder, `${index}.key`),
            '-out',
            join(folder, `${index}.crt`),
          ],
          { stdio: 'ignore' },
        );
      let port = 20_000 + (process.pid % 20_000);
      for (const key of KEYS.keys()) {
        for (const version of VERSIONS.slice(0, rounds)) {
          port += 1;
          await openServer(key, version, port);
          const ours = await check(port, { serverName: 'localhost' });
          const session = await runBeside('sh', [
            '-c',
            `openssl s_client -connect 127.0.0.1:${port} -servername localhost -alpn h2,http/1.1 </dev/null 2>&1 | tee ${folder}/session | openssl x509 -noout -serial -enddate -fingerprint -sha256; cat ${folder}/session`,
          ]);
          const find = (pattern: RegExp): string | undefined => pattern.exec(session)?.[1];
          expect([ours.protocol, ours.cipher]).toEqual([find(/^New, (TLSv[\d.]+), Cipher/m), find(/Cipher is (\S+)/)]);
          expect(ours.alpn).toBe(find(/ALPN protocol: (\S+)/) ?? null);
          expect(ours.certificate?.fingerprints.sha256.toUpperCase()).toBe(
            find(/Fingerprint=(\S+)/i)?.replace(/:/g, ''),
          );
          expect(ours.certificate?.serialNumber.toUpperCase()).toBe(find(/serial=(\S+)/));
          expect(new Date(ours.certificate?.notAfter ?? '').getTime()).toBe(Date.parse(find(/notAfter=(.+)/) ?? ''));
          expect([ours.isValid, ours.problems.length > 0]).toEqual([false, true]);
        }
      }
    },
  );

  it('asks for TLS in the words of mail servers and databases', async () => {
    const seen: string[] = [];
    const talk = (first: string, answers: Readonly<Record<string, string>>) =>
      openTcpServer((socket) => {
        if (first !== '') socket.write(first);
        socket.on('data', (chunk) => {
          const said = chunk.toString('latin1');
          seen.push(said.trim());
          socket.write(Object.entries(answers).find(([words]) => said.startsWith(words))?.[1] ?? '500 no\r\n');
        });
      });
    const refusing = await talk('220 ready\r\n', { EHLO: '250-a\r\n250 b\r\n', STARTTLS: '454 no TLS\r\n' });
    expect((await check(refusing.port, { starttls: 'smtp' })).failure?.reason).toBe('tls-failed');
    expect(seen).toEqual(['EHLO localhost', 'STARTTLS']);
    const silent = await talk('', {});
    for (const starttls of ['smtp', 'imap', 'pop3', 'ftp'])
      expect((await check(silent.port, { starttls, timeoutMs: 200 })).failure?.reason).toBe('timeout');
    const chatty = await talk('x'.repeat(20_000), {});
    expect((await check(chatty.port, { starttls: 'imap' })).failure?.reason).toBe('too-large');
    const database = await talk('', { '\0\0\0\x08': 'N' });
    expect((await check(database.port, { starttls: 'postgres' })).failure?.reason).toBe('tls-failed');
    for (const server of [refusing, silent, chatty, database]) await server.close();
  });

  it('upgrades where the server agrees', async ({ skip }) => {
    if (!hasProgram('openssl', ['version'], 'ssl-certificate-check beside openssl')) skip('no openssl is installed');
    const port = 20_100 + (process.pid % 20_000);
    await openServer(0, [], port);
    const upgrading = await openTcpServer((socket) => {
      socket.write('220 ready\r\n');
      socket.on('data', (chunk) => {
        const said = chunk.toString('latin1');
        if (said.startsWith('EHLO')) socket.write('250-a\r\n250 STARTTLS\r\n');
        if (!said.startsWith('STARTTLS')) return;
        socket.removeAllListeners('data');
        const behind = connect(port, '127.0.0.1');
        behind.on('error', () => socket.destroy());
        socket.write('220 go\r\n');
        socket.pipe(behind).pipe(socket);
      });
    });
    const report = await check(upgrading.port, { starttls: 'smtp' });
    expect([report.failure, report.certificate?.fingerprints.sha256.length, report.protocol]).toEqual([
      null,
      64,
      'TLSv1.3',
    ]);
    await upgrading.close();
  });
});
