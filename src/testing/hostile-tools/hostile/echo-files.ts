import { files, text, withFiles } from '../../../core/index.js';

import { defineHostile } from './_define.js';

export default defineHostile({
  id: 'echo-files',
  class: 'native',
  files: { min: 0, max: 20, formats: ['*'] },
  run: ({ input, files: given }) =>
    withFiles(
      text(input),
      files(given.map(({ name, mime = 'application/octet-stream', bytes }) => ({ name, mime, bytes }))).files,
    ),
});
