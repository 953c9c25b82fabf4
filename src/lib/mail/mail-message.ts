import { type HeaderField, withoutComments } from './header-fields.js';
import { mailDate } from './message-origin.js';
import { type DecodeCharset, decodedField, fieldOf, type MimePart, readMimeTree } from './mime-tree.js';

export interface MailAddress {
  readonly name: string;
  readonly address: string;
}

export interface MailAttachment {
  /** As the message names it; empty where it does not. */
  readonly name: string;
  readonly type: string;
  /** Without its angle brackets; empty where there is none. */
  readonly contentId: string;
  /** Shown within the HTML rather than listed. */
  readonly isInline: boolean;
  readonly bytes: Uint8Array;
  /** Where it is a message that is not stored as text: `bytes` are empty then. */
  readonly message?: MailMessage;
}

/** A message as people see it, wherever it was stored. */
export interface MailMessage {
  /** In their order, encoded words decoded. */
  readonly fields: readonly HeaderField[];
  readonly subject: string;
  readonly from: readonly MailAddress[];
  readonly to: readonly MailAddress[];
  readonly cc: readonly MailAddress[];
  readonly bcc: readonly MailAddress[];
  readonly replyTo: readonly MailAddress[];
  /** Milliseconds since 1970. */
  readonly time: number | undefined;
  readonly messageId: string;
  readonly inReplyTo: string;
  readonly references: readonly string[];
  readonly text: string | undefined;
  readonly html: string | undefined;
  readonly attachments: readonly MailAttachment[];
  readonly warnings: readonly string[];
}

const MAX_ADDRESSES = 10_000;

/** The mailboxes of an address field (RFC 5322 §3.4), those of groups too. */
function readAddresses(value: string, decode: DecodeCharset): MailAddress[] {
  const { text, comments } = withoutComments(value);
  const pieces = piecesOf(text).slice(0, MAX_ADDRESSES);
  return pieces.flatMap((piece) => {
    const angle = piece.lastIndexOf('<');
    const written = angle < 0 ? '' : piece.slice(0, angle);
    const address = (angle < 0 ? piece : piece.slice(angle + 1).replace(/>.*$/s, '')).replace(/\s/g, '');
    const name = decodedField(unquoted(written.trim()), decode).trim();
    if (address === '' && name === '') return [];
    // Before there were names, they were written as comments: ada@example.com (Ada).
    const comment = pieces.length === 1 && comments.length === 1 ? decodedField(comments[0] ?? '', decode) : '';
    return [{ name: name === '' ? comment : name, address }];
  });
}

/** Between commas outside of quotes and angle brackets; the names of groups are dropped. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  let [start, isQuoted, isAngled] = [0, false, false];
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '\\' && isQuoted) at += 1;
    else if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === '<') isAngled = true;
    else if (character === '>') isAngled = false;
    else if (isAngled) continue;
    else if (character === ',' || character === ';') {
      pieces.push(text.slice(start, at));
      start = at + 1;
    } else if (character === ':') start = at + 1;
  }
  pieces.push(text.slice(start));
  return pieces.map((piece) => piece.trim()).filter((piece) => piece !== '');
}

const unquoted = (text: string): string =>
  text.replace(/"((?:[^"\\]|\\.)*)"/g, (_, inner: string) => inner.replace(/\\(.)/g, '$1'));

const idsOf = (value: string): string[] => [...value.matchAll(/<([^<>\s]{1,998})>/g)].map(([, id = '']) => id);

/** What the header fields of a message tell. */
export function readEnvelope(fields: readonly HeaderField[], decode: DecodeCharset) {
  const addresses = (name: string): MailAddress[] =>
    fields.filter((field) => field.name.toLowerCase() === name).flatMap(({ value }) => readAddresses(value, decode));
  const first = (name: string): string => fieldOf(fields, name);
  return {
    fields: fields.map(({ name, value }) => ({ name, value: decodedField(value, decode) })),
    subject: decodedField(first('subject'), decode),
    from: addresses('from'),
    to: addresses('to'),
    cc: addresses('cc'),
    bcc: addresses('bcc'),
    replyTo: addresses('reply-to'),
    time: mailDate(first('date')),
    messageId: idsOf(first('message-id'))[0] ?? first('message-id'),
    inReplyTo: idsOf(first('in-reply-to'))[0] ?? first('in-reply-to'),
    references: idsOf(first('references')),
  };
}

/** A message in the Internet's format. `message` is its bytes as Latin-1. Throws LimitFault. */
export function readMail(message: string, decode: DecodeCharset): MailMessage {
  const root = readMimeTree(message, decode);
  const texts: string[] = [];
  const pages: string[] = [];
  const attachments: MailAttachment[] = [];
  const collect = (part: MimePart, isRelated: boolean): void => {
    if (part.type.startsWith('multipart/') && part.parts.length > 0) {
      const hasRelated = isRelated || part.type === 'multipart/related';
      for (const inner of part.parts) collect(inner, hasRelated);
      return;
    }
    const isText = part.type === 'text/plain' || part.type === 'text/html';
    if (isText && part.disposition !== 'attachment' && part.fileName === '') {
      const text = decode(part.bytes, part.parameters.get('charset') ?? 'utf-8').replace(/\r\n/g, '\n');
      if (part.type === 'text/html') pages.push(text);
      else texts.push(flowed(text, part));
      return;
    }
    const contentId = fieldOf(part.fields, 'content-id').replace(/^<|>$/g, '');
    attachments.push({
      name: part.fileName,
      type: part.type,
      contentId,
      isInline: part.disposition === 'inline' || (isRelated && contentId !== '' && part.disposition !== 'attachment'),
      bytes: part.bytes,
    });
  };
  collect(root, false);
  return {
    ...readEnvelope(root.fields, decode),
    text: joined(texts),
    html: joined(pages),
    attachments,
    warnings: [],
  };
}

const joined = (texts: readonly string[]): string | undefined => (texts.length === 0 ? undefined : texts.join('\n'));

/** Lines that a program broke for sending are put together again (RFC 3676 §4). */
function flowed(text: string, { parameters }: MimePart): string {
  if (parameters.get('format')?.toLowerCase() !== 'flowed') return text;
  const isDeleted = parameters.get('delsp')?.toLowerCase() === 'yes';
  const lines: { quote: string; parts: string[]; isOpen: boolean }[] = [];
  for (const line of text.split('\n')) {
    const quote = /^>*/.exec(line)?.[0] ?? '';
    const content = line.slice(quote.length).replace(/^ /, '');
    const isSignature = content === '-- ';
    const isOpen = content.endsWith(' ') && !isSignature;
    const last = lines.at(-1);
    const own = isOpen && isDeleted ? content.slice(0, -1) : content;
    if (last?.isOpen === true && last.quote === quote && !isSignature) {
      last.parts.push(own);
      last.isOpen = isOpen;
    } else lines.push({ quote, parts: [own], isOpen });
  }
  return lines.map(({ quote, parts }) => (quote === '' ? '' : `${quote} `) + parts.join('')).join('\n');
}
