import { expect, it } from 'vitest';

import { type Chance, chanceOf, pick } from '../../testing/chance.js';
import { inRounds, inRows } from '../../testing/exhaustive.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './sql-formatter.js';

const hasPython = hasProgram('python3', ['-c', 'import sqlite3'], 'SQL before and after beside SQLite');

const format = async (input: string, options: Record<string, unknown> = {}): Promise<string> => {
  const { text, message } = await runTool(tool, { input, options });
  expect(message, input).toBeUndefined();
  return text ?? '';
};

/** A statement over the tables t (a, b, c) and u (a, d, "e f"), with comments, quotes and white space of all kinds. */
function randomStatement(chance: Chance): string {
  const space = (): string => pick(chance, [' ', ' ', '\n', '\t', ' /* c, (x */ ', " -- it's\n", '\r\n']);
  const value = (depth: number): string => {
    switch (chance(depth > 0 ? 12 : 6)) {
      case 0:
        return pick(chance, ["'it''s -- no'", "'/* x'", "''", "'SELECT  two  spaces'"]);
      case 1:
        return pick(chance, ['1', '2.50', '1e3', 'NULL', "x'0aFF'", '-7']);
      case 2:
        return pick(chance, ['t.a', 'b', 'c', '[c]', '"b"', '`c`']);
      case 3:
      case 4:
      case 5:
        return pick(chance, ['a', 'b', 'c']);
      case 6:
        return `(${value(depth - 1)}${space()}${pick(chance, ['+', '-', '*', '||', '%', '<<', '=', '<>', '>=', 'AND', 'or', 'IS', 'like'])} ${value(depth - 1)})`;
      case 7:
        return `${pick(chance, ['coalesce', 'MAX', 'Min'])}(${value(depth - 1)},${space()}${value(depth - 1)})`;
      case 8:
        return `case${space()}when ${value(depth - 1)} then ${value(depth - 1)} else ${value(depth - 1)}${space()}end`;
      case 9:
        return `cast(${value(depth - 1)} as ${pick(chance, ['text', 'INTEGER'])})`;
      case 10:
        return `(select${space()}d from u where u.a${space()}=${value(depth - 1)} limit 1)`;
      default:
        return `${value(depth - 1)}${space()}${pick(chance, ['', 'not '])}${pick(chance, ['in (1,2, 3)', 'between 1 and 5', 'is not null'])}`;
    }
  };
  const select = (depth: number): string => {
    const columns = Array.from({ length: 1 + chance(3) }, (_, index) => `${value(2)}${space()}as x${index}`).join(',');
    const parts = [
      `select${space()}${pick(chance, ['', 'distinct '])}${columns}`,
      `from${space()}t`,
      pick(chance, ['', `${pick(chance, ['left join', 'INNER JOIN', 'cross join'])} u using${space()}(a)`]),
      pick(chance, ['', `where ${value(2)}${space()}and${space()}${value(1)}`]),
      pick(chance, ['', `group by b having count(*)>${chance(9)}`]),
      pick(chance, ['', `order by 1${space()}desc`]),
      pick(chance, ['', `limit ${chance(9)} offset 2`]),
    ];
    const query = parts.filter((part) => part !== '').join(space());
    return depth > 0 && chance(3) === 0 ? `with w as (${query})${space()}select * from w` : query;
  };
  switch (chance(6)) {
    case 0:
      return `insert into t${space()}(a,b) values (${value(0).replace(/^.*[abc].*$/, '1')},2),(3,'x;y')`;
    case 1:
      return `update t set a=${value(2)},${space()}b=1 where c=${value(1)}`;
    case 2:
      return `create table n${space()}(id integer primary key, name varchar(20) not null default 'a b', check (id>0))`;
    case 3:
      return `select a, row_number() over (partition by b${space()}order by c desc) from t`;
    default:
      return select(1);
  }
}

inRounds.skipIf(!hasPython)('SQLite makes the same program of it', [20, 1000], async (rounds) => {
  const pairs: [string, string][] = [];
  for (let seed = 1; seed <= rounds; seed++) {
    const statement = randomStatement(chanceOf(seed));
    const options = { dialect: 'sqlite', keywordCase: pick(chanceOf(seed), ['upper', 'lower', 'preserve']) };
    const formatted = await format(statement, options);
    expect(await format(formatted, options), statement).toBe(formatted);
    pairs.push([statement, formatted]);
  }
  const programs = runPython<[unknown, unknown][]>(
    `
import sqlite3
db = sqlite3.connect(':memory:')
db.executescript('create table t (a, b, c); create table u (a, d, "e f")')
def explain(sql):
    # It keeps the text of CREATE TABLE.
    told = lambda value: ''.join(value.lower().split()) if str(value).startswith('CREATE TABLE') else value
    try: return [[told(value) for value in row[1:]] for row in db.execute('EXPLAIN ' + sql)]
    except sqlite3.Error as error: return 'error: ' + str(error)
print(json.dumps([[explain(one) for one in pair] for pair in data], default=str))`,
    pairs,
  );
  for (const [index, [before, after]] of programs.entries())
    expect(after, pairs[index]?.join('\n=>\n')).toEqual(before);
  expect(programs.filter(([before]) => Array.isArray(before)).length).toBeGreaterThan(rounds * 0.7);
});

it.each(['mysql', 'postgres', 'mssql', 'bigquery', 'snowflake', 'plsql', 'spark', 'trino'])('%s', async (dialect) => {
  expect(await format('select a from b where c=1', { dialect })).toBe('SELECT\n  a\nFROM\n  b\nWHERE\n  c = 1\n');
});

it('names what cannot be read, line breaks in it, too', async () => {
  const { message } = await runTool(tool, { input: 'select 1;\n%\nab' });
  expect(message).toBe(
    'Cannot format property "input" as SQL: line 2, column 1: the dialect does not allow "%\\nab" here',
  );
});

inRows(3, [
  '\r'.repeat(500_000),
  '('.repeat(5000),
  "'".repeat(300_001),
  'select '.repeat(3000),
  '/*'.repeat(30_000),
  'case when '.repeat(2000),
  'a,'.repeat(5000),
  '-'.repeat(900_000),
  ';'.repeat(5000),
  'x'.repeat(900_000),
  '\0\ud800',
  '1.'.repeat(3000),
])('SQL that is hostile, %#', async (input) => {
  const { status } = await runTool(tool, { input });
  expect([200, 400, 413]).toContain(status);
});

it.each([
  [
    'mssql',
    'EXEC a @b=1\nGO\nEXEC c\nGO 5\n/*\nGO\n*/ SELECT 1',
    'EXEC a @b = 1\nGO\nEXEC c\nGO 5\n/*\nGO\n*/\nSELECT\n  1\n',
  ],
  [
    'plsql',
    "SELECT '\n/\n' FROM dual\n/\nSELECT 2 FROM dual\n/\n",
    "SELECT\n  '\n/\n'\nFROM\n  dual\n/\nSELECT\n  2\nFROM\n  dual\n/\n",
  ],
  [
    'mysql',
    'select 1;\nDELIMITER $$\nCREATE PROCEDURE p()\nBEGIN\n l: LOOP LEAVE l; END LOOP; -- it\'s\nEND$$\nDELIMITER ;\nselect "a\\"\nDELIMITER x";',
    'SELECT\n  1;\nDELIMITER $$\nCREATE PROCEDURE p()\nBEGIN\n l: LOOP LEAVE l; END LOOP; -- it\'s\nEND$$\nDELIMITER ;\nSELECT\n  "a\\"\nDELIMITER x";\n',
  ],
  [
    'postgres',
    "\\connect x\nCOPY t (a) FROM stdin;\n1\ta;b\n\\N\tit's\n\\.\nselect $q$\n\\x\n$q$;",
    "\\connect x\nCOPY t (a) FROM stdin;\n1\ta;b\n\\N\tit's\n\\.\nSELECT\n  $q$\n\\x\n$q$;\n",
  ],
  ['sqlite', '.headers on\nselect 1;', '.headers on\nSELECT\n  1;\n'],
])('lines of the program that runs a script of %s stay alone on theirs', async (dialect, script, expected) => {
  expect(await format(script, { dialect })).toBe(expected);
  expect(await format(expected, { dialect })).toBe(expected);
});

// Oracle Database SQL Language Reference, "Text Literals": what is between the marks is the text, quotes and line breaks included.
it.each([
  ["q'[it's\n  two;  lines]'", "SELECT\n  q'[it's\n  two;  lines]'\nFROM\n  dual\n"],
  ["nq'{a\n\n b'}'", "SELECT\n  nq'{a\n\n b'}'\nFROM\n  dual\n"],
  ["Q'!one\ntwo!'", "SELECT\n  Q'!one\ntwo!'\nFROM\n  dual\n"],
])('texts of several lines stay as they are: %j', async (literal, expected) => {
  expect(await format(`select ${literal} from dual`, { dialect: 'plsql' })).toBe(expected);
  expect(await format(expected, { dialect: 'plsql' })).toBe(expected);
});

it('names the line of the whole script', async () => {
  const { message } = await runTool(tool, { input: 'SELECT 1\nGO\n\nSELECT `a`', options: { dialect: 'mssql' } });
  expect(message).toContain('line 4, column 8');
  const oracle = await runTool(tool, {
    input: "SELECT q'[a\nb]' FROM dual;\nSELECT `a`",
    options: { dialect: 'plsql' },
  });
  expect(oracle.message).toContain('line 3, column 8');
});
