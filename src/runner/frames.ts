/**
 * The wire between the server and a tool process: a socket pair that carries frames of
 * header length (u32 LE) · body length (u32 LE) · header (JSON, UTF-8) · body (bytes).
 * Bodies are never parsed, copied or joined on the server's side.
 *
 * A tool process works on callers' files, so the server reads what it says as a stranger's: `readReport` takes nothing but the
 * five reports below, `ReportListener` takes them in no order but ready · (calls of the run that was given, where it may make any, how
 * far it is, where that was asked for, and its answer)* · crash, and nothing of a body is kept beyond the bound that holds for its report. Whatever else comes ends the process.
 */

import type { Writable } from 'node:stream';

import type { ErrorCode } from '../core/errors.js';
import { PLACE_UNITS, type RunPlace, type SecondsWritten } from '../core/run-progress.js';
import type { Settings } from '../core/tool.js';

/** Server to tool process. */
export type Command =
  | { readonly type: 'configure'; readonly settings: Settings }
  | {
      readonly type: 'run';
      readonly run: number;
      readonly tool: string;
      readonly scratch: string | null;
      readonly form: RunForm;
    }
  | { readonly type: 'abort'; readonly run: number }
  /** What came of a call; the body is a result, or an error where `isError`. */
  | { readonly type: 'called'; readonly run: number; readonly isError: boolean };

/** How a run's body is written, and its answer. */
export interface RunForm {
  /** The boundary of a body that is `multipart/form-data`; JSON without it. */
  readonly boundary?: string | undefined;
  /** The result as a file, instead of JSON; errors are JSON in any case. */
  readonly isFile?: boolean | undefined;
  /** Body and result are in the form of parts.ts, as one tool process asks another. */
  readonly isParts?: boolean | undefined;
  /** The run is to say how far it is. */
  readonly wantsProgress?: boolean | undefined;
  /** Raises the limits on bytes of this run; only the command asks for it, of runs on one's own machine. */
  readonly maxBytes?: number | undefined;
}

/** What a result is, where it is a file. */
export interface AnswerFile {
  readonly name: string;
  readonly mime: string;
}

/** What a run can end in by its own account. Everything else is for the server to say. */
const RUN_CODES = [
  'INVALID_INPUT',
  'LIMIT_EXCEEDED',
  'JSON_REQUIRED',
  'EXECUTION_FAILED',
  'OUTPUT_TOO_LARGE',
  // Of a tool that another ran: that run's limit was reached, not its own.
  'TIME_LIMIT_EXCEEDED',
] as const satisfies readonly ErrorCode[];
export type RunCode = (typeof RUN_CODES)[number];

export const isRunCode = (code: unknown): code is RunCode => RUN_CODES.some((known) => known === code);

/** Tool process to server. `cause` tells the log why a run failed, in words of ours; it is never sent to a caller. */
export type Report =
  | { readonly type: 'ready' }
  /** Its last words: something was thrown where nobody could catch it. */
  | { readonly type: 'crash'; readonly cause: string }
  /** The run asks for a run of another tool, and says where it is itself; the body is the request, in the form of parts.ts. */
  | { readonly type: 'call'; readonly run: number; readonly tool: string; readonly place?: RunPlace | undefined }
  /** How far the run is. */
  | { readonly type: 'progress'; readonly run: number; readonly progress: SecondsWritten }
  | {
      readonly type: 'answer';
      readonly run: number;
      /** Undefined for a result; the body is an error otherwise. */
      readonly code?: RunCode | undefined;
      readonly cause?: string | undefined;
      /** Of a result that is a file. */
      readonly file?: AnswerFile | undefined;
      readonly phases: RunPhases;
      /** The process can take no other run. */
      readonly isSpent: boolean;
    };

/** Milliseconds that a tool process spent on a run. The rest of the run's time went into moving the bodies. */
export interface RunPhases {
  /** From the body to checked options and decoded files. */
  readonly checkMs: number;
  /** In the tool. */
  readonly toolMs: number;
}

export const PREFIX_BYTES = 8;
/** Longer than any header that either side makes; a larger one means the stream is out of step. */
export const MAX_HEADER_BYTES = 64 * 1024;
/** Longer than any error: a message quotes at most 80 characters of each thing it names. */
export const MAX_ERROR_BYTES = 64 * 1024;

/** The tool process does not keep to the protocol: whatever runs in it is not ours any more. */
export class ProtocolFault extends Error {
  override readonly name = 'ProtocolFault';
}

/** Up to here one copy and one write cost less than two writes. */
const SMALL_BODY_BYTES = 16 * 1024;

/** Writes a frame whose body comes in `bodyBytes` bytes of chunks: those given here and, if any are missing, what is written next. */
export function writeFrame(
  stream: Writable,
  header: Command | Report,
  bodyBytes = 0,
  chunks: readonly Uint8Array[] = [],
): void {
  const text = JSON.stringify(header);
  const length = Buffer.byteLength(text);
  const isSmall = chunks.length > 0 && bodyBytes <= SMALL_BODY_BYTES;
  const start = Buffer.allocUnsafe(PREFIX_BYTES + length + (isSmall ? bodyBytes : 0));
  start.writeUInt32LE(length, 0);
  start.writeUInt32LE(bodyBytes, 4);
  start.write(text, PREFIX_BYTES);
  if (isSmall) {
    let end = PREFIX_BYTES + length;
    for (const chunk of chunks) {
      start.set(chunk, end);
      end += chunk.length;
    }
    stream.write(start);
    return;
  }
  stream.cork();
  stream.write(start);
  for (const chunk of chunks) stream.write(chunk);
  stream.uncork();
}

/** A report from its parsed header, made of checked values only. Throws `ProtocolFault`. */
export function readReport(header: unknown): Report {
  const { type, run, tool, code, cause, file, phases, isSpent, progress, place } = fieldsOf(header);
  if (type === 'ready') return { type };
  if (type === 'crash') return { type, cause: readCause(cause) };
  if (type === 'call') return { type, run: readNumber(run), tool: readToolId(tool), place: readPlace(place) };
  if (type === 'progress') return { type, run: readNumber(run), progress: readProgress(progress) };
  if (type !== 'answer') throw new ProtocolFault('unknown report');
  const { checkMs, toolMs } = fieldsOf(phases);
  return {
    type,
    run: readNumber(run),
    code: code === undefined ? undefined : readCode(code),
    cause: cause === undefined ? undefined : readCause(cause),
    file: file === undefined ? undefined : readAnswerFile(file),
    phases: { checkMs: readNumber(checkMs), toolMs: readNumber(toolMs) },
    isSpent: isSpent === true,
  };
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new ProtocolFault('not an object');
  return value as Readonly<Record<string, unknown>>;
}

/** They become headers of a response: letters and signs that cannot end one, and a name that is not a path. */
const MIME_FORM = /^[\w.+-]{1,100}\/[\w.+-]{1,100}(?:;charset=[\w-]{1,40})?$/;
const MAX_NAME_CHARACTERS = 255;

function readAnswerFile(value: unknown): AnswerFile {
  const { name, mime } = fieldsOf(value);
  const isName = typeof name === 'string' && name.length <= MAX_NAME_CHARACTERS && !/[\p{Cc}\p{Cs}/\\]/u.test(name);
  if (!isName || typeof mime !== 'string' || !MIME_FORM.test(mime)) throw new ProtocolFault('not a file');
  return { name, mime };
}

function readNumber(value: unknown): number {
  if (typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER) return value;
  throw new ProtocolFault('not a count');
}

function readProgress(value: unknown): SecondsWritten {
  const { done, total, unit } = fieldsOf(value);
  if (unit !== 'seconds') throw new ProtocolFault('unknown unit');
  return { done: readNumber(done), total: readNumber(total), unit };
}

/** A level for each unit, at most: items, their steps, files of a step. */
function readPlace(value: unknown, levels: number = PLACE_UNITS.length): RunPlace | undefined {
  if (value === undefined) return undefined;
  if (levels === 0) throw new ProtocolFault('too many levels');
  const { done, total, unit: given, current } = fieldsOf(value);
  const unit = PLACE_UNITS.find((known) => known === given);
  if (unit === undefined) throw new ProtocolFault('unknown unit');
  const place = { done: readNumber(done), total: readNumber(total), unit };
  if (place.done >= place.total) throw new ProtocolFault('nothing left to do');
  const inner = readPlace(current, levels - 1);
  return inner === undefined ? place : { ...place, current: inner };
}

function readToolId(value: unknown): string {
  if (typeof value === 'string' && /^[a-z0-9-]{1,100}$/.test(value)) return value;
  throw new ProtocolFault('not a tool id');
}

function readCode(value: unknown): RunCode {
  if (isRunCode(value)) return value;
  throw new ProtocolFault('unknown code');
}

/** More than `describeFailure` ever writes: a kind and twelve frames. */
const MAX_CAUSE_LINES = 13;
const MAX_CAUSE_LINE = 600;

/** Text for the log: lines of a failure's description, cut to their number and length, without control characters. */
function readCause(value: unknown): string {
  if (typeof value !== 'string') throw new ProtocolFault('not a text');
  const lines = value.split('\n', MAX_CAUSE_LINES);
  return lines.map((line) => line.slice(0, MAX_CAUSE_LINE).replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '\ufffd')).join('\n');
}
