import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { describe, expect, it } from 'vitest';

import { parseJson } from '../../lib/json/parse.js';
import { DRAFTS, type Draft } from '../../lib/json/schema/drafts.js';
import { isJsonArray, isJsonObject, type JsonValue } from '../../lib/json/values.js';
import { sharedPath } from '../../testing/untested.js';
import { checkSchema } from './json-schema.js';

const SUITE = sharedPath('corpus/suites/json-schema', 'JSON-Schema-Test-Suite');

const listFiles = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map((entry) => join(entry.parentPath, entry.name));

function remotes(): Map<string, JsonValue> {
  const folder = join(SUITE, 'remotes');
  return new Map(
    listFiles(folder).map((path) => [
      `http://localhost:1234/${relative(folder, path)}`,
      parseJson(readFileSync(path, 'utf8')),
    ]),
  );
}

/** Names of the tests of a file that end otherwise than the suite says, and how many there are. */
function runFile(
  path: string,
  draft: Draft,
  formats: boolean,
  source: Map<string, JsonValue>,
): { failed: string[]; count: number } {
  const failed: string[] = [];
  let count = 0;
  const groups = parseJson(readFileSync(path, 'utf8'));
  for (const group of isJsonArray(groups) ? groups.filter(isJsonObject) : []) {
    const tests = group.get('tests');
    for (const test of tests !== undefined && isJsonArray(tests) ? tests.filter(isJsonObject) : []) {
      count++;
      const name = `${relative(join(SUITE, 'tests'), path)}: ${String(group.get('description'))}: ${String(test.get('description'))}`;
      try {
        const [{ faultCount }] = checkSchema(group.get('schema') ?? true, [test.get('data') ?? null], {
          draft,
          formats,
          source: (address) => source.get(address),
        });
        if ((faultCount === 0) !== test.get('valid')) failed.push(name);
      } catch (error) {
        failed.push(`${name} (${String(error).slice(0, 100)})`);
      }
    }
  }
  return { failed, count };
}

/** What is known to end otherwise, and why. */
const EXPLAINED = [
  // Draft 4 leaves it to the language; here 1.0 is an integer in every draft, as later drafts say.
  'zeroTerminatedFloats',
  // Content is an annotation since draft 2019-09, and here before too.
  'optional/content.json',
  // RFC 1123 alone allows two hyphens in third place; IDNA, which later drafts ask for, does not.
  'hostname with consecutive hyphens (RFC1123)',
  // The Bidi rule of RFC 5893 is checked in part only.
  'Bidi domain name',
  'left-to-right label containing',
  'right-to-left label mixing',
  'Bidi rule violation',
  // RFC 3987: private-use letters beyond the BMP in a query.
  'supplementary-plane private-use',
  // Whether formats are checked is an option of the caller's, not of the meta-schema.
  'format-assertion.json',
];

describe.skipIf(!existsSync(SUITE))('JSON-Schema-Test-Suite', () => {
  const source = existsSync(SUITE) ? remotes() : new Map<string, JsonValue>();
  for (const draft of DRAFTS) {
    const folder = join(SUITE, 'tests', `draft${draft}`);
    it(`draft ${draft}: all that is required`, () => {
      const results = readdirSync(folder)
        .filter((name) => name.endsWith('.json'))
        .map((name) => runFile(join(folder, name), draft, false, source));
      expect(results.flatMap(({ failed }) => failed)).toEqual([]);
      expect(results.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(500);
    });

    it(`draft ${draft}: formats and what else is optional`, () => {
      const optional = join(folder, 'optional');
      const results = listFiles(optional).map((path) => runFile(path, draft, path.includes('/format'), source));
      const count = results.reduce((sum, one) => sum + one.count, 0);
      const failed = results.flatMap((one) => one.failed);
      expect(failed.filter((name) => !EXPLAINED.some((part) => name.includes(part)))).toEqual([]);
      expect(failed.length / count).toBeLessThan(0.02);
    });
  }
});
