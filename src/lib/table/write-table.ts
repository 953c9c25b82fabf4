import { formatRecord } from '../csv/write.js';
import { JsonNumber, type JsonValue } from '../json/values.js';
import { writeJson } from '../json/write.js';
import { BoundedText } from '../text/bounded-text.js';
import { displayWidth, padEndWidth, padStartWidth } from '../unicode/display-width.js';
import { escapeHtmlAttribute } from '../xml/references.js';
import { type Cell, cellText, renamedColumns, sqlColumns, type Table, uniqueColumns } from './table.js';

export interface TableStyle {
  /** Escapes what the format would take for its own markup; else only what would break the table. */
  readonly escapeMarkup: boolean;
  /** Of JSON: written once a level. */
  readonly indent: string;
  /** Of CSV. */
  readonly delimiter: string;
  /** Of SQL. */
  readonly tableName: string;
  readonly dialect: 'standard' | 'mysql' | 'sqlserver';
}

const PLAIN_STYLE: TableStyle = {
  escapeMarkup: true,
  indent: '  ',
  delimiter: ',',
  tableName: 'data',
  dialect: 'standard',
};

/** A table as CSV with `\n` after every record. */
export function writeCsv({ columns, hasHeader, rows }: Table, delimiter = ','): string {
  const text = new BoundedText();
  const add = (cells: readonly string[]): void => {
    const record = formatRecord(cells, delimiter);
    // A record of one empty cell would be a blank line.
    text.add(record === '' ? '""\n' : `${record}\n`);
  };
  if (hasHeader && columns.length > 0) add(columns);
  for (const row of rows) add(columns.map((_, i) => cellText(row[i])));
  return text.toString();
}

/** A table as a JSON list of objects; of lists, where the columns have no names. Empty `indent` writes one line. */
export function writeJsonRows({ columns, hasHeader, rows }: Table, indent = '  '): string {
  if (rows.length === 0) return '[]';
  const text = new BoundedText();
  const names = uniqueColumns(columns);
  let opening = indent === '' ? '[' : `[\n${indent}`;
  for (const row of rows) {
    const value: JsonValue = hasHeader
      ? new Map(names.map((name, i): [string, Cell] => [name, row[i] ?? null]))
      : columns.map((_, i) => row[i] ?? null);
    text.add(opening);
    // JSON has no line break inside its strings, so every one is layout.
    text.add(writeJson(value, { indent }).replaceAll('\n', `\n${indent}`));
    opening = indent === '' ? ',' : `,\n${indent}`;
  }
  text.add(indent === '' ? ']' : '\n]');
  return text.toString();
}

/** A table as JSON Lines: an object, or a list where the columns have no names, on each line. */
export function writeJsonLines({ columns, hasHeader, rows }: Table): string {
  const text = new BoundedText();
  const names = uniqueColumns(columns);
  for (const row of rows) {
    const value: JsonValue = hasHeader
      ? new Map(names.map((name, i): [string, Cell] => [name, row[i] ?? null]))
      : columns.map((_, i) => row[i] ?? null);
    text.add(`${writeJson(value, { indent: '' })}\n`);
  }
  return text.toString();
}

/** Wider columns are not padded: one long cell would make every row long. */
const MAX_PADDING = 200;

/** A pipe table of GitHub Flavored Markdown, 0.29, section 4.10. */
export function writeMarkdown({ columns, hasHeader, rows }: Table, { escapeMarkup } = PLAIN_STYLE): string {
  if (columns.length === 0) return '';
  const cellOf = (cell: Cell | undefined): string => {
    const shown = cellText(cell);
    return (escapeMarkup ? escapeMarkdown(shown) : shown).replace(/\|/g, '\\|').replace(/\r\n|[\r\n]/g, '<br>');
  };
  const grid = [
    columns.map((name) => (hasHeader ? cellOf(name) : '')),
    ...rows.map((row) => columns.map((_, i) => cellOf(row[i]))),
  ];
  const widths = columnWidths(grid, 3).map((width) => (width > MAX_PADDING ? 0 : width));
  const text = new BoundedText();
  for (const [index, row] of grid.entries()) {
    text.add(`| ${row.map((cell, i) => padEndWidth(cell, widths[i] ?? 0)).join(' | ')} |\n`);
    if (index === 0) text.add(`| ${widths.map((width) => '-'.repeat(Math.max(3, width))).join(' | ')} |\n`);
  }
  return text.toString();
}

/** Letters that Markdown would take for emphasis, code, links, HTML or an entity. `snake_case` and `a * b` are none. */
function escapeMarkdown(text: string): string {
  return text
    .replace(/\\(?=[!-/:-@[-`{-~]|$)/g, '\\\\')
    .replace(/[`*[\]<]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|~(?=~)|(?<=~)~|&(?=#?\w+;)/gu, '\\$&');
}

/** Width of every column, at least `least`. */
function columnWidths(grid: readonly (readonly string[])[], least: number): number[] {
  const widths: number[] = [];
  for (const row of grid) {
    for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? least, displayWidth(cell));
  }
  return widths;
}

/**
 * A table drawn with `+`, `-` and `|`, as MySQL prints it. Where a cell has several lines, a grid table of reStructuredText: a rule
 * after every row, `=` below the header. Columns of numbers stand to the right.
 */
export function writeAscii({ columns, hasHeader, rows }: Table): string {
  if (columns.length === 0) return '';
  const linesOf = (cell: Cell | undefined): string[] =>
    cellText(cell)
      .replaceAll('\t', ' ')
      .split(/\r\n|[\n\r]/);
  const header = columns.map(linesOf);
  const body = rows.map((row) => columns.map((_, i) => linesOf(row[i])));
  const widths = columns.map(() => 1);
  for (const row of [...(hasHeader ? [header] : []), ...body]) {
    for (const [i, lines] of row.entries()) {
      for (const line of lines) widths[i] = Math.max(widths[i] ?? 1, displayWidth(line));
    }
  }
  const isNumeric = columns.map((_, i) => rows.length > 0 && rows.every((row) => row[i] instanceof JsonNumber));
  const isGrid = [header, ...body].some((row) => row.some(({ length }) => length > 1));
  const rule = (letter: string): string => `+${widths.map((width) => letter.repeat(width + 2)).join('+')}+\n`;
  const text = new BoundedText();
  const addRow = (row: readonly (readonly string[])[], toRight: boolean): void => {
    const height = Math.max(...row.map(({ length }) => length));
    for (let line = 0; line < height; line++) {
      const cells = row.map((lines, i) => {
        const pad = toRight && isNumeric[i] === true ? padStartWidth : padEndWidth;
        return pad(lines[line] ?? '', widths[i] ?? 1);
      });
      text.add(`| ${cells.join(' | ')} |\n`);
    }
  };
  text.add(rule('-'));
  if (hasHeader) {
    addRow(header, false);
    text.add(rule(isGrid ? '=' : '-'));
  }
  for (const row of body) {
    addRow(row, true);
    if (isGrid) text.add(rule('-'));
  }
  if (!isGrid && (body.length > 0 || !hasHeader)) text.add(rule('-'));
  return text.toString();
}

/** An HTML table; line breaks of a cell are `<br>`. */
export function writeHtml({ columns, hasHeader, rows }: Table, { escapeMarkup } = PLAIN_STYLE): string {
  const cellOf = (cell: Cell | undefined): string => {
    const shown = cellText(cell);
    return (escapeMarkup ? escapeHtmlAttribute(shown) : shown).replace(/\r\n|[\r\n]/g, '<br>');
  };
  const text = new BoundedText();
  const addRow = (row: readonly (Cell | undefined)[], name: 'th' | 'td'): void => {
    text.add(`    <tr>\n${row.map((cell) => `      <${name}>${cellOf(cell)}</${name}>\n`).join('')}    </tr>\n`);
  };
  text.add('<table>\n');
  if (hasHeader) {
    text.add('  <thead>\n');
    addRow(columns, 'th');
    text.add('  </thead>\n');
  }
  text.add('  <tbody>\n');
  for (const row of rows)
    addRow(
      columns.map((_, i) => row[i]),
      'td',
    );
  text.add('  </tbody>\n</table>\n');
  return text.toString();
}

const LATEX: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '|': '\\textbar{}',
};

const escapeLatex = (text: string): string =>
  text
    .replace(/[\\~^<>|{}$&#_%]/g, (letter) => LATEX[letter] ?? `\\${letter}`)
    // Ligatures: -- is a dash, '' and `` are quotation marks.
    .replace(/-(?=-)|'(?=')|`(?=`)/g, '$&{}');

/** A `tabular` of LaTeX without any package. */
export function writeLatex({ columns, hasHeader, rows }: Table, { escapeMarkup } = PLAIN_STYLE): string {
  if (columns.length === 0) return '';
  const isNumeric = columns.map((_, i) => rows.length > 0 && rows.every((row) => row[i] instanceof JsonNumber));
  const cellOf = (cell: Cell | undefined, index: number): string => {
    const shown = cellText(cell);
    const lines = (escapeMarkup ? escapeLatex(shown) : shown.replace(/(?<!\\)&/g, '\\&')).split(/\r\n|[\r\n]/);
    const escaped = lines.length === 1 ? (lines[0] ?? '') : `\\shortstack[l]{${lines.join(' \\\\ ')}}`;
    // `\\` before it would take it for its argument.
    return index === 0 ? escaped.replace(/^\s*([[*])/, '{$1}') : escaped;
  };
  const text = new BoundedText();
  text.add(`\\begin{tabular}{${isNumeric.map((numeric) => (numeric ? 'r' : 'l')).join('')}}\n\\hline\n`);
  if (hasHeader) text.add(`${columns.map(cellOf).join(' & ')} \\\\\n\\hline\n`);
  for (const row of rows) text.add(`${columns.map((_, i) => cellOf(row[i], i)).join(' & ')} \\\\\n`);
  text.add('\\hline\n\\end{tabular}\n');
  return text.toString();
}

/** SQL Server takes at most 1,000 rows at once. */
const ROWS_AN_INSERT = 500;

/** `CREATE TABLE` and `INSERT` statements. Columns of nothing but numbers are numbers, `null` is NULL. */
export function writeSql({ columns, rows }: Table, { dialect, tableName } = PLAIN_STYLE): string {
  if (columns.length === 0) return '';
  const [open, close] = ({ standard: '""', mysql: '``', sqlserver: '[]' } as const)[dialect];
  const nameOf = (name: string): string => `${open}${name.replaceAll(close ?? '', `${close}${close}`)}${close}`;
  const textOf = (value: string): string => {
    const quoted = value.replaceAll("'", "''");
    if (dialect === 'mysql') return `'${quoted.replaceAll('\\', '\\\\')}'`;
    return dialect === 'sqlserver' ? `N'${quoted}'` : `'${quoted}'`;
  };
  const types = columns.map((_, i) =>
    sqlType(
      rows.map((row) => row[i] ?? null),
      dialect,
    ),
  );
  const sqlValue = (cell: Cell | undefined, i: number): string => {
    if (cell === null || cell === undefined) return 'NULL';
    const isTyped = types[i] !== TEXT_TYPES[dialect];
    if (isTyped && cell instanceof JsonNumber) return cell.source;
    if (isTyped && typeof cell === 'boolean')
      return dialect === 'sqlserver' ? String(Number(cell)) : String(cell).toUpperCase();
    return textOf(cellText(cell));
  };
  const unique = sqlColumns(columns);
  const names = unique.map(nameOf);
  const text = new BoundedText();
  // JSON's escapes leave no line break in a comment.
  for (const warning of renamedColumns(columns, unique)) text.add(`-- ${warning}\n`);
  text.add(`CREATE TABLE ${nameOf(tableName)} (\n${names.map((name, i) => `  ${name} ${types[i]}`).join(',\n')}\n);\n`);
  for (const [index, row] of rows.entries()) {
    const isFirst = index % ROWS_AN_INSERT === 0;
    const isLast = index % ROWS_AN_INSERT === ROWS_AN_INSERT - 1 || index === rows.length - 1;
    if (isFirst) text.add(`INSERT INTO ${nameOf(tableName)} (${names.join(', ')}) VALUES\n`);
    text.add(`  (${columns.map((_, i) => sqlValue(row[i], i)).join(', ')})${isLast ? ';' : ','}\n`);
  }
  return text.toString();
}

const TEXT_TYPES = { standard: 'TEXT', mysql: 'TEXT', sqlserver: 'NVARCHAR(MAX)' } as const;

function sqlType(cells: readonly Cell[], dialect: TableStyle['dialect']): string {
  const given = cells.filter((cell) => cell !== null);
  const text = TEXT_TYPES[dialect];
  if (given.length === 0) return text;
  if (given.every((cell) => typeof cell === 'boolean')) return dialect === 'sqlserver' ? 'BIT' : 'BOOLEAN';
  const sources = given.map((cell) => (cell instanceof JsonNumber ? cell.source : 'x'));
  if (sources.every((source) => /^-?\d{1,9}$/.test(source))) return 'INTEGER';
  if (sources.every((source) => /^-?\d{1,18}$/.test(source))) return 'BIGINT';
  const decimals = sources.map((source) => /^-?(\d+)(?:\.(\d+))?$/.exec(source));
  if (decimals.every((match) => match !== null)) {
    // Not by a call with as many arguments as there are rows.
    const longest = (part: 1 | 2): number =>
      decimals.reduce((most, match) => Math.max(most, match?.[part]?.length ?? 0), 0);
    const scale = longest(2);
    const precision = longest(1) + scale;
    // SQL Server's most; 65 in MySQL.
    if (precision <= 38 && scale <= 30) return `DECIMAL(${precision}, ${scale})`;
    return text;
  }
  return sources.every((source) => source !== 'x') ? 'DOUBLE PRECISION' : text;
}

/** A table of MediaWiki, one cell a line. */
export function writeMediaWiki({ columns, hasHeader, rows }: Table, { escapeMarkup } = PLAIN_STYLE): string {
  const cellOf = (cell: Cell | undefined): string => {
    const shown = cellText(cell);
    const escaped = escapeMarkup ? escapeMediaWiki(shown) : shown.replaceAll('|', '&#124;');
    return escaped.replace(/\r\n|[\r\n]/g, '<br />');
  };
  const text = new BoundedText();
  text.add('{| class="wikitable"\n');
  if (hasHeader) text.add(columns.map((name) => `! ${cellOf(name).replaceAll('!!', '&#33;!')}\n`).join(''));
  for (const row of rows) text.add(`|-\n${columns.map((_, i) => `| ${cellOf(row[i])}`.trimEnd()).join('\n')}\n`);
  text.add('|}\n');
  return text.toString();
}

const escapeMediaWiki = (text: string): string =>
  text.replace(/[&<>[\]{}|]|'(?=')|(?<=')'|~(?=~)|_(?=_)|^[*#:;=!+-]/g, (letter) => `&#${letter.codePointAt(0)};`);

/** A table of AsciiDoc. */
export function writeAsciiDoc({ columns, hasHeader, rows }: Table, { escapeMarkup } = PLAIN_STYLE): string {
  if (columns.length === 0) return '';
  const cellOf = (cell: Cell | undefined): string =>
    cellText(cell)
      .split(/\r\n|[\n\r]/)
      .map((line) => (escapeMarkup ? escapeAsciiDoc(line) : line.replaceAll('|', '\\|')))
      .join(' +\n');
  const text = new BoundedText();
  text.add(`[cols="${columns.length}*"${hasHeader ? ', options="header"' : ''}]\n|===\n`);
  const addRow = (row: readonly (Cell | undefined)[]): void =>
    text.add(`${row.map((cell) => `|${cellOf(cell)}`).join('\n')}\n`);
  if (hasHeader) {
    addRow(columns);
    text.add('\n');
  }
  for (const row of rows) addRow(columns.map((_, i) => row[i]));
  text.add('|===\n');
  return text.toString();
}

/** Character references are what no rule of AsciiDoc takes for markup. */
const escapeAsciiDoc = (line: string): string =>
  line.replace(/[&<>|*_`#^~+{}[\]\\'":=]|\((?=[CRT(])|--|\.\.\.|(?<=^\s*)[-.]|(?<=\/)\//g, (letters) =>
    [...letters].map((letter) => `&#${letter.codePointAt(0)};`).join(''),
  );

/** A table of Jira's and Confluence's wiki. */
export function writeJira({ columns, hasHeader, rows }: Table, { escapeMarkup } = PLAIN_STYLE): string {
  const cellOf = (cell: Cell | undefined): string => {
    const shown = cellText(cell);
    const escaped = escapeMarkup ? escapeJira(shown) : shown.replaceAll('|', '&vert;');
    return escaped.replace(/\r\n|[\r\n]/g, ' \\\\ ') || ' ';
  };
  const text = new BoundedText();
  if (hasHeader && columns.length > 0) text.add(`||${columns.map((name) => cellOf(name)).join('||')}||\n`);
  for (const row of rows) text.add(`|${columns.map((_, i) => cellOf(row[i])).join('|')}|\n`);
  return text.toString();
}

/** Jira's renderer keeps character references, so those of the text are none. A single `^`, `~`, `!` or `?` marks nothing. */
function escapeJira(text: string): string {
  const isPaired = (mark: string): boolean => text.indexOf(mark) !== text.lastIndexOf(mark);
  return (
    text
      .replace(/&(?=#?\w+;)/g, '&amp;')
      // Two backslashes are a line break, and no backslash escapes one.
      .replace(/\\(?=[^\p{L}\p{N}\s]|$)/gu, '&bsol;')
      .replaceAll('|', '&vert;')
      .replace(/[{}[\]*_-]/g, '\\$&')
      .replace(/[\^~?!+]/g, (mark) => (isPaired(mark) ? `\\${mark}` : mark))
  );
}
