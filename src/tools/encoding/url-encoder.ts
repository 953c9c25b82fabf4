import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { shared } from '../../core/shared-options.js';
import { eachText, TEXT_FILES, TEXT_FILES_NOTE, textReports } from '../../formats/each-text.js';
import { documentResult, KINDS } from '../../formats/text-source.js';
import { percentDecode, percentEncode } from '../../lib/bytes/percent.js';
import { mapLines } from '../../lib/text/lines.js';

export default defineTool({
  id: 'url-encoder',
  title: 'URL Encoder',
  summary: 'Percent-encodes text for a URL, or decodes it.',
  family: 'encoding',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    direction: z.enum(['encode', 'decode']).default('encode').describe('Encodes or decodes.'),
    set: z
      .enum(['component', 'uri', 'form', 'rfc3986'])
      .default('component')
      .describe(
        'Characters to keep: component as encodeURIComponent, uri as encodeURI (keeps the marks of a whole URL), form as a web form sends it (a space is +), rfc3986 letters, digits and - . _ ~ only.',
      ),
    perLine: shared.perLine(),
  },
  result: 'mixed',
  data: textReports(),
  notes: [
    'Text is UTF-8. Decoding refuses a % without two digits and bytes that are not UTF-8, and says where.',
    'Decoding with the set form reads + as a space; with uri it keeps escapes such as %2F and %26, which would change the meaning of a whole URL.',
    'Without "perLine" line breaks are encoded too.',
    TEXT_FILES_NOTE,
  ],
  aliases: [
    'url encode',
    'url decode',
    'percent encoding',
    'encodeURIComponent',
    'decodeURIComponent',
    'urlencode',
    'query string escape',
    'decode %20',
    'special characters in a link',
  ],
  verified: [
    "ECMAScript's encodeURIComponent, encodeURI and decodeURI, URLSearchParams and Python 3.11's urllib.parse.quote: same text for every code point up to U+2FFF and two beyond, and decoded again",
  ],
  examples: [
    { title: 'A value for a query', input: 'Käse & Brot=50 %', output: { text: 'K%C3%A4se%20%26%20Brot%3D50%20%25' } },
    {
      title: 'A whole URL with a space and an umlaut',
      input: 'https://example.org/a b/ü?q=1&r=2#top',
      options: { set: 'uri' },
      output: { text: 'https://example.org/a%20b/%C3%BC?q=1&r=2#top' },
    },
    {
      title: 'As a web form sends it',
      input: "a+b c's 🌍",
      options: { set: 'form' },
      output: { text: 'a%2Bb+c%27s+%F0%9F%8C%8D' },
    },
    {
      title: 'Decoding a list, each line by itself',
      input: 'a%20b\n%C3%A9%2Fx',
      options: { direction: 'decode', perLine: true },
      output: { text: 'a b\né/x' },
    },
    {
      title: 'A lone percent sign',
      input: '100% sure',
      options: { direction: 'decode' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot decode property "input": line 1, column 4: "%" must be followed by two hexadecimal digits\n100% sure\n   ^',
      },
    },
    {
      title: 'Latin-1 bytes instead of UTF-8',
      input: 'caf%E9',
      options: { direction: 'decode' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot decode property "input": line 1, column 4: the escaped bytes are not valid UTF-8\ncaf%E9\n   ^',
      },
    },
  ],
  run({ input, files, signal, options: { direction, set, perLine } }) {
    return eachText({ input, files, signal }, (source) => {
      const content =
        direction === 'decode'
          ? refusing(`Cannot decode ${source.label}`, () => percentDecode(source.text, set))
          : perLine
            ? mapLines(source.text, (line) => percentEncode(line, set))
            : percentEncode(source.text, set);
      return documentResult(source, content, KINDS.text);
    });
  },
});
