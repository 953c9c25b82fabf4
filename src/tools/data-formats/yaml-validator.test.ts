import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { writeYaml } from '../../lib/json/to-yaml.js';
import { fromPlain } from '../../lib/json/values.js';
import { chanceOf, fractionsOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { hasProgram } from '../../testing/programs.js';
import { randomPlain } from '../../testing/random-json.js';
import { runTool } from '../../testing/run-tool.js';
import { yamlCases } from '../../testing/yaml-suite.js';

import tool from './yaml-validator.js';

const hasPyYaml = hasProgram('python3', ['-c', 'import yaml'], 'places of values beside PyYAML');
const hasYamllint = hasProgram('yamllint', ['--version'], 'findings of yamllint');

const CONFIG = `rules: {key-duplicates: enable, truthy: {check-keys: true}, octal-values: enable, trailing-spaces: enable, empty-lines: {max: 2, max-start: 2, max-end: 2}, new-line-at-end-of-file: enable}`;

interface Answer {
  readonly valid: boolean;
  readonly errors: readonly {
    readonly line: number;
    readonly column: number;
    readonly rule: string;
    readonly message: string;
  }[];
  readonly warnings: Answer['errors'];
}

describe('yaml-validator', () => {
  it('decides as yaml-test-suite', async () => {
    const wrong: string[] = [];
    for (const { id, yaml, isFault } of yamlCases()) {
      if (yaml === '') continue;
      const { data } = await runTool(tool, { input: yaml });
      const { valid } = data as Answer;
      if (valid === isFault) wrong.push(id);
    }
    expect(wrong).toEqual(['2JQS']);
  });

  exhaustive.skipIf(!hasPyYaml)('gives the places of values that a schema refuses as PyYAML gives them', async () => {
    const random = fractionsOf(5);
    const values = Array.from({ length: 40 }, () => ({ 'a/~b': [randomPlain(random, 3)], c: randomPlain(random, 3) }));
    const written = values.flatMap((value) => [
      writeYaml(fromPlain(value)),
      `# 😀\n--- !!map\n"d d": &x {"é": 1,\n  b: [ 2, 3 ]}\n? e\n: - - 5\n    - \n      6\n${writeYaml(fromPlain(value))}`,
      JSON.stringify(value, null, 3),
    ]);
    // YAML 1.1, which PyYAML reads, has three more line breaks.
    const texts = written.filter((text) => !/[\u0085\u2028\u2029]/.test(text));
    // Every value that is neither object nor array is refused.
    const schema = JSON.stringify({
      $ref: '#/$defs/any',
      $defs: {
        any: {
          type: ['object', 'array'],
          additionalProperties: { $ref: '#/$defs/any' },
          items: { $ref: '#/$defs/any' },
        },
      },
    });
    const { stdout } = spawnSync('python3', ['-c', SCALARS], { input: JSON.stringify(texts), maxBuffer: 2 ** 26 });
    const expected = JSON.parse(stdout.toString()) as [string, number, number][][];
    let count = 0;
    for (const [index, input] of texts.entries()) {
      const wanted = expected[index] ?? [];
      const { errors } = (await runTool(tool, { input, options: { schema } })).data as Answer;
      const places = errors.map(({ line, column, message }) => [
        JSON.parse(message.split(' must')[0] ?? ''),
        line,
        column,
      ]);
      if (wanted.length <= 100) expect(places, input).toEqual(wanted);
      count += places.length;
    }
    expect(count).toBeGreaterThan(500);
  });

  it('checks each document of a stream, and passes over those with other faults', async () => {
    const input = 'a: 1\n---\na: x\na: y\n---\na: {<<: &m {b: 1}}\n---\n.inf\n';
    const schema = '{"properties":{"a":{"type":"string"}}}';
    const { errors } = (await runTool(tool, { input, options: { schema, lint: false } })).data as Answer;
    expect(errors).toEqual([
      { line: 1, column: 4, rule: 'schema', message: '"/a" must be string, is number' },
      { line: 4, column: 1, rule: 'key-duplicates', message: 'Duplicate key "a"' },
      { line: 6, column: 4, rule: 'schema', message: '"/a" must be string, is object' },
      { line: 8, column: 1, rule: 'schema', message: 'JSON does not allow .inf' },
    ]);
  });

  exhaustive.skipIf(!hasYamllint)('finds what yamllint finds in 300 random texts, at the same places', async () => {
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

it('a key without a space after its colon is told where it is on a line of its own', async () => {
  const input =
    'server:\n  port:80\nimage: nginx:1.25\nlist:\n  - a:b\nurl:\n  https://a.example\nwindows:\n  C:\\a\ntime:\n  10:30\n';
  const { valid, warnings } = (await runTool(tool, { input })).data as Answer;
  expect([valid, warnings.map(({ line, column, rule }) => `${line}:${column} ${rule}`)]).toEqual([
    true,
    ['2:3 colons'],
  ]);
  expect(((await runTool(tool, { input: 'a:1\nb:2\n' })).data as Answer).warnings[0]?.rule).toBe('colons');
});

const SCALARS = `
import sys, yaml, json
def walk(node, path):
    if isinstance(node, yaml.ScalarNode): yield path, node.start_mark.line + 1, node.start_mark.column + 1
    elif isinstance(node, yaml.SequenceNode):
        for i, item in enumerate(node.value): yield from walk(item, path + '/' + str(i))
    else:
        for key, value in node.value: yield from walk(value, path + '/' + key.value.replace('~', '~0').replace('/', '~1'))
print(json.dumps([list(walk(yaml.compose(text), '')) for text in json.load(sys.stdin)]))
`;

/** yamllint points behind an octal number, this tool at its beginning. */
const place = (finding: string): string => finding.replace(/:\d+ octal/, ' octal');

const KEYS = ['a', 'b', 'yes', '012', 'c', 'd', '"a"'];
const VALUES = [
  ...['yes', 'No', 'true', 'FALSE', 'on', '0777', '089', '0', '1', 'word', '"yes"', "'off'", '!!str no', '[On, 010]'],
  ...['{yes: no}', '|\n    text  \n    no'],
];
const ENDS = ['', '', '', ' ', '  ', ' # yes', '\n\n', '\n\n\n\n'];
