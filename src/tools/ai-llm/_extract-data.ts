import { z } from 'zod';

import { anyJson, count } from '../../core/shared-data.js';

/** `data` of llm-json-extractor. */
export const EXTRACT_DATA = z.object({
  value: anyJson(
    'The first of the results: JSON, the text of a code block or element, or the rows of a table as objects.',
  ),
  found: count('How many there are in the text.'),
  items: z
    .array(
      z.object({
        value: anyJson('What was found.'),
        place: z.enum(['fence', 'text']).describe('Whether it was in a fenced code block or in the text.'),
        start: count('UTF-16 offset where it starts in the text.'),
        end: count('UTF-16 offset after its end.'),
        cutOff: z.boolean().describe('Whether the text ends before it does.'),
        repaired: z.boolean().optional().describe('Whether it was broken and had to be repaired.'),
        valid: z.boolean().optional().describe('Whether it matches the schema.'),
        errors: z
          .array(
            z.object({
              path: z.string().describe('JSON Pointer of the value at fault.'),
              message: z.string().describe('What must be.'),
            }),
          )
          .optional()
          .describe('Where it does not match the schema.'),
        language: z.string().optional().describe('Language of the code block, as written.'),
        tag: z.string().optional().describe('Name of the element.'),
        attributes: z.record(z.string(), z.string()).optional().describe('Attributes of the element.'),
      }),
    )
    .describe('Results by place, up to 1,000.'),
  warnings: z.array(z.string()).describe('What surprises in the result; empty if there is nothing.'),
});
