import { ContentFault, LimitFault } from '../faults.js';
import { bitsOf, formatNetwork, type Network, networkRange, reverseName } from '../network-addresses/networks.js';
import { readIpAddress } from '../numbers/ip-address.js';
import type { Zone, ZoneRecord } from './zone-file.js';

const MAX_ZONES = 200;

/** Zones of the reverse DNS without a subnet that says it: RFC 1035 §3.5, RFC 3596 §2.5. */
const USUAL_LENGTH = { 4: 24, 6: 64 } as const;

export interface ReverseZone extends Omit<Zone, 'faults'> {
  /** Such as 192.0.2.0/24. */
  readonly network: string;
}

/**
 * The zones that lead from the addresses of a zone back to its names: with the SOA and NS records of the zone, and a PTR record for each A
 * and AAAA record. With `subnet`, one zone for it alone; without, one for each /24 and /64. Throws ContentFault, LimitFault.
 */
export function reverseZones(zone: Zone, subnet: Network | undefined): ReverseZone[] {
  const groups = new Map<string, { network: Network; records: ZoneRecord[] }>();
  for (const record of zone.records) {
    if ((record.type !== 'A' && record.type !== 'AAAA') || record.name.startsWith('*.')) continue;
    const ip = readIpAddress(record.fields[0] ?? '');
    if (ip === undefined) continue;
    const network = subnet ?? { ...ip, length: USUAL_LENGTH[ip.family] };
    if (network.family !== ip.family) continue;
    const { first, last } = networkRange(network);
    if (ip.value < first || ip.value > last) continue;
    const key = formatNetwork(network);
    const group = groups.get(key) ?? { network: { ...network, value: first }, records: [] };
    if (!groups.has(key) && groups.size === MAX_ZONES)
      throw new LimitFault(`its addresses are in more than ${MAX_ZONES} networks: set option "subnet"`, MAX_ZONES);
    groups.set(key, group);
    group.records.push(pointer(record, { ...ip, length: bitsOf(ip.family) }, group.network));
  }
  if (groups.size === 0)
    throw new ContentFault(
      subnet === undefined ? 'it has no A or AAAA record' : `it has no address in ${formatNetwork(subnet)}`,
    );
  return [...groups].map(([network, { network: net, records }]) => {
    const origin = originOf(net);
    const head = zone.records
      .filter(({ type, name }) => type === 'SOA' || (type === 'NS' && name === zone.origin))
      .map((record) => ({ ...record, name: origin, comments: [], line: 0 }));
    const pointers = records.toSorted((a, b) => a.line - b.line);
    return { network, origin, defaultTtl: zone.defaultTtl, comments: [], records: [...head, ...pointers] };
  });
}

/** The `line` orders by address within the network. */
function pointer({ name, ttl, class: group }: ZoneRecord, address: Network, network: Network): ZoneRecord {
  const whole = reverseName(address);
  const first = whole.slice(0, whole.indexOf('.'));
  const isClassless = network.family === 4 && network.length > 24;
  const owner = isClassless ? `${first}.${originOf(network)}` : `${whole.replace(/\.$/, '')}.`;
  const line = Number((address.value - network.value) & 0xffff_ffff_ffffn) + 1;
  return { line, name: owner, ttl, class: group, type: 'PTR', fields: [name], comments: [] };
}

/** RFC 2317 for networks smaller than 256 addresses: `0/25.2.0.192.in-addr.arpa.`. */
function originOf(network: Network): string {
  const { family, length, value } = network;
  const [step, most] = family === 4 ? [8, 24] : [4, 124];
  if (length > most && family === 4) {
    const parent = reverseName({ family, value, length: 24 }).replace(/\.$/, '');
    return `${value & 0xffn}/${length}.${parent}.`;
  }
  if (length % step !== 0 || length === 0)
    throw new ContentFault(
      family === 4
        ? `a reverse zone is for a /8, /16, /24 or longer prefix, got /${length}`
        : `a reverse zone is for a prefix of a multiple of 4 bits, got /${length}`,
    );
  return `${reverseName(network).replace(/\.$/, '')}.`;
}
