/** Random requests end in a result or a refusal; `checks/random-input` makes many more, and larger ones, against a service. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { loadTool } from '../generated/registry.js';
import { chanceOf } from '../testing/chance.js';
import { EXHAUSTIVE } from '../testing/exhaustive.js';
import { type RandomBody, randomBody } from '../testing/random-requests.js';
import { runBody } from '../testing/run-tool.js';
import { sampleOfTools } from '../testing/sample.js';
import { readCatalog } from '../testing/service.js';

const RUNS = 30;
/** Of tools that make keys or slow hashes, a second each: `checks/random-input` sends them more. */
const SLOW_RUNS = 4;
const SLOW_FAMILIES: ReadonlySet<string> = new Set(['crypto-keys', 'hashing']);
const MAX_CHARACTERS = 5000;

let scratch = '';
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'random-input-'));
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

// Tools of class model take a second a run; they have tests of their own.
const entries = sampleOfTools(
  readCatalog('product')
    .tools.map(({ entry }) => entry)
    .filter((entry) => entry.class !== 'model'),
);

describe(`random requests ${EXHAUSTIVE}`, () => {
  it.each(entries.map((entry) => [entry.id, entry] as const))(
    '%s answers anything with a result or a refusal',
    async (id, entry) => {
      const tool = await loadTool(id);
      const source = {
        options: entry.options,
        takesInput: entry.input !== 'none',
        files: entry.files,
        examples: entry.examples.map(({ request }) => request as RandomBody),
        mostCharacters: MAX_CHARACTERS,
      };
      const runs = SLOW_FAMILIES.has(entry.family) ? SLOW_RUNS : RUNS;
      for (let seed = 1; seed <= runs; seed++) {
        const body = randomBody(source, chanceOf(seed));
        const answer = await runBody(tool, JSON.stringify(body), { scratch });
        expect([200, 400, 413], `seed ${seed}: ${answer.message} ${String(answer.cause)}`).toContain(answer.status);
      }
    },
  );
});
