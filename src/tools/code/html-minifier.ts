import { z } from 'zod';

import { stemOf } from '../../core/files.js';
import { defineTool, overLimit } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { spendProcess } from '../../core/run-end.js';
import { count, fileReports, warnings } from '../../core/shared-data.js';
import { WorkTime } from '../../engines/work-time.js';
import { TEXT_FILES } from '../../formats/each-text.js';
import { COMMENTS, minifyHtml } from '../../formats/html-minifier/minify.js';
import { KINDS } from '../../formats/text-source.js';

import { eachCode } from './_code-files.js';

/** Chosen: below the 12 s of class standard, so that its end is an answer. */
const WORK_SECONDS = 9;

export default defineTool({
  id: 'html-minifier',
  title: 'HTML Minifier',
  summary: 'Minifies HTML with its style sheets and scripts, and shows that a browser reads the same page.',
  family: 'code',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    whitespace: z
      .enum(['collapse', 'conservative', 'keep'])
      .default('collapse')
      .describe(
        'Runs of spaces become one, and none stays where lines of text begin and end (collapse); one always stays (conservative); all stay (keep).',
      ),
    comments: z
      .enum(COMMENTS)
      .default('conditional')
      .describe('Comments to keep: those that something reads (<!--[if IE]>, <!--#include, <!--!), none, or all.'),
    optionalTags: z
      .boolean()
      .default(false)
      .describe('Also omits tags that HTML fills in by itself, such as </li>, </p>, <head> and </body>.'),
    redundantAttributes: z
      .boolean()
      .default(true)
      .describe('Omits attributes that say what holds anyway, and shortens disabled="disabled" to disabled.'),
    minifyCss: z.boolean().default(true).describe('Minifies style elements, as css-minifier does.'),
    minifyJs: z.boolean().default(true).describe('Minifies script elements, as javascript-minifier does, and JSON.'),
  },
  result: 'mixed',
  data: fileReports({
    bytesBefore: count('Size of the upload.'),
    bytesAfter: count('Size of the minified file.'),
    savedPercent: z.number().describe('Share of the size that is saved.'),
    warnings: warnings(),
  }).describe('Where files were sent: what became of each.'),
  notes: [
    'A text gives a text. Up to 20 files instead of "input" give a file each, name.min.html, and a report in data; one that fails does not spoil the others.',
    'The result is read again and compared with the page, element by element. Mixed-up tags that have no shorter form are refused.',
    'Spaces count as HTML and CSS have it by default: style sheets that make list items inline, or spans blocks, are not looked at; whitespace conservative is for pages that do. pre, textarea and elements with white-space: pre in their style stay as they are.',
    'A script or style sheet that cannot be read stays as it is, with a warning where files were sent. Code of PHP, ASP and ERB is refused; JSX, Vue and templates with {{…}} around tags are not HTML.',
    'Text in ASCII stays ASCII: é from &eacute; is written as a reference. At most 1,000,000 characters per page, and 9 seconds in all.',
  ],
  aliases: [
    'minify html',
    'compress html',
    'html compressor',
    'shrink html',
    'remove whitespace from html',
    'strip html comments',
    'html-minifier-terser',
    'uglify html',
    'make a web page smaller',
  ],
  verified: [
    'Chromium: the same elements and the same text shown (innerText) before and after for 300 random pages',
    'parse5 8.1 (npm): the same elements, attributes and words, with a space between two of them or none, for HTML files of packages (60 are tried) and 500 random pages',
  ],
  examples: [
    {
      title: 'A page',
      input:
        '<!DOCTYPE html>\n<html lang="en">\n  <head>\n    <!-- a note -->\n    <title>Ferry  times</title>\n    <style>\n      b { color: #ff0000; }\n    </style>\n  </head>\n  <body>\n    <p class=" a  b ">\n      One <b>two</b>\n      three.\n    </p>\n    <input type="text" disabled="disabled" value="a &amp; b">\n    <script type="text/javascript">\n      function go(first) { return first + 1; }\n    </script>\n  </body>\n</html>\n',
      output: {
        text: '<!doctype html><html lang=en><head><title>Ferry times</title><style>b{color:red}</style></head><body><p class="a b">One <b>two</b> three.</p><input type=text disabled value="a & b"><script>function go(n){return n+1}</script></body></html>',
      },
    },
    {
      title: 'Tags that HTML fills in, and text that stays',
      input: '<ul>\n  <li>One</li>\n  <li>Two <em> x </em> y</li>\n</ul>\n<pre>\n\n a\n  b\n</pre>\n',
      options: { optionalTags: true },
      output: { text: '<ul><li>One<li>Two <em>x </em>y</ul><pre>\n\n a\n  b\n</pre>' },
    },
    {
      title: 'A file with a script that is not one',
      files: [{ name: 'page.html', text: '<p>\n  a\n</p>\n<script>\n  let 1;\n</script>\n' }],
      output: {
        data: {
          files: [
            {
              name: 'page.html',
              outputs: ['page.min.html'],
              bytesBefore: 41,
              bytesAfter: 35,
              savedPercent: 14.63,
              warnings: ['Line 4: the script element stays as it is: line 2, column 7: name expected'],
            },
          ],
        },
        files: [
          {
            name: 'page.min.html',
            mime: 'text/html;charset=utf-8',
            text: '<p>a</p><script>\n  let 1;\n</script>',
          },
        ],
      },
    },
    {
      title: 'Tags that are mixed up',
      input: '<a href=x><table><a href=y></table></a>',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot minify property "input": its tags are so mixed up that a browser would read the shorter text otherwise',
      },
    },
    {
      title: 'A page with PHP',
      input: '<p><?php echo $name; ?></p>',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot minify property "input": it has code that a server runs (<? or <%); minify the page that the server makes of it',
      },
    },
    {
      title: 'No input',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  run({ input, files, signal, options }) {
    const time = new WorkTime(WORK_SECONDS, () => {
      // What engines were at is kept in their modules.
      spendProcess();
      return overLimit(`The pages must be minified within ${WORK_SECONDS} seconds; shorter ones are faster`);
    });
    return eachCode({ input, files, signal }, { named: 'input.html', mime: KINDS.html.mime }, async (source, name) => {
      const made = await refusing(`Cannot minify ${source.label}`, () => minifyHtml(source.text, options, time));
      return {
        name: `${stemOf(name)}.min.html`,
        content: made.html,
        beside: [],
        report: { warnings: made.warnings },
      };
    });
  },
});
