import { z } from 'zod';

import { defineTool, json, type OutputFile } from '../../core/index.js';
import { withFiles } from '../../core/results.js';
import { WHITE } from '../../formats/barcodes/color-warnings.js';
import { drawQr } from '../../formats/barcodes/qr-picture.js';
import { encodeQr } from '../../formats/barcodes/qr-symbol.js';
import { addressAt, writeSubnet } from '../../lib/wireguard/subnets.js';

import { newPair, readDns, readEndpoint, readSubnets, readTunnel, writeConfig } from './_wireguard.js';

const MIME = 'text/plain;charset=utf-8';
const textFile = (name: string, content: string): OutputFile => ({ name, mime: MIME, bytes: Buffer.from(content) });

/** The picture that the apps of WireGuard scan: black on white, large enough for a phone. */
function qrFile(name: string, content: string): OutputFile {
  const grid = encodeQr({ text: content, kind: 'qr', level: 'L', version: 0 });
  const dark = { r: 0, g: 0, b: 0, alpha: 1 };
  const style = { size: 800, margin: 4, dark, light: WHITE, shape: 'square', logo: undefined } as const;
  return { name, mime: 'image/png', bytes: drawQr(grid, style, 'png') };
}

export default defineTool({
  id: 'wireguard-key-generator',
  title: 'WireGuard Key Generator',
  summary: 'Makes WireGuard keys and the configurations of a server and its peers, with preshared keys and QR codes.',
  family: 'crypto-keys',
  class: 'standard',
  input: 'none',
  options: {
    peers: z.number().multipleOf(1).min(1).max(50).default(1).describe('How many peers (clients) the server has.'),
    subnet: z
      .string()
      .max(200)
      .default('10.0.0.0/24')
      .describe('Addresses inside the tunnel: a range of IPv4, of IPv6 or one of each, separated by a comma.'),
    endpoint: z
      .string()
      .max(300)
      .default('')
      .describe('Host that the peers connect to, such as vpn.example.com or vpn.example.com:51820.'),
    listenPort: z.number().multipleOf(1).min(1).max(65_535).default(51_820).describe('UDP port of the server.'),
    dns: z.string().max(300).default('').describe('DNS servers of the peers, separated by commas; empty keeps theirs.'),
    allowedIps: z
      .string()
      .max(500)
      .default('0.0.0.0/0, ::/0')
      .describe('What the peers send through the tunnel: all by default; empty for the tunnel alone.'),
    keepalive: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(65_535)
      .default(25)
      .describe('Seconds between packets that keep the way through a router open; 0 for none.'),
    presharedKeys: z
      .boolean()
      .default(true)
      .describe('Adds a preshared key per peer, against attacks by quantum computers.'),
    qr: z.boolean().default(false).describe('Adds a QR code per peer, which the apps scan.'),
  },
  result: 'mixed',
  data: z.object({
    server: z
      .object({
        publicKey: z.string().describe('Public key in base64.'),
        addresses: z.array(z.string()).describe('Its addresses inside the tunnel.'),
        listenPort: z.int().describe('Its UDP port.'),
      })
      .describe('The server.'),
    peers: z
      .array(
        z.object({
          name: z.string().describe('Name of its files.'),
          publicKey: z.string().describe('Public key in base64.'),
          addresses: z.array(z.string()).describe('Its addresses inside the tunnel.'),
        }),
      )
      .describe('The peers.'),
    warnings: z.array(z.string()).describe('What is still to be filled in; empty if there is nothing.'),
  }),
  notes: [
    'The file wg0.conf belongs to the server (/etc/wireguard/wg0.conf, then "wg-quick up wg0"), peer1.conf and so on to the clients. Private and preshared keys are in these files alone; nothing that was made is stored or logged.',
    'The server has the first address of the range, the peers those after it. To be the way into the internet, the server must forward packets (net.ipv4.ip_forward) and translate addresses, which is not part of the file.',
    'For a bare pair of keys take those of one peer: PrivateKey in peer1.conf, its public key in data.',
  ],
  aliases: [
    'wg genkey',
    'wg pubkey',
    'wireguard config generator',
    'wg0.conf',
    'wireguard qr code',
    'preshared key',
    'vpn config',
  ],
  verified: [
    'wg (wireguard-tools 1.0.20210914): wg pubkey gives the public key of each of 255 private keys and wg setconf reads all configurations, in the exhaustive tests',
    'RFC 7748, section 6.1: the public key of Bob',
  ],
  examples: [
    {
      title: 'A server and two peers',
      options: { peers: 2, endpoint: 'vpn.example.com', dns: '1.1.1.1' },
      output: {
        varies: true,
        data: {
          server: { publicKey: '…', addresses: ['10.0.0.1/24'], listenPort: 51820 },
          peers: [
            { name: 'peer1', publicKey: '…', addresses: ['10.0.0.2/32'] },
            { name: 'peer2', publicKey: '…', addresses: ['10.0.0.3/32'] },
          ],
          warnings: [],
        },
        files: [
          { name: 'wg0.conf', mime: MIME },
          { name: 'peer1.conf', mime: MIME },
          { name: 'peer2.conf', mime: MIME },
        ],
      },
    },
    {
      title: 'Both versions of IP and a QR code, the host not known yet',
      options: { subnet: '10.8.0.0/24, fd00:8::/64', qr: true },
      output: {
        varies: true,
        data: {
          server: { publicKey: '…', addresses: ['10.8.0.1/24', 'fd00:8::1/64'], listenPort: 51820 },
          peers: [{ name: 'peer1', publicKey: '…', addresses: ['10.8.0.2/32', 'fd00:8::2/128'] }],
          warnings: ['Option "endpoint" is empty: fill in the line Endpoint of each peer'],
        },
        files: [
          { name: 'wg0.conf', mime: MIME },
          { name: 'peer1.conf', mime: MIME },
          { name: 'peer1.png', mime: 'image/png' },
        ],
      },
    },
    {
      title: 'A range that is too small',
      options: { peers: 2, subnet: '10.0.0.0/30' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "subnet" must have room for 3 hosts, got 10.0.0.0/30 with 2',
      },
    },
    {
      title: 'Not a range',
      options: { allowedIps: '10.0.0.0/33' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "allowedIps" must list ranges such as 10.0.0.0/24 or fd00::/64, got "10.0.0.0/33"',
      },
    },
    {
      title: 'Not a host',
      options: { endpoint: 'https://vpn.example.com' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Option "endpoint" must be a host such as vpn.example.com:51820 or [2001:db8::1]:51820, got "https://vpn.example.com"',
      },
    },
    {
      title: 'No range',
      options: { subnet: '' },
      error: { code: 'INVALID_INPUT', message: 'Option "subnet" must list a range such as 10.0.0.0/24' },
    },
    {
      title: 'Not a DNS server',
      options: { dns: 'a b' },
      error: { code: 'INVALID_INPUT', message: 'Option "dns" must list addresses or domains, got "a b"' },
    },
  ],
  run({ options, random }) {
    const { peers: count, listenPort, keepalive, qr } = options;
    const subnets = readTunnel(options.subnet, count + 1);
    const dns = readDns(options.dns);
    const allowed = readSubnets(options.allowedIps, 'allowedIps');
    const endpoint = options.endpoint === '' ? undefined : readEndpoint(options.endpoint, listenPort);
    const server = newPair(random);
    const serverAddresses = subnets.map((subnet) => `${addressAt(subnet, 1)}/${subnet.prefix}`);
    const peers = Array.from({ length: count }, (_, index) => ({
      name: `peer${index + 1}`,
      ...newPair(random),
      psk: options.presharedKeys ? Buffer.from(random(32)).toString('base64') : undefined,
      addresses: subnets.map((subnet) => `${addressAt(subnet, index + 2)}/${subnet.size}`),
    }));
    const files = [
      textFile(
        'wg0.conf',
        writeConfig([
          {
            name: 'Interface',
            values: {
              Address: serverAddresses.join(', '),
              ListenPort: String(listenPort),
              PrivateKey: server.privateKey,
            },
          },
          ...peers.map(({ name, publicKey, psk, addresses }) => ({
            name: 'Peer' as const,
            title: name,
            values: { PublicKey: publicKey, PresharedKey: psk, AllowedIPs: addresses.join(', ') },
          })),
        ]),
      ),
    ];
    for (const { name, privateKey, psk, addresses } of peers) {
      const title = endpoint === undefined ? `Endpoint = vpn.example.com:${listenPort}` : undefined;
      const config = writeConfig([
        {
          name: 'Interface',
          values: { Address: addresses.join(', '), PrivateKey: privateKey, DNS: dns.join(', ') || undefined },
        },
        {
          name: 'Peer',
          ...(title === undefined ? {} : { title }),
          values: {
            ...{ PublicKey: server.publicKey, PresharedKey: psk, Endpoint: endpoint },
            AllowedIPs: (allowed.length > 0 ? allowed : subnets).map(writeSubnet).join(', '),
            PersistentKeepalive: keepalive === 0 ? undefined : String(keepalive),
          },
        },
      ]);
      files.push(textFile(`${name}.conf`, config), ...(qr ? [qrFile(`${name}.png`, config)] : []));
    }
    const report = {
      server: { publicKey: server.publicKey, addresses: serverAddresses, listenPort },
      peers: peers.map(({ name, publicKey, addresses }) => ({ name, publicKey, addresses })),
      warnings: endpoint === undefined ? ['Option "endpoint" is empty: fill in the line Endpoint of each peer'] : [],
    };
    return withFiles(json(report), files);
  },
});
