import { z } from 'zod';

import { warnings as warningList } from '../../core/shared-data.js';
import { decodeWith, hasEncoding } from '../../engines/text/text-encoding.js';
import { readEncodedWords } from '../../lib/encodings/quoted-printable.js';
import { type HeaderField, readHeaderFields } from '../../lib/mail/header-fields.js';
import { mailDate, routeOf, signsOf, verdictsOf } from '../../lib/mail/message-origin.js';

/** Of a field, what is shown in the list of all. */
const MAX_SHOWN = 2_000;

const decode = (bytes: Uint8Array, charset: string): string =>
  decodeWith(bytes, hasEncoding(charset) ? charset : 'utf-8');

/** Bytes beyond ASCII in a header are UTF-8 (RFC 6532) or, in old mail, Latin-1. */
function fieldsOf(message: string): HeaderField[] {
  return readHeaderFields(message).map(({ name, value }) => ({ name, value: readEncodedWords(value, decode) }));
}

/** What the header of a message tells. Throws ContentFault and LimitFault. */
export function analyze(message: string) {
  const fields = fieldsOf(message);
  const shownField = (name: string): string | null =>
    fields.find((field) => field.name.toLowerCase() === name)?.value.slice(0, MAX_SHOWN) ?? null;
  const hops = routeOf(fields);
  const verdicts = verdictsOf(fields);
  const times = hops.flatMap(({ at }) => (at === null ? [] : [Date.parse(at)]));
  const written = mailDate(shownField('date') ?? '');
  const best = (method: string): string | null =>
    verdicts.flatMap(({ results }) => results).find((one) => one.method === method)?.result ?? null;
  return {
    subject: shownField('subject'),
    from: shownField('from'),
    to: shownField('to'),
    replyTo: shownField('reply-to'),
    returnPath: shownField('return-path'),
    messageId: shownField('message-id'),
    date: written === undefined ? null : new Date(written).toISOString(),
    hops: hops.map(({ date: _, ...hop }) => hop),
    totalSeconds: times.length < 2 ? null : Math.round(((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000),
    spf: best('spf'),
    dkim: best('dkim'),
    dmarc: best('dmarc'),
    authentication: verdicts,
    fields: fields.map(({ name, value }) => ({ name, value: value.slice(0, MAX_SHOWN) })),
    warnings: signsOf({ fields, hops, verdicts, told: shownField }),
  };
}

const told = (description: string) => z.string().nullable().describe(`${description} null if missing.`);

/** `data` of one message. */
export const report = {
  subject: told('Subject, decoded;'),
  from: told('From, decoded;'),
  to: told('To, decoded;'),
  replyTo: told('Where replies go;'),
  returnPath: told('Where bounces go;'),
  messageId: told('Message-ID;'),
  date: told('Date of the message in UTC;'),
  hops: z
    .array(
      z.object({
        from: told('Name the sending server gave;'),
        address: told('IP address it had;'),
        by: told('Server that received it;'),
        protocol: told('Protocol, such as ESMTPS;'),
        id: told('Its id on that server;'),
        recipient: told('Recipient it was for;'),
        isEncrypted: z.boolean().describe('Whether the field says that TLS was used.'),
        at: told('When it was received, in UTC;'),
        delaySeconds: z.number().nullable().describe('Seconds since the hop before; null if unknown.'),
      }),
    )
    .describe('Servers it passed, from the sender to the recipient.'),
  totalSeconds: z.number().nullable().describe('Seconds from the first hop to the last; null if unknown.'),
  spf: told('Newest SPF verdict;'),
  dkim: told('Newest DKIM verdict;'),
  dmarc: told('Newest DMARC verdict;'),
  authentication: z
    .array(
      z.object({
        server: z.string().describe('Server that judged; empty if it is not named.'),
        results: z
          .array(
            z.object({
              method: z.string().describe('What was checked: spf, dkim, dmarc, arc and others.'),
              result: z.string().describe('The verdict: pass, fail, softfail, none and others.'),
              reason: told('The reason given;'),
              properties: z.record(z.string(), z.string()).describe('What was looked at, such as header.d.'),
            }),
          )
          .describe('Its verdicts.'),
      }),
    )
    .describe('Authentication-Results and Received-SPF fields, the newest first.'),
  fields: z
    .array(
      z.object({
        name: z.string().describe('Name of the field.'),
        value: z.string().describe('Its value, unfolded and decoded, up to 2,000 characters.'),
      }),
    )
    .describe('All header fields in their order.'),
  warnings: warningList().describe('Signs of a forged sender, and what is odd; empty if there is nothing.'),
} as const;

/** The head of a message is enough: what follows may be attachments of any size and encoding. */
export function messageText(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 1_000_000));
  const utf8 = head.toString('utf8');
  return utf8.includes('\ufffd') ? head.toString('latin1') : utf8;
}
