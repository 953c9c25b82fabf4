import { isUtf8 } from 'node:buffer';
import { randomBytes } from 'node:crypto';

import { invalid, quote, type ToolError, typeName } from '../core/errors.js';
import { fileCountFault, fileFault, filesSizeFault, inputFault } from '../core/input-faults.js';
import { type ClassLimits, FILE_MIME_CHARACTERS, JSON_DEPTH, limitsOf } from '../core/limits.js';
import { checkOptions } from '../core/options.js';
import type { FileRule, InputFile, Tool } from '../core/tool.js';
import { base64DecodedLength, decodeBase64, decodeBase64InPlace } from '../lib/bytes/base64.js';
import { ContentFault } from '../lib/faults.js';
import { parseJson } from '../lib/json/parse.js';
import { countCodePoints, exceedsCodePoints, hasLoneSurrogate } from '../lib/unicode/code-points.js';

/** A run request, checked against its tool and decoded. */
export interface RunRequest {
  readonly input: string;
  readonly options: Record<string, unknown>;
  readonly files: readonly InputFile[];
}

/** Reads the body of a run; the files are decoded where they stand in it, so it is not to be read again. Throws INVALID_INPUT or LIMIT_EXCEEDED, naming what is wrong. */
export function readRequest(tool: Tool, body: Buffer, limits: ClassLimits = limitsOf(tool.class)): RunRequest {
  const { value, cuts } = parseBody(body);
  checkObject(value, 'Request body');
  const known = tool.files === undefined ? ['input', 'options'] : ['input', 'options', 'files'];
  refuseUnknown(value, known, `a run of ${tool.id} takes`);
  const input = readInput(tool, get(value, 'input'));
  const options = readOptions(tool, get(value, 'options'));
  const files =
    tool.files === undefined ? [] : readFiles(tool, tool.files, get(value, 'files'), { body, cuts }, limits);
  return { input, options, files };
}

/** A JSON object that is only a part of the request; `what` names it. Throws as `readRequest`. */
export function parseObject(bytes: Buffer, what: string): object {
  const { value } = parseBody(bytes, what);
  checkObject(value, what);
  return value;
}

function checkObject(value: unknown, what: string): asserts value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid(`${what} must be a JSON object, got ${typeName(value)}`);
}

/** An own property, so that inherited names are never read. */
const get = (object: object, name: string): unknown =>
  Object.hasOwn(object, name) ? Reflect.get(object, name) : undefined;

function refuseUnknown(object: object, known: readonly string[], takes: string, where = ''): void {
  for (const name of Object.keys(object)) {
    if (known.includes(name)) continue;
    const list = known.map((property) => quote(property)).join(', ');
    throw invalid(`Unknown property ${quote(name)}${where}: ${takes} ${list}`);
  }
}

/** Throws the fault, if there is one. */
export function refuse(fault: ToolError | undefined): void {
  if (fault !== undefined) throw fault;
}

function readInput(tool: Tool, input: unknown): string {
  if (input !== undefined && typeof input !== 'string') {
    throw invalid(`Property "input" must be a string, got ${typeName(input)}`);
  }
  const text = input ?? '';
  refuse(inputFault(tool.input, text, tool.files !== undefined));
  return text;
}

function readOptions(tool: Tool, options: unknown): Record<string, unknown> {
  if (options === undefined) return checkOptions(tool.id, tool.options, {});
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw invalid(`Property "options" must be an object, got ${typeName(options)}`);
  }
  return checkOptions(tool.id, tool.options, options);
}

/** A long base64 text that was cut out of the body: where it stands there. */
interface Cut {
  readonly start: number;
  readonly end: number;
}

interface CutBody {
  readonly body: Buffer;
  /** By what stands in their place. */
  readonly cuts: ReadonlyMap<string, Cut>;
}

interface NamedContent {
  readonly name: string;
  readonly mime: string | undefined;
  readonly content: string | Cut;
  /** Decoded. */
  readonly length: number;
}

function readFiles(tool: Tool, rule: FileRule, list: unknown, cutBody: CutBody, limits: ClassLimits): InputFile[] {
  if (list !== undefined && !Array.isArray(list)) {
    throw invalid(`Property "files" must be an array, got ${typeName(list)}`);
  }
  const items: readonly unknown[] = list ?? [];
  refuse(fileCountFault(rule, items.length));
  const contents = items.map((item, index) => readFile(tool, rule, item, `files[${index}]`, cutBody));
  let total = 0;
  for (const content of contents) total += content.length;
  refuse(filesSizeFault(limits.filesBytes, total));
  return contents.map((content) => decodeFile(content, cutBody.body));
}

function readFile(tool: Tool, rule: FileRule, item: unknown, where: string, { body, cuts }: CutBody): NamedContent {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) {
    throw invalid(`Property "${where}" must be an object, got ${typeName(item)}`);
  }
  refuseUnknown(item, ['name', 'mime', 'bytes', 'base64'], 'a file takes', ` in "${where}"`);
  const name = readString(get(item, 'name'), `${where}.name`);
  refuse(fileFault(tool.id, rule, name, where));
  const mime = get(item, 'mime') === undefined ? undefined : readString(get(item, 'mime'), `${where}.mime`);
  if (mime !== undefined && exceedsCodePoints(mime, FILE_MIME_CHARACTERS)) {
    throw invalid(
      `Property "${where}.mime" must have at most ${FILE_MIME_CHARACTERS} characters, got ${countCodePoints(mime)}`,
    );
  }
  const given = readString(get(item, 'base64'), `${where}.base64`);
  const content = cuts.get(given) ?? given;
  const length = decodedLength(content, body);
  if (length === undefined) throw invalid(notBase64(name));
  checkBytes(get(item, 'bytes'), length, where);
  return { name, mime, content, length };
}

const QUANTUM = 4;

function decodedLength(content: string | Cut, body: Buffer): number | undefined {
  if (typeof content === 'string') return base64DecodedLength(content);
  const { start, end } = content;
  if ((end - start) % QUANTUM !== 0) return undefined;
  // Only the last quantum can be shorter than three bytes.
  const last = base64DecodedLength(body.toString('latin1', end - QUANTUM, end)) ?? 0;
  return ((end - start) / QUANTUM - 1) * 3 + last;
}

function readString(value: unknown, where: string): string {
  if (typeof value === 'string' && !hasLoneSurrogate(value)) return value;
  if (typeof value === 'string') throw invalid(`Property "${where}" must be well-formed Unicode, got a lone surrogate`);
  throw invalid(`Property "${where}" must be a string, got ${value === undefined ? 'nothing' : typeName(value)}`);
}

function checkBytes(bytes: unknown, length: number, where: string): void {
  if (bytes === undefined) return;
  if (typeof bytes !== 'number' || !Number.isInteger(bytes) || bytes < 0) {
    const shown = typeof bytes === 'number' ? String(bytes) : typeName(bytes);
    throw invalid(`Property "${where}.bytes" must be a whole number of at least 0, got ${shown}`);
  }
  if (bytes !== length) {
    throw invalid(`Property "${where}.bytes" must be the decoded length ${length}, got ${bytes}`);
  }
}

const notBase64 = (name: string): string =>
  `Content of file ${quote(name)} must be padded base64 of the standard alphabet, without white space`;

function decodeFile({ name, mime, content }: NamedContent, body: Buffer): InputFile {
  const bytes =
    typeof content === 'string' ? decodeBase64(content) : decodeBase64InPlace(body, content.start, content.end);
  if (bytes === undefined) throw invalid(notBase64(name));
  return { name, mime, bytes };
}

interface ParsedBody {
  readonly value: unknown;
  readonly cuts: ReadonlyMap<string, Cut>;
}

/** Shorter texts are not worth cutting out. */
const CUT_BYTES = 4096;
/** What stands in place of a text that was cut out. Nobody outside can know it, so nobody can forge one. */
const CUT_MARK = `cut:${randomBytes(16).toString('hex')}:`;

const QUOTE = 0x22;
const COLON = 0x3a;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const BASE64_KEY = '"base64"';

/**
 * `JSON.parse` with the contract's checks: UTF-8, no BOM, depth. Texts of a property named `base64` are cut out first:
 * parsing 27 MiB of text into a string only to decode it costs twice the time and memory.
 */
function parseBody(body: Buffer, what = 'Request body'): ParsedBody {
  if (body.length === 0) throw invalid(`${what} must be a JSON object, got nothing`);
  if (!isUtf8(body)) throw invalid(`${what} must be valid UTF-8`);
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) {
    throw invalid(`${what} must not start with a byte order mark`);
  }
  const cuts = new Map<string, Cut>();
  const pieces: string[] = [];
  let kept = 0;
  let depth = 0;
  let key = '';
  let isValue = false;
  for (let i = 0; i < body.length; i += 1) {
    const byte = body[i];
    if (byte === QUOTE) {
      const end = endOfString(body, i);
      if (isValue && key === BASE64_KEY && end - i > CUT_BYTES) {
        if (!body.subarray(i + 1, end).includes(BACKSLASH)) {
          const mark = `${CUT_MARK}${cuts.size}`;
          cuts.set(mark, { start: i + 1, end });
          pieces.push(body.toString('utf8', kept, i + 1), mark);
          kept = end;
        }
      }
      key = end - i + 1 === BASE64_KEY.length ? body.toString('latin1', i, end + 1) : '';
      isValue = false;
      i = end;
    } else if (byte === COLON) {
      isValue = true;
    } else if (byte === COMMA) {
      isValue = false;
    } else if (byte === 0x5b || byte === 0x7b) {
      depth += 1;
      isValue = false;
      if (depth > JSON_DEPTH) throw invalid(`${what} must not be nested deeper than ${JSON_DEPTH}`);
    } else if (byte === 0x5d || byte === 0x7d) {
      depth -= 1;
    }
  }
  pieces.push(body.toString('utf8', kept));
  try {
    return { value: JSON.parse(pieces.length === 1 ? (pieces[0] ?? '') : pieces.join('')), cuts };
  } catch (error) {
    throw invalid(`${what} must be valid JSON${placeOfFault(body)}`, error);
  }
}

/** Longer bodies hold files, and their senders are programs: nobody looks for a place in them. */
const MAX_PLACED_BYTES = 2 ** 20;

/** Where the JSON breaks, and why, in words of ours; nothing of a large body. */
function placeOfFault(body: Buffer): string {
  if (body.length > MAX_PLACED_BYTES) return '';
  try {
    parseJson(body.toString());
    return '';
  } catch (error) {
    if (!(error instanceof ContentFault) || error.place === undefined) return '';
    return `: line ${error.place.line}, column ${error.place.column}`;
  }
}

/** Index of the quote that ends the string that starts at `start`; the end of the body where none does. */
function endOfString(body: Buffer, start: number): number {
  let end = start;
  for (;;) {
    end = body.indexOf(QUOTE, end + 1);
    if (end < 0) return body.length;
    let backslashes = 0;
    while (body[end - 1 - backslashes] === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
}
