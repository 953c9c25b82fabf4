import { nameKey } from './names.js';
import { isInZone, type Zone, type ZoneFault, type ZoneRecord } from './zone-file.js';

export interface ZoneReport {
  /** What name servers refuse the zone for. */
  readonly errors: readonly ZoneFault[];
  readonly warnings: readonly ZoneFault[];
}

interface Findings {
  readonly errors: ZoneFault[];
  readonly warnings: ZoneFault[];
}

const MAX_FOUND = 200;

/** RFC 952 and 1123 §2.1, and underscores nowhere: names of hosts. */
const HOST = /^(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.?$/i;

/** Where a record names a host, the place of it among its fields. */
const TARGETS: Readonly<Record<string, number>> = { NS: 0, MX: 1, SRV: 3 };

/** What is wrong with a zone as a whole, and what is unwise: RFC 1034 §3.6.2, RFC 1912, RFC 2181. */
export function checkZone(zone: Zone): ZoneReport {
  const found: Findings = { errors: [...zone.faults], warnings: [] };
  const sets = recordSets(zone.records);
  checkApex(zone, found);
  checkSets(sets, zone, found);
  const isDoubled = openDoubled(zone.origin);
  for (const record of zone.records) {
    checkOwner(record, zone.origin, isDoubled, found);
    checkTarget(record, sets, zone, found);
    if (record.type === 'SOA') checkSoa(record, found);
  }
  const sorted = (list: readonly ZoneFault[]): ZoneFault[] =>
    list.toSorted((a, b) => a.line - b.line).slice(0, MAX_FOUND);
  return { errors: sorted(found.errors), warnings: sorted(found.warnings) };
}

type Sets = ReadonlyMap<string, ReadonlyMap<string, readonly ZoneRecord[]>>;

/** By name, then by type. */
function recordSets(records: readonly ZoneRecord[]): Sets {
  const sets = new Map<string, Map<string, ZoneRecord[]>>();
  for (const record of records) {
    const key = nameKey(record.name);
    const types = sets.get(key) ?? new Map<string, ZoneRecord[]>();
    sets.set(key, types);
    const list = types.get(record.type);
    if (list === undefined) types.set(record.type, [record]);
    else list.push(record);
  }
  return sets;
}

function checkApex({ origin, records }: Zone, { errors, warnings }: Findings): void {
  const starts = records.filter(({ type }) => type === 'SOA');
  const [first, second] = starts;
  const line = records[0]?.line ?? 1;
  if (first === undefined) errors.push({ line, message: 'The zone has no SOA record' });
  if (second !== undefined) errors.push({ line: second.line, message: 'The zone has more than one SOA record' });
  if (!records.some(({ type, name }) => type === 'NS' && nameKey(name) === nameKey(origin)))
    errors.push({ line: first?.line ?? line, message: 'The zone itself has no NS record' });
  else if (records.filter(({ type, name }) => type === 'NS' && nameKey(name) === nameKey(origin)).length === 1)
    warnings.push({
      line: first?.line ?? line,
      message: 'The zone has a single name server: RFC 2182 wants two at least',
    });
}

/** Types that may be beside a CNAME: RFC 4034 §2.5 and §3.6. */
const BESIDE_CNAME: ReadonlySet<string> = new Set(['CNAME', 'RRSIG', 'NSEC']);

function checkSets(sets: Sets, zone: Zone, { errors, warnings }: Findings): void {
  for (const types of sets.values()) {
    const aliases = types.get('CNAME') ?? [];
    const [alias, another] = aliases;
    const other = [...types.keys()].find((type) => !BESIDE_CNAME.has(type));
    if (alias !== undefined && other !== undefined)
      errors.push({
        line: alias.line,
        message: `${alias.name} has a CNAME and ${other}: nothing else may be beside a CNAME`,
      });
    if (alias !== undefined && another !== undefined && distinct(aliases).size > 1)
      errors.push({ line: another.line, message: `${alias.name} has more than one CNAME` });
    for (const [type, records] of types) {
      const [first] = records as readonly [ZoneRecord];
      const odd = records.find(({ ttl }) => ttl !== first.ttl);
      if (odd !== undefined && type !== 'RRSIG')
        warnings.push({
          line: odd.line,
          message: `TTL ${odd.ttl} differs from ${first.ttl} of the other ${type} records of ${first.name}`,
        });
      for (const twin of duplicates(records))
        warnings.push({ line: twin.line, message: `The ${type} record of ${twin.name} is there twice` });
      if (type === 'TXT' && records.filter(({ fields }) => /^"v=spf1[ "]/i.test(fields[0] ?? '')).length > 1)
        warnings.push({
          line: first.line,
          message: `${first.name} has more than one SPF record: receivers take neither`,
        });
    }
  }
  if (zone.defaultTtl === undefined && zone.records.length > 0)
    warnings.push({
      line: zone.records[0]?.line ?? 1,
      message: 'There is no $TTL: records without a TTL take the one before (RFC 2308)',
    });
}

const dataKey = ({ fields }: ZoneRecord): string => fields.join(' ').toLowerCase();
const distinct = (records: readonly ZoneRecord[]): Set<string> => new Set(records.map(dataKey));

function duplicates(records: readonly ZoneRecord[]): ZoneRecord[] {
  const seen = new Set<string>();
  return records.filter((record) => {
    const key = record.fields.join(' ');
    const isKnown = seen.has(key);
    seen.add(key);
    return isKnown;
  });
}

/** Tells names that have the name of the zone at their end twice. */
function openDoubled(origin: string): (name: string) => boolean {
  if (origin === '.' || origin === '') return () => false;
  const end = `.${origin}${origin}`.toLowerCase();
  return (name) => name.toLowerCase().endsWith(end);
}

function checkOwner(
  { line, name, type, fields }: ZoneRecord,
  origin: string,
  isDoubled: (name: string) => boolean,
  { errors, warnings }: Findings,
): void {
  if (!isInZone(name, origin))
    warnings.push({ line, message: `${name} is not in the zone ${origin}: name servers ignore it` });
  else if (isDoubled(name)) warnings.push({ line, message: `${name}: a final dot may be missing` });
  for (const field of fields)
    if (isDoubled(field))
      warnings.push({ line, message: `${type} of ${name} names ${field}: a final dot may be missing` });
  if ((type === 'A' || type === 'AAAA' || type === 'MX') && !HOST.test(name) && !/\.in-addr\.arpa\.$/i.test(name))
    errors.push({ line, message: `${name} is not a name for a host: letters, digits and hyphens are` });
  if (type === 'SOA' && nameKey(name) !== nameKey(origin))
    errors.push({ line, message: `The SOA record is not at the top of the zone, but at ${name}` });
}

function checkTarget(
  { line, type, fields, name }: ZoneRecord,
  sets: Sets,
  { origin }: Zone,
  { errors, warnings }: Findings,
): void {
  const place = TARGETS[type];
  const target = place === undefined ? undefined : fields[place];
  if (target === undefined || target === '.') return;
  if (type !== 'SRV' && !HOST.test(target))
    errors.push({ line, message: `${type} of ${name} names ${target}, which is not a name for a host` });
  if (/^(?:\d{1,3}\.){4}$/.test(target))
    errors.push({ line, message: `${type} of ${name} names an address, ${target}: it must be a host` });
  // Below a delegation others answer.
  if (!isInZone(target, origin) || isDelegated(target, sets, origin)) return;
  const types = sets.get(nameKey(target)) ?? wildcardOf(target, sets, origin);
  if (types?.has('CNAME') === true)
    errors.push({ line, message: `${type} of ${name} names ${target}, which is a CNAME (RFC 2181)` });
  else if (types?.has('A') !== true && types?.has('AAAA') !== true) {
    const fault = { line, message: `${type} of ${name} names ${target}, which has no address` };
    if (type === 'NS' && nameKey(name) === nameKey(origin)) errors.push(fault);
    else warnings.push(fault);
  }
}

/** Whether there is an NS record at or above a name, below the top of the zone. */
function isDelegated(name: string, sets: Sets, origin: string): boolean {
  return parentsOf(name, origin).some((parent) => sets.get(parent)?.has('NS') === true);
}

function wildcardOf(name: string, sets: Sets, origin: string): ReadonlyMap<string, readonly ZoneRecord[]> | undefined {
  for (const parent of [...parentsOf(name, origin).slice(1), nameKey(origin)]) {
    const types = sets.get(`*.${parent}`);
    if (types !== undefined) return types;
  }
  return undefined;
}

/** Keys of a name and of those above it, without that of the zone. */
function parentsOf(name: string, origin: string): string[] {
  const parents: string[] = [];
  const zone = nameKey(origin);
  for (let key = nameKey(name); key !== zone && key !== ''; ) {
    parents.push(key);
    const dot = key.indexOf('.');
    key = dot < 0 ? '' : key.slice(dot + 1);
  }
  return parents;
}

const DAY = 86_400;

/** RFC 1912 §2.2. */
function checkSoa({ line, fields }: ZoneRecord, { warnings }: Findings): void {
  const mailbox = fields[1] ?? '';
  const [serial = 0, refresh = 0, retry = 0, expire = 0, minimum = 0] = fields.slice(2).map(Number);
  if (serial === 0) warnings.push({ line, message: 'The serial number is 0' });
  if (retry >= refresh) warnings.push({ line, message: `Retry, ${retry}, is not less than refresh, ${refresh}` });
  if (expire < refresh + retry)
    warnings.push({ line, message: `Expire, ${expire}, is less than refresh and retry together, ${refresh + retry}` });
  if (minimum > DAY)
    warnings.push({ line, message: `The TTL of negative answers, ${minimum}, is more than a day (RFC 2308)` });
  if (mailbox.includes('@'))
    warnings.push({ line, message: `The mailbox ${mailbox} has an @: it is written with a dot` });
}
