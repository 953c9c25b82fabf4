import { describe, expect, it } from 'vitest';

import { unusedExports } from '../../scripts/exports.js';

const faultsOf = (files: Readonly<Record<string, string>>, published: readonly string[] = []): string[] =>
  unusedExports(new Map(Object.entries(files)), new Set(published));

describe('unused exports', () => {
  it('are values nobody imports and types nobody mentions', () => {
    const a = [
      'export const used = 1;',
      'export async function lonely() {}',
      'export interface Taken { x: Given }',
      'export type Given = string;',
      'export type Alone = string;',
    ].join('\n');
    const b = "import { type Taken, used as renamed } from './a.js';";
    expect(faultsOf({ 'src/lib/a.ts': a, 'src/lib/b.test.ts': b })).toEqual([
      'src/lib/a.ts: nobody imports lonely',
      'src/lib/a.ts: nobody imports Alone',
    ]);
  });

  it('are none of a module that is published, passed on, imported whole or loaded later', () => {
    const a = 'export const value = 1;\n';
    expect(faultsOf({ 'src/a.ts': a }, ['src/a.ts'])).toEqual([]);
    for (const other of [
      "export { value } from './a.js';",
      "import * as a from './a.js';",
      "const { value } = await import('./a.js');",
      "import {\n  value,\n} from './a.js';",
    ])
      expect(faultsOf({ 'src/a.ts': a, 'bin/b.ts': '', 'src/b.ts': other }), other).toEqual([]);
    expect(faultsOf({ 'src/a.ts': a, 'src/b.ts': "import { value } from './c.js';" })).toHaveLength(1);
  });
});
