import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { eachText, TEXT_FILES, TEXT_FILES_NOTE, textReports } from '../../formats/each-text.js';
import { editedResult } from '../../formats/text-source.js';
import { defang, refang } from '../../lib/urls/defang.js';

export default defineTool({
  id: 'url-defang',
  title: 'URL Defang',
  summary: 'Makes URLs, domains, IP addresses and e-mail addresses in a text harmless to click, or turns them back.',
  family: 'web-seo',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    direction: z.enum(['defang', 'refang']).default('defang').describe('Defangs, or turns defanged addresses back.'),
    dots: z.boolean().default(true).describe('Defanging: writes dots of hosts as [.].'),
    schemes: z.boolean().default(true).describe('Defanging: writes http as hxxp and ftp as fxp.'),
    atSigns: z.boolean().default(true).describe('Defanging: writes the at sign of e-mail addresses as [@].'),
  },
  result: 'mixed',
  data: textReports(),
  notes: [
    'Only hosts are changed: paths and queries stay. Version numbers and decimals are left alone; a file name such as report.pdf looks like a domain and is defanged.',
    'Refanging reads hxxp, hxxps, hxtp and fxp; [.], (.), {.}, [dot], (dot) and \\.; [://], [:]// and [@], (at), [at].',
    'What is defanged already stays as it is.',
    TEXT_FILES_NOTE,
  ],
  aliases: ['defang url', 'refang url', 'hxxp', 'safe link for reports', 'ioc defang', 'fang', 'neutralize links'],
  verified: [
    'No program for it is installed here: 1,000 random texts are, refanged after defanging, the texts they were, have nothing left to click in between, and defanging again changes nothing',
  ],
  examples: [
    {
      title: 'A report',
      input:
        'Beacon to https://evil.example.com/a.php?q=1.5 and 198.51.100.7:8080, mail ann@example.org (version 1.2).',
      output: {
        text: 'Beacon to hxxps://evil[.]example[.]com/a.php?q=1.5 and 198[.]51[.]100[.]7:8080, mail ann[@]example[.]org (version 1.2).',
      },
    },
    {
      title: 'Back again, in several spellings',
      input: 'hxxp[:]//evil(dot)example[.]com/x and ann[at]example{.}org, 198[.]51.100\\.7',
      options: { direction: 'refang' },
      output: { text: 'http://evil.example.com/x and ann@example.org, 198.51.100.7' },
    },
    {
      title: 'Dots alone',
      input: 'http://example.com',
      options: { schemes: false },
      output: { text: 'http://example[.]com' },
    },
  ],
  run({ input, files, signal, options: { direction, ...parts } }) {
    return eachText({ input, files, signal }, (source) =>
      editedResult(source, direction === 'defang' ? defang(source.text, parts) : refang(source.text)),
    );
  },
});
