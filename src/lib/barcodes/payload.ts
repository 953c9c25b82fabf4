/** What a text of a code is, with its parts. */
export interface Payload {
  /** `url`, `wifi`, `vcard`, `mecard`, `epc`, … or `text`. */
  readonly kind: string;
  readonly [part: string]: string | number | boolean;
}

const LINKS: readonly (readonly [RegExp, string])[] = [
  [/^https?:\/\/[^\s]+$/i, 'url'],
  [/^mailto:/i, 'email'],
  [/^(?:tel|callto):/i, 'telephone'],
  [/^(?:sms|smsto):/i, 'sms'],
  [/^upi:\/\/pay\?/i, 'upi'],
  [/^otpauth:\/\//i, 'one-time-password'],
];

/** Finds what a text says to the program that reads it. Never fails: what is not known is a text. */
export function payloadOf(text: string): Payload {
  const link = LINKS.find(([pattern]) => pattern.test(text));
  if (link !== undefined) return { kind: link[1] };
  if (/^WIFI:/i.test(text)) return wifi(text);
  if (/^MECARD:/i.test(text)) return mecard(text);
  if (/^BEGIN:VCARD/i.test(text)) return { kind: 'vcard', ...lineOf(text, 'FN', 'name') };
  if (/^BEGIN:V(?:EVENT|CALENDAR)/i.test(text)) return { kind: 'event', ...lineOf(text, 'SUMMARY', 'summary') };
  if (/^BCD\r?\n00[12]\r?\n/.test(text)) return epc(text);
  if (/^SPC\r?\n0200\r?\n/.test(text)) return swiss(text);
  if (/^000201[0-9].*6304[0-9A-F]{4}$/.test(text))
    return { kind: text.includes('br.gov.bcb.pix') ? 'pix' : 'emv-payment' };
  const geo = /^geo:(-?\d{1,3}(?:\.\d{1,12})?),(-?\d{1,3}(?:\.\d{1,12})?)/i.exec(text);
  if (geo !== null) return { kind: 'geo', latitude: Number(geo[1]), longitude: Number(geo[2]) };
  const bitcoin = /^bitcoin:([A-Za-z0-9]{20,90})/i.exec(text);
  if (bitcoin !== null) return { kind: 'bitcoin', address: bitcoin[1] ?? '' };
  return { kind: 'text' };
}

/** Fields between semicolons, as ZXing's MECARD and WIFI have them; a backslash keeps the character after it. */
function fieldsOf(text: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const part of text.slice(text.indexOf(':') + 1).match(/(?:\\.|[^;\\])+/gs) ?? []) {
    const colon = part.indexOf(':');
    const name = part.slice(0, colon).toUpperCase();
    if (colon > 0 && !fields.has(name)) fields.set(name, part.slice(colon + 1).replace(/\\(.)/gs, '$1'));
  }
  return fields;
}

function wifi(text: string): Payload {
  const fields = fieldsOf(text);
  const security = fields.get('T') ?? 'nopass';
  const password = fields.get('P');
  return {
    kind: 'wifi',
    ssid: fields.get('S') ?? '',
    security: security === '' ? 'nopass' : security,
    ...(password === undefined ? {} : { password }),
    hidden: fields.get('H')?.toLowerCase() === 'true',
  };
}

function mecard(text: string): Payload {
  const fields = fieldsOf(text);
  const parts = (['N', 'TEL', 'EMAIL', 'URL'] as const).flatMap((name) => {
    const value = fields.get(name);
    return value === undefined ? [] : [[MECARD_NAMES[name], value] as const];
  });
  return { kind: 'mecard', ...Object.fromEntries(parts) };
}

const MECARD_NAMES = { N: 'name', TEL: 'telephone', EMAIL: 'email', URL: 'url' } as const;

function lineOf(text: string, property: string, part: string): Record<string, string> {
  const line = text.split(/\r?\n/).find((candidate) => new RegExp(`^${property}[:;]`, 'i').test(candidate));
  return line === undefined ? {} : { [part]: line.slice(line.indexOf(':') + 1) };
}

function epc(text: string): Payload {
  const lines = text.split(/\r?\n/);
  return {
    kind: 'epc',
    name: lines[5] ?? '',
    iban: lines[6] ?? '',
    amount: lines[7] ?? '',
    reference: lines[9] ?? '',
    text: lines[10] ?? '',
  };
}

function swiss(text: string): Payload {
  const lines = text.split(/\r?\n/);
  return {
    kind: 'swiss',
    iban: lines[3] ?? '',
    name: lines[5] ?? '',
    amount: lines[18] ?? '',
    currency: lines[19] ?? '',
    reference: lines[28] ?? '',
    text: lines[29] ?? '',
  };
}
