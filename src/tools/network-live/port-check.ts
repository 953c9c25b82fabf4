import { z } from 'zod';

import { defineTool, invalid, json, overLimit, quote } from '../../core/index.js';
import type { Told } from '../../core/tool.js';
import { readQuestion, servicesFor } from '../../lib/network-addresses/ports.js';
import { closeConnection, openConnection, readUntil } from '../../network/connect.js';
import { NetworkFailure } from '../../network/failures.js';
import { eachWithin } from '../../network/many.js';
import { accessOf, type NetworkAccess } from '../../network/session.js';
import { parseHost } from '../../network/targets.js';
import { LIVE_NOTE, milliseconds, rounded, timeoutOption } from './_peer.js';

const PORTS = 32;
const AT_ONCE = 8;
const TOTAL_MS = 45_000;
const BANNER_BYTES = 4_096;
const BANNER_MS = 1_500;
const SHOWN = 200;

const portData = z.object({
  port: z.int().min(1).describe('Port.'),
  state: z
    .enum(['open', 'closed', 'filtered', 'unreachable'])
    .describe(
      'Open; closed: the host refuses; filtered: nothing answers in time; unreachable: there is no way to the host.',
    ),
  service: z.string().describe('What usually listens there; empty if nothing is known.'),
  connectMs: milliseconds('Opening the connection; 0 where it is not open.'),
  banner: z
    .string()
    .nullable()
    .describe('What the server says first, its control characters escaped; null where it says nothing.'),
});

type Port = Told<z.output<typeof portData>>;

/** Ports and ranges such as `22,80,8000-8010`. */
function readPorts(text: string): number[] {
  const ports = new Set<number>();
  for (const part of text.split(/[\s,;]+/).filter((piece) => piece !== '')) {
    const [, from = '', to = from] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(part) ?? [];
    const [first, last] = [Number(from), Number(to)];
    if (from === '' || first < 1 || last > 65_535 || last < first)
      throw invalid(`Option "ports" must have ports from 1 to 65535 and ranges such as 8000-8010, got ${quote(part)}`);
    if (last - first >= PORTS)
      throw overLimit(`Option "ports" must name at most ${PORTS} ports, got ${last - first + 1}`);
    for (let port = first; port <= last; port += 1) ports.add(port);
  }
  if (ports.size === 0) throw invalid('Option "ports" must name a port');
  if (ports.size > PORTS) throw overLimit(`Option "ports" must name at most ${PORTS} ports, got ${ports.size}`);
  return [...ports];
}

const serviceAt = (port: number): string => servicesFor(readQuestion(String(port)), 'tcp')[0]?.name ?? '';

const STATES: Partial<Record<NetworkFailure['reason'], Port['state']>> = {
  refused: 'closed',
  reset: 'closed',
  timeout: 'filtered',
  unreachable: 'unreachable',
};

/** What a server says before it is spoken to; nothing is sent. */
async function bannerOf(connection: Awaited<ReturnType<typeof openConnection>>): Promise<string | null> {
  const bytes = await readUntil(connection, (read) => read.includes(0x0a) || read.length >= SHOWN, BANNER_BYTES).catch(
    (error: unknown) => {
      // Silence, or an end: there is no banner.
      if (error instanceof NetworkFailure) return Buffer.alloc(0);
      throw error;
    },
  );
  const line = bytes
    .toString('latin1')
    .slice(0, SHOWN)
    .replace(/\r?\n[\s\S]*$/, '');
  return line === ''
    ? null
    : line.replace(/[^\x20-\x7e]/g, (letter) => `\\x${letter.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

export default defineTool({
  id: 'port-check',
  title: 'Port Check',
  summary:
    'Tells whether TCP ports of a host are open, closed or filtered, how fast they answer, and what the servers say first.',
  family: 'network-live',
  class: 'network',
  needs: ['network'],
  timeoutSeconds: 60,
  input: 'required',
  options: {
    ports: z.string().max(500).default('80,443').describe('Ports and ranges, such as 22,80,443,8000-8010; at most 32.'),
    banner: z
      .boolean()
      .default(true)
      .describe('Waits up to 1.5 seconds for what an open port says by itself. Nothing is sent.'),
    timeoutMs: timeoutOption(3_000, 10_000, 'a connection'),
  },
  result: 'data',
  data: z.object({
    host: z.string().describe('Host that was asked.'),
    addresses: z.array(z.string()).describe('IP addresses that were connected to.'),
    ports: z.array(portData).describe('One per port, in the order of the option.'),
    open: z.array(z.int()).describe('Ports that are open.'),
  }),
  notes: [
    LIVE_NOTE,
    'Connections are opened whole and closed at once: servers may log them. Check only hosts that you may check. TCP only.',
    'A firewall that refuses politely looks like a closed port. Of a host with several addresses the first that answers is told.',
  ],
  aliases: [
    'port scanner',
    'open port checker',
    'is port open',
    'nc -zv',
    'telnet test',
    'tcp ping',
    'service banner',
    'is a port open',
  ],
  verified: [
    'nc (OpenBSD, -zv): the same state for 30 ports of loopback, half of them with a server; banners of servers that speak first, in one piece and byte by byte',
  ],
  examples: [
    {
      title: 'A mail server',
      input: 'mail.example.com',
      options: { ports: '25, 587' },
      output: {
        data: {
          host: 'mail.example.com',
          addresses: ['93.184.215.25'],
          ports: [
            { port: 25, state: 'open', service: 'smtp', connectMs: 11.8, banner: '220 mail.example.com ESMTP' },
            { port: 587, state: 'closed', service: 'submission', connectMs: 0, banner: null },
          ],
          open: [25],
        },
      },
    },
    {
      title: 'A host that does not answer',
      input: 'silent.example.net',
      options: { ports: '443', timeoutMs: 100 },
      output: {
        data: {
          host: 'silent.example.net',
          addresses: [],
          ports: [{ port: 443, state: 'filtered', service: 'https', connectMs: 0, banner: null }],
          open: [],
        },
      },
    },
    {
      title: 'A router',
      input: '192.168.1.1',
      error: { code: 'INVALID_INPUT', message: 'Cannot reach "192.168.1.1": it is not a public address' },
    },
    {
      title: 'A port that cannot be',
      input: 'example.com',
      options: { ports: '80,99999' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "ports" must have ports from 1 to 65535 and ranges such as 8000-8010, got "99999"',
      },
    },
    {
      title: 'Too many ports',
      input: 'example.com',
      options: { ports: '1-1024' },
      error: { code: 'LIMIT_EXCEEDED', message: 'Option "ports" must name at most 32 ports, got 1024' },
    },
    {
      title: 'No port',
      input: 'example.com',
      options: { ports: ' ' },
      error: { code: 'INVALID_INPUT', message: 'Option "ports" must name a port' },
    },
  ],
  async run({ input, options: { ports: list, banner, timeoutMs }, signal, settings, network }) {
    const { host } = parseHost(input, { defaultPort: 80 });
    const ports = readPorts(list);
    const access = accessOf(
      { signal, settings, network },
      { totalMs: timeoutMs + BANNER_MS, connectMs: timeoutMs, idleMs: BANNER_MS },
    );
    const addresses = new Set<string>();
    const check = async (port: number, own: NetworkAccess): Promise<Port> => {
      const connection = await openConnection({ host, port }, own);
      try {
        addresses.add(connection.address);
        return {
          port,
          state: 'open',
          service: serviceAt(port),
          connectMs: rounded(connection.timings.connectMs),
          banner: banner ? await bannerOf(connection) : null,
        };
      } finally {
        closeConnection(connection);
      }
    };
    const found = await eachWithin<number, Port>(
      ports,
      access,
      {
        atOnce: AT_ONCE,
        totalMs: TOTAL_MS,
        onFailure(port, failure) {
          const state = STATES[failure.reason];
          // Without an address there is nothing to tell of ports.
          if (state === undefined) throw failure;
          return { port, state, service: serviceAt(port), connectMs: 0, banner: null };
        },
      },
      check,
    );
    return json({
      host,
      addresses: [...addresses],
      ports: found,
      open: found.flatMap(({ port, state }) => (state === 'open' ? [port] : [])),
    });
  },
});
