import { z } from 'zod';

/** The option of every tool that reads a text as one of three dialects. */
export const dialectOption = () =>
  z
    .enum(['json', 'jsonc', 'json5'])
    .default('json')
    .describe(
      'What the text is: json (RFC 8259), jsonc with comments and trailing commas, or json5 with single quotes, bare keys and more.',
    );
