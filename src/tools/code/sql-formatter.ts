import { z } from 'zod';

import { defineTool, overLimit } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { shared } from '../../core/shared-options.js';
import { openSqlFormatter, SQL_DIALECTS } from '../../engines/code/sql-formatter.js';
import { WorkTime } from '../../engines/work-time.js';
import { eachText, TEXT_FILES, TEXT_FILES_NOTE, textReports } from '../../formats/each-text.js';
import { documentResult, keptKind } from '../../formats/text-source.js';

const WORK_SECONDS = 9;
const SQL = { extension: '.sql', mime: 'application/sql' };

const wordCase = (initial: 'preserve' | 'upper', what: string) =>
  z
    .enum(['preserve', 'upper', 'lower'])
    .default(initial)
    .describe(`Letters of ${what}: as they are, capital or small.`);

export default defineTool({
  id: 'sql-formatter',
  title: 'SQL Formatter',
  summary: 'Formats SQL of twenty dialects: a clause per line, indented subqueries, keywords in one case.',
  family: 'code',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    dialect: z
      .enum(SQL_DIALECTS)
      .default('sql')
      .describe('Dialect; sql knows what most have in common, such as texts in single quotes.'),
    keywordCase: wordCase('upper', 'keywords'),
    functionCase: wordCase('preserve', 'names of functions'),
    dataTypeCase: wordCase('preserve', 'data types'),
    indent: shared.indent(),
    tabs: shared.tabs(),
    expressionWidth: z
      .number()
      .multipleOf(1)
      .min(1)
      .max(1000)
      .default(50)
      .describe('Longest expression in brackets, in characters, that stays on one line.'),
    logicalOperators: z
      .enum(['before', 'after'])
      .default('before')
      .describe('A line breaks before AND and OR, or after them.'),
    emptyLines: z.number().multipleOf(1).min(0).max(10).default(1).describe('Empty lines between statements.'),
  },
  result: 'mixed',
  data: textReports(),
  notes: [
    'Only white space and the letters of keywords change: comments, names, numbers and texts in quotes stay as they are, and statements keep their order. Line breaks are LF.',
    'Statements are read as far as a layout needs: what a database would refuse may still be formatted. Placeholders such as ?, :name, $1 and @name are known where the dialect has them; templates such as {{name}} are not.',
    'Lines of the programs that run scripts stay alone on theirs, as they are: GO, the / of SQL*Plus, commands of psql and sqlite3, rows of COPY. So do stored programs between DELIMITER lines of MySQL.',
    `The result is formatted again until nothing changes. At most 8,000 statements and ${WORK_SECONDS} seconds of work: some 800,000 characters.`,
    TEXT_FILES_NOTE,
  ],
  aliases: [
    'sql beautifier',
    'pretty print sql',
    'format query',
    'poor sql',
    'sqlfmt',
    'indent sql',
    'sql uppercase keywords',
    'make sql readable',
  ],
  verified: [
    'SQLite 3.40 (Python): EXPLAIN gives the same program before and after for 1,000 random statements with joins, subqueries, CASE, windows and comments; formatting again changes nothing',
  ],
  examples: [
    {
      title: 'A query on one line',
      input:
        "select o.id,sum(price) total from orders o left join items i on i.order_id=o.id where o.state in ('new','paid') and (total>10 or vip=1) group by o.id -- all",
      output: {
        text: "SELECT\n  o.id,\n  sum(price) total\nFROM\n  orders o\n  LEFT JOIN items i ON i.order_id = o.id\nWHERE\n  o.state IN ('new', 'paid')\n  AND (\n    total > 10\n    OR vip = 1\n  )\nGROUP BY\n  o.id -- all\n",
      },
    },
    {
      title: 'Small keywords, indented by tabs, for PostgreSQL',
      input: "SELECT data->>'a' FROM t WHERE tags @> $1;INSERT INTO t VALUES (1,$$x$$);",
      options: { dialect: 'postgres', keywordCase: 'lower', tabs: true, emptyLines: 0 },
      output: {
        text: "select\n\tdata ->> 'a'\nfrom\n\tt\nwhere\n\ttags @> $1;\ninsert into\n\tt\nvalues\n\t(1, $$x$$);\n",
      },
    },
    {
      title: 'A bracket is missing',
      input: 'SELECT (a\nFROM b',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot format property "input" as SQL: line 2, column 7: the statement is not complete',
      },
    },
    {
      title: 'Too many statements',
      input: ';'.repeat(8001),
      error: {
        code: 'LIMIT_EXCEEDED',
        message: 'Cannot format property "input" as SQL: it must have at most 8000 semicolons, got 8001',
      },
    },
    {
      title: 'Quotes of another dialect',
      input: 'SELECT [a b] FROM c',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot format property "input" as SQL: line 1, column 8: the dialect does not allow "[a b] FROM" here',
      },
    },
  ],
  async run({ input, files, signal, options }) {
    const format = await openSqlFormatter(options.dialect);
    const time = new WorkTime(WORK_SECONDS, () =>
      overLimit(`Formatting takes longer than ${WORK_SECONDS} seconds; a shorter text is faster`),
    );
    return eachText({ input, files, signal }, (source) =>
      documentResult(
        source,
        refusing(`Cannot format ${source.label} as SQL`, () => format(source.text, options, time)),
        keptKind(source, SQL),
      ),
    );
  },
});
