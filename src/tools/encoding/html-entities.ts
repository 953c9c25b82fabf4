import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { decodeEntities, encodeEntities } from '../../engines/xml/html-entities.js';
import { eachText, TEXT_FILES, TEXT_FILES_NOTE, textReports } from '../../formats/each-text.js';
import { documentResult, KINDS } from '../../formats/text-source.js';

export default defineTool({
  id: 'html-entities',
  title: 'HTML Entities',
  summary: 'Encodes characters as HTML entities, by name or number, or decodes them.',
  family: 'encoding',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    direction: z.enum(['encode', 'decode']).default('encode').describe('Encodes or decodes.'),
    style: z
      .enum(['named', 'decimal', 'hex'])
      .default('named')
      .describe('Encoding: names such as &eacute;, or numbers such as &#233; or &#xE9;.'),
    scope: z
      .enum(['special', 'non-ascii', 'all'])
      .default('special')
      .describe('Encoding: only & < > " and \', those and everything beyond ASCII, or every character.'),
  },
  result: 'mixed',
  data: textReports(),
  notes: [
    'Characters without a name in HTML are written as decimal numbers. NUL and the control characters U+0080 to U+009F that HTML reads as something else stay as they are.',
    'Decoding follows the HTML standard for text: all 2,231 names, &copy without a semicolon where the standard allows it, and numbers 128 to 159 as Windows-1252. Anything that is not an entity stays as it is.',
    'Encoded text is safe between tags and in quoted attributes, not inside scripts or style sheets.',
    TEXT_FILES_NOTE,
  ],
  aliases: [
    'escape html',
    'unescape html',
    'html encode',
    'html decode',
    'ampersand amp',
    'htmlspecialchars',
    'xml escape',
  ],
  verified: [
    'Python 3.11 html.unescape: same text for all 2,231 names and 2,000 random texts of references; and all code points up to U+2FFF decode back from each style and scope',
  ],
  examples: [
    {
      title: 'Markup to show as text',
      input: '<a href="?a=1&b=2">Tom\'s café</a>',
      output: { text: '&lt;a href=&quot;?a=1&amp;b=2&quot;&gt;Tom&apos;s café&lt;/a&gt;' },
    },
    {
      title: 'Everything beyond ASCII, by name where there is one',
      input: 'café – 5 € 🌍',
      options: { scope: 'non-ascii' },
      output: { text: 'caf&eacute; &ndash; 5 &euro; &#127757;' },
    },
    {
      title: 'Hexadecimal numbers',
      input: 'é€',
      options: { scope: 'non-ascii', style: 'hex' },
      output: { text: '&#xE9;&#x20AC;' },
    },
    {
      title: 'Decoding names, numbers and text that is neither',
      input: '&lt;p&gt; &copy 2026 &#8364; &#x1F30D; &notanentity; AT&T',
      options: { direction: 'decode' },
      output: { text: '<p> © 2026 € 🌍 ¬anentity; AT&T' },
    },
    {
      title: 'No text',
      input: '',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  run({ input, files, signal, options: { direction, style, scope } }) {
    return eachText({ input, files, signal }, (source) =>
      documentResult(
        source,
        direction === 'decode' ? decodeEntities(source.text) : encodeEntities(source.text, style, scope),
        KINDS.text,
      ),
    );
  },
});
