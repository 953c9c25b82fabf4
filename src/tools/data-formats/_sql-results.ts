import { z } from 'zod';

import { json, jsonText, ToolError, type ToolResult, text, withFiles } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count } from '../../core/shared-data.js';
import type { SchemaEntry, SqlDatabase } from '../../engines/sqlite/database.js';
import { KINDS } from '../../formats/text-source.js';
import { JsonNumber } from '../../lib/json/values.js';
import { type Cell, cellText, type Table } from '../../lib/table/table.js';
import { writeCsv, writeJsonLines, writeJsonRows, writeMarkdown } from '../../lib/table/write-table.js';

/** A table or view as `schemaResult` describes it. */
export const sqlTable = z.object({
  name: z.string().describe('Name of the table.'),
  type: z.string().describe('Kind: table or view.'),
  rows: z.int().min(0).nullable().describe('Number of rows; null where it cannot be read.'),
  columns: z
    .array(
      z.object({
        name: z.string().describe('Name of the column.'),
        type: z.string().describe('Declared type.'),
        notNull: z.boolean().describe('Whether NULL is refused.'),
        default: z.string().nullable().describe('Default as SQL.'),
        primaryKey: count('Place in the primary key, from 1; 0 outside of it.'),
      }),
    )
    .describe('Columns.'),
  foreignKeys: z
    .array(
      z.object({
        columns: z.array(z.string()).describe('Columns of this table.'),
        table: z.string().describe('Table they refer to.'),
        references: z.array(z.string().nullable()).describe('Columns of that table; null for its primary key.'),
      }),
    )
    .describe('Foreign keys.'),
  indexes: z
    .array(
      z.object({
        name: z.string().describe('Name of the index.'),
        unique: z.boolean().describe('Whether values must differ.'),
        columns: z.array(z.string().nullable()).describe('Columns; null for an expression.'),
      }),
    )
    .describe('Indexes.'),
  sql: z.string().nullable().describe('Statement that made it.'),
});

export type RowsOutput = 'json' | 'jsonl' | 'csv' | 'markdown';

const WRITERS = { json: writeJsonRows, jsonl: writeJsonLines, csv: writeCsv, markdown: writeMarkdown };
const ROW_KINDS = { ...KINDS, jsonl: KINDS.jsonLines };

/** Rows as the text of an answer of a native tool. */
function rowsResult<Data>(table: Table, output: RowsOutput, stem: string): ToolResult<Data> {
  const written = refusing('Cannot write the table', () => WRITERS[output](table));
  const kind = ROW_KINDS[output];
  const name = `${stem}${kind.extension}`;
  return output === 'json' ? jsonText(written, { name }) : text(written, { name, mime: kind.mime });
}

/** Rows leave no room for warnings: they come as a text file beside them, where there are any. */
export function withWarnings<Data>(result: ToolResult<Data>, warnings: readonly string[]): ToolResult<Data> {
  if (warnings.length === 0) return result;
  return withFiles(result, [
    { name: 'warnings.txt', mime: KINDS.text.mime, bytes: Buffer.from(`${warnings.join('\n')}\n`) },
  ]);
}

/** Runs a query; where a table is unknown, the message lists those that there are. */
export function queryResult<Data>(
  database: SqlDatabase,
  sql: string,
  output: RowsOutput,
  stem: string,
  tables: () => string,
): ToolResult<Data> {
  return rowsResult(database.query(sql, { tables }), output, stem);
}

const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const quoteText = (value: string): string => `'${value.replaceAll("'", "''")}'`;

const numberIn = (cell: Cell | undefined): number => (cell instanceof JsonNumber ? cell.toNumber() : 0);

/** Everything a person asks of an unknown database, as JSON. */
export function schemaResult(database: SqlDatabase, label: string) {
  const entries = database.schema(label);
  const tables = entries.filter(({ type }) => type === 'table' || type === 'view');
  const triggers = entries.filter(({ type }) => type === 'trigger');
  return json({
    tables: tables.map((entry) => describeTable(database, entry, label)),
    triggers: triggers.map(({ name, table, sql }) => ({ name, table, sql })),
  });
}

function describeTable(database: SqlDatabase, { name, type, sql }: SchemaEntry, label: string) {
  // A view or virtual table may be broken without the rest being so.
  const rowsOf = (query: string): readonly (readonly Cell[])[] | undefined => {
    try {
      return database.query(query, { label }).rows;
    } catch (error) {
      if (error instanceof ToolError && error.code === 'INVALID_INPUT') return undefined;
      throw error;
    }
  };
  const [count] = rowsOf(`SELECT count(*) FROM ${quoteName(name)}`) ?? [];
  const columns =
    rowsOf(`SELECT name, type, "notnull", dflt_value, pk FROM pragma_table_info(${quoteText(name)})`) ?? [];
  return {
    name,
    type,
    rows: count === undefined ? null : numberIn(count[0]),
    columns: columns.map(([column, declared, notNull, standard, key]) => ({
      name: cellText(column),
      type: cellText(declared),
      notNull: numberIn(notNull) !== 0,
      default: standard === null || standard === undefined ? null : cellText(standard),
      primaryKey: numberIn(key),
    })),
    foreignKeys: foreignKeys(
      rowsOf(`SELECT id, "from", "table", "to" FROM pragma_foreign_key_list(${quoteText(name)}) ORDER BY id, seq`) ??
        [],
    ),
    indexes: (
      rowsOf(`SELECT name, "unique" FROM pragma_index_list(${quoteText(name)}) WHERE origin = 'c' ORDER BY seq`) ?? []
    ).map(([index, unique]) => ({
      name: cellText(index),
      unique: numberIn(unique) !== 0,
      columns: (rowsOf(`SELECT name FROM pragma_index_info(${quoteText(cellText(index))}) ORDER BY seqno`) ?? []).map(
        // An expression has no name.
        ([column]) => (column === null || column === undefined ? null : cellText(column)),
      ),
    })),
    sql,
  };
}

function foreignKeys(rows: readonly (readonly Cell[])[]) {
  const keys = new Map<string, { columns: string[]; table: string; references: (string | null)[] }>();
  for (const [id, from, table, to] of rows) {
    const key = keys.get(cellText(id)) ?? { columns: [], table: cellText(table), references: [] };
    key.columns.push(cellText(from));
    key.references.push(to === null || to === undefined ? null : cellText(to));
    keys.set(cellText(id), key);
  }
  return [...keys.values()];
}
