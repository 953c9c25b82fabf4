import { z } from 'zod';

import { defineTool, invalid, json, overLimit, quote } from '../../core/index.js';
import { count as counted } from '../../core/shared-data.js';
import { aliasesOf, findCharacters } from '../../engines/text/unicode-names.js';
import { BLOCK_NAMES, CATEGORY_NAMES, codePointLabel, SCRIPTS } from '../../lib/unicode/unicode-properties.js';

const MAX_BLOCK = 80;
const MAX_INPUT = 200;

/** Blocks and scripts by any spelling: case, spaces, hyphens and underscores do not count (UAX 44, LM3). */
const loose = (name: string): string => name.toLowerCase().replace(/[\s_-]/g, '');

/** A category by its code or its name: Sc, currency symbol. Its first letter alone stands for all that begin so. */
function categoriesOf(asked: string): readonly string[] {
  const wanted = loose(asked);
  const found = Object.entries(CATEGORY_NAMES).filter(
    ([code, name]) =>
      loose(code) === wanted || loose(name) === wanted || (wanted.length === 1 && loose(code).startsWith(wanted)),
  );
  if (found.length === 0)
    throw invalid(`Option "category" must be a general category such as Sc or currency symbol, got ${quote(asked)}`);
  return found.map(([code]) => code);
}

const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join(' ');

export default defineTool({
  id: 'unicode-search',
  title: 'Unicode Search',
  summary: 'Finds Unicode characters by name, block, category or script, to copy, with code points and escapes.',
  family: 'text',
  class: 'standard',
  input: 'optional',
  options: {
    block: z
      .string()
      .max(MAX_BLOCK)
      .default('')
      .describe('Block such as Arrows or Mathematical Operators; empty for any.'),
    category: z
      .string()
      .max(MAX_BLOCK)
      .default('')
      .describe('General category by code or name, such as Sc, currency symbol, or S for all symbols; empty for any.'),
    script: z.string().max(MAX_BLOCK).default('').describe('Script such as Greek or Cyrillic; empty for any.'),
    limit: z.number().multipleOf(1).min(1).max(2_000).default(100).describe('How many characters to list at most.'),
  },
  result: 'data',
  data: z.object({
    found: counted('Characters found, including those that are not listed.'),
    characters: z
      .array(
        z.object({
          character: z.string().describe('The character, to copy.'),
          codePoint: z.string().describe('Code point, such as U+2192.'),
          name: z.string().describe('Unicode name.'),
          aliases: z.array(z.string()).describe('Other names.'),
          block: z.string().describe('Block.'),
          category: z.string().describe('General category, such as Sm.'),
          categoryName: z.string().describe('Name of the category.'),
          script: z.string().describe('Script.'),
          html: z.string().describe('Character reference of HTML, such as &#x2192;.'),
          css: z.string().describe('Escape of CSS.'),
          javascript: z.string().describe('Escape of JavaScript.'),
          utf8: z.string().describe('Bytes of UTF-8 in hexadecimal.'),
        }),
      )
      .describe('The best matches first, then by code point.'),
    copy: z.string().describe('All listed characters in a row.'),
  }),
  notes: [
    'The input is words of the name, in any order: arrow right finds RIGHTWARDS ARROW too, as the start of a word is enough. A code point such as U+2192, 2192-21FF or 0x2192 finds it, and a character pasted alone finds itself.',
    'Whole words count more than starts of words, and short names more than long ones. Without input all characters of the block, category or script are listed.',
    'Names are those of Unicode 18 for what Unicode 17 has; names of emoji with several characters, such as flags, are found by emoji-tools.',
    'Characters that cannot be seen or are combined with another are listed as they are; copy those from their escapes.',
  ],
  aliases: [
    'find a unicode character',
    'character map',
    'unicode symbols',
    'special characters to copy',
    'arrow symbols',
    'currency symbols',
    'check mark symbol',
    'symbol lookup by name',
    'list characters of a block',
    'copy and paste symbols',
    'html entity of a symbol',
  ],
  verified: [
    'Python’s unicodedata, in the tests: for 12 words every character whose name has the word, the same set; code point, category and UTF-8 of each',
    'Unicode blocks: Arrows has 112 characters, Currency Symbols 34, Box Drawing 128, as their charts say',
  ],
  examples: [
    {
      title: 'By words of the name',
      input: 'rightwards arrow',
      options: { limit: 1 },
      output: {
        data: {
          found: 174,
          characters: [
            {
              character: '→',
              codePoint: 'U+2192',
              name: 'RIGHTWARDS ARROW',
              aliases: [],
              block: 'Arrows',
              category: 'Sm',
              categoryName: 'Math Symbol',
              script: 'Common',
              html: '&#x2192;',
              css: '\\2192',
              javascript: '\\u2192',
              utf8: 'E2 86 92',
            },
          ],
          copy: '→',
        },
      },
    },
    {
      title: 'By a code point',
      input: 'U+1F600',
      output: {
        data: {
          found: 1,
          characters: [
            {
              character: '😀',
              codePoint: 'U+1F600',
              name: 'GRINNING FACE',
              aliases: [],
              block: 'Emoticons',
              category: 'So',
              categoryName: 'Other Symbol',
              script: 'Common',
              html: '&#x1F600;',
              css: '\\1F600',
              javascript: '\\u{1F600}',
              utf8: 'F0 9F 98 80',
            },
          ],
          copy: '😀',
        },
      },
    },
    {
      title: 'Nothing to look for',
      error: {
        code: 'INVALID_INPUT',
        message: 'Property "input" must not be empty unless option "block", "category" or "script" is given',
      },
    },
    {
      title: 'A category that does not exist',
      options: { category: 'arrows' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "category" must be a general category such as Sc or currency symbol, got "arrows"',
      },
    },
    {
      title: 'A block that does not exist',
      options: { block: 'Arrow' },
      error: { code: 'INVALID_INPUT', message: 'Option "block" is not a Unicode block, got "Arrow"' },
    },
    {
      title: 'A script that does not exist',
      options: { script: 'Klingon' },
      error: { code: 'INVALID_INPUT', message: 'Option "script" is not a Unicode script, got "Klingon"' },
    },
  ],
  run({ input, options: { block, category, script, limit } }) {
    if (input.trim() === '' && block === '' && category === '' && script === '')
      throw invalid('Property "input" must not be empty unless option "block", "category" or "script" is given');
    const categories = category === '' ? undefined : new Set(categoriesOf(category));
    if (block !== '' && !BLOCK_NAMES.some((one) => loose(one) === loose(block)))
      throw invalid(`Option "block" is not a Unicode block, got ${quote(block)}`);
    if (script !== '' && !SCRIPTS.some((one) => loose(one) === loose(script)))
      throw invalid(`Option "script" is not a Unicode script, got ${quote(script)}`);
    if ([...input].length > MAX_INPUT)
      throw overLimit(`Property "input" must have at most ${MAX_INPUT} characters, got ${[...input].length}`);
    const found = findCharacters(input).filter(
      (one) =>
        (block === '' || loose(one.block) === loose(block)) &&
        (script === '' || loose(one.script) === loose(script)) &&
        (categories === undefined || categories.has(one.category)),
    );
    const rows = found.slice(0, limit).map(({ point, name, block: of, category: kind, script: written }) => {
      const character = String.fromCodePoint(point);
      const digits = point.toString(16).toUpperCase();
      return {
        character,
        codePoint: codePointLabel(point),
        name,
        aliases: [...aliasesOf(point)],
        block: of,
        category: kind,
        categoryName: CATEGORY_NAMES[kind] ?? kind,
        script: written,
        html: `&#x${digits};`,
        css: `\\${digits}`,
        javascript: point > 0xffff ? `\\u{${digits}}` : `\\u${digits.padStart(4, '0')}`,
        utf8: hex(Buffer.from(character)),
      };
    });
    return json({ found: found.length, characters: rows, copy: rows.map(({ character }) => character).join('') });
  },
});
