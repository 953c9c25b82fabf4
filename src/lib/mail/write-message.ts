import { createHash } from 'node:crypto';

import { writeEncodedWords, writeQuotedPrintable } from '../encodings/quoted-printable.js';
import type { MailAddress, MailAttachment, MailMessage } from './mail-message.js';

const CRLF = '\r\n';
const UTF8 = {
  charset: 'UTF-8',
  encode: (text: string): Uint8Array => Buffer.from(text),
  wordEncoding: 'auto',
} as const;

/** A message in the Internet's format (RFC 5322, RFC 2045, RFC 2231). The same message gives the same text. */
export function writeMessage(message: MailMessage): string {
  const seed = createHash('sha256').update(JSON.stringify([message.subject, message.messageId, message.text ?? '']));
  const boundary = `part-${seed.digest('hex').slice(0, 24)}`;
  const id = (value: string): string => (value === '' ? '' : `<${value}>`);
  const fields = [
    ['Date', message.time === undefined ? '' : new Date(message.time).toUTCString().replace('GMT', '+0000')],
    ['From', addressList(message.from)],
    ['To', addressList(message.to)],
    ['Cc', addressList(message.cc)],
    ['Bcc', addressList(message.bcc)],
    ['Reply-To', addressList(message.replyTo)],
    ['Subject', writeEncodedWords(message.subject, UTF8)],
    ['Message-ID', id(message.messageId)],
    ['In-Reply-To', id(message.inReplyTo)],
    ['References', message.references.map(id).join(`${CRLF} `)],
    ['MIME-Version', '1.0'],
  ] as const;
  const head = fields.flatMap(([name, value]) => (value === '' ? [] : [`${name}: ${value}`])).join(CRLF);
  return `${head}${CRLF}${contentOf(message, boundary)}`;
}

/** Header fields and body of what a message says. */
function contentOf({ text, html, attachments }: MailMessage, boundary: string): string {
  const texts = [
    ...(text === undefined && html !== undefined ? [] : [textPart('plain', text ?? '')]),
    ...(html === undefined ? [] : [textPart('html', html)]),
  ];
  const related =
    html === undefined ? [] : attachments.filter(({ isInline, contentId }) => isInline && contentId !== '');
  const others = attachments.filter((one) => !related.includes(one));
  const alternative = multipart('alternative', texts, `${boundary}-a`);
  const shown = multipart('related', [alternative, ...related.map(attachmentPart)], `${boundary}-r`);
  return multipart('mixed', [shown, ...others.map(attachmentPart)], `${boundary}-m`);
}

/** One part needs no multipart around it. */
function multipart(kind: string, parts: readonly string[], boundary: string): string {
  const [only, ...more] = parts;
  if (only !== undefined && more.length === 0) return only;
  const body = parts.map((part) => `--${boundary}${CRLF}${part}${CRLF}`).join('');
  return `Content-Type: multipart/${kind};${CRLF} boundary="${boundary}"${CRLF}${CRLF}${body}--${boundary}--${CRLF}`;
}

const textPart = (kind: string, text: string): string =>
  `Content-Type: text/${kind}; charset=utf-8${CRLF}Content-Transfer-Encoding: quoted-printable${CRLF}${CRLF}` +
  writeQuotedPrintable(Buffer.from(text.replace(/\r?\n/g, CRLF)));

function attachmentPart({ name, type, contentId, isInline, bytes, message }: MailAttachment): string {
  const safeType = /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : 'application/octet-stream';
  const lines = [
    `Content-Type: ${safeType}`,
    ...(contentId === '' ? [] : [`Content-ID: <${contentId.replace(/[\s<>]/g, '')}>`]),
    `Content-Disposition: ${isInline ? 'inline' : 'attachment'}${fileNameParameter(name)}`,
  ];
  // RFC 2046 §5.2.1: a message within a message is not encoded.
  if (message !== undefined) return [...lines, '', writeMessage(message)].join(CRLF);
  const encoded = Buffer.from(bytes).toString('base64').replace(/.{76}/g, `$&${CRLF}`).trimEnd();
  return [...lines, 'Content-Transfer-Encoding: base64', '', encoded].join(CRLF);
}

function fileNameParameter(name: string): string {
  if (name === '') return '';
  if (/^[\x20-\x7e]{1,60}$/.test(name)) return `;${CRLF} filename="${name.replace(/["\\]/g, '\\$&')}"`;
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const pieces = encoded.match(/(?:%[0-9A-F]{2}|[^%]){1,20}/g) ?? [];
  return pieces.map((piece, index) => `;${CRLF} filename*${index}*=${index === 0 ? "UTF-8''" : ''}${piece}`).join('');
}

const addressList = (list: readonly MailAddress[]): string =>
  list
    .map(({ name, address }) => {
      const safe = address.replace(/[\r\n<>]/g, '');
      if (name === '') return safe;
      const shown = /^[\x20-\x7e]*$/.test(name) ? `"${name.replace(/["\\]/g, '\\$&')}"` : writeEncodedWords(name, UTF8);
      return `${shown} <${safe}>`;
    })
    .join(`,${CRLF} `);
