import { byteSize } from '../core/byte-size.js';
import { ERRORS, EXECUTION_FAILED_MESSAGE, errorBody, overLimit, ToolError } from '../core/errors.js';
import { type ClassLimits, limitsOf } from '../core/limits.js';
import type { OutputFile, ToolResult } from '../core/results.js';
import type { Tool } from '../core/tool.js';

import { type AnswerFile, isRunCode, type RunCode } from './frames.js';

/** An encoded answer: its length is known before its parts are made, so that it can be sent piece by piece. */
export interface EncodedAnswer {
  readonly status: number;
  readonly code?: RunCode;
  /** Of a result that is sent as a file. */
  readonly file?: AnswerFile;
  readonly length: number;
  /** The body in order: text in UTF-8, bytes as base64. */
  readonly parts: readonly AnswerPart[];
}

export type AnswerPart = { readonly text: string } | { readonly base64Of: Uint8Array } | { readonly bytes: Uint8Array };

const base64Length = (bytes: number): number => Math.ceil(bytes / 3) * 4;

/**
 * The 200 answer of a run. Throws where it exceeds a limit of the tool's class: LIMIT_EXCEEDED where that is its text, which less input
 * makes shorter; OUTPUT_TOO_LARGE where it is files.
 */
export function encodeResult(
  tool: Tool,
  result: ToolResult,
  limits: ClassLimits = limitsOf(tool.class),
): EncodedAnswer {
  checkFiles(result.files, limits);
  const before = `{"tool":${JSON.stringify(tool.id)},"result":{"text":`;
  let behind = '';
  if (result.name !== undefined) behind += `,"name":${JSON.stringify(result.name)}`;
  if (result.mime !== undefined) behind += `,"mime":${JSON.stringify(result.mime)}`;
  const heads = result.files.map((file, index) => `${index === 0 ? `${behind},"files":[` : '"},'}${fileHead(file)}`);
  const end = heads.length === 0 ? `${behind},"files":[]}}` : '"}]}}';

  let around = Buffer.byteLength(before) + Buffer.byteLength(end);
  for (const head of heads) around += Buffer.byteLength(head);
  for (const { bytes } of result.files) around += base64Length(bytes.length);
  checkText(result, limits.resultBytes - around, limits.resultBytes);

  let head = before + JSON.stringify(result.text) + (result.isJson === true ? `${DATA_KEY}${result.text}` : '');
  const parts: AnswerPart[] = [];
  for (const [index, { bytes }] of result.files.entries()) {
    parts.push({ text: head + heads[index] }, { base64Of: bytes });
    head = '';
  }
  parts.push({ text: head + end });
  let length = 0;
  for (const part of parts) {
    if ('text' in part) length += Buffer.byteLength(part.text);
    else if ('base64Of' in part) length += base64Length(part.base64Of.length);
  }
  if (length > limits.resultBytes) throw tooLong(limits.resultBytes);
  return { status: 200, length, parts };
}

const DATA_KEY = ',"data":';

export function checkFiles(files: readonly OutputFile[], limits: ClassLimits): void {
  let total = 0;
  for (const { bytes } of files) {
    total += bytes.length;
    if (bytes.length > limits.outputFileBytes)
      throw tooLarge(`Output file has ${byteSize(bytes.length)}`, limits.outputFileBytes);
  }
  if (total > limits.outputFilesBytes) throw tooLarge(`Output files have ${byteSize(total)}`, limits.outputFilesBytes);
}

/**
 * Throws where the text is too long in any case: before it is written, since it can be far longer than any answer. What passes is at most
 * six times as long as JSON. `room`: what all else leaves of the limit.
 */
function checkText({ text, isJson }: ToolResult, room: number, limit: number): void {
  if (room < 'null'.length) throw tooLarge(`Result has ${byteSize(limit - room)} beside its text`, limit);
  // JSON never takes fewer bytes than the text itself, and the data are the text once more.
  if (text !== null && Buffer.byteLength(text) * (isJson === true ? 2 : 1) > room) throw tooLong(limit);
}

export const tooLong = (limit: number): ToolError =>
  overLimit(`The result must have at most ${byteSize(limit)} as JSON: shorten the text`);

const fileHead = ({ name, mime, bytes }: OutputFile): string =>
  `{"name":${JSON.stringify(name)},"mime":${JSON.stringify(mime)},"bytes":${bytes.length},"base64":"`;

export const tooLarge = (what: string, limit: number): ToolError =>
  new ToolError('OUTPUT_TOO_LARGE', `${what}, the limit is ${byteSize(limit)}`);

/** No message of ours is that long; one that quotes without a bound must not look like a process that has been taken over. */
const MAX_MESSAGE_CHARACTERS = 10_000;

/**
 * The answer for anything thrown: a `ToolError` as it is if its code is a run's to say, everything else as EXECUTION_FAILED with one
 * fixed message.
 */
export function encodeError(error: unknown): EncodedAnswer {
  if (!(error instanceof ToolError && isRunCode(error.code))) {
    return encodeFailure('EXECUTION_FAILED', EXECUTION_FAILED_MESSAGE);
  }
  return encodeFailure(error.code, error.message.slice(0, MAX_MESSAGE_CHARACTERS));
}

function encodeFailure(code: RunCode, message: string): EncodedAnswer {
  const text = errorBody(code, message);
  return { status: ERRORS[code].status, code, length: Buffer.byteLength(text), parts: [{ text }] };
}

/**
 * Bytes made into base64 at once: a multiple of 3, small enough that encoding and sending take turns, and large enough that Node
 * keeps the text outside the garbage collector's heap (from 1 MiB on).
 */
const SLICE_BYTES = 3 * 2 ** 19;

/** The body in chunks, base64 made slice by slice as it is asked for. */
export function* answerChunks(answer: EncodedAnswer): Generator<Buffer> {
  for (const part of answer.parts) {
    if ('text' in part) {
      yield Buffer.from(part.text);
      continue;
    }
    if ('bytes' in part) {
      const { buffer, byteOffset, byteLength } = part.bytes;
      for (let start = 0; start < byteLength; start += SLICE_BYTES)
        yield Buffer.from(buffer, byteOffset + start, Math.min(SLICE_BYTES, byteLength - start));
      continue;
    }
    const { buffer, byteOffset, byteLength } = part.base64Of;
    const bytes = Buffer.from(buffer, byteOffset, byteLength);
    for (let start = 0; start < bytes.length; start += SLICE_BYTES) {
      yield Buffer.from(bytes.toString('base64', start, start + SLICE_BYTES), 'latin1');
    }
  }
}
