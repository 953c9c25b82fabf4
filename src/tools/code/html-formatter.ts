import { z } from 'zod';

import { extensionOf } from '../../core/files.js';
import { defineTool } from '../../core/index.js';
import { formatTime } from '../../engines/code/prettier.js';
import { eachText, TEXT_FILES, TEXT_FILES_NOTE, textReports } from '../../formats/each-text.js';
import { KINDS, type TextSource } from '../../formats/text-source.js';

import { formatted, LAYOUT_LIMIT_NOTE, LAYOUT_NOTE, layoutOptions, type NamedGrammar } from './_format-source.js';

const GRAMMARS = {
  html: { name: 'HTML', grammar: 'html', kind: KINDS.html },
  vue: { name: 'Vue', grammar: 'vue', kind: { extension: '.vue', mime: KINDS.text.mime } },
  angular: { name: 'an Angular template', grammar: 'angular', kind: KINDS.html },
  lwc: { name: 'a Lightning template', grammar: 'lwc', kind: KINDS.html },
  handlebars: { name: 'Handlebars', grammar: 'glimmer', kind: { extension: '.hbs', mime: KINDS.text.mime } },
} as const satisfies Record<string, NamedGrammar>;

type Language = keyof typeof GRAMMARS;

const BY_ENDING: ReadonlyMap<string, Language> = new Map([
  ['.vue', 'vue'],
  ['.hbs', 'handlebars'],
  ['.handlebars', 'handlebars'],
]);

/** A single-file component begins with one of its blocks; a document has no template there. */
const VUE_SIGN = /^\s*<(?:template(?:\s+(?:lang|functional|src)\b[^<>]{0,200})?>|script\s+setup\b)/i;
const HANDLEBARS_SIGN = /\{\{(?:#(?:if|each|unless|with|let|in)\b|\/(?:if|each|unless|with|let|in)\}\}|!--|>)/;

function languageOf({ text, file }: TextSource): Language {
  const name = file?.name.toLowerCase() ?? '';
  if (name.endsWith('.component.html')) return 'angular';
  const known = BY_ENDING.get(extensionOf(name));
  if (known !== undefined) return known;
  if (/\.html?$/.test(name)) return 'html';
  if (HANDLEBARS_SIGN.test(text)) return 'handlebars';
  return VUE_SIGN.test(text) ? 'vue' : 'html';
}

export default defineTool({
  id: 'html-formatter',
  title: 'HTML Formatter',
  summary: 'Formats HTML, Vue, Angular and Handlebars without changing what a browser shows.',
  family: 'code',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    ...layoutOptions,
    language: z
      .enum(['auto', 'html', 'vue', 'angular', 'lwc', 'handlebars'])
      .default('auto')
      .describe('Language of the template; auto tells it by the file name or by its syntax.'),
    whitespace: z
      .enum(['css', 'strict', 'ignore'])
      .default('css')
      .describe(
        'Where spaces matter: css as the elements are displayed by default, strict everywhere, ignore nowhere (shorter, but spaces between words and tags may change).',
      ),
    embedded: z.boolean().default(true).describe('Also formats style sheets and scripts inside the document.'),
    attributePerLine: z
      .boolean()
      .default(false)
      .describe('Puts each attribute on a line of its own where an element has more than one.'),
    bracketSameLine: z
      .boolean()
      .default(false)
      .describe('Puts the > of a tag on several lines at the end of its last line.'),
  },
  result: 'mixed',
  data: textReports(),
  notes: [
    TEXT_FILES_NOTE,
    'Line breaks go only where a browser shows no space for them, so that tags of inline elements may be broken inside: <a ...\\n  >text</a>. With "whitespace" ignore they look tidier.',
    'Elements that HTML closes by itself, such as <p> and <li>, get their end tags. An end tag without a start is refused, and so is a document whose missing end tags leave open what is meant.',
    'A script or style sheet that is not well-formed stays as written. <pre>, <textarea> and comments keep their text.',
    LAYOUT_NOTE,
    LAYOUT_LIMIT_NOTE,
  ],
  aliases: [
    'html beautifier',
    'pretty print html',
    'html indent',
    'html tidy',
    'unminify html',
    'vue formatter',
    'angular template formatter',
    'handlebars formatter',
    'format html code',
    'indent html',
  ],
  verified: [
    'parse5 8.1 (npm): the same document, runs of whitespace counted as one space, before and after for the HTML files of installed packages and 500 random documents; formatting again changes nothing',
  ],
  examples: [
    {
      title: 'A page on one line',
      input:
        '<!DOCTYPE html><html><head><title>Hi</title><style>b{color:red}</style></head><body><ul><li>One<li>Two <b>2</b></ul><script>go( 1 )</script></body></html>',
      output: {
        text: '<!DOCTYPE html>\n<html>\n  <head>\n    <title>Hi</title>\n    <style>\n      b {\n        color: red;\n      }\n    </style>\n  </head>\n  <body>\n    <ul>\n      <li>One</li>\n      <li>Two <b>2</b></li>\n    </ul>\n    <script>\n      go(1);\n    </script>\n  </body>\n</html>\n',
      },
    },
    {
      title: 'One attribute per line',
      input: '<img src=a.png alt="A"><p>text</p>',
      options: { attributePerLine: true, indent: 4 },
      output: { text: '<img\n    src="a.png"\n    alt="A"\n/>\n<p>text</p>\n' },
    },
    {
      title: 'A Vue component',
      files: [
        { name: 'app.vue', text: '<template><p v-if="a&&b">{{x|up}}</p></template><script setup>let a=1</script>' },
      ],
      output: {
        text: null,
        files: [
          {
            name: 'app.vue',
            mime: 'text/plain;charset=utf-8',
            text: '<template>\n  <p v-if="a && b">{{ x | up }}</p>\n</template>\n<script setup>\nlet a = 1;\n</script>\n',
          },
        ],
      },
    },
    {
      title: 'Handlebars',
      input: '{{#if ok}}<b>{{name}}</b>{{else}}no{{/if}}',
      output: { text: '{{#if ok}}<b>{{name}}</b>{{else}}no{{/if}}' },
    },
    {
      title: 'An end tag too many',
      input: '<div>\n</div>\n<b></i>',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot format property "input" as HTML: line 3, column 4: unexpected closing tag "i"\n<b></i>\n   ^',
      },
    },
    {
      title: 'Nested too deep',
      input: '<div>'.repeat(20_000),
      error: {
        code: 'LIMIT_EXCEEDED',
        message: 'Cannot format property "input" as HTML: it is nested deeper than can be followed',
      },
    },
    {
      title: 'No input',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  run: (run) => {
    const time = formatTime();
    const { language, whitespace, embedded, attributePerLine, bracketSameLine } = run.options;
    const style = {
      htmlWhitespaceSensitivity: whitespace,
      embeddedLanguageFormatting: embedded ? 'auto' : 'off',
      singleAttributePerLine: attributePerLine,
      bracketSameLine,
    };
    return eachText(run, (source) => {
      const grammar = GRAMMARS[language === 'auto' ? languageOf(source) : language];
      return formatted(source, grammar, run.options, style, time);
    });
  },
});
