import { isUtf8 } from 'node:buffer';

import { overLimit } from '../../core/errors.js';
import type { InputFile } from '../../core/tool.js';
import type { DigestName } from '../../engines/digests.js';
import { readTextFile } from '../../formats/text-source.js';
import { type ListedDigest, readChecksumList } from '../../lib/checksums/checksum-list.js';

/** Digests by their length in hexadecimal digits; those met most come first. */
export const DIGESTS_BY_LENGTH: Readonly<Record<number, readonly DigestName[]>> = {
  8: ['crc32'],
  32: ['md5'],
  40: ['sha1', 'ripemd160'],
  56: ['sha224', 'sha3-224'],
  64: ['sha256', 'sha3-256', 'blake3', 'blake2s', 'keccak256', 'sm3', 'sha512-256'],
  96: ['sha384', 'sha3-384'],
  128: ['sha512', 'blake2b', 'sha3-512', 'whirlpool'],
};

/** Names that lists and their endings have for digests. */
const OTHER_NAMES: Readonly<Record<string, DigestName>> = {
  b2: 'blake2b',
  b2sum: 'blake2b',
  b3: 'blake3',
  b3sum: 'blake3',
  crc: 'crc32',
  sfv: 'crc32',
  rmd160: 'ripemd160',
  sha: 'sha1',
  'sha512/256': 'sha512-256',
  blake2b512: 'blake2b',
  'blake2b-512': 'blake2b',
  blake2s256: 'blake2s',
  'blake2s-256': 'blake2s',
};

const KNOWN = new Set<DigestName>(Object.values(DIGESTS_BY_LENGTH).flat());

/** The digest that a list names: `SHA2-256`, `sha-1`, `RMD160`; `undefined` where there is none of that name. */
function digestNamed(tag: string): DigestName | undefined {
  const name = tag.toLowerCase();
  const plain = name.replace(/^sha2?[-_]?(1|224|256|384|512)$/, 'sha$1').replace(/^sha3_?(\d{3})$/, 'sha3-$1');
  const found = OTHER_NAMES[name] ?? OTHER_NAMES[plain] ?? plain;
  return [...KNOWN].find((known) => known === found);
}

const ENDINGS =
  /\.(?:md5|sha|sha1|sha224|sha256|sha384|sha512|sha3-(?:224|256|384|512)|b2|b3|blake2b|blake2s|blake3|sfv|crc|crc32|rmd160|ripemd160|sm3|hash|digest|checksum)(?:sum|sums)?(?:\.txt|\.asc)?$/i;
const LIST_NAMES =
  /^(?:.*[._-])?(?:md5|sha(?:1|224|256|384|512)?|b2|b3|blake[23][bs]?|check|hash)[-_]?(?:sums?|es)(?:[._-].*)?$|(?:^|[._-])hashes\.txt$/i;

export const isListName = (name: string): boolean => ENDINGS.test(name) || LIST_NAMES.test(name);

/** Larger files are not tried as lists where their name does not say so. */
const LIST_BYTES = 1_000_000;

/** Whether a file whose name does not tell is nothing but a list of checksums. */
export function isListContent({ bytes }: InputFile): boolean {
  if (bytes.length === 0 || bytes.length > LIST_BYTES || bytes.includes(0) || !isUtf8(bytes)) return false;
  const { entries, unread } = readChecksumList(Buffer.from(bytes).toString());
  return entries.length > 0 && unread.length === 0;
}

/** An entry with the digest it must be, where the list or its name says so, and the name of the list. */
export interface ExpectedDigest extends ListedDigest {
  readonly list: string;
  readonly named: DigestName | undefined;
}

/** As many as fit in an answer. */
const MAX_ENTRIES = 50_000;

export interface ReadList {
  readonly entries: readonly ExpectedDigest[];
  readonly warnings: readonly string[];
}

export function readList(list: string, content: string): ReadList {
  const { entries, unread } = readChecksumList(content);
  if (entries.length > MAX_ENTRIES)
    throw overLimit(`A list of checksums must have at most ${MAX_ENTRIES} entries, "${list}" has ${entries.length}`);
  const tag = /(md5|sha3-\d{3}|sha\d{1,3}|b2|b3|blake2b|blake2s|blake3|sfv|crc32|rmd160|ripemd160|sm3)/i.exec(
    list,
  )?.[1];
  const byName = list === 'input' || tag === undefined ? undefined : digestNamed(tag);
  const ending = ENDINGS.exec(list);
  const beside = ending === null ? '' : list.slice(0, ending.index);
  const lines =
    unread.length > 5 ? `${unread.slice(0, 5).join(', ')} and ${unread.length - 5} more` : unread.join(', ');
  return {
    entries: entries.map((entry) => ({
      ...entry,
      list,
      name: entry.name === '' ? beside : entry.name,
      // What is before a digest alone may be any word: `checksum: …`.
      algorithm: entry.name === '' && digestNamed(entry.algorithm ?? '') === undefined ? undefined : entry.algorithm,
      named:
        (entry.algorithm === undefined ? byName : digestNamed(entry.algorithm)) ??
        (entry.name === '' ? byName : undefined),
    })),
    warnings: unread.length === 0 ? [] : [`Lines of "${list}" that are not checksums were skipped: ${lines}`],
  };
}

/** The text of an uploaded list, in whatever encoding it is: PowerShell writes UTF-16. */
export const listText = async (file: InputFile): Promise<string> => (await readTextFile(file)).text;

/** The file name behind the last slash or backslash. */
export const baseName = (name: string): string =>
  name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);

/** Whether an upload may be the file that an entry names: folders, case and the form of accents do not count. */
export const isSameFile = (listed: string, name: string): boolean => folded(baseName(listed)) === folded(name);
const folded = (name: string): string => name.normalize('NFC').toLowerCase();
