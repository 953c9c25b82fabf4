/**
 * The form in which one tool's run is asked for and answered by another (core/other-tools.ts): the length of a JSON head (u32 LE), the head,
 * and behind it the bytes of the files, one after another. Nothing is written in base64, so files pass between processes as they are.
 */

import { isUtf8 } from 'node:buffer';

import { invalid, ToolError } from '../core/errors.js';
import { fileCountFault, fileFault, filesSizeFault, inputFault } from '../core/input-faults.js';
import { CLASS_LIMITS } from '../core/limits.js';
import { checkOptions } from '../core/options.js';
import type { ToolRequest } from '../core/other-tools.js';
import type { OutputFile, ToolResult } from '../core/results.js';
import type { InputFile, Tool } from '../core/tool.js';

import { isRunCode } from './frames.js';
import { type RunRequest, refuse } from './request.js';
import { checkFiles, type EncodedAnswer, tooLong } from './response.js';

const LENGTH_BYTES = 4;

interface FileHead {
  readonly name: string;
  readonly mime?: string | undefined;
  readonly bytes: number;
}

interface RequestHead {
  readonly input: string;
  readonly options: object;
  readonly files: readonly FileHead[];
}

type ResultHead = Pick<ToolResult, 'text' | 'name' | 'mime' | 'isJson'> & { readonly files: readonly FileHead[] };

/** A request as the chunks of a body. Throws where the files are more than the tool's class takes: such a body must not be sent. */
export function writeRequest(tool: Tool, { input = '', options = {}, files = [] }: ToolRequest): Buffer[] {
  let total = 0;
  for (const { bytes } of files) total += bytes.length;
  refuse(inputFault('optional', input));
  refuse(filesSizeFault(CLASS_LIMITS[tool.class].filesBytes, total));
  const head: RequestHead = { input, options, files: files.map(headOf) };
  return [...prefixed(head), ...files.map(({ bytes }) => viewOf(bytes))];
}

/** Reads a request in this form; limits and checks are those of a JSON body. Throws INVALID_INPUT or LIMIT_EXCEEDED. */
export function readPartsRequest(tool: Tool, body: Buffer): RunRequest {
  const { head, files } = readParts(body);
  const { input, options } = head as RequestHead;
  refuse(inputFault(tool.input, input, tool.files !== undefined));
  return {
    input,
    options: checkOptions(tool.id, tool.options, options),
    files: tool.files === undefined ? [] : checkedFiles(tool, files),
  };
}

function checkedFiles(tool: Tool, files: readonly InputFile[]): readonly InputFile[] {
  const { files: rule } = tool;
  if (rule === undefined) return [];
  refuse(fileCountFault(rule, files.length));
  let total = 0;
  for (const [index, { name, bytes }] of files.entries()) {
    refuse(fileFault(tool.id, rule, name, `files[${index}]`));
    total += bytes.length;
  }
  refuse(filesSizeFault(CLASS_LIMITS[tool.class].filesBytes, total));
  return files;
}

/** The 200 answer of a run in this form. Throws as `encodeResult`. */
export function encodeParts(tool: Tool, { text, name, mime, isJson, files }: ToolResult): EncodedAnswer {
  const limits = CLASS_LIMITS[tool.class];
  checkFiles(files, limits);
  const head: ResultHead = {
    text,
    ...(name === undefined ? {} : { name }),
    ...(mime === undefined ? {} : { mime }),
    ...(isJson === undefined ? {} : { isJson }),
    files: files.map(headOf),
  };
  const parts = [...prefixed(head), ...files.map(({ bytes }) => bytes)].map((bytes) => ({ bytes }));
  let length = 0;
  for (const { bytes } of parts) length += bytes.length;
  if (length > limits.resultBytes) throw tooLong(limits.resultBytes);
  return { status: 200, length, parts };
}

/** A tool's result from the answer in this form. */
export function readPartsResult(body: Buffer): ToolResult {
  const { head, files } = readParts(body);
  const { text, name, mime, isJson } = head as ResultHead;
  return {
    text,
    ...(name === undefined ? {} : { name }),
    ...(mime === undefined ? {} : { mime }),
    ...(isJson === undefined ? {} : { isJson }),
    files: files.map((file): OutputFile => ({ ...file, mime: file.mime ?? 'application/octet-stream' })),
  };
}

/** The error that a run ended with, from the body of its answer. */
export function readPartsError(body: Buffer): ToolError {
  const { error } = JSON.parse(body.toString()) as {
    readonly error: { readonly code: unknown; readonly message: string };
  };
  return new ToolError(isRunCode(error.code) ? error.code : 'EXECUTION_FAILED', error.message);
}

const headOf = ({ name, mime, bytes }: InputFile | OutputFile): FileHead => ({ name, mime, bytes: bytes.length });

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, byteLength);

function prefixed(head: RequestHead | ResultHead): Buffer[] {
  const text = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(text.length);
  return [length, text];
}

/** Throws INVALID_INPUT where lengths and bytes do not agree: what one process says is a stranger's to another. */
function readParts(body: Buffer): { readonly head: unknown; readonly files: readonly InputFile[] } {
  const start = LENGTH_BYTES + (body.length < LENGTH_BYTES ? 0 : body.readUInt32LE());
  const text = body.subarray(LENGTH_BYTES, start);
  if (start > body.length || !isUtf8(text)) throw invalid(NOT_PARTS);
  const head = JSON.parse(text.toString()) as { readonly files: readonly FileHead[] };
  let end = start;
  const files = head.files.map(({ name, mime, bytes }): InputFile => {
    const from = end;
    end += bytes;
    // A tool may change what it is given: each file is its own memory.
    return { name, mime, bytes: new Uint8Array(body.subarray(from, end)) };
  });
  if (end !== body.length) throw invalid(NOT_PARTS);
  return { head, files };
}

const NOT_PARTS = 'Request body does not have the parts that its head names';
