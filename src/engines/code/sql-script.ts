/** A stretch of a script: SQL to be laid out, or lines for the program that runs the script, which stay as they are. */
export interface ScriptPart {
  readonly text: string;
  readonly isKept: boolean;
  /** The line it begins on, counted from 1. */
  readonly line: number;
}

/** The programs whose lines are known in scripts: sqlcmd, SQL*Plus, mysql, psql, sqlite3. */
export type ScriptProgram = 'sqlcmd' | 'sqlplus' | 'mysql' | 'psql' | 'sqlite3';

/** Lines of their own, which must stay alone on theirs: "GO 5" ends a batch, "/" runs a block, "\c name" and ".headers on" are commands. */
const COMMAND_LINES: Readonly<Record<ScriptProgram, RegExp>> = {
  sqlcmd: /^[ \t]*GO(?:[ \t]+\d+)?[ \t]*;?[ \t]*$/i,
  sqlplus: /^[ \t]*\/[ \t]*$/,
  mysql: /^[ \t]*DELIMITER[ \t]+\S/i,
  psql: /^\\[a-z!?]/i,
  sqlite3: /^\.[a-z]/i,
};

/** What a comment or a text in quotes begins with; square brackets are names for sqlcmd and SQLite alone. */
const OPENINGS = /--|#|\/\*|['"`[]|\$\w*\$|[qQ]'[^\s]/y;

const Q_CLOSINGS: Readonly<Record<string, string>> = { '[': ']', '(': ')', '{': '}', '<': '>' };

/** Where a comment or text that begins at `at` ends; `at` itself where none begins. */
function endOfQuoted(text: string, at: number, program: ScriptProgram): number {
  OPENINGS.lastIndex = at;
  const [opening] = OPENINGS.exec(text) ?? [];
  if (opening === undefined) return at;
  const after = (closing: string): number => {
    const end = text.indexOf(closing, at + opening.length);
    return end < 0 ? text.length : end + closing.length;
  };
  if (opening === '--' || (opening === '#' && program === 'mysql')) return after('\n') - 1;
  if (opening === '/*') return after('*/');
  if (opening === '[') return program === 'sqlcmd' || program === 'sqlite3' ? after(']') : at;
  if (opening.startsWith('$')) return program === 'psql' ? after(opening) : at;
  if (opening.length === 3) {
    const mark = opening.charAt(2);
    const isText = /(?:^|\W)n?$/i.test(text.slice(Math.max(0, at - 2), at));
    return program === 'sqlplus' && isText ? after(`${Q_CLOSINGS[mark] ?? mark}'`) : at;
  }
  if (opening === '#' || (opening === '`' && program !== 'mysql' && program !== 'sqlite3')) return at;
  const hasBackslashes = program === 'mysql' || (program === 'psql' && /e/i.test(text.charAt(at - 1)));
  let end = at + 1;
  while (end < text.length && text.charAt(end) !== opening) end += hasBackslashes && text.charAt(end) === '\\' ? 2 : 1;
  return Math.min(end + 1, text.length);
}

/**
 * A script in parts. Kept are the lines of the program that runs it, what stands between DELIMITER lines of mysql (stored programs, whose
 * ends a layout cannot see), and the rows of COPY … FROM stdin. Line breaks must be LF.
 */
export function scriptParts(script: string, program: ScriptProgram): ScriptPart[] {
  const isCommand = COMMAND_LINES[program];
  const parts: ScriptPart[] = [];
  let [from, line, lineOfFrom] = [0, 1, 1];
  const cut = (to: number, isKept: boolean): void => {
    const text = script.slice(from, to);
    if (text.trim() !== '') parts.push({ text, isKept, line: lineOfFrom });
    [from, lineOfFrom] = [to, line];
  };
  let at = 0;
  while (at < script.length) {
    if (at === 0 || script.charAt(at - 1) === '\n') {
      const next = lineEnd(script, at);
      const first = script.slice(at, next).trimEnd();
      const isRows = program === 'psql' && /^COPY\b.*\bFROM stdin\b/i.test(first);
      if (isCommand.test(first) || isRows) {
        cut(at, false);
        const end = isRows ? endOfRows(script, next) : program === 'mysql' ? endOfProgram(script, first, next) : next;
        line += breaksIn(script, at, end);
        at = end;
        cut(at, true);
        continue;
      }
    }
    const end = Math.max(endOfQuoted(script, at, program), at + 1);
    line += breaksIn(script, at, end);
    at = end;
  }
  cut(at, false);
  return parts;
}

/**
 * PL/SQL whose texts q'[…]' of several lines are hidden in plain ones, as the package takes only those of one line for texts, and a way to
 * have them shown again in what it has written.
 */
export function hideQuoted(script: string): { readonly text: string; readonly shown: (written: string) => string } {
  const hidden: string[] = [];
  let text = '';
  let from = 0;
  for (let at = 0; at < script.length; ) {
    const end = endOfQuoted(script, at, 'sqlplus');
    const quoted = /^q'/i.test(script.slice(at, at + 2)) ? script.slice(at, end) : '';
    if (quoted.includes('\n')) {
      text += `${script.slice(from, at)}'\u0001${hidden.length}${'\n'.repeat(quoted.split('\n').length - 1)}\u0001'`;
      hidden.push(quoted);
      from = end;
    }
    at = Math.max(end, at + 1);
  }
  return {
    text: text + script.slice(from),
    shown: (written) =>
      written.replace(/'\u0001(\d+)\n*\u0001'/g, (whole, index: string) => hidden[Number(index)] ?? whole),
  };
}

function lineEnd(script: string, at: number): number {
  const end = script.indexOf('\n', at);
  return end < 0 ? script.length : end + 1;
}

function breaksIn(script: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) if (script.charCodeAt(at) === 10) count++;
  return count;
}

/** Behind the line "\." that ends the rows of COPY. */
function endOfRows(script: string, at: number): number {
  const end = script.indexOf('\n\\.', at - 1);
  return end < 0 ? script.length : lineEnd(script, end + 1);
}

/** Behind the line that sets the delimiter back to a semicolon; `at` where this line does. */
function endOfProgram(script: string, first: string, at: number): number {
  if (/DELIMITER[ \t]+;/i.test(first)) return at;
  const back = /^[ \t]*DELIMITER[ \t]+;/gim;
  back.lastIndex = at;
  const found = back.exec(script);
  return found === null ? script.length : lineEnd(script, found.index);
}
