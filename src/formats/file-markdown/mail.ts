import { quote } from '../../core/errors.js';
import { refusing } from '../../core/refusing.js';
import type { MailAddress, MailMessage } from '../../lib/mail/mail-message.js';
import { escapeMarkdown } from '../../lib/page-text/markdown.js';
import { messageText, openMessages } from '../mail/open-messages.js';
import type { MarkdownReader, Property } from './file-markdown.js';
import { propertyList } from './properties.js';
import { MAX_WARNINGS, markdownOfHtml } from './web.js';

export const readMessages: MarkdownReader = (file, { options, signal, workTime }) => {
  const messages = openMessages(file);
  const [first] = messages;
  const isSingle = messages.length === 1;
  const parts: string[] = [];
  let length = 0;
  for (const [index, message] of messages.entries()) {
    if (length > options.maxCharacters) break;
    signal.throwIfAborted();
    workTime.check(index, messages.length, 'send fewer files', 'messages');
    const subject = message.subject.replace(/\s+/g, ' ').trim();
    const part = [
      subject === '' ? '' : `# ${escapeMarkdown(subject)}`,
      // Those of a single message are the properties of its file.
      isSingle ? '' : propertyList(propertiesOf(message)),
      refusing(`Cannot read file ${quote(file.name)} as an e-mail message`, () => bodyOf(message)).trim(),
    ].filter((piece) => piece !== '');
    parts.push(part.join('\n\n'));
    length += (parts.at(-1) ?? '').length + 7;
  }
  return {
    kind: isSingle ? 'e-mail message' : 'mailbox',
    title: isSingle ? (first?.subject ?? '') : '',
    properties: isSingle && first !== undefined ? propertiesOf(first) : [['Messages', String(messages.length)]],
    markdown: `${parts.join('\n\n---\n\n')}\n`,
    warnings: messages.flatMap(({ warnings }) => warnings).slice(0, MAX_WARNINGS),
  };
};

/** HTML has headings, lists and tables; where its tables are in each other, they lay out the page, and the plain text says more. */
function bodyOf(message: MailMessage): string {
  const { html, text = '' } = message;
  if (html === undefined || (text.trim() !== '' && isLaidOutByTables(html))) return messageText(message);
  const markdown = markdownOfHtml(html);
  return markdown.trim() === '' ? messageText(message) : markdown;
}

function isLaidOutByTables(html: string): boolean {
  let depth = 0;
  for (const [, slash] of html.matchAll(/<(\/?)table\b/gi)) {
    depth = slash === '' ? depth + 1 : Math.max(0, depth - 1);
    if (depth > 1) return true;
  }
  return false;
}

const propertiesOf = (message: MailMessage): Property[] => [
  ['From', list(message.from)],
  ['To', list(message.to)],
  ['Cc', list(message.cc)],
  ['Date', message.time === undefined ? '' : new Date(message.time).toISOString()],
  [
    'Attachments',
    message.attachments.map(({ name, type, bytes }) => `${name || type} (${bytes.length} bytes)`).join(', '),
  ],
];

const list = (addresses: readonly MailAddress[]): string =>
  addresses.map(({ name, address }) => (name === '' ? address : `${name} <${address}>`)).join(', ');
