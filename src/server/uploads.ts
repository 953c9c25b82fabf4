import type { IncomingMessage, ServerResponse } from 'node:http';
import { byteSize } from '../core/byte-size.js';
import { overLimit, ToolError } from '../core/errors.js';
import { BUSY_MESSAGE } from '../runner/runner.js';

import { declaredLength, refuse } from './answers.js';
import { BodyChunks } from './body-chunks.js';

/** Bodies that are being received at once. Slots are taken by runs only, so slow uploads need a bound of their own. */
const MAX_UPLOADS = 64;
/** Bytes of bodies being received, in all. Eight of the largest. */
const MAX_RESERVED_BYTES = 256 * 2 ** 20;

/** `application/json` in any case, with no parameter but `charset=utf-8`. */
const JSON_CONTENT = /^\s*application\/json\s*(;\s*charset\s*=\s*("utf-8"|utf-8)\s*)?;?\s*$/i;

/** `multipart/form-data` with its boundary, quoted or not (RFC 2046 §5.1.1), and nothing else. */
const FORM_CONTENT =
  /^\s*multipart\/form-data\s*;\s*boundary=(?:"([0-9a-z'()+_,./:=? -]{0,69}[0-9a-z'()+_,./:=?-])"|([0-9a-z'+_.-]{1,70}))\s*;?\s*$/i;

/** The boundary of a body that is a form. */
export function boundaryOf({ headers }: IncomingMessage): string | undefined {
  const found = FORM_CONTENT.exec(headers['content-type'] ?? '');
  return found?.[1] ?? found?.[2];
}

/** Receives bodies, within bounds that hold for all of them together. */
export interface Uploads {
  /** Why a body is not received, if so: content type, length, or too much going on. `isForm`: it may be a form too. */
  refusalOf(request: IncomingMessage, limitBytes: number, isForm?: boolean): ToolError | undefined;
  /**
   * Receives a body; refuses it when it grows past the limit. Calls `onBody` when it is whole. Its bytes are reserved at once: what is
   * admitted can be received to its end.
   */
  receive(
    request: IncomingMessage,
    response: ServerResponse,
    limitBytes: number,
    onBody: (chunks: readonly Buffer[], bytes: number) => void,
  ): void;
  readonly status: { readonly count: number; readonly reservedBytes: number };
}

export function createUploads(): Uploads {
  let count = 0;
  let reservedBytes = 0;

  function refusalOf(request: IncomingMessage, limitBytes: number, isForm = false): ToolError | undefined {
    const { headers } = request;
    if (!JSON_CONTENT.test(headers['content-type'] ?? '') && !(isForm && boundaryOf(request) !== undefined)) {
      return new ToolError('JSON_REQUIRED', 'Header "Content-Type" must be application/json');
    }
    if (headers['content-encoding'] !== undefined) {
      return new ToolError('JSON_REQUIRED', 'Header "Content-Encoding" must not be given: send the JSON as it is');
    }
    const declared = declaredLength(request);
    if (Number.isFinite(declared) && declared > limitBytes) return tooLarge(declared, limitBytes);
    const isCrowded = count >= MAX_UPLOADS || reservedBytes + mostBytes(request, limitBytes) > MAX_RESERVED_BYTES;
    return isCrowded ? new ToolError('SERVER_BUSY', BUSY_MESSAGE) : undefined;
  }

  function receive(
    request: IncomingMessage,
    response: ServerResponse,
    limitBytes: number,
    onBody: (chunks: readonly Buffer[], bytes: number) => void,
  ): void {
    const reserved = mostBytes(request, limitBytes);
    count += 1;
    reservedBytes += reserved;
    let body: BodyChunks | undefined = new BodyChunks();

    const stop = (): BodyChunks | undefined => {
      const received = body;
      if (received === undefined) return undefined;
      body = undefined;
      count -= 1;
      reservedBytes -= reserved;
      return received;
    };
    const onData = (chunk: Buffer) => {
      if (body === undefined) return;
      body.add(chunk);
      if (body.length <= limitBytes) return;
      const { length } = body;
      stop();
      request.off('data', onData);
      refuse(request, response, tooLarge(length, limitBytes));
    };
    request.on('data', onData);
    request.once('end', () => {
      const received = stop();
      if (received !== undefined) onBody(received.take(), received.length);
    });
    request.once('close', stop);
  }

  return {
    refusalOf,
    receive,
    get status() {
      return { count, reservedBytes };
    },
  };
}

/** Bytes that a body may turn out to have. */
export const mostBytes = (request: IncomingMessage, limitBytes: number): number =>
  Math.min(declaredLength(request), limitBytes);

const tooLarge = (size: number, limit: number): ToolError =>
  overLimit(`Request body has ${byteSize(size)} or more, the limit is ${byteSize(limit)}`);
