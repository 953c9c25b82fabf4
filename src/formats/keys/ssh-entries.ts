import { inPart, isFault } from '../../lib/faults.js';
import { readSshCertificate, type SshCertificate } from '../../lib/ssh/certificates.js';
import { readPublicBlob, type SshPublicKey } from '../../lib/ssh/key-blobs.js';
import { type KeyLine, readKeyLines } from '../../lib/ssh/key-lines.js';
import { readOpensshFile } from '../../lib/ssh/openssh-private.js';
import { readPpk } from '../../lib/ssh/ppk.js';
import { sshBlobsOf } from '../../lib/ssh/write-blobs.js';
import { findKeys } from './found-keys.js';
import { keyTextOf, pemBlocks } from './key-text.js';
import { checkLocked, type KeyNotation } from './pieces.js';

/** One key of a file that SSH programs keep keys in. */
export interface SshEntry {
  /** From 1; 0 where the file is one key. */
  readonly line: number;
  readonly notation: KeyNotation | 'certificate' | 'authorized-keys' | 'known-hosts';
  readonly isPrivate: boolean;
  /** How a private key is encrypted, such as `aes256-ctr, bcrypt with 16 rounds`; empty where it is not. */
  readonly encryption: string;
  readonly publicKey: SshPublicKey;
  /** As SSH names it: of certificates and keys in hardware too. */
  readonly type: string;
  readonly comment: string;
  readonly details: Pick<KeyLine, 'options' | 'hosts' | 'marker'>;
  readonly certificate: SshCertificate | undefined;
}

export interface SshEntries {
  readonly entries: readonly SshEntry[];
  /** Lines that are not keys. */
  readonly faults: readonly string[];
}

const NO_DETAILS = { options: [], hosts: [], marker: '' } as const;

/** The keys of a text or file. Those of OpenSSH and PuTTY show their public half without a password. Throws as `findKeys` and `open` do. */
export async function sshEntries(source: string | Uint8Array, password: string): Promise<SshEntries> {
  const text = keyTextOf(source);
  if (text !== undefined && !/-{2,5}[ \t]?BEGIN |PuTTY-User-Key-File-|^\s*[{[]/.test(text)) {
    const lines = lineEntries(text);
    if (lines.entries.length > 0) return lines;
  }
  const entries: SshEntry[] = [];
  const blocks = text === undefined ? [] : pemBlocks(text).filter(({ label }) => label === 'OPENSSH PRIVATE KEY');
  if (text?.includes('PuTTY-User-Key-File-')) return { entries: [puttyEntry(text)], faults: [] };
  const pieces = findKeys(source);
  checkLocked(pieces, password);
  for (const found of pieces) {
    if (found.kind !== 'private' && found.kind !== 'public') continue;
    const block = found.notation === 'openssh' ? blocks.shift() : undefined;
    if (block !== undefined) {
      entries.push(await opensshEntry(block.bytes, password, found.open));
      continue;
    }
    const opened = await found.open(password);
    const [key, comment] = 'key' in opened ? [opened.key, opened.comment] : [opened, found.comment];
    const { type, publicBlob } = sshBlobsOf(key);
    entries.push({
      ...{ line: 0, notation: found.notation ?? 'spki', isPrivate: found.kind === 'private', type, comment },
      encryption: found.isEncrypted ? 'encrypted' : '',
      publicKey: readPublicBlob(publicBlob),
      details: NO_DETAILS,
      certificate: undefined,
    });
  }
  return { entries, faults: [] };
}

async function opensshEntry(
  bytes: Uint8Array,
  password: string,
  open: ReturnType<typeof findKeys>[number]['open'],
): Promise<SshEntry> {
  const file = readOpensshFile(bytes);
  const publicKey = readPublicBlob(file.publicBlob);
  // The comment is in the encrypted part; a key in hardware has no more than its public half here.
  const canOpen = publicKey.application === undefined && (!file.isEncrypted || password !== '');
  const opened = canOpen ? await open(password) : undefined;
  return {
    ...{ line: 0, notation: 'openssh', isPrivate: true, type: publicKey.type, publicKey },
    encryption: file.isEncrypted ? `${file.cipher}, bcrypt with ${file.rounds} rounds` : '',
    comment: opened !== undefined && 'key' in opened ? opened.comment : '',
    details: NO_DETAILS,
    certificate: undefined,
  };
}

function puttyEntry(text: string): SshEntry {
  const file = readPpk(text.slice(text.indexOf('PuTTY-User-Key-File-')));
  const publicKey = readPublicBlob(file.publicBlob);
  const { flavor, memoryKib, passes } = file.derivation ?? {};
  const derivation = flavor === undefined ? 'SHA-1' : `${flavor} with ${memoryKib} KiB and ${passes} passes`;
  return {
    ...{ line: 0, notation: 'ppk', isPrivate: true, type: publicKey.type, publicKey, comment: file.comment },
    encryption: file.isEncrypted ? `aes256-cbc, ${derivation}` : '',
    details: NO_DETAILS,
    certificate: undefined,
  };
}

function lineEntries(text: string): SshEntries {
  const { keys, bad } = readKeyLines(text);
  const entries: SshEntry[] = [];
  const faults = bad.map(({ line, fault }) => `Line ${line} is not a key: ${fault}`);
  for (const key of keys) {
    try {
      entries.push(inPart(`line ${key.line}`, () => lineEntry(key)));
    } catch (error) {
      // One bad line of many is told, and the others are shown.
      if (!isFault(error) || keys.length === 1) throw error;
      faults.push(`Line ${key.line} cannot be read: ${error.what}`);
    }
  }
  return { entries, faults };
}

function lineEntry(key: KeyLine): SshEntry {
  const publicKey = readPublicBlob(key.blob);
  const isCertificate = key.type.includes('-cert-');
  const { line, type, comment, options, hosts, marker } = key;
  const isHosts = hosts.length > 0 || marker !== '';
  const notation = isCertificate
    ? 'certificate'
    : isHosts
      ? 'known-hosts'
      : options.length > 0
        ? 'authorized-keys'
        : 'openssh-public';
  return {
    ...{ line, notation, isPrivate: false, encryption: '', publicKey, type, comment },
    details: { options, hosts, marker },
    certificate: isCertificate ? readSshCertificate(key.blob) : undefined,
  };
}
