import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { eachLine, LINE_FILES, lineData, linesNote } from '../../formats/lines/each-line.js';
import { LISTED_NOTE, listedValues } from '../../formats/lines/values-of-line.js';
import { ContentFault } from '../../lib/faults.js';
import { rangeOfPort, readQuestion, servicesFor } from '../../lib/network-addresses/ports.js';

const MAX_LINES = 1_000;

function describe(line: string, wanted: 'any' | 'tcp' | 'udp') {
  const question = readQuestion(line);
  if (question.protocol !== undefined && wanted !== 'any' && question.protocol !== wanted)
    throw new ContentFault(`the line asks for ${question.protocol}, option "protocol" for ${wanted}`);
  const services = servicesFor(question, question.protocol ?? (wanted === 'any' ? undefined : wanted));
  const isOne = 'first' in question && question.first === question.last;
  return { ...(isOne ? { range: rangeOfPort(question.first) } : {}), services };
}

/** Numbers stand with spaces between too; the words of a service belong together. */
const listedPorts = (line: string): string[] =>
  /^[\d\s,;]+$/.test(line) ? listedValues(line.replace(/\s+/g, ',')) : listedValues(line);

export default defineTool({
  id: 'port-lookup',
  title: 'Port Lookup',
  summary: 'Finds the service behind a TCP or UDP port number, and the port of a service.',
  family: 'network-calculators',
  class: 'standard',
  input: 'optional',
  files: LINE_FILES,
  options: {
    protocol: z
      .enum(['any', 'tcp', 'udp'])
      .default('any')
      .describe('Protocol of the services; any for all, SCTP included.'),
  },
  result: 'data',
  data: lineData({
    range: z
      .enum(['system', 'user', 'dynamic'])
      .describe('Part of the port numbers (RFC 6335): 0 to 1023, to 49151, or above; for single ports only.'),
    services: z
      .array(
        z.object({
          port: z.int().min(0).max(65_535).describe('Port number.'),
          protocols: z.array(z.string()).describe('Protocols: tcp, udp, sctp.'),
          name: z.string().describe('Name of the service.'),
          aliases: z.array(z.string()).describe('Other names of it.'),
          description: z.string().describe('What it is.'),
          source: z
            .enum(['iana', 'usual'])
            .describe('Where it is from. iana: assigned by IANA; usual: what programs use without an assignment.'),
        }),
      )
      .describe('Services that fit, by port; empty if none is known.'),
  }),
  notes: [
    linesNote(MAX_LINES),
    LISTED_NOTE,
    'Each line is a port (443, :443, 443/tcp), a range (6000-6010), or a name or word (https, postgres, printing).',
    'About 300 services in common use are known, of the several thousand that IANA has assigned (state of 2025). An empty list does not mean that a port is free.',
    'Any program can use any port: a port number is a hint, not proof of a service.',
  ],
  aliases: [
    'port number',
    'well-known ports',
    'tcp ports',
    'udp ports',
    'what port is',
    'service name',
    'etc services',
  ],
  verified: [
    'netbase 6.4 (Debian) /etc/services: the same name, protocol and port for more than 200 lines on ports that both lists have, but for two that Debian uses against the assignment (fsp, rplay)',
  ],
  examples: [
    {
      title: 'A port and a name',
      input: '5432/tcp\nwireguard',
      output: {
        data: {
          results: [
            {
              line: 1,
              input: '5432/tcp',
              range: 'user',
              services: [
                {
                  port: 5432,
                  protocols: ['tcp', 'udp'],
                  name: 'postgresql',
                  aliases: ['postgres'],
                  description: 'PostgreSQL',
                  source: 'iana',
                },
              ],
            },
            {
              line: 2,
              input: 'wireguard',
              services: [
                {
                  port: 51820,
                  protocols: ['udp'],
                  name: 'wireguard',
                  aliases: [],
                  description: 'WireGuard',
                  source: 'usual',
                },
              ],
            },
          ],
        },
      },
    },
    {
      title: 'A port that nothing is known of',
      input: '60001',
      output: { data: { results: [{ line: 1, input: '60001', range: 'dynamic', services: [] }] } },
    },
    {
      title: 'A number over the last port',
      input: '65536',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": line 1: a port is from 0 to 65535, got 65536',
      },
    },
  ],
  run: ({ input, files, signal, options: { protocol } }) =>
    eachLine({ input, files, signal }, MAX_LINES, (line) => describe(line, protocol), listedPorts),
});
