import { existsSync, readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { runTool } from '../../testing/run-tool.js';
import { noteUntested } from '../../testing/untested.js';

import tool from './port-lookup.js';

interface Service {
  readonly port: number;
  readonly protocols: readonly string[];
  readonly name: string;
  readonly aliases: readonly string[];
  readonly source: string;
}

const servicesOf = async (input: string, options: object = {}): Promise<readonly (readonly Service[])[]> => {
  const answer = await runTool(tool, { input, options: { ...options } });
  expect(answer.status, answer.message).toBe(200);
  return (answer.data as { results: readonly { services: readonly Service[] }[] }).results.map(
    ({ services }) => services,
  );
};

const LIST = '/etc/services';
const hasList = existsSync(LIST) && readFileSync(LIST, 'utf8').includes('Internet style');
if (!hasList) noteUntested('netbase', 'ports beside /etc/services');

/** What Debian lists against the assignments of IANA. */
const HABITS = ['21/udp fsp fspd', '5555/udp rplay '];

describe('port-lookup', () => {
  it.skipIf(!hasList)('names what /etc/services names', async () => {
    const listed = [...readFileSync(LIST, 'utf8').matchAll(/^([\w-]+)\s+(\d+)\/(tcp|udp)\b([^#\n]*)/gm)].map(
      ([, name = '', port = '', protocol = '', more = '']) => ({
        names: [name, ...more.trim().split(/\s+/)],
        port,
        protocol,
      }),
    );
    const [whole] = await servicesOf('0-65535');
    const shared = listed.filter(({ port }) =>
      whole!.some((one) => one.source === 'iana' && one.port === Number(port)),
    );
    const odd = shared.filter(({ names, port, protocol }) => {
      const own = whole!.filter((one) => one.port === Number(port));
      return !own.some(
        (one) => one.protocols.includes(protocol) && names.some((name) => [one.name, ...one.aliases].includes(name)),
      );
    });
    expect(odd.map(({ names, port, protocol }) => `${port}/${protocol} ${names.join(' ')}`)).toEqual(HABITS);
    expect(shared.length).toBeGreaterThan(200);
  });

  it('finds by name, other name, word, range and protocol', async () => {
    const [https, dns, printing, range, udp] = await servicesOf('HTTPS\ndns\nprinting\n:79-81\nsyslog/udp');
    expect(https!.map(({ port }) => port)).toEqual([443]);
    expect(dns!.map(({ port }) => port)).toEqual([53]);
    expect(printing!.map(({ port }) => port)).toEqual([631, 9100]);
    expect(range!.map(({ name }) => name)).toEqual(['finger', 'http']);
    expect(udp!.map(({ port }) => port)).toEqual([514]);
    expect(await servicesOf('1-70000'.replace('70000', '20'), { protocol: 'udp' })).not.toEqual([[]]);
  });

  it('lists each service once, in order', async () => {
    const [whole] = await servicesOf('0-65535');
    expect(whole!.map(({ port }) => port)).toEqual(whole!.map(({ port }) => port).toSorted((a, b) => a - b));
    const keys = whole!.flatMap(({ port, protocols, name }) => protocols.map((one) => `${port}/${one} ${name}`));
    expect(new Set(keys).size).toBe(keys.length);
  });

  it.each(['70000', '90-80', '1-99999'])('refuses %s', async (input) => {
    expect((await runTool(tool, { input })).status).toBe(400);
  });
});

it('a line may list ports, and the protocol may stand before the port', async () => {
  const names = async (input: string): Promise<unknown> =>
    (await servicesOf(input)).map((services) => services.map(({ name }) => name)[0]);
  // As /etc/services of Debian has them.
  expect(await names('22, 80;443')).toEqual(['ssh', 'http', 'https']);
  expect(await names('22 80  443')).toEqual(['ssh', 'http', 'https']);
  expect(await names('tcp/3306\nudp:53')).toEqual(['mysql', 'domain']);
});
