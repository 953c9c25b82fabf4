import { describe, expect, it } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './graphql-formatter.js';

async function ran(input: string, options: Readonly<Record<string, unknown>>): Promise<string> {
  const { text, message } = await runTool(tool, { input, options });
  expect(message, input).toBeUndefined();
  return text ?? '';
}

const SCHEMA = `"""Root"""
schema { query: Query, mutation: Change }
type Query { node(id: ID!, deep: Boolean = true): Node, users(first: Int = 10, by: Order = NAME): [User!]!, any: Any, find(where: Where!): User }
type Change { rename(id: ID!, name: String!): User }
interface Node { id: ID! }
"A person" type User implements Node { id: ID!, name: String, age: Int @deprecated(reason: "old"), friends: [User], at: Time }
type Pet implements Node { id: ID!, owner: User, kind: Order }
union Any = User | Pet
enum Order { NAME AGE @deprecated }
input Where { name: String = "x", age: Int, or: [Where!] }
scalar Time @specifiedBy(url: "https://a.example/time")
directive @mark(on: String) repeatable on FIELD | FRAGMENT_SPREAD
extend type Query { now: Time }
`;

/** Operations of right and wrong names, types, arguments and fragments. */
function randomOperations(seed: number): string {
  const chance = chanceOf(seed);
  const argument = () =>
    pick(chance, [
      'id: 1',
      'id: $id',
      'id: "a"',
      'first: 3',
      'first: "3"',
      'by: AGE',
      'by: SIZE',
      'where: {name: "n"}',
      'where: {nam: 1}',
      'deep: $b',
    ]);
  const field = (depth: number): string => {
    const name = pick(chance, [
      'node',
      'users',
      'any',
      'find',
      'now',
      'id',
      'name',
      'age',
      'friends',
      'kind',
      'nope',
      'owner',
    ]);
    const given = chance(3) === 0 ? `(${argument()})` : '';
    const marks =
      chance(6) === 0 ? pick(chance, [' @mark(on: "x")', ' @skip(if: $b)', ' @include(if: 1)', ' @none']) : '';
    const alias = chance(8) === 0 ? `${pick(chance, ['a', 'b'])}: ` : '';
    if (chance(6) === 0)
      return pick(chance, [
        '...F',
        '...G',
        '...H',
        `... on User { ${field(0)} }`,
        `... on Nope { id }`,
        `... on Pet { kind }`,
      ]);
    return `${alias}${name}${given}${marks}${depth > 0 && chance(3) > 0 ? ` { ${Array.from({ length: 1 + chance(3) }, () => field(depth - 1)).join(' ')} }` : ''}`;
  };
  const variables = pick(chance, ['', '($id: ID!)', '($b: Boolean!, $id: ID)', '($id: User)', '($n: Int = "a")']);
  const operations = Array.from(
    { length: 1 + chance(2) },
    () =>
      `${pick(chance, ['query', 'query', 'mutation', 'subscription'])} ${pick(chance, ['A', 'B'])}${variables} { ${field(3)} ${field(2)} }`,
  );
  return `${operations.join('\n')}\nfragment F on ${pick(chance, ['User', 'Node', 'Order'])} { id ${field(1)} }\n${pick(chance, ['', 'fragment G on Pet { kind ...G }', 'fragment G on Pet { owner { ...F } }'])}`;
}

interface Introspection {
  readonly __schema: Readonly<Record<'types' | 'directives', readonly { readonly name: string }[]>>;
}

const hasPeer = hasProgram(
  'python3',
  ['-c', 'import graphql'],
  'that GraphQL is validated and printed as graphql-core does',
);

const asSaid = (message: string): string => message.replace(/\.$/, '').replace(/["']/g, '"').toLowerCase();

describe.skipIf(!hasPeer)('as graphql-core of Python', () => {
  it('prints and introspects a schema', async () => {
    const [printed, introspection] = runPython<[string, Introspection]>(
      'import graphql\ns = graphql.build_schema(data)\nprint(json.dumps([graphql.print_schema(s), graphql.introspection_from_schema(s, specified_by_url=True)]))',
      SCHEMA,
    );
    const json = await ran(SCHEMA, { action: 'introspection' });
    // Of the schema alone: what describes schemas themselves has grown since that version.
    const own = ({ __schema: { types, directives, ...rest } }: Introspection) => ({
      ...rest,
      types: types.filter(({ name }) => !name.startsWith('__')),
      directives: directives.filter(({ name }) => name === 'mark'),
    });
    expect(own(JSON.parse(json))).toMatchObject(own(introspection));
    expect(await ran(json, { action: 'sdl' })).toBe(`${printed.replace(/ +$/gm, '').trimEnd()}\n`);
  });

  inRounds('errors of random operations', [20, 2000], async (count) => {
    const documents = Array.from({ length: count }, (_, seed) => randomOperations(seed));
    const expected = runPython<[string, number, number][][]>(
      `import graphql
s = graphql.build_schema(data["schema"])
print(json.dumps([[[e.message, e.locations[0].line, e.locations[0].column] for e in graphql.validate(s, graphql.parse(d), max_errors=1000)] for d in data["documents"]]))`,
      { schema: SCHEMA, documents },
    );
    let faults = 0;
    for (const [at, document] of documents.entries()) {
      const { data } = await runTool(tool, { input: document, options: { action: 'validate', schema: SCHEMA } });
      const { errors } = data as { errors: { message: string; line: number; column: number }[] };
      const sorted = (list: readonly (readonly [string, number, number])[]) =>
        [
          ...new Set(
            list.map(([message, line, column]) => {
              // Python's definitions begin where the one before them ends, and it may tell of a conflict twice.
              const place = /^fragment/i.test(message) ? '' : `${line}:${column} `;
              return place + asSaid(message);
            }),
          ),
        ].sort();
      faults += errors.length;
      expect(sorted(errors.map(({ message, line, column }) => [message, line, column] as const)), document).toEqual(
        sorted(expected[at] ?? []),
      );
    }
    expect(faults).toBeGreaterThan(count);
  });

  inRounds('what is formatted or minified is read as the same', [10, 500], async (count) => {
    const documents = Array.from({ length: count }, (_, seed) => randomOperations(seed));
    const pairs: [string, string, string][] = [];
    for (const text of [SCHEMA, ...documents])
      pairs.push([text, await ran(text, { lineWidth: 60 }), await ran(text, { action: 'minify' })]);
    const same = runPython<boolean[]>(
      `import graphql
def ast(t): return graphql.utilities.ast_to_dict(graphql.parse(t, no_location=True))
print(json.dumps([ast(a) == ast(b) == ast(c) and len(c) <= len(a) for a, b, c in data]))`,
      pairs,
    );
    expect(same).toEqual(pairs.map(() => true));
  });
});

const upload = (name: string, text: string) => ({ name, bytes: Buffer.from(text) });

describe('validate', () => {
  it('takes a schema in several files, and operations beside it', async () => {
    const { data, message } = await runTool(tool, {
      files: [
        upload('a.graphql', 'type Query { user: User }'),
        upload('b.graphql', 'type User { id: ID } extend type Query { n: Int }'),
        upload('c.graphql', '{ user { id } n m }'),
      ],
      options: { action: 'validate' },
    });
    expect(message).toBeUndefined();
    expect(data).toMatchObject({
      valid: false,
      errors: [{ source: 'c.graphql', line: 1, column: 17, message: expect.stringContaining('"m"') }],
      types: 3,
    });
  });

  it('finds faults of a schema', async () => {
    const { data } = await runTool(tool, {
      input: 'type Query { a: Nope }\ntype Query { b: Int }\n',
      options: { action: 'validate' },
    });
    expect(data).toMatchObject({
      valid: false,
      errors: [
        { line: 1, column: 6, message: 'there can be only one type named "Query"' },
        { line: 1, column: 17, message: 'unknown type "Nope"' },
      ],
    });
  });

  it('without a schema knows variables and fragments only', async () => {
    const { data } = await runTool(tool, { input: '{ any(x: $y) { ...F } }', options: { action: 'validate' } });
    expect((data as { errors: { message: string }[] }).errors.map(({ message }) => message).sort()).toEqual([
      'unknown fragment "F"',
      'variable "$y" is not defined',
    ]);
  });

  it('takes introspection JSON as the schema', async () => {
    const schema = await ran(SCHEMA, { action: 'introspection' });
    const { data } = await runTool(tool, { input: '{ now }', options: { action: 'validate', schema } });
    expect(data).toMatchObject({ valid: true, errors: [], operations: [{ name: null, operation: 'query', line: 1 }] });
  });
});

it.each([
  ['{"a": 1}', 'sdl', 'Cannot read property "input" as introspection JSON: '],
  ['{"__schema": {"types": 3}}', 'sdl', 'Cannot read property "input" as introspection JSON: '],
  ['{"a', 'sdl', 'Cannot read property "input" as introspection JSON: it is not JSON'],
  ['type A { b: C }', 'introspection', 'Cannot convert property "input": line 1, column 13: unknown type "C"'],
  ['type Query { "', 'sdl', 'Cannot read property "input" as GraphQL: line 1, column 15: unterminated string'],
])('%s is refused', async (input, action, start) => {
  const { message, status } = await runTool(tool, { input, options: { action } });
  expect(status).toBe(400);
  expect(message?.slice(0, start.length)).toBe(start);
});

it.each([
  '{a'.repeat(5_000),
  '{a(b:'.repeat(9_000),
  '[{"'.repeat(50_000),
  `{${'a '.repeat(100_000)}}`,
  '\0\ud800',
  '"""'.repeat(9_999),
])('%.10j is answered', async (input) => {
  for (const action of ['minify', 'validate', 'sdl'])
    expect([200, 400, 413]).toContain((await runTool(tool, { input, options: { action } })).status);
});
