import { z } from 'zod';

import { refusing } from '../../core/refusing.js';
import { jsonText, type ToolResult } from '../../core/results.js';
import type { InputFile } from '../../core/tool.js';
import { runQuery } from '../../engines/json/json-query.js';
import { longNumbersAsText } from '../../engines/json/query-numbers.js';
import { readJsonOrLines, writeDocument } from '../../formats/json-document.js';
import { readTextSource } from '../../formats/text-source.js';

/** How numbers are queried that a double does not hold. */
export const longNumbersOption = () =>
  z
    .enum(['number', 'text'])
    .default('number')
    .describe(
      'What numbers with more digits than a double are to the query: numbers, which keep their digits where they are selected, or texts.',
    );

interface QueryRun {
  readonly input: string;
  readonly files: readonly InputFile[];
  readonly now: Date;
  readonly random: (length: number) => Uint8Array;
}

interface Query {
  readonly expression: string;
  readonly longNumbers: 'number' | 'text';
  readonly indent: number;
}

/** Runs a query on JSON, or on the list of values of JSON Lines. No result is null. Throws as `readTextSource` and `runQuery`. */
export async function queryResult(
  language: 'jmespath' | 'jsonata',
  run: QueryRun,
  { expression, longNumbers, indent }: Query,
): Promise<ToolResult<unknown>> {
  const source = await readTextSource(run);
  const read = readJsonOrLines(source);
  const document = 'lines' in read ? read.lines : read.document;
  const queried = longNumbers === 'text' ? longNumbersAsText(document) : document;
  const seed = Buffer.from(run.random(4)).readInt32LE();
  const result = refusing(`Cannot run option "expression" on ${source.label}`, () =>
    runQuery(language, expression, queried, { now: run.now, seed }),
  );
  return jsonText(writeDocument(result ?? null, { indent: ' '.repeat(indent) }));
}
