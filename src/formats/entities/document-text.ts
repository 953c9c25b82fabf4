import { overLimit, quote } from '../../core/errors.js';
import { extensionOf } from '../../core/files.js';
import { refusing } from '../../core/refusing.js';
import type { InputFile } from '../../core/tool.js';
import { decodeText, decodeWith, hasEncoding } from '../../engines/text/text-encoding.js';
import { decodeEntities } from '../../engines/xml/html-entities.js';
import { readEncodedWords } from '../../lib/encodings/quoted-printable.js';
import { messageParts } from '../../lib/mail/message-parts.js';
import { pageText } from '../../lib/page-text/plain-text.js';
import { wordsOf } from '../../lib/page-text/words.js';
import { openPdf } from '../pdf/document/open.js';
import { withPageContents } from '../pdf/text/page-content.js';
import { readTextFile } from '../text-source.js';

/** Letters of a PDF; chosen as for pdf-to-text. */
const MAX_LETTERS = 1_000_000;

/**
 * The text of an upload to search in: pages of a PDF, parts of a message with their transfer encodings undone, HTML with its tags (links
 * are in them) and its character references decoded, else the text as it is. Throws INVALID_INPUT and LIMIT_EXCEEDED naming the file.
 */
export async function readDocumentText(file: InputFile, password: string): Promise<string> {
  const ending = extensionOf(file.name);
  if (ending === '.pdf') return pdfText(file, password);
  if (ending === '.eml') return mailText(file);
  const { text } = await readTextFile(file);
  return ending === '.html' || ending === '.htm' ? decodeEntities(text) : text;
}

async function pdfText(file: InputFile, password: string): Promise<string> {
  const pdf = openPdf(file, { password });
  const texts: string[] = [];
  let letters = 0;
  await withPageContents(pdf, file.bytes, (read) => {
    for (let index = 0; index < pdf.pages.length; index++) {
      const content = read(index);
      letters += content.glyphs.length;
      if (letters > MAX_LETTERS)
        throw overLimit(`The pages of PDF ${quote(file.name)} must have at most ${MAX_LETTERS} characters in all`);
      texts.push(pageText(wordsOf(content.glyphs), { layout: 'reading', dehyphenate: false }));
    }
  });
  return texts.join('\n\f');
}

/** Header fields that name people, hosts and addresses. */
const FIELDS = [
  'from',
  'to',
  'cc',
  'reply-to',
  'return-path',
  'sender',
  'subject',
  'received',
  'x-originating-ip',
  'list-unsubscribe',
  'authentication-results',
];

async function mailText(file: InputFile): Promise<string> {
  const message = Buffer.from(file.bytes).toString('latin1');
  const decode = (bytes: Uint8Array, charset: string): string =>
    decodeWith(bytes, hasEncoding(charset) ? charset : 'utf-8');
  const parts = refusing(`Cannot read file ${quote(file.name)} as a message`, () => messageParts(message, decode));
  const texts: string[] = [];
  for (const { headers, type, charset, fileName, bytes } of parts) {
    for (const name of FIELDS) {
      const value = headers.get(name);
      if (value !== undefined) texts.push(`${name}: ${readEncodedWords(value, decode)}`);
    }
    if (fileName !== '') texts.push(fileName);
    if (!type.startsWith('text/')) continue;
    const text = decode(bytes, charset);
    texts.push(type === 'text/html' ? decodeEntities(text) : text);
  }
  if (texts.length > 0) return texts.join('\n');
  return (await decodeText(file.bytes, `file ${quote(file.name)}`)).text;
}
