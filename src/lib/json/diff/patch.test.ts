import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';
import { exhaustive } from '../../../testing/exhaustive.js';
import { packagePath } from '../../../testing/published-suites.js';
import { sharedPath } from '../../../testing/untested.js';
import { ContentFault, LimitFault } from '../../faults.js';
import { parseJson } from '../parse.js';
import { isJsonArray, isJsonObject, type JsonValue } from '../values.js';
import { writeJson } from '../write.js';
import { ValueIds } from './identity.js';
import { applyMergePatch, applyPatch } from './patch.js';

const NEWER = sharedPath('corpus/suites/json-patch', 'newer cases of json-patch-tests');

describe('applyPatch', () => {
  it.each([
    ['pinned', packagePath('json-patch-test-suite'), 60, 20],
    ...(existsSync(NEWER) ? [['newer', NEWER, 60, 30] as const] : []),
  ] as const)('does all that json-patch-tests say: %s', (_, suite, leastExpected, leastErrors) => {
    const counts = { expected: 0, error: 0 };
    for (const name of ['tests.json', 'spec_tests.json']) {
      const tests = parseJson(readFileSync(join(suite, name), 'utf8'));
      for (const test of isJsonArray(tests) ? tests.filter(isJsonObject) : []) {
        const patch = test.get('patch');
        if (test.get('disabled') === true || patch === undefined) continue;
        const document = test.get('doc') ?? null;
        const apply = (): JsonValue => applyPatch(document, patch);
        const label = writeJson(test);
        if (test.has('error')) {
          counts.error++;
          expect(apply, label).toThrow(ContentFault);
        } else {
          const expected = test.get('expected') ?? document;
          counts.expected++;
          expect(new ValueIds().areEqual(apply(), expected), label).toBe(true);
        }
      }
    }
    expect(counts.expected).toBeGreaterThan(leastExpected);
    expect(counts.error).toBeGreaterThan(leastErrors);
  });

  it('copies, so that a change of one is none of the other', () => {
    const patch =
      '[{"op":"copy","from":"/a","path":"/b"},{"op":"add","path":"/b/x","value":1},{"op":"test","path":"/a","value":{}}]';
    expect(writeJson(applyPatch(parseJson('{"a":{}}'), parseJson(patch)))).toBe('{"a":{},"b":{"x":1}}');
  });

  it('stops copies that double', () => {
    const doubling = `[${Array.from({ length: 40 }, () => '{"op":"copy","from":"","path":"/-"}').join()}]`;
    expect(() => applyPatch(parseJson('[1,2,3]'), parseJson(doubling))).toThrow(LimitFault);
  });

  exhaustive('stops moves and copies that nest without an end', () => {
    const nesting = `[${Array.from({ length: 20_000 }, () => '{"op":"copy","from":"","path":"/a"}').join()}]`;
    expect(() => applyPatch(parseJson('{}'), parseJson(nesting))).toThrow(LimitFault);
    const keys = Array.from({ length: 12_000 }, (_, i) => i);
    const document = parseJson(`{${keys.map((i) => `"${i}":{}`).join()}}`);
    const moves = keys.slice(1).map((i) => `{"op":"move","from":"/${i - 1}","path":"/${i}/x"}`);
    expect(() => applyPatch(document, parseJson(`[${moves.join()}]`))).toThrow(LimitFault);
  });

  it('takes keys of Object.prototype for ordinary ones', () => {
    const patch = '[{"op":"add","path":"/__proto__","value":{"x":1}},{"op":"test","path":"/__proto__/x","value":1.0}]';
    expect(writeJson(applyPatch(parseJson('{}'), parseJson(patch)))).toBe('{"__proto__":{"x":1}}');
    expect(() => applyPatch(parseJson('{}'), parseJson('[{"op":"remove","path":"/toString"}]'))).toThrow('nothing at');
    expect(() => applyPatch(parseJson('[]'), parseJson('[{"op":"remove","path":"/length"}]'))).toThrow('nothing at');
  });
});

describe('applyMergePatch', () => {
  // RFC 7386, appendix A: target, patch, result.
  it.each([
    ['{"a":"b"}', '{"a":"c"}', '{"a":"c"}'],
    ['{"a":"b"}', '{"b":"c"}', '{"a":"b","b":"c"}'],
    ['{"a":"b"}', '{"a":null}', '{}'],
    ['{"a":"b","b":"c"}', '{"a":null}', '{"b":"c"}'],
    ['{"a":["b"]}', '{"a":"c"}', '{"a":"c"}'],
    ['{"a":"c"}', '{"a":["b"]}', '{"a":["b"]}'],
    ['{"a":{"b":"c"}}', '{"a":{"b":"d","c":null}}', '{"a":{"b":"d"}}'],
    ['{"a":[{"b":"c"}]}', '{"a":[1]}', '{"a":[1]}'],
    ['["a","b"]', '["c","d"]', '["c","d"]'],
    ['{"a":"b"}', '["c"]', '["c"]'],
    ['{"a":"foo"}', 'null', 'null'],
    ['{"a":"foo"}', '"bar"', '"bar"'],
    ['{"e":null}', '{"a":1}', '{"e":null,"a":1}'],
    ['[1,2]', '{"a":"b","c":null}', '{"a":"b"}'],
    ['{}', '{"a":{"bb":{"ccc":null}}}', '{"a":{"bb":{}}}'],
  ])('RFC 7386 appendix A: %s with %s', (target, patch, result) => {
    expect(writeJson(applyMergePatch(parseJson(target), parseJson(patch)))).toBe(result);
  });
});
