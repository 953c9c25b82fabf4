import db from 'mime-db';

/** A media type and the endings that files of it have. */
export interface MediaType {
  readonly type: string;
  /** `iana`: registered; else who lists it: the web servers Apache and nginx, or the authors of the list (`other`). */
  readonly source: 'iana' | 'apache' | 'nginx' | 'other';
  /** Without the dot, the usual one first. */
  readonly extensions: readonly string[];
  readonly charset: string | null;
  /** Whether gzip and the like make it smaller; `null` where nobody says. */
  readonly compressible: boolean | null;
}

let types: readonly MediaType[] | undefined;

/** All types known, by name. */
export function mediaTypes(): readonly MediaType[] {
  types ??= Object.entries(db)
    .map(([type, { source, extensions = [], charset, compressible }]) => ({
      type,
      source: source ?? ('other' as const),
      extensions,
      charset: charset ?? null,
      compressible: compressible ?? null,
    }))
    .sort((a, b) => (a.type < b.type ? -1 : 1));
  return types;
}

/** Registered before others, without `x-` before with; then what says what it is before `application`, and where the ending is usual. */
const rankOf = ({ type, source, extensions }: MediaType, extension: string): number =>
  (source === 'iana' ? 0 : 8) +
  (/\/(?:x-|vnd\.|prs\.)/.test(type) ? 4 : 0) +
  (type.startsWith('application/') ? 2 : 0) +
  (extensions[0] === extension ? 0 : 1);

/** Types of files with an ending, in lower case and without its dot; the one to send first. */
export const typesOfExtension = (extension: string): readonly MediaType[] =>
  mediaTypes()
    .filter(({ extensions }) => extensions.includes(extension))
    .sort((a, b) => rankOf(a, extension) - rankOf(b, extension));
