import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { anyJson } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';

import { longNumbersOption, queryResult } from './_query.js';

export default defineTool({
  id: 'jmespath-query',
  title: 'JMESPath Query',
  summary: 'Queries JSON with JMESPath, as --query of the AWS and Azure command lines does.',
  family: 'json',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['*'] },
  options: {
    expression: z
      .string()
      .min(1)
      .max(100_000)
      .default('@')
      .describe('JMESPath expression, such as Reservations[].Instances[?State.Name==`running`].InstanceId[].'),
    longNumbers: longNumbersOption(),
    indent: shared.indent(),
  },
  result: 'data',
  data: anyJson('The result; null where nothing is found.'),
  notes: [
    'JMESPath as the community specifies it: all of the original language, and functions such as items, group_by, split and arithmetic operators.',
    'Numbers that are selected keep every digit; comparisons and arithmetic use doubles. Two numbers that are the same double are refused, unless "longNumbers" makes them texts.',
    'Keys that are whole numbers, such as "10", come first in their object. JSON Lines are queried as a list.',
    'A query ends after 6 seconds with an error.',
  ],
  aliases: ['jmespath', 'jmespath tester', 'aws cli query', 'azure cli query', 'jmespath playground', 'filter json'],
  verified: [
    'JMESPath specification: 62 expressions of its examples and of the compliance suite, with their published results',
  ],
  examples: [
    {
      title: 'A filter and a projection',
      input:
        '{"people":[{"name":"Ada","age":36,"id":12345678901234567890},{"name":"Bob","age":17,"id":2}],"total":1.10}',
      options: { expression: '{names: people[?age > `18`].name, id: people[0].id, total: total}', indent: 0 },
      output: { text: '{"names":["Ada"],"id":12345678901234567890,"total":1.1}' },
    },
    {
      title: 'Functions',
      input: '{"a":[3,1,2],"o":{"x":{"n":"one"},"y":{"n":"two"}}}',
      options: { expression: '[sort(a), max(a), o.*.n, length(a)]', indent: 0 },
      output: { text: '[[1,2,3],3,["one","two"],3]' },
    },
    { title: 'Nothing found', input: '{"a":1}', options: { expression: 'b.c' }, output: { data: null } },
    {
      title: 'Expression that is not finished',
      input: '{}',
      options: { expression: 'a[' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot run option "expression" on property "input": Syntax error: expected Star, got: EOF',
      },
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
    {
      title: 'A number beyond doubles',
      input: '[1e400]',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot run option "expression" on property "input": the number 1e400 is beyond the range of doubles',
      },
    },
  ],
  run: ({ options, ...run }) => queryResult('jmespath', run, options),
});
