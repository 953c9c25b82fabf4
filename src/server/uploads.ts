import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import { overLimit, ToolError } from '../core/errors.js';
import { BUSY_MESSAGE } from '../runner/runner.js';

import { declaredLength, refuse } from './answers.js';

/** Bodies that are being received at once. Slots are taken by runs only, so slow uploads need a bound of their own. */
const MAX_UPLOADS = 64;
/** Bytes of bodies being received and of answers not yet taken by their clients, in all. */
const MAX_TRAFFIC_BYTES = 512 * 2 ** 20;
/** How slowly an answer may be taken. */
export interface AnswerPace {
  /** A client that takes nothing for this long has left. */
  readonly stalledMs: number;
  /** Beyond that time, an answer must go out at this pace on the whole: a byte a minute would hold memory for weeks. */
  readonly bytesPerSecond: number;
}

/** 32 KiB/s is a quarter of a megabit: the largest answer may take 17 minutes. */
const PACE: AnswerPace = { stalledMs: 60_000, bytesPerSecond: 32 * 1024 };

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
  /**
   * To be called when a part of an answer, or all of it, was written. What waits in memory for its client, which may hold no slot by
   * now, is counted until it is gone; a client that takes it too slowly is cut off.
   */
  watchAnswer(response: ServerResponse): void;
  /** What goes on, for the metrics. */
  readonly status: UploadsStatus;
}

export interface UploadsStatus {
  readonly uploads: number;
  readonly trafficBytes: number;
  /** Clients cut off because they took their answers too slowly. */
  readonly cutOff: number;
}

export function createUploads(pace: AnswerPace = PACE): Uploads {
  let uploads = 0;
  let trafficBytes = 0;
  let cutOff = 0;
  /** For each answer that waits: what is known to wait, and how to stop watching. */
  const waiting = new Map<ServerResponse, { bytes: number; readonly since: number; deadline: NodeJS.Timeout }>();

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

  function watchAnswer(response: ServerResponse): void {
    const { socket, writableLength } = response;
    if (writableLength === 0 || socket === null || socket.destroyed) return;
    const known = waiting.get(response);
    if (known !== undefined) {
      trafficBytes += writableLength - known.bytes;
      known.bytes = writableLength;
      clearTimeout(known.deadline);
      known.deadline = deadlineOf(socket, known.since, writableLength);
      return;
    }
    trafficBytes += writableLength;
    const since = performance.now();
    const watched = { bytes: writableLength, since, deadline: deadlineOf(socket, since, writableLength) };
    waiting.set(response, watched);
    const onStall = () => cut(socket);
    socket.setTimeout(pace.stalledMs, onStall);
    const stop = () => {
      response.off('drain', onDrain);
      response.off('close', stop);
      socket.off('timeout', onStall);
      clearTimeout(watched.deadline);
      trafficBytes -= watched.bytes;
      waiting.delete(response);
    };
    // Of an answer that is not at its end: between its parts a client has nothing to take.
    const onDrain = () => {
      stop();
      socket.setTimeout(0);
    };
    response.on('drain', onDrain);
    // At the end only the listener goes: the time-out itself is by now the one that Node keeps idle connections for.
    response.on('close', stop);
  }

  function deadlineOf(socket: Socket, since: number, bytes: number): NodeJS.Timeout {
    const ms = pace.stalledMs + (bytes / pace.bytesPerSecond) * 1000 - (performance.now() - since);
    return setTimeout(() => cut(socket), ms).unref();
  }

  function cut(socket: Socket): void {
    cutOff += 1;
    socket.destroy();
  }

  return {
    refusalOf,
    receive,
    watchAnswer,
    get status() {
      return { uploads, trafficBytes, cutOff };
    },
  };
}

const tooLarge = (size: number, limit: number): ToolError =>
  overLimit(`Request body has ${size} bytes or more, the limit is ${limit}`);
