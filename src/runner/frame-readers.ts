import { MAX_HEADER_BYTES, PREFIX_BYTES, ProtocolFault } from './frames.js';

/**
 * Chunks smaller than this are copied into blocks of this size: a body sent byte by byte would otherwise be millions of chunks, each
 * with a hundred bytes of its own around it.
 */
const BLOCK_BYTES = 64 * 1024;

/** What a header means for the one who reads it. */
export interface ExpectedFrame<Header> {
  readonly header: Header;
  /** Longest body that may follow. */
  readonly maxBodyBytes: number;
}

/**
 * Takes what a stream delivers and hands out whole frames, the body as the chunks it came in. `onHeader` is asked as soon as a header
 * is there, before any of its body is kept; it may throw. Holds at most one header, one body and a block beyond them.
 */
export class FrameReader<Header> {
  readonly #prefix = Buffer.alloc(PREFIX_BYTES);
  #head: Buffer = this.#prefix;
  #used = 0;
  #missing = 0;
  #header: Header | undefined;
  #body: Buffer[] = [];
  #block: Buffer | undefined;
  #blockUsed = 0;

  constructor(
    private readonly onHeader: (header: unknown) => ExpectedFrame<Header>,
    private readonly onFrame: (header: Header, body: Buffer[]) => void,
  ) {}

  /** Throws `ProtocolFault` when the stream is out of step or a body is over its bound, and whatever `onHeader` throws. */
  push(chunk: Buffer): void {
    let rest = chunk;
    while (rest.length > 0) {
      if (this.#header === undefined) {
        rest = this.#fillHead(rest);
      } else {
        const part = rest.length <= this.#missing ? rest : rest.subarray(0, this.#missing);
        this.#keep(part);
        this.#missing -= part.length;
        rest = rest.subarray(part.length);
      }
      if (this.#header !== undefined && this.#missing === 0) this.#finish(this.#header);
    }
  }

  /** Reads the prefix, then the header that it announces; gives back what follows. */
  #fillHead(bytes: Buffer): Buffer {
    const count = bytes.copy(this.#head, this.#used);
    this.#used += count;
    if (this.#used < this.#head.length) return bytes.subarray(count);
    this.#used = 0;
    if (this.#head === this.#prefix) {
      const headerBytes = this.#prefix.readUInt32LE(0);
      if (headerBytes === 0 || headerBytes > MAX_HEADER_BYTES) throw new ProtocolFault('header out of bounds');
      this.#head = Buffer.alloc(headerBytes);
    } else {
      this.#take(this.#head);
      this.#head = this.#prefix;
    }
    return bytes.subarray(count);
  }

  #take(head: Buffer): void {
    const { header, maxBodyBytes } = this.onHeader(parse(head));
    this.#missing = this.#prefix.readUInt32LE(4);
    if (this.#missing > maxBodyBytes) throw new ProtocolFault('body out of bounds');
    this.#header = header;
  }

  #keep(part: Buffer): void {
    if (part.length >= BLOCK_BYTES / 4) {
      this.#closeBlock();
      this.#body.push(part);
      return;
    }
    for (let rest = part; rest.length > 0; ) {
      this.#block ??= Buffer.allocUnsafeSlow(Math.min(BLOCK_BYTES, this.#missing));
      const count = rest.copy(this.#block, this.#blockUsed);
      this.#blockUsed += count;
      rest = rest.subarray(count);
      if (this.#blockUsed === this.#block.length) this.#closeBlock();
    }
  }

  #closeBlock(): void {
    if (this.#block !== undefined) this.#body.push(this.#block.subarray(0, this.#blockUsed));
    this.#block = undefined;
    this.#blockUsed = 0;
  }

  #finish(header: Header): void {
    this.#closeBlock();
    const body = this.#body;
    this.#header = undefined;
    this.#body = [];
    this.onFrame(header, body);
  }
}

function parse(head: Buffer): unknown {
  try {
    return JSON.parse(head.toString('utf8'));
  } catch {
    throw new ProtocolFault('header is not JSON');
  }
}

/** Larger than any header, so that a header always fits. */
const SCRATCH_BYTES = PREFIX_BYTES + MAX_HEADER_BYTES;

/**
 * Reads frames into memory of their own: it says where the next bytes are to be read to, so that a body of 30 MiB goes from
 * the kernel to its place without a copy. For `onread` of `net.Socket`, and for a tool process, which trusts the server.
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

  /** So many bytes were read to `target()`. Throws `ProtocolFault` when the stream is out of step. */
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
      if (headerBytes > MAX_HEADER_BYTES) throw new ProtocolFault('header out of bounds');
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
