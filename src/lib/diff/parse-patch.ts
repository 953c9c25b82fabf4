import { ContentFault } from '../faults.js';
import { cutLines } from './text-pieces.js';

export interface PatchLine {
  readonly change: 'equal' | 'removed' | 'added';
  /** Without its line feed. */
  readonly text: string;
  /** False where the patch says that no line feed follows. */
  readonly hasBreak: boolean;
}

export interface PatchHunk {
  /** As the patch has it, for messages. */
  readonly header: string;
  /** First line that it is about, from 1; where it is about none, the line before it. */
  readonly oldStart: number;
  readonly newStart: number;
  readonly lines: readonly PatchLine[];
}

export interface PatchedFile {
  /** With the folders that the patch has; `undefined` for /dev/null, or where a patch names no file. */
  readonly oldName: string | undefined;
  readonly newName: string | undefined;
  readonly kind: 'change' | 'create' | 'delete' | 'rename' | 'copy';
  readonly hunks: readonly PatchHunk[];
}

/**
 * Reads a unified diff as diff -u, git and most version control write it, for any number of files. Text between the diffs of two
 * files is passed over, as patch does. Throws ContentFault at the faulty line.
 */
export function parsePatch(patch: string): PatchedFile[] {
  return new PatchParser(patch).parse();
}

interface OpenFile {
  oldName: string | undefined;
  newName: string | undefined;
  kind: PatchedFile['kind'];
  hunks: PatchHunk[];
}

const HUNK = /^@@ -(\d{1,15})(?:,(\d{1,15}))? \+(\d{1,15})(?:,(\d{1,15}))? @@/;

class PatchParser {
  readonly #lines: readonly string[];
  #next = 0;
  #offset = 0;
  readonly #files: OpenFile[] = [];
  #file: OpenFile | undefined;

  constructor(private readonly patch: string) {
    const lines = cutLines(patch);
    // A patch that was itself turned into CRLF, by mail or by an editor: its headers show it.
    const isCrlf = lines.some((line) => /^(?:@@ -|--- |diff --git ).*\r\n$/.test(line));
    this.#lines = isCrlf ? lines.map((line) => line.replace(/\r\n$/, '\n')) : lines;
    this.#crlf = isCrlf ? lines : undefined;
  }

  readonly #crlf: readonly string[] | undefined;

  parse(): PatchedFile[] {
    for (let line = this.#peek(); line !== undefined; line = this.#peek()) {
      if (line.startsWith('diff --git ')) this.#readGitHeader();
      else if (line.startsWith('--- ') && this.#lines[this.#next + 1]?.startsWith('+++ ')) this.#readNames();
      else if (line.startsWith('@@ ')) this.#readHunk();
      else if (/^(?:Binary files .* differ|GIT binary patch)$/.test(line))
        throw this.#fault('a binary patch cannot be applied');
      else if (/^(?:\*\*\* \d+(?:,\d+)? \*\*\*\*|\d+(?:,\d+)?[acd]\d+(?:,\d+)?)$/.test(line))
        throw this.#fault('a unified diff must stand here, got another kind of diff');
      else this.#pass();
    }
    const files = this.#files.filter(({ hunks, kind }) => hunks.length > 0 || kind !== 'change');
    if (files.length === 0)
      throw ContentFault.at(this.patch, 0, 'a unified diff must have a line that begins with "@@ -"');
    return files;
  }

  #peek(): string | undefined {
    return this.#lines[this.#next]?.replace(/\n$/, '');
  }

  #pass(): void {
    this.#offset += (this.#crlf ?? this.#lines)[this.#next]?.length ?? 0;
    this.#next++;
  }

  #fault(fault: string): ContentFault {
    return ContentFault.at(this.patch, this.#offset, fault);
  }

  #open(file: OpenFile): OpenFile {
    this.#files.push(file);
    this.#file = file;
    return file;
  }

  #readGitHeader(): void {
    const names = /^diff --git (?:"((?:[^"\\]|\\.)*)"|(\S+)) (?:"((?:[^"\\]|\\.)*)"|(\S+))$/.exec(this.#peek() ?? '');
    const file = this.#open({
      oldName: withoutFirstFolder(unquote(names?.[1]) ?? names?.[2]),
      newName: withoutFirstFolder(unquote(names?.[3]) ?? names?.[4]),
      kind: 'change',
      hunks: [],
    });
    this.#pass();
    for (let line = this.#peek(); line !== undefined; line = this.#peek()) {
      const [, what = '', rest = ''] =
        /^(old mode|new mode|deleted file mode|new file mode|copy from|copy to|rename from|rename to|similarity index|dissimilarity index|index) (.*)$/.exec(
          line,
        ) ?? [];
      if (what === '') break;
      if (what === 'new file mode') file.kind = 'create';
      else if (what === 'deleted file mode') file.kind = 'delete';
      else if (what === 'rename from' || what === 'copy from') file.oldName = nameOf(rest);
      else if (what === 'rename to' || what === 'copy to') {
        file.newName = nameOf(rest);
        file.kind = what === 'rename to' ? 'rename' : 'copy';
      }
      this.#pass();
    }
  }

  #readNames(): void {
    const oldName = headerName(this.#peek() ?? '');
    this.#pass();
    const newName = headerName(this.#peek() ?? '');
    this.#pass();
    const isGit = this.#file !== undefined && this.#file.hunks.length === 0 && this.#file === this.#files.at(-1);
    const open = isGit ? this.#file : undefined;
    const file = open ?? this.#open({ oldName, newName, kind: 'change', hunks: [] });
    if (file.kind === 'change') {
      file.oldName = oldName;
      file.newName = newName;
      if (oldName === undefined) file.kind = 'create';
      else if (newName === undefined) file.kind = 'delete';
    } else if (file.kind === 'create') file.newName = newName;
    else if (file.kind === 'delete') file.oldName = oldName;
  }

  #readHunk(): void {
    const header = this.#peek() ?? '';
    const numbers = HUNK.exec(header);
    if (numbers === null) throw this.#fault('a hunk must begin with "@@ -line,count +line,count @@"');
    const [oldStart = 0, oldCount = 1, newStart = 0, newCount = 1] = numbers
      .slice(1)
      .map((number: string | undefined) => (number === undefined ? undefined : Number(number)));
    const start = this.#offset;
    const lines: PatchLine[] = [];
    let oldLeft = oldCount;
    let newLeft = newCount;
    this.#pass();
    while (oldLeft > 0 || newLeft > 0) {
      const line = this.#peek();
      if (line === undefined)
        throw ContentFault.at(
          this.patch,
          start,
          `the hunk must have ${oldCount} old and ${newCount} new lines, but the patch ends ${oldLeft} old and ${newLeft} new lines early`,
        );
      const change = line.startsWith('\\') ? undefined : changeOf(line);
      if (line.startsWith('\\')) this.#markMissingBreak(lines);
      else if (change === undefined)
        throw this.#fault(
          `a line of the hunk must begin with " ", "-", "+" or "\\", with ${oldLeft} old and ${newLeft} new lines still to come`,
        );
      else {
        if (change !== 'added' && oldLeft-- === 0)
          throw this.#fault(`the hunk must have ${oldCount} old lines, got more`);
        if (change !== 'removed' && newLeft-- === 0)
          throw this.#fault(`the hunk must have ${newCount} new lines, got more`);
        lines.push({ change, text: line.slice(1), hasBreak: true });
      }
      this.#pass();
    }
    if (this.#peek()?.startsWith('\\')) {
      this.#markMissingBreak(lines);
      this.#pass();
    }
    const file = this.#file ?? this.#open({ oldName: undefined, newName: undefined, kind: 'change', hunks: [] });
    file.hunks.push({ header: numbers[0], oldStart, newStart, lines });
  }

  #markMissingBreak(lines: PatchLine[]): void {
    const last = lines.pop();
    if (last === undefined) throw this.#fault('a line of the hunk must stand before this one');
    lines.push({ ...last, hasBreak: false });
  }
}

/** An empty line is one of context whose only blank an editor has taken off. */
function changeOf(line: string): PatchLine['change'] | undefined {
  const sign = line.charAt(0);
  if (sign === ' ' || line === '') return 'equal';
  if (sign === '-') return 'removed';
  return sign === '+' ? 'added' : undefined;
}

/** The name in a line that begins with `--- ` or `+++ `; a tab ends it, for a date may follow. */
function headerName(line: string): string | undefined {
  const name = nameOf(line.slice(4));
  return name === '/dev/null' ? undefined : withoutFirstFolder(name);
}

const nameOf = (written: string): string =>
  unquote(/^"((?:[^"\\]|\\.)*)"/.exec(written)?.[1]) ?? (written.split('\t', 1)[0] ?? '').trimEnd();

/** git writes a/ and b/ before the names of a file. */
const withoutFirstFolder = (name: string | undefined): string | undefined => name?.replace(/^[abciow]\//, '');

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', a: '\u0007', b: '\b', f: '\f', v: '\v' };

/** git quotes names as in C; bytes beyond ASCII are octal. */
function unquote(quoted: string | undefined): string | undefined {
  if (quoted === undefined) return undefined;
  const bytes = quoted.replace(/\\([0-7]{3}|[\s\S])/g, (_, code: string) =>
    /^[0-7]{3}$/.test(code) ? String.fromCharCode(Number.parseInt(code, 8) & 0xff) : (ESCAPES[code] ?? code),
  );
  if (/[^\u0000-\u00ff]/.test(bytes)) return bytes;
  return new TextDecoder().decode(Uint8Array.from(bytes, (letter) => letter.charCodeAt(0)));
}

/** The patch that undoes a patch. */
export function reversePatch(files: readonly PatchedFile[]): PatchedFile[] {
  const kinds = { change: 'change', create: 'delete', delete: 'create', rename: 'rename', copy: 'change' } as const;
  return files.map(({ oldName, newName, kind, hunks }) => ({
    oldName: newName,
    newName: oldName,
    kind: kinds[kind],
    hunks: hunks.map(({ header, oldStart, newStart, lines }) => ({
      header,
      oldStart: newStart,
      newStart: oldStart,
      lines: reverseLines(lines),
    })),
  }));
}

const REVERSED = { equal: 'equal', removed: 'added', added: 'removed' } as const;

/** Removed lines stay before added ones: between them the order says nothing, and a missing break ends either. */
function reverseLines(lines: readonly PatchLine[]): PatchLine[] {
  return lines.map((line) => ({ ...line, change: REVERSED[line.change] }));
}
