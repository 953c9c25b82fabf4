import { invalid, overLimit, quote } from '../core/errors.js';
import { extensionOf, renamed } from '../core/files.js';
import { CLASS_LIMITS, type ToolClass } from '../core/limits.js';
import { file, files, JSON_MIME, jsonText, type OutputFile, type ToolResult, text } from '../core/results.js';
import type { InputFile } from '../core/tool.js';
import { type DecodedText, decodeText, decodeTextAs, encodeText } from '../engines/text/text-encoding.js';
import { typeOfExtension } from '../lib/files/file-types.data.js';

/** The text a tool works on, wherever it came from. */
export interface TextSource {
  readonly text: string;
  /** How messages name it: `property "input"`, `option "other"` or `file "a.csv"`. */
  readonly label: string;
  /** The upload it came from, if any. */
  readonly file: InputFile | undefined;
  /** How the upload was encoded; of `input` only where it begins with a byte order mark. */
  readonly encoding: Pick<DecodedText, 'encoding' | 'hasMark'> | undefined;
}

interface SourceRequest {
  readonly input: string;
  readonly files: readonly InputFile[];
}

/**
 * The one text of a tool that takes `input` or one text file. `charset` is `auto` or a name that `decodeTextAs` knows.
 * Throws INVALID_INPUT where both or none are given (an empty file is a text, an empty `input` is none), or the file is not text.
 */
export async function readTextSource({ input, files }: SourceRequest, charset = 'auto'): Promise<TextSource> {
  const [upload] = files;
  if (upload !== undefined && input !== '') throw invalid('Property "input" must be empty where a file is given');
  if (upload !== undefined) return readTextFile(upload, charset);
  if (input === '') throw invalid('Property "input" must not be empty where no file is given');
  return inputSource(input);
}

/** The text of `input`. A byte order mark that was pasted with it is not part of the text, as it is none of a file. */
export function inputSource(input: string): TextSource {
  const label = 'property "input"';
  if (!input.startsWith('\ufeff')) return { text: input, label, file: undefined, encoding: undefined };
  return { text: input.slice(1), label, file: undefined, encoding: { encoding: 'utf-8', hasMark: true } };
}

/** The text of an upload. Throws INVALID_INPUT, naming the file, where it is not text. */
export async function readTextFile(upload: InputFile, charset = 'auto'): Promise<TextSource> {
  const label = `file ${quote(upload.name)}`;
  const decoded =
    charset === 'auto' ? await decodeText(upload.bytes, label) : decodeTextAs(upload.bytes, charset, label, 'charset');
  return { text: decoded.text, label, file: upload, encoding: decoded };
}

/**
 * The two texts of a tool that compares: `input` and option `other`, `input` and a file, a file and `other`, or two files.
 * Throws INVALID_INPUT where there are fewer or more than two. Both of `input` and `other` may be empty where no file is given.
 */
export async function readTextPair(
  { input, files }: SourceRequest,
  other: string,
): Promise<readonly [TextSource, TextSource]> {
  const uploads = await Promise.all(files.slice(0, 2).map((upload) => readTextFile(upload)));
  const first = inputSource(input);
  const second: TextSource = { ...inputSource(other), label: 'option "other"' };
  const [one, two] = uploads;
  if (one === undefined) return [first, second];
  if (two !== undefined) {
    if (input !== '' || other !== '')
      throw invalid('Property "input" and option "other" must be empty where two files are given');
    return [one, two];
  }
  if (input !== '' && other !== '')
    throw invalid('One of property "input", option "other" and the file must be left out');
  if (input === '' && other === '')
    throw invalid('Property "input", option "other" or a second file must be given beside the file');
  return input === '' ? [one, second] : [first, one];
}

/** Lines of a text that a tool takes one by one. Throws LIMIT_EXCEEDED beyond `most`. */
export function checkLineCount(count: number, most: number, label: string): void {
  if (count > most) throw overLimit(`The text of ${label} must have at most ${most} lines, got ${count}`);
}

/** What a document is, for its name and MIME type. */
export interface DocumentKind {
  /** With its dot. */
  readonly extension: string;
  readonly mime: string;
}

/** Kinds of documents that several tools write. */
export const KINDS = {
  text: { extension: '.txt', mime: 'text/plain;charset=utf-8' },
  json: { extension: '.json', mime: JSON_MIME },
  jsonLines: { extension: '.jsonl', mime: 'application/x-ndjson' },
  csv: { extension: '.csv', mime: 'text/csv;charset=utf-8' },
  tsv: { extension: '.tsv', mime: 'text/tab-separated-values;charset=utf-8' },
  xml: { extension: '.xml', mime: 'application/xml' },
  yaml: { extension: '.yaml', mime: 'application/yaml' },
  toml: { extension: '.toml', mime: 'application/toml' },
  html: { extension: '.html', mime: 'text/html;charset=utf-8' },
  markdown: { extension: '.md', mime: 'text/markdown;charset=utf-8' },
  diff: { extension: '.diff', mime: 'text/x-diff;charset=utf-8' },
} as const satisfies Record<string, DocumentKind>;

/** The kind of a document that keeps the ending of its file, such as `.har` or `.yml`. */
export function keptKind({ file: upload }: TextSource, kind: DocumentKind): DocumentKind {
  const extension = extensionOf(upload?.name ?? '');
  return extension === '' ? kind : { ...kind, extension };
}

/**
 * Throws LIMIT_EXCEEDED where a document made of the caller's own is too long for a file of this class: less of it would do, which
 * the runner's OUTPUT_TOO_LARGE does not say.
 */
export function checkFileSize(bytes: Uint8Array, toolClass: ToolClass): void {
  const { outputFileBytes } = CLASS_LIMITS[toolClass];
  if (bytes.length > outputFileBytes)
    throw overLimit(`The result must have at most ${outputFileBytes} bytes, got ${bytes.length}`);
}

/**
 * The document that a tool made of a text: a text came in, a text goes out; a file came in, a file goes out, named after it.
 * A text that is JSON has `data` beside it. Throws LIMIT_EXCEEDED as `checkFileSize`.
 */
export function documentResult<Data>(
  source: TextSource,
  content: string,
  kind: DocumentKind,
  toolClass: ToolClass = 'standard',
): ToolResult<Data> {
  if (source.file !== undefined) {
    const bytes = Buffer.from(content);
    checkFileSize(bytes, toolClass);
    return file(renamed(source.file.name, kind.extension), kind.mime, bytes);
  }
  const name = `result${kind.extension}`;
  return kind.mime === JSON_MIME ? jsonText(content, { name }) : text(content, { name, mime: kind.mime });
}

/**
 * A text with something changed in it, not made anew: a text came in, a text goes out; a file came in, the file of that name goes
 * out. Throws as `editedFile`.
 */
export function editedResult(source: TextSource, content: string): ToolResult<never> {
  return source.file === undefined ? text(content) : files([editedFile(source, content, source.file.name)]);
}

/**
 * The new content of an uploaded text file, in the encoding and with the byte order mark it had. Throws INVALID_INPUT where that
 * encoding lacks a new character.
 */
export function editedFile({ encoding, label }: TextSource, content: string, name: string): OutputFile {
  if (encoding === undefined) return { name, mime: textMime(name, 'utf-8'), bytes: Buffer.from(content) };
  const bytes = encodeText(content, encoding);
  if (!encoding.encoding.startsWith('utf') && decodeTextAs(bytes, encoding.encoding, label, 'charset').text !== content)
    throw invalid(`Cannot write ${label}: its encoding ${encoding.encoding} lacks a character of the result`);
  return { name, mime: textMime(name, encoding.encoding), bytes };
}

/** The type of a text file by its ending: `text/markdown;charset=utf-8`. JSON, XML and their like have no charset. */
function textMime(name: string, charset: string): string {
  const { mime = 'text/plain' } = typeOfExtension(extensionOf(name).slice(1).toLowerCase()) ?? {};
  if (/^application\/(?:json|x-ndjson|yaml|toml|xml)$/.test(mime)) return mime;
  return `${mime.startsWith('text/') ? mime : 'text/plain'};charset=${charset}`;
}
