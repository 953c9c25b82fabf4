import { ContentFault, unlessFaulty } from '../faults.js';
import { readTime } from '../time/read-time.js';
import {
  type AuthenticationResult,
  type HeaderField,
  type Hop,
  readAuthentication,
  readHop,
  withoutComments,
} from './header-fields.js';

const MAX_HOPS = 200;
const SECONDS_PER_DAY = 86_400;
/** Clocks of servers differ by so much without anything being wrong. */
const MAX_SKEW_SECONDS = 300;

/** Milliseconds since 1970 of a date as messages have it (RFC 5322 §3.3); `undefined` where it cannot be read or has no offset. */
export function mailDate(written: string): number | undefined {
  // RFC 5322 §3.3: -0000 is UTC of an unknown place.
  const { text } = withoutComments(written.slice(0, 200));
  const time = unlessFaulty(() => readTime(text.replace(/-0000$/, '+0000')));
  if (time?.wall === undefined || time.offset === undefined) return undefined;
  const { year, month, day, hour, minute, second } = time.wall;
  return Date.UTC(year, month - 1, day, hour, minute, second) - 1000 * time.offset;
}

/** A mailbox of an address field. */
interface Mailbox {
  readonly name: string;
  readonly address: string;
  readonly domain: string;
}

/** The first mailbox of a field; `undefined` where there is none. */
function firstMailbox(value: string): Mailbox | undefined {
  const { text } = withoutComments(value);
  const [, name = '', angled] = /^((?:"(?:[^"\\]|\\.)*"|[^"<,])*)<([^<>]*)>/.exec(text) ?? [];
  const address = (angled ?? /[^\s<>,;"]+@[^\s<>,;"]+/.exec(text.slice(0, 2_000))?.[0] ?? '').trim();
  if (!address.includes('@')) return undefined;
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  return {
    name: name
      .trim()
      .replace(/^"(.*)"$/s, '$1')
      .replace(/\\(.)/g, '$1'),
    address,
    domain,
  };
}

/** Whether one domain is the other or below it, as relaxed alignment mostly comes to (RFC 7489 §3.1). */
const isRelated = (left: string, right: string): boolean =>
  left === right || left.endsWith(`.${right}`) || right.endsWith(`.${left}`);

export interface RouteHop extends Hop {
  readonly at: string | null;
  readonly delaySeconds: number | null;
}

/** The servers that a message passed, the first first, with the time each took. Throws ContentFault where there are too many. */
export function routeOf(fields: readonly HeaderField[]): RouteHop[] {
  const received = fields.filter(({ name }) => name.toLowerCase() === 'received').toReversed();
  if (received.length > MAX_HOPS) throw new ContentFault(`it has more than ${MAX_HOPS} Received fields`);
  let before: number | undefined;
  return received.map(({ value }) => {
    const hop = readHop(value);
    const at = mailDate(hop.date);
    const delaySeconds = at === undefined || before === undefined ? null : Math.round((at - before) / 1000);
    before = at ?? before;
    return { ...hop, at: at === undefined ? null : new Date(at).toISOString(), delaySeconds };
  });
}

/** Verdicts of all `Authentication-Results` fields, and of `Received-SPF`, the newest first. */
export function verdictsOf(
  fields: readonly HeaderField[],
): { readonly server: string; readonly results: readonly AuthenticationResult[] }[] {
  return fields.flatMap(({ name, value }) => {
    if (/^(?:arc-)?authentication-results$/i.test(name)) {
      const own = name.toLowerCase().startsWith('arc-') ? value.replace(/^\s*i\s*=\s*\d+\s*;/i, '') : value;
      return [readAuthentication(own)];
    }
    if (name.toLowerCase() !== 'received-spf') return [];
    const result = /^\s*([a-z]+)/i.exec(value)?.[1]?.toLowerCase();
    return result === undefined
      ? []
      : [{ server: '', results: [{ method: 'spf', result, reason: null, properties: {} }] }];
  });
}

interface Origin {
  readonly fields: readonly HeaderField[];
  readonly hops: readonly RouteHop[];
  readonly verdicts: ReturnType<typeof verdictsOf>;
  /** A field with its encoded words decoded. */
  readonly told: (name: string) => string | null;
}

/** What may point to a forged sender, or is odd about the route. */
export function signsOf({ fields, hops, verdicts, told }: Origin): string[] {
  const signs: string[] = [];
  const count = (name: string): number => fields.filter((field) => field.name.toLowerCase() === name).length;
  for (const name of ['From', 'Date']) if (count(name.toLowerCase()) === 0) signs.push(`The ${name} field is missing`);
  for (const name of ['From', 'Date', 'Subject', 'To', 'Message-ID', 'Reply-To'])
    if (count(name.toLowerCase()) > 1) signs.push(`The ${name} field is there more than once`);
  if (count('message-id') === 0) signs.push('The Message-ID field is missing');
  const from = firstMailbox(told('from') ?? '');
  if (from === undefined && count('from') > 0) signs.push('The From field has no address');
  if (from !== undefined) signs.push(...senderSigns(from, told));
  for (const method of ['spf', 'dkim', 'dmarc', 'compauth']) {
    const results = verdicts[0]?.results.filter((one) => one.method === method) ?? [];
    const bad = results.find(({ result }) => /^(?:fail|softfail|permerror|hardfail)$/.test(result));
    if (bad !== undefined && !results.some(({ result }) => result === 'pass'))
      signs.push(`${method.toUpperCase()} says ${bad.result}`);
  }
  const known = hops.filter(({ delaySeconds }) => delaySeconds !== null);
  if (known.some(({ delaySeconds }) => (delaySeconds ?? 0) < -MAX_SKEW_SECONDS))
    signs.push('A server has received the message well before the one that sent it on');
  const [written, first] = [mailDate(told('date') ?? ''), hops.find(({ at }) => at !== null)?.at];
  if (written === undefined && count('date') > 0) signs.push('The Date field cannot be read');
  if (written !== undefined && first !== undefined && first !== null) {
    const apart = Math.abs(Date.parse(first) - written) / 1000;
    if (apart > SECONDS_PER_DAY)
      signs.push('The Date field is more than a day from when the first server got the message');
  }
  return signs;
}

function senderSigns(from: Mailbox, told: Origin['told']): string[] {
  const signs: string[] = [];
  for (const [field, what] of [
    ['reply-to', 'Replies go'],
    ['return-path', 'Bounces go'],
  ] as const) {
    const other = firstMailbox(told(field) ?? '');
    if (other !== undefined && !isRelated(other.domain, from.domain))
      signs.push(`${what} to ${cut(other.domain)}, not to the domain of From, ${cut(from.domain)}`);
  }
  const named = /[^\s<>()"',;]+@([a-z0-9-]+(?:\.[a-z0-9-]+)+)/i.exec(from.name.slice(0, 500))?.[1]?.toLowerCase();
  if (named !== undefined && !isRelated(named, from.domain))
    signs.push(`The name of the sender shows an address of ${cut(named)}, the address is of ${cut(from.domain)}`);
  if (/[^\x20-\x7e]/.test(from.domain) || /(?:^|\.)xn--/.test(from.domain))
    signs.push(`The domain of From has letters beyond ASCII: ${cut(from.domain)}`);
  return signs;
}

const cut = (text: string): string => JSON.stringify(text.length > 80 ? `${text.slice(0, 79)}…` : text).slice(1, -1);
