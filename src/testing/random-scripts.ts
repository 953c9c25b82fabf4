import { type Chance, pick } from './chance.js';
import { runProgram } from './programs.js';

const NAMES = ['alpha', 'beta', 'gamma', 'delta', 'omega'];
const NUMBERS = ['0', '1', '-1', '7', '2.5', '1e3', '0x1f', '255', '-0', '1_000', 'NaN', 'Infinity'];
const STRINGS = ["'a'", '"it\'s"', `\`t\${1 + 1}\``, "''", "'\\u00e9\\n'", "'😀'", "'10'", "'b'.repeat(3)"];
const OPERATORS = ['+', '-', '*', '%', '<', '>=', '===', '!==', '&&', '||', '??', '&', '|', '^', '<<', '>>>', '=='];

/** A program of all kinds of statements that ends, throws nothing that it does not catch, and prints what it has worked out. */
export function randomScript(chance: Chance): string {
  const name = () => pick(chance, NAMES);
  const many = (most: number, make: () => string, between = ''): string =>
    Array.from({ length: chance(most) + 1 }, make).join(between);
  const value = (depth: number): string => {
    const kind = chance(depth > 2 ? 4 : 18);
    if (kind < 2) return name();
    if (kind === 2) return pick(chance, NUMBERS);
    if (kind === 3) return pick(chance, STRINGS);
    const [a, b, c] = [value(depth + 1), value(depth + 1), value(depth + 1)];
    if (kind < 8) {
      const operator = pick(chance, OPERATORS);
      return `((${a}) ${operator} (${b}))`;
    }
    if (kind === 8) return `((${a}) ? (${b}) : (${c}))`;
    if (kind === 9) return `[${a}, ${b}, ...[${c}]].map((x, i) => [i, x]).flat().length`;
    if (kind === 10) return `JSON.stringify({ k: ${a}, ['m' + ${chance(9)}]: ${b} })`;
    if (kind === 11) return `String(${a}).split('').reverse().join('')`;
    if (kind === 12) return `((p, q = ${b}, ...rest) => String(p) + typeof q + rest.length)(${a}, undefined, ${c})`;
    if (kind === 13)
      return `(() => { const { k = ${a}, ...others } = { m: ${b} }; return String(k) + Object.keys(others); })()`;
    if (kind === 14) return `(function f(n) { return n < 1 ? 0 : n + f(n - 1); })(${chance(9)})`;
    if (kind === 15) return `(typeof (${a}) + !(${b}) + void 0)`;
    if (kind === 16) return `[3, 1, 2].sort((x, y) => x - y).reduce((s, x) => s + x, ${chance(5)})`;
    return `({ v: ${a} })?.v?.toString?.()`;
  };
  const statement = (depth: number): string => {
    const kind = chance(depth > 2 ? 3 : 13);
    const [n, v] = [name(), value(0)];
    if (kind < 2) return `${n} = ${v};\n`;
    if (kind === 2) return `console.log(${chance(2) === 0 ? n : v}, typeof ${n});\n`;
    if (kind === 3) return `if (${v}) {\n${body(depth)}} else {\n${body(depth)}}\n`;
    if (kind === 4) return `for (let i = 0; i < ${chance(4)}; i++) {\nif (i === 2) continue;\n${body(depth)}}\n`;
    if (kind === 5) return `for (const part of [${v}, ${n}, 'x']) {\n${n} = part;\n${body(depth)}}\n`;
    if (kind === 6)
      return `try {\n${body(depth)}if (${v}) throw new TypeError('t');\n} catch (error) {\nconsole.log(error.name, error.message);\n} finally {\n${body(depth)}}\n`;
    if (kind === 7)
      return `switch (typeof ${n}) {\ncase 'number':\n${body(depth)}break;\ncase 'string':\n${body(depth)}default:\n${body(depth)}}\n`;
    if (kind === 8)
      return `{\nconst given = ${v};\n{\nlet ${n} = given;\nconst keep = () => ${n};\n${body(depth)}console.log(keep());\n}\n}\n`;
    if (kind === 9)
      return `class Shape${depth} { #side = ${v}; static made = 0; constructor() { Shape${depth}.made += 1; } get side() { return this.#side; } }\nconsole.log(String(new Shape${depth}().side), Shape${depth}.made);\n`;
    if (kind === 10)
      return `for (const n of (function* () { yield ${v}; yield* [1, 2]; })()) console.log(String(n));\n`;
    if (kind === 11)
      return `outer${depth}: for (const a of [1, 2]) for (const b of [1, 2]) { if (a === b) continue outer${depth}; ${body(depth)}}\n`;
    return `for (const key in { p: 1, q: ${v} }) console.log(key);\n`;
  };
  const body = (depth: number): string => many(2, () => statement(depth + 1));
  const declared = NAMES.map((known) => `let ${known} = ${pick(chance, NUMBERS)};`).join('\n');
  return `${declared}\n${many(8, () => statement(0))}console.log(${NAMES.map((known) => `String(${known})`).join(', ')});\n`;
}

/** What Node prints for each program: a line for each call of console.log, its arguments as texts. An error that is not caught is a line. */
export function printedByNode(programs: readonly string[]): readonly string[] {
  const runner = `
    const programs = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
    const printed = programs.map((program) => {
      const lines = [];
      try {
        new Function('console', program)({ log: (...told) => lines.push(told.map(String).join(' ')) });
      } catch (error) {
        lines.push('uncaught ' + error.name);
      }
      return lines.join('\\n');
    });
    process.stdout.write(JSON.stringify(printed));
  `;
  return JSON.parse(runProgram(process.execPath, ['-e', runner], JSON.stringify(programs)).toString());
}
