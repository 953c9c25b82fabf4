import type { CountryIndex } from '../../engines/country-index.js';
import { type Mrz, readMrz } from '../../lib/mrz/read.js';

/** ICAO Doc 9303-3, section 5: codes beside those of ISO 3166-1. */
const STATES: Readonly<Record<string, string>> = {
  D: 'Germany',
  EUE: 'European Union',
  GBD: 'British Overseas Territories citizen',
  GBN: 'British National (overseas)',
  GBO: 'British Overseas citizen',
  GBP: 'British protected person',
  GBS: 'British subject',
  RKS: 'Kosovo',
  UNA: 'United Nations agency',
  UNK: 'Resident of Kosovo (UNMIK)',
  UNO: 'United Nations',
  UTO: 'Utopia (specimens)',
  XOM: 'Sovereign Military Order of Malta',
  XPO: 'Interpol',
  XXA: 'Stateless person',
  XXB: 'Refugee (1951 Convention)',
  XXC: 'Refugee (other)',
  XXX: 'Unspecified nationality',
};

const KINDS: readonly (readonly [RegExp, string])[] = [
  [/^P/, 'passport'],
  [/^V/, 'visa'],
  [/^AC/, 'crew member certificate'],
  [/^[AIC]/, 'identity card or other travel document'],
];

const unfilled = (text: string): string => text.replace(/<+$/, '').replaceAll('<', ' ').trim();

/** Two digits of a year: births are not after `now`, expiries at most 50 years after it. */
function dateOf(text: string, latest: number): string | null {
  const [, year = '', month = '', day = ''] = /^(\d\d)(\d\d)(\d\d)$/.exec(text) ?? [];
  if (year === '') return null;
  const late = 2000 + Number(year);
  const full = late > latest ? late - 100 : late;
  const iso = `${full}-${month}-${day}`;
  const time = new Date(`${iso}T00:00:00Z`);
  return Number.isNaN(time.getTime()) || !time.toISOString().startsWith(iso) ? null : iso;
}

const SEX: Readonly<Record<string, 'male' | 'female' | 'unspecified'>> = {
  M: 'male',
  F: 'female',
  '<': 'unspecified',
  X: 'unspecified',
};

function reportOf({ format, lines, fields, checks, corrections }: Mrz, now: Date, index: CountryIndex) {
  const field = (name: string): string => unfilled(fields.get(name) ?? '');
  const state = (code: string): string | null => {
    const [match] = /^[A-Z]{3}$/.test(code) ? index.find(code, 'country') : [];
    return STATES[code] ?? (match?.kind === 'country' ? match.of.facts.name : null);
  };
  const [surname = '', ...given] = (fields.get('names') ?? '').split('<<');
  const year = now.getUTCFullYear();
  const birth = fields.get('birthDate') ?? '';
  let birthDate = dateOf(birth, year);
  // Born later this year is born a century ago.
  if (birthDate !== null && birthDate > now.toISOString().slice(0, 10)) birthDate = dateOf(birth, year - 1);
  const expiryDate = dateOf(fields.get('expiryDate') ?? '', year + 50);
  const type = field('type');
  const optional = [field('optional'), field('optional2')].filter((text) => text !== '');
  const warnings = [
    ...(birthDate === null ? ['The date of birth is unknown or not a date'] : []),
    ...(expiryDate === null ? ['The date of expiry is not a date'] : []),
    ...(/<$/.test(fields.get('names') ?? '') ? [] : ['The names fill the line and may be cut']),
  ];
  return {
    format,
    isValid: checks.every(({ isValid }) => isValid),
    documentType: type,
    documentKind: KINDS.find(([pattern]) => pattern.test(type))?.[1] ?? 'unknown',
    issuer: field('issuer'),
    issuerName: state(field('issuer')),
    surname: unfilled(surname),
    givenNames: unfilled(given.join('<')),
    documentNumber: field('documentNumber').replaceAll(' ', ''),
    nationality: field('nationality'),
    nationalityName: state(field('nationality')),
    birthDate,
    sex: SEX[fields.get('sex') ?? ''] ?? ('unknown' as const),
    expiryDate,
    isExpired: expiryDate === null ? null : expiryDate < now.toISOString().slice(0, 10),
    optionalData: optional,
    checks: [...checks],
    corrections: [...corrections],
    lines: [...lines],
    warnings,
  };
}

/** What a zone says. Throws ContentFault where it is none. */
export const parseZone = (text: string, repair: boolean, now: Date, index: CountryIndex) =>
  reportOf(readMrz(text, repair), now, index);
