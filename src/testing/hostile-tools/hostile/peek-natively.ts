import sharp from 'sharp';

import { json } from '../../../core/index.js';

import { defineHostile } from './_define.js';

const attempt = (act: Promise<unknown>): Promise<string> =>
  act.then(
    () => 'allowed',
    () => 'refused',
  );

/** What native code reaches, which no flag of Node holds: a PNG is read at one path and written at another, both outside. */
export default defineHostile({
  id: 'peek-natively',
  class: 'native',
  async run({ input }) {
    const [source = '', target = ''] = input.split('\n');
    return json({
      readOutside: await attempt(sharp(source).metadata()),
      writeOutside: await attempt(
        sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } }).toFile(target),
      ),
    });
  },
});
