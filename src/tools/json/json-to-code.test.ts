import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../core/project-files.js';
import { fractionsOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { randomPlain } from '../../testing/random-json.js';
import { runTool } from '../../testing/run-tool.js';

import jsonToCode from './json-to-code.js';

const random = fractionsOf(81);
const DOCUMENTS: unknown[] = [
  { id: 1, 'a-b': [1, 2.5, null], class: 'x', user: { name: 'Ada', tags: [] }, list: [{ a: 1 }, { b: 'x' }] },
  { '1st': true, '': 1, é: { 中: 'x' }, default: null, constructor: 2 },
  ...Array.from({ length: 10 }, () => ({
    value: randomPlain(random, 3),
    more: [randomPlain(random, 2), randomPlain(random, 2)],
  })),
];

const typesOf = async (document: unknown, language: string): Promise<string> => {
  const answer = await runTool(jsonToCode, { input: JSON.stringify(document), options: { language } });
  expect(answer.status, String(answer.cause)).toBe(200);
  return answer.text ?? '';
};

describe('json-to-code', () => {
  exhaustive('writes TypeScript whose types accept the document', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'json-to-code-'));
    try {
      const paths: string[] = [];
      for (const [index, document] of DOCUMENTS.entries()) {
        const path = join(folder, `sample${index}.ts`);
        writeFileSync(
          path,
          `${await typesOf(document, 'typescript')}\nexport const sample: Root = ${JSON.stringify(document)};\n`,
        );
        paths.push(path);
      }
      const compiler = join(projectRoot, 'node_modules/typescript/bin/tsc');
      execFileSync(process.execPath, [compiler, '--ignoreConfig', '--noEmit', '--strict', '--types', '', ...paths], {
        encoding: 'utf8',
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  exhaustive.skipIf(!hasProgram('python3', ['--version'], 'Python types'))('writes Python that compiles', async () => {
    const sources: string[] = [];
    for (const document of DOCUMENTS) sources.push(await typesOf(document, 'python'));
    runProgram(
      'python3',
      ['-c', 'import json, sys\nfor source in json.load(sys.stdin): compile(source, "types", "exec")'],
      JSON.stringify(sources),
    );
  });

  it('gives what JSON holds as text the type of a text where no code converts it', async () => {
    const document = {
      at: '2020-01-02T03:04:05Z',
      day: '2020-01-02',
      id: '5f0c8a3e-1b2c-4d5e-8f90-123456789abc',
      n: '12',
      yes: 'true',
    };
    for (const language of ['typescript', 'flow', 'python', 'go', 'kotlin', 'csharp', 'swift']) {
      const types = await typesOf(document, language);
      expect(types, language).not.toMatch(/Date|UUID|Guid|time\.Time/);
      expect(types, language).not.toMatch(/\b(?:int|bool)\b/);
    }
    const withCode = await runTool(jsonToCode, {
      input: JSON.stringify(document),
      options: { language: 'typescript', typesOnly: false },
    });
    expect(withCode.text).toContain('Date');
  });

  const SCRIPTS: readonly object[] = [
    { 日本: 'x' },
    { 日本: { a: 1 }, 日: [{ b: 2 }] },
    { मुझे: { a: 1 }, ª: 1, º: { q: 1 } },
    { 가: { 나: { a: 1 } }, '1日': { a: 1 }, '😀': { a: 1 }, class: { self: 1 } },
  ];

  exhaustive.skipIf(!hasProgram('python3', ['--version'], 'Python code'))(
    'writes Python that reads and writes back documents with keys of any script',
    async () => {
      const program =
        'import sys,json,types;m=types.ModuleType("m");sys.modules["m"]=m;t=json.load(sys.stdin);exec(compile(t[0],"m","exec"),m.__dict__);assert m.root_to_dict(m.root_from_dict(t[1]))==t[1]';
      for (const document of SCRIPTS) {
        const answer = await runTool(jsonToCode, {
          input: JSON.stringify(document),
          options: { language: 'python', typesOnly: false },
        });
        runProgram('python3', ['-c', program], JSON.stringify([answer.text, document]));
      }
    },
  );

  it.skipIf(!hasProgram('ruby', ['--version'], 'Ruby types'))('writes Ruby of correct syntax', async () => {
    for (const document of [...SCRIPTS, ...DOCUMENTS]) {
      const answer = runProgram('ruby', ['-c', '-'], await typesOf(document, 'ruby')).toString();
      expect(answer).toContain('Syntax OK');
    }
  });

  it('writes Go whose members are exported, whatever their script', async () => {
    const types = await typesOf({ 日本: 1, é: 2 }, 'go');
    expect(types).toMatch(/\tX日本 +int64 +`json:"日本"`/);
    expect(types).toMatch(/\tÉ +int64/);
  });

  it('writes types for a JSON Schema, which a sample only describes', async () => {
    const schema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: 'Person',
      type: 'object',
      required: ['id'],
      properties: {
        id: { type: 'integer' },
        kind: { enum: ['a', 'b'] },
        home: { $ref: '#/$defs/place' },
      },
      $defs: { place: { type: 'object', properties: { city: { type: 'string' } } } },
    };
    const types = await typesOf(schema, 'typescript');
    expect(types).toMatch(/export interface Root \{[^}]*home\?: +Home;[^}]*id: +number;[^}]*kind\?: +Kind;/);
    expect(types).toContain('export type Kind = "a" | "b";');
    const asJson = await runTool(jsonToCode, { input: JSON.stringify(schema), options: { from: 'json' } });
    expect(asJson.text).toContain('$schema');
    const remote = JSON.stringify({ ...schema, properties: { a: { $ref: 'https://example.org/a.json' } } });
    const refused = await runTool(jsonToCode, { input: remote });
    expect([refused.status, refused.message]).toEqual([
      400,
      'Cannot use property "input" as a JSON Schema: a reference leads out of it, and nothing is fetched',
    ]);
    for (const bad of [
      '{"type":"strin"}',
      '{"type":5}',
      '{"$ref":"#/nowhere"}',
      'false',
      '[]',
      '{"properties":{"a":[1]}}',
    ])
      expect((await runTool(jsonToCode, { input: bad, options: { from: 'schema' } })).status, bad).toBe(400);
  });

  it('uses namespaces and libraries, and refuses those of another language', async () => {
    const code = async (options: Record<string, unknown>): Promise<string | undefined> => {
      const answer = await runTool(jsonToCode, { input: '{"a":1}', options });
      return answer.text ?? answer.message;
    };
    expect(await code({ language: 'csharp', namespace: 'My.App' })).toContain('namespace My.App');
    expect(await code({ language: 'java', namespace: 'org.example' })).toContain('package org.example;');
    expect(await code({ language: 'python', library: 'pydantic' })).toContain('(BaseModel)');
    expect(await code({ language: 'typescript', readonly: true })).toContain('readonly a');
    expect(await code({ language: 'kotlin', library: 'kotlinx', typesOnly: false })).toContain('@Serializable');
    expect(await code({ language: 'go', library: 'lombok' })).toBe(
      'Option "library" must be one for "go", got "lombok"',
    );
    expect(await code({ language: 'python', namespace: 'a' })).toBe('Option "namespace" must be empty for "python"');
    expect(await code({ language: 'go', readonly: true })).toBe('Option "readonly" must be false for "go"');
    expect(await code({ language: 'java', namespace: 'a;b' })).toBe(
      'Option "namespace" must be names with "." or "::" between them',
    );
  });

  it('writes every language, and Java as a file a class', async () => {
    for (const language of ['flow', 'zod', 'go', 'rust', 'csharp', 'kotlin', 'swift', 'dart', 'php', 'ruby', 'cpp']) {
      expect(await typesOf(DOCUMENTS[0], language), language).toMatch(/Root/);
    }
    const java = await runTool(jsonToCode, { input: '{"user":{"a":1}}', options: { language: 'java', name: 'Order' } });
    expect(java.files.map(({ name }) => name)).toEqual(['Order.java', 'User.java']);
  });
});

it('a schema without "$schema" is told by the types of its properties', async () => {
  const schema = {
    type: 'object',
    properties: { name: { type: 'string' }, age: { type: 'integer' } },
    required: ['name'],
  };
  // JSON Schema, Validation 6.5.3: what is not in "required" may be missing.
  expect(await typesOf(schema, 'typescript')).toMatch(/export interface Root \{\s+age\?: +number;\s+name: +string;/);
  // Data that only looks like one.
  expect(await typesOf({ type: 'object', properties: { color: 'red' } }, 'typescript')).toContain(
    'properties: Properties;',
  );
});
