import { parsePointer } from '../pointer.js';

/** Tests of the formats of JSON Schema, each after the specification that JSON Schema names. All are linear in the text. */
export function formatTests(isPattern: (text: string) => boolean): ReadonlyMap<string, (text: string) => boolean> {
  return new Map<string, (text: string) => boolean>([
    ['date', isDate],
    ['time', isTime],
    ['date-time', isDateTime],
    ['duration', (text) => DURATION.test(text)],
    ['email', (text) => isEmail(text, isHostname)],
    ['idn-email', (text) => isEmail(text, isIdnHostname)],
    ['hostname', isHostname],
    ['idn-hostname', isIdnHostname],
    ['ipv4', isIpv4],
    ['ipv6', isIpv6],
    ['uri', (text) => isUri(text, false) && SCHEME.test(text)],
    ['uri-reference', (text) => isUri(text, false)],
    ['iri', (text) => isUri(text, true) && SCHEME.test(text)],
    ['iri-reference', (text) => isUri(text, true)],
    ['uri-template', (text) => TEMPLATE.test(text)],
    ['json-pointer', (text) => parsePointer(text) !== undefined],
    ['relative-json-pointer', isRelativePointer],
    ['uuid', (text) => /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text)],
    ['regex', isPattern],
  ]);
}

// RFC 3339 §5.6, with the days that months have.
function isDate(text: string): boolean {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  if (year === '') return false;
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  const isLeap = (y % 4 === 0 && y % 100 !== 0) || y % 400 === 0;
  const days = m === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(m) ? 30 : 31;
  return m >= 1 && m <= 12 && d >= 1 && d <= days;
}

function isTime(text: string): boolean {
  const match = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:z|([+-])(\d\d):(\d\d))$/i.exec(text);
  if (match === null) return false;
  const [hour = 0, minute = 0, second = 0] = match.slice(1, 4).map(Number);
  const [offsetHour, offsetMinute] = [Number(match[5] ?? 0), Number(match[6] ?? 0)];
  if (hour > 23 || minute > 59 || offsetHour > 23 || offsetMinute > 59) return false;
  if (second <= 59) return true;
  // A leap second is the last of a day in UTC.
  const shift = (match[4] === '-' ? 1 : -1) * (offsetHour * 60 + offsetMinute);
  return second === 60 && (((hour * 60 + minute + shift) % 1440) + 1440) % 1440 === 1439;
}

function isDateTime(text: string): boolean {
  return /^.{10}[tT]/.test(text) && isDate(text.slice(0, 10)) && isTime(text.slice(11));
}

// RFC 3339 appendix A; ASCII digits only.
const DURATION =
  /^P(?:\d+W|(?=\d|T)(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)?(?:T(?=\d)(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S))?)$/;

// RFC 5321 §4.1.2: Dot-string or Quoted-string before the @, a name or an address in brackets behind it.
function isEmail(text: string, isName: (name: string) => boolean): boolean {
  const at = text.lastIndexOf('@');
  if (at < 1 || text.length > 1000) return false;
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)];
  const isLocal =
    /^[\w!#$%&'*+\-/=?^`{|}~\u0080-\uffff]+(?:\.[\w!#$%&'*+\-/=?^`{|}~\u0080-\uffff]+)*$/.test(local) ||
    /^"(?:[^"\\\u0000-\u001f\u007f]|\\[ -~])*"$/.test(local);
  if (!isLocal || (isName === isHostname && /[\u0080-\uffff]/.test(local))) return false;
  const [, literal] = /^\[(.*)\]$/.exec(domain) ?? [];
  if (literal === undefined) return isName(domain);
  return /^IPv6:/i.test(literal) ? isIpv6(literal.slice(5)) : isIpv4(literal);
}

// RFC 1123 §2.1; labels of Punycode must be those of IDNA.
function isHostname(text: string): boolean {
  if (text.length > 253 || !/^[a-z0-9.-]+$/i.test(text)) return false;
  return text.split('.').every((label) => {
    if (!/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i.test(label)) return false;
    if (!/^..--/.test(label)) return true;
    if (!/^xn--/i.test(label)) return false;
    const decoded = fromPunycode(label.slice(4).toLowerCase());
    return decoded !== undefined && isLabel(decoded);
  });
}

// RFC 5890 §2.3.2.3, RFC 5891 §4.2.
function isIdnHostname(text: string): boolean {
  if (text === '' || text.length > 253) return false;
  const labels = text.normalize('NFC').split(/[.\u3002\uff0e\uff61]/);
  const isBidirectional = labels.some((label) => /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/.test(label));
  return labels.every((label) => {
    if (/^[\u0000-\u007f]*$/.test(label)) return isHostname(label);
    return label.length <= 59 && isLabel(label) && (!isBidirectional || !/^\d/.test(label));
  });
}

/** A label with letters beyond ASCII: RFC 5892, with the rules on context of its appendix A. */
function isLabel(label: string): boolean {
  if (label === '' || /^-|-$|^..--/.test(label) || /^\p{M}/u.test(label)) return false;
  if (
    !/^[\p{Ll}\p{Lm}\p{Lo}\p{Mn}\p{Mc}\p{Nd}\-\u00b7\u0375\u05f3\u05f4\u06fd\u06fe\u0f0b\u3007\u30fb\p{Join_Control}]+$/u.test(
      label,
    )
  )
    return false;
  if (/[\u0640\u07fa\u302e\u302f\u3031-\u3035\u303b]/.test(label)) return false;
  if (/(?:^|[^l])\u00b7|\u00b7(?:[^l]|$)/.test(label)) return false;
  if (/\u0375(?!\p{Script=Greek})/u.test(label)) return false;
  if (/(?<!\p{Script=Hebrew})[\u05f3\u05f4]/u.test(label)) return false;
  if (
    label.includes('\u30fb') &&
    !/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(label.replaceAll('\u30fb', ''))
  )
    return false;
  if (/[\u0660-\u0669]/.test(label) && /[\u06f0-\u06f9]/.test(label)) return false;
  // Marks that join letters: Unicode's Canonical_Combining_Class=Virama, as far as scripts in use have them.
  const VIRAMA =
    '[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\u0e3a\u0f84\u1039\u103a\u1714\u1734\u17d2]';
  if (new RegExp(`(?<!${VIRAMA})\u200d`).test(label)) return false;
  return !new RegExp(`(?<!${VIRAMA}|[\\u0620-\\u07ff][\\u064b-\\u065f]*)\u200c`).test(label);
}

/** RFC 3492; `undefined` for what is none. */
function fromPunycode(source: string): string | undefined {
  const delimiter = source.lastIndexOf('-');
  const points = delimiter > 0 ? [...source.slice(0, delimiter)].map((unit) => unit.codePointAt(0) ?? 0) : [];
  let [point, at, bias, index] = [128, 0, 72, delimiter > 0 ? delimiter + 1 : 0];
  if (index >= source.length) return undefined;
  while (index < source.length) {
    const before = at;
    for (let weight = 1, k = 36; ; k += 36) {
      const digit = DIGITS.indexOf(source.charAt(index++));
      if (digit < 0 || index > source.length) return undefined;
      at += digit * weight;
      const threshold = k <= bias ? 1 : k >= bias + 26 ? 26 : k - bias;
      if (digit < threshold) break;
      weight *= 36 - threshold;
      if (weight > 2 ** 31) return undefined;
    }
    const count = points.length + 1;
    let delta = Math.floor((at - before) / (before === 0 ? 700 : 2));
    delta += Math.floor(delta / count);
    let k = 0;
    for (; delta > 455; k += 36) delta = Math.floor(delta / 35);
    bias = k + Math.floor((36 * delta) / (delta + 38));
    point += Math.floor(at / count);
    at %= count;
    if (point > 0x10ffff) return undefined;
    points.splice(at++, 0, point);
  }
  return String.fromCodePoint(...points);
}

const DIGITS = 'abcdefghijklmnopqrstuvwxyz0123456789';

const isIpv4 = (text: string): boolean => /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/.test(text);

// RFC 4291 §2.2.
function isIpv6(text: string): boolean {
  if (text.length > 45 || !/^[0-9a-fA-F:.]+$/.test(text)) return false;
  const halves = text.split('::');
  if (halves.length > 2) return false;
  let count = 0;
  for (const [index, half] of halves.entries()) {
    const groups = half === '' ? [] : half.split(':');
    for (const [place, group] of groups.entries()) {
      const isLast = index === halves.length - 1 && place === groups.length - 1;
      if (isLast && isIpv4(group)) count += 2;
      else if (/^[0-9a-fA-F]{1,4}$/.test(group)) count++;
      else return false;
    }
  }
  return halves.length === 2 ? count <= 7 : count === 8;
}

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/** RFC 3986 appendix A, or RFC 3987 with letters beyond ASCII. */
function isUri(text: string, isIri: boolean): boolean {
  const more = isIri ? '\\u00a0-\\ud7ff\\ue000-\\ufdcf\\ufdf0-\\uffef\\u{10000}-\\u{efffd}' : '';
  const plain = `a-z0-9\\-._~!$&'()*+,;=${more}`;
  const character = `(?:[${plain}:@]|%[0-9a-f]{2})`;
  const parts = /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#([\s\S]*))?$/.exec(text);
  if (parts === null) return false;
  const [, scheme, authority, path = '', query = '', fragment = ''] = parts;
  if (scheme !== undefined && !/^[a-z][a-z0-9+.-]*$/i.test(scheme)) return false;
  const fits = (part: string, extra: string): boolean => new RegExp(`^(?:${character}|[${extra}])*$`, 'iu').test(part);
  if (!fits(path, '/') || !fits(fragment, '/?') || !fits(query, isIri ? '/?\\ue000-\\uf8ff' : '/?')) return false;
  if (authority === undefined) return !path.startsWith('//');
  const [, user = '', host = ''] = /^(?:([^@]*)@)?(\[[^\]]*\]|[^:]*)(?::\d*)?$/.exec(authority) ?? ['', '\u0000'];
  const isName = new RegExp(`^(?:[${plain}]|%[0-9a-f]{2})*$`, 'iu');
  if (!new RegExp(`^(?:[${plain}:]|%[0-9a-f]{2})*$`, 'iu').test(user)) return false;
  const [, literal] = /^\[(.*)\]$/.exec(host) ?? [];
  return literal === undefined
    ? isName.test(host)
    : isIpv6(literal) || /^v[0-9a-f]+\.[a-z0-9\-._~!$&'()*+,;=:]+$/i.test(literal);
}

// RFC 6570 §2.
const TEMPLATE =
  /^(?:[^\u0000-\u0020\u007f"<>%\\^`{|}]|%[0-9a-f]{2}|\{[+#./;?&=,!@|]?(?:\w|%[0-9a-f]{2})(?:\.?(?:\w|%[0-9a-f]{2}))*(?::[1-9]\d{0,3}|\*)?(?:,(?:\w|%[0-9a-f]{2})(?:\.?(?:\w|%[0-9a-f]{2}))*(?::[1-9]\d{0,3}|\*)?)*\})*$/i;

function isRelativePointer(text: string): boolean {
  const [, rest] = /^(?:0|[1-9]\d*)([\s\S]*)$/.exec(text) ?? [];
  return rest !== undefined && (rest === '#' || parsePointer(rest) !== undefined);
}
