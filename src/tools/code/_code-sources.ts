import type { InputFile } from '../../core/index.js';
import { openArchive } from '../../formats/archive/open.js';
import { safePath } from '../../lib/archives/safe-path.js';

/** What is counted: a path and its content. */
export interface CodeSource {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Unpacked from one archive. Chosen: the source of a large program. */
const MAX_UNPACKED = 128 * 2 ** 20;

const ARCHIVE = /\.(?:zip|7z|rar|tar|t[gbx]z|tbz2|tzst|tar\.(?:gz|bz2|xz|zst|lz4|lz|z)|jar|whl|crate|gem)$/i;

/** Every upload, and what is in those that are archives by their names, without the folders of `excluded`. Throws as `openArchive`. */
export async function codeSources(
  files: readonly InputFile[],
  password: string,
  excluded: ReadonlySet<string>,
): Promise<CodeSource[]> {
  const sources: CodeSource[] = [];
  for (const upload of files) {
    if (!ARCHIVE.test(upload.name)) {
      sources.push({ path: upload.name, bytes: upload.bytes });
      continue;
    }
    const archive = await openArchive(upload, { password, charset: 'auto' });
    const wanted = new Set(
      [...archive.entries.keys()].filter((i) => {
        const entry = archive.entries[i];
        const folders = safePath(entry?.path ?? '')
          .split('/')
          .slice(0, -1);
        return entry?.kind === 'file' && !folders.some((folder) => excluded.has(folder));
      }),
    );
    const contents = await archive.read(wanted, MAX_UNPACKED);
    for (const [i, bytes] of contents) {
      const path = safePath(archive.entries[i]?.path ?? '');
      sources.push({ path: files.length === 1 ? path : `${upload.name}/${path}`, bytes });
    }
  }
  return sources;
}

/** The text of a source; `undefined` where it is not text. UTF-16 is told by its mark; every other encoding counts alike by lines. */
export function sourceText(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes.subarray(0, 8_000).includes(0)) return undefined;
  return new TextDecoder().decode(bytes);
}
