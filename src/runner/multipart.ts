import { isUtf8 } from 'node:buffer';

import { invalid, quote, ToolError } from '../core/errors.js';

/** One part of a form. */
export interface FormPart {
  readonly name: string;
  /** Of a part that is a file. */
  readonly fileName: string | undefined;
  /** As the part says; undefined where it does not. */
  readonly mime: string | undefined;
  readonly bytes: Buffer;
}

const CRLF = '\r\n';
const HEADERS_END = '\r\n\r\n';
/** Longest headers of a part: a field and a file name of the longest kind are far below. */
const MAX_HEADER_BYTES = 8 * 1024;
/** More than any tool has options and files. */
const MAX_PARTS = 1000;

/**
 * The parts of a `multipart/form-data` body (RFC 7578, RFC 2046 §5.1), in their order; their bytes are views of the body. Linear.
 * Throws JSON_REQUIRED where the body is not multipart at all, INVALID_INPUT where it is broken.
 */
export function readMultipart(body: Buffer, boundary: string): FormPart[] {
  const dashes = `--${boundary}`;
  const delimiter = Buffer.from(`${CRLF}${dashes}`, 'latin1');
  let at = startOf(body, dashes, delimiter);
  const parts: FormPart[] = [];
  for (;;) {
    if (body.toString('latin1', at, at + 2) === '--') return parts;
    const lineEnd = body.indexOf(CRLF, at, 'latin1');
    // RFC 2046 lets white space follow the boundary.
    if (lineEnd < 0 || !/^[ \t]*$/.test(body.toString('latin1', at, Math.min(lineEnd, at + MAX_HEADER_BYTES))))
      throw invalid('Request body must have a line break after each boundary');
    const end = body.indexOf(delimiter, lineEnd);
    if (end < 0) throw invalid('Request body must end with its boundary: it is cut short');
    parts.push(readPart(body.subarray(lineEnd, end), parts.length + 1));
    if (parts.length > MAX_PARTS) throw invalid(`Request body must have at most ${MAX_PARTS} parts`);
    at = end + delimiter.length;
  }
}

/** The place behind the first boundary; what is before it counts for nothing. */
function startOf(body: Buffer, dashes: string, delimiter: Buffer): number {
  if (body.toString('latin1', 0, dashes.length) === dashes) return dashes.length;
  const found = body.indexOf(delimiter);
  if (found >= 0) return found + delimiter.length;
  throw new ToolError('JSON_REQUIRED', 'Request body is not the multipart/form-data that "Content-Type" says');
}

/** `part` begins with the line break that ends its boundary. */
function readPart(part: Buffer, number: number): FormPart {
  const end = part.indexOf(HEADERS_END, 0, 'latin1');
  if (end < 0 || end > MAX_HEADER_BYTES)
    throw invalid(`Part ${number} of the request body must have headers of its own`);
  const head = part.subarray(CRLF.length, end);
  if (!isUtf8(head)) throw invalid(`Headers of part ${number} of the request body must be UTF-8`);
  const headers = new Map(
    head
      .toString()
      .split(CRLF)
      .map((line): [string, string] => {
        const colon = line.indexOf(':');
        return [line.slice(0, Math.max(colon, 0)).trim().toLowerCase(), line.slice(colon + 1).trim()];
      }),
  );
  const disposition = headers.get('content-disposition') ?? '';
  const name = /^form-data\b/i.test(disposition) ? parameterOf(disposition, 'name') : undefined;
  if (name === undefined) throw invalid(`Part ${number} of the request body must have a name`);
  const encoding = headers.get('content-transfer-encoding') ?? 'binary';
  if (!/^(?:7bit|8bit|binary)$/i.test(encoding))
    throw invalid(`Field ${quote(name)} must be sent as it is, not as ${quote(encoding)}`);
  return {
    name,
    fileName: parameterOf(disposition, 'filename'),
    mime: headers.get('content-type'),
    bytes: part.subarray(end + HEADERS_END.length),
  };
}

/** A parameter of a header, quoted or not; quotes and line breaks in it as browsers (`%22`) and curl (`\"`) write them. */
function parameterOf(header: string, name: string): string | undefined {
  const found = new RegExp(`;\\s*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;"]+))`, 'i').exec(header);
  const value = found?.[1] ?? found?.[2];
  return value
    ?.replaceAll(/\\(["\\])/g, '$1')
    .replaceAll('%22', '"')
    .replaceAll(/%0D/gi, '\r')
    .replaceAll(/%0A/gi, '\n');
}
