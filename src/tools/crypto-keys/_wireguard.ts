import { createPrivateKey, createPublicKey } from 'node:crypto';

import { invalid, quote } from '../../core/index.js';
import type { Random } from '../../formats/keys/write-key.js';
import { addressAt, hostsIn, readSubnet, type Subnet } from '../../lib/wireguard/subnets.js';

export interface WireguardPair {
  readonly privateKey: string;
  readonly publicKey: string;
}

/** RFC 8410: what comes before the 32 bytes of an X25519 key in PKCS #8. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b656e04220420', 'hex');

/** A pair as `wg genkey` makes it: 32 bytes of chance, their fixed bits set (RFC 7748 §5), in base64. */
export function newPair(random: Random): WireguardPair {
  const secret = Buffer.from(random(32));
  secret[0] = (secret[0] ?? 0) & 248;
  secret[31] = ((secret[31] ?? 0) & 127) | 64;
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, secret]), format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  return { privateKey: secret.toString('base64'), publicKey: Buffer.from(x, 'base64url').toString('base64') };
}

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

/** Ranges of an option. Throws INVALID_INPUT naming it and what is not a range. */
export const readSubnets = (text: string, option: string): Subnet[] =>
  listOf(text).map((item) => {
    const subnet = readSubnet(item);
    if (subnet === undefined)
      throw invalid(`Option "${option}" must list ranges such as 10.0.0.0/24 or fd00::/64, got ${quote(item)}`);
    return subnet;
  });

/** Ranges with room for so many hosts. Throws INVALID_INPUT. */
export function readTunnel(text: string, hosts: number): Subnet[] {
  const subnets = readSubnets(text, 'subnet');
  if (subnets.length === 0) throw invalid('Option "subnet" must list a range such as 10.0.0.0/24');
  const small = subnets.find((subnet) => hostsIn(subnet) < BigInt(hosts));
  if (small !== undefined)
    throw invalid(
      `Option "subnet" must have room for ${hosts} hosts, got ${addressAt(small, 0)}/${small.prefix} with ${hostsIn(small) < 0n ? 0n : hostsIn(small)}`,
    );
  return subnets;
}

/** `host:port`, with the port of the server where none is given. Throws INVALID_INPUT. */
export function readEndpoint(text: string, listenPort: number): string {
  const [, host, port] =
    /^(\[[0-9a-fA-F:.]{2,45}\]|[A-Za-z0-9](?:[A-Za-z0-9.-]{0,252}))(?::(\d{1,5}))?$/.exec(text) ?? [];
  if (host === undefined || Number(port ?? 1) > 65_535 || port === '0')
    throw invalid(
      `Option "endpoint" must be a host such as vpn.example.com:51820 or [2001:db8::1]:51820, got ${quote(text)}`,
    );
  return `${host}:${port ?? listenPort}`;
}

/** Servers and search domains. Throws INVALID_INPUT. */
export function readDns(text: string): string[] {
  const servers = listOf(text);
  const wrong = servers.find((server) => !/^[A-Za-z0-9.:-]{1,253}$/.test(server));
  if (wrong !== undefined) throw invalid(`Option "dns" must list addresses or domains, got ${quote(wrong)}`);
  return servers;
}

interface Section {
  readonly name: 'Interface' | 'Peer';
  /** Above the values, as a comment. */
  readonly title?: string;
  /** Those without a value are not written. */
  readonly values: Readonly<Record<string, string | undefined>>;
}

/** A configuration of wg-quick(8). */
export const writeConfig = (sections: readonly Section[]): string =>
  sections
    .map(({ name, title, values }) => {
      const lines = Object.entries(values).flatMap(([key, value]) =>
        value === undefined ? [] : [`${key} = ${value}`],
      );
      return `[${name}]\n${title === undefined ? '' : `# ${title}\n`}${lines.join('\n')}\n`;
    })
    .join('\n');
