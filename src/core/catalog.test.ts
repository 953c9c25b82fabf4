/** What holds across tools. What each must keep by itself: `src/testing/declaration-checks.ts`. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';
import { z } from 'zod';

import { listFiles, listToolFiles } from '../../scripts/tool-files.js';
import { readCatalog } from '../testing/service.js';

import { checkOptions } from './options.js';
import { projectRoot } from './project-files.js';

const { tools } = readCatalog('product');

it('no title is there twice', () => {
  const titles = tools.map(({ entry }) => entry.title);
  expect(titles.length).toBeGreaterThan(100);
  expect(titles.length).toBe(new Set(titles).size);
});

it('every family has its declarations checked', () => {
  const families = new Set(listToolFiles(join(projectRoot, 'src/tools')).map(({ family }) => family));
  const without = [...families].filter(
    (family) => !existsSync(join(projectRoot, 'src/tools', family, 'declarations.test.ts')),
  );
  expect(without).toEqual([]);
});

it('no test judges by a clock: growth is for src/testing/growth.ts to tell', () => {
  const clocks = /performance\.now\(|process\.cpuUsage\(|Date\.now\(/;
  const tests = listFiles(join(projectRoot, 'src'), '.test.ts').filter((path) => path !== 'core/catalog.test.ts');
  expect(tests.length).toBeGreaterThan(200);
  const readers = tests.filter((path) => clocks.test(readFileSync(join(projectRoot, 'src', path), 'utf8')));
  expect(readers).toEqual([]);
});

it('option texts are measured in code points, as the contract does', () => {
  const shape = { word: z.string().max(3).default('').describe('A word.') };
  expect(checkOptions('x', shape, { word: '😀😀😀' })).toEqual({ word: '😀😀😀' });
  expect(() => checkOptions('x', shape, { word: '😀😀😀😀' })).toThrow('at most 3 characters, got 4');
});
