import { overLimit } from '../core/errors.js';
import { refusing } from '../core/refusing.js';
import type { InputFile } from '../core/tool.js';
import { expandedLength } from '../lib/xml/entity-expansion.js';
import type { XmlDocument } from '../lib/xml/nodes.js';
import { parseXml, type XmlLimits } from '../lib/xml/parse.js';
import { readTextFile, readTextSource, type TextSource } from './text-source.js';

/**
 * Reads a caller's XML. `label` says what it is in messages. Throws INVALID_INPUT with line, column and pointer, LIMIT_EXCEEDED
 * where it is nested too deep or has more elements than `limits` allow.
 */
export function readXml(text: string, label: string, limits?: XmlLimits): XmlDocument {
  return refusing(`Cannot read ${label} as XML`, () => parseXml(text, limits));
}

/** As `readTextSource`; an upload is decoded as its XML declaration says, where it has no byte order mark. */
export async function readXmlSource(request: {
  readonly input: string;
  readonly files: readonly InputFile[];
}): Promise<TextSource> {
  const [upload] = request.files;
  if (upload === undefined || request.input !== '') return readTextSource(request);
  return readXmlFile(upload);
}

/** The text of an uploaded XML file. */
export const readXmlFile = (upload: InputFile): Promise<TextSource> =>
  readTextFile(upload, declaredEncoding(upload.bytes) ?? 'auto');

const MARKS = [
  [0xef, 0xbb, 0xbf],
  [0xff, 0xfe],
  [0xfe, 0xff],
];

/** XML 1.0, appendix F: the declaration can be read before the encoding is known, as far as ASCII goes. */
function declaredEncoding(bytes: Uint8Array): string | undefined {
  if (MARKS.some((mark) => mark.every((byte, index) => bytes[index] === byte))) return undefined;
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 200)).toString('latin1');
  const name = /^<\?xml[ \t\r\n][^>]*?encoding[ \t\r\n]*=[ \t\r\n]*["']([A-Za-z][A-Za-z0-9._-]*)["']/.exec(start)?.[1];
  // UTF-16 would not have shown itself in ASCII letters.
  return name === undefined || /^(utf-?(8|16)|us-ascii)/i.test(name) ? undefined : name;
}

/** Characters that a document may stand for with its entities put in their places. */
const MAX_EXPANDED_CHARACTERS = 10_000_000;

/**
 * Throws LIMIT_EXCEEDED where a document's entities stand for more than any reader should hold: harmless here, where nothing is
 * expanded, but not where the document goes next.
 */
export function checkEntities({ text, label }: { readonly text: string; readonly label: string }): void {
  if (expandedLength(text) <= MAX_EXPANDED_CHARACTERS) return;
  throw overLimit(`Entities of ${label} must stand for at most ${MAX_EXPANDED_CHARACTERS} characters in all`);
}

/**
 * A text whose declaration names no encoding: it is decoded already, and what is said of its bytes counts no more. Offsets and lines
 * stay. `read` is its document, where it is known.
 */
export function withoutEncoding(text: string, read?: XmlDocument): string {
  const declaration = read?.declaration?.raw ?? /^\ufeff?<\?xml[^>]*\?>/.exec(text)?.[0] ?? '';
  const encoding = /[ \t\r\n]encoding[ \t\r\n]*=[ \t\r\n]*("[^"]*"|'[^']*')/.exec(declaration)?.[0];
  return encoding === undefined ? text : text.replace(encoding, encoding.replace(/[^\r\n]/g, ' '));
}
