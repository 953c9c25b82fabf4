import { expect, it } from 'vitest';

import {
  atPlace,
  doneShare,
  growingSeconds,
  levelsOf,
  progressText,
  type RunPlace,
  type SecondsWritten,
} from './run-progress.js';

const WRITTEN: SecondsWritten = { done: 15, total: 60, unit: 'seconds' };
const STEP: RunPlace = { done: 1, total: 4, unit: 'steps' };
const DEEP: RunPlace = {
  done: 2,
  total: 20,
  unit: 'items',
  current: { done: 1, total: 2, unit: 'steps', current: { done: 3, total: 5, unit: 'files' } },
};

it('reads as a sentence of where the run is and what is written', () => {
  expect(progressText(WRITTEN)).toBe('15.0 of 60.0 s written');
  expect(progressText(atPlace(STEP, 'compress-video'))).toBe('step 2 of 4, compress-video');
  expect(progressText(atPlace(STEP, 'compress-video', WRITTEN))).toBe(
    'step 2 of 4, compress-video: 15.0 of 60.0 s written',
  );
  expect(progressText(atPlace(DEEP, 'trim-audio', WRITTEN))).toBe(
    'item 3 of 20, step 2 of 2, file 4 of 5, trim-audio: 15.0 of 60.0 s written',
  );
});

it('puts what is written within the innermost place, and the tool on the outermost', () => {
  const placed = atPlace(DEEP, 'trim-audio', WRITTEN);
  expect(placed).toEqual({
    ...DEEP,
    tool: 'trim-audio',
    current: { ...DEEP.current, current: { done: 3, total: 5, unit: 'files', current: WRITTEN } },
  });
  expect(levelsOf(placed).places.map(({ unit }) => unit)).toEqual(['items', 'steps', 'files']);
  expect(levelsOf(placed).written).toEqual(WRITTEN);
});

it('counts the share of the whole', () => {
  expect(doneShare(WRITTEN)).toBe(0.25);
  expect(doneShare(STEP)).toBe(0.25);
  // (1 + 15 / 60) / 4
  expect(doneShare(atPlace(STEP, 'x', WRITTEN))).toBe(0.3125);
  // (2 + (1 + (3 + 15 / 60) / 5) / 2) / 20
  expect(doneShare(atPlace(DEEP, 'x', WRITTEN))).toBeCloseTo(0.14125, 12);
  expect(doneShare({ done: 0, total: 0, unit: 'seconds' })).toBe(0);
});

it('seconds only grow, to the total, and nothing is told without one', () => {
  const told: number[] = [];
  const tell = growingSeconds(({ done }) => told.push(done), 10);
  for (const done of [0.4, 0.2, 0.4, 3, 11]) tell(done);
  growingSeconds(({ done }) => told.push(done), 0)(1);
  expect(told).toEqual([0.4, 0.4, 3, 10]);
});
