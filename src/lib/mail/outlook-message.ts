import { ContentFault, LimitFault } from '../faults.js';
import { type CompoundEntry, CompoundFile } from '../office/compound-file.js';
import type { HeaderField } from './header-fields.js';
import { type MailAddress, type MailAttachment, type MailMessage, readEnvelope } from './mail-message.js';
import type { DecodeCharset } from './mime-tree.js';

/** Messages that Outlook saves: [MS-OXMSG] in a compound file; properties as in [MS-OXPROPS]. */

const MAX_DEPTH = 10;
const MAX_OBJECTS = 2_000;

const UNICODE = '001F';
const EIGHT_BIT = '001E';
const BINARY = '0102';
const OBJECT = '000D';

/** Windows' numbers of charsets that have names of their own. */
const CODE_PAGES: Readonly<Record<number, string>> = {
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  1200: 'utf-16le',
  20127: 'us-ascii',
  20866: 'koi8-r',
  21866: 'koi8-u',
  28591: 'iso-8859-1',
  28592: 'iso-8859-2',
  28605: 'iso-8859-15',
  50220: 'iso-2022-jp',
  51932: 'euc-jp',
  54936: 'gb18030',
  65001: 'utf-8',
};

const charsetOf = (page: number | undefined): string =>
  page === undefined
    ? 'windows-1252'
    : (CODE_PAGES[page] ?? (page >= 1250 && page <= 1258 ? `windows-${page}` : 'utf-8'));

/** One storage: the message, a recipient or an attachment. */
class Storage {
  readonly #entries: ReadonlyMap<string, CompoundEntry>;
  readonly #values = new Map<string, { readonly low: number; readonly high: number }>();

  constructor(
    readonly file: CompoundFile,
    storage: CompoundEntry | undefined,
    headerBytes: number,
    readonly decode: DecodeCharset,
  ) {
    this.#entries = new Map(file.entriesOf(storage).map((entry) => [entry.name.toUpperCase(), entry]));
    const properties = this.#entries.get('__PROPERTIES_VERSION1.0');
    const bytes = properties === undefined ? Buffer.alloc(0) : file.readEntry(properties);
    for (let at = headerBytes; at + 16 <= bytes.length; at += 16) {
      const tag = bytes.readUInt32LE(at).toString(16).toUpperCase().padStart(8, '0');
      this.#values.set(tag.slice(0, 4), { low: bytes.readUInt32LE(at + 8), high: bytes.readUInt32LE(at + 12) });
    }
  }

  bytes(id: string, type = BINARY): Buffer | undefined {
    const entry = this.#entries.get(`__SUBSTG1.0_${id}${type}`);
    return entry === undefined || entry.isStorage ? undefined : this.file.readEntry(entry);
  }

  number(id: string): number | undefined {
    return this.#values.get(id)?.low;
  }

  /** Milliseconds since 1970. */
  time(id: string): number | undefined {
    const value = this.#values.get(id);
    if (value === undefined) return undefined;
    const ms = Math.round((value.high * 2 ** 32 + value.low) / 10_000) - 11_644_473_600_000;
    return Math.abs(ms) < 8.64e15 && ms > -11_644_473_600_000 ? ms : undefined;
  }

  text(id: string, charset: string): string | undefined {
    const wide = this.bytes(id, UNICODE);
    const found = wide?.toString('utf16le') ?? this.#narrow(id, charset);
    return found?.replace(/\0+$/, '');
  }

  #narrow(id: string, charset: string): string | undefined {
    const bytes = this.bytes(id, EIGHT_BIT);
    return bytes === undefined ? undefined : this.decode(bytes, charset);
  }

  storages(prefix: string): CompoundEntry[] {
    return [...this.#entries.entries()]
      .filter(([name, { isStorage }]) => isStorage && name.startsWith(prefix.toUpperCase()))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, entry]) => entry);
  }

  storage(id: string): CompoundEntry | undefined {
    const entry = this.#entries.get(`__SUBSTG1.0_${id}${OBJECT}`);
    return entry?.isStorage === true ? entry : undefined;
  }
}

/** Throws ContentFault where the file is damaged or not a message, LimitFault. */
export function readOutlookMessage(bytes: Uint8Array, decode: DecodeCharset): MailMessage {
  const file = new CompoundFile(bytes);
  let objects = 0;
  const counted = (entries: readonly CompoundEntry[]): readonly CompoundEntry[] => {
    objects += entries.length;
    if (objects > MAX_OBJECTS)
      throw new LimitFault(`it has more than ${MAX_OBJECTS} recipients and attachments`, MAX_OBJECTS);
    return entries;
  };
  const read = (entry: CompoundEntry | undefined, depth: number): MailMessage => {
    if (depth > MAX_DEPTH) throw new LimitFault(`its messages are nested more than ${MAX_DEPTH} deep`, MAX_DEPTH);
    // [MS-OXMSG] 2.4.1.1: the header of the properties of a message within another is shorter.
    const own = new Storage(file, entry, depth === 0 ? 32 : 24, decode);
    const charset = charsetOf(own.number('3FFD') ?? own.number('3FDE'));
    const text = (id: string): string => own.text(id, charset) ?? '';
    if (depth === 0 && own.text('001A', charset) === undefined)
      throw new ContentFault('it is not a message of Outlook');
    const people = counted(own.storages('__recip_version1.0_')).map((one) =>
      recipientOf(new Storage(file, one, 8, decode), charset),
    );
    const attachments: MailAttachment[] = [];
    for (const one of counted(own.storages('__attach_version1.0_'))) {
      const attached = new Storage(file, one, 8, decode);
      const inner = attached.storage('3701');
      attachments.push(inner === undefined ? attachmentOf(attached, charset) : forwarded(read(inner, depth + 1)));
    }
    return messageOf({ own, text, charset, people, attachments, decode });
  };
  return read(undefined, 0);
}

interface Recipient extends MailAddress {
  readonly kind: number;
}

function recipientOf(storage: Storage, charset: string): Recipient {
  const text = (id: string): string => storage.text(id, charset) ?? '';
  const address = text('39FE') || text('3003');
  const name = text('3001');
  return { kind: storage.number('0C15') ?? 1, address, name: name === address ? '' : name };
}

function attachmentOf(storage: Storage, charset: string): MailAttachment {
  const text = (id: string): string => storage.text(id, charset) ?? '';
  const contentId = text('3712').replace(/^<|>$/g, '');
  return {
    name: text('3707') || text('3704') || text('3001'),
    type: text('370E').toLowerCase() || 'application/octet-stream',
    contentId,
    // [MS-OXCMSG] 2.2.2.18: 4 is "rendered within the body", where it is told at all.
    isInline: contentId !== '' && ((storage.number('3714') ?? 4) & 4) !== 0,
    bytes: storage.bytes('3701') ?? new Uint8Array(0),
  };
}

const forwarded = (message: MailMessage): MailAttachment => ({
  name: `${message.subject.trim() || 'message'}.eml`,
  type: 'message/rfc822',
  contentId: '',
  isInline: false,
  bytes: new Uint8Array(0),
  message,
});

interface Gathered {
  readonly own: Storage;
  readonly text: (id: string) => string;
  readonly charset: string;
  readonly people: readonly Recipient[];
  readonly attachments: readonly MailAttachment[];
  readonly decode: DecodeCharset;
}

function messageOf({ own, text, charset, people, attachments, decode }: Gathered): MailMessage {
  const envelope = readEnvelope(transportFields(text('007D')), decode);
  const to = (kind: number): MailAddress[] =>
    people.filter((one) => (one.kind & 0xf) === kind).map(({ name, address }) => ({ name, address }));
  const address = text('5D01') || text('0C1F') || text('5D02') || text('0065');
  const name = text('0C1A') || text('0042');
  const from = address === '' && name === '' ? [] : [{ name: name === address ? '' : name, address }];
  const page = own.bytes('1013');
  const html = page === undefined ? own.text('1013', charset) : decode(page, charsetOf(own.number('3FDE')));
  const body = own.text('1000', charset);
  const isRichOnly = html === undefined && body === undefined && own.bytes('1009') !== undefined;
  const subject = own.text('0037', charset) ?? envelope.subject;
  return {
    ...envelope,
    subject,
    // An address of Exchange ("/O=…") tells nobody anything: the header of the transport has the real one.
    from: from.length > 0 && (address.includes('@') || envelope.from.length === 0) ? from : envelope.from,
    to: to(1).length > 0 ? to(1) : envelope.to,
    cc: to(2).length > 0 ? to(2) : envelope.cc,
    bcc: to(3).length > 0 ? to(3) : envelope.bcc,
    time: envelope.time ?? own.time('0039') ?? own.time('0E06'),
    messageId: envelope.messageId || text('1035').replace(/^<|>$/g, ''),
    inReplyTo: envelope.inReplyTo || text('1042').replace(/^<|>$/g, ''),
    text: body?.replace(/\r\n/g, '\n'),
    html: html?.replace(/\r\n/g, '\n').replace(/\0+$/, ''),
    attachments,
    warnings: isRichOnly ? ['the text is in Rich Text Format only, which is not read'] : [],
  };
}

function transportFields(text: string): HeaderField[] {
  const head = text.split(/\r?\n\r?\n/)[0] ?? '';
  return head
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)
    .flatMap((line) => {
      const [, name, value = ''] = /^([\x21-\x39\x3b-\x7e]{1,200}):(.*)$/.exec(line) ?? [];
      return name === undefined ? [] : [{ name, value: value.trim() }];
    })
    .slice(0, MAX_OBJECTS);
}
