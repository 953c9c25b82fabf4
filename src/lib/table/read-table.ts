import { ContentFault } from '../faults.js';
import { cutAtWidths, displayWidth } from '../unicode/display-width.js';
import { checkCells } from './table.js';

/** Rows of cells; the first is the header where `hasHeader`. */
export interface ReadRows {
  readonly rows: readonly (readonly string[])[];
  readonly hasHeader: boolean;
}

const LINE = /[^\r\n]*(?:\r\n|[\r\n]|$)/y;

function* linesOf(text: string): Generator<{ readonly line: string; readonly offset: number }, void> {
  for (let offset = 0; offset < text.length; ) {
    LINE.lastIndex = offset;
    const [whole = ''] = LINE.exec(text) ?? [];
    yield { line: whole.replace(/[\r\n]+$/, ''), offset };
    offset += whole.length;
  }
}

/** The row of dashes below the header of a pipe table: GitHub Flavored Markdown, 0.29, section 4.10. */
const DELIMITER_ROW = /^ {0,3}(?=.*[|-])\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

/** Whether a line is the delimiter row of a pipe table, as far as one line can say it. */
export const isDelimiterRow = (line: string): boolean =>
  line.includes('-') && line.includes('|') && DELIMITER_ROW.test(line);

/** The first pipe table of a Markdown text. Rows have as many cells as the header. Throws ContentFault, LimitFault. */
export function readMarkdownTable(text: string): ReadRows {
  let header: string[] | undefined;
  let previous = '';
  const rows: string[][] = [];
  for (const { line } of linesOf(text)) {
    if (header === undefined) {
      const isTable = (isDelimiterRow(line) || /^ {0,3}:?-+:?[ \t]*$/.test(line)) && previous.includes('|');
      const cells = isTable ? splitPipes(previous) : [];
      if (isTable && cells.length === splitPipes(line).length) header = cells;
      previous = line;
      continue;
    }
    // A table ends at a blank line or another block.
    if (line.trim() === '' || /^ {0,3}(?:>|#{1,6} |```|~~~)/.test(line)) break;
    rows.push(splitPipes(line));
  }
  if (header === undefined)
    throw ContentFault.at(text, 0, 'there is no pipe table, a row with "|" above a row such as "|---|---|"');
  const width = header.length;
  checkCells(width, rows.length);
  const filled = rows.map((row) => Array.from({ length: width }, (_, i) => row[i] ?? ''));
  const isNamed = header.some((name) => name !== '');
  return { rows: isNamed ? [header, ...filled] : filled, hasHeader: isNamed };
}

function splitPipes(line: string): string[] {
  const cells = line
    .trim()
    .split(/(?<=^|[^\\])((?:\\\\)*)\|/)
    .reduce<string[]>((list, part, i) => {
      // Odd parts are the backslashes before a pipe; they belong to the cell.
      if (i % 2 === 0) list.push(part);
      else list.push(`${list.pop() ?? ''}${part}`);
      return list;
    }, []);
  if (cells[0]?.trim() === '') cells.shift();
  if (cells.length > 1 && cells.at(-1)?.trim() === '') cells.pop();
  return cells.map((cell) => unescapeMarkdown(cell.trim()));
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: '\u00a0',
  '#124': '|',
};

const unescapeMarkdown = (cell: string): string =>
  cell.replace(
    /\\([!-/:-@[-`{-~])|<br\s*\/?>|&(amp|lt|gt|quot|nbsp|#124);/gi,
    (whole, escaped?: string, entity?: string) => {
      if (escaped !== undefined) return escaped;
      return entity === undefined ? '\n' : (ENTITIES[entity.toLowerCase()] ?? whole);
    },
  );

/** Unicode's lines as the letters of MySQL's tables. */
const plainRule = (line: string): string =>
  line
    .replace(/[─━═╌╍┄┅┈┉]/g, '-')
    .replace(/[│┃║╎╏┆┇┊┋]/g, '|')
    .replace(/[┌-╋╒-╬╭-╰]/g, '+');

const RULE = /^\s*[+|]?[-=:]+(?:[+|][-=:]+)*[+|]?\s*$/;

interface DrawnLine {
  readonly plain: string;
  readonly isRule: boolean;
}

/**
 * The lines of the first drawn table. In a frame, prompts before it and the footer below it (`2 rows in set (0.00 sec)`) have none of
 * its marks; without a frame, psql's footer is known by its form.
 */
function drawnLines(text: string): DrawnLine[] {
  const lines: DrawnLine[] = [];
  for (const { line } of linesOf(text)) {
    const plain = plainRule(line);
    if (line.trim() !== '' && !/^\s*(?:\(\d+ rows?\)|Time: [\d.]+ ms(?: \([\d:.]+\))?)\s*$/.test(line))
      lines.push({ plain, isRule: RULE.test(plain) && /[-=]{2}|\+/.test(plain) });
  }
  const isDrawn = ({ plain }: DrawnLine): boolean => /^\s*[+|]/.test(plain);
  const start = lines.findIndex(isDrawn);
  if (lines[start]?.isRule !== true) return lines;
  const end = lines.findIndex((line, i) => i > start && !isDrawn(line));
  return lines.slice(start, end < 0 ? undefined : end);
}

/**
 * A table drawn with `+`, `-` and `|` or with box-drawing characters: of MySQL, psql, reStructuredText (a grid, with rules of `=` below
 * the header). Cells are cut where the rule has `+`, by the places they take in a fixed-width font. Throws ContentFault.
 */
export function readAsciiTable(text: string): ReadRows {
  const blocks: string[][] = [[]];
  const rules: string[] = [];
  for (const { plain, isRule } of drawnLines(text)) {
    if (isRule) {
      rules.push(plain);
      blocks.push([]);
    } else blocks.at(-1)?.push(plain);
  }
  const rule = rules.find((one) => /[+|]/.test(one)) ?? rules[0];
  const cells = blocks.filter(({ length }) => length > 0);
  if (rule === undefined || cells.length === 0)
    throw ContentFault.at(text, 0, 'there is no table drawn with "+", "-" and "|"');
  const cuts = cutsOf(rule);
  const isGrid = rules.some((one) => one.includes('='));
  const blockRows = cells.map((block) => {
    const lines = block.map((line) => cutLine(line, cuts));
    return isGrid ? [joinLines(lines)] : lines;
  });
  const hasHeader = cells.length > 1 && blockRows[0]?.length === 1;
  return { rows: blockRows.flat(), hasHeader };
}

function cutsOf(rule: string): number[] {
  const cuts: number[] = [];
  for (let i = 0; i < rule.length; i++) if (rule[i] === '+' || rule[i] === '|') cuts.push(i);
  return cuts;
}

function cutLine(line: string, cuts: readonly number[]): string[] {
  const parts = cutAtWidths(line, cuts);
  const isFramed = line.trimStart().startsWith('|');
  const fits = parts.every((part, i) => i === 0 || part === '' || part.startsWith('|'));
  const cells = fits ? parts.map((part, i) => (i === 0 ? part : part.slice(1))) : line.split('|');
  if (isFramed && cells[0]?.trim() === '') cells.shift();
  if (isFramed && cells.at(-1)?.trim() === '' && displayWidth(line.trimEnd()) > 0 && line.trimEnd().endsWith('|'))
    cells.pop();
  return cells.map((cell) => cell.trim());
}

/** The lines of one row of a grid. */
function joinLines(lines: readonly (readonly string[])[]): string[] {
  const width = lines.reduce((most, { length }) => Math.max(most, length), 0);
  return Array.from({ length: width }, (_, i) =>
    lines
      .map((line) => line[i] ?? '')
      .join('\n')
      .replace(/^\n+|\n+$/g, ''),
  );
}

const LATEX_BEGIN = /\\begin\{(tabular[*xy]?|longtable|tabulary|array|tblr|supertabular)\}/;
const LATEX_RULES =
  /\\(?:hline|toprule|midrule|bottomrule|endhead|endfirsthead|endfoot|endlastfoot|addlinespace)(?![A-Za-z])(?:\[[^\]]{0,99}\])?|\\(?:cline|cmidrule)(?:\([^)]{0,99}\))?(?:\[[^\]]{0,99}\])?\{[^}]{0,99}\}|\\rule\{[^}]{0,99}\}\{[^}]{0,99}\}/g;

/** The first `tabular` (or one of its kin) of a LaTeX text. A first row above a line is the header. Throws ContentFault. */
export function readLatexTable(text: string): ReadRows {
  const begin = LATEX_BEGIN.exec(text);
  if (begin === null) throw ContentFault.at(text, 0, 'there is no "\\begin{tabular}"');
  const name = begin[1] ?? '';
  const end = text.indexOf(`\\end{${name}}`, begin.index);
  if (end < 0) throw ContentFault.at(text, begin.index, `"\\begin{${name}}" has no end`);
  const body = text
    .slice(skipArguments(text, begin.index + begin[0].length, end), end)
    .replace(/(?<!\\)((?:\\\\)*)%[^\n]*(?:\n[ \t]*|$)/g, '$1');
  const parts = splitRows(body);
  const rows: string[][] = [];
  let linesSeen = 0;
  let hasHeader = false;
  for (const part of parts) {
    const rules = part.match(LATEX_RULES)?.length ?? 0;
    if (rules > 0 && rows.length === 1) hasHeader = true;
    linesSeen += rules;
    const content = part.replace(LATEX_RULES, '').replace(/\\(?:caption|label)\{[^}]{0,9999}\}/g, '');
    if (content.trim() === '') continue;
    rows.push(splitCells(content).flatMap(readLatexCell));
  }
  // A single line below the only row is a frame, not a header.
  if (rows.length < 2 && linesSeen < 3) hasHeader = false;
  if (rows.length === 0) throw ContentFault.at(text, begin.index, 'the table that begins here has no rows');
  return { rows, hasHeader };
}

/** Past `[t]`, `{width}` and `{lll}` behind `\begin{tabular}`. */
function skipArguments(text: string, start: number, end: number): number {
  let at = start;
  for (;;) {
    while (at < end && /\s/.test(text.charAt(at))) at++;
    const open = text.charAt(at);
    if (open !== '{' && open !== '[') return at;
    const close = matching(text, at, end);
    if (close < 0) return at;
    at = close + 1;
  }
}

function matching(text: string, start: number, end: number): number {
  const open = text.charAt(start);
  const close = open === '{' ? '}' : ']';
  let depth = 0;
  for (let i = start; i < end; i++) {
    const letter = text.charAt(i);
    if (letter === '\\') i++;
    else if (letter === open) depth++;
    else if (letter === close && --depth === 0) return i;
  }
  return -1;
}

/** At `\\` and `\tabularnewline` outside braces. */
function splitRows(body: string): string[] {
  const rows: string[] = [];
  let depth = 0;
  let from = 0;
  for (let i = 0; i < body.length; i++) {
    const letter = body.charAt(i);
    if (letter === '{') depth++;
    if (letter === '}') depth--;
    if (letter !== '\\') continue;
    const mark = /\\(?:\\\*?(?:\[[^\]]{0,99}\])?|tabularnewline(?![A-Za-z]))/y;
    mark.lastIndex = i;
    const found = depth <= 0 ? mark.exec(body)?.[0] : undefined;
    if (found === undefined) {
      i++;
      continue;
    }
    rows.push(body.slice(from, i));
    i += found.length - 1;
    from = i + 1;
  }
  rows.push(body.slice(from));
  return rows;
}

function splitCells(row: string): string[] {
  const cells: string[] = [];
  let depth = 0;
  let from = 0;
  for (let i = 0; i < row.length; i++) {
    const letter = row.charAt(i);
    if (letter === '\\') i++;
    else if (letter === '{') depth++;
    else if (letter === '}') depth--;
    else if (letter === '&' && depth <= 0) {
      cells.push(row.slice(from, i));
      from = i + 1;
    }
  }
  cells.push(row.slice(from));
  return cells;
}

/** Beyond what any table on paper has. */
const MAX_MULTICOLUMN = 1000;

function readLatexCell(source: string): string[] {
  const multi = /^\s*\\multicolumn\s*\{(\d{1,4})\}\s*\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}\s*\{([\s\S]*)\}\s*$/.exec(source);
  if (multi === null) return [unescapeLatex(source)];
  const count = Math.min(Math.max(1, Number(multi[1])), MAX_MULTICOLUMN);
  return [unescapeLatex(multi[2] ?? ''), ...Array.from({ length: count - 1 }, () => '')];
}

const LATEX_WORDS: ReadonlyMap<string, string> = new Map([
  ['textbackslash', '\\'],
  ['textasciitilde', '~'],
  ['textasciicircum', '^'],
  ['textless', '<'],
  ['textgreater', '>'],
  ['textbar', '|'],
  ['textquotedbl', '"'],
  ['newline', '\n'],
  ['ldots', '…'],
  ['dots', '…'],
  ['textendash', '–'],
  ['textemdash', '—'],
  ['ss', 'ß'],
]);

const LATEX_STYLES =
  /\\(?:textbf|textit|emph|texttt|textsf|textrm|textsc|underline|text|mbox|(?:makecell|shortstack)(?:\[[a-z]{0,2}\])?|multirow\{[^{}]{0,99}\}\{[^{}]{0,99}\})\s*(?=\{)|\\(?:bfseries|itshape|centering|raggedright|raggedleft|small|footnotesize|tiny|large|bf|it)(?![A-Za-z])\s*/g;

/** Text of a cell: styles taken off, escapes undone; other commands stay as they are. */
function unescapeLatex(source: string): string {
  return source
    .replace(LATEX_STYLES, '')
    .split('\n')
    .map((line) => line.trim())
    .join(' ')
    .trim()
    .replace(
      /\\([A-Za-z]+)(?:\{\}|\s+|(?![A-Za-z]))|\\([{}$&#_% ])|\\\\|~|[{}]|---?|``|''/g,
      (whole, word?: string, letter?: string) => {
        if (word !== undefined) return LATEX_WORDS.get(word) ?? whole;
        if (letter !== undefined) return letter;
        if (whole === '~') return '\u00a0';
        if (whole === '\\\\') return '\n';
        if (whole === '``' || whole === "''") return '"';
        if (whole.startsWith('-')) return whole === '--' ? '–' : '—';
        return '';
      },
    )
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .trim();
}
