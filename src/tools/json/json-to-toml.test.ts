import { describe, expect, it } from 'vitest';

import { fractionsOf } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { expectLinear } from '../../testing/growth.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { suiteCopies } from '../../testing/published-suites.js';
import { randomPlain } from '../../testing/random-json.js';
import { runTool } from '../../testing/run-tool.js';

import jsonToToml from './json-to-toml.js';

const READ = 'import json,sys,tomllib\nprint(json.dumps([tomllib.loads(t) for t in json.load(sys.stdin)]))';
const hasToml = hasProgram('python3', ['-c', 'import tomllib'], 'TOML beside tomllib');

const readToml = (texts: readonly string[]): unknown =>
  JSON.parse(runProgram('python3', ['-c', READ], JSON.stringify(texts)).toString());

/** Without null, which is removed; -0 is 0 to JSON. */
function without(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => item !== null).map(without);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== null)
      .map(([key, item]) => [key, without(item)]),
  );
}

async function toToml(value: unknown): Promise<string> {
  const { status, text, message } = await runTool(jsonToToml, { input: JSON.stringify(value) });
  expect(status, message).toBe(200);
  return text ?? '';
}

describe('json-to-toml', () => {
  inRounds.skipIf(!hasToml)('is read by Python as the same document', [100, 400], async (rounds) => {
    const random = fractionsOf(111);
    const values = Array.from({ length: rounds }, (_, index) => ({ v: randomPlain(random, 4), index }));
    const texts: string[] = [];
    for (const value of values) texts.push(await toToml(value));
    expect(readToml(texts)).toEqual(values.map(without));
  });

  /** The tagged values of toml-test as plain ones; `undefined` where JSON cannot hold them. */
  function untagged(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(untagged);
    const { type, value: text, ...more } = value as { type?: unknown; value?: unknown };
    const isTagged = typeof type === 'string' && typeof text === 'string' && Object.keys(more).length === 0;
    if (!isTagged)
      return Object.fromEntries(Object.entries(value as object).map(([key, item]) => [key, untagged(item)]));
    if (type === 'bool') return text === 'true';
    if (type === 'integer' || type === 'float') {
      const number = Number(text);
      if (!Number.isFinite(number) || (type === 'integer' && !Number.isSafeInteger(number))) return text;
      return number;
    }
    return text;
  }

  it.skipIf(!hasToml)('writes the values of toml-test as TOML that Python reads as the same', async () => {
    const [[, suite] = ['', new Map<string, string>()]] = suiteCopies('toml');
    const documents = [...suite].filter(([path]) => /(?:^|\/)valid\/.*\.json$/.test(path));
    expect(documents.length).toBeGreaterThan(90);
    const values = documents.map(([, text]) => untagged(JSON.parse(text)));
    const texts: string[] = [];
    for (const value of values) texts.push(await toToml(value));
    expect(JSON.stringify(readToml(texts)).length).toBeGreaterThan(1000);
    expect(readToml(texts)).toEqual(JSON.parse(JSON.stringify(values)));
  });

  it('works in linear time', async () => {
    await expectLinear(1500, (length) => {
      const rows = Array.from({ length }, (_, id) => `{"id":${id},"t":{"x":"a"}}`).join();
      return runTool(jsonToToml, { input: `{"r":[${rows}]}` });
    });
  });
});
