import { ContentFault, LimitFault } from '../faults.js';
import { absoluteName, nameKey, wholeName } from './names.js';
import { RDATA } from './rdata.js';
import { normalRdata, seconds } from './rdata-writer.js';
import { typeName, typeNumber } from './types.js';
import { type ZoneEntry, type ZoneToken, zoneEntries } from './zone-tokens.js';

export interface ZoneRecord {
  /** Line of the zone file, from 1. */
  readonly line: number;
  /** Whole, with its final dot. */
  readonly name: string;
  readonly ttl: number;
  readonly class: string;
  readonly type: string;
  /** The data in its one form, field by field; joined by spaces it is as zone files have it. */
  readonly fields: readonly string[];
  /** Without their semicolons. */
  readonly comments: readonly string[];
}

export interface ZoneFault {
  readonly line: number;
  readonly message: string;
}

/** Comments on lines of their own, and where they are. */
export interface ZoneComment {
  readonly line: number;
  readonly text: string;
}

export interface Zone {
  /** Name of the zone: that of its SOA record, else the origin it was read with; empty where neither is known. */
  readonly origin: string;
  /** Of $TTL, the first one; `undefined` without one. */
  readonly defaultTtl: number | undefined;
  readonly records: readonly ZoneRecord[];
  readonly comments: readonly ZoneComment[];
  /** Lines that are not records, in their order. */
  readonly faults: readonly ZoneFault[];
}

/** Those made by $GENERATE too. */
const MAX_RECORDS = 100_000;
const MAX_FAULTS = 100;
/** Of all values together: $GENERATE can make much of little. */
const MAX_CHARACTERS = 20_000_000;
/** RFC 2181 §8. */
const MAX_TTL = 2 ** 31 - 1;

const CLASSES: ReadonlySet<string> = new Set(['IN', 'CH', 'HS']);
/** Of questions and messages, not of zones. */
const META_TYPES: ReadonlySet<string> = new Set(['OPT', 'TSIG', 'IXFR', 'AXFR', 'ANY']);

interface Reading {
  origin: string;
  owner: string;
  lastTtl: number | undefined;
  zoneClass: string;
  defaultTtl: number | undefined;
  firstTtl: number | undefined;
  /** Characters of all values so far. */
  characters: number;
  readonly records: ZoneRecord[];
}

/**
 * Reads a zone file: RFC 1035 §5, RFC 2308 §4, RFC 3597, and $GENERATE as BIND has it. `origin` may be empty where the file has one. A line
 * that is wrong is told and left out. Throws LimitFault for more than 100,000 records.
 */
export function readZone(text: string, origin: string): Zone {
  const reading: Reading = {
    origin: origin === '' ? '' : wholeName(origin),
    owner: '',
    lastTtl: undefined,
    zoneClass: '',
    defaultTtl: undefined,
    firstTtl: undefined,
    characters: 0,
    records: [],
  };
  const comments: ZoneComment[] = [];
  const faults: ZoneFault[] = [];
  for (const entry of zoneEntries(text.replace(/^\ufeff/, ''))) {
    try {
      if (entry.fault !== undefined) throw new ContentFault(entry.fault);
      if (entry.tokens.length === 0) comments.push({ line: entry.line, text: entry.comments.join(' ') });
      else readEntry(entry, reading);
    } catch (error) {
      if (!(error instanceof ContentFault)) throw error;
      // What is wrong with one line is told; the others are read.
      if (faults.length < MAX_FAULTS) faults.push({ line: entry.line, message: error.message });
    }
  }
  const { records } = reading;
  const start =
    records.find(({ type }) => type === 'SOA')?.name ?? (origin === '' ? reading.origin : wholeName(origin));
  return { origin: start, defaultTtl: reading.firstTtl, records, comments, faults };
}

function readEntry(entry: ZoneEntry, reading: Reading): void {
  const [first, second] = entry.tokens as readonly [ZoneToken, ...ZoneToken[]];
  if (first.isQuoted || !first.text.startsWith('$')) {
    addRecord(entry, entry.tokens, reading);
    return;
  }
  switch (first.text.toUpperCase()) {
    case '$ORIGIN':
      if (second === undefined) throw new ContentFault('$ORIGIN must be followed by a name');
      reading.origin = nameIn(second.text, reading);
      return;
    case '$TTL':
      reading.defaultTtl = ttlOf(second?.text ?? '');
      reading.firstTtl ??= reading.defaultTtl;
      return;
    case '$GENERATE':
      generate(entry, reading);
      return;
    case '$INCLUDE':
      throw new ContentFault('$INCLUDE is not followed: put the text of the other file in its place');
    default:
      throw new ContentFault(`${first.text.slice(0, 40)} is not a directive: $ORIGIN, $TTL and $GENERATE are`);
  }
}

function nameIn(text: string, { origin }: Reading): string {
  if (origin === '' && !text.endsWith('.'))
    throw new ContentFault(
      `${JSON.stringify(text.slice(0, 80))} has no final dot, and no origin is known: set option "origin"`,
    );
  return absoluteName(text, origin);
}

function ttlOf(text: string): number {
  const ttl = seconds(text);
  if (ttl === undefined || ttl > MAX_TTL)
    throw new ContentFault(
      `a TTL must be seconds up to ${MAX_TTL}, or such as 1h30m, got ${JSON.stringify(text.slice(0, 40))}`,
    );
  return ttl;
}

function addRecord(entry: ZoneEntry, tokens: readonly ZoneToken[], reading: Reading): void {
  let at = 0;
  if (!entry.isIndented) {
    reading.owner = nameIn(tokens[0]?.text ?? '', reading);
    at = 1;
  }
  if (reading.owner === '') throw new ContentFault('a line that begins with white space has no record before it');
  let [ttl, group] = [undefined as number | undefined, ''];
  // The TTL and the class, in either order.
  for (; at < tokens.length; at += 1) {
    const { text = '', isQuoted = false } = tokens[at] ?? {};
    const isClass = CLASSES.has(text.toUpperCase());
    if (isQuoted || (isClass ? group !== '' : ttl !== undefined || seconds(text) === undefined)) break;
    if (isClass) group = text.toUpperCase();
    else ttl = ttlOf(text);
  }
  const word = tokens[at]?.text;
  if (word === undefined) throw new ContentFault('the record has no type');
  const number = typeNumber(word);
  if (number === undefined) throw new ContentFault(`${JSON.stringify(word.slice(0, 40))} is not a record type`);
  const type = typeName(number);
  if (META_TYPES.has(type)) throw new ContentFault(`${type} is not a type of records in zones`);
  if (group !== '' && reading.zoneClass !== '' && group !== reading.zoneClass)
    throw new ContentFault(`the class is ${group}, that of the records before ${reading.zoneClass}`);
  const data = tokens.slice(at + 1);
  if (data.length === 0 && RDATA[type]?.[0] !== undefined) throw new ContentFault(`the ${type} record has no data`);
  const needsOrigin = reading.origin === '' && data.some(({ text }) => text === '@');
  if (needsOrigin) throw new ContentFault('@ is there, and no origin is known: set option "origin"');
  const fields = normalRdata(type, data, reading.origin === '' ? '.' : reading.origin);
  reading.zoneClass = group === '' ? reading.zoneClass : group;
  // RFC 2308 §4; without $TTL the last TTL (RFC 1035 §5.1), and for a first SOA its own minimum, as BIND does it.
  const known = ttl ?? reading.defaultTtl ?? reading.lastTtl ?? (type === 'SOA' ? Number(fields.at(-1)) : undefined);
  if (known === undefined) throw new ContentFault('the record has no TTL, and there is no $TTL before it');
  reading.lastTtl = known;
  if (reading.records.length === MAX_RECORDS)
    throw new LimitFault(`the zone has more than ${MAX_RECORDS} records`, MAX_RECORDS);
  reading.characters += fields.reduce((sum, field) => sum + field.length, reading.owner.length);
  if (reading.characters > MAX_CHARACTERS)
    throw new LimitFault(`its values have more than ${MAX_CHARACTERS} characters in all`, MAX_CHARACTERS);
  const { line, comments } = entry;
  const className = reading.zoneClass === '' ? 'IN' : reading.zoneClass;
  reading.records.push({ line, name: reading.owner, ttl: known, class: className, type, fields, comments });
}

const MAX_GENERATED = 65_536;

/** `$GENERATE 1-254/2 host-$ A 192.0.2.$`: `$` is the number, `${offset,width,base}` writes it otherwise. */
function generate(entry: ZoneEntry, reading: Reading): void {
  const [, range, ...rest] = entry.tokens;
  const [, start = 0, stop = -1, step = 1] = (
    /^(\d{1,9})-(\d{1,9})(?:\/(\d{1,9}))?$/.exec(range?.text ?? '') ?? []
  ).map((text, index) => (index === 0 || text === undefined ? undefined : Number(text)));
  if (stop < start || step === 0)
    throw new ContentFault('$GENERATE must be followed by a range such as 1-254 or 0-100/10');
  if ((stop - start) / step >= MAX_GENERATED)
    throw new LimitFault(`$GENERATE makes more than ${MAX_GENERATED} records`, MAX_GENERATED);
  const { owner } = reading;
  for (let number = start; number <= stop; number += step) {
    const tokens = rest.map(({ text, isQuoted }) => ({ text: generated(text, number), isQuoted }));
    addRecord({ ...entry, isIndented: false, comments: [] }, tokens, reading);
  }
  // As in BIND, a line without an owner goes on with that of the record before $GENERATE.
  reading.owner = owner;
}

const generated = (text: string, number: number): string =>
  text.replace(
    /\\[\s\S]|\$\$|\$(?:\{(-?\d{1,9})(?:,(\d{1,3})(?:,([doxXnN]))?)?\})?/g,
    (whole, offset: string | undefined, width: string | undefined, base: string | undefined) => {
      if (whole.startsWith('\\')) return whole === '\\$' ? '$' : whole;
      if (whole === '$$') return '$';
      const value = number + Number(offset ?? 0);
      if (value < 0) throw new ContentFault(`$GENERATE makes a negative number, ${value}`);
      return numberText(value, Number(width ?? 0), base ?? 'd');
    },
  );

function numberText(value: number, width: number, base: string): string {
  if (base === 'd') return String(value).padStart(width, '0');
  if (base === 'o') return value.toString(8).padStart(width, '0');
  const hex = value.toString(16).padStart(base.toLowerCase() === 'x' ? width : Math.ceil(width / 2), '0');
  const cased = base === 'X' || base === 'N' ? hex.toUpperCase() : hex;
  if (base.toLowerCase() === 'x') return cased;
  // Nibbles, the last one first, as the reverse DNS has them.
  return [...cased].reverse().join('.');
}

/** Whether a name is the zone itself or below it. */
export function isInZone(name: string, origin: string): boolean {
  const [key, zone] = [nameKey(name), nameKey(origin)];
  return zone === '' || key === zone || key.endsWith(`.${zone}`);
}
