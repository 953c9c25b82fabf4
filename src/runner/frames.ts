/**
 * The wire between the server and a tool process: a socket pair that carries frames of
 * header length (u32 LE) · body length (u32 LE) · header (JSON, UTF-8) · body (bytes).
 * Bodies are never parsed, copied or joined on the server's side.
 */

import type { Writable } from 'node:stream';

import type { Settings } from '../core/tool.js';

/** Server to tool process. */
export type Command =
  | { readonly type: 'configure'; readonly settings: Settings }
  | { readonly type: 'run'; readonly run: number; readonly tool: string; readonly scratch: string | null }
  | { readonly type: 'abort'; readonly run: number };

/** Tool process to server. `cause` tells the log why a run failed, in words of ours; it is never sent to a caller. */
export type Report =
  | { readonly type: 'ready' }
  /** Its last words: something was thrown where nobody could catch it. */
  | { readonly type: 'crash'; readonly cause: string }
  | {
      readonly type: 'answer';
      readonly run: number;
      readonly status: number;
      readonly code?: string | undefined;
      readonly cause?: string | undefined;
      readonly phases: RunPhases;
    };

/** Milliseconds that a tool process spent on a run. What is left of the run's time, the bodies were on their way. */
export interface RunPhases {
  /** From the body to checked options and decoded files. */
  readonly checkMs: number;
  /** In the tool. */
  readonly toolMs: number;
}

const PREFIX_BYTES = 8;
/** Longer than any header that either side makes; a larger one means the stream is out of step. */
const MAX_HEADER_BYTES = 64 * 1024;

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

/** Takes what a stream delivers and hands out whole frames, the body as the chunks it came in. */
export class FrameReader {
  #start: Buffer = Buffer.alloc(0);
  #headerBytes = -1;
  #missing = 0;
  #header: unknown;
  #body: Buffer[] = [];

  constructor(private readonly onFrame: (header: unknown, body: Buffer[]) => void) {}

  /** Throws when the stream is out of step: its other side is then not to be trusted any more. */
  push(chunk: Buffer): void {
    let rest = chunk;
    while (rest.length > 0) {
      if (this.#header === undefined) {
        this.#start = this.#start.length === 0 ? rest : Buffer.concat([this.#start, rest]);
        rest = this.#takeHeader();
      } else {
        const part = rest.length <= this.#missing ? rest : rest.subarray(0, this.#missing);
        this.#body.push(part);
        this.#missing -= part.length;
        rest = rest.subarray(part.length);
      }
      if (this.#header !== undefined && this.#missing === 0) this.#finish();
    }
  }

  /** Reads prefix and header once they are complete; gives back what follows them. */
  #takeHeader(): Buffer {
    const start = this.#start;
    if (start.length < PREFIX_BYTES) return start.subarray(start.length);
    this.#headerBytes = start.readUInt32LE(0);
    if (this.#headerBytes > MAX_HEADER_BYTES) throw new RangeError('Frame header out of bounds');
    const end = PREFIX_BYTES + this.#headerBytes;
    if (start.length < end) return start.subarray(start.length);
    this.#header = JSON.parse(start.toString('utf8', PREFIX_BYTES, end));
    this.#missing = start.readUInt32LE(4);
    this.#start = start.subarray(start.length);
    return start.subarray(end);
  }

  #finish(): void {
    const header = this.#header;
    const body = this.#body;
    this.#header = undefined;
    this.#body = [];
    this.onFrame(header, body);
  }
}

/** Larger than any header, so that a header always fits. */
const SCRATCH_BYTES = PREFIX_BYTES + MAX_HEADER_BYTES;

/**
 * Reads frames into memory of their own: it says where the next bytes are to be read to, so that a body of 30 MiB goes from
 * the kernel to its place without a copy. For `onread` of `net.Socket`.
 */
export class DirectFrameReader {
  readonly #scratch = Buffer.allocUnsafeSlow(SCRATCH_BYTES);
  #used = 0;
  #header: unknown;
  #body: Buffer | undefined;
  #filled = 0;

  constructor(private readonly onFrame: (header: unknown, body: Buffer) => void) {}

  /** Where the next bytes go. */
  target(): Buffer {
    return this.#body === undefined ? this.#scratch.subarray(this.#used) : this.#body.subarray(this.#filled);
  }

  /** So many bytes were read to `target()`. Throws when the stream is out of step. */
  filled(bytes: number): void {
    if (this.#body === undefined) {
      this.#used += bytes;
      this.#takeFrames();
      return;
    }
    this.#filled += bytes;
    if (this.#filled === this.#body.length) this.#finish(this.#header, this.#body);
  }

  /** Takes whole headers, and what follows them, out of the scratch memory. */
  #takeFrames(): void {
    while (this.#body === undefined && this.#used >= PREFIX_BYTES) {
      const headerBytes = this.#scratch.readUInt32LE(0);
      if (headerBytes > MAX_HEADER_BYTES) throw new RangeError('Frame header out of bounds');
      const start = PREFIX_BYTES + headerBytes;
      if (this.#used < start) return;
      this.#header = JSON.parse(this.#scratch.toString('utf8', PREFIX_BYTES, start));
      const body = Buffer.allocUnsafeSlow(this.#scratch.readUInt32LE(4));
      this.#filled = this.#scratch.copy(body, 0, start, Math.min(this.#used, start + body.length));
      this.#used = this.#scratch.copy(this.#scratch, 0, start + this.#filled, this.#used);
      if (this.#filled === body.length) this.#finish(this.#header, body);
      else this.#body = body;
    }
  }

  #finish(header: unknown, body: Buffer): void {
    this.#header = undefined;
    this.#body = undefined;
    this.onFrame(header, body);
  }
}
