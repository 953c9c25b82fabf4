import type { InputFile } from '../../core/tool.js';
import { type DigestName, digest } from '../../engines/digests.js';
import { SUMS } from '../../lib/checksums/sums.js';
import { baseName, DIGESTS_BY_LENGTH, type ExpectedDigest, isSameFile } from './_checksum-lists.js';

type Status = 'ok' | 'failed' | 'missing' | 'extra' | 'unsupported';

/** What became of an entry, or of an upload that no entry is for. */
export interface CheckedFile {
  readonly name: string;
  readonly status: Status;
  readonly algorithm: string;
  readonly expected: string;
  readonly actual: string;
  readonly list: string;
  readonly line: number;
}

export interface Verification {
  readonly files: readonly CheckedFile[];
  readonly warnings: readonly string[];
}

type Algorithm = DigestName | 'cksum';

/** Digests of uploads, each computed once. */
class Digests {
  readonly #known = new Map<string, string>();

  async of(file: InputFile, index: number, algorithm: Algorithm): Promise<string> {
    const key = `${index} ${algorithm}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const found =
      algorithm === 'cksum'
        ? SUMS.cksum.of(file.bytes).toString(16).padStart(8, '0')
        : Buffer.from(await digest(algorithm, file.bytes)).toString('hex');
    this.#known.set(key, found);
    return found;
  }
}

/** An entry beside the upload it is compared with. */
interface Comparison {
  readonly entry: ExpectedDigest;
  readonly upload: number;
  readonly algorithm: Algorithm;
  readonly actual: string;
  readonly isEqual: boolean;
}

/** Checks uploads against what lists say of them. `algorithm` stands for entries that do not name theirs. */
export async function verifyChecksums(
  uploads: readonly InputFile[],
  entries: readonly ExpectedDigest[],
  algorithm: DigestName | 'auto',
): Promise<Verification> {
  const digests = new Digests();
  const compare = async (entry: ExpectedDigest, index: number): Promise<Comparison | undefined> => {
    const file = uploads[index];
    const [first, ...others] = algorithmsOf(entry, algorithm);
    if (file === undefined || first === undefined) return undefined;
    const actual = await digests.of(file, index, first);
    const told = { entry, upload: index, algorithm: first, actual, isEqual: actual === entry.digest };
    if (told.isEqual) return told;
    // A digest of 64 digits may be one of seven.
    for (const other of others)
      if ((await digests.of(file, index, other)) === entry.digest)
        return { ...told, algorithm: other, actual: entry.digest, isEqual: true };
    return told;
  };

  const found = new Map<ExpectedDigest, Comparison>();
  const seen = new Set<number>();
  for (const entry of entries) {
    for (const [index, { name }] of uploads.entries()) {
      if (entry.name !== '' && !isSameFile(entry.name, name)) continue;
      const comparison = await compare(entry, index);
      // A digest alone is meant for one of several files.
      if (comparison === undefined || (entry.name === '' && uploads.length > 1 && !comparison.isEqual)) continue;
      if (found.get(entry)?.isEqual !== true) found.set(entry, comparison);
    }
  }
  // Of entries that differ in their folder alone, the one that fits is the file's.
  const fitting = new Set([...found.values()].filter(({ isEqual }) => isEqual).map(keyOf));
  for (const [entry, comparison] of found)
    if (!comparison.isEqual && fitting.has(keyOf(comparison))) found.delete(entry);
  for (const { upload } of found.values()) seen.add(upload);

  const warnings: string[] = [];
  for (const [index, { name }] of uploads.entries()) {
    if (seen.has(index)) continue;
    for (const entry of entries) {
      const comparison = found.has(entry) ? undefined : await compare(entry, index);
      if (comparison?.isEqual !== true) continue;
      found.set(entry, comparison);
      seen.add(index);
      warnings.push(`File "${name}" has the content that is listed as "${baseName(entry.name)}"`);
      break;
    }
  }
  const extra = uploads.filter((_, index) => !seen.has(index));
  return {
    files: [...entries.map((entry) => rowOf(entry, found.get(entry), uploads, algorithm)), ...extra.map(extraRow)],
    warnings,
  };
}

const keyOf = ({ upload, algorithm }: Comparison): string => `${upload} ${algorithm}`;

function algorithmsOf(entry: ExpectedDigest, algorithm: DigestName | 'auto'): readonly Algorithm[] {
  if (entry.algorithm === 'cksum') return ['cksum'];
  if (entry.algorithm !== undefined) return entry.named === undefined ? [] : [entry.named];
  if (algorithm !== 'auto') return [algorithm];
  const byLength = DIGESTS_BY_LENGTH[entry.digest.length] ?? [];
  // The name of a list is a hint: SHA256SUMS can be of another kind only where the digests are of another length.
  return entry.named !== undefined && byLength.includes(entry.named) ? [entry.named] : byLength;
}

function rowOf(
  entry: ExpectedDigest,
  comparison: Comparison | undefined,
  uploads: readonly InputFile[],
  algorithm: DigestName | 'auto',
): CheckedFile {
  const { name, digest: expected, list, line } = entry;
  const [first] = algorithmsOf(entry, algorithm);
  const told = { name, algorithm: first ?? entry.algorithm ?? '', expected, actual: '', list, line };
  if (comparison === undefined) return { ...told, status: first === undefined ? 'unsupported' : 'missing' };
  return {
    ...told,
    name: name === '' ? (uploads[comparison.upload]?.name ?? '') : name,
    algorithm: comparison.algorithm,
    actual: comparison.actual,
    status: comparison.isEqual ? 'ok' : 'failed',
  };
}

const extraRow = ({ name }: InputFile): CheckedFile => ({
  ...{ name, status: 'extra', algorithm: '', expected: '', actual: '', list: '', line: 0 },
});
