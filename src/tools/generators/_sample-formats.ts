import { invalid } from '../../core/errors.js';
import { jsonText, type ToolResult, text } from '../../core/results.js';
import { jsonTable, typedJsonTable } from '../../lib/json/to-table.js';
import { isJsonObject, type JsonValue } from '../../lib/json/values.js';
import { writeJson } from '../../lib/json/write.js';
import { checkCells } from '../../lib/table/table.js';
import { type SqlDialect, writeInserts } from '../../lib/table/write-inserts.js';
import { writeCsv } from '../../lib/table/write-table.js';

export const SAMPLE_FORMATS = ['json', 'jsonl', 'csv', 'sql'] as const;

interface SampleWriting {
  readonly format: (typeof SAMPLE_FORMATS)[number];
  readonly tableName: string;
  readonly dialect: SqlDialect;
}

/** Rows of one INSERT statement. */
const BATCH = 100;

/** Values in a format. Throws INVALID_INPUT where SQL has no rows for them, LimitFault. */
export function writeSamples(samples: readonly JsonValue[], writing: SampleWriting): ToolResult<readonly JsonValue[]> {
  switch (writing.format) {
    case 'json':
      return jsonText(`${writeJson(samples, { indent: '  ' })}\n`);
    case 'jsonl':
      return text(samples.map((sample) => `${writeJson(sample)}\n`).join(''), {
        name: 'result.jsonl',
        mime: 'application/x-ndjson',
      });
    case 'csv': {
      const { columns, rows } = jsonTable(samples, { flatten: true, arrays: 'json' });
      checkCells(columns.length, rows.length);
      const cells = rows.map((row) => columns.map((column) => row.get(column) ?? ''));
      return text(writeCsv({ columns, hasHeader: true, rows: cells }), {
        name: 'result.csv',
        mime: 'text/csv;charset=utf-8',
      });
    }
    case 'sql':
      return text(sqlOf(samples, writing), { name: 'result.sql', mime: 'application/sql' });
  }
}

function sqlOf(samples: readonly JsonValue[], { dialect, tableName }: SampleWriting): string {
  if (!samples.every(isJsonObject)) throw invalid('Option "format" can be "sql" for schemas of objects only');
  const { columns, rows } = typedJsonTable(samples, { flatten: false, arrays: 'json' }, (value) => value);
  if (columns.length === 0) throw invalid('Option "format" can be "sql" for objects with properties only');
  checkCells(columns.length, rows.length);
  const cells = rows.map((row) => columns.map((column) => row.get(column) ?? null));
  return writeInserts(columns, cells, { dialect, table: tableName, create: true, batch: BATCH });
}
