import { ContentFault } from '../../lib/faults.js';
import {
  binaryIpv4,
  formatNetwork,
  hostMask,
  maskOf,
  type Network,
  networkRange,
  reverseName,
} from '../../lib/network-addresses/networks.js';
import { classOf, kindOf } from '../../lib/network-addresses/special-addresses.js';
import { formatIpv4 } from '../../lib/numbers/ip-address.js';

/** First and last address that a host can have; RFC 3021: both of a /31. */
function hostsOf({ length, ...ip }: Network) {
  const { first, last } = networkRange({ ...ip, length });
  if (length >= 31) return { firstHost: first, lastHost: last, broadcast: null, hosts: Number(last - first + 1n) };
  return { firstHost: first + 1n, lastHost: last - 1n, broadcast: last, hosts: Number(last - first - 1n) };
}

function neighbour(network: Network, step: 1n | -1n): string | null {
  const size = hostMask(4, network.length) + 1n;
  const value = networkRange(network).first + step * size;
  return value < 0n || value >= 1n << 32n ? null : formatNetwork({ ...network, value });
}

function subnetsOf(network: Network, splitTo: number, room: { left: number }) {
  if (splitTo === 0) return {};
  if (splitTo < network.length)
    throw new ContentFault(
      `a /${network.length} cannot be split into /${splitTo}: "splitTo" must be ${network.length} or more`,
    );
  const count = 2 ** (splitTo - network.length);
  const shown = Math.min(count, room.left);
  room.left -= shown;
  const { first } = networkRange(network);
  const size = hostMask(4, splitTo) + 1n;
  const subnets = Array.from({ length: shown }, (_, index) => {
    const subnet = { family: 4, value: first + BigInt(index) * size, length: splitTo } as const;
    const { firstHost, lastHost, broadcast } = hostsOf(subnet);
    return {
      cidr: formatNetwork(subnet),
      firstHost: formatIpv4(firstHost),
      lastHost: formatIpv4(lastHost),
      broadcast: broadcast === null ? null : formatIpv4(broadcast),
    };
  });
  return { subnetCount: count, subnets };
}

/** What is told of an IPv4 network; `room` is how many subnets may still be listed. */
export function describeIpv4(network: Network, splitTo: number, room: { left: number }) {
  const { value, length } = network;
  const { first } = networkRange(network);
  const { firstHost, lastHost, broadcast, hosts } = hostsOf(network);
  const subnets = subnetsOf(network, splitTo, room);
  return {
    address: formatIpv4(value),
    network: formatIpv4(first),
    cidr: formatNetwork(network),
    prefixLength: length,
    mask: formatIpv4(maskOf(4, length)),
    wildcard: formatIpv4(hostMask(4, length)),
    broadcast: broadcast === null ? null : formatIpv4(broadcast),
    firstHost: formatIpv4(firstHost),
    lastHost: formatIpv4(lastHost),
    hosts,
    addresses: 2 ** (32 - length),
    class: classOf(value),
    kind: kindOf(network),
    addressBinary: binaryIpv4(value),
    maskBinary: binaryIpv4(maskOf(4, length)),
    reverseZone: reverseName(network),
    previous: neighbour(network, -1n),
    next: neighbour(network, 1n),
    ...subnets,
  };
}
