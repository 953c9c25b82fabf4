import { expect } from 'vitest';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import jqQuery from './jq-query.js';

inRounds.skipIf(!hasProgram('jq', ['--version'], 'raw output beside jq'))(
  'raw writes what jq -r writes',
  [1, 3],
  async (rounds) => {
    const input = '{"s":"a \\"b\\"\\nc","o":{"k":[1,{"x":null}],"e":{},"f":[]},"n":1.5,"t":[true,"z"]}';
    for (const filter of ['.', '.[]', '.s', '.o', '.o,.s,.n', '.t[]', '[.s,.o]', 'empty', '"\\u00e9😀"', '"", "x"']) {
      for (const indent of [2, 4, 0].slice(0, rounds)) {
        const flags = indent === 0 ? ['-rc'] : ['-r', '--indent', String(indent)];
        const expected = runProgram('jq', [...flags, filter], input)
          .toString()
          .replace(/\n$/, '');
        const answer = await runTool(jqQuery, { input, options: { filter, indent, raw: true } });
        expect(answer.text, filter).toBe(expected);
      }
    }
  },
);
