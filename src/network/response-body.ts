import type { IncomingMessage } from 'node:http';
import { pipeline, Readable, Transform } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';

import { NetworkFailure } from './failures.js';
import type { NetworkLimits } from './limits.js';

/** What is done with a body that is over a limit: the response is refused, or the body cut there. */
export type OverLimit = 'refuse' | 'cut';

export interface ResponseBody {
  readonly bytes: Uint8Array;
  /** Bytes of the body as they were sent. */
  readonly sentBytes: number;
  readonly isCut: boolean;
}

export interface BodyRules {
  readonly limits: Pick<NetworkLimits, 'bodyBytes' | 'decodedBytes'>;
  readonly overLimit: OverLimit;
  /** Undo the content coding. */
  readonly decode: boolean;
}

/** Nobody codes twice in earnest; each coding may multiply by 1000. */
const MAX_CODINGS = 2;

/**
 * Reads the body of a response and undoes its content coding (gzip, deflate, br) as it comes, within the limits. Throws `NetworkFailure`
 * `too-large` and `bad-content`, and whatever ends the stream. `what` is as in `Cannot read "a.example"`.
 */
export async function readBody(response: IncomingMessage, what: string, rules: BodyRules): Promise<ResponseBody> {
  const { limits, overLimit } = rules;
  const isCutting = overLimit === 'cut';
  const announced = Number(response.headers['content-length'] ?? 0);
  if (!isCutting && announced > limits.bodyBytes) throw tooLarge(what, 'is', announced, limits.bodyBytes);

  let sentBytes = 0;
  let isCut = false;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const room = limits.bodyBytes - sentBytes;
      sentBytes += chunk.length;
      if (chunk.length <= room) {
        done(null, chunk);
        return;
      }
      if (!isCutting) {
        done(tooLarge(what, 'is', sentBytes, limits.bodyBytes));
        return;
      }
      isCut = true;
      sentBytes = limits.bodyBytes;
      // `done` is never called: nothing more is taken from the response.
      this.push(chunk.subarray(0, room));
      this.push(null);
    },
  });
  const codings = rules.decode ? codingsOf(response, what) : [];
  const rest: AsyncIterator<Buffer> & AsyncIterable<Buffer> = response[Symbol.asyncIterator]();
  const first = await rest.next();
  // An empty body is nothing that was coded.
  if (first.done === true) return { bytes: new Uint8Array(), sentBytes, isCut };
  const start = first.value;
  const decoders = codings.map((coding, i) => decoderOf(coding, what, isCutting, i === 0 && !isZlib(start)));
  // Faults come out of the loop below; the stream is destroyed either way.
  pipeline([Readable.from(joined(start, rest)), meter, ...decoders], () => undefined);
  const body: AsyncIterable<Buffer> = decoders.at(-1) ?? meter;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    const room = limits.decodedBytes - length;
    if (chunk.length > room && !isCutting)
      throw tooLarge(what, 'decodes to', length + chunk.length, limits.decodedBytes);
    chunks.push(chunk.subarray(0, room));
    length += Math.min(chunk.length, room);
    if (chunk.length > room) {
      isCut = true;
      break;
    }
  }
  return { bytes: Buffer.concat(chunks), sentBytes, isCut };
}

const tooLarge = (what: string, verb: string, bytes: number, limit: number) =>
  new NetworkFailure('too-large', `${what}: the body ${verb} ${bytes} bytes or more, over the limit of ${limit}`);

/** The codings of a body, the last applied first. */
function codingsOf(response: IncomingMessage, what: string): readonly string[] {
  const codings = (response.headers['content-encoding'] ?? '')
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length > MAX_CODINGS) {
    throw new NetworkFailure(
      'bad-content',
      `${what}: ${codings.length} content codings, over the limit of ${MAX_CODINGS}`,
    );
  }
  // RFC 9110 §8.4: listed in the order they were applied.
  return codings.reverse();
}

function decoderOf(coding: string, what: string, isCutting: boolean, isRaw: boolean): Transform {
  // A body that was cut ends in the middle.
  const zlib = isCutting ? { finishFlush: constants.Z_SYNC_FLUSH } : {};
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip(zlib);
    case 'deflate':
      return isRaw ? createInflateRaw(zlib) : createInflate(zlib);
    case 'br':
      return createBrotliDecompress(isCutting ? { finishFlush: constants.BROTLI_OPERATION_FLUSH } : {});
    default:
      throw new NetworkFailure('bad-content', `${what}: the content coding is not known`);
  }
}

/** What was looked at, and then the rest. */
async function* joined(start: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield start;
  yield* rest;
}

/** RFC 9110 §8.4.1.2 means zlib by "deflate", and notes that some send raw deflate. The first byte of zlib ends in method 8. */
const isZlib = (start: Buffer): boolean => ((start[0] ?? 0) & 0x0f) === 8;
