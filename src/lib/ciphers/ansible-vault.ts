import { createCipheriv, createDecipheriv, createHmac, pbkdf2Sync, timingSafeEqual } from 'node:crypto';

import { ContentFault } from '../faults.js';

/** Ansible Vault 1.1 and 1.2: ansible/parsing/vault/__init__.py, class VaultAES256. */
const SALT_BYTES = 32;
/** Fixed by the format. */
const ITERATIONS = 10_000;
const KEY_BYTES = 32;
const IV_BYTES = 16;
const LINE_CHARACTERS = 80;

const HEADER = /^[ \t]*\$ANSIBLE_VAULT;([^;\s]*);([^;\s]*)(?:;([^\r\n]*?))?[ \t]*$/;

/** One encrypted value, and the lines of the text it takes: from `start` to before `end`. */
export interface VaultBlock {
  readonly start: number;
  readonly end: number;
  readonly version: string;
  readonly cipher: string;
  readonly vaultId: string;
  /** Hexadecimal digits, joined. */
  readonly body: string;
}

/** The values in a text, in their order: whole files, and those behind `!vault |` in YAML. */
export function findVaults(lines: readonly string[]): VaultBlock[] {
  const blocks: VaultBlock[] = [];
  for (let start = 0; start < lines.length; start += 1) {
    const [found, version = '', cipher = '', vaultId = ''] = HEADER.exec(lines[start] ?? '') ?? [];
    if (found === undefined) continue;
    let end = start + 1;
    while (/^[ \t]*[0-9a-fA-F]+[ \t]*$/.test(lines[end] ?? '')) end += 1;
    const body = lines
      .slice(start + 1, end)
      .map((line) => line.trim())
      .join('');
    blocks.push({ start, end, version, cipher, vaultId: vaultId.trim(), body });
    start = end - 1;
  }
  return blocks;
}

function keysOf(password: string, salt: Uint8Array) {
  const keys = pbkdf2Sync(password, salt, ITERATIONS, 2 * KEY_BYTES + IV_BYTES, 'sha256');
  return {
    key: keys.subarray(0, KEY_BYTES),
    codeKey: keys.subarray(KEY_BYTES, 2 * KEY_BYTES),
    iv: keys.subarray(2 * KEY_BYTES),
  };
}

/** The lines of an encrypted value, without indentation. */
export function writeVault(plain: Uint8Array, password: string, vaultId: string, salt: Uint8Array): string[] {
  const { key, codeKey, iv } = keysOf(password, salt);
  // Counter mode needs no padding, but the format has it.
  const over = IV_BYTES - (plain.length % IV_BYTES);
  const cipher = createCipheriv('aes-256-ctr', key, iv);
  const encrypted = Buffer.concat([cipher.update(plain), cipher.update(Buffer.alloc(over, over)), cipher.final()]);
  const code = createHmac('sha256', codeKey).update(encrypted).digest();
  const parts = [salt, code, encrypted].map((part) => Buffer.from(part).toString('hex')).join('\n');
  const digits = Buffer.from(parts).toString('hex');
  const header = vaultId === '' ? '$ANSIBLE_VAULT;1.1;AES256' : `$ANSIBLE_VAULT;1.2;AES256;${vaultId}`;
  return [header, ...(digits.match(new RegExp(`.{1,${LINE_CHARACTERS}}`, 'g')) ?? [])];
}

export const newVaultSalt = (random: (length: number) => Uint8Array): Uint8Array => random(SALT_BYTES);

/** The content of a value; `undefined` where the code does not fit: another password, or damaged. Throws ContentFault. */
export function openVault({ version, cipher, body }: VaultBlock, password: string): Buffer | undefined {
  if (cipher !== 'AES256' || !/^1\.[12]$/.test(version))
    throw new ContentFault(
      `vault format ${JSON.stringify(`${version};${cipher}`.slice(0, 40))} is not read: 1.1 and 1.2 with AES256 are`,
    );
  const [salt, code, encrypted] = Buffer.from(body, 'hex')
    .toString('latin1')
    .split('\n')
    .map((part) => (/^(?:[0-9a-f]{2})*$/i.test(part) ? Buffer.from(part, 'hex') : undefined));
  if (body.length % 2 !== 0 || salt === undefined || code?.length !== 32 || encrypted === undefined)
    throw new ContentFault('the encrypted data is damaged or cut off');
  const keys = keysOf(password, salt);
  const expected = createHmac('sha256', keys.codeKey).update(encrypted).digest();
  if (!timingSafeEqual(expected, code)) return undefined;
  const decipher = createDecipheriv('aes-256-ctr', keys.key, keys.iv);
  const padded = Buffer.concat([decipher.update(encrypted), decipher.final()]);
  const over = padded.at(-1) ?? 0;
  if (over < 1 || over > IV_BYTES || over > padded.length) throw new ContentFault('the encrypted data has no padding');
  return padded.subarray(0, padded.length - over);
}
