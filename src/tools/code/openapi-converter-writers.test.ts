import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { convert as readPostman } from '@scalar/postman-to-openapi';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, expect } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { type Dialect, randomApi, randomSchema, randomValue } from '../../testing/random-apis.js';
import { runTool } from '../../testing/run-tool.js';
import { OPENAPI_30, OPENAPI_31, OPENAPI_32, SWAGGER_20 } from './_openapi-samples.js';
import tool from './openapi-converter.js';

type Plain = Record<string, unknown>;

/** What a description becomes. */
async function convert(document: unknown, to: 'postman' | 'typescript' | 'markdown'): Promise<unknown> {
  const input = JSON.stringify(document);
  const { data, message } = await runTool(tool, { input, options: { to } });
  expect(message, input).toBeUndefined();
  return (data as { readonly result: unknown }).result;
}

const SAMPLES = [SWAGGER_20, OPENAPI_30, OPENAPI_31, OPENAPI_32];
const DIALECTS: readonly Dialect[] = ['2.0', '3.0', '3.1'];
const head = { openapi: '3.1.0', info: { title: 'a', version: '1' } };

const SCRATCH = mkdtempSync(join(tmpdir(), 'openapi-converter-'));
afterAll(() => rmSync(SCRATCH, { recursive: true }));

/** Compiles texts as modules, under strict; gives what the compiler says against them. */
function compile(sources: readonly string[]): string[] {
  const folder = mkdtempSync(join(SCRATCH, 'types-'));
  for (const [index, source] of sources.entries()) writeFileSync(join(folder, `a${index}.ts`), source);
  const options = {
    strict: true,
    noEmit: true,
    target: 'es2022',
    module: 'esnext',
    moduleDetection: 'force',
    types: [],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options }));
  const compiler = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url));
  const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', folder, '--pretty', 'false'], {
    encoding: 'utf8',
  });
  const lines = stdout.split('\n').filter((line) => line !== '');
  expect(status === 0).toBe(lines.length === 0);
  return lines;
}

inRounds('types compile, and take the values that ajv takes', [2, 200], async (rounds) => {
  const chance = chanceOf(24);
  const sources: string[] = [];
  let values = 0;
  for (let round = 0; round < rounds; round++) {
    const api = round < 4 ? SAMPLES[round] : randomApi(chance, pick(chance, DIALECTS));
    const result = await convert(api, 'typescript');
    const schema = randomSchema(chance, '3.1', []);
    const document = { openapi: '3.1.0', info: { title: 'a', version: '1' }, components: { schemas: { A: schema } } };
    const types = await convert(document, 'typescript');
    const judge = new Ajv2020({ strict: false, logger: false }).compile(closed(schema));
    // TypeScript takes a property "constructor" for the one that every object has.
    const isPlain = (value: unknown) => !JSON.stringify(value).includes('constructor');
    const taken = Array.from({ length: 60 }, () => randomValue(chance, 2)).filter(
      (value) => judge(value) && isPlain(value),
    );
    values += taken.length;
    const lines = taken.map((value, index) => `export const v${index}: A = ${JSON.stringify(value)};\n`);
    sources.push(String(result), `${types}\ntype A = components["schemas"]["A"];\n${lines.join('')}`);
  }
  expect(compile(sources)).toEqual([]);
  expect(values).toBeGreaterThan(rounds * 4);
});

/** Without properties that have no name: TypeScript takes none in a literal. */
function closed(schema: unknown): Plain {
  return JSON.parse(
    JSON.stringify(schema, (_key, value) =>
      value?.type?.includes?.('object') && value.properties !== undefined && value.additionalProperties === undefined
        ? { ...value, additionalProperties: false }
        : value,
    ),
  ) as Plain;
}

const REFUSED: readonly (readonly [schema: Plain, value: string])[] = [
  [{ type: 'string' }, '1'],
  [{ enum: ['a', 1] }, '"b"'],
  [{ type: ['integer', 'null'] }, '"1"'],
  [{ type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }, '{}'],
  [{ type: 'array', items: { type: 'boolean' } }, '[1]'],
  [{ type: 'array', prefixItems: [{ type: 'string' }, { const: 2 }], minItems: 2, items: false }, '["a"]'],
  [
    { allOf: [{ required: ['a'], properties: { a: { const: 1 } } }, { properties: { b: { type: 'string' } } }] },
    '{ a: 1, b: 2 }',
  ],
  [{ oneOf: [{ type: 'string' }, { type: 'array', items: { type: ['string', 'number'] } }] }, '[true]'],
  [{ type: 'object', additionalProperties: { type: 'number' } }, '{ a: "b" }'],
];

exhaustive('types refuse values of another type', async () => {
  expect(compile(['export const a: string = 1;\n'])).toHaveLength(1);
  const sources: string[] = [];
  for (const [schema, value] of REFUSED) {
    const document = { openapi: '3.1.0', info: { title: 'a', version: '1' }, components: { schemas: { A: schema } } };
    const result = await convert(document, 'typescript');
    sources.push(
      `${result}\ntype A = components["schemas"]["A"];\n// @ts-expect-error\nexport const a: A = ${value};\n`,
    );
  }
  expect(compile(sources)).toEqual([]);
});

exhaustive('schemas that lead to themselves are types that compile', async () => {
  const to = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const schemas = {
    Same: to('Same'),
    One: to('Other'),
    Other: { anyOf: [to('One'), { type: 'string' }] },
    Tree: { type: 'object', properties: { inner: { type: 'array', items: to('Tree') } } },
    List: { type: 'array', items: to('List') },
    Json: {
      anyOf: [
        { type: 'string' },
        { type: 'object', additionalProperties: to('Json') },
        { type: 'array', items: to('Json') },
      ],
    },
    Part: {
      type: 'object',
      properties: { a: to('Part/properties/b'), b: { type: 'object', properties: { c: to('Part/properties/b') } } },
    },
  };
  const document = { openapi: '3.1.0', info: { title: 'a', version: '1' }, components: { schemas } };
  const result = await convert(document, 'typescript');
  const use = 'export const tree: components["schemas"]["Tree"] = { inner: [{ inner: [{}] }] };\n';
  expect(compile([`${result}\n${use}`])).toEqual([]);
});

interface Operation {
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: object };
}

inRounds('@scalar/postman-to-openapi reads the operations back from the collection', [40, 1000], async (rounds) => {
  const chance = chanceOf(25);
  for (let round = 0; round < rounds; round++) {
    const api = randomApi(chance, '3.1');
    const paths = api.paths as Record<string, Record<string, Operation>>;
    const result = await convert(api, 'postman');
    const read = readPostman(JSON.stringify(result)) as unknown as { paths: typeof paths };
    const said = (all: typeof paths, isOurs: boolean) =>
      Object.entries(all)
        .flatMap(([path, item]) =>
          Object.entries(item)
            .filter(([method]) => method !== 'parameters')
            .map(([method, operation]) => {
              const outer = isOurs ? ((item.parameters ?? []) as unknown as NonNullable<Operation['parameters']>) : [];
              const parameters = [...outer, ...(operation.parameters ?? [])]
                .map((one) => `${one.in} ${one.name}`)
                .filter((one) => one !== 'header Content-Type');
              const body = Object.keys(operation.requestBody?.content ?? {});
              return [method, path, operation.tags?.[0] ?? 'default', parameters.sort(), body];
            }),
        )
        .sort((one, other) => (String(one) < String(other) ? -1 : 1));
    expect(said(read.paths, false), JSON.stringify({ api, result })).toEqual(said(paths, true));
  }
});

inRounds(
  'pandoc finds every parameter and property in the tables of the reference, and every link leads to a heading',
  [5, 150],
  async (rounds) => {
    const chance = chanceOf(26);
    const apis = Array.from({ length: rounds }, () => randomApi(chance, '3.1'));
    for (const api of apis) {
      const result = await convert(api, 'markdown');
      const html = spawnSync('pandoc', ['-f', 'gfm', '-t', 'html', '--wrap=none', '--no-highlight'], {
        input: String(result),
        encoding: 'utf8',
      }).stdout;
      const first = [...html.matchAll(/<tr[^>]*>\s*<td[^>]*><code>(.*?)<\/code>/g)].map(([, name]) => name);
      const paths = Object.values(api.paths as Record<string, Record<string, Operation>>);
      const names = paths.flatMap((item) => {
        const outer = ((item.parameters ?? []) as unknown as NonNullable<Operation['parameters']>).map(
          ({ name }) => name,
        );
        return Object.entries(item)
          .filter(([method]) => method !== 'parameters')
          .flatMap(([, { parameters = [] }]) => [...outer, ...parameters.map(({ name }) => name)]);
      });
      const { schemas } = api.components as { schemas: Record<string, { properties: object }> };
      names.push(...Object.values(schemas).flatMap(({ properties }) => Object.keys(properties)));
      expect(first.sort(), String(result)).toEqual(names.sort());
      const headings = new Set([...html.matchAll(/<h\d id="(.*?)"/g)].map(([, id]) => id));
      const links = [...html.matchAll(/href="#(.*?)"/g)].map(([, id]) => decodeURIComponent(id ?? ''));
      expect(links.filter((id) => !headings.has(id))).toEqual([]);
    }
  },
);

exhaustive.each<[to: string, ended: number]>([
  ['typescript', 413],
  ['postman', 200],
  ['markdown', 200],
])('references that double end: types are refused, samples have twelve levels, %s', async (to, ended) => {
  const schemas: Plain = { S0: { type: 'string' } };
  const part = (name: string) => ({ $ref: `#/components/schemas/${name}/properties/a` });
  for (let index = 1; index <= 40; index++)
    schemas[`S${index}`] = {
      type: 'object',
      properties: { a: { type: 'object', properties: { b: part(`S${index - 1}`), c: part(`S${index - 1}`) } } },
    };
  const content = { 'application/json': { schema: part('S40') } };
  const paths = { '/a': { get: { responses: { 200: { description: 'a', content } } } } };
  const { status, message } = await runTool(tool, {
    input: JSON.stringify({ ...head, paths, components: { schemas } }),
    options: { to },
  });
  expect(status).toBe(ended);
  if (ended === 413)
    expect(message).toBe(
      'Cannot convert property "input" to typescript: the result has more than 300000 parts, what references name included',
    );
});

exhaustive('what stands in the wrong place or type is no crash', async () => {
  const chance = chanceOf(27);
  const values = [null, 1, 'a', [], {}, true, [null], { a: null }, '#/a', '__proto__'];
  for (let round = 0; round < 80; round++) {
    const text = JSON.stringify(SAMPLES[round % 4]);
    const document = JSON.parse(text, (key, value) =>
      key !== '' && key !== 'openapi' && key !== 'swagger' && chance(40) === 0 ? pick(chance, values) : value,
    );
    for (const to of ['openapi-3.0', 'openapi-3.1', 'postman', 'typescript', 'markdown']) {
      const { status } = await runTool(tool, { input: JSON.stringify(document), options: { to } });
      expect([200, 400], JSON.stringify({ to, document })).toContain(status);
    }
  }
});
