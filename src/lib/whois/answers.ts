/** Answers of WHOIS servers: RFC 3912 says nothing of their form, so they are read as the usual ones are written. */

export interface WhoisField {
  readonly name: string;
  readonly value: string;
}

/** Lines `Name: value` of an answer, up to the notices at its end. Lines that begin with % or # are comments. */
export function whoisFields(answer: string): WhoisField[] {
  const fields: WhoisField[] = [];
  for (const line of answer.split(/\r\n|[\r\n]/)) {
    if (/^\s*(?:[%#]|>>>|--|NOTICE:|TERMS OF USE:)/i.test(line)) continue;
    const found =
      /^\s*([^:\s][^:]{0,60}?)\s*(?:\.{2,})?:\s+(\S.*)$/.exec(line) ?? /^\s*\[([^\]]{1,40})\]\s+(\S.*)$/.exec(line);
    if (found !== null) fields.push({ name: found[1] ?? '', value: (found[2] ?? '').trim() });
  }
  return fields;
}

/** Names of one thing, as registries write it. */
const NAMES = {
  registrar: ['registrar', 'sponsoring registrar', 'registrar name', 'registrar organization'],
  created: [
    'creation date',
    'created',
    'created on',
    'registered on',
    'registered',
    'registration time',
    'domain registration date',
    'regdate',
    'created date',
  ],
  updated: [
    'updated date',
    'last updated',
    'last modified',
    'changed',
    'last-update',
    'modified',
    'updated',
    'last updated on',
  ],
  expires: [
    'registry expiry date',
    'registrar registration expiration date',
    'expiry date',
    'expires',
    'expires on',
    'expiration date',
    'expiration time',
    'paid-till',
    'renewal date',
    'expire date',
  ],
} as const;

const firstOf = (fields: readonly WhoisField[], names: readonly string[]): string | null =>
  fields.find(({ name }) => names.includes(name.toLowerCase()))?.value ?? null;

const valuesOf = (fields: readonly WhoisField[], names: readonly string[]): string[] => [
  ...new Set(fields.filter(({ name }) => names.includes(name.toLowerCase())).map(({ value }) => value)),
];

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** An instant in ISO 8601, or a day where no time is given; `null` for a form that leaves it open what is meant. */
function whoisDate(text: string): string | null {
  const two = (part: string): string => part.padStart(2, '0');
  const iso =
    /^(\d{4})[-./](\d{1,2})[-./](\d{1,2})(?:[T ]+(\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?)?/i.exec(
      text,
    );
  if (iso !== null) {
    const [, year = '', month = '', day = '', time, zone] = iso;
    const date = `${year}-${two(month)}-${two(day)}`;
    if (Number(month) > 12 || Number(day) > 31) return null;
    if (time === undefined || zone === undefined) return date;
    const instant = new Date(
      `${date}T${time.length === 5 ? `${time}:00` : time}${/^[+-]/.test(zone) ? zone.replace(/^([+-]\d{2}):?(\d{2})$/, '$1:$2') : 'Z'}`,
    );
    return Number.isNaN(instant.getTime()) ? date : instant.toISOString().replace('.000', '');
  }
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  if (compact !== null) return `${compact[1]}-${compact[2]}-${compact[3]}`;
  const words = /^(?:\w{3},? )?(\d{1,2})[-. ]([a-z]{3})[a-z]*[-. ](\d{4})/i.exec(text);
  const month = words === null ? -1 : MONTHS.indexOf((words[2] ?? '').toLowerCase());
  return words === null || month < 0 ? null : `${words[3]}-${two(String(month + 1))}-${two(words[1] ?? '')}`;
}

/** What people look for in an answer about a domain. */
export function whoisFacts(fields: readonly WhoisField[]) {
  const dateOf = (names: readonly string[]): string | null => {
    const value = firstOf(fields, names);
    return value === null ? null : (whoisDate(value) ?? value);
  };
  return {
    registrar: firstOf(fields, NAMES.registrar),
    created: dateOf(NAMES.created),
    updated: dateOf(NAMES.updated),
    expires: dateOf(NAMES.expires),
    status: valuesOf(fields, ['domain status', 'status', 'state']).map((status) =>
      status.replace(/\s+\(?https?:\S+$/, ''),
    ),
    nameServers: [
      ...new Set(
        valuesOf(fields, ['name server', 'nserver', 'nameserver', 'nameservers']).map((name) =>
          (name.split(/\s/)[0] ?? '').toLowerCase().replace(/\.$/, ''),
        ),
      ),
    ],
    dnssec: firstOf(fields, ['dnssec']),
  };
}

/** Sentences of servers that have nothing. */
const NOTHING =
  /^\s*(?:%+ *)?(?:no match\b|not found\b|no data found|no entries found|no object found|nothing found|domain not found|the queried object does not exist|no such domain|status:\s*(?:free|available)\b|.{0,60}\bis available for (?:registration|purchase)|object does not exist|this query returned 0 objects|[^:\n]{0,80}: no existe|[^\n]{0,80} not (?:found|registered)\b)/im;

/** Whether an answer says that there is nothing of that name. */
export const isWhoisEmpty = (answer: string): boolean => NOTHING.test(answer);

/** The server that an answer refers to; `undefined` where it names none. */
export function whoisReferral(fields: readonly WhoisField[]): string | undefined {
  const value = firstOf(fields, [
    'refer',
    'whois',
    'registrar whois server',
    'whois server',
    'referralserver',
    'resourcelink',
  ]);
  const host = value
    ?.replace(/^r?whois:\/\//i, '')
    .replace(/\/.*$/, '')
    .toLowerCase();
  return host !== undefined && /^[a-z0-9.-]+\.[a-z0-9-]+(?::\d{1,5})?$/.test(host) ? host : undefined;
}
