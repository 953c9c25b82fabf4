/** What mutations start from: the files of `fixtures/`, the hostile files that the tests make, and the worked examples. */

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';

import type { CatalogEntry } from '../../src/core/catalog.js';
import { projectRoot } from '../../src/core/project-files.js';
import type { SentRequest } from '../../src/testing/answer-faults.js';
import { hostileFiles } from '../../src/testing/hostile/files.js';
import type { RandomBody } from '../../src/testing/random-requests.js';

export type SeedFile = SentRequest['files'][number];

/** A request before it is mutated. */
export type Seed = SentRequest;

/** Larger files make slow runs and show no other faults. */
const MAX_SEED_BYTES = 300_000;

export interface SeedSource {
  readonly seeds: readonly Seed[];
  /** Files of the formats that the tool takes. */
  readonly files: readonly SeedFile[];
}

/** Files that seeds are drawn from, read once. */
export function readSeedFiles(): SeedFile[] {
  const folder = join(projectRoot, 'fixtures');
  const fixtures = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((path) => join(folder, path))
    .filter((path) => statSync(path).isFile() && statSync(path).size <= MAX_SEED_BYTES)
    .map((path) => ({ name: basename(path), bytes: readFileSync(path) }));
  return [...fixtures, ...hostileFiles().filter(({ bytes }) => bytes.length <= MAX_SEED_BYTES)];
}

/** A tool's worked examples, and the files that it takes. */
export function seedsOf(tool: CatalogEntry, files: readonly SeedFile[]): SeedSource {
  const examples = tool.examples.map(({ request }) => seedOf(request as RandomBody));
  const { formats = [] } = tool.files ?? {};
  const fitting = files.filter(({ name }) => formats.includes('*') || formats.includes(extname(name).toLowerCase()));
  // Texts of examples are files too, for tools that take either.
  const texts = tool.examples.flatMap(({ request }) => (request as RandomBody).input ?? []);
  const ending = formats.find((format) => format !== '*') ?? '.txt';
  const written =
    tool.files === null ? [] : texts.map((text, i) => ({ name: `example${i}${ending}`, bytes: Buffer.from(text) }));
  const given = examples.flatMap((seed) => seed.files);
  const all = [...fitting, ...written, ...given];
  return { seeds: examples.length > 0 ? examples : [seedOf({})], files: all };
}

/** A request's body, decoded. */
export function seedOf({ input, options = {}, files = [] }: RandomBody): Seed {
  return {
    input,
    options,
    files: files.map(({ name, base64 }) => ({ name, bytes: Buffer.from(base64 ?? '', 'base64') })),
  };
}
