import { ToolError } from '../core/errors.js';
import { extensionOf } from '../core/files.js';
import type { InputFile } from '../core/tool.js';
import { detectFileKind } from '../engines/file-kind.js';
import { type DecodedText, decodeText } from '../engines/text/text-encoding.js';
import { unlessFaulty } from '../lib/faults.js';
import { isSvg, type SecondFace, secondFaces, typeOfMark, typeOfText } from '../lib/files/file-signatures.js';
import { type FileType, typeOfExtension, typeOfMime } from '../lib/files/file-types.data.js';
import { CompoundFile } from '../lib/office/compound-file.js';
import { pictureFormat } from '../lib/picture-files/picture-format.js';

/** What a file is, and how that agrees with what it is said to be. */
export interface FileIdentity {
  readonly mime: string;
  /** What people call it. */
  readonly name: string;
  /** Usual ending with its dot; `undefined` where nothing is known. */
  readonly extension: string | undefined;
  /** `content`: its bytes show it; `name`: text, whose kind only the name says; `nothing`: unknown. */
  readonly basis: 'content' | 'name' | 'nothing';
  /** Whether the name's ending is one of the type's; `undefined` where it has none or the type is unknown. */
  readonly nameFits: boolean | undefined;
  readonly faces: readonly SecondFace[];
  /** Where it is a text. */
  readonly text: DecodedText | undefined;
}

const EMPTY_MIME = 'application/x-empty';
const UNKNOWN_MIME = 'application/octet-stream';
const START_CHARACTERS = 65_536;

/** Kinds of text that their content shows without doubt; of the others the name may say more. */
const SURE_TEXTS =
  /svg|html|xml|json|vcard|calendar|vtt|subrip|ssa|x-shell|x-python|x-perl|x-ruby|x-php|pgp|pem|rfc822|diff/;

/** Kinds of text that look like any other, so that their name is believed. */
const NAMED_TEXTS =
  /csv|tab-separated|markdown|css|javascript|typescript|x-(?:python|shell|perl|ruby|php|java|c$|sql|ini|tex|diff|ndjson|subrip|ssa)|yaml|toml/;

/** Finds what a file is by its bytes; by its name only what kind of text a text is. */
export async function identify(file: InputFile): Promise<FileIdentity> {
  const { name, bytes } = file;
  const ending = extensionOf(name).slice(1);
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length === 0)
    return {
      mime: EMPTY_MIME,
      name: 'empty file',
      extension: undefined,
      basis: 'content',
      nameFits: undefined,
      faces: [],
      text: undefined,
    };
  const { mime, text, basis } = await mimeOf(file, buffer, ending);
  const type: FileType | undefined = typeOfMime(mime);
  const known = mime !== UNKNOWN_MIME;
  return {
    mime: type?.mime ?? mime,
    name: type?.name ?? (known ? mime : 'unknown'),
    extension: type?.extensions[0] === undefined ? undefined : `.${type.extensions[0]}`,
    basis,
    nameFits: ending === '' || !known || type === undefined ? undefined : fits(type, ending, text !== undefined),
    faces: secondFaces(buffer, type?.mime ?? mime),
    text,
  };
}

/** A text may have any ending that is not one of another kind's: `notes`, `data.dat`. */
function fits(type: FileType, ending: string, isText: boolean): boolean {
  if (type.extensions.includes(ending)) return true;
  return isText && type.mime === 'text/plain' && typeOfExtension(ending) === undefined;
}

async function mimeOf(
  { name, bytes }: InputFile,
  buffer: Buffer,
  ending: string,
): Promise<{ readonly mime: string; readonly text: DecodedText | undefined; readonly basis: FileIdentity['basis'] }> {
  const sure = (mime: string) => ({ mime, text: undefined, basis: 'content' as const });
  if (buffer.toString('latin1', 0, 5) === '%PDF-') return sure('application/pdf');
  // No signature is shorter than that of TGA, which has none: it is believed where the name says so too.
  if (pictureFormat(bytes, extensionOf(name)) === 'tga' || (ending === 'tga' && hasTgaFooter(buffer)))
    return sure('image/x-tga');
  const found = await detectFileKind(bytes);
  const isBinary = found !== undefined && !/^text\/|\/json$|\/xml$|^image\/svg/.test(found.mime);
  if (found?.mime === 'application/x-cfb') return sure(compoundType(bytes) ?? found.mime);
  if (isBinary && found.mime !== 'application/zip') return sure(found.mime);
  const mark = typeOfMark(buffer) ?? (isBinary ? found.mime : undefined) ?? netpbm(buffer);
  if (mark !== undefined) return sure(mark);
  const text = await textOf(buffer);
  const pdf = buffer.subarray(0, 1024).indexOf('%PDF-', 0, 'latin1');
  if (pdf > 0 && buffer.includes('%%EOF', pdf)) return sure('application/pdf');
  if (text === undefined)
    return found === undefined
      ? {
          mime: isLzma(buffer) ? 'application/x-lzma' : UNKNOWN_MIME,
          text,
          basis: isLzma(buffer) ? 'content' : 'nothing',
        }
      : sure(found.mime);
  const start = text.text.slice(0, START_CHARACTERS);
  const byStart = isSvg(start) ? 'image/svg+xml' : (typeOfText(start) ?? xmlOf(start, text.text));
  const mime = byStart ?? found?.mime ?? 'text/plain';
  if (byStart !== undefined || SURE_TEXTS.test(mime)) return { mime, text, basis: 'content' };
  const named = typeOfExtension(ending);
  if (named !== undefined && NAMED_TEXTS.test(named.mime)) return { mime: named.mime, text, basis: 'name' };
  return { mime, text, basis: 'content' };
}

/** What the streams of a compound file belong to: [MS-DOC], [MS-XLS], [MS-PPT], [MS-OXMSG], [MS-VSDX]. */
const STREAM_TYPES: readonly (readonly [stream: string, mime: string])[] = [
  ['WordDocument', 'application/msword'],
  ['Workbook', 'application/vnd.ms-excel'],
  ['Book', 'application/vnd.ms-excel'],
  ['PowerPoint Document', 'application/vnd.ms-powerpoint'],
  ['__properties_version1.0', 'application/vnd.ms-outlook'],
  ['VisioDocument', 'application/vnd.visio'],
];

/** `undefined` where it is damaged or something else. */
function compoundType(bytes: Uint8Array): string | undefined {
  const names = unlessFaulty(() => new CompoundFile(bytes).entriesOf().map(({ name }) => name)) ?? [];
  return STREAM_TYPES.find(([stream]) => names.includes(stream))?.[1];
}

/** XML without a declaration: one element from the first character to the last. */
function xmlOf(start: string, whole: string): string | undefined {
  if (/^\s*<!DOCTYPE\s+(?!html)/i.test(start)) return 'application/xml';
  const root = /^\s*<([A-Za-z_][\w:.-]{0,100})[\s>/]/.exec(start)?.[1];
  if (root === undefined || /^html$/i.test(root)) return undefined;
  const end = whole.slice(-500).trimEnd();
  return end.endsWith(`</${root}>`) ? 'application/xml' : undefined;
}

const hasTgaFooter = (bytes: Buffer): boolean =>
  bytes.toString('latin1', bytes.length - 18, bytes.length - 2) === 'TRUEVISION-XFILE';

/** Netpbm: P1 to P7, white space, then a number, a comment or a key. */
const netpbm = (bytes: Buffer): string | undefined =>
  /^P[1-7][\s#]+(?:\d|#|WIDTH)/.test(bytes.toString('latin1', 0, 20)) ? 'image/x-portable-anymap' : undefined;

/** Properties 0x5D, a dictionary of a power of two, an unknown or sensible size (lzma-file-format.txt of XZ Utils). */
function isLzma(bytes: Buffer): boolean {
  if (bytes.length < 14 || bytes[0] !== 0x5d || bytes.readUInt16LE(1) !== 0) return false;
  const size = bytes.readBigUInt64LE(5);
  return size === 0xffff_ffff_ffff_ffffn || size < 2n ** 38n;
}

/** Decoded, where it is a text: no zero bytes but in UTF-16, and no control characters that texts do not have. */
async function textOf(bytes: Buffer): Promise<DecodedText | undefined> {
  try {
    const decoded = await decodeText(bytes, 'the file');
    return /[\u0000-\u0006\u000e-\u001a\u001c-\u001f]/.test(decoded.text.slice(0, START_CHARACTERS))
      ? undefined
      : decoded;
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}
