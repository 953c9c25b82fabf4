import { z } from 'zod';

import { invalid, ToolError } from '../../core/errors.js';
import { extensionOf } from '../../core/files.js';
import { defineTool } from '../../core/index.js';
import { formatTime } from '../../engines/code/prettier.js';
import { eachText, TEXT_FILES, TEXT_FILES_NOTE, textReports } from '../../formats/each-text.js';
import { KINDS, type TextSource } from '../../formats/text-source.js';
import { unlessFaulty } from '../../lib/faults.js';
import { parseJson } from '../../lib/json/parse.js';

import { formatted, LAYOUT_LIMIT_NOTE, LAYOUT_NOTE, layoutOptions, type NamedGrammar } from './_format-source.js';

const SCRIPT = { extension: '.js', mime: 'text/javascript;charset=utf-8' };

const JAVASCRIPT = { name: 'JavaScript', grammar: 'babel', kind: SCRIPT } as const;
const TYPESCRIPT = {
  name: 'TypeScript',
  grammar: 'typescript',
  kind: { extension: '.ts', mime: 'text/typescript;charset=utf-8' },
} as const;
/** With its comments it is a text, not a value. */
const JSON_TEXT = { name: 'JSON', grammar: 'json', kind: { extension: '.json', mime: KINDS.text.mime } } as const;
/** TypeScript has all of JavaScript in it but for proposals and types of Flow, which are tried after it. */
const EITHER = { name: 'JavaScript or TypeScript', grammar: 'typescript', kind: SCRIPT } as const;
const FLOW = { name: 'JavaScript with Flow', grammar: 'babel-flow', kind: SCRIPT } as const;

const BY_ENDING: ReadonlyMap<string, NamedGrammar> = new Map<string, NamedGrammar>([
  ...['.js', '.mjs', '.cjs', '.jsx'].map((ending) => [ending, JAVASCRIPT] as const),
  ...['.ts', '.mts', '.cts', '.tsx'].map((ending) => [ending, TYPESCRIPT] as const),
  ...['.json', '.jsonc', '.json5', '.geojson', '.webmanifest'].map((ending) => [ending, JSON_TEXT] as const),
]);

/** No program begins like this. */
const JSON_OBJECT = /^\s*\{\s*(?:"[^"\n\r]{0,1000}"\s*:|\}\s*$)/;
const JSON_ARRAY = /^\s*\[/;

function grammarOf({ text, file }: TextSource): NamedGrammar {
  const known = BY_ENDING.get(extensionOf(file?.name ?? ''));
  if (known !== undefined) return known;
  if (JSON_OBJECT.test(text)) return JSON_TEXT;
  return JSON_ARRAY.test(text) && unlessFaulty(() => parseJson(text)) !== undefined ? JSON_TEXT : EITHER;
}

const GRAMMARS = { javascript: JAVASCRIPT, typescript: TYPESCRIPT, json: JSON_TEXT };

export default defineTool({
  id: 'javascript-formatter',
  title: 'JavaScript Formatter',
  summary: 'Formats JavaScript, TypeScript, JSX and JSON as Prettier does.',
  family: 'code',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    ...layoutOptions,
    language: z
      .enum(['auto', 'javascript', 'typescript', 'json'])
      .default('auto')
      .describe('Language of the source, JSX included; auto tells it by the file name or by the text.'),
    quotes: z
      .enum(['double', 'single'])
      .default('double')
      .describe('Quotes around strings; the other kind is used where that saves escapes.'),
    semicolons: z
      .boolean()
      .default(true)
      .describe('Ends statements with semicolons; false writes them only where a line would be misread without.'),
    trailingCommas: z
      .enum(['all', 'es5', 'none'])
      .default('all')
      .describe('Commas after the last item of lists on several lines: all, only those that ES5 allows, or none.'),
    arrowParentheses: z
      .boolean()
      .default(true)
      .describe('Writes (x) => x; false writes x => x where there is one parameter.'),
  },
  result: 'mixed',
  data: textReports(),
  notes: [
    TEXT_FILES_NOTE,
    LAYOUT_NOTE,
    'Read are ECMAScript 2026 with JSX, decorators and types of Flow, TypeScript 6, and JSON with comments; json-formatter keeps to JSON and sorts keys. HTML, CSS or GraphQL in template literals stays as written.',
    LAYOUT_LIMIT_NOTE,
  ],
  aliases: [
    'js beautifier',
    'javascript beautifier',
    'typescript formatter',
    'pretty print javascript',
    'unminify javascript',
    'format jsx',
    'format tsx',
    'prettier',
    'javascript indent',
  ],
  verified: [
    'esbuild 0.28 (npm): the same code, its layout removed, before and after for 600 JavaScript and 300 TypeScript files of installed packages; formatting again changes nothing',
  ],
  examples: [
    {
      title: 'JavaScript on one line',
      input: "const f=async x=>{for(const y of await x){if(!y)continue;console.log('a',{y})}}",
      output: {
        text: 'const f = async (x) => {\n  for (const y of await x) {\n    if (!y) continue;\n    console.log("a", { y });\n  }\n};\n',
      },
    },
    {
      title: 'TypeScript with single quotes and without semicolons',
      input: 'interface A<T>{a?:T;b:"x"|"y"}\nenum E{A,B}\n[1].map((n:number):number=>n)',
      options: { quotes: 'single', semicolons: false, arrowParentheses: false },
      output: {
        text: "interface A<T> {\n  a?: T\n  b: 'x' | 'y'\n}\nenum E {\n  A,\n  B,\n}\n;[1].map((n: number): number => n)\n",
      },
    },
    {
      title: 'A JSX file on narrow lines',
      files: [{ name: 'app.jsx', text: 'export default ({items})=><ul>{items.map(i=><li key={i}>{i}</li>)}</ul>' }],
      options: { lineWidth: 40 },
      output: {
        text: null,
        files: [
          {
            name: 'app.jsx',
            mime: 'text/javascript;charset=utf-8',
            text: 'export default ({ items }) => (\n  <ul>\n    {items.map((i) => (\n      <li key={i}>{i}</li>\n    ))}\n  </ul>\n);\n',
          },
        ],
      },
    },
    {
      title: 'JSON with a comment',
      input: '{"a":[1,2], // two\n"b":null}',
      output: { text: '{\n  "a": [1, 2], // two\n  "b": null\n}\n' },
    },
    {
      title: 'Not JavaScript',
      input: 'const a = ;\n',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot format property "input" as JavaScript or TypeScript: line 1, column 11: expression expected\nconst a = ;\n          ^',
      },
    },
    {
      title: 'A script element of a page',
      input: '<script>\nlet a=1\n</script>\n',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot format property "input" as JavaScript: it is an HTML script element; html-formatter formats it with its content',
      },
    },
    {
      title: 'Nested too deep',
      input: '['.repeat(20_000),
      error: {
        code: 'LIMIT_EXCEEDED',
        message: 'Cannot format property "input" as JavaScript or TypeScript: it is nested deeper than can be followed',
      },
    },
    {
      title: 'Too long',
      files: [{ name: 'big.js', text: `${' '.repeat(1_000_000)}1` }],
      error: {
        code: 'LIMIT_EXCEEDED',
        message: 'Cannot format file "big.js" as JavaScript: it must have at most 1000000 characters, got 1000001',
      },
    },
    {
      title: 'No input',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  run: (run) => {
    const time = formatTime();
    const { language, quotes, semicolons, trailingCommas, arrowParentheses } = run.options;
    const style = {
      singleQuote: quotes === 'single',
      semi: semicolons,
      trailingComma: trailingCommas,
      arrowParens: arrowParentheses ? 'always' : 'avoid',
    };
    return eachText(run, (source) => {
      if (/^\s*<script[\s>]/i.test(source.text) && /<\/script>\s*$/i.test(source.text.slice(-200)))
        throw invalid(
          `Cannot format ${source.label} as JavaScript: it is an HTML script element; html-formatter formats it with its content`,
        );
      const grammar = language === 'auto' ? grammarOf(source) : GRAMMARS[language];
      try {
        return formatted(source, grammar, run.options, style, time);
      } catch (error) {
        const mayBeFlow = language === 'auto' && (grammar === EITHER || grammar === JAVASCRIPT);
        if (!mayBeFlow || !(error instanceof ToolError) || error.code !== 'INVALID_INPUT') throw error;
        try {
          return formatted(source, FLOW, run.options, style, time);
        } catch {
          // The fault of the first reading is told: more people write what it reads.
          throw error;
        }
      }
    });
  },
});
