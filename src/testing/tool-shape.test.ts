import { describe, expect, it } from 'vitest';

import { shapeFaultsOf } from '../../scripts/tool-shape.js';

const tool = (...properties: readonly string[]): string =>
  ["import { defineTool } from '../../core/index.js';", 'export default defineTool({', ...properties, '});', ''].join(
    '\n',
  );

describe('the shape of a tool', () => {
  it('is right where the declaration is in order and comes last', () => {
    expect(
      shapeFaultsOf(tool("  id: 'a',", '  options: {', '    width: 1,', '  },', '  run({ input }) {', '  },')),
    ).toEqual([]);
  });

  it.each([
    ['a property that comes too early', tool('  options: {},', "  id: 'a',"), 'property "options" comes before "id"'],
    ['a property that is unknown', tool("  id: 'a',", '  colour: 1,'), 'unknown property colour'],
    ['a helper behind it', `${tool("  id: 'a',")}const x = 1;\n`, 'something follows the declaration'],
    ['no declaration', 'export const x = 1;\n', 'it has no default export'],
    ['too many lines', `${'// a\n'.repeat(260)}${tool("  id: 'a',")}`, '264 lines, the limit is 250'],
  ])('tells of %s', (_, source, fault) => {
    expect(shapeFaultsOf(source)).toEqual([fault]);
  });
});
