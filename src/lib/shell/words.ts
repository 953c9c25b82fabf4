import { ContentFault } from '../faults.js';

/** One simple command of a shell, quotes taken off. Variables and substitutions stay as they are written. */
export interface ShellCommand {
  readonly words: readonly string[];
  /** What ends it: `&&`, `||`, `|`, `;`, `&`, a line break, or nothing at the end of the text. */
  readonly operator: string;
  /** Where its first word begins, in UTF-16 units. */
  readonly start: number;
}

const ANSI: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '?': '?',
};

/**
 * Splits a text into the commands of a POSIX shell, with `$'…'` of Bash (IEEE 1003.1-2024, 2.2 and 2.3). Redirections are words; brackets
 * stand alone as words. Throws ContentFault at a quote that is not closed.
 */
export function shellCommands(text: string): ShellCommand[] {
  const reader = new ShellReader(text);
  return reader.read();
}

/** The words of a text that is a single command: line breaks and operators outside quotes end it. */
export const firstShellCommand = (text: string): readonly string[] =>
  shellCommands(text).find(({ words }) => words.length > 0)?.words ?? [];

class ShellReader {
  #at = 0;

  constructor(private readonly text: string) {}

  read(): ShellCommand[] {
    const commands: ShellCommand[] = [];
    let words: string[] = [];
    let start = -1;
    const end = (operator: string): void => {
      if (words.length > 0) commands.push({ words, operator, start });
      words = [];
      start = -1;
    };
    for (;;) {
      this.#skipBlanks();
      const character = this.text.charAt(this.#at);
      if (character === '') break;
      const [operator] = /^(?:&&|\|\||\|&|;;|[|;&\n()])/.exec(this.text.slice(this.#at, this.#at + 2)) ?? [];
      if (operator !== undefined) {
        this.#at += operator.length;
        if (operator === '(' || operator === ')') end('');
        else end(operator);
        continue;
      }
      if (start < 0) start = this.#at;
      words.push(this.#word());
    }
    end('');
    return commands;
  }

  #skipBlanks(): void {
    for (;;) {
      const [blank] = /^(?:[ \t\r]+|\\\r?\n)/.exec(this.text.slice(this.#at, this.#at + 4000)) ?? [];
      if (blank !== undefined) this.#at += blank.length;
      else if (this.text.charAt(this.#at) === '#') {
        const next = this.text.indexOf('\n', this.#at);
        this.#at = next < 0 ? this.text.length : next;
      } else return;
    }
  }

  #word(): string {
    const parts: string[] = [];
    for (;;) {
      const character = this.text.charAt(this.#at);
      // Other white space, such as U+3000, is a letter like any: IEEE 1003.1-2024, 2.3.
      if (character === '' || /[ \t\r\n|&;()]/.test(character)) {
        // `2>&1` and `&>` are redirections.
        if (character === '&' && /[<>]$/.test(parts.at(-1) ?? '')) parts.push('&');
        else return parts.join('');
        this.#at++;
      } else if (character === "'") parts.push(this.#single());
      else if (character === '"') parts.push(this.#double());
      else if (character === '\\') parts.push(this.#escaped());
      else if (this.text.startsWith("$'", this.#at)) parts.push(this.#ansi());
      else if (this.text.startsWith('$(', this.#at)) parts.push(this.#substitution());
      else {
        const [plain = character] = /^[^ \t\r\n|&;()'"\\$]+/.exec(this.text.slice(this.#at, this.#at + 4000)) ?? [];
        this.#at += plain.length;
        parts.push(plain);
      }
    }
  }

  #single(): string {
    const end = this.text.indexOf("'", this.#at + 1);
    if (end < 0) throw ContentFault.at(this.text, this.#at, 'a quote is not closed');
    const quoted = this.text.slice(this.#at + 1, end);
    this.#at = end + 1;
    return quoted;
  }

  #double(): string {
    const begin = this.#at++;
    const parts: string[] = [];
    for (;;) {
      const character = this.text.charAt(this.#at);
      if (character === '') throw ContentFault.at(this.text, begin, 'a quote is not closed');
      if (character === '"') {
        this.#at++;
        return parts.join('');
      }
      if (this.text.startsWith('$(', this.#at)) {
        parts.push(this.#substitution());
        continue;
      }
      const next = this.text.charAt(this.#at + 1);
      if (character === '\\' && /[$`"\\\n]/.test(next)) {
        if (next !== '\n') parts.push(next);
        this.#at += 2;
        continue;
      }
      parts.push(character);
      this.#at++;
    }
  }

  #escaped(): string {
    const next = this.text.charAt(this.#at + 1);
    this.#at += 2;
    return next === '\n' ? '' : next;
  }

  /** Kept as it is written, up to its closing bracket. */
  #substitution(): string {
    const begin = this.#at;
    let depth = 0;
    for (; this.#at < this.text.length; this.#at++) {
      const character = this.text.charAt(this.#at);
      if (character === '\\') this.#at++;
      else if (character === '(') depth++;
      else if (character === ')' && --depth === 0) {
        this.#at++;
        return this.text.slice(begin, this.#at);
      }
    }
    throw ContentFault.at(this.text, begin, 'a bracket is not closed');
  }

  #ansi(): string {
    const begin = this.#at;
    this.#at += 2;
    const parts: string[] = [];
    for (;;) {
      const character = this.text.charAt(this.#at);
      if (character === '') throw ContentFault.at(this.text, begin, 'a quote is not closed');
      if (character === "'") {
        this.#at++;
        return parts.join('');
      }
      if (character !== '\\') {
        parts.push(character);
        this.#at++;
        continue;
      }
      const rest = this.text.slice(this.#at + 1, this.#at + 10);
      const [number = ''] = /^(?:x[0-9a-f]{1,2}|u[0-9a-f]{1,4}|U[0-9a-f]{1,8}|[0-7]{1,3})/i.exec(rest) ?? [];
      if (number !== '') {
        const octal = /^[0-7]/.test(number);
        const code = octal ? Number.parseInt(number, 8) & 0xff : Number.parseInt(number.slice(1), 16);
        parts.push(code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code));
        this.#at += 1 + number.length;
        continue;
      }
      const known = ANSI[rest.charAt(0)];
      parts.push(known ?? `\\${rest.charAt(0)}`);
      this.#at += 2;
    }
  }
}
