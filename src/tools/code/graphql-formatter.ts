import { z } from 'zod';

import { defineTool, invalid } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { json } from '../../core/results.js';
import { anyJson } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { formatTime } from '../../engines/code/prettier.js';
import { eachText, TEXT_FILES, TEXT_FILES_NOTE } from '../../formats/each-text.js';
import { documentResult, KINDS, keptKind, readTextFile, readTextSource } from '../../formats/text-source.js';

import { formatted, layoutOptions } from './_format-source.js';
import { graphqlTime, openGraphql, readSchema, validated } from './_graphql.js';

const GRAPHQL = { extension: '.graphql', mime: 'application/graphql' };

export default defineTool({
  id: 'graphql-formatter',
  title: 'GraphQL Formatter',
  summary: 'Formats, minifies and validates GraphQL schemas and operations, and converts SDL and introspection JSON.',
  family: 'code',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    action: z
      .enum(['format', 'minify', 'validate', 'introspection', 'sdl'])
      .default('format')
      .describe(
        'What to do: format, remove what is not needed, list errors, or convert a schema to introspection JSON or to SDL.',
      ),
    schema: shared
      .schema()
      .describe('Schema for "validate", as SDL or introspection JSON; empty if it is among the files, or for none.'),
    ...layoutOptions,
  },
  result: 'mixed',
  data: anyJson(
    'For "validate": valid, errors with source, line, column and message, operations, fragments and types; for "introspection" the JSON; for several files what became of each.',
  ),
  notes: [
    'The layout is that of Prettier 3.10: comments and descriptions stay, and so does an empty line between definitions.',
    'With "validate", files that define types are the schema together, all others are checked against it. Without a schema, only the rules that need no types are checked: names of operations, fragments and variables, and what is not used.',
    'Rules are those of the GraphQL specification of 2021. Int and Float are types of a schema only where it uses them. Directives of federation and of tools must be defined in the schema, or they are errors.',
    'Introspection JSON is what a server answers, with or without "data" around it. Comments are lost in it and descriptions kept; directives that stand in a schema are not part of it.',
    TEXT_FILES_NOTE,
    'At most 1,000,000 UTF-16 units per text, some 200 levels of nesting to format, and 8 seconds of work.',
  ],
  aliases: [
    'graphql beautifier',
    'pretty print graphql',
    'graphql validator',
    'graphql minifier',
    'validate graphql query',
    'graphql schema linter',
    'sdl to introspection',
    'introspection to sdl',
    'graphql introspection json',
    'graphql schema converter',
    'format gql',
  ],
  verified: [
    'graphql-core 3.2 (Python): the same errors at the same places for 2,000 random operations with wrong fields, arguments, variables and fragments; the same introspection of a schema that uses each construct, and the same SDL from it',
    'graphql-core reads the same document from what is formatted and from what is minified, for 500 random documents and that schema',
  ],
  examples: [
    {
      title: 'Format',
      input: 'query Q($id:ID!){user(id:$id){...F,name # shown\n}}\n\nfragment F on User{id}',
      output: {
        text: 'query Q($id: ID!) {\n  user(id: $id) {\n    ...F\n    name # shown\n  }\n}\n\nfragment F on User {\n  id\n}\n',
      },
    },
    {
      title: 'Minify',
      input: '# all\nquery Q {\n  user(id: "a b", n: 1) {\n    id,\n    name\n  }\n}\n',
      options: { action: 'minify' },
      output: { text: 'query Q{user(id:"a b" n:1){id name}}' },
    },
    {
      title: 'Validate against a schema',
      input: 'query Q($n: Int) {\n  user { nam }\n}\n',
      options: { action: 'validate', schema: 'type Query { user(n: Int): User }\ntype User { name: String }' },
      output: {
        data: {
          valid: false,
          errors: [
            { source: 'input', message: 'variable "$n" is never used in operation "Q"', line: 1, column: 9 },
            {
              source: 'input',
              message: 'cannot query field "nam" on type "User". Did you mean "name"?',
              line: 2,
              column: 10,
            },
          ],
          operations: [{ name: 'Q', operation: 'query', line: 1, source: 'input' }],
          fragments: 0,
          types: 2,
        },
      },
    },
    {
      title: 'Introspection JSON to SDL',
      input:
        '{"data":{"__schema":{"queryType":{"name":"Query"},"types":[{"kind":"OBJECT","name":"Query","interfaces":[],"fields":[{"name":"now","args":[],"type":{"kind":"SCALAR","name":"String"}}]},{"kind":"SCALAR","name":"String"},{"kind":"SCALAR","name":"Boolean"}],"directives":[]}}}',
      options: { action: 'sdl' },
      output: { text: 'type Query {\n  now: String\n}\n' },
    },
    {
      title: 'A field that does not end',
      input: 'query {\n  user(id: ) { name }\n}\n',
      options: { action: 'minify' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as GraphQL: line 2, column 12: unexpected ")"\n  user(id: ) { name }\n           ^',
      },
    },
    {
      title: 'No schema to convert',
      input: '{ now }',
      options: { action: 'introspection' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot convert property "input": it defines no types',
      },
    },
    {
      title: 'Nested too deep',
      input: '{a'.repeat(50_000),
      options: { action: 'minify' },
      error: {
        code: 'LIMIT_EXCEEDED',
        message: 'Cannot read property "input" as GraphQL: it is nested deeper than can be followed',
      },
    },
    {
      title: 'No input',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  async run(run) {
    const { action, schema, ...layout } = run.options;
    if (action !== 'validate' && schema !== '')
      throw invalid('Option "schema" must be empty unless "action" is validate');
    if (action === 'format') {
      const time = formatTime();
      return eachText(run, (source) =>
        formatted(source, { name: 'GraphQL', grammar: 'graphql', kind: GRAPHQL }, layout, {}, time),
      );
    }
    const engine = openGraphql(graphqlTime());
    if (action === 'validate') {
      const one = run.files.length < 2 || run.input !== '';
      const sources = one
        ? [await readTextSource(run)]
        : await Promise.all(run.files.map((file) => readTextFile(file)));
      return json(validated(engine, sources, schema));
    }
    return eachText(run, (source) => {
      if (action === 'minify')
        return documentResult(
          source,
          refusing(`Cannot read ${source.label} as GraphQL`, () => engine.minify(source.text)),
          keptKind(source, GRAPHQL),
        );
      const made = readSchema(engine, source);
      if (action === 'sdl') return documentResult(source, `${engine.print(made)}\n`, GRAPHQL);
      return documentResult(source, `${JSON.stringify(engine.introspection(made), null, 2)}\n`, KINDS.json);
    });
  },
});
