/** One instruction of a Dockerfile, its lines joined. */
export interface Instruction {
  /** In uppercase. */
  readonly name: string;
  /** Options such as `--from=build`, by name. */
  readonly flags: ReadonlyMap<string, string>;
  /** What follows name and flags; line breaks that were escaped are gone, comments between lines too. */
  readonly value: string;
  /** The members of a JSON array, where the value is one. */
  readonly list: readonly string[] | undefined;
  /** Texts of here-documents, as in `RUN <<EOF`. */
  readonly heredocs: readonly string[];
  /** Lines count from 1. */
  readonly line: number;
  readonly lastLine: number;
}

export interface Dockerfile {
  readonly escape: '\\' | '`';
  readonly instructions: readonly Instruction[];
  /** Codes named in comments such as `# lint ignore=DL3008`, for the next instruction, by its line. */
  readonly ignored: ReadonlyMap<number, ReadonlySet<string>>;
  /** Here-documents that are not ended, by the line they begin in. */
  readonly openHeredocs: readonly number[];
}

const HEREDOC = /<<(-?)(["']?)([A-Za-z_][A-Za-z0-9_]*)\2/g;
const HEREDOC_INSTRUCTIONS: ReadonlySet<string> = new Set(['RUN', 'COPY', 'ADD']);

/** Reads a Dockerfile as BuildKit does: parser directives, escaped line breaks, comments within instructions, here-documents. Never fails. */
export function readDockerfile(text: string): Dockerfile {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
  const escapeCharacter = escapeOf(lines);
  const continued = escapeCharacter === '\\' ? /\\[ \t]*$/ : /`[ \t]*$/;
  const instructions: Instruction[] = [];
  const ignored = new Map<number, ReadonlySet<string>>();
  const openHeredocs: number[] = [];
  let waiting: Set<string> | undefined;
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? '';
    if (/^\s*$/.test(line)) continue;
    if (/^\s*#/.test(line)) {
      const [, codes] = /^\s*#\s*(?:hadolint|lint)\s+ignore=([\w,\s]+)/i.exec(line) ?? [];
      if (codes !== undefined) waiting = new Set(codes.split(/[\s,]+/).map((code) => code.toUpperCase()));
      continue;
    }
    const begin = index;
    const parts: string[] = [];
    for (;;) {
      const current = lines[index] ?? '';
      const isComment = index > begin && /^\s*#/.test(current);
      const isBlank = index > begin && /^\s*$/.test(current);
      if (!isComment && !isBlank) parts.push(current.replace(continued, ''));
      const goesOn = isComment || isBlank || continued.test(current);
      if (!goesOn || index + 1 >= lines.length) break;
      index++;
    }
    const { name, flags, value } = splitInstruction(parts.join(''));
    const heredocs: string[] = [];
    if (HEREDOC_INSTRUCTIONS.has(name)) {
      for (const [, dash, , word] of value.matchAll(HEREDOC)) {
        const rest = lines.slice(index + 1);
        const end = rest.findIndex((one) => (dash === '-' ? one.replace(/^\t+/, '') : one) === word);
        if (end < 0) openHeredocs.push(begin + 1);
        heredocs.push(rest.slice(0, end < 0 ? undefined : end).join('\n'));
        index = end < 0 ? lines.length : index + 1 + end;
      }
    }
    const instruction = { name, flags, value, list: listOf(value), heredocs, line: begin + 1, lastLine: index + 1 };
    instructions.push(instruction);
    if (waiting !== undefined) ignored.set(begin + 1, waiting);
    waiting = undefined;
  }
  return { escape: escapeCharacter, instructions, ignored, openHeredocs };
}

/** Directives are comments of the form `# escape=` before anything else. */
function escapeOf(lines: readonly string[]): '\\' | '`' {
  for (const line of lines) {
    const [, name, value] = /^\s*#\s*([A-Za-z]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (name === undefined) return '\\';
    if (name.toLowerCase() === 'escape') return value === '`' ? '`' : '\\';
  }
  return '\\';
}

function splitInstruction(line: string): Pick<Instruction, 'name' | 'flags' | 'value'> {
  const [, name = '', rest = ''] = /^\s*(\S+)\s*(.*)$/s.exec(line) ?? [];
  const flags = new Map<string, string>();
  let value = rest;
  for (;;) {
    const [whole, flag, text] = /^--([a-z][\w-]*)(?:=("[^"]*"|'[^']*'|\S*))?(?:\s+|$)/.exec(value) ?? [];
    if (whole === undefined || flag === undefined) break;
    flags.set(flag, (text ?? '').replace(/^(["'])(.*)\1$/, '$2'));
    value = value.slice(whole.length);
  }
  return { name: name.toUpperCase(), flags, value: value.trim() };
}

function listOf(value: string): string[] | undefined {
  if (!value.startsWith('[')) return undefined;
  try {
    const list: unknown = JSON.parse(value);
    return Array.isArray(list) && list.every((item) => typeof item === 'string') ? list : undefined;
  } catch {
    // Then it is a command of the shell.
    return undefined;
  }
}
