import Papa from 'papaparse';

import csvToJson from '../../../src/tools/data-formats/csv-to-json.js';
import type { EngineCase } from '../engine-case.js';

const row = (i: number): string =>
  `${i},person ${i},${(i * 7919) % 1000}.${i % 10}0,${i % 2 === 0},2024-01-${String((i % 28) + 1).padStart(2, '0')},city ${i % 500}\n`;
const header = 'id,name,amount,active,date,city\n';
const plain = header + Array.from({ length: 38_000 }, (_, i) => row(i)).join('');
const quoted =
  header + Array.from({ length: 30_000 }, (_, i) => row(i).replace(/person (\d+)/, '"person, ""no"" $1"')).join('');

/** Papa Parse with types, and JSON.stringify, from a file's bytes to those of another: what the tool does in one. */
const papa = (bytes: Buffer, dynamicTyping: boolean) => () =>
  Buffer.from(JSON.stringify(Papa.parse(bytes.toString(), { header: true, dynamicTyping, skipEmptyLines: true }).data));

const caseOf = (title: string, text: string, types: boolean): EngineCase => {
  const bytes = Buffer.from(text);
  return {
    tool: csvToJson,
    title,
    bytes: bytes.length,
    options: { indent: 0, types },
    files: [{ name: 'table.csv', bytes }],
    engine: papa(bytes, types),
  };
};

export default [
  caseOf('38,000 plain rows with types', plain, true),
  caseOf('38,000 plain rows as text', plain, false),
  caseOf('30,000 rows with quotes, with types', quoted, true),
] satisfies readonly EngineCase[];
