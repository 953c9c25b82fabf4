/** Faults of a caller's CSV: how it is written, and what its cells hold. */

import { overLimit } from '../../core/errors.js';
import { type SyntaxFault, syntaxFaults } from '../../lib/csv/syntax-faults.js';
import { type PatternTest, valueFaults } from '../../lib/table-schema/check-value.js';
import type { FieldRules, TableSchema } from '../../lib/table-schema/schema.js';
import type { CsvTable } from './source.js';

export interface CsvFault {
  readonly severity: 'error' | 'warning';
  readonly rule: string;
  readonly message: string;
  /** Line of the text, from 1; 0 for the whole file. */
  readonly line: number;
  /** Row below the header, from 1; 0 for the header or the whole file. */
  readonly row: number;
  /** Column of the table, from 1; 0 for the whole row. */
  readonly column: number;
  /** Name of the column; empty where there is none. */
  readonly name: string;
  /** Start of the cell. */
  readonly value: string;
}

const MAX_SHOWN = 80;
/** Values that are remembered to find repeats. */
const MAX_KEPT = 5_000_000;

/** Counts faults of each kind, and keeps the first ones. */
export class CsvFaults {
  readonly kept: CsvFault[] = [];
  readonly counts = new Map<string, number>();
  errors = 0;
  warnings = 0;

  constructor(private readonly limit: number) {}

  add({
    severity,
    rule,
    message,
    ...place
  }: Pick<CsvFault, 'severity' | 'rule' | 'message'> & Partial<CsvFault>): void {
    if (severity === 'error') this.errors++;
    else this.warnings++;
    this.counts.set(rule, (this.counts.get(rule) ?? 0) + 1);
    if (this.kept.length >= this.limit) return;
    const { line = 0, row = 0, column = 0, name = '', value = '' } = place;
    this.kept.push({ severity, rule, message, line, row, column, name, value: shown(value) });
  }
}

const shown = (value: string): string => (value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN - 1)}…` : value);

/** Of the text as it stands. Returns whether every quote is closed, so that the rows can be read. */
export function checkSyntax(text: string, delimiter: string, quote: string, start: number, faults: CsvFaults): boolean {
  let [line, at] = [1, 0];
  let isClosed = true;
  for (const fault of syntaxFaults(text, delimiter, quote, start)) {
    for (; at < fault.offset; at++) {
      const code = text.charCodeAt(at);
      if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) line++;
    }
    isClosed &&= fault.rule !== 'unclosed-quote';
    faults.add({ severity: severityOf(fault), rule: fault.rule, message: fault.message, line });
  }
  return isClosed;
}

const severityOf = ({ isError }: SyntaxFault): CsvFault['severity'] => (isError ? 'error' : 'warning');

/** Line breaks outside quotes that differ from the first; blank lines between rows. */
export function checkLines({ rows }: CsvTable, faults: CsvFaults): void {
  const { text, lineBreak } = rows;
  const others = new Set<string>();
  for (const [found] of text.matchAll(/\r\n|[\r\n]/g)) if (found !== lineBreak) others.add(found);
  const nameOf = (letters: string): string => letters.replace('\r', 'CR').replace('\n', 'LF');
  if (others.size > 0)
    faults.add({
      severity: 'warning',
      rule: 'mixed-line-breaks',
      message: `line breaks are ${[lineBreak, ...others].map(nameOf).join(' and ')}`,
    });
}

/** Names of the header, and rows with more or fewer cells. */
export function checkShape(table: CsvTable, faults: CsvFaults): void {
  const { rows, first, hasHeader } = table;
  if (rows.count === 0) return;
  const width = rows.cellCount(0);
  if (hasHeader) {
    const known = new Map<string, number>();
    for (const [index, name] of rows.cells(0).entries()) {
      const place = { line: rows.lineOf(0), column: index + 1, name, value: name };
      const before = known.get(name);
      if (name.trim() === '')
        faults.add({ severity: 'error', rule: 'empty-name', message: 'a column without a name', ...place });
      else if (before !== undefined)
        faults.add({
          severity: 'error',
          rule: 'duplicate-name',
          message: `the name of column ${before}, too`,
          ...place,
        });
      else if (name !== name.trim())
        faults.add({ severity: 'warning', rule: 'spaced-name', message: 'a name with spaces around it', ...place });
      known.set(name, before ?? index + 1);
    }
  }
  for (let row = first; row < rows.count; row++) {
    const cells = rows.cellCount(row);
    if (cells === width) continue;
    faults.add({
      severity: 'error',
      rule: 'ragged-row',
      message: `${cells} ${cells === 1 ? 'cell' : 'cells'}, the ${hasHeader ? 'header' : 'first row'} has ${width}`,
      line: rows.lineOf(row),
      row: row - first + 1,
    });
  }
}

interface ColumnCheck {
  readonly field: FieldRules;
  readonly index: number;
  readonly matches: PatternTest | undefined;
  readonly seen: Map<string, number> | undefined;
}

/** The cells by a schema. `patternOf` compiles the patterns of fields. */
export function checkSchema(
  table: CsvTable,
  schema: TableSchema,
  patternOf: (field: FieldRules) => PatternTest | undefined,
  faults: CsvFaults,
): void {
  const { rows, first, names } = table;
  const header = table.hasHeader ? names : schema.fields.map(({ name }) => name);
  const columns: ColumnCheck[] = [];
  for (const field of schema.fields) {
    const index = header.indexOf(field.name);
    if (index < 0) {
      const message = `the column ${JSON.stringify(shown(field.name))} of the schema is missing`;
      faults.add({ severity: field.required ? 'error' : 'warning', rule: 'missing-column', message, name: field.name });
    } else
      columns.push({
        field,
        index,
        matches: patternOf(field),
        seen: field.unique ? new Map<string, number>() : undefined,
      });
  }
  const known = new Set(schema.fields.map(({ name }) => name));
  for (const [index, name] of header.entries())
    if (!known.has(name))
      faults.add({
        severity: 'warning',
        rule: 'extra-column',
        message: 'a column that the schema does not have',
        column: index + 1,
        name,
      });
  const missing = new Set(schema.missingValues);
  const keys = new Map<string, number>();
  const keyColumns = schema.primaryKey.map((name) => header.indexOf(name)).filter((index) => index >= 0);
  let kept = 0;
  for (let row = first; row < rows.count; row++) {
    const cells = rows.read(row);
    const cellAt = (index: number): string => (index < cells ? rows.value(index) : '');
    const found: (Parameters<CsvFaults['add']>[0] & { readonly column: number })[] = [];
    for (const { field, index, matches, seen } of columns) {
      const value = cellAt(index);
      const place = { column: index + 1, name: field.name, value };
      if (missing.has(value)) {
        if (field.required)
          found.push({ severity: 'error', rule: 'required', message: 'a value is required', ...place });
        continue;
      }
      for (const fault of valueFaults(value, field, matches)) found.push({ severity: 'error', ...fault, ...place });
      const before = seen?.get(value);
      if (before !== undefined)
        found.push({ severity: 'error', rule: 'unique', message: `the value of row ${before}, too`, ...place });
      else if (seen !== undefined && ++kept <= MAX_KEPT) seen.set(value, row - first + 1);
    }
    if (keyColumns.length > 0) {
      const key = JSON.stringify(keyColumns.map(cellAt));
      const before = keys.get(key);
      const place = {
        column: (keyColumns[0] ?? 0) + 1,
        name: schema.primaryKey.join(', '),
        value: keyColumns.map(cellAt).join(', '),
      };
      if (before !== undefined)
        found.push({
          severity: 'error',
          rule: 'primary-key',
          message: `the primary key of row ${before}, too`,
          ...place,
        });
      else if (++kept <= MAX_KEPT) keys.set(key, row - first + 1);
    }
    if (kept > MAX_KEPT)
      throw overLimit(`The unique columns of ${table.source.label} must have at most ${MAX_KEPT} values in all`);
    if (found.length === 0) continue;
    const line = rows.lineOf(row);
    for (const fault of found) faults.add({ ...fault, line, row: row - first + 1 });
  }
}
