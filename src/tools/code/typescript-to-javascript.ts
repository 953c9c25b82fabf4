import { z } from 'zod';

import { extensionOf, stemOf } from '../../core/files.js';
import { defineTool } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { JSON_MIME } from '../../core/results.js';
import { count, fileReports } from '../../core/shared-data.js';
import { compileTime, compileTypeScript, type Dialect, SCRIPT_TARGETS } from '../../engines/code/typescript.js';
import { TEXT_FILES } from '../../formats/each-text.js';
import type { TextSource } from '../../formats/text-source.js';

import { eachCode } from './_code-files.js';

const MIME = 'text/javascript;charset=utf-8';

const SCRIPT_ENDING = /\.(?:ts|tsx|mts|cts|js|jsx|mjs|cjs)$/i;

/** A module keeps its kind: .mts is .mjs; elements that stay make a .jsx. */
function resultName(name: string, jsx: string): string {
  const ending = extensionOf(name);
  if (ending === '.mts' || ending === '.cts') return `${stemOf(name)}${ending.replace('t', 'j')}`;
  const isElements = jsx === 'preserve' && (ending === '.tsx' || ending === '.jsx');
  const stem = SCRIPT_ENDING.test(name) ? stemOf(name) : name;
  return `${/^\.[cm]?js$/.test(ending) ? `${stem}.out` : stem}${isElements ? '.jsx' : '.js'}`;
}

function dialectsOf(language: string, { file }: TextSource): readonly Dialect[] {
  if (language === 'typescript') return ['ts'];
  if (language === 'tsx') return ['tsx'];
  const ending = extensionOf(file?.name ?? '');
  if (/^\.[cm]?ts$/.test(ending)) return ['ts'];
  return /^\.(?:tsx|jsx)$/.test(ending) ? ['tsx'] : ['ts', 'tsx'];
}

export default defineTool({
  id: 'typescript-to-javascript',
  title: 'TypeScript to JavaScript',
  summary: 'Converts TypeScript and TSX to JavaScript for a chosen version of the language, with JSX and modules.',
  family: 'code',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    target: z
      .enum(SCRIPT_TARGETS)
      .default('es2022')
      .describe('Version of JavaScript to write: newer syntax is rewritten, missing functions are not added.'),
    module: z
      .enum(['esm', 'commonjs'])
      .default('esm')
      .describe('Modules: import and export as they are, or require and exports.'),
    jsx: z
      .enum(['automatic', 'classic', 'preserve'])
      .default('automatic')
      .describe(
        'JSX: calls of the functions that "jsxSource" exports, calls of React.createElement, or elements as they are.',
      ),
    jsxSource: z
      .string()
      .min(1)
      .max(200)
      .default('react')
      .describe('Package that creates elements, such as react or preact, where "jsx" is automatic.'),
    language: z
      .enum(['auto', 'typescript', 'tsx'])
      .default('auto')
      .describe('Whether <…> is a type or an element; auto tells it by the file name, or reads the text both ways.'),
    decorators: z
      .enum(['standard', 'legacy', 'metadata'])
      .default('standard')
      .describe(
        'Decorators of the standard, of TypeScript before 5.0 ("experimentalDecorators"), or those with the types ("emitDecoratorMetadata"), as Angular and NestJS read them.',
      ),
    comments: z.boolean().default(true).describe('Keeps comments; false keeps those that begin with /*!.'),
    keepImports: z
      .boolean()
      .default(false)
      .describe('Keeps imports that no value is used of, but for those written as import type. For "module" esm.'),
    rewriteExtensions: z
      .boolean()
      .default(true)
      .describe('Changes ./name.ts to ./name.js in relative imports, .tsx, .mts and .cts likewise.'),
    sourceMap: z.boolean().default(false).describe('Also writes a source map.'),
  },
  result: 'mixed',
  data: fileReports({
    bytesBefore: count('Size of the upload.'),
    bytesAfter: count('Size of the JavaScript.'),
    savedPercent: z.number().describe('Share of the size that went with the types; negative where it grew.'),
  }).describe('Where files were sent: what became of each.'),
  notes: [
    'Types are removed, not checked: a text with type errors is converted as tsc would with "noCheck". What is refused is wrong syntax, with its line and column.',
    'A text gives a text. Up to 20 files instead of "input" give a file each and a report in data; name.mts becomes name.mjs, and name.tsx becomes name.jsx where "jsx" is preserve.',
    'Each file is converted alone, as with "isolatedModules": values of a const enum of another file are not known, and import and export of what is only a type must say so.',
    'A text without import and export is a script: "use strict" is written at its start, as tsc does from version 6 on.',
    'Enums, namespaces, parameter properties and decorators become code. Helpers that older targets need are written into the file.',
    'JavaScript with JSX is read too: it is rewritten for "target" and "module". Declarations (.d.ts) are not written.',
    'At most 1,000,000 UTF-16 units per text and 9 seconds of work in all.',
  ],
  aliases: [
    'ts to js',
    'tsx to js',
    'tsx to jsx',
    'compile typescript',
    'transpile typescript',
    'strip types',
    'remove types from typescript',
    'tsc online',
    'jsx to javascript',
    'jsx to js',
    'typescript playground',
    'babel',
    'transpiler',
    'esm to commonjs',
  ],
  verified: [
    'tsc 7.0 (npm), a compiler written anew in another language: the same JavaScript for nine modules that use each construct, with 38 sets of options, and for every seventh source of this project (quotes of specifiers, order of helpers and of imported names apart)',
    'esbuild 0.28 (npm) finds nothing newer than ES5 in what is made for it',
  ],
  examples: [
    {
      title: 'Remove types',
      input:
        "import type { User } from './user.ts';\nimport { load } from './load.ts';\n\n/** Greets. */\nexport const hello = (user: User): string => 'Hello ' + user.name!;\n\nexport enum Level {\n  Low = 1,\n  High,\n}\n\nload<User>('a').then(hello);\n",
      output: {
        text: 'import { load } from "./load.js";\n/** Greets. */\nexport const hello = (user) => \'Hello \' + user.name;\nexport var Level;\n(function (Level) {\n    Level[Level["Low"] = 1] = "Low";\n    Level[Level["High"] = 2] = "High";\n})(Level || (Level = {}));\nload(\'a\').then(hello);\n',
      },
    },
    {
      title: 'Elements for Preact, as CommonJS',
      input: 'export const Title = ({ text }: { text: string }) => <h1 class="big">{text}</h1>;\n',
      options: { jsxSource: 'preact', module: 'commonjs' },
      output: {
        text: '"use strict";\nObject.defineProperty(exports, "__esModule", { value: true });\nexports.Title = void 0;\nconst jsx_runtime_1 = require("preact/jsx-runtime");\nconst Title = ({ text }) => (0, jsx_runtime_1.jsx)("h1", { class: "big", children: text });\nexports.Title = Title;\n',
      },
    },
    {
      title: 'Older JavaScript, with a source map',
      files: [
        {
          name: 'count.ts',
          text: 'const sizes: Map<string, number> = new Map();\nexport const of = (k: string) => sizes.get(k) ?? 0;\n',
        },
      ],
      options: { target: 'es5', sourceMap: true },
      output: {
        data: {
          files: [
            {
              name: 'count.ts',
              outputs: ['count.js', 'count.js.map'],
              bytesBefore: 98,
              bytesAfter: 162,
              savedPercent: -65.31,
            },
          ],
        },
        files: [
          { name: 'count.js', mime: MIME },
          { name: 'count.js.map', mime: JSON_MIME },
        ],
      },
    },
    {
      title: 'Wrong syntax',
      input: 'const size: number = 1;\nconst big: = 2;\n',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot convert property "input": line 2, column 12: type expected\nconst big: = 2;\n           ^',
      },
    },
    {
      title: 'Nested too deep',
      input: `const a = ${'['.repeat(20_000)}`,
      error: {
        code: 'LIMIT_EXCEEDED',
        message: 'Cannot convert property "input": it is nested deeper than can be followed',
      },
    },
    {
      title: 'No input',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  run: (run) => {
    const time = compileTime();
    const { language, sourceMap, ...request } = run.options;
    return eachCode(run, { named: 'input.ts', mime: MIME }, async (source, name) => {
      const result = resultName(name, request.jsx);
      const map = sourceMap ? { map: { source: name, result } } : {};
      const made = await refusing(`Cannot convert ${source.label}`, () =>
        compileTypeScript(source.text, dialectsOf(language, source), { ...request, ...map }, time),
      );
      const beside =
        made.map === undefined ? [] : [{ name: `${result}.map`, mime: JSON_MIME, bytes: Buffer.from(made.map) }];
      return { name: result, content: made.text, beside, report: {} };
    });
  },
});
