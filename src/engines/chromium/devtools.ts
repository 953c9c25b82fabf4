import type { Readable, Writable } from 'node:stream';

/** What the browser answers to a command that failed. */
export class DevToolsError extends Error {
  override readonly name: string = 'DevToolsError';
}

/** The connection has ended: `tooLong` for a message longer than any that is taken, else with the browser. */
export class DevToolsEnded extends DevToolsError {
  override readonly name = 'DevToolsEnded';

  constructor(readonly why: 'ended' | 'tooLong') {
    super(why);
  }
}

type Listener = (params: Record<string, unknown>, session: string | undefined) => void;

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly sessionId?: string;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

interface Pending {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** Longest message taken, in bytes: a PDF as large as a result may be, in base64, with room to spare. */
const MESSAGE_BYTES = 64 * 2 ** 20;

/**
 * A browser's side of the Chrome DevTools Protocol (https://chromedevtools.github.io/devtools-protocol/) over two pipes, where
 * a message is JSON and ends with a zero byte. Commands and events are named as there.
 */
export class DevTools {
  readonly #output: Writable;
  readonly #pending = new Map<number, Pending>();
  readonly #listeners = new Map<string, Listener>();
  readonly #ended: Promise<never>;
  #end: (error: Error) => void = () => undefined;
  #chunks: Buffer[] = [];
  #bytes = 0;
  #commands = 0;

  constructor(output: Writable, input: Readable) {
    this.#output = output;
    this.#ended = new Promise((_, reject) => {
      this.#end = reject;
    });
    this.#ended.catch(() => undefined);
    // Written to or read from a browser that is gone: its end says so.
    output.on('error', () => undefined);
    input.on('error', () => undefined);
    input.on('data', (chunk: Buffer) => this.#take(chunk));
    input.on('close', () => this.close(new DevToolsEnded('ended')));
  }

  /** Sends a command, to a page where its session is given. Rejects with `DevToolsError`. */
  send<Result>(method: string, params: object = {}, session?: string): Promise<Result> {
    this.#commands += 1;
    const id = this.#commands;
    const answer = new Promise<unknown>((resolve, reject) => this.#pending.set(id, { resolve, reject }));
    const sessionId = session === undefined ? {} : { sessionId: session };
    this.#output.write(`${JSON.stringify({ id, method, params, ...sessionId })}\0`);
    return this.during(answer) as Promise<Result>;
  }

  /** Calls back at every event of this name; one listener a name. */
  on(event: string, listener: Listener): void {
    this.#listeners.set(event, listener);
  }

  /** `promise`, or the end of the connection when that comes first. */
  during<Value>(promise: Promise<Value>): Promise<Value> {
    return Promise.race([promise, this.#ended]);
  }

  /** Ends the connection: every command that waits is rejected with the error. */
  close(error: Error): void {
    this.#end(error);
    this.#pending.clear();
  }

  #take(chunk: Buffer): void {
    let rest = chunk;
    for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0)) {
      this.#read(Buffer.concat([...this.#chunks, rest.subarray(0, end)]));
      [this.#chunks, this.#bytes] = [[], 0];
      rest = rest.subarray(end + 1);
    }
    this.#chunks.push(rest);
    this.#bytes += rest.length;
    if (this.#bytes > MESSAGE_BYTES) this.close(new DevToolsEnded('tooLong'));
  }

  #read(bytes: Buffer): void {
    // The browser is the only writer of this pipe, and keeps to the protocol.
    const message = JSON.parse(bytes.toString()) as Message;
    if (message.method !== undefined) this.#listeners.get(message.method)?.(message.params ?? {}, message.sessionId);
    const pending = message.id === undefined ? undefined : this.#pending.get(message.id);
    if (message.id === undefined || pending === undefined) return;
    this.#pending.delete(message.id);
    if (message.error === undefined) pending.resolve(message.result);
    else pending.reject(new DevToolsError(message.error.message));
  }
}
