import { ContentFault } from '../faults.js';
import { readDhcp, readDns, readDnsOverTcp, readHttp, readNtp } from './application-layers.js';
import { readIp, readIpv4, readIpv6 } from './ip-layers.js';
import { readArp, readEthernet, readLoopback, readSll, readSll2 } from './link-layers.js';
import type { Flow, PacketLayer, Protocol, ReadLayer } from './packet-bytes.js';
import { readTls } from './tls-layer.js';
import { readIcmp, readIcmpv6, readTcp, readUdp } from './transport-layers.js';

const READERS: Readonly<Record<Exclude<Protocol, 'data'>, (bytes: Buffer, flow?: Flow) => ReadLayer>> = {
  ethernet: readEthernet,
  sll: readSll,
  sll2: readSll2,
  loopback: readLoopback,
  arp: readArp,
  ip: readIp,
  ipv4: readIpv4,
  ipv6: readIpv6,
  tcp: readTcp,
  udp: readUdp,
  icmp: readIcmp,
  icmpv6: readIcmpv6,
  dns: readDns,
  dnsOverTcp: readDnsOverTcp,
  tls: readTls,
  http: readHttp,
  dhcp: readDhcp,
  ntp: readNtp,
};

/** Tunnels in tunnels. */
const MAX_LAYERS = 16;
const SHOWN_BYTES = 64;

/** The layers of a packet from `first` on. What cannot be read is told in its layer, with the bytes that are left. */
export function decodePacket(bytes: Buffer, first: Protocol): PacketLayer[] {
  const layers: PacketLayer[] = [];
  let next: ReadLayer['next'] = { protocol: first, bytes };
  let flow: Flow | undefined;
  while (next !== undefined && layers.length < MAX_LAYERS) {
    const { protocol, bytes: content, flow: told }: NonNullable<ReadLayer['next']> = next;
    flow = told ?? flow;
    if (protocol === 'data') {
      if (content.length > 0) layers.push(dataLayer(content));
      return layers;
    }
    try {
      const { next: inside, ...layer } = READERS[protocol](content, flow);
      layers.push(layer);
      next = inside;
    } catch (error) {
      if (!(error instanceof ContentFault)) throw error;
      // A packet may be cut by the capture, or be of another protocol than its port says.
      layers.push({
        ...dataLayer(content),
        protocol: protocol === 'dnsOverTcp' ? 'dns' : protocol,
        fault: error.message,
      });
      return layers;
    }
  }
  return layers;
}

const dataLayer = (content: Buffer): PacketLayer => ({
  protocol: 'data',
  info: `${content.length} bytes`,
  fields: { bytes: content.length, hex: content.toString('hex', 0, SHOWN_BYTES) },
});
