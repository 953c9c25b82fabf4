import { describe, expect, it } from 'vitest';

import { parseJson } from '../../lib/json/parse.js';
import { DRAFTS, type Draft } from '../../lib/json/schema/drafts.js';
import { isJsonArray, isJsonObject, type JsonValue } from '../../lib/json/values.js';
import { type SuiteFiles, suiteCopies } from '../../testing/published-suites.js';
import { checkSchema } from './json-schema.js';

const below = (files: SuiteFiles, folder: string): [string, string][] =>
  [...files].filter(([path]) => path.startsWith(folder) && path.endsWith('.json'));

const remotes = (files: SuiteFiles): Map<string, JsonValue> =>
  new Map(
    below(files, 'remotes/').map(([path, text]) => [
      path.replace('remotes/', 'http://localhost:1234/'),
      parseJson(text),
    ]),
  );

/** Names of the tests of a file that end otherwise than the suite says, and how many there are. */
function runFile(
  [path, text]: readonly [string, string],
  draft: Draft,
  formats: boolean,
  source: Map<string, JsonValue>,
): { failed: string[]; count: number } {
  const failed: string[] = [];
  let count = 0;
  const groups = parseJson(text);
  for (const group of isJsonArray(groups) ? groups.filter(isJsonObject) : []) {
    const tests = group.get('tests');
    for (const test of tests !== undefined && isJsonArray(tests) ? tests.filter(isJsonObject) : []) {
      count++;
      const name = `${path}: ${String(group.get('description'))}: ${String(test.get('description'))}`;
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
  // An older copy of the suite expects that of the meta-schema of 2020-12 too, whose "format" only annotates.
  'draft2020-12/optional/ecmascript-regex.json: \\a is not an ECMA 262 control escape',
];

describe.each(suiteCopies('json-schema'))('JSON-Schema-Test-Suite, %s', (_, files) => {
  const source = remotes(files);
  for (const draft of DRAFTS) {
    const folder = `tests/draft${draft}/`;
    it(`draft ${draft}: all that is required`, () => {
      const results = below(files, folder)
        .filter(([path]) => !path.includes('/optional/'))
        .map((file) => runFile(file, draft, false, source));
      expect(results.flatMap(({ failed }) => failed)).toEqual([]);
      expect(results.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(500);
    });

    it(`draft ${draft}: formats and what else is optional`, () => {
      const results = below(files, `${folder}optional/`).map((file) =>
        runFile(file, draft, file[0].includes('/format'), source),
      );
      const count = results.reduce((sum, one) => sum + one.count, 0);
      const failed = results.flatMap((one) => one.failed);
      expect(failed.filter((name) => !EXPLAINED.some((part) => name.includes(part)))).toEqual([]);
      expect(failed.length / count).toBeLessThan(0.02);
    });
  }
});
