import { z } from 'zod';

import { eachFile } from '../../../core/each-file.js';
import { renamed } from '../../../core/files.js';
import { invalid } from '../../../core/index.js';
import { count, fileReports } from '../../../core/shared-data.js';

import { defineHostile } from './_define.js';

/** Well behaved: copies each of at most two files, and refuses empty ones. */
export default defineHostile({
  id: 'copy-each',
  class: 'native',
  files: { min: 1, max: 2, formats: ['.txt', '.png'] },
  options: {
    format: z.enum(['txt', 'png']).default('txt').describe('Ending of the copies.'),
    note: z.string().max(100).default('').describe('Told in the report.'),
    bold: z.boolean().default(false).describe('Nothing.'),
  },
  data: fileReports({ length: count('Bytes.'), note: z.string().describe('The note.') }),
  run: (run) =>
    eachFile(run, ({ name, bytes }) => {
      if (bytes.length === 0) throw invalid(`File "${name}" is empty`);
      const { format, note } = run.options as { format: string; note: string };
      const mime = format === 'txt' ? 'text/plain;charset=utf-8' : 'image/png';
      return {
        report: { length: bytes.length, note },
        outputs: [{ name: renamed(name, `.${format}`), mime, bytes }],
      };
    }),
});
