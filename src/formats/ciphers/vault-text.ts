import { isUtf8 } from 'node:buffer';

import { invalid, overLimit } from '../../core/errors.js';
import { findVaults, newVaultSalt, openVault, type VaultBlock, writeVault } from '../../lib/ciphers/ansible-vault.js';
import { ContentFault } from '../../lib/faults.js';

/** Each costs ten thousand steps of PBKDF2, about 15 ms, and twice that for another password. */
const MAX_VALUES = 200;

type Chance = (length: number) => Uint8Array;

/** A text in which encrypted values stand alone or behind `!vault |`. */
interface VaultText {
  readonly lines: readonly string[];
  readonly lineBreak: string;
  readonly blocks: readonly VaultBlock[];
  /** The text is one encrypted value and nothing else. */
  readonly isWhole: boolean;
}

/** Throws ContentFault where there is none, LIMIT_EXCEEDED. */
function readVaultText(text: string): VaultText {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|[\r\n]/);
  const blocks = findVaults(lines);
  if (blocks.length === 0) throw new ContentFault('it has no line that begins with "$ANSIBLE_VAULT;"');
  if (blocks.length > MAX_VALUES)
    throw overLimit(`The text must have at most ${MAX_VALUES} encrypted values, got ${blocks.length}`);
  const [first] = blocks;
  const isBlank = (line: string): boolean => line.trim() === '';
  const isWhole =
    blocks.length === 1 &&
    first !== undefined &&
    lines.slice(0, first.start).every(isBlank) &&
    lines.slice(first.end).every(isBlank);
  return { lines, lineBreak: text.includes('\r\n') ? '\r\n' : '\n', blocks, isWhole };
}

interface Opened {
  readonly block: VaultBlock;
  readonly plain: Buffer;
}

/** The values that the password opens. Throws ContentFault where it opens none, or where one is damaged. */
function openBlocks(text: VaultText, password: string): { readonly opened: Opened[]; readonly warnings: string[] } {
  const opened: Opened[] = [];
  const warnings: string[] = [];
  for (const block of text.blocks) {
    const plain = openVault(block, password);
    const name = block.vaultId === '' ? '' : ` (vault ID ${JSON.stringify(block.vaultId.slice(0, 40))})`;
    if (plain === undefined)
      warnings.push(`The value in line ${block.start + 1}${name} has another password and is kept`);
    else opened.push({ block, plain });
  }
  if (opened.length > 0) return { opened, warnings };
  const [first] = text.blocks;
  const id =
    first === undefined || first.vaultId === ''
      ? ''
      : `; its vault ID is ${JSON.stringify(first.vaultId.slice(0, 40))}`;
  throw new ContentFault(`the password is wrong, or the data is damaged${id}`);
}

export interface VaultWork {
  readonly bytes: Uint8Array;
  readonly values: number;
  readonly vaultIds: readonly string[];
  readonly warnings: readonly string[];
}

const workOf = (bytes: Uint8Array, { opened, warnings }: ReturnType<typeof openBlocks>): VaultWork => ({
  bytes,
  values: opened.length,
  vaultIds: [...new Set(opened.map(({ block }) => block.vaultId).filter((id) => id !== ''))],
  warnings,
});

/** A vault file decrypted, or YAML with its `!vault` values in plain text. Throws ContentFault, LIMIT_EXCEEDED. */
export function decryptVaults(text: string, password: string): VaultWork {
  const read = readVaultText(text);
  const found = openBlocks(read, password);
  const [first] = found.opened;
  if (read.isWhole && first !== undefined) return workOf(first.plain, found);
  const lines = [...read.lines];
  // From the end, so that line numbers stay right.
  for (const { block, plain } of [...found.opened].reverse()) replaceByPlain(lines, block, plain);
  return workOf(Buffer.from(lines.join(read.lineBreak)), found);
}

const VAULT_TAG = /!vault[ \t]*[|>][-+0-9]*[ \t]*$/;

function replaceByPlain(lines: string[], { start, end }: VaultBlock, plain: Buffer): void {
  const before = lines[start - 1] ?? '';
  if (VAULT_TAG.test(before))
    lines.splice(start - 1, end - start + 1, ...yamlValue(before.replace(VAULT_TAG, ''), plain));
  else lines.splice(start, end - start, ...plain.toString().split('\n'));
}

/** A value behind its key: a literal block where it has several lines that need no escapes, else in double quotes. */
function yamlValue(key: string, plain: Buffer): string[] {
  if (!isUtf8(plain)) return [`${key}!!binary ${JSON.stringify(plain.toString('base64'))}`];
  const text = plain.toString();
  const isLiteral =
    /^[^\s][^\r]*\n/.test(text) &&
    !/[^\t\n\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]|\n{2,}$|[ \t]$/u.test(text);
  if (!isLiteral) return [`${key}${JSON.stringify(text)}`];
  const indent = `${/^[ \t]*/.exec(key)?.[0] ?? ''}${key.trimStart().startsWith('- ') ? '    ' : '  '}`;
  const body = text.replace(/\n$/, '').split('\n');
  return [`${key}${text.endsWith('\n') ? '|' : '|-'}`, ...body.map((line) => (line === '' ? '' : indent + line))];
}

/** The same text under another password; a value whose password is another stays. Throws ContentFault, LIMIT_EXCEEDED. */
export function rekeyVaults(
  text: string,
  {
    password,
    newPassword,
    vaultId,
    random,
  }: { password: string; newPassword: string; vaultId: string; random: Chance },
): VaultWork {
  const read = readVaultText(text);
  const found = openBlocks(read, password);
  const lines = [...read.lines];
  for (const { block, plain } of [...found.opened].reverse()) {
    const indent = /^[ \t]*/.exec(lines[block.start] ?? '')?.[0] ?? '';
    const written = writeVault(plain, newPassword, vaultId === '' ? block.vaultId : vaultId, newVaultSalt(random));
    lines.splice(block.start, block.end - block.start, ...written.map((line) => indent + line));
  }
  return workOf(Buffer.from(lines.join(read.lineBreak)), found);
}

/** As `ansible-vault encrypt_string` indents. */
const YAML_INDENT = ' '.repeat(10);

interface EncryptSettings {
  readonly password: string;
  readonly vaultId: string;
  /** Name of the variable in YAML; empty for a vault file. */
  readonly name: string;
  readonly random: Chance;
}

/** A vault file or, with a name, a YAML variable. Throws INVALID_INPUT where the content is encrypted already. */
export function encryptVault(plain: Uint8Array, { password, vaultId, name, random }: EncryptSettings): VaultWork {
  if (Buffer.from(plain.subarray(0, 40)).toString('latin1').trimStart().startsWith('$ANSIBLE_VAULT;'))
    throw invalid('Cannot encrypt: it is an Ansible vault already; option "action" rekey changes its password');
  const lines = writeVault(plain, password, vaultId, newVaultSalt(random));
  const key = /^[A-Za-z_][\w.-]*$/.test(name) ? name : JSON.stringify(name);
  const written = name === '' ? lines : [`${key}: !vault |`, ...lines.map((line) => YAML_INDENT + line)];
  return {
    bytes: Buffer.from(`${written.join('\n')}\n`),
    values: 1,
    vaultIds: vaultId === '' ? [] : [vaultId],
    warnings: [],
  };
}
