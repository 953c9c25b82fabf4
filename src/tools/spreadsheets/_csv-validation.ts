import { z } from 'zod';

import { extensionOf } from '../../core/files.js';
import { invalid, quote } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count } from '../../core/shared-data.js';
import { DELIMITER_CHARACTERS } from '../../core/shared-options.js';
import { patternTest } from '../../engines/text/regular-expressions.js';
import { isUnicode } from '../../engines/text/text-encoding.js';
import { openTable } from '../../formats/csv/source.js';
import { CsvFaults, checkLines, checkSchema, checkShape, checkSyntax } from '../../formats/csv/validate.js';
import { readJson } from '../../formats/json-document.js';
import type { TextSource } from '../../formats/text-source.js';
import { readDirective, sniffDelimiter } from '../../lib/csv/sniff.js';
import { checkRules } from '../../lib/table-schema/check-value.js';
import { type FieldRules, readTableSchema, type TableSchema } from '../../lib/table-schema/schema.js';

/** What is said of a file. */
export const REPORT = {
  valid: z.boolean().describe('There is no error.'),
  rows: count('Rows below the header; 0 where a quote is not closed.'),
  columns: z.array(z.string()).describe('Names of the columns.'),
  delimiter: z.string().describe('Delimiter that was found or chosen.'),
  charset: z.string().describe('Character encoding of the file; empty for text in "input".'),
  errorCount: count('Errors.'),
  warningCount: count('Warnings: what is unusual, or read in different ways.'),
  rules: z
    .array(z.object({ rule: z.string().describe('Rule.'), count: count('How often it is broken.') }))
    .describe('Rules that are broken, the most frequent first.'),
  faults: z
    .array(
      z.object({
        severity: z.enum(['error', 'warning']).describe('Whether it makes the file invalid.'),
        rule: z.string().describe('Rule that is broken.'),
        message: z.string().describe('What is wrong.'),
        line: count('Line of the file, from 1; 0 for the whole file.'),
        row: count('Row below the header, from 1; 0 for the header or the whole file.'),
        column: count('Column, from 1; 0 for the whole row.'),
        name: z.string().describe('Name of the column; empty where there is none.'),
        value: z.string().describe('Start of the cell.'),
      }),
    )
    .describe('The first faults: of the text, of its shape, then of its cells, row by row.'),
};

/** The schema of the option; `undefined` where it is empty. Throws INVALID_INPUT. */
export function readSchema(source: string): TableSchema | undefined {
  if (source.trim() === '') return undefined;
  return refusing('Option "schema" is not a Table Schema', () => {
    const schema = readTableSchema(readJson(source, 'option "schema"'));
    for (const field of schema.fields) checkRules(field);
    return schema;
  });
}

function patternOf({ pattern, name }: FieldRules): ((text: string) => boolean) | undefined {
  if (pattern === undefined) return undefined;
  const test = patternTest(pattern, true);
  if (test === undefined)
    throw invalid(
      `Option "schema" has a pattern of field ${quote(name)} that is not a regular expression of RE2: ${quote(pattern)}`,
    );
  return test;
}

interface Settings {
  readonly delimiter: 'auto' | keyof typeof DELIMITER_CHARACTERS;
  readonly quote: string;
  readonly header: boolean;
  readonly limit: number;
  readonly schema: TableSchema | undefined;
}

export function validated(source: TextSource, { delimiter, header, limit, schema, ...settings }: Settings) {
  const { text, file, encoding } = source;
  const isTsv = delimiter === 'auto' && extensionOf(file?.name ?? '') === '.tsv';
  const letter = isTsv ? '\t' : delimiter === 'auto' ? sniffDelimiter(text) : DELIMITER_CHARACTERS[delimiter];
  const faults = new CsvFaults(limit);
  const hasDirective = readDirective(text) !== undefined;
  if (encoding !== undefined && !isUnicode(encoding.encoding))
    faults.add({ severity: 'warning', rule: 'encoding', message: `the file is not UTF-8 but ${encoding.encoding}` });
  if (encoding?.hasMark === true || text.startsWith('\ufeff'))
    faults.add({ severity: 'warning', rule: 'byte-order-mark', message: 'the file begins with a byte order mark' });
  if (hasDirective)
    faults.add({
      severity: 'warning',
      rule: 'directive',
      message: 'the first line sets the delimiter, which only Excel reads',
      line: 1,
    });
  const isReadable = checkSyntax(text, letter, settings.quote, hasDirective ? 'sep=;'.length : 0, faults);
  const reading = {
    delimiter,
    quote: settings.quote,
    header,
    customDelimiter: letter,
    skipLines: 0,
    inputCharset: 'auto',
  };
  const table = isReadable ? openTable(source, reading) : undefined;
  if (table !== undefined) {
    checkLines(table, faults);
    checkShape(table, faults);
    if (schema !== undefined) checkSchema(table, schema, patternOf, faults);
    if (table.rows.count === 0) faults.add({ severity: 'error', rule: 'empty', message: 'the file has no rows' });
  }
  const { kept, counts, errors, warnings } = faults;
  return {
    valid: errors === 0,
    rows: table === undefined ? 0 : Math.max(0, table.rows.count - table.first),
    columns: table?.names ?? [],
    delimiter: letter,
    charset: encoding?.encoding ?? '',
    errorCount: errors,
    warningCount: warnings,
    rules: [...counts].sort(([, a], [, b]) => b - a).map(([rule, times]) => ({ rule, count: times })),
    faults: kept,
  };
}
