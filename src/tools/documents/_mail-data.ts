import { z } from 'zod';

import { count, warnings } from '../../core/shared-data.js';
import { messageText } from '../../formats/mail/open-messages.js';
import type { MailAddress, MailAttachment, MailMessage } from '../../lib/mail/mail-message.js';
import { verdictsOf } from '../../lib/mail/message-origin.js';

const addresses = (description: string) =>
  z
    .array(
      z.object({
        name: z.string().describe('Display name; empty if missing.'),
        address: z.string().describe('E-mail address; empty if missing.'),
      }),
    )
    .describe(description);

const told = (description: string) => z.string().nullable().describe(`${description}; null if missing.`);

/** `data` of a message. */
export const messageData = z.object({
  subject: z.string().describe('Subject, decoded; empty if missing.'),
  from: addresses('Authors.'),
  to: addresses('Recipients.'),
  cc: addresses('Recipients of a copy.'),
  bcc: addresses('Recipients of a blind copy.'),
  replyTo: addresses('Where replies go, if not to the authors.'),
  date: told('When it was sent, in UTC'),
  messageId: told('Message-ID without angle brackets'),
  inReplyTo: told('Message-ID of the message it replies to'),
  references: z.array(z.string()).describe('Message-IDs of the thread, the oldest first.'),
  text: z.string().describe('Plain text; made from the HTML if the message has HTML only.'),
  html: told('HTML as it was sent'),
  attachments: z
    .array(
      z.object({
        name: z.string().describe('Name in the message; empty if missing.'),
        type: z.string().describe('Media type.'),
        bytes: count('Size in bytes.'),
        contentId: told('Content-ID, by which the HTML refers to it'),
        isInline: z.boolean().describe('Whether it is shown within the message.'),
      }),
    )
    .describe('Attachments and inline images, in the order of the returned files.'),
  authentication: z
    .array(
      z.object({
        server: z.string().describe('Server that judged; empty if it is not named.'),
        method: z.string().describe('Such as spf, dkim or dmarc.'),
        result: z.string().describe('Such as pass or fail.'),
      }),
    )
    .describe('Verdicts of Authentication-Results fields, the newest first.'),
  headers: z
    .array(z.object({ name: z.string().describe('Name as written.'), value: z.string().describe('Value, decoded.') }))
    .describe('All header fields in their order.'),
  warnings: warnings(),
});

export function messageReport(message: MailMessage) {
  const { subject, from, to, cc, bcc, replyTo, references, html, fields } = message;
  const orNull = (value: string): string | null => (value === '' ? null : value);
  const verdicts = verdictsOf(fields).flatMap(({ server, results }) =>
    results.map(({ method, result }) => ({ server, method, result })),
  );
  return {
    subject,
    from,
    to,
    cc,
    bcc,
    replyTo,
    date: message.time === undefined ? null : new Date(message.time).toISOString(),
    messageId: orNull(message.messageId),
    inReplyTo: orNull(message.inReplyTo),
    references,
    text: messageText(message),
    html: html ?? null,
    attachments: message.attachments.map(({ name, type, bytes, contentId, isInline }) => ({
      name,
      type,
      bytes: bytes.length,
      contentId: orNull(contentId),
      isInline,
    })),
    authentication: verdicts,
    headers: fields,
    warnings: message.warnings,
  };
}

const list = (addressList: readonly MailAddress[]): string =>
  addressList.map(({ name, address }) => (name === '' ? address : `${phrase(name)} <${address}>`)).join(', ');

/** RFC 5322, 3.2.3: a name with a comma and the like is quoted, or it would be two. */
const phrase = (name: string): string => (/[()<>[\]:;@\\,"]/.test(name) ? `"${name.replace(/["\\]/g, '\\$&')}"` : name);

/** A message to be read: its main fields, its text, the names of its attachments. */
export function readableMessage(message: MailMessage): string {
  const fields = [
    ['From', list(message.from)],
    ['To', list(message.to)],
    ['Cc', list(message.cc)],
    ['Date', message.time === undefined ? '' : new Date(message.time).toISOString()],
    ['Subject', message.subject],
    ['Attachments', message.attachments.map(attachmentLabel).join(', ')],
  ].filter(([, value]) => value !== '');
  const head = fields.map(([name, value]) => `${name}: ${value}\n`).join('');
  return `${head}\n${messageText(message).trimEnd()}\n`;
}

const attachmentLabel = ({ name, type, bytes }: MailAttachment): string => `${name || type} (${bytes.length} bytes)`;
