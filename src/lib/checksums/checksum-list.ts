/** A file's digest as a list of checksums states it. */
export interface ListedDigest {
  /** From 1. */
  readonly line: number;
  /** As written, with its folders; empty where the line is a digest only. */
  readonly name: string;
  /** In lower case as the list names it; `undefined` where it does not. */
  readonly algorithm: string | undefined;
  /** Lowercase hexadecimal digits. */
  readonly digest: string;
}

export interface ChecksumList {
  readonly entries: readonly ListedDigest[];
  /** Numbers of lines that are neither an entry nor a comment. */
  readonly unread: readonly number[];
}

type Entry = Omit<ListedDigest, 'line'>;

/** Digits of the digests in use: CRC-32 to 512 bits. */
const LENGTHS: ReadonlySet<number> = new Set([8, 32, 40, 48, 56, 64, 96, 128]);
const isDigest = (hex: string): boolean => LENGTHS.has(hex.length) && /^[0-9a-f]+$/i.test(hex);

/** Reads a line, or says `undefined` where it has another form. */
type Form = (line: string) => Entry | undefined;

/** A name after a backslash at the start of the line has its line breaks and backslashes escaped (coreutils). */
const unescaped = (name: string): string =>
  name.replace(/\\([nr\\])/g, (_, letter: string) => ({ n: '\n', r: '\r' })[letter] ?? '\\');

/** `SHA256 (name) = digest`, `SHA2-256(name)= digest` of OpenSSL; digests in base64 too (`cksum --base64`). */
const tagged: Form = (line) => {
  const [, isEscaped, tag = '', name = '', value = ''] =
    /^(\\?)([A-Za-z][A-Za-z0-9/_-]{1,19}) ?\((.*)\) ?= ?([0-9A-Za-z+/]+={0,2})$/.exec(line) ?? [];
  const digest = isDigest(value) ? value : Buffer.from(value, 'base64').toString('hex');
  if (!isDigest(digest)) return undefined;
  return { name: isEscaped ? unescaped(name) : name, algorithm: tag.toLowerCase(), digest: digest.toLowerCase() };
};

/** `digest  name` and `digest *name` of coreutils, RHash and BusyBox. */
const summed: Form = (line) => {
  const [, isEscaped, digest = '', name = ''] = /^(\\?)([0-9A-Fa-f]+) [ *](.+)$/.exec(line) ?? [];
  if (!isDigest(digest)) return undefined;
  return { name: isEscaped ? unescaped(name) : name, algorithm: undefined, digest: digest.toLowerCase() };
};

/** `checksum length name` of POSIX cksum, in decimal. */
const posix: Form = (line) => {
  const [, checksum = '', name = ''] = /^(\d{1,10}) \d{1,15} (.+)$/.exec(line) ?? [];
  if (name === '' || Number(checksum) > 0xffff_ffff) return undefined;
  return { name, algorithm: 'cksum', digest: Number(checksum).toString(16).padStart(8, '0') };
};

/** `SHA256  DIGEST  C:\folder\name`: the table of PowerShell's Get-FileHash. */
const powerShell: Form = (line) => {
  const [, tag = '', digest = '', name = ''] =
    /^(MD5|SHA1|SHA256|SHA384|SHA512) +([0-9A-F]+) +(\S.*)$/.exec(line) ?? [];
  return isDigest(digest)
    ? { name: name.trimEnd(), algorithm: tag.toLowerCase(), digest: digest.toLowerCase() }
    : undefined;
};

/** `name CRC32` of SFV files. */
const sfv: Form = (line) => {
  const [, name = '', digest = ''] = /^(.*\S)[ \t]+([0-9A-Fa-f]{8})$/.exec(line) ?? [];
  return name === '' ? undefined : { name, algorithm: 'crc32', digest: digest.toLowerCase() };
};

/** A digest and a name with another gap between them. */
const loose: Form = (line) => {
  const [, digest = '', name = ''] = /^([0-9A-Fa-f]+)[ \t]+\*?(\S.*)$/.exec(line) ?? [];
  return isDigest(digest) ? { name, algorithm: undefined, digest: digest.toLowerCase() } : undefined;
};

/** Nothing but a digest, perhaps in groups or behind the name of its algorithm: `SHA-256: ba78 16bf …`. */
const alone: Form = (line) => {
  const [, tag, value = ''] = /^(?:([A-Za-z][A-Za-z0-9-]{1,11})[:=-] ?)?([0-9A-Fa-f][0-9A-Fa-f :]*)$/.exec(line) ?? [];
  const digest = value.replace(/[ :]/g, '').toLowerCase();
  return isDigest(digest) ? { name: '', algorithm: tag?.toLowerCase(), digest } : undefined;
};

const FORMS: readonly Form[] = [tagged, summed, posix, powerShell, alone, sfv, loose];

/** Headings, rulers and closing words of the programs above. */
const COMMENT = /^(?:[;#].*|\/\/.*|\s*|Hash: [A-Z0-9, -]+|Algorithm +Hash +Path|[- ]+|CertUtil: .*)$/;

/**
 * Reads a list of checksums, each line in the form it has: GNU coreutils, BSD and OpenSSL tags, cksum, SFV, Get-FileHash, certutil, hashdeep,
 * digests alone. Comments and the frame of an OpenPGP signature are passed over.
 */
export function readChecksumList(text: string): ChecksumList {
  const entries: ListedDigest[] = [];
  const unread: number[] = [];
  let columns: readonly string[] | undefined;
  let certutil: { readonly name: string; readonly algorithm: string } | undefined;
  let isSignature = false;
  for (const [index, raw] of text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\r|\n/)
    .entries()) {
    const line = raw.replace(/^- (?=-)/, '').trimEnd();
    const numbered = (entry: Entry): void => void entries.push({ line: index + 1, ...entry });
    if (/^-----BEGIN PGP SIGNATURE-----$/.test(line)) isSignature = true;
    const [, algorithm = '', name = ''] = /^(MD5|SHA1|SHA256|SHA384|SHA512) hash of (?:file )?(.+):$/i.exec(line) ?? [];
    const header = /^%%%% (size,.*filename)$/.exec(line)?.[1];
    if (header !== undefined) columns = header.split(',');
    if (name !== '') certutil = { name, algorithm: algorithm.toLowerCase() };
    if (isSignature || name !== '' || /^(?:%%%%|-----)/.test(line) || COMMENT.test(line)) continue;
    const found = columns === undefined ? firstForm(line) : undefined;
    if (columns !== undefined) for (const entry of hashdeep(line, columns)) numbered(entry);
    else if (found === undefined) unread.push(index + 1);
    else numbered(found.name === '' && certutil !== undefined ? { ...found, ...certutil } : found);
    certutil = undefined;
  }
  return { entries, unread };
}

function firstForm(line: string): Entry | undefined {
  for (const form of FORMS) {
    const entry = form(line);
    if (entry !== undefined) return entry;
  }
  return undefined;
}

/** `size,md5,sha256,name`: names may have commas. */
function hashdeep(line: string, columns: readonly string[]): readonly Entry[] {
  const values = line.split(',');
  const name = values.slice(columns.length - 1).join(',');
  return columns.slice(1, -1).flatMap((algorithm, i) => {
    const digest = values[i + 1]?.toLowerCase() ?? '';
    return isDigest(digest) ? [{ name, algorithm, digest }] : [];
  });
}
