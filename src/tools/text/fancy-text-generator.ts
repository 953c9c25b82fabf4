import { z } from 'zod';

import { defineTool, invalid, json, overLimit, text } from '../../core/index.js';
import { FANCY_STYLES, styled, unstyled } from '../../lib/unicode/fancy-letters.js';
import { splitGraphemes } from '../../lib/unicode/text-segments.js';

/** Characters that are shown in all styles at once. */
const MAX_FOR_ALL = 20_000;
/** A style takes up to five bytes a character more. */
const MAX_CHARACTERS = 500_000;

export default defineTool({
  id: 'fancy-text-generator',
  title: 'Fancy Text Generator',
  summary:
    'Writes text in Unicode bold, italic, script, fraktur, circled, small caps or upside down, and back to plain.',
  family: 'text',
  class: 'standard',
  input: 'required',
  options: {
    style: z
      .enum(['all', 'plain', ...FANCY_STYLES])
      .default('all')
      .describe('Style of the letters; all lists every style, plain turns styled letters back.'),
  },
  result: 'mixed',
  data: z.object({
    styles: z
      .array(
        z.object({
          style: z.string().describe('Name of the style.'),
          text: z.string().describe('The text in it.'),
        }),
      )
      .describe('One per style.'),
  }),
  notes: [
    'These are characters of Unicode, not fonts: they can be pasted where formatting cannot, such as names, posts and chats.',
    'Screen readers may spell such letters one by one or skip them, and searches do not find them. Keep them out of what must be understood.',
    'A character that a style lacks stays as it is. Letters with accents keep their accent where the style has the letter; circled and squared styles in black have capitals only.',
    'With upside-down, a text turned twice is readable again, though a few letters that share a shape come back as another. The other styles come back with plain; superscript, small caps and other letters that were already in the text are made plain too.',
    'Up to 500,000 characters in one style and 20,000 in all.',
  ],
  aliases: [
    'bold text generator',
    'unicode text styles',
    'instagram fonts',
    'cursive text generator',
    'italic text for linkedin',
    'gothic letters',
    'bubble text',
    'small caps generator',
    'upside down text',
    'strikethrough text generator',
    'superscript generator',
    'vaporwave text',
    'aesthetic text',
    'fancy letters to normal text',
  ],
  verified: [
    'Unicode normalization NFKC: the letters of 18 styles are compatible with the plain ones: of all but those in brackets, in black, small caps and upside-down',
    'Names of the Unicode Character Database for every letter of 16 styles and small caps: MATHEMATICAL BOLD CAPITAL A and so on',
    'Round trip: 2,000 random texts in 27 styles come back as they were, but for capitals where a style has them only',
  ],
  examples: [
    { title: 'Bold', input: 'Hello, World 2026', options: { style: 'bold' }, output: { text: '𝐇𝐞𝐥𝐥𝐨, 𝐖𝐨𝐫𝐥𝐝 𝟐𝟎𝟐𝟔' } },
    { title: 'Accents are kept', input: 'Café', options: { style: 'script' }, output: { text: '𝒞𝒶𝒻ℯ́' } },
    {
      title: 'Back to plain',
      input: '𝕳𝖊𝖑𝖑𝖔 ⓌⓄⓇⓁⒹ s̶h̶o̶p̶',
      options: { style: 'plain' },
      output: { text: 'Hello WORLD shop' },
    },
    { title: 'Upside down', input: 'Hello!', options: { style: 'upside-down' }, output: { text: '¡ollǝH' } },
    {
      title: 'Nothing to write',
      input: '',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty' },
    },
  ],
  run({ input, options: { style } }) {
    const most = style === 'all' ? MAX_FOR_ALL : MAX_CHARACTERS;
    if (input.length > 2 * most || [...input].length > most)
      throw overLimit(`Property "input" must have at most ${most} characters, got ${[...input].length}`);
    if (input === '') throw invalid('Property "input" must not be empty');
    if (style === 'plain') return text(unstyled(input));
    if (style !== 'all') return text(styled(input, style, splitGraphemes));
    return json({ styles: FANCY_STYLES.map((one) => ({ style: one, text: styled(input, one, splitGraphemes) })) });
  },
});
