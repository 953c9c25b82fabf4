import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';

import { dataFaults } from '../testing/declared-data.js';
import { runTool } from '../testing/run-tool.js';

import { dataJsonSchema, dataKeys, dataType } from './data-schema.js';
import { defineTool, json, type Tool, text } from './index.js';
import { anyJson, count } from './shared-data.js';
import type { OptionShape, ToolDeclaration } from './tool.js';

const page = z.object({ page: count('Page.'), box: z.array(z.number()).describe('Box.').optional() });
const report = z.object({
  kind: z.enum(['a', 'b']).describe('Kind.'),
  pages: z.array(page).describe('Pages.'),
  sums: z.record(z.string(), z.number()).describe('Sums.'),
  title: z.string().nullable().describe('Title.'),
});

/** A tool that says `report` and returns what its input says. */
const echo = defineTool({
  id: 'echo',
  title: 'Echo',
  summary: 'Echoes.',
  family: 'json',
  class: 'standard',
  input: 'required',
  options: {},
  result: 'data',
  data: report,
  notes: [],
  aliases: [],
  verified: [],
  examples: [],
  run: ({ input }) => json(JSON.parse(input) as z.output<typeof report>),
});

const right = { kind: 'a', pages: [{ page: 1 }], sums: { x: 1 }, title: null };

describe('the JSON Schema of declared data', () => {
  it('is closed and says no bounds but those that are meant', () => {
    expect(dataJsonSchema(page)).toEqual({
      type: 'object',
      properties: {
        page: { type: 'integer', minimum: 0, description: 'Page.' },
        box: { type: 'array', items: { type: 'number' }, description: 'Box.' },
      },
      required: ['page'],
      additionalProperties: false,
    });
  });

  it('lists every key with its path', () => {
    const keys = dataKeys(dataJsonSchema(report)).map(({ path, isRequired }) => [path, isRequired]);
    expect(keys).toEqual([
      ['kind', true],
      ['pages', true],
      ['pages[].page', true],
      ['pages[].box', false],
      ['sums', true],
      ['title', true],
    ]);
    const records = z.record(z.string(), z.object({ size: z.number().describe('Size.') }));
    expect(dataKeys(dataJsonSchema(records)).map(({ path }) => path)).toEqual(['*.size']);
  });

  it('is a type of TypeScript', () => {
    expect(dataType(dataJsonSchema(report))).toBe(
      '{ readonly "kind": "a" | "b"; readonly "pages": readonly ({ readonly "page": number; readonly "box"?: readonly (number)[] })[]; ' +
        'readonly "sums": { readonly [key: string]: number }; readonly "title": string | null }',
    );
    expect(dataType(dataJsonSchema(anyJson('Any.')))).toBe('unknown');
    expect(dataType(dataJsonSchema(z.union([page, z.literal(5)])))).toContain(' | 5');
  });
});

describe('a run in tests', () => {
  const answer = (data: unknown) => runTool(echo, { input: JSON.stringify(data) });

  it('passes with the data that is declared', async () => {
    expect((await answer(right)).data).toEqual(right);
  });

  it.each([
    ['a key that nobody declared', { ...right, more: 1 }, '"additionalProperty":"more"'],
    ['a nested key that nobody declared', { ...right, pages: [{ page: 1, x: 1 }] }, 'data/pages/0'],
    ['a key that is missing', { ...right, title: undefined }, "required property 'title'"],
    ['another type', { ...right, sums: { x: '1' } }, 'data/sums/x must be number'],
    ['another choice', { ...right, kind: 'c' }, 'data/kind'],
  ])('fails with %s', async (_, data, message) => {
    await expect(answer(data)).rejects.toThrow(message);
  });

  it('fails with data of a tool that declares none, and passes without any', () => {
    expect(dataFaults(echo, undefined)).toEqual([]);
    const { data: _, ...bare } = echo;
    expect(dataFaults(bare as Tool, 5)).toEqual(['the tool declares no data']);
  });
});

it('data of another shape than declared is an error of types', () => {
  type Declared = ToolDeclaration<OptionShape, undefined, typeof page>;
  type Returned = ReturnType<Declared['run']>;
  expectTypeOf(json({ page: 1, box: [1, 2] })).toExtend<Returned>();
  expectTypeOf(text('x')).toExtend<Returned>();
  expectTypeOf(json({ page: '1' })).not.toExtend<Returned>();
  expectTypeOf(json({})).not.toExtend<Returned>();
});
