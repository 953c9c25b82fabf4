import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';

import { json } from '../../../core/index.js';

import { defineHostile } from './_define.js';

const codeOf = (act: () => void): string => {
  try {
    act();
    return 'allowed';
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
};

/** Writes behind the number of bytes that `input` names, and opens files until no more can be. */
export default defineHostile({
  id: 'exceed-bounds',
  needs: ['scratch'],
  class: 'standard',
  run({ input, scratch = '' }) {
    const path = join(scratch, 'sparse');
    const sparse = openSync(path, 'w');
    const opened: number[] = [];
    const write = codeOf(() => writeSync(sparse, Buffer.alloc(1), 0, 1, Number(input)));
    const open = codeOf(() => {
      while (opened.length < 10_000) opened.push(openSync(path, 'r'));
    });
    for (const descriptor of opened) closeSync(descriptor);
    closeSync(sparse);
    return json({ write, open, opened: String(opened.length) });
  },
});
