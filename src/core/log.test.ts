import { expect, it, vi } from 'vitest';

import { createLog } from './log.js';

it('a log that could not be written goes on when it can, and says how many lines are lost', () => {
  const written: string[] = [];
  let isFull = false;
  const log = createLog('info', (bytes) => {
    if (isFull) throw new Error('ENOSPC');
    written.push(Buffer.from(bytes).toString());
    return bytes.length;
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

it('a log that nobody reads waits, up to a length, and says how many lines are lost when it is read again', () => {
  vi.useFakeTimers();
  let [text, room] = ['', 100];
  const log = createLog('info', (bytes) => {
    const taken = Math.min(room, bytes.length);
    room -= taken;
    text += Buffer.from(bytes).subarray(0, taken).toString();
    return taken;
  });
  const filling = 'x'.repeat(10_000);
  for (let number = 0; number < 150; number++) {
    log('info', 'line', { number, filling });
    vi.advanceTimersByTime(60);
  }
  expect(text).toHaveLength(100);
  room = Number.POSITIVE_INFINITY;
  vi.advanceTimersByTime(60);
  log('info', 'behind');
  log.flush();
  vi.useRealTimers();
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { event: string; lines?: number });
  const kept = lines.filter(({ event }) => event === 'line').length;
  // A megabyte of lines of ten kilobytes.
  expect(kept).toBeGreaterThan(95);
  expect(kept).toBeLessThan(101);
  expect(lines.slice(kept)).toMatchObject([{ event: 'log-lost', lines: 150 - kept }, { event: 'behind' }]);
});
