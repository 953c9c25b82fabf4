import { z } from 'zod';

import { count } from '../../core/shared-data.js';
import { COLUMN_ACTIONS } from '../../lib/anonymize/rules.js';

const privacy = {
  k: count('Rows of the smallest group of rows with equal quasi-identifiers.'),
  groups: count('Groups.'),
  uniqueRows: count('Rows alone in their group.'),
  l: count('Fewest different values of the sensitive column in a group.').optional(),
};

/** What csv-anonymizer reports. */
export const anonymizedTable = z.object({
  text: z.string().optional().describe('The new table, where text was sent; else it is the file.'),
  columns: z
    .array(
      z.object({
        name: z.string().describe('Name of the column.'),
        kind: z.string().optional().describe('What its name or its cells say it is, such as email or free-text.'),
        action: z.enum(COLUMN_ACTIONS).describe('What was done.'),
        changed: count('Cells that are different now.'),
        valuesBefore: count('Different values before.'),
        valuesAfter: count('Different values after.'),
      }),
    )
    .describe('In their order.'),
  rowsBefore: count('Rows before.'),
  rowsAfter: count('Rows after.'),
  privacy: z
    .object({
      before: z.object(privacy).describe('Before anything was changed.'),
      after: z.object(privacy).describe('Of the new table.'),
    })
    .optional()
    .describe('Values of k-anonymity and l-diversity, where "columns" names quasi-identifiers.'),
  warnings: z.array(z.string()).describe('What to look at before the table is passed on.'),
});
