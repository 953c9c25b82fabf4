import { ContentFault } from '../faults.js';
import { quotedText } from './character-strings.js';
import { nameKey } from './names.js';
import type { Zone, ZoneRecord } from './zone-file.js';
import { readZone } from './zone-file.js';

/** A row of a table of records. */
export interface RecordRow {
  readonly name: string;
  /** Seconds, or as BIND writes them; empty for the usual one. */
  readonly ttl: string;
  readonly class: string;
  readonly type: string;
  readonly data: string;
}

export const ROW_COLUMNS = ['name', 'ttl', 'class', 'type', 'data'] as const;

/** A zone as rows: names whole, data in its one form. */
export const rowsOf = (records: readonly ZoneRecord[]) =>
  records.map(({ name, ttl, class: group, type, fields }) => ({
    name,
    ttl,
    class: group,
    type,
    data: fields.join(' '),
  }));

/** Bytes of one string of a TXT record. */
const STRING_BYTES = 255;

/**
 * Reads rows as records of a zone. Text of TXT records may be without quotes, and is cut into strings of 255 bytes. Names are relative to
 * `origin` unless they end with a dot or with the origin itself. `line` of records and faults is the number of the row. Throws ContentFault
 * for a row that cannot be read, LimitFault.
 */
export function zoneOfRows(rows: readonly RecordRow[], origin: string, ttl: number): Zone {
  const zone = nameKey(origin);
  const lines = rows.map((row, index) => {
    for (const column of ROW_COLUMNS)
      if (/[\r\n]/.test(row[column])) throw new ContentFault(`row ${index + 1}: ${column} has a line break`);
    const key = nameKey(row.name);
    const name =
      row.name === ''
        ? '@'
        : zone !== '' && (key === zone || key.endsWith(`.${zone}`))
          ? `${row.name.replace(/\.$/, '')}.`
          : row.name;
    if (/[\s;()"]/.test(name + row.ttl + row.class + row.type))
      throw new ContentFault(`row ${index + 1}: name, ttl, class and type must be single words`);
    return `${name} ${row.ttl} ${row.class} ${row.type} ${dataText(row)}`;
  });
  const read = readZone(`$TTL ${ttl}\n${lines.join('\n')}\n`, origin);
  const [fault] = read.faults;
  if (fault !== undefined) throw new ContentFault(`row ${fault.line - 1}: ${fault.message}`);
  return { ...read, records: read.records.map((record) => ({ ...record, line: record.line - 1 })) };
}

function dataText({ type, data }: RecordRow): string {
  const text = data.trim();
  if (!/^(?:TXT|SPF)$/i.test(type) || text.startsWith('"')) return data;
  const bytes = Buffer.from(data);
  const strings: string[] = [];
  for (let at = 0; at === 0 || at < bytes.length; at += STRING_BYTES)
    strings.push(quotedText(bytes.subarray(at, at + STRING_BYTES)));
  return strings.join(' ');
}
