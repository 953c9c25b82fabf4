import type { DivideIsbn } from '../../engines/isbn-ranges.js';
import {
  gs1CheckDigit,
  modulo11And2CheckCharacter,
  modulo11CheckCharacter,
} from '../../lib/checksums/standard-numbers.js';

export const NUMBER_KINDS = ['isbn', 'issn', 'ismn', 'doi', 'orcid', 'isni'] as const;
type NumberKind = (typeof NUMBER_KINDS)[number];

interface NumberVerdict {
  readonly isValid: boolean;
  readonly reason?: string;
  readonly type?: NumberKind;
  readonly formatted?: string;
  readonly compact?: string;
  readonly isbn13?: string;
  readonly isbn10?: string | null;
  readonly ean13?: string;
  readonly group?: string | null;
  readonly registrant?: string | null;
  readonly url?: string;
  readonly suggestion?: string;
}

/** Longer than any of them with its address; a DOI may be longer, but nobody has one that is. */
const MAX_LENGTH = 2000;

const NAMED = /^(?:urn:)?(e-?isbn|isbn(?:-1[03])?|[ep]?-?issn(?:-l)?|ismn|doi|orcid(?: id)?|isni)[ \t]*[:=]?[ \t]*/i;
const ADDRESS =
  /^(?:https?:\/\/)?(?:www\.|dx\.)?(doi\.org|orcid\.org|isni\.org\/(?:isni|page)|portal\.issn\.org\/resource\/issn)\//i;

const kindNamed = (word: string): NumberKind =>
  NUMBER_KINDS.find((kind) => word.toLowerCase().includes(kind)) ?? 'isbn';

/** What stands before a number, and what it says of its kind. */
function withoutName(value: string): { readonly rest: string; readonly named: NumberKind | undefined } {
  const address = ADDRESS.exec(value);
  const name = address ?? NAMED.exec(value);
  if (name === null) return { rest: value, named: undefined };
  const rest = value.slice(name[0].length);
  return { rest: address === null ? rest : unescaped(rest.replace(/[?#].*$/s, '')), named: kindNamed(name[1] ?? '') };
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A percent sign of its own belongs to the number.
    return text;
  }
}

/** Digits, X and M without spaces and dashes; what follows in brackets, as libraries write it, is not of the number. */
function compactOf(text: string): string {
  const end = text.indexOf('(');
  return (end > 0 ? text.slice(0, end) : text).replace(/[\s\u2010-\u2015\u2212\ufe63\uff0d-]/g, '').toUpperCase();
}

/** ORCID has blocks of the ISNIs to itself (ORCID, "Structure of the ORCID Identifier"). */
const isOrcid = (compact: string): boolean =>
  (compact >= '0000000150000007' && compact <= '0000000350000001') ||
  (compact >= '0009000000000000' && compact <= '0009001000000000');

function kindOf(compact: string): NumberKind | undefined {
  if (/^(?:M\d{9}|9790\d{9})$/.test(compact)) return 'ismn';
  if (/^(?:\d{7}[\dX]|977\d{10})$/.test(compact)) return 'issn';
  if (/^\d{15}[\dX]$/.test(compact)) return isOrcid(compact) ? 'orcid' : 'isni';
  return /^(?:\d{8,9}[\dX]|\d{9,14})$/.test(compact) ? 'isbn' : undefined;
}

/** Judges a number of the given kind, or of the one that it looks like. */
export function judgeNumber(value: string, wanted: NumberKind | 'auto', divide: DivideIsbn): NumberVerdict {
  if (value.length > MAX_LENGTH) return { isValid: false, reason: `It must have at most ${MAX_LENGTH} characters` };
  const { rest, named } = withoutName(value);
  const compact = compactOf(rest);
  const kind = wanted !== 'auto' ? wanted : (named ?? (rest.startsWith('10.') ? 'doi' : kindOf(compact)));
  if (kind === 'doi') return judgeDoi(rest.trim());
  const verdict = kind === undefined ? UNKNOWN : JUDGES[kind](compact, divide);
  if (verdict.isValid) return verdict;
  const meant = compact.replace(/O/g, '0').replace(/[IL|]/g, '1').replace(/S/g, '5').replace(/B/g, '8');
  const meantKind = kind ?? kindOf(meant);
  if (meant === compact || meantKind === undefined || meantKind === 'doi') return verdict;
  const other = JUDGES[meantKind](meant, divide);
  return other.isValid && other.formatted !== undefined ? { ...verdict, suggestion: other.formatted } : verdict;
}

const UNKNOWN: NumberVerdict = {
  isValid: false,
  reason: 'It is not in the form of an ISBN, ISSN, ISMN, DOI, ORCID or ISNI',
};

/** ANSI/NISO Z39.84: a prefix of 10, a dot and the registrant, then any printable characters. */
function judgeDoi(text: string): NumberVerdict {
  if (!/^10\.\d{4,9}(?:\.\d+)*\//.test(text))
    return { isValid: false, type: 'doi', reason: 'A DOI begins with 10., four to nine digits and a slash' };
  if (!/^[^/]+\/[^\p{C}\p{Z}]+$/u.test(text))
    return {
      isValid: false,
      type: 'doi',
      reason: 'Behind the first slash of a DOI there must be characters other than spaces',
    };
  const escaped = encodeURI(text).replace(/[?#]/g, encodeURIComponent);
  return {
    isValid: true,
    type: 'doi',
    formatted: text,
    compact: text.toLowerCase(),
    url: `https://doi.org/${escaped}`,
  };
}

const failed = (type: NumberKind, reason: string): NumberVerdict => ({ isValid: false, type, reason });

/** A fault of the check character, or of what it stands behind. */
function faultOf(type: NumberKind, compact: string, form: RegExp, words: string, check: (digits: string) => string) {
  if (!form.test(compact)) return failed(type, `${words}, got ${described(compact)}`);
  const [digits, last] = [compact.slice(0, -1), compact.slice(-1)];
  const right = check(digits.replace(/^M/, '9790'));
  return right === last ? undefined : failed(type, `The check character must be ${right}, got ${last}`);
}

const described = (compact: string): string => (/^[\dX]+$/.test(compact) ? String(compact.length) : 'other characters');

function judgeIsbn(compact: string, divide: DivideIsbn): NumberVerdict {
  const isLong = compact.length > 10;
  const fault = isLong
    ? faultOf('isbn', compact, /^\d{13}$/, 'An ISBN has 10 or 13 digits', gs1CheckDigit)
    : faultOf('isbn', compact, /^\d{9}[\dX]$/, 'An ISBN has 10 or 13 digits', modulo11CheckCharacter);
  if (fault !== undefined) {
    // Nine digits were a British SBN before 1970.
    const old = /^\d{8}[\dX]$/.test(compact) ? judgeIsbn(`0${compact}`, divide) : undefined;
    return old?.isValid && old.isbn10 ? { ...fault, suggestion: old.isbn10 } : fault;
  }
  if (isLong && !/^97[89]/.test(compact)) return failed('isbn', 'An ISBN of 13 digits begins with 978 or 979');
  if (compact.startsWith('9790')) return failed('isbn', 'Numbers that begin with 979-0 are ISMN, of printed music');
  const body = isLong ? compact.slice(0, 12) : `978${compact.slice(0, 9)}`;
  const isbn13 = body + gs1CheckDigit(body);
  const short = body.slice(3);
  const isbn10 = body.startsWith('978') ? short + modulo11CheckCharacter(short) : null;
  const parts = divide(isbn13);
  return {
    isValid: true,
    type: 'isbn',
    formatted: (isLong ? parts?.isbn13 : parts?.isbn10) ?? compact,
    compact,
    isbn13: parts?.isbn13 ?? isbn13,
    isbn10: parts?.isbn10 ?? isbn10,
    group: parts?.groupName ?? null,
    registrant: parts?.registrant ?? null,
  };
}

function judgeIssn(compact: string): NumberVerdict {
  const isCode = compact.length === 13;
  const fault = isCode
    ? faultOf('issn', compact, /^977\d{10}$/, 'The barcode of an ISSN has 13 digits and begins with 977', gs1CheckDigit)
    : faultOf('issn', compact, /^\d{7}[\dX]$/, 'An ISSN has 8 digits', modulo11CheckCharacter);
  if (fault !== undefined) return fault;
  const digits = isCode ? compact.slice(3, 10) : compact.slice(0, 7);
  const issn = digits + modulo11CheckCharacter(digits);
  const formatted = `${issn.slice(0, 4)}-${issn.slice(4)}`;
  const body = isCode ? compact.slice(0, 12) : `977${digits}00`;
  const url = `https://portal.issn.org/resource/ISSN/${formatted}`;
  return { isValid: true, type: 'issn', formatted, compact: issn, ean13: body + gs1CheckDigit(body), url };
}

/** Lengths of publishers by what they begin with (ISMN Users' Manual, 2016, appendix 1). */
function ismnPublisherLength(digits: string): number {
  if (digits < '1') return 3;
  if (digits < '4') return 4;
  if (digits < '7') return 5;
  return digits < '9' ? 6 : 7;
}

function judgeIsmn(compact: string): NumberVerdict {
  const words = 'An ISMN is M and 9 digits, or 979-0 and 9 digits';
  const fault = faultOf('ismn', compact, /^(?:M|9790)\d{9}$/, words, gs1CheckDigit);
  if (fault !== undefined) return fault;
  const rest = compact.replace(/^(?:M|9790)/, '');
  const length = ismnPublisherLength(rest);
  const registrant = rest.slice(0, length);
  const full = `9790${rest}`;
  const formatted = `979-0-${registrant}-${rest.slice(length, 8)}-${rest.slice(8)}`;
  return { isValid: true, type: 'ismn', formatted, compact: full, ean13: full, registrant };
}

const judgePerson =
  (type: 'orcid' | 'isni') =>
  (compact: string): NumberVerdict => {
    const words = `An ${type.toUpperCase()} has 16 digits`;
    const fault = faultOf(type, compact, /^\d{15}[\dX]$/, words, modulo11And2CheckCharacter);
    if (fault !== undefined) return fault;
    if (type === 'orcid' && !isOrcid(compact)) return failed(type, 'No ORCID are issued in this range: it is an ISNI');
    const separator = type === 'orcid' ? '-' : ' ';
    const formatted = compact.replace(/.{4}(?=.)/g, `$&${separator}`);
    const url = type === 'orcid' ? `https://orcid.org/${formatted}` : `https://isni.org/isni/${compact}`;
    return { isValid: true, type, formatted, compact, url };
  };

const JUDGES = {
  isbn: judgeIsbn,
  issn: judgeIssn,
  ismn: judgeIsmn,
  orcid: judgePerson('orcid'),
  isni: judgePerson('isni'),
} as const satisfies Record<Exclude<NumberKind, 'doi'>, (compact: string, divide: DivideIsbn) => NumberVerdict>;
