import { expect, it } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { expectLinear } from '../../testing/growth.js';
import { runTool } from '../../testing/run-tool.js';

import chatFormatConverter from './chat-format-converter.js';

const START = {
  messages: [
    { role: 'system', content: 'Be brief' },
    {
      role: 'user',
      content: [
        { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
        { type: 'text', text: 'What?' },
      ],
    },
    {
      role: 'assistant',
      content: 'Look',
      tool_calls: [{ id: 'call_a', type: 'function', function: { name: 'look', arguments: '{"n":[1,"é"]}' } }],
    },
    { role: 'tool', tool_call_id: 'call_a', content: 'a cat' },
    { role: 'assistant', content: 'A cat.' },
  ],
};

const FORMATS = [
  'openai',
  'openai-responses',
  'anthropic',
  'gemini',
  'sharegpt',
  'alpaca',
  'chatml',
  'llama3',
  'markdown',
];

inRounds('damaged conversations are converted or refused', [3, 20], async (rounds) => {
  for (const from of FORMATS) {
    const { data } = await runTool(chatFormatConverter, { input: JSON.stringify(START), options: { to: from } });
    const { result } = data as { result: unknown };
    const text = typeof result === 'string' ? result : JSON.stringify(result);
    const chance = chanceOf(7);
    for (let round = 0; round < rounds; round++) {
      const units = [...text];
      const at = chance(units.length);
      units[at] = pick(chance, ['{', '}', '[', ']', '"', ':', ',', '1', 'null', '', '<', '`']);
      for (const input of [units.join(''), text.slice(0, at)])
        for (const to of FORMATS) {
          if (input === '') continue;
          for (const reader of ['auto', from]) {
            const { status } = await runTool(chatFormatConverter, { input, options: { from: reader, to } });
            expect([200, 400, 413], input).toContain(status);
          }
        }
    }
  }
});

it('any JSON is converted or refused, in every format', async () => {
  const odd = ['null', '5', '"x"', '[]', '{}', '[[]]', '[{}]', '[null]', '{"messages":5}', '{"messages":[{"role":5}]}'];
  const inputs = [
    ...odd,
    '{"messages":[{"role":"robot","content":"x"}]}',
    '{"contents":[{"parts":[{"functionCall":{}}]}]}',
    '{"conversations":[{"from":"x"}]}',
    '{"input":[{"type":"function_call"}]}',
    '{"instruction":"a","history":[1]}',
    '{"messages":[{"role":"tool","content":[{"type":"text"}]},{"role":"assistant","tool_calls":[{"function":{"name":"f","arguments":"{"}}]}]}',
    `${'['.repeat(5000)}`,
    `{"messages":[{"role":"assistant","tool_calls":[{"function":{"name":"f","arguments":${'['.repeat(990)}${']'.repeat(990)}}}]}]}`,
  ];
  for (const input of inputs)
    for (const from of ['auto', ...FORMATS])
      for (const to of FORMATS) {
        const { status } = await runTool(chatFormatConverter, { input, options: { from, to } });
        expect([200, 400, 413], `${from} ${to} ${input.slice(0, 100)}`).toContain(status);
      }
});

const GROWING: readonly (readonly [name: string, piece: string, before: string])[] = [
  ['ChatML', '<|im_start|>user\n<tool_response>\n', ''],
  ['Llama 3', '<|start_header_id|>assistant<|end_header_id|>\n\n<think>', ''],
  ['thinking in Markdown', '<details>\n<summary>Thinking</summary>\n\n', '## User\n'],
  ['calls in Markdown', '### Tool call: f\n\n```json\n', '## Assistant\n'],
  ['tags', '<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call>\n', '<|im_start|>assistant\n'],
  ['brackets', '[', '## User\n'],
];
inRounds('time grows as the text does', [2, GROWING.length], async (rounds) => {
  for (const [, piece, before] of GROWING.slice(0, rounds))
    await expectLinear(20_000, async (length) => {
      const input = before + piece.repeat(length / piece.length);
      await runTool(chatFormatConverter, { input, options: { to: 'gemini' } });
    });
});

exhaustive('the longest texts end in time', async () => {
  for (const [name, piece, before] of GROWING) {
    const input = (before + piece.repeat(1_000_000 / piece.length)).slice(0, 1_000_000);
    const { status } = await runTool(chatFormatConverter, { input, options: { to: 'markdown' } });
    expect([200, 400, 413], name).toContain(status);
  }
});
