/** Writes `src/lib/formula/symbols.data.ts`: the names of Typst's symbols, as the installed compiler has them. */

import { writeFileSync } from 'node:fs';

import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';

const LIST = '#metadata(dictionary(sym).pairs().map(((name, symbol)) => (name, repr(symbol))))<symbols>';
const LINE_CHARACTERS = 125;

const compiler = NodeCompiler.create({ workspace: '/no-such-workspace' });
const [pairs] = compiler.query({ mainFileContent: LIST }, { selector: '<symbols>', field: 'value' });

const character = (literal) =>
  JSON.parse(
    literal.replace(/\\u\{([0-9a-f]+)\}/g, (_, hex) => JSON.stringify(String.fromCodePoint(`0x${hex}`)).slice(1, -1)),
  );
const codes = (text) => Array.from(text, (one) => one.codePointAt(0).toString(16)).join('+');

const symbols = new Map();
const keep = (name, literal) => symbols.has(name) || symbols.set(name, codes(character(literal)));
for (const [name, written] of pairs) {
  const own = /^symbol\(\s*("(?:[^"\\]|\\.)*")/.exec(written);
  if (own !== null) keep(name, own[1]);
  for (const [, variant, literal] of written.matchAll(/\(\s*"([^"]*)",\s*("(?:[^"\\]|\\.)*"),?\s*\)/g)) {
    // Without a form of its own, a name stands for its first variant.
    keep(name, literal);
    keep(`${name}.${variant}`, literal);
  }
}

const lines = [];
let line = '';
for (const [name, code] of symbols) {
  if (line.length + name.length + code.length > LINE_CHARACTERS) {
    lines.push(line);
    line = '';
  }
  line += `${line === '' ? '' : ', '}${name} ${code}`;
}
lines.push(line);

writeFileSync(
  new URL('../src/lib/formula/symbols.data.ts', import.meta.url),
  `// Made by \`node scripts/typst-symbols.mjs\` from Typst 0.13: names of symbols with their code points in hexadecimal.
export const SYMBOLS = [
${lines.map((one) => `  '${one}',`).join('\n')}
].join(', ');
`,
);
