/** Blocks between BEGIN and END lines (RFC 7468), as people paste them: indented, quoted, behind a log's columns, in one line. */

import { ContentFault } from '../faults.js';

export interface PemBlock {
  /** As `CERTIFICATE`. */
  readonly label: string;
  readonly bytes: Uint8Array;
  /** The lines `Name: value` before the content. */
  readonly isEncrypted: boolean;
}

/** Most blocks of one text. Chosen: bundles of authorities have about 150. */
const MAX_BLOCKS = 1_000;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** The blocks of a text, in order. Throws ContentFault for one without an end, or whose content is not base64. */
export function readPemBlocks(given: string): PemBlock[] {
  // JSON and environment variables write line breaks as two characters.
  const text = given.includes('\\n') ? given.replace(/\\r|\\n/g, '\n') : given;
  const pieces = text.split(/-{4,5} ?BEGIN /).slice(1);
  if (pieces.length > MAX_BLOCKS) throw new ContentFault(`more than ${MAX_BLOCKS} PEM blocks`);
  return pieces.map((piece, index) => {
    const part = pieces.length === 1 ? 'its PEM block' : `PEM block ${index + 1}`;
    const close = piece.indexOf('-----');
    const label = piece.slice(0, Math.max(0, Math.min(close, 60))).trim();
    const rest = piece.slice(close + 5);
    const end = rest.search(/-{4,5} ?END /);
    if (close < 0 || label === '' || end < 0)
      throw new ContentFault(`${part} is cut short: the line -----END ${label || '…'}----- is missing`);
    return { label, ...contentOf(rest.slice(0, end), part) };
  });
}

function contentOf(body: string, part: string): Pick<PemBlock, 'bytes' | 'isEncrypted'> {
  const lines = body.split(/\r\n|[\n\r]/).map((line) => line.trim());
  const isEncrypted = lines.some((line) => /Proc-Type: ?4,ENCRYPTED/.test(line));
  const isInLines = lines.filter((line) => line !== '').length > 1;
  // Headers end with an empty line (RFC 1421); some writers leave it out.
  const kept = lines.filter((line) => !/^[A-Za-z-]+: /.test(line) || !isHeader(line));
  const base64 = kept.map((line) => (isInLines ? dataOf(line) : line.replace(/\s/g, ''))).join('');
  const plain = base64.replaceAll('-', '+').replaceAll('_', '/');
  if (plain === '') throw new ContentFault(`${part} is empty`);
  if (!BASE64.test(plain)) {
    const at = kept.findIndex((line) => !BASE64.test(isInLines ? dataOf(line) : line.replace(/\s/g, '')));
    throw new ContentFault(`${part} is not base64: line ${at + 1} after BEGIN has other characters`);
  }
  return { bytes: Buffer.from(plain, 'base64'), isEncrypted };
}

const isHeader = (line: string): boolean =>
  /^(?:Proc-Type|DEK-Info|Comment|Subject|X-[\w-]+|Content-\w+): /i.test(line);

/** The base64 of a line: the whole line, or its last word behind columns of a log or marks of a quotation. */
function dataOf(line: string): string {
  const bare = line.replace(/["']\s*[+.&]$/, '').replace(/^["'>|\s]+|["',;\\\s]+$/g, '');
  if (BASE64.test(bare)) return bare;
  const words = bare.split(/\s+/);
  return words.every((word) => BASE64.test(word)) ? words.join('') : (words.at(-1) ?? '');
}
