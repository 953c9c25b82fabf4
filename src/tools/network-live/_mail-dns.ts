import { quote } from '../../core/index.js';
import { textBytes } from '../../lib/dns/character-strings.js';
import { typeNumber } from '../../lib/dns/types.js';
import { readDkimRecord } from '../../lib/mail/dkim-record.js';
import { askDns, type NameServer } from '../../network/dns-query.js';
import { NetworkFailure } from '../../network/failures.js';
import { eachWithin } from '../../network/many.js';
import type { NetworkAccess } from '../../network/session.js';
import type { TextsAt } from './_mail-policy.js';

const DKIM_MS = 30_000;
const SERVERS = 20;

/** What the DNS says about a domain's mail. Throws `NetworkFailure` where a server fails. */
export interface MailDns {
  /** Whether the name exists, and the fields of its records of a type. */
  readonly ask: (
    name: string,
    type: string,
  ) => Promise<{ readonly isThere: boolean; readonly fields: readonly (readonly string[])[] }>;
  readonly addressesOf: (host: string) => Promise<string[]>;
  readonly textsAt: TextsAt;
  /** The first text at a name that is of a kind. */
  readonly firstText: (name: string, kind: RegExp) => Promise<string | null>;
}

export function openMailDns(domain: string, server: NameServer, access: NetworkAccess): MailDns {
  const ask: MailDns['ask'] = async (name, type) => {
    const { message } = await askDns({ name, type: typeNumber(type) ?? 0 }, server, access);
    if (message.status !== 'NOERROR' && message.status !== 'NXDOMAIN') {
      throw new NetworkFailure(
        'dns-failed',
        `Cannot check ${quote(domain)}: DNS answers ${message.status} for ${quote(name)}`,
      );
    }
    const fields = message.answers.filter((answer) => answer.type === type).map((answer) => answer.fields);
    return { isThere: message.status === 'NOERROR', fields };
  };
  const textsAt: TextsAt = async (name) => {
    const { isThere, fields } = await ask(name, 'TXT');
    if (!isThere) return undefined;
    return fields.map((strings) => strings.map((one) => textBytes(one).toString('utf8')).join(''));
  };
  return {
    ask,
    textsAt,
    async addressesOf(host) {
      const answers = host === '.' ? [] : await Promise.all(['A', 'AAAA'].map((type) => ask(host, type)));
      return answers.flatMap(({ fields }) => fields.map(([address = '']) => address));
    },
    firstText: async (name, kind) => (await textsAt(name))?.find((text) => kind.test(text)) ?? null,
  };
}

/** Mail servers with their addresses, the first one first. */
export function mailServersOf(dns: MailDns, records: readonly (readonly string[])[]) {
  const servers = records
    .map(([preference, host = '.']) => ({
      preference: Number(preference),
      host: host.toLowerCase().replace(/(.)\.$/, '$1'),
    }))
    .sort((a, b) => a.preference - b.preference);
  return Promise.all(
    servers.slice(0, SERVERS).map(async (one) => ({ ...one, addresses: await dns.addressesOf(one.host) })),
  );
}

/** The keys under these selectors. */
export async function dkimKeysOf(dns: MailDns, domain: string, selectors: readonly string[], access: NetworkAccess) {
  const bounds = {
    atOnce: 6,
    totalMs: DKIM_MS,
    onFailure(_: string, failure: NetworkFailure): never {
      throw failure;
    },
  };
  const keys = await eachWithin(selectors, access, bounds, async (selector) => {
    const record = await dns.firstText(`${selector}._domainkey.${domain}`, /(?:^|;)\s*p\s*=/);
    if (record === null) return [];
    const { keyType, bits, errors, warnings, isRevoked } = readDkimRecord(record);
    return [
      { selector, record, keyType, bits, errors, warnings: isRevoked ? ['The key is revoked', ...warnings] : warnings },
    ];
  });
  return keys.flat();
}
