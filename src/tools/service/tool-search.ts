import { z } from 'zod';

import type { CatalogEntry } from '../../core/catalog.js';
import { defineTool, invalid, json, quote } from '../../core/index.js';
import { createMatcher, LEAST_FIT, matchWord } from '../../core/search.js';
import { anyJson, count } from '../../core/shared-data.js';

/** `.jpg` and `jpg` are the same ending. */
const endingOf = (text: string): string => {
  const ending = text.trim().toLowerCase();
  return ending === '' || ending.startsWith('.') ? ending : `.${ending}`;
};

const takes = ({ files }: CatalogEntry, ending: string): boolean =>
  files !== null && (files.formats.includes('*') || files.formats.includes(ending));

export default defineTool({
  id: 'tool-search',
  title: 'Tool Search',
  summary: 'Finds the tools for a task described in plain words, with what each takes and returns.',
  family: 'service',
  class: 'standard',
  input: 'required',
  options: {
    limit: z.number().multipleOf(1).min(1).max(50).default(10).describe('Tools at most.'),
    family: z.string().max(40).default('').describe('Only tools of this family, such as pdf; empty: all families.'),
    accepts: z.string().max(40).default('').describe('Only tools that take files with this ending, such as .heic.'),
    schemas: z.boolean().default(false).describe('Adds the JSON Schema of the request of each tool.'),
  },
  result: 'data',
  data: z.object({
    query: z.string().describe('The words that were searched for.'),
    tools: z
      .array(
        z.object({
          id: z.string().describe('Id to run it by.'),
          title: z.string().describe('Title.'),
          summary: z.string().describe('What it does.'),
          family: z.string().describe('Family.'),
          class: z.string().describe('Class, which decides its limits.'),
          input: z.enum(['none', 'optional', 'required']).describe('Whether it takes a text.'),
          files: z
            .object({
              min: count('Fewest files.'),
              max: count('Most files.'),
              formats: z.array(z.string()).describe('Endings; * for any.'),
              for_all: z
                .object({
                  which: z
                    .union([z.enum(['last', 'all']), z.array(z.string())])
                    .describe('The last file, all files, or those with these endings.'),
                  when: z
                    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
                    .optional()
                    .describe('Only where options have these values.'),
                })
                .optional()
                .describe('Uploads that are for each of the others, such as a logo.'),
            })
            .nullable()
            .describe('The files it takes, or null.'),
          result: z.enum(['text', 'data', 'files', 'mixed']).describe('What it returns.'),
          options: z.array(z.string()).describe('Names of its options.'),
          match: z.enum(['good', 'partial']).describe('Whether its name, summary and formats say most of the query.'),
          schema: anyJson('JSON Schema of its request, where "schemas" asks for it.').optional(),
        }),
      )
      .describe('The best first.'),
  }),
  notes: [
    'The same search as GET /api/v1/tools?q=…: titles, search terms, summaries, formats, options and notes; it forgives inflections and a wrong letter. English only.',
    'Nothing is listed for a task that no tool does, rather than the tools with a similar word.',
    'Only tools that are connected on this service are found.',
  ],
  aliases: ['find a tool', 'which tool', 'discover tools', 'search the catalog', 'list tools', 'what can you do'],
  verified: [
    'The set of requests in plain words in fixtures/discovery finds its tool among the first three in at least 95 %.',
    'Same order as the HTTP search for each of these requests.',
  ],
  examples: [
    {
      title: 'A task in plain words',
      input: 'turn iphone photos into jpg',
      options: { limit: 1 },
      output: {
        data: {
          query: 'turn iphone photos into jpg',
          tools: [
            {
              id: 'heic-to-jpg',
              title: 'HEIC to JPG',
              summary: 'Converts the primary picture of a HEIC file to JPEG, upright and in its own colours.',
              family: 'image',
              class: 'native',
              input: 'none',
              files: { min: 1, max: 1, formats: ['.heic', '.heif'] },
              result: 'files',
              options: ['quality'],
              match: 'good',
            },
          ],
        },
      },
    },
    {
      title: 'Only tools that take a file',
      input: 'one zip of several files',
      options: { accepts: '.docx', family: 'archives-files', limit: 1 },
      output: {
        data: {
          query: 'one zip of several files',
          tools: [
            {
              id: 'create-zip',
              title: 'Create ZIP',
              summary: 'Packs files into one ZIP archive, encrypted if a password is given.',
              family: 'archives-files',
              class: 'native',
              input: 'none',
              files: { min: 1, max: 20, formats: ['*'] },
              result: 'files',
              options: ['level', 'name', 'paths', 'comment', 'password'],
              match: 'good',
            },
          ],
        },
      },
    },
    {
      title: 'Nothing that fits',
      input: 'qzxwv jkqzp',
      output: { data: { query: 'qzxwv jkqzp', tools: [] } },
    },
    {
      title: 'A family that does not exist',
      input: 'merge',
      options: { family: 'pdfs' },
      error: { code: 'INVALID_INPUT', message: 'Option "family" is not a family of this service, got "pdfs"' },
    },
  ],
  async run({ input, options, tools }) {
    const all = await tools.list();
    const families = [...new Set(all.map(({ family }) => family))];
    const family = options.family.trim();
    if (family !== '' && !families.includes(family))
      throw invalid(`Option "family" is not a family of this service, got ${quote(family)}`);
    const ending = endingOf(options.accepts);
    const query = input.trim();
    const matches = createMatcher(all)(query) ?? [];
    const fitting = matches.filter(
      ({ entry, fit }) =>
        fit >= LEAST_FIT && (family === '' || entry.family === family) && (ending === '' || takes(entry, ending)),
    );
    const listed = fitting.slice(0, options.limit).map((match) => {
      const {
        id,
        title,
        summary,
        family: of,
        class: toolClass,
        input: text,
        files,
        result,
        input_schema,
      } = match.entry;
      return {
        id,
        title,
        summary,
        family: of,
        class: toolClass,
        input: text,
        files,
        result,
        options: match.entry.options.map(({ name }) => name),
        match: matchWord(match.fit),
        ...(options.schemas ? { schema: input_schema } : {}),
      };
    });
    return json({ query, tools: listed });
  },
});
