/** A network tool inside its tool process: with the walls of its profile, through the guard. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openDnsServer, records } from '../testing/dns-server.js';
import { until } from '../testing/fetch-bench.js';
import { callTool, codeOf } from '../testing/http.js';
import { openHttpServer, openTcpServer, type TestHttpServer } from '../testing/pretend-internet.js';
import { openTestService, type TestService } from '../testing/service.js';

import { NO_SETTINGS } from './execute.js';

let site: TestHttpServer;
let shut: TestService;
let open: TestService;
beforeAll(async () => {
  site = await openHttpServer((_request, response) => response.end('hello'));
  shut = await openTestService('hostile');
  open = await openTestService('hostile', { settings: { ...NO_SETTINGS, networkAllowPrivate: true } });
});
afterAll(() => Promise.all([site.close(), shut.close(), open.close()]));

const reach = (service: TestService, input: string, dns = '') =>
  callTool(service.origin, 'reach-network', { input, options: { dns } });

describe('a network tool', () => {
  it('reaches what it may, by address and by name', async () => {
    const dns = await openDnsServer(({ name, type }) => (type === 'A' ? records(name, 'A', '127.0.0.1') : []));
    for (const host of ['127.0.0.1', 'localhost', 'site.example']) {
      const reply = await reach(open, `http://${host}:${site.port}/`, dns.address);
      expect(reply.json).toMatchObject({ result: { data: { status: 200, address: '127.0.0.1', text: 'hello' } } });
    }
    const refused = await reach(shut, `http://site.example:${site.port}/`, dns.address);
    expect([refused.status, refused.json]).toEqual([
      400,
      {
        error: {
          code: 'INVALID_INPUT',
          message: 'Cannot reach "site.example": it leads to an address that is not public',
        },
      },
    ]);
    await dns.close();
  });

  it('does not reach this machine, and tells nothing of why', async () => {
    const before = site.connections;
    for (const host of ['127.0.0.1', '[::1]', 'localhost', '0x7f.1', '[::ffff:127.0.0.1]', '0.0.0.0']) {
      const reply = await reach(shut, `http://${host}:${site.port}/`);
      expect([host, reply.status, codeOf(reply)]).toEqual([host, 400, 'INVALID_INPUT']);
      expect(reply.text).not.toMatch(/RFC|loopback|127\.0\.0\.0/);
    }
    expect(site.connections).toBe(before);
  });

  it('is left by its caller, and leaves its server', async () => {
    const silent = await openTcpServer(() => undefined);
    const left = callTool(
      open.origin,
      'reach-network',
      { input: `http://127.0.0.1:${silent.port}/` },
      { leaveAfterMs: 300 },
    );
    await expect(left).rejects.toThrow();
    await until(() => open.runner.status.busy.all === 0 && silent.open === 0);
    await silent.close();
  });
});
