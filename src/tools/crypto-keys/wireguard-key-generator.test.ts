import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import { decodeCodes } from '../../engines/barcodes/decode.js';
import { inRounds } from '../../testing/exhaustive.js';
import { rgbaOf } from '../../testing/pictures.js';
import { hasProgram, runProgram, runPrograms } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import { newPair } from './_wireguard.js';
import tool from './wireguard-key-generator.js';

const folder = mkdtempSync(join(tmpdir(), 'wireguard-'));
afterAll(() => rmSync(folder, { recursive: true }));

const hasWg = hasProgram('wg', ['--version'], 'keys and configurations of WireGuard');

const fieldOf = (config: string, name: string): string => new RegExp(`^${name} = (.+)$`, 'm').exec(config)?.[1] ?? '';

/** What wg says of a configuration; it reads the whole before it looks for the interface, which is not there. */
function complaint(config: string): string {
  const path = join(folder, 'made.conf');
  // wg-quick takes these two for itself.
  writeFileSync(path, config.replace(/^(?:Address|DNS) = .*\n/gm, ''));
  const [end] = runPrograms([{ program: 'wg', args: ['setconf', 'none0', path], input: '' }]);
  return end!.stderr;
}

describe.skipIf(!hasWg)('WireGuard', () => {
  inRounds('has the same public keys, and reads the configurations', [1, 5], async (rounds) => {
    for (let round = 0; round < rounds; round += 1) {
      const peers = rounds === 1 ? 2 : 50;
      const subnet = round % 2 === 0 ? '10.9.0.0/16, fd00:9::/64' : '192.168.7.0/24';
      const endpoint = ['198.51.100.7', '[2001:db8::1]:123', '', '192.0.2.1:1', '[2001:db8::2]'][round % 5]!;
      const options = {
        peers,
        subnet,
        endpoint,
        presharedKeys: round % 2 === 0,
        keepalive: round === 1 ? 0 : 25,
        dns: round === 0 ? '1.1.1.1, example.com' : '',
      };
      const { files, data, message } = await runTool(tool, { options }, { random: randomBytes });
      expect(files.length, message).toBe(peers + 1);
      const { server, peers: told } = data as { server: { publicKey: string }; peers: { publicKey: string }[] };
      const publicKeys = [server, ...told].map(({ publicKey }) => publicKey);
      for (const [index, { bytes }] of files.entries()) {
        const config = String(bytes);
        expect(String(runProgram('wg', ['pubkey'], fieldOf(config, 'PrivateKey'))).trim()).toBe(publicKeys[index]);
        // That the interface is missing is said after the file was read. Addresses only: names would be looked up.
        expect(complaint(config)).not.toMatch(/unrecognized|pars|not the correct|invalid/i);
        expect(complaint(config)).toContain('Unable to modify interface');
      }
      expect(new Set(publicKeys).size).toBe(peers + 1);
    }
  });

  it('says what is wrong with a configuration that it cannot read', () => {
    expect(complaint('[Interface]\nPrivateKey = AAAA\n')).toMatch(/unrecognized|pars|not the correct|invalid/i);
  });
});

describe('keys', () => {
  it('are those of RFC 7748, section 6.1 (Bob)', () => {
    const secret = '5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb';
    const { publicKey } = newPair(() => Buffer.from(secret, 'hex'));
    expect(Buffer.from(publicKey, 'base64').toString('hex')).toBe(
      'de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f',
    );
  });

  it('have the fixed bits of wg genkey', () => {
    for (let round = 0; round < 50; round += 1) {
      const bytes = Buffer.from(newPair((length) => randomBytes(length)).privateKey, 'base64');
      expect([bytes.length, bytes[0]! & 7, bytes[31]! & 0xc0]).toEqual([32, 0, 0x40]);
    }
  });
});

describe('QR codes', () => {
  it('hold the configuration, of the longest one too', async () => {
    for (const options of [
      {},
      {
        endpoint: `${'a'.repeat(200)}.example:51820`,
        subnet: '10.0.0.0/24, fd00:1111:2222:3333::/64',
        dns: '1.1.1.1, 2606:4700:4700::1111',
      },
    ]) {
      const { files } = await runTool(tool, { options: { ...options, qr: true } });
      const [, config, picture] = files;
      const { width, height, data } = await rgbaOf(picture!.bytes);
      const [code] = await decodeCodes({ width, height, rgba: data }, { formats: ['QRCode'], tryDownscale: false });
      expect(code?.text).toBe(String(config!.bytes));
    }
  });
});
