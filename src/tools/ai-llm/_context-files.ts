import { isUtf8 } from 'node:buffer';
import { quote } from '../../core/errors.js';
import { refusing } from '../../core/refusing.js';
import type { InputFile } from '../../core/tool.js';
import { matchesWildcards, patternsOf } from '../../lib/archives/wildcards.js';
import { ZipArchive } from '../../lib/archives/zip-reader.js';
import { decodeWindows1252 } from '../../lib/encodings/windows-1252.js';
import { unlessFaulty } from '../../lib/faults.js';
import { comparePaths } from '../../lib/llm/context-pack.js';
import { ignoredBy, readIgnoreRules } from '../../lib/llm/ignore-rules.js';

/** Unpacked, all archives together. */
const MAX_UNPACKED_BYTES = 60 * 2 ** 20;
const ZIP_SIGNATURE = 0x504b0304;

/** Folders and files that no model should read, as repomix leaves them out too. */
const ALWAYS = ['**/.git/**', '**/node_modules/**', '**/__pycache__/**', '**/.venv/**', '**/__MACOSX/**', '.DS_Store'];

export interface ContextFile {
  readonly path: string;
  /** `undefined` where it is skipped. */
  readonly text: string | undefined;
  readonly reason?: string;
}

interface Choice {
  readonly include: string;
  readonly exclude: string;
  readonly gitignore: boolean;
}

interface Entry {
  readonly path: string;
  readonly bytes: () => Uint8Array | undefined;
}

/** Uploads, and in the place of a ZIP archive what is in it. */
function entriesOf(files: readonly InputFile[]): Entry[] {
  return files.flatMap(({ name, bytes }): Entry[] => {
    const isZip = bytes.length > 4 && Buffer.from(bytes.buffer, bytes.byteOffset, 4).readUInt32BE(0) === ZIP_SIGNATURE;
    if (!isZip || !/\.zip$/i.test(name)) return [{ path: name, bytes: () => bytes }];
    return refusing(`Cannot read file ${quote(name)}`, () => {
      const archive = new ZipArchive(bytes, MAX_UNPACKED_BYTES);
      return archive.names.map((path) => ({
        path: path.replaceAll('\\', '/'),
        // An entry that is damaged or encrypted does not spoil the others.
        bytes: () => unlessFaulty(() => archive.read(path)),
      }));
    });
  });
}

/** What is sent, in the order of its tree, each with its text or why it is skipped. Throws INVALID_INPUT, LIMIT_EXCEEDED. */
export function contextFiles(files: readonly InputFile[], { include, exclude, gitignore }: Choice): ContextFile[] {
  const entries = entriesOf(files).sort((a, b) => comparePaths(a.path, b.path));
  const [included, excluded] = [patternsOf(include), patternsOf(exclude)];
  const rules = gitignore ? entries.filter(({ path }) => /(?:^|\/)\.gitignore$/.test(path)).flatMap(rulesOf) : [];
  const isIgnored = ignoredBy(rules);
  const reasonFor = (path: string): string | undefined => {
    if (matchesWildcards(path, ALWAYS)) return 'never useful to a model';
    if (included.length > 0 && !matchesWildcards(path, included)) return 'not included';
    if (matchesWildcards(path, excluded)) return 'excluded';
    return isIgnored(path) ? 'ignored by .gitignore' : undefined;
  };
  return entries.map(({ path, bytes }) => {
    const reason = refusing('Cannot compare the files with .gitignore', () => reasonFor(path));
    if (reason !== undefined) return { path, text: undefined, reason };
    const content = bytes();
    if (content === undefined) return { path, text: undefined, reason: 'damaged, encrypted or too large' };
    const text = textOf(content);
    return text === undefined ? { path, text, reason: 'binary' } : { path, text };
  });
}

function rulesOf({ path, bytes }: Entry) {
  const content = bytes();
  return content === undefined
    ? []
    : readIgnoreRules(Buffer.from(content).toString(), path.slice(0, path.lastIndexOf('/') + 1));
}

/** The text of a file; `undefined` where it is binary. What is not UTF-8 is read as UTF-16 by its mark, else as windows-1252. */
function textOf(bytes: Uint8Array): string | undefined {
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (isWide) return new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes);
  if (bytes.includes(0)) return undefined;
  if (isUtf8(bytes)) return new TextDecoder().decode(bytes);
  const controls = bytes.reduce(
    (count, byte) => count + (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13 ? 1 : 0),
    0,
  );
  return controls * 100 > bytes.length ? undefined : decodeWindows1252(bytes);
}
