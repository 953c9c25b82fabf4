import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { openHttpServer } from '../../testing/pretend-internet.js';
import { REACHING_LOOPBACK, runTool } from '../../testing/run-tool.js';

import tool from './http-timing.js';

interface Attempt {
  readonly waitMs: number;
  readonly bodyMs: number;
  readonly nameMs: number;
  readonly connectMs: number;
  readonly tlsMs: number;
  readonly totalMs: number;
}

describe('http-timing', () => {
  it('sees what a server waits, before its head and before its body', async () => {
    const chance = chanceOf(2);
    const waits = Array.from({ length: 20 }, () => [50 + chance(100), 50 + chance(100)] as const);
    let next = 0;
    const site = await openHttpServer((_request, response) => {
      const [head, body] = waits[next] ?? [0, 0];
      next += 1;
      setTimeout(() => {
        response.writeHead(200, { 'content-length': '2' });
        response.write('a');
        setTimeout(() => response.end('b'), body);
      }, head);
    });
    const seen: boolean[] = [];
    for (let run = 0; run < 2; run += 1) {
      const answer = await runTool(
        tool,
        { input: `http://127.0.0.1:${site.port}/`, options: { count: 10 } },
        { settings: REACHING_LOOPBACK },
      );
      expect(answer.status, answer.message).toBe(200);
      for (const [index, one] of (answer.data as { attempts: readonly Attempt[] }).attempts.entries()) {
        const [head, body] = waits[run * 10 + index] ?? [0, 0];
        // Timers may come a millisecond early; how late is the machine's business. Where the head is read late, less of the body is left.
        expect(one.waitMs).toBeGreaterThanOrEqual(head - 2);
        expect(one.waitMs + one.bodyMs).toBeGreaterThanOrEqual(head + body - 4);
        seen.push(one.bodyMs >= body - 2);
        const sum = one.nameMs + one.connectMs + one.tlsMs + one.waitMs + one.bodyMs;
        expect(Math.abs(sum - one.totalMs)).toBeLessThan(0.5);
      }
    }
    expect(seen).toContain(true);
    await site.close();
  });
});
