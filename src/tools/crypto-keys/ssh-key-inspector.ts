import { z } from 'zod';

import { defineTool, invalid, json, text } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { shared } from '../../core/shared-options.js';
import { sshEntries } from '../../formats/keys/ssh-entries.js';

import { keySource } from './_key-source.js';
import { listedKey, reportSshKey, sshKeyData } from './_ssh-key-report.js';

const RANDOMART = [
  '+--[ED25519 256]--+',
  '|            oo   |',
  '|           o. .  |',
  '|          o ..   |',
  '|         o o o.  |',
  '|        S + o  o |',
  '|       . + +  . E|',
  '|      . ..Ooo. B.|',
  '|     o o.BBB.o+ +|',
  '|     .*+OB=o=+.  |',
  '+----[SHA256]-----+',
];

export default defineTool({
  id: 'ssh-key-inspector',
  title: 'SSH Key Inspector',
  summary:
    'Shows type, length, fingerprints, randomart and comment of SSH keys, authorized_keys, known_hosts and certificates.',
  family: 'crypto-keys',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['*'] },
  options: {
    format: z
      .enum(['json', 'text'])
      .default('json')
      .describe('JSON with all that is known, or the lines and pictures of ssh-keygen -lv.'),
    password: shared
      .password()
      .describe('Passphrase of a private key; OpenSSH and PuTTY files show all but the comment without it.'),
  },
  result: 'mixed',
  data: z.object({
    keys: z.array(sshKeyData).describe('The keys, in the order of the file.'),
    warnings: z.array(z.string()).describe('Lines that are not keys; empty if there are none.'),
  }),
  notes: [
    'Reads OpenSSH, PuTTY, PEM and RFC 4716 files, .pub files, authorized_keys with options, known_hosts with hashed names, keys in security keys (sk-) and certificates (-cert.pub).',
    'A fingerprint is of the public key alone: the private file, its .pub file and a certificate for it have the same.',
    'The signature of a certificate is checked against the authority inside it; whether that authority is to be trusted, the file cannot say.',
    'A private key is read in memory and never repeated in the result.',
  ],
  aliases: [
    'ssh fingerprint',
    'ssh-keygen -l',
    'ssh-keygen -lv',
    'randomart',
    'authorized_keys viewer',
    'known_hosts viewer',
    'ssh certificate viewer',
    'md5 fingerprint of an ssh key',
  ],
  verified: [
    'ssh-keygen 9.2: type, length, comment, SHA-256 and MD5 fingerprints and randomart of 205 keys of every type it makes; certificates of users and hosts as -L shows them, 24 in the exhaustive tests',
  ],
  examples: [
    {
      title: 'The public key of RFC 8032, test 1',
      input: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAINdamAGCsQq31Uv+08lkBzoO4XLz2qYjJa8CGmj3B1Ea rfc8032-test-1\n',
      output: {
        data: {
          keys: [
            {
              line: 1,
              notation: 'openssh-public',
              type: 'ssh-ed25519',
              keyType: 'ed25519',
              bits: 256,
              curve: '',
              comment: 'rfc8032-test-1',
              fingerprints: {
                sha256: 'SHA256:bbXpuKG6zhzdmnxq256TlqzFBzRl2f6OOg722cYNbU8',
                md5: 'MD5:cf:07:be:9d:68:ae:65:54:6d:a0:93:c3:6f:bd:0d:82',
              },
              randomart: RANDOMART.join('\n'),
              isPrivate: false,
              encryption: '',
              application: '',
              options: [],
              hosts: [],
              marker: '',
              certificate: null,
              warnings: [],
            },
          ],
          warnings: [],
        },
      },
    },
    {
      title: 'authorized_keys with options, and a line that is not a key',
      input:
        '# backup\r\nssh-ed25519\r\nfrom="10.0.0.0/8,*.example.com",restrict,command="echo \\"hi\\"" ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAINdamAGCsQq31Uv+08lkBzoO4XLz2qYjJa8CGmj3B1Ea backup job\r\n',
      output: {
        data: {
          keys: [
            {
              line: 3,
              notation: 'authorized-keys',
              type: 'ssh-ed25519',
              keyType: 'ed25519',
              bits: 256,
              curve: '',
              comment: 'backup job',
              fingerprints: {
                sha256: 'SHA256:bbXpuKG6zhzdmnxq256TlqzFBzRl2f6OOg722cYNbU8',
                md5: 'MD5:cf:07:be:9d:68:ae:65:54:6d:a0:93:c3:6f:bd:0d:82',
              },
              randomart: RANDOMART.join('\n'),
              isPrivate: false,
              encryption: '',
              application: '',
              options: [
                { name: 'from', value: '10.0.0.0/8,*.example.com' },
                { name: 'restrict', value: '' },
                { name: 'command', value: 'echo "hi"' },
              ],
              hosts: [],
              marker: '',
              certificate: null,
              warnings: [],
            },
          ],
          warnings: ['Line 2 is not a key: after ssh-ed25519 it has no key in base64'],
        },
      },
    },
    {
      title: 'As ssh-keygen -lv lists it',
      input: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAINdamAGCsQq31Uv+08lkBzoO4XLz2qYjJa8CGmj3B1Ea rfc8032-test-1',
      options: { format: 'text' },
      output: {
        text: `256 SHA256:bbXpuKG6zhzdmnxq256TlqzFBzRl2f6OOg722cYNbU8 rfc8032-test-1 (ED25519)\n${RANDOMART.join('\n')}\n`,
      },
    },
    {
      title: 'Neither text nor file',
      input: '',
      error: { code: 'INVALID_INPUT', message: 'Property "input" or a file must hold a key' },
    },
    {
      title: 'Both text and file',
      input: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAINdamAGCsQq31Uv+08lkBzoO4XLz2qYjJa8CGmj3B1Ea',
      files: [
        { name: 'id.pub', text: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAINdamAGCsQq31Uv+08lkBzoO4XLz2qYjJa8CGmj3B1Ea' },
      ],
      error: { code: 'INVALID_INPUT', message: 'Property "input" must be empty where a file is given' },
    },
    {
      title: 'Not a key',
      input: 'Hello',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": it has no SSH key in any known notation',
      },
    },
    {
      title: 'A key cut short',
      input: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAINdamAGC',
      error: { code: 'INVALID_INPUT', message: 'Cannot read property "input": line 1: it is damaged: it is cut short' },
    },
  ],
  async run({ input, files, options, now }) {
    const { source, label } = keySource({ input, files });
    const { entries, faults } = await refusing(`Cannot read ${label}`, () => sshEntries(source, options.password));
    if (entries.length === 0) throw invalid(`Cannot read ${label}: it has no SSH key in any known notation`);
    const keys = entries.map((entry) => reportSshKey(entry, now));
    if (options.format === 'text') return text(keys.map(listedKey).join('\n'));
    return json({ keys, warnings: [...faults] });
  },
});
