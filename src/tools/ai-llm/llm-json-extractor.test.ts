import { describe, expect, it } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { expectLinear } from '../../testing/growth.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import llmJsonExtractor from './llm-json-extractor.js';

const WRAPPINGS: readonly ((json: string) => string)[] = [
  (json) => json,
  (json) => `Sure! Here it is:\n\n\`\`\`json\n${json}\n\`\`\`\n\nLet me know.`,
  (json) => `\`\`\`\r\n${json}\r\n\`\`\``,
  (json) => `The answer, as in [1] and [the manual](https://example.com): ${json}. Is that what you want?`,
  (json) => `<think>Maybe {"a": 1}? Or [5, 6]?</think>\n${json}`,
  (json) => `Use {} for nothing.\n\n~~~json5\n${json}\n~~~`,
  (json) => `> quoted "text" with 5" nails\n${json}\nend`,
  (json) => `Result: <json>${json}</json>`,
];

const TEXTS = ['', 'a "quoted" word', 'brackets ]}[{', 'line\nbreak', 'back\\slash', '```', '🌍', "it's", '</json>'];

function randomValue(chance: (below: number) => number, depth: number): unknown {
  const kind = depth > 3 ? chance(4) : chance(6);
  if (kind === 0) return chance(2) === 0;
  if (kind === 1) return chance(10_000) / 8 - 500;
  if (kind === 2) return null;
  if (kind === 3) return pick(chance, TEXTS);
  const length = 1 + chance(4);
  if (kind === 4) return Array.from({ length }, () => randomValue(chance, depth + 1));
  return Object.fromEntries(Array.from({ length }, (_, i) => [`key${i}`, randomValue(chance, depth + 1)]));
}

const randomDocument = (seed: number): unknown => ({ first: seed, rest: randomValue(chanceOf(seed), 0) });

const valueIn = async (input: string, options = {}): Promise<unknown> => {
  const { data, status, message } = await runTool(llmJsonExtractor, { input, options });
  expect(status, `${message}: ${input}`).toBe(200);
  return (data as { readonly value: unknown }).value;
};

const hasPython = hasProgram('python3', ['--version'], 'JSON as json.loads reads it');

inRounds.skipIf(!hasPython)('finds what json.loads reads, however it is wrapped', [10, 400], async (rounds) => {
  const documents = Array.from({ length: rounds }, (_, seed) => JSON.stringify(randomDocument(seed), null, seed % 3));
  const script = 'import json,sys; print(json.dumps([json.loads(t) for t in json.load(sys.stdin)]))';
  const expected = JSON.parse(runProgram('python3', ['-c', script], JSON.stringify(documents)).toString()) as unknown[];
  // Fences inside strings end a block for every reader of Markdown, where a line has nothing but them.
  for (const [index, document] of documents.entries())
    for (const wrap of WRAPPINGS) expect(await valueIn(wrap(document)), wrap(document)).toEqual(expected[index]);
});

describe('broken answers', () => {
  const whole = WRAPPINGS[1]?.(JSON.stringify({ a: [1, { b: 'text' }], c: null, d: 'x "y" z' }, null, 2)) ?? '';

  it('every prefix is read or refused', async () => {
    for (let end = 1; end <= whole.length; end++) {
      const { status } = await runTool(llmJsonExtractor, { input: whole.slice(0, end) });
      expect([200, 400], whole.slice(0, end)).toContain(status);
    }
  });

  exhaustive('random changes are read or refused', async () => {
    const chance = chanceOf(7);
    for (let round = 0; round < 500; round++) {
      const units = [...whole];
      for (let change = 0; change <= chance(4); change++)
        units[chance(units.length)] = pick(chance, ['{', '}', '[', ']', '"', '`', ',', '', '<', '\\', '\n', 'é']);
      for (const extract of ['json', 'code', 'table', 'elements']) {
        const { status } = await runTool(llmJsonExtractor, {
          input: units.join(''),
          options: { extract, pick: 'all' },
        });
        expect([200, 400], units.join('')).toContain(status);
      }
    }
  });

  it('Python and comments are repaired', async () => {
    expect(await valueIn("Output: {'ok': True, 'n': None, // why\n 'list': [1, 2,]}")).toEqual({
      ok: true,
      n: null,
      list: [1, 2],
    });
    expect(await valueIn('{name: "Ada"}')).toEqual({ name: 'Ada' });
  });

  it('what is not to be repaired is not', async () => {
    const { message } = await runTool(llmJsonExtractor, { input: '{"a": 1,}', options: { repair: false } });
    expect(message).toBe('Cannot find JSON in property "input"');
  });
});

it('picks the last and the largest', async () => {
  const input = 'A {"a":1} and {"b":[1,2,3]} and {"c":2}';
  expect(await valueIn(input, { pick: 'last' })).toEqual({ c: 2 });
  expect(await valueIn(input, { pick: 'largest' })).toEqual({ b: [1, 2, 3] });
});

it('lists code blocks with their languages', async () => {
  const { data } = await runTool(llmJsonExtractor, {
    input: '```python title="x"\nprint(1)\n```\ntext\n~~~\nplain\n~~~\n```js\nlet a',
    options: { extract: 'code', pick: 'all' },
  });
  const { items } = data as { readonly items: readonly { value: string; language: string; cutOff: boolean }[] };
  expect(items.map(({ value, language, cutOff }) => [value, language, cutOff])).toEqual([
    ['print(1)', 'python', false],
    ['plain', '', false],
    ['let a', 'js', true],
  ]);
});

it.each(['{', '[', '{"a":', '[}', '```\n', '<a>', '<a b="', '| a |\n|---|\n', '"{', '{}'])(
  'takes linear time for many of %s',
  async (part) => {
    for (const extract of ['json', 'code', 'table', 'elements'])
      await expectLinear(4_000, (length) =>
        runTool(llmJsonExtractor, { input: part.repeat(length), options: { extract, repair: false } }),
      );
  },
);
