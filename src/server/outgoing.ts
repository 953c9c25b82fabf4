import type { ServerResponse } from 'node:http';

/** How slowly an answer may be taken. */
export interface AnswerPace {
  /** A client that takes nothing for this long has left. */
  readonly stalledMs: number;
  /** Beyond that time, an answer must go out at this pace on the whole: a byte a minute would hold memory for weeks. */
  readonly bytesPerSecond: number;
  /** Where room is needed, the answer taken most slowly is cut off after this long. */
  readonly yieldMs: number;
}

/** 32 KiB/s is a quarter of a megabit: the largest answer may take 17 minutes, as long as there is room for others. */
export const ANSWER_PACE: AnswerPace = { stalledMs: 60_000, bytesPerSecond: 32 * 1024, yieldMs: 5000 };

/** Bytes of answers that wait for their clients, in all. Nine of the largest. */
const MAX_WAITING_BYTES = 256 * 2 ** 20;
/** What is handed to the system at once: what has been taken is seen, and its memory free, in steps of this size. */
const PIECE_BYTES = 256 * 1024;

const NOTHING = new Uint8Array();

/** The body of an answer on its way, written in parts. */
export interface OutgoingBody {
  write(chunks: readonly Uint8Array[]): void;
  end(): void;
}

/** Sends what is worth counting, and cuts off who does not take it. */
export interface Outgoing {
  /** The body of a response whose head is written. */
  open(response: ServerResponse): OutgoingBody;
  /** Whether another answer may be begun. Cuts off slow clients for it where it must. */
  hasRoom(): boolean;
  readonly waitingBytes: number;
}

/** `onCut` is told of every client that is cut off. */
export function createOutgoing(pace: AnswerPace, onCut: () => void): Outgoing {
  const waiting = new Set<Body>();
  const total = { bytes: 0 };

  const cut = (body: Body): void => {
    onCut();
    body.cut();
  };

  function slowest(): Body | undefined {
    let found: Body | undefined;
    for (const body of waiting) {
      if (body.ageMs() < pace.yieldMs) continue;
      if (found === undefined || body.bytesPerMs() < found.bytesPerMs()) found = body;
    }
    return found;
  }

  function hasRoom(): boolean {
    while (total.bytes > MAX_WAITING_BYTES) {
      const body = slowest();
      if (body === undefined) return false;
      cut(body);
    }
    return true;
  }

  return {
    open: (response) => new Body(response, { pace, waiting, total, cut }),
    hasRoom,
    get waitingBytes() {
      return total.bytes;
    },
  };
}

interface Shared {
  readonly pace: AnswerPace;
  /** Bodies of which something was not taken at once. */
  readonly waiting: Set<Body>;
  /** Bytes of all bodies that the system has not taken. */
  readonly total: { bytes: number };
  readonly cut: (body: Body) => void;
}

class Body implements OutgoingBody {
  readonly #response: ServerResponse;
  readonly #shared: Shared;
  #queue: Uint8Array[] = [];
  /** Index in the queue of what is written next. */
  #next = 0;
  #queuedBytes = 0;
  #flyingBytes = 0;
  #takenBytes = 0;
  #isEnded = false;
  #isPumping = false;
  #isOver = false;
  #since = 0;
  #lastTaken = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(response: ServerResponse, shared: Shared) {
    this.#response = response;
    this.#shared = shared;
    response.on('drain', () => this.#onDrain());
    response.once('close', () => this.#finish());
    this.#isOver = response.destroyed;
  }

  write(chunks: readonly Uint8Array[]): void {
    if (this.#isOver) return;
    for (const chunk of chunks) {
      this.#queue.push(chunk);
      this.#queuedBytes += chunk.length;
      this.#shared.total.bytes += chunk.length;
    }
    if (this.#flyingBytes === 0) this.#pump();
  }

  end(): void {
    if (this.#isOver) return;
    this.#isEnded = true;
    if (this.#queuedBytes === 0) this.#response.end();
    else if (this.#flyingBytes === 0) this.#pump();
  }

  ageMs(): number {
    return performance.now() - this.#since;
  }

  bytesPerMs(): number {
    return this.#takenBytes / this.ageMs();
  }

  cut(): void {
    this.#finish();
    this.#response.destroy();
  }

  /** A drain may be told while a piece is being written, as Node 24 does: one turn at a time. */
  #pump(): void {
    if (this.#isPumping || this.#isOver) return;
    this.#isPumping = true;
    this.#writePieces();
    this.#isPumping = false;
  }

  #writePieces(): void {
    while (this.#queuedBytes > 0) {
      const bytes = this.#writePiece();
      this.#queuedBytes -= bytes;
      const isLast = this.#queuedBytes === 0 && this.#isEnded;
      if (this.#response.writableNeedDrain || isLast) {
        this.#flyingBytes = bytes;
        this.#watch();
        if (isLast) this.#response.end();
        return;
      }
      this.#shared.total.bytes -= bytes;
    }
  }

  /** Hands the next bytes to the system; returns how many. */
  #writePiece(): number {
    let bytes = 0;
    this.#response.cork();
    while (bytes < PIECE_BYTES && this.#next < this.#queue.length) {
      const chunk = this.#queue[this.#next] ?? NOTHING;
      const part = chunk.subarray(0, PIECE_BYTES - bytes);
      this.#response.write(part);
      bytes += part.length;
      if (part.length < chunk.length) {
        this.#queue[this.#next] = chunk.subarray(part.length);
      } else {
        // Forgotten at once: the rest of the answer may wait for long.
        this.#queue[this.#next] = NOTHING;
        this.#next += 1;
      }
    }
    if (this.#next === this.#queue.length) {
      this.#queue = [];
      this.#next = 0;
    }
    this.#response.uncork();
    return bytes;
  }

  #onDrain(): void {
    if (this.#isOver) return;
    this.#shared.total.bytes -= this.#flyingBytes;
    this.#takenBytes += this.#flyingBytes;
    this.#flyingBytes = 0;
    this.#lastTaken = performance.now();
    // Between the parts of an answer a client has nothing to take.
    if (this.#queuedBytes === 0) this.#unwatch();
    this.#pump();
  }

  #watch(): void {
    if (this.#timer !== undefined) return;
    this.#since = performance.now();
    this.#lastTaken = this.#since;
    this.#takenBytes = 0;
    this.#shared.waiting.add(this);
    this.#check();
  }

  /** Cuts off a client that is late; else looks again when it would be. */
  #check(): void {
    const { stalledMs, bytesPerSecond } = this.#shared.pace;
    const bytes = this.#takenBytes + this.#flyingBytes + this.#queuedBytes;
    const paceMs = stalledMs + (bytes / bytesPerSecond) * 1000 - this.ageMs();
    const leftMs = Math.min(paceMs, this.#lastTaken + stalledMs - performance.now());
    if (leftMs <= 0) this.#shared.cut(this);
    else this.#timer = setTimeout(() => this.#check(), leftMs).unref();
  }

  #unwatch(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#shared.waiting.delete(this);
  }

  #finish(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#unwatch();
    this.#shared.total.bytes -= this.#queuedBytes + this.#flyingBytes;
    this.#queuedBytes = 0;
    this.#flyingBytes = 0;
    this.#queue = [];
  }
}
