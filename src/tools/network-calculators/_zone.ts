import { z } from 'zod';

import { quote } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count, place, warnings as warningList } from '../../core/shared-data.js';
import { readJson } from '../../formats/json-document.js';
import { readCsvText } from '../../formats/table-text.js';
import type { TextSource } from '../../formats/text-source.js';
import { labelsOf } from '../../lib/dns/names.js';
import { checkZone } from '../../lib/dns/zone-check.js';
import { readZone, type Zone } from '../../lib/dns/zone-file.js';
import { type RecordRow, ROW_COLUMNS, zoneOfRows } from '../../lib/dns/zone-table.js';
import { ContentFault } from '../../lib/faults.js';
import { isJsonObject } from '../../lib/json/values.js';
import { tableFromJson } from '../../lib/table/json-table.js';
import { cellText, type Table, tableOf } from '../../lib/table/table.js';

/** Of records without a TTL in a table. */
const USUAL_TTL = 3600;

/** A name in option `origin`, with its final dot; empty where it is. Throws INVALID_INPUT. */
export function originOf(origin: string): string {
  if (origin === '') return '';
  return refusing('Option "origin" must be a domain such as example.com', () => {
    labelsOf(origin);
    return origin.endsWith('.') ? origin : `${origin}.`;
  });
}

/** A zone without faults: the first is refused. */
export function soundZone({ text, label }: TextSource, origin: string): Zone {
  return refusing(`Cannot read ${label} as a zone file`, () => {
    const zone = readZone(text, origin);
    const [fault] = zone.faults;
    if (fault !== undefined) throw new ContentFault(`line ${fault.line}: ${fault.message}`);
    if (zone.records.length === 0) throw new ContentFault('it has no records');
    return zone;
  });
}

/** A zone from a table of records, in JSON as this tool writes it, a list of objects, or CSV. */
export function zoneOfTable(source: TextSource, origin: string): Zone {
  const { text, label } = source;
  const isJson = /^\s*[[{]/.test(text);
  const json = isJson ? readJson(text, label) : undefined;
  const told = json !== undefined && isJsonObject(json) ? json.get('origin') : undefined;
  const list = json !== undefined && isJsonObject(json) ? (json.get('records') ?? []) : json;
  return refusing(`Cannot read ${label} as a table of records`, () => {
    const table = list === undefined ? csvTable(source) : tableFromJson(list, true);
    const start = origin === '' && typeof told === 'string' ? told : origin;
    return zoneOfRows(rowsOf(table), start, USUAL_TTL);
  });
}

const csvTable = (source: TextSource): Table => tableOf(readCsvText(source, 'auto').records, true);

/** What exports of DNS services call these columns. */
const OTHER_NAMES: Readonly<Record<string, (typeof ROW_COLUMNS)[number]>> = {
  host: 'name',
  hostname: 'name',
  owner: 'name',
  value: 'data',
  content: 'data',
  rdata: 'data',
  target: 'data',
};

function rowsOf({ columns, rows }: Table): RecordRow[] {
  const places = new Map<string, number>();
  for (const [index, column] of columns.entries()) {
    const key = column.trim().toLowerCase();
    const known = OTHER_NAMES[key] ?? key;
    if (!places.has(known)) places.set(known, index);
  }
  for (const needed of ['type', 'data'] as const)
    if (!places.has(needed)) throw new ContentFault(`it has no column ${quote(needed)}`);
  const cell = (row: Table['rows'][number], column: string): string =>
    cellText(row[places.get(column) ?? columns.length]);
  return rows.map((row) => {
    const [name = '', ttl = '', group = '', type = '', data = ''] = ROW_COLUMNS.map((column) => cell(row, column));
    return { name, ttl, class: group, type, data };
  });
}

/** What is wrong with a zone. */
export function zoneReport(zone: Zone) {
  const types = new Map<string, number>();
  for (const { type } of zone.records) types.set(type, (types.get(type) ?? 0) + 1);
  const { errors, warnings } = checkZone(zone);
  return {
    origin: zone.origin,
    isValid: errors.length === 0,
    recordCount: zone.records.length,
    types: [...types].map(([type, records]) => ({ type, records })).toSorted((a, b) => b.records - a.records),
    errors,
    warnings: warnings.map(({ line, message }) => `Line ${line}: ${message}`),
  };
}

export const reportData = z.object({
  origin: z.string().describe('Name of the zone, with its final dot; empty if unknown.'),
  isValid: z.boolean().describe('Whether it has no errors.'),
  recordCount: count('Records that can be read.'),
  types: z
    .array(z.object({ type: z.string().describe('Record type.'), records: count('Records of it.') }))
    .describe('Types, the most frequent first.'),
  errors: z
    .array(z.object({ line: place('Line of the zone file.'), message: z.string().describe('What is wrong.') }))
    .describe('What name servers refuse the zone for, up to 200.'),
  warnings: warningList().describe('What is unwise, with its line, up to 200; empty if there is nothing.'),
});

export const tableData = z.object({
  origin: z.string().describe('Name of the zone, with its final dot.'),
  records: z
    .array(
      z.object({
        name: z.string().describe('Owner, with its final dot.'),
        ttl: count('Time to live in seconds.'),
        class: z.string().describe('Class, nearly always IN.'),
        type: z.string().describe('Type, such as MX.'),
        data: z.string().describe('Data as a zone file has it, names whole.'),
      }),
    )
    .describe('Records in their order.'),
});
