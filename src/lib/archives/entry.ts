import { LimitFault, PasswordFault } from '../faults.js';

/** A password is missing or wrong. */
export const passwordFault = (password: 'missing' | 'wrong'): PasswordFault =>
  new PasswordFault(password === 'missing' ? 'it needs a password' : 'the password is wrong', password);

export type EntryKind = 'file' | 'folder' | 'link' | 'hard link' | 'device' | 'other';

/** What an archive's own directory says about an entry: claims, not facts. */
export interface ArchiveEntry {
  /** As stored, decoded. */
  readonly path: string;
  readonly kind: EntryKind;
  /** Unpacked. */
  readonly bytes: number | undefined;
  readonly packedBytes: number | undefined;
  /** ISO 8601; with `Z` where the format knows the time zone, without where it holds local time. */
  readonly modified: string | undefined;
  readonly method: string | undefined;
  readonly encrypted: boolean;
  /** Eight hexadecimal digits. */
  readonly crc32: string | undefined;
  /** Where a link leads, as stored. */
  readonly target: string | undefined;
  /** Permissions of Unix, the lowest nine bits of a mode, where they are stated. */
  readonly mode?: number | undefined;
}

/** An entry of an archive that is written. */
export interface NewEntry {
  /** Parts divided by `/`, written as they are: making them safe and distinct is the caller's. */
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'link';
  /** Empty of folders and links. */
  readonly bytes: Uint8Array;
  /** Permissions of Unix. */
  readonly mode: number;
  /** Seconds since 1970. */
  readonly modified: number;
  /** Where a link leads. */
  readonly target?: string | undefined;
}

/** Most entries of an archive that is read: a listing of more is of no use in one response. Chosen. */
export const MAX_ENTRIES = 10_000;

/** Throws LimitFault where there are too many. */
export function checkEntryCount(count: number): void {
  if (count > MAX_ENTRIES)
    throw new LimitFault(`it must have at most ${MAX_ENTRIES} entries, got ${count} or more`, MAX_ENTRIES);
}

/** `2026-01-02T03:04:05Z` of seconds since 1970; `undefined` where there is no such date. */
export function isoOfSeconds(seconds: number): string | undefined {
  const date = new Date(Math.floor(seconds) * 1000);
  return Number.isNaN(date.getTime()) || seconds < 0 ? undefined : date.toISOString().replace('.000Z', 'Z');
}
