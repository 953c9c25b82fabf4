/** What the tool of logs says of them. */

import { z } from 'zod';

import { anyJson, count, place } from '../../core/shared-data.js';

const tally = (description: string) =>
  z
    .object({
      distinct: count('Number of different values.'),
      top: z
        .array(z.object({ value: z.string().describe('Value.'), count: count('Entries with it.') }))
        .describe('The most frequent values.'),
    })
    .optional()
    .describe(description);

export const logData = z.object({
  format: z.string().describe('Format of the log.'),
  lines: count('Lines of the log.'),
  entries: count('Entries that were read.'),
  skippedLines: count('Blank lines and directives.'),
  unparsed: z
    .object({
      count: count('Number of lines that are not entries.'),
      lines: z
        .array(
          z.object({
            line: place('Number of the line.'),
            fault: z.string().describe('Why it is not an entry.'),
            text: z.string().describe('Start of the line.'),
          }),
        )
        .describe('The first of them.'),
    })
    .describe('Lines that are not entries.'),
  rows: z
    .array(z.record(z.string(), anyJson('Value.')))
    .optional()
    .describe('Entries by key; not of statistics.'),
  firstTime: z.string().optional().describe('Time of the earliest entry.'),
  lastTime: z.string().optional().describe('Time of the latest entry.'),
  bytes: z.number().optional().describe('Bytes that were sent in all.'),
  hosts: tally('Clients.'),
  statuses: tally('Statuses of HTTP.'),
  methods: tally('Methods of HTTP.'),
  paths: tally('Paths that were asked for.'),
  referrers: tally('Pages that led here.'),
  userAgents: tally('Programs of the clients.'),
  levels: tally('Levels of severity.'),
  apps: tally('Programs that wrote the entries.'),
  messages: tally('Messages.'),
  hours: z
    .array(z.object({ hour: z.string().describe('Hour.'), count: count('Entries in it.') }))
    .optional()
    .describe('Entries per hour.'),
});
