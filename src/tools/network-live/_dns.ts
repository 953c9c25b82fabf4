import { z } from 'zod';

import { invalid, quote } from '../../core/index.js';
import { domainForms } from '../../engines/domain-names.js';
import type { DnsRecord } from '../../lib/dns/message.js';
import { labelsOf } from '../../lib/dns/names.js';
import { reverseName } from '../../lib/network-addresses/networks.js';
import { readIpAddress } from '../../lib/numbers/ip-address.js';
import type { DnsTransport, NameServer } from '../../network/dns-query.js';
import { operatorNameServers } from '../../network/resolve.js';
import type { NetworkAccess } from '../../network/session.js';
import { parseHost, parseUrl } from '../../network/targets.js';

export const resolverOption = () =>
  z
    .string()
    .max(300)
    .default('system')
    .describe(
      'DNS server to ask: an IP address or host name, perhaps with a port, a URL for DNS over HTTPS, or system for that of this machine.',
    );

export const transportOption = () =>
  z
    .enum(['udp', 'tcp', 'tls', 'https'])
    .default('udp')
    .describe('How the server is asked: UDP (and TCP where the answer does not fit), TCP, TLS (DoT) or HTTPS (DoH).');

const PORTS = { udp: 53, tcp: 53, tls: 853 } as const;

/** The server that options name; the first one of the system where they name none. */
export function readNameServer(resolver: string, transport: DnsTransport, { nameServers }: NetworkAccess): NameServer {
  const text = resolver.trim();
  if (text === 'system' || text === '') {
    const [first] = operatorNameServers(nameServers);
    if (transport === 'tls' || transport === 'https')
      throw invalid(`Option "resolver" must name a server where "transport" is ${transport}`);
    if (first === undefined) throw invalid('Option "resolver" must name a server: this machine has none');
    return { transport, target: first };
  }
  const label = 'Option "resolver"';
  if (/^https?:/i.test(text)) {
    if (!/^https:/i.test(text)) throw invalid(`${label} must be a URL with https, got ${quote(text)}`);
    return { transport: 'https', target: parseUrl(text, { label }) };
  }
  if (transport === 'https') return { transport, target: parseUrl(`https://${text}/dns-query`, { label }) };
  return { transport, target: parseHost(text, { label, defaultPort: PORTS[transport] }) };
}

/** A name as it is asked: international letters in Punycode, an IP address as its name of the reverse DNS. Throws ContentFault, INVALID_INPUT. */
export function askedName(written: string): string {
  const text = written.trim();
  const ip = readIpAddress(text);
  if (ip !== undefined) return reverseName({ ...ip, length: ip.family === 4 ? 32 : 128 });
  if (/^[\x21-\x7e]+$/.test(text)) {
    labelsOf(text);
    return text.toLowerCase();
  }
  const forms = domainForms(text, false);
  if ('fault' in forms) throw invalid(`Cannot read name ${quote(text)}: ${forms.fault}`);
  return forms.ascii.toLowerCase();
}

export const recordData = z.object({
  name: z.string().describe('Owner of the record.'),
  type: z.string().describe('Record type.'),
  ttl: z.int().min(0).describe('Seconds it may be kept.'),
  data: z.string().describe('Data as zone files have it.'),
});

export const recordRow = ({ name, type, ttl, fields }: DnsRecord) => ({ name, type, ttl, data: fields.join(' ') });
