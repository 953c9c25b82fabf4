import { type DecodeCharset, type MimePart, readMimeTree } from './mime-tree.js';

/** A part of a message without parts of its own, its transfer encoding undone. */
export interface MessagePart {
  /** Its own header fields by their name in lower case, those of the message for the first; of a repeated one all, a line each. */
  readonly headers: ReadonlyMap<string, string>;
  /** In lower case, `text/plain` where none is told. */
  readonly type: string;
  readonly charset: string;
  readonly fileName: string;
  readonly bytes: Uint8Array;
}

/** Every leaf part of a message (RFC 5322, RFC 2045 to 2047), forwarded messages opened too. `message` is its bytes as Latin-1. */
export function messageParts(message: string, decode: DecodeCharset): MessagePart[] {
  const list: MessagePart[] = [];
  const collect = (part: MimePart, depth: number): void => {
    const { fields, type, parameters, fileName, bytes, parts } = part;
    // The fields of the message itself are told even where all of its content is in its parts.
    if (parts.length === 0 || depth === 0) {
      const headers = new Map<string, string>();
      for (const { name, value } of fields) {
        const known = headers.get(name.toLowerCase());
        headers.set(name.toLowerCase(), known === undefined ? value : `${known}\n${value}`);
      }
      list.push({ headers, type, charset: parameters.get('charset') ?? 'utf-8', fileName, bytes });
    }
    for (const inner of parts) collect(inner, type === 'message/rfc822' ? 0 : depth + 1);
  };
  collect(readMimeTree(message, decode), 0);
  return list;
}
