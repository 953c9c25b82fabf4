import { invalid, quote } from '../../core/index.js';
import { domainForms } from '../../engines/domain-names.js';
import { readIpAddress } from '../../lib/numbers/ip-address.js';
import type { whoisFacts } from '../../lib/whois/answers.js';
import { closeConnection, openConnection, readUntil } from '../../network/connect.js';
import type { NetworkAccess } from '../../network/session.js';
import type { HostTarget } from '../../network/targets.js';

export const ANSWER_BYTES = 200_000;

type Kind = 'domain' | 'ip' | 'asn';

/** What is asked: a domain in Punycode, an address, a network or an AS number. Throws INVALID_INPUT. */
export function readQuestion(input: string): { readonly kind: Kind; readonly text: string } {
  const text = input.trim();
  const asn = /^as\s?(\d{1,10})$/i.exec(text)?.[1];
  if (asn !== undefined) return { kind: 'asn', text: `AS${asn}` };
  if (readIpAddress(text.replace(/\/\d{1,3}$/, '')) !== undefined) return { kind: 'ip', text };
  const forms = domainForms(text.replace(/^https?:\/\//i, '').replace(/[/?#][\s\S]*$/, ''), true);
  if ('fault' in forms)
    throw invalid(`Input must be a domain, an IP address or an AS number, got ${quote(text)}: ${forms.fault}`);
  return { kind: 'domain', text: forms.ascii.replace(/\.$/, '') };
}

/** Some servers want words around the question. */
export function wordsFor({ host }: HostTarget, kind: Kind, text: string): string {
  if (host === 'whois.arin.net') return kind === 'asn' ? `a ${text.slice(2)}` : kind === 'ip' ? `n + ${text}` : text;
  if (host === 'whois.denic.de') return `-T dn,ace ${text}`;
  return host === 'whois.jprs.jp' ? `${text}/e` : text;
}

export async function ask(target: HostTarget, question: string, access: NetworkAccess): Promise<string> {
  const connection = await openConnection(target, access);
  try {
    connection.socket.write(`${question}\r\n`);
    const bytes = await readUntil(connection, () => false, ANSWER_BYTES);
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
      // Older servers write Latin-1.
      return bytes.toString('latin1');
    }
  } finally {
    closeConnection(connection);
  }
}

/** Each fact as the last answer that has it tells it. */
export function merged(known: readonly ReturnType<typeof whoisFacts>[], now: Date) {
  const last = <Key extends 'registrar' | 'created' | 'updated' | 'expires' | 'dnssec'>(key: Key): string | null =>
    known.map((facts) => facts[key]).findLast((value) => value !== null) ?? null;
  const list = (key: 'status' | 'nameServers'): readonly string[] =>
    known.map((facts) => facts[key]).findLast((values) => values.length > 0) ?? [];
  const expires = last('expires');
  const end = expires === null ? Number.NaN : Date.parse(expires);
  return {
    registrar: last('registrar'),
    created: last('created'),
    updated: last('updated'),
    expires,
    daysLeft: Number.isNaN(end) ? null : Math.floor((end - now.getTime()) / 86_400_000),
    status: list('status'),
    nameServers: list('nameServers'),
    dnssec: last('dnssec'),
  };
}
