import { describe, expect, it } from 'vitest';
import { parseJson } from '../../lib/json/parse.js';
import { measureSizes } from '../../lib/json/reshape/sizes.js';
import { fractionsOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { expectLinear } from '../../testing/growth.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { randomPlain } from '../../testing/random-json.js';
import { runTool } from '../../testing/run-tool.js';

import jsonSizeAnalyzer from './json-size-analyzer.js';

describe('json-size-analyzer', () => {
  it('gives figures that add up', () => {
    const random = fractionsOf(171);
    for (let round = 0; round < 400; round++) {
      const text = JSON.stringify(randomPlain(random, 4));
      const { compactBytes, keyBytes, byType, paths } = measureSizes(parseJson(text));
      expect(compactBytes, text).toBe(Buffer.byteLength(text));
      expect(paths.reduce((sum, { ownBytes }) => sum + ownBytes, 0)).toBe(compactBytes);
      const { strings, numbers, literals, structure } = byType;
      expect(keyBytes + strings + numbers + literals + structure).toBe(compactBytes);
      expect(paths.reduce((sum, path) => sum + path.keyBytes, 0)).toBe(keyBytes);
    }
  });

  it.skipIf(!hasProgram('jq', ['--version'], 'sizes beside jq'))('counts the bytes that jq writes', async () => {
    const random = fractionsOf(172);
    // jq writes numbers and U+007F in another way: numbers are made short ones.
    const documents = Array.from({ length: 200 }, () => ({ a: randomPlain(random, 3), b: randomPlain(random, 3) })).map(
      (value) =>
        JSON.parse(
          JSON.stringify(value, (_, item: unknown) => (typeof item === 'number' ? Math.trunc(item % 1000) : item)),
        ) as { a: unknown; b: unknown },
    );
    const program = '.[] | [(tojson | utf8bytelength), (.a | tojson | utf8bytelength)] | tojson';
    const lines = runProgram('jq', ['-r', program], JSON.stringify(documents)).toString().trim().split('\n');
    for (const [index, document] of documents.entries()) {
      const { data } = await runTool(jsonSizeAnalyzer, { input: JSON.stringify(document, null, 3) });
      const { compactBytes, paths } = data as { compactBytes: number; paths: { path: string; bytes: number }[] };
      const inner = paths.find(({ path }) => path === '$.a');
      // The key "a" with its quotes and colon is 4 bytes.
      expect([compactBytes, (inner?.bytes ?? 0) - 4]).toEqual(JSON.parse(lines[index] ?? '[]'));
    }
  });

  exhaustive('refuses too many paths, and measures in linear time', async () => {
    const wide = `{${Array.from({ length: 210_000 }, (_, i) => `"k${i}":0`).join()}}`;
    const upload = [{ name: 'a.json', bytes: Buffer.from(wide) }];
    expect((await runTool(jsonSizeAnalyzer, { files: upload })).code).toBe('LIMIT_EXCEEDED');
    await expectLinear(3000, (length) =>
      measureSizes(parseJson(`[${Array.from({ length }, (_, i) => `{"a":[${i}],"b":"x"}`).join()}]`)),
    );
  });
});
