import { ERRORS, EXECUTION_FAILED_MESSAGE, errorBody, ToolError } from '../core/errors.js';
import { CLASS_LIMITS } from '../core/limits.js';
import type { OutputFile, ToolResult } from '../core/results.js';
import type { Tool } from '../core/tool.js';

import { isRunCode, type RunCode } from './frames.js';

/** An encoded answer: its length is known before its parts are made, so that it can be sent piece by piece. */
export interface EncodedAnswer {
  readonly status: number;
  readonly code?: RunCode;
  readonly length: number;
  /** The body in order: text in UTF-8, bytes as base64. */
  readonly parts: readonly AnswerPart[];
}

export type AnswerPart = { readonly text: string } | { readonly base64Of: Uint8Array };

const base64Length = (bytes: number): number => Math.ceil(bytes / 3) * 4;

/** The 200 answer of a run. Throws OUTPUT_TOO_LARGE when it exceeds a limit of the tool's class. */
export function encodeResult(tool: Tool, result: ToolResult): EncodedAnswer {
  const limits = CLASS_LIMITS[tool.class];
  let total = 0;
  for (const file of result.files) {
    const size = file.bytes.length;
    total += size;
    if (size > limits.outputFileBytes) throw tooLarge(`Output file has ${size} bytes`, limits.outputFileBytes);
  }
  if (total > limits.outputFilesBytes) throw tooLarge(`Output files have ${total} bytes`, limits.outputFilesBytes);

  const parts: AnswerPart[] = [];
  let head = `{"tool":${JSON.stringify(tool.id)},"result":{"text":${JSON.stringify(result.text)}`;
  if (result.isJson === true) head += `,"data":${result.text}`;
  if (result.name !== undefined) head += `,"name":${JSON.stringify(result.name)}`;
  if (result.mime !== undefined) head += `,"mime":${JSON.stringify(result.mime)}`;
  head += ',"files":[';
  let separator = '';
  for (const file of result.files) {
    parts.push({ text: `${head}${separator}${fileHead(file)}` }, { base64Of: file.bytes });
    head = '"}';
    separator = ',';
  }
  parts.push({ text: `${head}]}}` });

  let length = 0;
  for (const part of parts) {
    length += 'text' in part ? Buffer.byteLength(part.text) : base64Length(part.base64Of.length);
  }
  if (length > limits.resultBytes) throw tooLarge(`Result has ${length} bytes`, limits.resultBytes);
  return { status: 200, length, parts };
}

const fileHead = ({ name, mime, bytes }: OutputFile): string =>
  `{"name":${JSON.stringify(name)},"mime":${JSON.stringify(mime)},"bytes":${bytes.length},"base64":"`;

const tooLarge = (what: string, limit: number): ToolError =>
  new ToolError('OUTPUT_TOO_LARGE', `${what}, the limit is ${limit}`);

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
    const { buffer, byteOffset, byteLength } = part.base64Of;
    const bytes = Buffer.from(buffer, byteOffset, byteLength);
    for (let start = 0; start < bytes.length; start += SLICE_BYTES) {
      yield Buffer.from(bytes.toString('base64', start, start + SLICE_BYTES), 'latin1');
    }
  }
}
