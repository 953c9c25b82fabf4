import { type EnvEntry, type EnvPart, SHELL_NAME } from './env-file.js';

/** What a check finds in a .env file. */
interface EnvProblem {
  readonly line: number;
  readonly rule: string;
  readonly message: string;
}

/** Checks the parts of a .env file by the rules of dotenv-linter, in the order of the file; `source` is its text. */
export function lintEnvFile(parts: readonly EnvPart[], source: string): EnvProblem[] {
  const problems: EnvProblem[] = [];
  const lines = new Map<string, number>();
  const report = (line: number, rule: string, message: string): void => {
    problems.push({ line, rule, message });
  };
  let blank = 0;
  for (const part of parts) {
    if ('remark' in part) {
      blank = part.remark.trim() === '' ? blank + 1 : 0;
      if (blank === 2) report(part.line, 'extra-blank-line', 'More than one blank line');
      if (/[ \t]$/.test(part.remark)) report(part.line, 'trailing-whitespace', 'White space at the end of the line');
      continue;
    }
    blank = 0;
    if ('fault' in part) report(part.line, 'syntax', part.fault.charAt(0).toUpperCase() + part.fault.slice(1));
    else lintEntry(part, lines, report);
  }
  if (source !== '' && !/[\r\n]$/.test(source))
    report(source.split(/\r\n?|\n/).length, 'ending-blank-line', 'No line break at the end of the file');
  return problems;
}

function lintEntry(
  { key, value, quote, head, tail, line }: EnvEntry,
  lines: Map<string, number>,
  report: (line: number, rule: string, message: string) => void,
): void {
  const before = lines.get(key);
  if (before !== undefined) report(line, 'duplicated-key', `The key "${key}" is already set in line ${before}`);
  lines.set(key, line);
  if (!SHELL_NAME.test(key)) report(line, 'incorrect-key', `The key "${key}" is not a valid name for a shell variable`);
  else if (key !== key.toUpperCase()) report(line, 'lowercase-key', `The key "${key}" contains lowercase letters`);
  if (/^[ \t]/.test(head)) report(line, 'leading-character', 'White space before the key');
  if (/[ \t]=|=[ \t]+$|:[ \t]/.test(head))
    report(line, 'space-character', 'The key must be followed by "=" without spaces');
  if (value === '' && quote === '') report(line, 'key-without-value', `The key "${key}" has no value`);
  if (quote === '' && /[\s"'`$\\&|;<>()*?!~]/.test(value))
    report(
      line,
      'value-without-quotes',
      `The value of "${key}" contains characters with a special meaning in shells: quote it`,
    );
  if (quote === '' && tail.startsWith('#'))
    report(line, 'value-without-quotes', `The value of "${key}" ends at "#": put it in quotes if "#" belongs to it`);
  if (/[ \t]$/.test(tail)) report(line, 'trailing-whitespace', 'White space at the end of the line');
}
