import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';
import { readHtmlTables } from '../../formats/html-tables.js';
import { readCsvCells } from '../../lib/csv/cells.js';
import { formatRecord } from '../../lib/csv/write.js';
import { chanceOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import tableConverter from './table-converter.js';

const convert = async (input: string, options: Readonly<Record<string, unknown>>): Promise<string> => {
  const answer = await runTool(tableConverter, { input, options });
  expect(answer.status, `${JSON.stringify(input)} ${answer.message ?? answer.cause}`).toBe(200);
  return answer.text!;
};

const WORDS = [
  ...[
    'a',
    'b c',
    '1',
    '2.50',
    '-7',
    '007',
    'true',
    'x|y',
    '*bold*',
    '_it_',
    'snake_case',
    '`code`',
    '<b>',
    '&amp;',
    'a & b',
  ],
  ...[
    '100%',
    '$5',
    '#1',
    '{x}',
    'C:\\dir',
    'a\\|b',
    '~',
    '^',
    '[link](u)',
    '[x]',
    "it''s",
    '"q"',
    '--',
    '!!',
    '{{t}}',
    '東京',
  ],
  ...[
    'é',
    'e\u0301',
    '👩‍💻',
    '🇫🇷',
    'x\ny',
    '=1+1',
    '+',
    '-',
    '* a',
    '{a:b}',
    '||',
    "'''",
    'a -- b',
    '//c',
    'http',
    '<',
    '>',
    '...',
  ],
];

/** Rows whose cells survive every format: no spaces at their ends. */
function randomRows(next: (below: number) => number, words: readonly string[] = WORDS): string[][] {
  const width = 2 + next(3);
  const header = Array.from({ length: width }, (_, i) => `h${i} ${words[next(words.length)]}`);
  const rows = Array.from({ length: 1 + next(4) }, () =>
    Array.from({ length: width }, () => words[next(words.length)] ?? ''),
  );
  return [header, ...rows];
}

const toCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${formatRecord(row, ',')}\n`).join('');

describe('round trips', () => {
  it.each(['csv', 'tsv', 'markdown', 'html', 'latex', 'ascii'])('%s gives the same cells again', async (format) => {
    const next = chanceOf(11);
    for (let round = 0; round < 100; round++) {
      // A drawn row is told from a rule by its letters, and "--" alone in every cell is a rule.
      const rows = randomRows(next, format === 'ascii' ? WORDS.filter((word) => !/^[-+]+$/.test(word)) : WORDS);
      const written = await convert(toCsv(rows), { from: 'csv', delimiter: 'comma', to: format, types: false });
      const back = await convert(written, { from: format, to: 'csv', types: false });
      expect(readCsvCells(back, ',').records, written).toEqual(rows);
      expect(
        await convert(written, { to: 'csv', types: false, ...(format === 'csv' ? { from: 'csv' } : {}) }),
        written,
      ).toBe(back);
    }
  });

  it('json keeps numbers, null and nested values', async () => {
    const input = '[{"a":1.10,"b":null,"c":[1,{"d":12345678901234567890}]},{"a":true,"b":"x","c":{}}]';
    expect(await convert(input, { to: 'json', indent: 0 })).toBe(`${input}\n`);
    expect(await convert(input, { to: 'csv' })).toBe('a,b,c\n1.10,,"[1,{""d"":12345678901234567890}]"\ntrue,x,{}\n');
  });
});

/** The cells of all tables of an HTML page that another program wrote. */
const cellsOf = (page: string): string[][][] =>
  readHtmlTables(page, 'page', 'text').map(({ rows }) => rows.map((row) => row.map((cell) => cell?.text ?? '')));

describe.skipIf(!hasProgram('pandoc', ['--version'], 'table-converter against pandoc'))('pandoc', () => {
  const formats: readonly (readonly [string, string])[] = [
    ['markdown', 'gfm'],
    ['html', 'html'],
    ['latex', 'latex-smart'],
    ['mediawiki', 'mediawiki'],
    ['jira', 'jira'],
    ['ascii', 'markdown-smart-tex_math_dollars'],
  ];
  it.each(formats)('reads the cells of %s', async (to, from) => {
    const next = chanceOf(12);
    // Several lines make a grid, which is what pandoc reads of drawn tables; it reads their cells as Markdown.
    const grid = ['a', 'b c', '1', '2.50', '007', 'x\ny', '東京', 'é', 'snake', '100%'];
    // pandoc 2.17 writes but does not read \textbar, and does not know \shortstack.
    const single = WORDS.filter((word) => !/[\n|]/.test(word));
    const tables = Array.from({ length: 40 }, () =>
      randomRows(next, to === 'ascii' ? grid : to === 'latex' ? single : WORDS),
    );

    if (to === 'ascii') for (const rows of tables) rows[1]![0] = 'x\ny';
    const written: string[] = [];
    for (const rows of tables)
      written.push(await convert(toCsv(rows), { from: 'csv', delimiter: 'comma', to, types: false }));
    const html = runProgram('pandoc', ['-f', from, '-t', 'html', '--wrap=preserve'], written.join('\n\n')).toString();
    // An apostrophe of LaTeX is a curved one.
    const page = to === 'latex' ? html.replaceAll('’', "'") : html;
    const read = cellsOf(page);
    expect(read.length).toBe(40);
    // pandoc joins the lines of a grid's cell, and composes letters with their marks.
    const plain = (rows: readonly (readonly string[])[]): string[][] =>
      rows.map((row) => row.map((cell) => (to === 'ascii' ? cell.replaceAll('\n', ' ') : cell).normalize()));
    for (const [i, rows] of tables.entries()) expect(plain(read[i]!), written[i]).toEqual(plain(rows));
  });
});

describe.skipIf(!hasProgram('asciidoctor', ['--version'], 'table-converter against asciidoctor'))('asciidoctor', () => {
  it('reads the cells of asciidoc', async () => {
    const next = chanceOf(13);
    const tables = Array.from({ length: 40 }, () => randomRows(next));
    const written: string[] = [];
    for (const rows of tables)
      written.push(await convert(toCsv(rows), { from: 'csv', delimiter: 'comma', to: 'asciidoc', types: false }));
    const page = runProgram('asciidoctor', ['-s', '-o', '-', '-'], written.join('\n\n')).toString();
    const read = cellsOf(page);
    expect(read.length).toBe(40);
    for (const [i, rows] of tables.entries()) expect(read[i], written[i]).toEqual(rows);
  });
});

describe.skipIf(!hasProgram('sqlite3', ['--version'], 'table-converter against sqlite3'))('sqlite3', () => {
  it('reads the cells of sql', async () => {
    const next = chanceOf(14);
    const folder = mkdtempSync(join(tmpdir(), 'table-converter-'));
    for (let round = 0; round < 10; round++) {
      const rows = randomRows(next);
      const written = await convert(toCsv(rows), {
        from: 'csv',
        delimiter: 'comma',
        to: 'sql',
        types: false,
        tableName: 'a "b"',
      });
      const read = runProgram('sqlite3', [':memory:'], `${written}\n.mode json\nSELECT * FROM "a ""b""";`).toString();
      const objects = JSON.parse(read) as Record<string, string>[];
      // sqlite3's .mode json writes text beyond ASCII as it is.
      expect(objects.map((object) => Object.values(object))).toEqual(rows.slice(1));
    }
    rmSync(folder, { recursive: true });
  });
});

describe('readers', () => {
  it('reads tables as psql and MySQL print them', async () => {
    const psql = ' id |  name\n----+--------\n  1 | Ada\n 22 | B | C\n(2 rows)\n';
    expect(await convert(psql, { to: 'csv' })).toBe('id,name\n1,Ada\n22,B | C\n');
    const box = '┌────┬──────┐\n│ id │ name │\n├────┼──────┤\n│  1 │ 東京 │\n└────┴──────┘\n';
    expect(await convert(box, { to: 'csv' })).toBe('id,name\n1,東京\n');
    const headless = '+---+---+\n| 1 | 2 |\n| 3 | 4 |\n+---+---+\n';
    expect(await convert(headless, { to: 'json', indent: 0 })).toBe('[[1,2],[3,4]]\n');
  });

  exhaustive('writes tables of files as large as the class allows', async () => {
    const bytes = Buffer.from(`id,value\n${Array.from({ length: 400_000 }, (_, i) => `${i},${i}.5`).join('\n')}\n`);
    for (const to of ['sql', 'jsonl', 'tsv']) {
      const { status, message } = await runTool(tableConverter, { files: [{ name: 'a.csv', bytes }], options: { to } });
      expect([to, status], message).toEqual([to, 200]);
    }
  });

  it('takes neither prompts nor footers of MySQL, MariaDB and psql for rows', async () => {
    const table = '+----+------+\n| id | name |\n+----+------+\n|  1 | Ann  |\n|  2 | Bob  |\n+----+------+\n';
    for (const [before, after] of [
      ['', '2 rows in set (0.00 sec)\n'],
      ['mysql> SELECT * FROM t;\n', '2 rows in set, 1 warning (0.01 sec)\n\nmysql> \n'],
      ['MariaDB [shop]> SELECT 1;\n', `2 rows in set (0.000 sec)\n\n${table}1 row in set\n`],
    ])
      expect(await convert(`${before}${table}${after}`, { from: 'ascii', to: 'csv' })).toBe('id,name\n1,Ann\n2,Bob\n');
    const psql = ' id | name \n----+------\n  1 | Ann\n(1 row)\n\nTime: 0,512 ms\n'.replace('0,512', '0.512');
    expect(await convert(psql, { to: 'csv' })).toBe('id,name\n1,Ann\n');
  });

  it.skipIf(!hasProgram('sqlite3', ['--version'], 'columns that differ in case'))(
    'writes SQL that sqlite3 takes where columns differ in case only',
    async () => {
      const sql = await convert('id,ID,Id\n1,2,3\n', { to: 'sql' });
      const rows = runProgram('sqlite3', ['-json', ':memory:'], `${sql}SELECT * FROM data;\n`).toString();
      expect(JSON.parse(rows)).toEqual([{ id: 1, ID_2: 2, Id_3: 3 }]);
      expect(sql).toMatch(/^-- Column 2, "ID", is named "ID_2"[^\n]*\n-- Column 3, "Id", is named "Id_3"/);
    },
  );

  // GitHub Flavored Markdown 0.29, examples 198 to 203.
  it('reads the tables of the specification of GitHub', async () => {
    const csvOf = (input: string): Promise<string> => convert(input, { from: 'markdown', to: 'csv', types: false });
    expect(await csvOf('| foo | bar |\n| --- | --- |\n| baz | bim |\n')).toBe('foo,bar\nbaz,bim\n');
    expect(await csvOf('| abc | defghi |\n:-: | -----------:\nbar | baz\n')).toBe('abc,defghi\nbar,baz\n');
    expect(await csvOf('| f\\|oo  |\n| ------ |\n| b `\\|` az |\n| b **\\|** im |\n')).toBe(
      'f|oo\nb `|` az\nb **|** im\n',
    );
    expect(await csvOf('| abc | def |\n| --- | --- |\n| bar | baz |\n> bar\n')).toBe('abc,def\nbar,baz\n');
    expect(await csvOf('| abc | def |\n| --- | --- |\n| bar |\n| bar | baz | boo |\n')).toBe(
      'abc,def\nbar,""\nbar,baz\n'.replace('""', ''),
    );
    expect(await csvOf('| abc | def |\n| --- | --- |\n')).toBe('abc,def\n');
  });

  it('reads LaTeX as people write it', async () => {
    const source =
      'Text\n\\begin{table}\n\\begin{tabular}{@{}l|S[table-format=1.2]@{}}\n  \\toprule\n  \\textbf{Name} & \\multicolumn{1}{c}{Value} \\\\ \\midrule % comment & \\\\\n  A \\& B & $1.50$ \\\\[2pt]\n  \\cmidrule(lr){1-2}\n  \\multicolumn{2}{c}{Both} \\\\\n  \\bottomrule\n\\end{tabular}\n';
    expect(await convert(source, { to: 'csv', types: false })).toBe('Name,Value\nA & B,$1.50$\nBoth,\n');
  });

  exhaustive('reads a hostile text in time', async () => {
    for (const input of [
      `\\begin{tabular}${'\\hline['.repeat(100_000)}\\end{tabular}`,
      `\\begin{tabular}{l}${' '.repeat(900_000)}x\\end{tabular}`,
      `|a|\n|-|\n${'\\'.repeat(900_000)}`,
      `|${' '.repeat(900_000)}\n`,
      `${'|-'.repeat(450_000)}\n${'|-'.repeat(45_000)}`,
      `+-+\n${'|'.repeat(900_000)}`,
      `${'+-'.repeat(400_000)}+\n| a`,
      `<table>${'<tr><td>'.repeat(100_000)}`,
      `<table>${'<table><tr><td>'.repeat(60_000)}`,
    ]) {
      const answer = await runTool(tableConverter, { input, options: { to: 'ascii' } });
      expect([200, 400, 413], String(answer.cause)).toContain(answer.status);
    }
  });
});

const KUBECTL = `NAME     READY   STATUS             RESTARTS      AGE
web-1    1/1     Running            3 (2d ago)    5d
db       0/1     CrashLoopBackOff   12            5d
`;
const DOCKER = `CONTAINER ID   IMAGE        COMMAND                  PORTS     NAMES
1f2e3d4c5b6a   nginx:1.27   "/docker-entrypoint.…"             web
0a1b2c3d4e5f   redis        "redis-server --save"    6379/tcp  cache
`;

it('columns that begin at the same places are those of kubectl and docker', async () => {
  const rows = async (input: string): Promise<unknown> =>
    (await runTool(tableConverter, { input, options: { to: 'json', types: false } })).data;
  expect(await rows(KUBECTL)).toEqual([
    { NAME: 'web-1', READY: '1/1', STATUS: 'Running', RESTARTS: '3 (2d ago)', AGE: '5d' },
    { NAME: 'db', READY: '0/1', STATUS: 'CrashLoopBackOff', RESTARTS: '12', AGE: '5d' },
  ]);
  expect(await rows(DOCKER.replaceAll('\n', '\r\n'))).toMatchObject([
    { 'CONTAINER ID': '1f2e3d4c5b6a', COMMAND: '"/docker-entrypoint.…"', PORTS: '', NAMES: 'web' },
    { 'CONTAINER ID': '0a1b2c3d4e5f', COMMAND: '"redis-server --save"', PORTS: '6379/tcp', NAMES: 'cache' },
  ]);
});

it.each(['a  b\nlonger text  c\n', 'a  b\n', 'name  x, y\nann   1, 2\n'])('%j is CSV', async (input) => {
  const { text } = await runTool(tableConverter, { input, options: { to: 'json' } });
  expect(Object.keys((JSON.parse(text ?? '') as object[])[0] ?? { 'a  b': '' })[0]).toBe(input.split(/[\n,]/)[0]);
});
