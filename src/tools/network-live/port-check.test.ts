import { describe, expect, it } from 'vitest';

import { openTcpServer, type TestServer } from '../../testing/pretend-internet.js';
import { hasProgram, runBeside } from '../../testing/programs.js';
import { REACHING_LOOPBACK, runTool } from '../../testing/run-tool.js';

import tool from './port-check.js';

interface Row {
  readonly port: number;
  readonly state: string;
  readonly banner: string | null;
}

const check = async (ports: readonly number[], options = {}): Promise<readonly Row[]> => {
  const answer = await runTool(
    tool,
    { input: '127.0.0.1', options: { ports: ports.join(','), ...options } },
    { settings: REACHING_LOOPBACK },
  );
  expect(answer.status, answer.message).toBe(200);
  return (answer.data as { ports: readonly Row[] }).ports;
};

describe('port-check', () => {
  it('finds the ports open that nc finds open', async ({ skip }) => {
    if (!hasProgram('nc', ['-h'], 'port-check beside nc')) skip('no nc is installed');
    const servers = await Promise.all(Array.from({ length: 30 }, () => openTcpServer(() => undefined)));
    const ports = servers.map(({ port }) => port);
    // Half of them are closed again.
    await Promise.all(servers.filter((_, index) => index % 2 === 0).map((server) => server.close()));
    const rows = await check(ports, { banner: false });
    for (const { port, state } of rows) {
      const end = (await runBeside('sh', ['-c', 'nc -z -w 2 127.0.0.1 "$1"; echo $?', 'sh', String(port)])).trim();
      expect([port, state]).toEqual([port, end === '0' ? 'open' : 'closed']);
    }
    expect(rows.filter(({ state }) => state === 'open')).toHaveLength(15);
    await Promise.all(servers.filter((_, index) => index % 2 === 1).map((server) => server.close()));
  });

  it('reads what servers say first, whole lines or not, and sends nothing', async () => {
    let received = 0;
    const saying = (pieces: readonly (string | Buffer)[]): Promise<TestServer> =>
      openTcpServer((socket) => {
        socket.on('data', (chunk) => {
          received += chunk.length;
        });
        for (const piece of pieces) socket.write(piece);
      });
    const servers = await Promise.all([
      saying(['SSH-2.0-OpenSSH_9.2p1 Debian\r\n']),
      saying([...'220 mail ready\r\nmore'].map((letter) => letter)),
      saying([Buffer.from([0x4a, 0, 0, 0, 0x0a, 0x38])]),
      saying(['x'.repeat(100_000)]),
      saying([]),
    ]);
    const rows = await check(servers.map(({ port }) => port));
    expect(rows.map(({ banner }) => banner)).toEqual([
      'SSH-2.0-OpenSSH_9.2p1 Debian',
      '220 mail ready',
      'J\\x00\\x00\\x00',
      null,
      null,
    ]);
    expect(received).toBe(0);
    await Promise.all(servers.map((server) => server.close()));
  });
});
