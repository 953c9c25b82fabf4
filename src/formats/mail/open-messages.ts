import { quote } from '../../core/errors.js';
import { refusing } from '../../core/refusing.js';
import type { InputFile } from '../../core/tool.js';
import { decodeWith, hasEncoding } from '../../engines/text/text-encoding.js';
import { bodyOf } from '../../engines/xml/html-document.js';
import { ContentFault } from '../../lib/faults.js';
import { type MailMessage, readMail } from '../../lib/mail/mail-message.js';
import { isMailbox, splitMailbox } from '../../lib/mail/mailbox-file.js';
import { readOutlookMessage } from '../../lib/mail/outlook-message.js';
import { isCompoundFile } from '../../lib/office/compound-file.js';
import { htmlText } from '../html/html-text.js';

/** Endings of files that `openMessages` reads. */
export const MAIL_FILES = ['.eml', '.msg', '.mbox', '.mbx', '.mht', '.mhtml', '.txt'] as const;

const decode = (bytes: Uint8Array, charset: string): string => {
  const name = charset.trim();
  // Its variants too, which have further tables.
  if (/^iso-2022-jp/i.test(name)) return decodeWith(bytes, 'iso-2022-jp');
  const text = decodeWith(bytes, hasEncoding(name) ? name : 'utf-8');
  // Programs that call their charset UTF-8, or nothing at all, write that of Windows more often than damaged UTF-8.
  const isWrong = text.includes('\ufffd') && (!hasEncoding(name) || /^(?:utf-8|us-ascii)$/i.test(name));
  return isWrong ? decodeWith(bytes, 'windows-1252') : text.replace(/^\ufeff/, '');
};

/**
 * The messages of a caller's file: one in the Internet's format or Outlook's, told by the content, or all of a mailbox. Throws
 * INVALID_INPUT, naming the file, where it holds none; LIMIT_EXCEEDED.
 */
export function openMessages(
  { name, bytes }: Pick<InputFile, 'name' | 'bytes'>,
  label = `file ${quote(name)}`,
): MailMessage[] {
  return refusing(`Cannot read ${label} as an e-mail message`, () => {
    if (isCompoundFile(bytes)) return [readOutlookMessage(bytes, decode)];
    const text = Buffer.from(bytes)
      .toString('latin1')
      .replace(/^(?:\u00ef\u00bb\u00bf)?\s*/, '');
    const messages = (isMailbox(text) ? splitMailbox(text) : [text]).map((message) => readMail(message, decode));
    if (messages.every(({ fields }) => fields.length === 0))
      throw new ContentFault('it has no header field such as "From: someone@example.com"');
    return messages;
  });
}

/** The text of a message, made from its HTML where it has no other. */
export function messageText({ text, html }: MailMessage): string {
  if (text !== undefined && (text.trim() !== '' || html === undefined)) return text;
  if (html === undefined) return '';
  const rules = {
    width: Number.POSITIVE_INFINITY,
    links: 'inline',
    images: false,
    tables: 'tabs',
    base: undefined,
  } as const;
  return htmlText(bodyOf(html), rules);
}
