import { invalid, quote } from '../core/errors.js';
import { refusing } from '../core/refusing.js';
import type { InputFile } from '../core/tool.js';
import { decompress } from '../engines/compression.js';
import { compilePattern } from '../engines/text/regular-expressions.js';
import { detectFormat, type LOG_FORMATS, openReader, SAMPLE_LINES } from '../lib/logs/formats.js';
import { LineFault, type LineReader, logCell } from '../lib/logs/log-entry.js';

/** Measured: statistics of so much take 10 seconds, with a pattern of seven groups 23. */
const MAX_UNPACKED_BYTES = 64 * 2 ** 20;

/** A file that is packed with gzip as the one inside, any other as it is. Throws INVALID_INPUT where it is damaged, LIMIT_EXCEEDED where too much comes out. */
export async function unpackLog(file: InputFile): Promise<InputFile> {
  const isGzip = file.bytes[0] === 0x1f && file.bytes[1] === 0x8b;
  if (!isGzip && !/\.gz$/i.test(file.name)) return file;
  const bytes = await refusing(`Cannot read file ${quote(file.name)}`, () =>
    decompress(file.bytes, 'gzip', MAX_UNPACKED_BYTES),
  );
  return { ...file, name: file.name.replace(/(?<=.)\.gz$/i, ''), bytes };
}

/** The named groups of a caller's pattern are the fields. */
function customReader(pattern: string): LineReader {
  const compiled = compilePattern(pattern, { regex: true, caseSensitive: true });
  const names = compiled.groupNames;
  if (names.length === 0) throw invalid('Option "pattern" must have a named group such as (?P<level>[A-Z]+)');
  return (line) => {
    const match = compiled.findAll(line).next();
    if (match.done === true) return new LineFault('the pattern does not match it');
    return new Map(names.map((name) => [name, logCell(match.value.group(name) ?? '-')]));
  };
}

/** Options that say how a log is read. */
interface LogRequest {
  readonly from: 'auto' | 'custom' | (typeof LOG_FORMATS)[number];
  readonly pattern: string;
}

export interface ChosenFormat {
  /** Its name, "custom" for a caller's pattern. */
  readonly format: string;
  /** A reader for the lines of the log, from its first. */
  readonly open: () => LineReader;
}

/**
 * The format that the options ask for, or the one the lines show. `label` names the log in messages. Throws INVALID_INPUT where no
 * format fits, or the pattern cannot be used.
 */
export function chooseFormat(lines: readonly string[], label: string, { from, pattern }: LogRequest): ChosenFormat {
  if (from === 'custom' || (from === 'auto' && pattern !== '')) {
    const reader = customReader(pattern);
    return { format: 'custom', open: () => reader };
  }
  if (pattern !== '') throw invalid(`Option "pattern" must be empty where option "from" is ${quote(from)}`);
  const format = from === 'auto' ? detectFormat(lines) : from;
  if (format === undefined) {
    throw invalid(
      `Cannot tell the format of ${label}: none reads half of its first ${SAMPLE_LINES} lines, option "from" or "pattern" must say it`,
    );
  }
  return { format, open: () => openReader(format) };
}
