import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { shared } from '../../core/shared-options.js';
import { eachText, TEXT_FILES, TEXT_FILES_NOTE, textReports } from '../../formats/each-text.js';
import { documentResult, editedResult, KINDS } from '../../formats/text-source.js';
import { logAsHtml, overwritten, withoutSequences } from '../../lib/terminal/plain-log.js';
import { GROUNDS, type Theme } from '../../lib/terminal/styles.js';

function page(html: string, theme: Theme, isWhole: boolean): string {
  const [color, ground] = GROUNDS[theme];
  const style = `color:${color};background-color:${ground};padding:1em;font-family:monospace;white-space:pre-wrap`;
  // HTML drops a line break directly behind the tag.
  const block = `<pre style="${style}">\n${html}</pre>\n`;
  if (!isWhole) return block;
  return `<!DOCTYPE html>\n<html>\n<head><meta charset="utf-8"><title>Log</title></head>\n<body style="margin:0;background-color:${ground}">\n${block}</body>\n</html>\n`;
}

/** Escapes as people paste them out of source code and JSON: before a bracket only, so that a text about them stays. */
const withEscapes = (text: string): string =>
  text.replace(/(?:\\(?:033|e|x1[bB]|u001[bB])|\^\[|␛)(?=[[\]])/g, '\u001b');

export default defineTool({
  id: 'remove-ansi-codes',
  title: 'Remove ANSI Codes',
  summary: 'Removes the colour codes and control sequences of terminals from logs, or turns their colours into HTML.',
  family: 'text',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    to: z.enum(['text', 'html']).default('text').describe('Plain text, or HTML with the colours.'),
    overwrite: z
      .boolean()
      .default(false)
      .describe(
        'Plain text only: carriage returns and backspaces write over the line, so that a progress bar is its last state.',
      ),
    written: z
      .boolean()
      .default(true)
      .describe('Also takes escapes that are written out: \\033[, \\x1b[, \\u001b[, \\e[ and ^[[.'),
    theme: z.enum(['dark', 'light']).default('dark').describe('HTML only: colours for a dark or a light ground.'),
    page: z.boolean().default(false).describe('HTML only: a whole page instead of one element.'),
    inputCharset: shared.inputCharset(),
  },
  result: 'mixed',
  data: textReports(),
  notes: [
    'Sequences of ECMA-48 and xterm: colours, the cursor, erasing, titles of windows, links (OSC 8) and images (DCS, APC), with ESC or in one character. What moves the cursor is left out, not carried out, carriage returns and backspaces with "overwrite" aside.',
    'Control characters go too, but for tabs, line breaks, form feeds and backspaces. A sequence that is cut off loses what can be told from text; a string that never ends loses its start only.',
    'HTML has the 16 colours of VS Code’s terminal, the 256 of xterm and 24-bit colours, bold, dim, italic, underlined, struck, inverse and hidden letters in style attributes, and links to http and https. Text is escaped.',
    TEXT_FILES_NOTE,
  ],
  aliases: [
    'strip ansi',
    'strip escape codes',
    'remove color codes',
    'remove colour codes from a log',
    'ansi to html',
    'ansi2html',
    'ansi2txt',
    'clean terminal output',
    'escape sequences',
    'colored log to html',
    'terminal log to text',
  ],
  verified: [
    'ansi2txt (Debian colorized-logs 2.6): the same text for 200 random logs with colours, cursor movements, erasing and titles of windows',
    'aha 0.5.1 (Debian): the same letters bold, underlined and in the same of the 216 colours of the cube for 60 random logs',
  ],
  examples: [
    {
      title: 'A coloured log',
      input: '\u001b[32m✓\u001b[0m passed \u001b[1;31m2 failed\u001b[0m',
      output: { text: '✓ passed 2 failed' },
    },
    {
      title: 'As HTML',
      input: '\u001b[1;31mError\u001b[0m: a < b',
      options: { to: 'html' },
      output: {
        text: '<pre style="color:#e5e5e5;background-color:#1e1e1e;padding:1em;font-family:monospace;white-space:pre-wrap">\n<span style="color:#cd3131;font-weight:bold">Error</span>: a &lt; b</pre>\n',
      },
    },
    {
      title: 'A progress bar, at its end',
      input: ' 10 %\r 50 %\r100 %\nDone',
      options: { overwrite: true },
      output: { text: '100 %\nDone' },
    },
    {
      title: 'Escapes that are written out',
      input: 'echo "\\033[36mblue\\033[0m"',
      output: { text: 'echo "blue"' },
    },
    {
      title: 'Nothing to read',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  run({ input, files, signal, options: { to, overwrite, written, theme, page: isWhole, inputCharset } }) {
    return eachText(
      { input, files, signal },
      (source) => {
        const text = written ? withEscapes(source.text) : source.text;
        if (to === 'html') return documentResult(source, page(logAsHtml(text, theme), theme, isWhole), KINDS.html);
        const plain = withoutSequences(text);
        return editedResult(source, overwrite ? overwritten(plain) : plain);
      },
      inputCharset,
    );
  },
});
