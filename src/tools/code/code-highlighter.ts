import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { eachText, TEXT_FILES, TEXT_FILES_NOTE, textReports } from '../../formats/each-text.js';
import { documentResult, KINDS } from '../../formats/text-source.js';
import { highlightedAnsi, highlightedHtml } from '../../lib/code/write-highlighted.js';
import { codeTime, highlight, languageOption, themeOption } from './_code-options.js';

const ANSI = { extension: '.ansi', mime: 'text/plain;charset=utf-8' };

export default defineTool({
  id: 'code-highlighter',
  title: 'Code Highlighter',
  summary: 'Colours source code of 86 languages in 23 themes of editors, as HTML to paste anywhere or for a terminal.',
  family: 'code',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    language: languageOption(),
    theme: themeOption('github-light'),
    format: z
      .enum(['html', 'ansi'])
      .default('html')
      .describe('HTML with its styles inside, or text with colours of a terminal.'),
    lineNumbers: z
      .boolean()
      .default(false)
      .describe('Numbers the lines; numbers in HTML are not selected with the code.'),
  },
  result: 'mixed',
  data: textReports(),
  notes: [
    'Grammars and themes are those of Visual Studio Code. The HTML is one pre element without classes, scripts or style sheets.',
    'The language is told by the ending of a file or by signs such as #!, <?php or SELECT; where nothing tells, the text keeps one colour. Line breaks become LF.',
    'Lines of more than 5,000 characters keep one colour, and nine seconds of work are the limit: some 400 KB of code.',
    TEXT_FILES_NOTE,
  ],
  aliases: [
    'syntax highlighting',
    'syntax highlighter',
    'pygments',
    'prism',
    'highlight.js',
    'shiki',
    'code to html',
    'pretty code',
    'bat',
  ],
  verified: [
    'Oniguruma, the engine of Visual Studio Code: the same tokens and colours for 200 real files in 12 languages',
    'parse5: the text of the HTML is the code, to the letter, for those files; the text without its escape sequences is it for a terminal',
  ],
  examples: [
    {
      title: 'A line of JavaScript',
      input: "const greeting = 'hi'; // <b>\n",
      options: { language: 'javascript' },
      output: {
        text: '<pre style="background-color:#ffffff;color:#24292e;padding:1em;overflow-x:auto"><code><span style="color:#d73a49">const</span> <span style="color:#005cc5">greeting</span> <span style="color:#d73a49">=</span> <span style="color:#032f62">\'hi\'</span>; <span style="color:#6a737d">// &lt;b&gt;</span>\n</code></pre>\n',
      },
    },
    {
      title: 'SQL for a terminal, with numbers',
      input: 'SELECT 1',
      options: { format: 'ansi', lineNumbers: true, theme: 'nord' },
      output: {
        text: '\u001b[2m1\u001b[0m  \u001b[38;2;129;161;193mSELECT\u001b[0m\u001b[38;2;216;222;233m \u001b[0m\u001b[38;2;180;142;173m1\u001b[0m\n',
      },
    },
    {
      title: 'Plain text',
      input: 'a < b',
      output: {
        text: '<pre style="background-color:#ffffff;color:#24292e;padding:1em;overflow-x:auto"><code>a &lt; b</code></pre>\n',
      },
    },
  ],
  run({ input, files, signal, options }) {
    const time = codeTime();
    return eachText({ input, files, signal }, async (source) => {
      const code = await highlight(source, options, time);
      return options.format === 'html'
        ? documentResult(source, highlightedHtml(code, options.lineNumbers), KINDS.html)
        : documentResult(source, highlightedAnsi(code, options.lineNumbers), ANSI);
    });
  },
});
