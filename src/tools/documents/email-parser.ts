import { z } from 'zod';

import { eachFile, eachResult, type FileWork } from '../../core/each-file.js';
import { stemOf } from '../../core/files.js';
import { defineTool, type InputFile, invalid, type OutputFile, text, withFiles } from '../../core/index.js';
import { fileReports } from '../../core/shared-data.js';
import { MAIL_FILES, openMessages } from '../../formats/mail/open-messages.js';
import { typeOfMime } from '../../lib/files/file-types.data.js';
import { withDistinctNames } from '../../lib/files/portable-names.js';
import type { MailAttachment, MailMessage } from '../../lib/mail/mail-message.js';
import { writeMessage } from '../../lib/mail/write-message.js';
import { messageData, messageReport, readableMessage } from './_mail-data.js';

const MAIL_MIME = 'message/rfc822';

/** An attachment as a file; without a name it is `attachment-2.png`. */
function attachmentFile({ name, type, bytes, message }: MailAttachment, index: number): OutputFile {
  const ending = type === MAIL_MIME ? '.eml' : (typeOfMime(type)?.extensions[0] ?? '.bin');
  const ownName = name.replace(/^.*[/\\]/s, '').trim() || `attachment-${index + 1}${ending}`;
  return { name: ownName, mime: type, bytes: message === undefined ? bytes : Buffer.from(writeMessage(message)) };
}

const emlFiles = (messages: readonly MailMessage[], stem: string): OutputFile[] =>
  messages.map((message, index) => ({
    name: `${stem}${messages.length > 1 ? `-${index + 1}` : ''}.eml`,
    mime: MAIL_MIME,
    bytes: Buffer.from(writeMessage(message)),
  }));

export default defineTool({
  id: 'email-parser',
  title: 'Email Parser',
  summary:
    'Reads e-mail files (EML, Outlook MSG, mbox): senders, recipients, subject, text, HTML, headers and attachments.',
  family: 'documents',
  class: 'native',
  input: 'optional',
  files: { min: 0, max: 20, formats: [...MAIL_FILES] },
  options: {
    format: z
      .enum(['json', 'text', 'eml'])
      .default('json')
      .describe('Result: json has everything, text is for reading, eml converts each message to an EML file.'),
    attachments: z.boolean().default(true).describe('Returns the attachments as files, for formats json and text.'),
  },
  result: 'mixed',
  data: fileReports({
    messages: z.array(messageData).describe('Messages of the file, for format json; a mailbox has several.'),
  }),
  notes: [
    'The content decides which format a file has. "input" takes the source of one message, or of a mailbox.',
    'Text of several parts is joined; lines that were wrapped for sending (format=flowed) are joined as well. A message with HTML only gets its text from the HTML.',
    'A forwarded message is an attachment in EML format. Of Outlook messages, text in Rich Text Format and winmail.dat are not converted; a warning says so when the text is missing for that reason.',
    'Nothing is loaded and nothing is run: the HTML is returned as it was sent, with its scripts and addresses.',
    'At most 10,000 messages per mailbox; per message 1,000 parts, nested up to 20 deep.',
  ],
  aliases: [
    'eml viewer',
    'msg to eml',
    'parse mime',
    'outlook msg reader',
    'extract email attachments',
    'mbox to json',
    'eml to json',
    'msg viewer',
    'open an outlook message',
    'attachments of an email',
    'winmail',
  ],
  verified: [
    'Python 3.11 (email): 200 messages that it wrote (nested multiparts, 11 charsets, encoded names, forwarded messages) give the subject, addresses, text, HTML and attachments that it reads.',
    'Python 3.11 (mailbox): 20 mailboxes give its messages; (email): messages written as EML are read with the same content.',
    'msgconvert 0.921 (Email::Outlook::Message): 20 generated Outlook messages have the same subject, text, HTML and attachments.',
  ],
  examples: [
    {
      title: 'A message with an attachment',
      input:
        'From: =?utf-8?Q?Ren=C3=A9e?= <renee@example.com>\nTo: "Harbour, Office" <office@example.org>, ada@example.org\nSubject: Fares\nDate: Mon, 5 Jan 2026 10:00:00 +0100\nMessage-ID: <1@example.com>\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable\n\nSee the caf=E9 list.\n--b\nContent-Type: text/csv; name=fares.csv\nContent-Disposition: attachment; filename=fares.csv\nContent-Transfer-Encoding: base64\n\nbGluZSxwcmljZQo=\n--b--\n',
      output: {
        data: {
          files: [
            {
              name: 'message.eml',
              outputs: ['fares.csv'],
              messages: [
                {
                  subject: 'Fares',
                  from: [{ name: 'Renée', address: 'renee@example.com' }],
                  to: [
                    { name: 'Harbour, Office', address: 'office@example.org' },
                    { name: '', address: 'ada@example.org' },
                  ],
                  cc: [],
                  bcc: [],
                  replyTo: [],
                  date: '2026-01-05T09:00:00.000Z',
                  messageId: '1@example.com',
                  inReplyTo: null,
                  references: [],
                  text: 'See the café list.',
                  html: null,
                  attachments: [{ name: 'fares.csv', type: 'text/csv', bytes: 11, contentId: null, isInline: false }],
                  authentication: [],
                  headers: [
                    { name: 'From', value: 'Renée <renee@example.com>' },
                    { name: 'To', value: '"Harbour, Office" <office@example.org>, ada@example.org' },
                    { name: 'Subject', value: 'Fares' },
                    { name: 'Date', value: 'Mon, 5 Jan 2026 10:00:00 +0100' },
                    { name: 'Message-ID', value: '<1@example.com>' },
                    { name: 'MIME-Version', value: '1.0' },
                    { name: 'Content-Type', value: 'multipart/mixed; boundary=b' },
                  ],
                  warnings: [],
                },
              ],
            },
          ],
        },
        files: [{ name: 'fares.csv', mime: 'text/csv', text: 'line,price\n' }],
      },
    },
    {
      title: 'A message with HTML only, to be read',
      options: { format: 'text' },
      files: [
        {
          name: 'offer.eml',
          text: 'From: shop@example.com\r\nTo: you@example.com\r\nSubject: =?utf-8?B?8J+agiBPZmZlcg==?=\r\nContent-Type: text/html\r\n\r\n<p>Trains <b>from</b> 9 &euro;<p><a href="https://example.com/">Book</a>\r\n',
        },
      ],
      output: {
        text: 'From: shop@example.com\nTo: you@example.com\nSubject: 🚂 Offer\n\nTrains from 9 €\n\nBook (https://example.com/)\n',
      },
    },
    {
      title: 'A text that is not a message',
      input: 'Dear reader,\nno header here.',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as an e-mail message: it has no header field such as "From: someone@example.com"',
      },
    },
    {
      title: 'Nothing to read',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
    {
      title: 'A message and a file',
      input: 'Subject: a\n\nb',
      files: [{ name: 'a.eml', text: 'Subject: a\n\nb' }],
      error: { code: 'INVALID_INPUT', message: 'Property "input" must be empty where a file is given' },
    },
  ],
  run({ input, files, signal, options: { format, attachments } }) {
    if (files.length > 0 && input !== '') throw invalid('Property "input" must be empty where a file is given');
    if (files.length === 0 && input === '') throw invalid('Property "input" must not be empty where no file is given');
    const uploads = files.length > 0 ? files : [{ name: 'message.eml', mime: MAIL_MIME, bytes: Buffer.from(input) }];
    const open = (file: InputFile) => openMessages(file, files.length > 0 ? undefined : 'property "input"');
    const partsOf = (messages: readonly MailMessage[]): OutputFile[] =>
      attachments ? withDistinctNames(messages.flatMap((message) => message.attachments).map(attachmentFile)) : [];
    const run = { files: uploads, signal };
    if (format === 'text')
      return eachResult(run, async (file) => {
        const messages = open(file);
        const written = text(messages.map(readableMessage).join('\n---\n\n'), { name: `${stemOf(file.name)}.txt` });
        return { result: withFiles(written, partsOf(messages)), report: {} };
      });
    return eachFile(run, (file): FileWork<{ messages?: ReturnType<typeof messageReport>[] }> => {
      const messages = open(file);
      if (format === 'eml') return { report: {}, outputs: emlFiles(messages, stemOf(file.name)) };
      return { report: { messages: messages.map(messageReport) }, outputs: partsOf(messages) };
    });
  },
});
