import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { anyJson } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';

import { longNumbersOption, queryResult } from './_query.js';

export default defineTool({
  id: 'jsonata-query',
  title: 'JSONata Query',
  summary: 'Queries and transforms JSON with JSONata 2, as Node-RED and many workflow engines do.',
  family: 'json',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['*'] },
  options: {
    expression: z
      .string()
      .min(1)
      .max(100_000)
      .default('$')
      .describe('JSONata expression, such as $sum(items.(price * quantity)).'),
    longNumbers: longNumbersOption(),
    indent: shared.indent(),
  },
  result: 'data',
  data: anyJson('The result; null where there is none.'),
  notes: [
    'All of JSONata 2: path expressions, predicates, functions, lambdas, transforms, regular expressions, dates. Nothing can be read from outside of the input.',
    'Numbers that are selected keep every digit; comparisons and arithmetic use doubles. Two numbers that are the same double are refused, unless "longNumbers" makes them texts.',
    'As JSONata has it, a list of one item is that item (items[] keeps the list), and no result is null here. Functions are omitted.',
    'Keys that are whole numbers, such as "10", come first in their object. JSON Lines are queried as a list.',
    'A query ends with an error after 6 seconds, 400 calls inside one another or lists of 1,000,000 items.',
  ],
  aliases: [
    'jsonata',
    'jsonata exerciser',
    'jsonata playground',
    'node-red jsonata',
    'transform json',
    'json expression',
  ],
  verified: [
    'JSONata documentation: 46 expressions with their published results, over its example documents and literals',
  ],
  examples: [
    {
      title: 'A sum over orders',
      input:
        '{"id":12345678901234567890,"order":[{"product":"pen","price":1.5,"quantity":2},{"product":"ink","price":7,"quantity":1}]}',
      options: { expression: '{"id": id, "total": $sum(order.(price * quantity)), "names": order.product}', indent: 0 },
      output: { text: '{"id":12345678901234567890,"total":10,"names":["pen","ink"]}' },
    },
    {
      title: 'Grouping and a function',
      input: '[{"k":"a","v":1},{"k":"b","v":2},{"k":"a","v":3}]',
      options: { expression: '$map($keys($ {k: v}), $uppercase)', indent: 0 },
      output: { text: '["A","B"]' },
    },
    { title: 'Nothing found', input: '{"a":1}', options: { expression: 'b.c' }, output: { data: null } },
    {
      title: 'Expression that is not finished',
      input: '{}',
      options: { expression: '$sum(a.' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot run option "expression" on property "input": line 1, column 7: Expected ")" before end of expression\n$sum(a.\n      ^',
      },
    },
    {
      title: 'A function without an end',
      input: '{}',
      options: { expression: '($f := function($n) { 1 + $f($n) }; $f(1))' },
      error: { code: 'LIMIT_EXCEEDED', message: 'The query nests too deep' },
    },
    {
      title: 'Numbers that a double does not tell apart',
      input: '[9007199254740993,9007199254740992]',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot run option "expression" on property "input": 9007199254740993 and 9007199254740992 are the same number to the query; "longNumbers" text tells them apart',
      },
    },
  ],
  run: ({ options, ...run }) => queryResult('jsonata', run, options),
});
