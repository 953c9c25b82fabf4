import { expect, it } from 'vitest';

import { defineTool } from '../../core/index.js';
import type { OtherTools } from '../../core/other-tools.js';
import type { RunPlace } from '../../core/run-progress.js';
import type { Tool } from '../../core/tool.js';

import { planSteps } from './_plan.js';
import { runSteps } from './_steps.js';

const copier = defineTool({
  id: 'copier',
  title: 'Copier',
  summary: 'Gives back what it is given.',
  family: 'service',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 20, formats: ['*'] },
  options: {},
  result: 'mixed',
  notes: [],
  aliases: [],
  verified: [],
  examples: [],
  run: () => ({ text: '', files: [] }),
}) as Tool;

/** The places that are told of these steps over two files. */
async function placesOf(steps: readonly { readonly each: boolean }[], outer?: readonly RunPlace[]) {
  const told: (RunPlace | undefined)[] = [];
  const tools: OtherTools = {
    list: async () => [],
    find: async () => copier,
    run: async (_tool, { files = [] }, place) => {
      told.push(place);
      return { text: null, files: files.map(({ name, bytes }) => ({ name, mime: 'text/plain', bytes })) };
    },
  };
  const files = ['a.txt', 'b.txt'].map((name) => ({ name, mime: 'text/plain', bytes: Buffer.from(name) }));
  const asked = steps.map(({ each }, from) => ({
    tool: 'copier',
    options: {},
    from,
    each,
    as: undefined,
    input: undefined,
  }));
  const planned = await planSteps(asked, { text: false, files: true }, tools);
  await runSteps(planned, { input: '', files }, tools, outer);
  return told;
}

const step = (done: number, total: number) => ({ done, total, unit: 'steps' }) as const;
const file = (done: number) => ({ done, total: 2, unit: 'files' }) as const;

it('tells the step, and the file of a step that is run for each', async () => {
  expect(await placesOf([{ each: false }, { each: true }])).toEqual([
    step(0, 2),
    { ...step(1, 2), current: file(0) },
    { ...step(1, 2), current: file(1) },
  ]);
});

it('tells the item around them, and leaves out one of one', async () => {
  const item = { done: 4, total: 9, unit: 'items' } as const;
  expect(await placesOf([{ each: true }], [item])).toEqual([
    { ...item, current: file(0) },
    { ...item, current: file(1) },
  ]);
  expect(await placesOf([{ each: false }], [{ ...item, done: 0, total: 1 }])).toEqual([{ ...item, done: 0, total: 1 }]);
  expect(await placesOf([{ each: false }])).toEqual([step(0, 1)]);
});
