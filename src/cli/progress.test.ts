import { PassThrough } from 'node:stream';

import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { CatalogTool } from '../core/catalog.js';
import { readCatalog } from '../testing/service.js';

import { readRunArguments } from './arguments.js';
import { showProgress } from './progress.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const pipeline = readCatalog('product').tools.find(({ entry }) => entry.id === 'run-pipeline') as CatalogTool;

/** What is said of a run with these arguments. */
function listen(...args: readonly string[]) {
  const stderr = new PassThrough();
  const progress = showProgress(pipeline, 1, readRunArguments(pipeline.entry, args), stderr);
  return { progress, said: () => String(stderr.read() ?? '') };
}

it('says once a second which step is under way, and how far that is', () => {
  const { progress, said } = listen('--progress');
  const place = { done: 1, total: 3, unit: 'steps', tool: 'compress-video' } as const;
  progress.tell?.(place);
  vi.advanceTimersByTime(999);
  expect(said()).toBe('');
  vi.advanceTimersByTime(1);
  expect(said()).toBe('run-pipeline: step 2 of 3, compress-video, 1 s of at most 90 s\n');
  progress.tell?.({ ...place, current: { done: 12.44, total: 60, unit: 'seconds' } });
  vi.advanceTimersByTime(1000);
  expect(said()).toBe('run-pipeline: step 2 of 3, compress-video: 12.4 of 60.0 s written, 2 s of at most 90 s\n');
  progress.end();
  vi.advanceTimersByTime(60_000);
  expect(said()).toBe('');
});

it('asks for nothing where nobody looks', () => {
  expect(listen().progress.tell).toBeUndefined();
});
