import { z } from 'zod';

import { extensionOf } from '../../core/files.js';
import { defineTool } from '../../core/index.js';
import { formatTime } from '../../engines/code/prettier.js';
import { eachText, TEXT_FILES, TEXT_FILES_NOTE, textReports } from '../../formats/each-text.js';
import type { TextSource } from '../../formats/text-source.js';

import { formatted, LAYOUT_LIMIT_NOTE, LAYOUT_NOTE, layoutOptions, type NamedGrammar } from './_format-source.js';

const GRAMMARS = {
  css: { name: 'CSS', grammar: 'css', kind: { extension: '.css', mime: 'text/css;charset=utf-8' } },
  scss: { name: 'SCSS', grammar: 'scss', kind: { extension: '.scss', mime: 'text/x-scss;charset=utf-8' } },
  less: { name: 'Less', grammar: 'less', kind: { extension: '.less', mime: 'text/x-less;charset=utf-8' } },
} as const satisfies Record<string, NamedGrammar>;

/** What only one of the languages writes. Variables of Less look like at-rules, but for their colon. */
const SCSS_SIGN =
  /(?:^|[\s;{}])(?:\$[\w-]{1,100}\s{0,20}:|@(?:mixin|include|use|forward|extend|function|if|each|else)\b|%[\w-]+\s*\{)|#\{/;
const LESS_SIGN =
  /(?:^|[\s;{}])(?:@(?!media|page|layer|container|scope)[\w-]{1,100}\s{0,20}:|\.[\w-]{1,100}\s{0,20}\([^(){};]{0,200}\)\s{0,20};|@plugin\b)|@\{|~["'`]/;
const LINE_COMMENT = /^[^\S\n\r\u2028\u2029]*\/\//m;

function grammarOf({ text, file }: TextSource, language: 'auto' | keyof typeof GRAMMARS): NamedGrammar {
  if (language !== 'auto') return GRAMMARS[language];
  const ending = extensionOf(file?.name ?? '').slice(1);
  if (ending === 'css' || ending === 'scss' || ending === 'less') return GRAMMARS[ending];
  if (SCSS_SIGN.test(text)) return GRAMMARS.scss;
  if (LESS_SIGN.test(text)) return GRAMMARS.less;
  return LINE_COMMENT.test(text) ? GRAMMARS.scss : GRAMMARS.css;
}

export default defineTool({
  id: 'css-formatter',
  title: 'CSS Formatter',
  summary: 'Formats CSS, SCSS and Less with one declaration per line.',
  family: 'code',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    ...layoutOptions,
    language: z
      .enum(['auto', 'css', 'scss', 'less'])
      .default('auto')
      .describe('Language of the style sheet; auto tells it by the file name or by its syntax.'),
    quotes: z
      .enum(['double', 'single'])
      .default('double')
      .describe('Quotes around strings; the other kind is used where that saves escapes.'),
  },
  result: 'mixed',
  data: textReports(),
  notes: [
    TEXT_FILES_NOTE,
    LAYOUT_NOTE,
    'Declarations and rules keep their order, and values are not shortened: that is what css-minifier does. Colours and units become lowercase where their case has no meaning. A custom property whose value is a block, such as --x: { a: b }, gets a semicolon inside it.',
    LAYOUT_LIMIT_NOTE,
  ],
  aliases: [
    'css beautifier',
    'pretty print css',
    'format scss',
    'format less',
    'unminify css',
    'css indent',
    'sass formatter',
    'prettier css',
  ],
  verified: [
    'esbuild 0.28 (npm): the same minified style sheet before and after for the CSS files of all installed packages and 1,000 random style sheets, case aside; formatting again changes nothing',
  ],
  examples: [
    {
      title: 'CSS on one line',
      input: '@media (min-width:640px){.card,.card>a{color:#FFF;margin:0 auto}}/* end */',
      output: {
        text: '@media (min-width: 640px) {\n  .card,\n  .card > a {\n    color: #fff;\n    margin: 0 auto;\n  }\n} /* end */\n',
      },
    },
    {
      title: 'SCSS is told by its variables',
      input: "$gap:4px;.list{&__item{padding:$gap*2;content:'x'}@include wide{gap:$gap}}",
      options: { quotes: 'single', indent: 4 },
      output: {
        text: "$gap: 4px;\n.list {\n    &__item {\n        padding: $gap * 2;\n        content: 'x';\n    }\n    @include wide {\n        gap: $gap;\n    }\n}\n",
      },
    },
    {
      title: 'A Less file, indented with tabs',
      files: [{ name: 'site.less', text: '@c:#fff;.box{.round(2px);color:darken(@c,5%)}' }],
      options: { tabs: true },
      output: {
        text: null,
        files: [
          {
            name: 'site.less',
            mime: 'text/x-less;charset=utf-8',
            text: '@c: #fff;\n.box {\n\t.round(2px);\n\tcolor: darken(@c, 5%);\n}\n',
          },
        ],
      },
    },
    {
      title: 'A bracket too many',
      input: 'a {\n  color: red;\n}}\n',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot format property "input" as CSS: line 3, column 2: unexpected }\n}}\n ^',
      },
    },
    {
      title: 'Nested too deep',
      input: `${'a{'.repeat(5000)}${'}'.repeat(5000)}`,
      error: {
        code: 'LIMIT_EXCEEDED',
        message: 'Cannot format property "input" as CSS: it is nested deeper than can be followed',
      },
    },
    {
      title: 'No input',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  run: (run) => {
    const time = formatTime();
    const { language, quotes } = run.options;
    return eachText(run, (source) =>
      formatted(source, grammarOf(source, language), run.options, { singleQuote: quotes === 'single' }, time),
    );
  },
});
