import type { IncomingMessage, ServerResponse } from 'node:http';

import { overLimit, ToolError } from '../core/errors.js';
import { BUSY_MESSAGE } from '../runner/runner.js';

import { declaredLength, refuse } from './answers.js';

/** Bodies that are being received at once. Slots are taken by runs only, so slow uploads need a bound of their own. */
const MAX_UPLOADS = 64;
/** Bytes of bodies being received and of answers not yet taken by their clients, in all. */
const MAX_TRAFFIC_BYTES = 512 * 2 ** 20;
/** A client that takes nothing of its answer for this long has left. */
const STALLED_MS = 60_000;

/** `application/json` in any case, with no parameter but `charset=utf-8`. */
const JSON_CONTENT = /^\s*application\/json\s*(;\s*charset\s*=\s*("utf-8"|utf-8)\s*)?;?\s*$/i;

/** Receives bodies and watches answers go out, within bounds that hold for all of them together. */
export interface Uploads {
  /** Why a body is not received, if so: content type, length, or too much going on. */
  refusalOf(request: IncomingMessage, limitBytes: number): ToolError | undefined;
  /** Receives a body; refuses it when it grows past the limit. Calls `onBody` when it is whole. */
  receive(
    request: IncomingMessage,
    response: ServerResponse,
    limitBytes: number,
    onBody: (chunks: readonly Buffer[], bytes: number) => void,
  ): void;
  /** Counts an answer that waits in memory for its client, which holds no slot by now, and cuts off one that stalls. */
  watchAnswer(response: ServerResponse, bytes: number): void;
}

export function createUploads(): Uploads {
  let uploads = 0;
  let trafficBytes = 0;

  function refusalOf(request: IncomingMessage, limitBytes: number): ToolError | undefined {
    const { headers } = request;
    if (!JSON_CONTENT.test(headers['content-type'] ?? '')) {
      return new ToolError('JSON_REQUIRED', 'Header "Content-Type" must be application/json');
    }
    if (headers['content-encoding'] !== undefined) {
      return new ToolError('JSON_REQUIRED', 'Header "Content-Encoding" must not be given: send the JSON as it is');
    }
    const declared = declaredLength(request);
    if (Number.isFinite(declared) && declared > limitBytes) return tooLarge(declared, limitBytes);
    const isCrowded = uploads >= MAX_UPLOADS || trafficBytes > MAX_TRAFFIC_BYTES;
    return isCrowded ? new ToolError('SERVER_BUSY', BUSY_MESSAGE) : undefined;
  }

  function receive(
    request: IncomingMessage,
    response: ServerResponse,
    limitBytes: number,
    onBody: (chunks: readonly Buffer[], bytes: number) => void,
  ): void {
    uploads += 1;
    const chunks: Buffer[] = [];
    let received = 0;
    let isOver = false;

    const stop = () => {
      if (isOver) return;
      isOver = true;
      uploads -= 1;
      trafficBytes -= received;
    };
    const onData = (chunk: Buffer) => {
      received += chunk.length;
      trafficBytes += chunk.length;
      chunks.push(chunk);
      if (received <= limitBytes) return;
      stop();
      chunks.length = 0;
      request.off('data', onData);
      refuse(request, response, tooLarge(received, limitBytes));
    };
    request.on('data', onData);
    request.once('end', () => {
      if (isOver) return;
      stop();
      onBody(chunks, received);
    });
    request.once('close', stop);
  }

  function watchAnswer(response: ServerResponse, bytes: number): void {
    const { socket } = response;
    if (response.writableLength === 0 || socket === null) return;
    trafficBytes += bytes;
    const onStall = () => socket.destroy();
    socket.setTimeout(STALLED_MS, onStall);
    response.once('close', () => {
      trafficBytes -= bytes;
      // Only the listener: the time-out itself is by now the one that Node keeps idle connections for.
      socket.off('timeout', onStall);
    });
  }

  return { refusalOf, receive, watchAnswer };
}

const tooLarge = (size: number, limit: number): ToolError =>
  overLimit(`Request body has ${size} bytes or more, the limit is ${limit}`);
