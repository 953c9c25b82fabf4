import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../core/project-files.js';
import { fractionsOf } from '../../testing/chance.js';
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
  it('writes TypeScript whose types accept the document', async () => {
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

  it.skipIf(!hasProgram('python3', ['--version'], 'Python types'))('writes Python that compiles', async () => {
    for (const document of DOCUMENTS)
      runProgram(
        'python3',
        ['-c', 'import sys;compile(sys.stdin.read(),"types","exec")'],
        await typesOf(document, 'python'),
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
