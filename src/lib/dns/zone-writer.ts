import { nameKey } from './names.js';
import type { Zone, ZoneRecord } from './zone-file.js';

export interface ZoneLayout {
  /** By name from the top of the zone down, then by type; else as they are. */
  readonly sort: boolean;
}

/** Owners beyond this are not aligned with the others. */
const MAX_OWNER = 40;

/** What each number of an SOA record is. */
const SOA_NUMBERS = ['serial', 'refresh', 'retry', 'expire', 'minimum'];

/**
 * A zone as a file: $ORIGIN and $TTL first, owners relative to the zone, other names whole, the TTL where it differs, columns aligned.
 * Comments stay where they were, unless records are sorted: then those on lines of their own come first.
 */
export function writeZone(
  { origin, defaultTtl, records, comments }: Omit<Zone, 'faults'>,
  { sort }: ZoneLayout,
): string {
  const ttl = defaultTtl ?? usualTtl(records);
  const rows = (sort ? records.toSorted(byName(origin)) : records).map((record) => ({
    line: sort ? Number.POSITIVE_INFINITY : record.line,
    cells: [relativeTo(record.name, origin), record.ttl === ttl ? '' : String(record.ttl), record.class, record.type],
    record,
  }));
  const widths = [0, 1, 2, 3].map((column) =>
    rows.reduce((most, { cells }) => Math.max(most, Math.min(cells[column]?.length ?? 0, MAX_OWNER)), 0),
  );
  const hasTtl = (widths[1] ?? 0) > 0;
  const lines = rows.map(({ line, cells, record }) => {
    const head = cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .filter((_, column) => column !== 1 || hasTtl)
      .join('  ');
    const note = record.comments.filter((one) => one !== '').join(' ');
    if (record.type === 'SOA') return { line, text: soaText(head, record) };
    return { line, text: `${head}  ${record.fields.join(' ')}${note === '' ? '' : `  ; ${note}`}` };
  });
  const notes = comments.map(({ line, text }) => ({ line, text: text === '' ? ';' : `; ${text}` }));
  const merged = [...notes, ...lines].toSorted((a, b) => (a.line === b.line ? 0 : a.line - b.line));
  const top = [`$ORIGIN ${origin}`, ...(ttl === undefined ? [] : [`$TTL ${ttl}`])];
  return `${[...top, ...merged.map(({ text }) => text)].join('\n')}\n`;
}

function soaText(head: string, { fields: [server = '', mailbox = '', ...numbers] }: ZoneRecord): string {
  const width = Math.max(...numbers.map((number) => number.length));
  const lines = numbers.map((number, at) => `    ${number.padEnd(width)}  ; ${SOA_NUMBERS[at]}`);
  return `${head}  ${server} ${mailbox} (\n${lines.join('\n')}\n)`;
}

/** The most frequent TTL, the first of equals. */
function usualTtl(records: readonly ZoneRecord[]): number | undefined {
  const counts = new Map<number, number>();
  for (const { ttl } of records) counts.set(ttl, (counts.get(ttl) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}

/** A name as it is written below $ORIGIN: `@`, relative, or whole where it is elsewhere. */
function relativeTo(name: string, origin: string): string {
  if (nameKey(name) === nameKey(origin)) return '@';
  const end = origin === '.' ? '.' : `.${origin}`;
  return nameKey(name).endsWith(nameKey(end)) ? name.slice(0, -end.length) : name;
}

/** Top of the zone first, then names by their labels from the right; SOA and NS before other types. */
function byName(origin: string): (a: ZoneRecord, b: ZoneRecord) => number {
  const keys = new Map<string, string>();
  const keyOf = ({ name, type }: ZoneRecord): string => {
    const known =
      keys.get(name) ?? nameKey(relativeTo(name, origin)).replace(/^@$/, '').split('.').reverse().join('\u0001');
    keys.set(name, known);
    const rank = type === 'SOA' ? '0' : type === 'NS' ? '1' : `2${type}`;
    return `${known}\u0000${rank}`;
  };
  return (a, b) => {
    const [first, second] = [keyOf(a), keyOf(b)];
    return first < second ? -1 : first > second ? 1 : 0;
  };
}
