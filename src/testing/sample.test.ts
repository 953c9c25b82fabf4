import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { hasProgram, runProgram } from './programs.js';
import { chooseTools, readRevision } from './sample.js';

const tools = Array.from({ length: 60 }, (_, i) => ({ id: `tool-${i}`, family: i < 5 ? 'few' : 'many' }));
const idsOf = (commit: string, changed: readonly string[] = [], most = 20): string[] =>
  chooseTools(tools, { commit, changed }, most).map(({ id }) => id);

describe('a sample of tools', () => {
  it('is all of them where they are few or nothing is known of what changed', () => {
    expect(chooseTools(tools, { commit: 'ab12cd34', changed: [] }, 60)).toEqual(tools);
    expect(chooseTools(tools, undefined, 20)).toBe(tools);
  });

  it('is the same for a commit and another for the next, and leaves nobody out for ever', () => {
    expect(idsOf('00000001')).toHaveLength(20);
    expect(idsOf('00000001')).toEqual(idsOf('00000001'));
    expect(idsOf('00000001')).not.toEqual(idsOf('00000002'));
    const seen = new Set(Array.from({ length: 60 }, (_, i) => idsOf(`0000000${i.toString(16)}`.slice(-8))).flat());
    expect(seen.size).toBe(60);
  });

  it('holds all that changed: a tool by its own files, a family by what it shares', () => {
    const changed = [
      'src/tools/many/tool-7.ts',
      'src/tools/many/tool-8.test.ts',
      'src/tools/few/_shared.ts',
      'README.md',
    ];
    for (const commit of ['00000001', '00000002', '00000003']) {
      expect(idsOf(commit, changed, 7)).toEqual(['tool-0', 'tool-1', 'tool-2', 'tool-3', 'tool-4', 'tool-7', 'tool-8']);
    }
    const all = tools.map(({ id, family }) => `src/tools/${family}/${id}.ts`);
    expect(idsOf('00000001', all, 7)).toHaveLength(60);
  });
});

describe.skipIf(!hasProgram('git', ['--version'], 'what changed since a release'))('a revision', () => {
  let folder = '';
  const git = (...args: readonly string[]) =>
    runProgram('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args]);
  const commit = (name: string) => {
    writeFileSync(join(folder, name), name);
    git('add', '.');
    git('commit', '-q', '-m', name);
  };
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'sample-test-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is compared with the commit before, the branch it came from, the last release', () => {
    expect(readRevision(folder)).toBeUndefined();
    git('init', '-q', '-b', 'main');
    commit('one.ts');
    expect(readRevision(folder)).toBeUndefined();
    commit('two.ts');
    expect(readRevision(folder)?.changed).toEqual(['two.ts']);
    git('checkout', '-q', '-b', 'work');
    commit('three.ts');
    commit('four.ts');
    mkdirSync(join(folder, 'new'));
    writeFileSync(join(folder, 'new/five.ts'), '');
    expect(readRevision(folder)?.changed).toEqual(['four.ts', 'three.ts', 'new/five.ts']);
    expect(readRevision(folder)?.commit).toMatch(/^[0-9a-f]{40}$/);
    git('tag', 'v1', 'work~1');
    expect(readRevision(folder)?.changed).toEqual(['four.ts', 'new/five.ts']);
  });
});
