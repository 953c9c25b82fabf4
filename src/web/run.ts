import { fromBase64, toBase64 } from '../client/base64.js';
import { retryAfterOf } from '../client/retry.js';
import type { ErrorCode } from '../core/errors.js';
import type { PageTool } from '../core/pages.js';
import type { RunProgress, TellProgress } from '../core/run-progress.js';

import { knownCode } from './faults.js';
import type { FormState } from './session.js';

/** The body of a run as JSON text. */
export type RunBody = string;

/** A file that a run has returned. */
export class ReturnedFile {
  readonly name: string;
  readonly mime: string;
  /** Length in bytes. */
  readonly size: number;
  readonly #base64: string;

  constructor({ name, mime, bytes, base64 }: WireFile) {
    this.name = name;
    this.mime = mime;
    this.size = bytes;
    this.#base64 = base64;
  }

  /** Whether this text is its content. */
  holds(text: string): boolean {
    if (text.length > this.size) return false;
    return new TextDecoder().decode(fromBase64(this.#base64)) === text;
  }

  blob(): Blob {
    return new Blob([fromBase64(this.#base64)], { type: this.mime });
  }
}

/** What a run has given. */
export interface RunAnswer {
  readonly text: string | null;
  readonly data: unknown;
  readonly hasData: boolean;
  readonly name: string;
  readonly mime: string;
  readonly files: readonly ReturnedFile[];
  /** The response as it came. */
  readonly response: string;
}

export interface RunRefusal {
  readonly status: number;
  readonly code: ErrorCode;
  readonly message: string;
  readonly retryAfter: number;
  /** The response as it came. */
  readonly text: string;
}

/** What of a form goes into a request: options that are as by default are left out, as callers do. */
export function requestParts(tool: PageTool, { text, options }: Pick<FormState, 'text' | 'options'>) {
  const chosen = tool.options.filter((option) => {
    const value = options[option.name];
    return value !== undefined && value !== option.default && !Number.isNaN(value);
  });
  return {
    ...(text === '' || tool.input === 'none' ? {} : { input: text }),
    ...(chosen.length === 0 ? {} : { options: Object.fromEntries(chosen.map(({ name }) => [name, options[name]])) }),
  };
}

export async function runBody(tool: PageTool, form: FormState): Promise<RunBody> {
  const files: { name: string; mime?: string; base64: string }[] = [];
  for (const { name, mime, blob } of form.files) {
    const base64 = toBase64(new Uint8Array(await blob.arrayBuffer()));
    files.push({ name, ...(mime === '' ? {} : { mime }), base64 });
  }
  return JSON.stringify({ ...requestParts(tool, form), ...(files.length === 0 ? {} : { files }) });
}

/** Sends a run once; `onProgress` is told how far it is, where it says so. Rejects with what `fetch` rejects with. */
export async function sendRun(
  path: string,
  body: RunBody,
  signal: AbortSignal,
  onProgress?: TellProgress,
): Promise<{ readonly answer: RunAnswer } | RunRefusal> {
  const response = await fetch(path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: onProgress === undefined ? 'application/json' : `${LINES}, application/json`,
    },
    body,
    signal,
  });
  const hasLines = response.headers.get('content-type') === LINES;
  const { status, text } =
    hasLines && response.body !== null
      ? await lastLine(response.body, onProgress)
      : { status: response.status, text: await response.text() };
  return status === 200 ? { answer: readAnswer(text) } : readRefusal(response, status, text);
}

const LINES = 'application/x-ndjson';

/** Reads lines of JSON: how far the run is, then what it is answered. A connection that ends before is a failed `fetch`. */
async function lastLine(
  body: ReadableStream<Uint8Array>,
  onProgress: TellProgress | undefined,
): Promise<{ readonly status: number; readonly text: string }> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  const parts: string[] = [];
  for (;;) {
    const { value, done } = await reader.read();
    if (done) throw new TypeError('the answer ended before its last line');
    const lines = value.split('\n');
    parts.push(lines[0] ?? '');
    for (const next of lines.slice(1)) {
      const line = parts.join('');
      const told = /^\{"status":(\d{3}),"body":/.exec(line);
      if (told !== null) return { status: Number(told[1]), text: line.slice(told[0].length, -1) };
      onProgress?.((JSON.parse(line) as { readonly progress: RunProgress }).progress);
      parts.length = 0;
      parts.push(next);
    }
  }
}

interface WireAnswer {
  readonly result: {
    readonly text: string | null;
    readonly data?: unknown;
    readonly name?: string;
    readonly mime?: string;
    readonly files: readonly WireFile[];
  };
}

interface WireFile {
  readonly name: string;
  readonly mime: string;
  readonly bytes: number;
  readonly base64: string;
}

function readAnswer(response: string): RunAnswer {
  const { result } = JSON.parse(response) as WireAnswer;
  const { text, data, name = 'result.txt', mime = 'text/plain' } = result;
  const hasData = Object.hasOwn(result, 'data');
  return { text, data, hasData, name, mime, files: result.files.map((file) => new ReturnedFile(file)), response };
}

function readRefusal(response: Response, status: number, text: string): RunRefusal {
  const retryAfter = retryAfterOf(response);
  try {
    const { error } = JSON.parse(text) as { error: { code: string; message: string } };
    return { status, code: knownCode(error.code, status), message: error.message, retryAfter, text };
  } catch {
    // Not the service's own answer: a proxy's, perhaps.
    const message = `Status ${status} without an explanation`;
    return { status, code: knownCode(undefined, status), message, retryAfter, text };
  }
}
