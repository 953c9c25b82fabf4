import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { readMarkdown } from '../../engines/markdown/tree.js';
import { eachText, TEXT_FILES, TEXT_FILES_NOTE, textReports } from '../../formats/each-text.js';
import { FLAVORS } from '../../formats/markdown-flavors/flavors.js';
import { writeFlavor } from '../../formats/markdown-flavors/write.js';
import { documentResult, KINDS } from '../../formats/text-source.js';

const SAMPLE =
  '# Ferry *plan*\n\nSee **all** [fares](https://example.com/) & `times`.\n\n- North\n  - 4.50\n- South\n\n> Calm!\n';

export default defineTool({
  id: 'markdown-flavor-converter',
  title: 'Markdown Flavor Converter',
  summary:
    'Converts Markdown to the markup of Slack, Discord, Telegram, WhatsApp, Jira, BBCode, MediaWiki or plain text.',
  family: 'documents',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    to: z
      .enum(FLAVORS)
      .default('slack')
      .describe('Markup of the result; telegram is MarkdownV2, jira is the wiki markup of Jira and Confluence.'),
  },
  result: 'mixed',
  data: textReports(),
  notes: [
    'Reads CommonMark with tables, struck text, task lists and footnotes. Tags such as br and b are read too, comments are omitted; other HTML stays text.',
    'Where a target has no tables, a table becomes a block of code with aligned columns; where it has no headings, a heading becomes bold. Footnotes are numbered and come at the end.',
    'Slack, WhatsApp and BBCode have no escape for their own marks: a * or _ in the text of Slack and WhatsApp stays as it is, a bracket in BBCode is followed by a zero-width space.',
    'At most 60,000 parts, nested up to 18 deep.',
    TEXT_FILES_NOTE,
  ],
  aliases: [
    'markdown to slack',
    'markdown to mrkdwn',
    'markdown to jira',
    'markdown to confluence',
    'markdown to telegram',
    'markdown to bbcode',
    'markdown to mediawiki',
    'markdown to whatsapp',
    'markdown to discord',
    'strip markdown',
  ],
  verified: [
    'pandoc 2.17: Jira and MediaWiki text of 100 generated documents is read with the words, headings, items, cells, links and emphasis that pandoc reads in the Markdown.',
    'Telegram and Slack: no program reads them offline; the escapes of 300 random texts are checked against the rules their makers publish. Discord, WhatsApp and BBCode: expected texts by hand, no outside reference.',
  ],
  examples: [
    {
      title: 'Slack',
      input: SAMPLE,
      output: {
        text: '*Ferry _plan_*\n\nSee *all* <https://example.com/|fares> &amp; `times`.\n\n• North\n    • 4.50\n• South\n\n> Calm!\n',
      },
    },
    {
      title: 'Telegram, where nearly every sign is escaped',
      input: SAMPLE,
      options: { to: 'telegram' },
      output: {
        text: '*Ferry _plan_*\n\nSee *all* [fares](https://example.com/) & `times`\\.\n\n• North\n    • 4\\.50\n• South\n\n>Calm\\!\n',
      },
    },
    {
      title: 'Jira and Confluence',
      input: SAMPLE,
      options: { to: 'jira' },
      output: {
        text: 'h1. Ferry _plan_\n\nSee *all* [fares|https://example.com/] & {{times}}.\n\n* North\n** 4.50\n* South\n\n{quote}\nCalm\\!\n{quote}\n',
      },
    },
    {
      title: 'A table for WhatsApp',
      input: '| Line | Price |\n|---|---|\n| North | 4.50 |\n',
      options: { to: 'whatsapp' },
      output: { text: '```\nLine   Price\n-----  -----\nNorth  4.50\n```\n' },
    },
    {
      title: 'Nothing to convert',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  run: (run) =>
    eachText(run, (source) =>
      documentResult(source, writeFlavor(readMarkdown(source.text, false).nodes, run.options.to), KINDS.text),
    ),
});
