import { ToolError } from '../core/errors.js';
import type { InputFile } from '../core/tool.js';
import { openPicture } from '../engines/image/picture.js';
import type { DecodedText } from '../engines/text/text-encoding.js';
import { mediaDuration } from '../lib/audio/media-duration.js';
import { ContentFault, LimitFault, PasswordFault } from '../lib/faults.js';
import { pictureFormat } from '../lib/picture-files/picture-format.js';
import { findBreaks } from '../lib/text/lines.js';
import { countCodePoints } from '../lib/unicode/code-points.js';
import { openArchive } from './archive/open.js';
import type { FileIdentity } from './file-identity.js';
import { METADATA_FORMATS, metadataPieces } from './metadata/pieces.js';
import { openPdf } from './pdf/document/open.js';

export interface Summary {
  readonly text?: ReturnType<typeof textSummary>;
  readonly pdf?: ReturnType<typeof pdfSummary>;
  readonly image?: Awaited<ReturnType<typeof imageSummary>>;
  readonly media?: { readonly seconds: number; readonly bitsPerSecond?: number };
  readonly archive?: Awaited<ReturnType<typeof archiveSummary>>;
  readonly fault?: string;
}

/**
 * What kind of file has to say in a line: size of a picture, duration of a sound, pages of a PDF, entries of an archive, lines of
 * a text. `password` opens a PDF or an archive that is encrypted. Empty where there is nothing; a file that cannot be opened says so in
 * `fault`.
 */
export async function summarise(
  file: InputFile,
  { mime, text }: FileIdentity,
  { password, signal }: { readonly password: string; readonly signal: AbortSignal },
): Promise<Summary> {
  try {
    if (text !== undefined) return { text: textSummary(text) };
    if (mime === 'application/pdf') return { pdf: pdfSummary(file, password) };
    if (/^image\//.test(mime)) return { image: await imageSummary(file, signal) };
    if (/^(?:audio|video)\//.test(mime)) return mediaSummary(file);
    if (ARCHIVES.test(mime)) return { archive: await archiveSummary(file, password) };
    return {};
  } catch (error) {
    const isFault = error instanceof ToolError || error instanceof ContentFault || error instanceof LimitFault;
    if (!(isFault || error instanceof RangeError)) throw error;
    if (error.cause instanceof PasswordFault) return { fault: lockedFault(error.cause) };
    return { fault: error instanceof RangeError ? 'it is damaged' : error.message };
  }
}

const lockedFault = ({ password, message }: PasswordFault): string =>
  password === 'none'
    ? message
    : password === 'wrong'
      ? 'the password in option "password" is wrong'
      : 'it is encrypted: give its password in option "password"';

const ARCHIVES =
  /zip$|officedocument|opendocument|epub|java-archive|android|macroenabled|7z|vnd\.rar|x-tar|x-cpio|x-archive|debian|x-rpm|cab-compressed|iso9660|ms-wim|gzip|bzip2|x-xz|zstd|lz4|lzma|x-compress/;

function textSummary({ text, encoding, hasMark }: DecodedText) {
  const counts = { '\n': 0, '\r\n': 0, '\r': 0 };
  let longest = 0;
  let start = 0;
  let lines = 0;
  for (const { end, lineBreak } of findBreaks(text)) {
    counts[lineBreak as '\n'] += 1;
    longest = Math.max(longest, end - start);
    start = end + lineBreak.length;
    lines += 1;
  }
  if (start < text.length) lines += 1;
  longest = Math.max(longest, text.length - start);
  const kinds = [counts['\n'] > 0 ? 'LF' : '', counts['\r\n'] > 0 ? 'CRLF' : '', counts['\r'] > 0 ? 'CR' : ''].filter(
    Boolean,
  );
  return {
    encoding,
    bom: hasMark,
    characters: countCodePoints(text),
    words: text.match(/\S+/g)?.length ?? 0,
    lines,
    longestLine: longest,
    lineBreaks: kinds.length === 0 ? 'none' : kinds.join(' and '),
    endsWithLineBreak: start > 0 && start === text.length,
  };
}

function pdfSummary(file: InputFile, password: string) {
  const { pages, document } = openPdf(file, { password });
  return { pages: pages.length, version: document.version, repaired: document.isRepaired };
}

async function imageSummary(file: InputFile, signal: AbortSignal) {
  const format = pictureFormat(file.bytes, '');
  if (format !== undefined && (METADATA_FORMATS as readonly string[]).includes(format)) {
    const { width, height, bitsPerSample } = metadataPieces(file.bytes, format);
    if (width !== undefined && height !== undefined)
      return {
        width,
        height,
        megapixels: megapixels(width, height),
        ...(bitsPerSample === undefined ? {} : { bitsPerSample }),
      };
  }
  const { width, height, frames } = await openPicture(file, signal);
  return { width, height, megapixels: megapixels(width, height), ...(frames > 1 ? { frames } : {}) };
}

const megapixels = (width: number, height: number): number => Number(((width * height) / 1e6).toFixed(2));

function mediaSummary({ bytes }: InputFile): Summary {
  const seconds = mediaDuration(bytes);
  if (seconds === undefined) return {};
  const bitsPerSecond = seconds === 0 ? {} : { bitsPerSecond: Math.round((8 * bytes.length) / seconds) };
  return { media: { seconds, ...bitsPerSecond } };
}

async function archiveSummary(file: InputFile, password: string) {
  const { format, layers, entries } = await openArchive(file, { password, charset: 'auto' });
  let bytes = 0;
  for (const entry of entries) bytes += entry.kind === 'file' ? (entry.bytes ?? 0) : 0;
  return {
    format,
    ...(layers.length === 0 ? {} : { packedIn: layers }),
    entries: entries.length,
    bytes,
    encrypted: entries.some(({ encrypted }) => encrypted),
  };
}
