import { expect, it } from 'vitest';

import { createLog } from './log.js';

it('a log that could not be written goes on when it can, and says how many lines are lost', () => {
  const written: string[] = [];
  let isFull = false;
  const log = createLog('info', (lines) => {
    if (isFull) throw new Error('ENOSPC');
    written.push(lines);
  });
  const tell = (...events: readonly string[]) => {
    for (const event of events) log('info', event);
    log.flush();
  };
  tell('one');
  isFull = true;
  tell('two', 'three');
  tell('four');
  isFull = false;
  tell('five');
  tell('six');
  const lines = written.flatMap((text) => text.trimEnd().split('\n')).map((line) => JSON.parse(line) as object);
  expect(lines).toMatchObject([
    { event: 'one' },
    { event: 'log-lost', level: 'error', lines: 3 },
    { event: 'five' },
    { event: 'six' },
  ]);
});
