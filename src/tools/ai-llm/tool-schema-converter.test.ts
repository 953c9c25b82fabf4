import { expect, it } from 'vitest';
import { readJson } from '../../formats/json-document.js';
import { openSchema } from '../../formats/schema-document.js';
import { chanceOf, pick } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { runTool } from '../../testing/run-tool.js';

import toolSchemaConverter from './tool-schema-converter.js';

async function converted(
  document: unknown,
  options: object,
): Promise<{ readonly tools: unknown; readonly warnings: readonly string[]; readonly from: string }> {
  const { data, status, message } = await runTool(toolSchemaConverter, {
    input: JSON.stringify(document),
    options: { ...options },
  });
  expect(status, message).toBe(200);
  return data as { readonly tools: unknown; readonly warnings: readonly string[]; readonly from: string };
}

const PARAMETERS = {
  type: 'object',
  properties: {
    location: { type: 'string', description: 'City and country e.g. Bogotá, Colombia' },
    unit: { type: 'string', enum: ['celsius', 'fahrenheit'] },
  },
  required: ['location'],
};
const about = { name: 'get_weather', description: 'Get current temperature for a given location.' };

/** As the vendors' guides to tools have them. */
const VENDORS = {
  openai: [{ type: 'function', function: { ...about, parameters: PARAMETERS } }],
  'openai-responses': [{ type: 'function', ...about, parameters: PARAMETERS, strict: false }],
  anthropic: [{ ...about, input_schema: PARAMETERS }],
  mcp: { tools: [{ ...about, inputSchema: PARAMETERS }] },
  gemini: [
    {
      functionDeclarations: [
        {
          ...about,
          parameters: {
            type: 'OBJECT',
            properties: {
              location: { type: 'STRING', description: 'City and country e.g. Bogotá, Colombia' },
              unit: { type: 'STRING', enum: ['celsius', 'fahrenheit'] },
            },
            required: ['location'],
          },
        },
      ],
    },
  ],
} as const;

it('converts the tool of each vendor to that of each other', async () => {
  for (const [from, document] of Object.entries(VENDORS)) {
    for (const [to, expected] of Object.entries(VENDORS)) {
      const { tools, warnings, from: found } = await converted(document, { to });
      expect(tools, `${from} to ${to}`).toEqual(expected);
      expect(warnings).toEqual([]);
      expect(found).toBe(from.replace('-responses', ''));
    }
  }
});

it('a request with tools among other keys, and one plain schema', async () => {
  expect(await converted({ model: 'gpt-5', tools: VENDORS.openai }, { to: 'anthropic' })).toMatchObject({
    tools: VENDORS.anthropic,
  });
  expect(
    await converted({ title: 'get_weather', description: about.description, ...PARAMETERS }, { to: 'anthropic' }),
  ).toMatchObject({ from: 'json-schema', tools: VENDORS.anthropic });
});

type Schema = Record<string, unknown>;

function randomSchema(chance: (below: number) => number, depth: number): Schema {
  const kind = depth > 3 ? chance(3) : chance(5);
  if (kind === 0) return { type: 'string', ...(chance(2) === 0 ? { enum: ['a', 'b'] } : { minLength: 1 }) };
  if (kind === 1) return { type: 'integer', minimum: -5, maximum: 12 };
  if (kind === 2) return { type: ['boolean', 'null'] };
  if (kind === 3) return { type: 'array', items: randomSchema(chance, depth + 1), maxItems: 4 };
  const names = ['p', 'q', 'r'].slice(0, 1 + chance(3));
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, randomSchema(chance, depth + 1)])),
    required: names.filter(() => chance(2) === 0),
  };
}

function complete(schema: Schema, chance: (below: number) => number): unknown {
  const {
    type,
    enum: values,
    items,
    properties,
  } = schema as { type: string | string[]; enum?: unknown[]; items?: Schema; properties?: Record<string, Schema> };
  if (values !== undefined) return pick(chance, values);
  if (type === 'string') return 'text';
  if (type === 'integer') return chance(10);
  if (type === 'array') return Array.from({ length: chance(3) }, () => complete(items ?? {}, chance));
  if (type === 'object')
    return Object.fromEntries(Object.entries(properties ?? {}).map(([name, part]) => [name, complete(part, chance)]));
  return pick(chance, [true, false, null]);
}

inRounds(
  'random schemas come back unchanged, and strict ones accept what the others accept',
  [10, 200],
  async (rounds) => {
    for (let seed = 0; seed < rounds; seed++) {
      const chance = chanceOf(seed);
      const schema = {
        type: 'object',
        properties: { a: randomSchema(chance, 0), b: randomSchema(chance, 0) },
        required: ['a'],
      };
      const start = [{ name: 't', description: 'd', input_schema: schema }];
      for (const to of ['openai', 'openai-responses', 'mcp']) {
        const { tools } = await converted(start, { to });
        expect((await converted(tools, { to: 'anthropic' })).tools, `${to} ${seed}`).toEqual(start);
      }
      const { tools } = await converted(start, { to: 'openai', strict: true });
      const [{ function: strict }] = tools as [{ function: { parameters: object } }];
      const document = readJson(JSON.stringify(complete(schema, chance)), 'document');
      for (const text of [JSON.stringify(schema), JSON.stringify(strict.parameters)]) {
        const [answer] = openSchema(
          { text, label: 'schema' },
          { draft: 'auto', formats: true, checkSchema: true },
        ).check([document] as const);
        expect(answer.faults, text).toEqual([]);
      }
    }
  },
);

it('a schema that refers to itself is cut, one that leads nowhere told', async () => {
  const parameters = {
    type: 'object',
    properties: { tree: { $ref: '#/$defs/node' }, gone: { $ref: '#/$defs/none' } },
    $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } },
  };
  const { warnings, tools } = await converted([{ ...about, parameters }], { to: 'gemini' });
  expect(warnings).toEqual([
    'The schema "#/$defs/node" refers to itself: it is any object from its second level on',
    'The reference "#/$defs/none" leads nowhere in the document: it became any value',
  ]);
  expect(JSON.stringify(tools)).not.toContain('$ref');
});

it('references that grow by the power are over a limit', async () => {
  const schemas = Object.fromEntries(
    Array.from({ length: 30 }, (_, i) => [
      `s${i}`,
      { type: 'object', properties: { a: { $ref: `#/$defs/s${i + 1}` }, b: { $ref: `#/$defs/s${i + 1}` } } },
    ]),
  );
  const input = JSON.stringify([
    { ...about, parameters: { type: 'object', properties: { x: { $ref: '#/$defs/s0' } }, $defs: schemas } },
  ]);
  const { status, message } = await runTool(toolSchemaConverter, { input, options: { to: 'gemini' } });
  expect([status, message]).toEqual([
    413,
    'Cannot read tools of property "input": more than 50000 schemas, references followed',
  ]);
});

it('names that the target does not allow are fitted and told', async () => {
  const tools = [
    { name: 'files/read all', inputSchema: PARAMETERS },
    { name: 'files_read_all', inputSchema: PARAMETERS },
  ];
  const { tools: made, warnings } = await converted(tools, { to: 'anthropic' });
  expect((made as { name: string }[]).map(({ name }) => name)).toEqual(['files_read_all', 'files_read_all_2']);
  expect(warnings).toContain('Tool "files/read all" is now named "files_read_all": the target does not allow its name');
  expect(warnings).toContain('Tool "files_read_all" lacks a description: models choose tools by it');
});

it('any JSON is converted or refused', async () => {
  const chance = chanceOf(3);
  const text = JSON.stringify(VENDORS.openai);
  for (let round = 0; round < 500; round++) {
    const units = [...text];
    units[chance(units.length)] = pick(chance, ['{', '}', '[', ']', '"', ':', ',', '1', 'null', '']);
    for (const to of ['gemini', 'openai'])
      expect([200, 400]).toContain(
        (await runTool(toolSchemaConverter, { input: units.join(''), options: { to, strict: true } })).status,
      );
  }
  for (const input of [
    '[]',
    '{}',
    'null',
    '5',
    '"x"',
    '[[[]]]',
    '{"tools":[]}',
    '{"openapi":1,"paths":{"/":{"get":{"parameters":[{"$ref":"#"}]}}}}',
  ])
    expect([200, 400], input).toContain((await runTool(toolSchemaConverter, { input })).status);
});
