import { existsSync, readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';
import { exhaustive } from '../../testing/exhaustive.js';
import { packagePath } from '../../testing/published-suites.js';
import { runTool } from '../../testing/run-tool.js';
import { sharedPath } from '../../testing/untested.js';
import jsonpathQuery from './jsonpath-query.js';

const PINNED = packagePath('jsonpath-rfc9535/src/__tests__/jsonpath-compliance-test-suite/cts.json');
const NEWER = sharedPath('corpus/suites/jsonpath/cts.json', 'newer cases of the compliance suite of JSONPath');

interface SuiteTest {
  readonly name: string;
  readonly selector: string;
  readonly document?: unknown;
  readonly result?: unknown;
  readonly results?: readonly unknown[];
  readonly result_paths?: unknown;
  readonly results_paths?: readonly unknown[];
  readonly invalid_selector?: boolean;
}

const query = (document: unknown, path: string, output: string) =>
  runTool(jsonpathQuery, { input: JSON.stringify(document), options: { path, shape: output } });

describe('jsonpath-query', () => {
  it.each([['pinned', PINNED, 680], ...(existsSync(NEWER) ? [['newer', NEWER, 700] as const] : [])] as const)(
    'does all that the compliance suite says: %s',
    async (_, suite, least) => {
      const { tests } = JSON.parse(readFileSync(suite, 'utf8')) as { readonly tests: readonly SuiteTest[] };
      expect(tests.length).toBeGreaterThan(least);
      for (const test of tests) {
        const answer = await query(test.document ?? null, test.selector, 'values');
        if (test.invalid_selector === true) {
          expect([answer.status, answer.message], test.name).toEqual([
            400,
            expect.stringMatching(/^Option "path" must be/),
          ]);
          continue;
        }
        expect(answer.status, test.name).toBe(200);
        const { data: paths } = await query(test.document, test.selector, 'paths');
        if (test.results === undefined)
          expect([answer.data, paths], test.name).toEqual([test.result, test.result_paths]);
        else {
          expect(test.results, test.name).toContainEqual(answer.data);
          expect(test.results_paths, test.name).toContainEqual(paths);
        }
      }
    },
  );

  it('compares numbers by every digit', async () => {
    const input = '[9007199254740993, 9007199254740992, 1e400, 1.0]';
    const select = async (path: string) => (await runTool(jsonpathQuery, { input, options: { path } })).text;
    expect(await select('$[?@ == 9007199254740993]')).toBe('[\n  9007199254740993\n]');
    expect(await select('$[?@ > 1e399]')).toBe('[\n  1e400\n]');
    expect(await select('$[?@ == 1]')).toBe('[\n  1.0\n]');
  });

  exhaustive('stops queries that never would', async () => {
    const wide = await query(Array(3000).fill(0), `$${'[?$[?$[?@ == 1]]]'}`, 'values');
    expect([wide.status, wide.code]).toEqual([413, 'LIMIT_EXCEEDED']);
    const deep = await query([], `$[?${'!('.repeat(5000)}`, 'values');
    expect(deep.status).toBe(400);
    const pattern = await query(['a'.repeat(50_000)], '$[?match(@, "(a*)*b")]', 'values');
    expect(pattern.data).toEqual([]);
  });
});
