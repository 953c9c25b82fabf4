import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { type CatalogEntry, declaredData, entriesOf } from '../core/catalog.js';
import { ERRORS } from '../core/errors.js';
import { grownCatalog } from '../testing/grown-catalog.js';
import { readCatalog } from '../testing/service.js';

import { openApi } from './openapi.js';

// Whether the description is valid, and true, is proved by tools of others: checks/openapi.

const entries = entriesOf(readCatalog('product'));

interface Part {
  readonly [name: string]: Part;
}

/** The description as a reader meets it: parsed from its text. */
const readBack = (of: readonly CatalogEntry[]): Part => JSON.parse(JSON.stringify(openApi(of))) as Part;

const document = readBack(entries);

const operationOf = (entry: CatalogEntry): Part => document.paths![entry.run.path]!.post!;

/** A schema with the shared ones put in where it refers to them. */
function inlined(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(inlined);
  if (typeof part !== 'object' || part === null) return part;
  const reference: unknown = Reflect.get(part, '$ref');
  if (typeof reference === 'string') return inlined(referred(reference));
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, inlined(value)]));
}

function referred(reference: string): Part {
  let part: Part | undefined = document;
  for (const name of reference.replace('#/', '').split('/')) part = part?.[name];
  expect(part, reference).toBeDefined();
  return part!;
}

describe('every operation', () => {
  it('has what it refers to', () => {
    const references = JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g);
    for (const [, reference = ''] of references) referred(reference);
  });

  it('asks for the body that the catalog asks for', () => {
    for (const entry of entries) {
      const schema = operationOf(entry).requestBody!.content!['application/json']!.schema;
      const withoutWords = (value: unknown) =>
        JSON.parse(
          JSON.stringify(value, (name, part: unknown) =>
            WORDS.has(name) && typeof part !== 'object' ? undefined : part,
          ),
        );
      const { $schema: _, ...published } = entry.input_schema;
      expect(withoutWords(inlined(schema)), entry.id).toMatchObject(withoutWords(published));
    }
  });

  it('names every status a run can have, with codes and examples', () => {
    const statuses = new Set(Object.values(ERRORS).map(({ status }) => String(status)));
    // A run is a POST that answers: other methods and readiness are not its own.
    for (const status of ['405', '503']) statuses.delete(status);
    for (const entry of entries) {
      expect(Object.keys(operationOf(entry).responses!).filter((status) => status !== '200')).toEqual(
        [...statuses].sort(),
      );
    }
    for (const [code, { status }] of Object.entries(ERRORS)) {
      if (status === 405) continue;
      const examples = document.components!.responses![status]!.content!['application/json']!.examples!;
      expect(examples[code]!.value!.error!.code).toBe(code);
    }
  });

  it('answers with the keys of data that the catalog declares', () => {
    const told = entries.filter((entry) => 'properties' in (declaredData(entry) ?? {}));
    expect(told.length).toBeGreaterThan(60);
    for (const entry of told) {
      const { allOf } = operationOf(entry).responses!['200']!.content!['application/json']!.schema!;
      const { data } = (allOf as unknown as readonly Part[])[1]!.properties!.result!.properties!;
      const declared = declaredData(entry) as unknown as Part;
      expect(Object.keys(data!.properties!), entry.id).toEqual(Object.keys(declared.properties!));
      expect(data!.required, entry.id).toEqual(declared.required);
    }
  });

  it('names limits and notes, and the examples of request and response alike', () => {
    for (const entry of entries) {
      const { description, requestBody, responses } = operationOf(entry);
      expect(description).toContain(`${entry.limits.timeout_seconds} seconds`);
      expectNotes(entry, description);
      const asked = requestBody!.content!['application/json']!.examples ?? {};
      const answered = responses!['200']!.content!['application/json']!.examples ?? {};
      expect(Object.keys(asked)).toEqual(expect.arrayContaining(Object.keys(answered)));
    }
  });
});

/** Words for people, and what the catalog says elsewhere. */
const WORDS = new Set(['description', 'default', 'pattern', 'x-formats']);

it.each([entries.length, 500])('is at most 480 bytes compressed per tool of %d, in both codings', (count) => {
  const text = JSON.stringify(openApi(grownCatalog(entries, count)));
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
  expect(gzipSync(text).length).toBeLessThanOrEqual(480 * count);
  expect(brotliCompressSync(text, quality).length).toBeLessThanOrEqual(480 * count);
});

it('has every note, or where more stand, for each of 500 tools', () => {
  const grown = grownCatalog(entries, 500);
  const { paths } = readBack(grown);
  for (const entry of grown) expectNotes(entry, paths![entry.run.path]!.post!.description);
});

function expectNotes({ id, notes }: CatalogEntry, description: unknown): void {
  const missing = notes.filter((note) => !String(description).includes(note));
  if (missing.length > 0) expect(description).toContain(`More notes: \`GET /api/v1/tools/${id}\`.`);
}
