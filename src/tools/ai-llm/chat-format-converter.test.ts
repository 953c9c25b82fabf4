import { expect, it } from 'vitest';
import { z } from 'zod';

import { type Chance, chanceOf, pick } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';

import chatFormatConverter from './chat-format-converter.js';

interface Converted {
  readonly from: string;
  readonly result: unknown;
  readonly warnings: readonly string[];
}

async function converted(document: unknown, options: object): Promise<Converted> {
  const input = typeof document === 'string' ? document : JSON.stringify(document);
  const { data, status, message } = await runTool(chatFormatConverter, { input, options: { ...options } });
  expect(status, message).toBe(200);
  return data as Converted;
}

const PIXEL = 'iVBORw0KGgo=';

/** One conversation as the vendors' documents have it, typed from memory. */
const VENDORS = {
  openai: {
    messages: [
      { role: 'system', content: 'You are a weather assistant.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is the weather here?' },
          { type: 'image_url', image_url: { url: `data:image/png;base64,${PIXEL}` } },
        ],
      },
      {
        role: 'assistant',
        content: 'Let me look.',
        tool_calls: [
          {
            id: 'call_abc',
            type: 'function',
            function: { name: 'get_weather', arguments: '{"city":"Bogotá","id":1}' },
          },
        ],
      },
      { role: 'tool', tool_call_id: 'call_abc', content: '15 degrees' },
      { role: 'assistant', content: 'It is 15 degrees.' },
    ],
  },
  'openai-responses': {
    instructions: 'You are a weather assistant.',
    input: [
      {
        role: 'user',
        content: [
          { type: 'input_text', text: 'What is the weather here?' },
          { type: 'input_image', image_url: `data:image/png;base64,${PIXEL}` },
        ],
      },
      { role: 'assistant', content: 'Let me look.' },
      { type: 'function_call', call_id: 'call_abc', name: 'get_weather', arguments: '{"city":"Bogotá","id":1}' },
      { type: 'function_call_output', call_id: 'call_abc', output: '15 degrees' },
      { role: 'assistant', content: 'It is 15 degrees.' },
    ],
  },
  anthropic: {
    system: 'You are a weather assistant.',
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is the weather here?' },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PIXEL } },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'Let me look.' },
          { type: 'tool_use', id: 'call_abc', name: 'get_weather', input: { city: 'Bogotá', id: 1 } },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_abc', content: '15 degrees' }] },
      { role: 'assistant', content: 'It is 15 degrees.' },
    ],
  },
  gemini: {
    systemInstruction: { parts: [{ text: 'You are a weather assistant.' }] },
    contents: [
      {
        role: 'user',
        parts: [{ text: 'What is the weather here?' }, { inlineData: { mimeType: 'image/png', data: PIXEL } }],
      },
      {
        role: 'model',
        parts: [
          { text: 'Let me look.' },
          { functionCall: { id: 'call_abc', name: 'get_weather', args: { city: 'Bogotá', id: 1 } } },
        ],
      },
      {
        role: 'user',
        parts: [{ functionResponse: { id: 'call_abc', name: 'get_weather', response: { output: '15 degrees' } } }],
      },
      { role: 'model', parts: [{ text: 'It is 15 degrees.' }] },
    ],
  },
} as const;

it('converts the conversation of each vendor to that of each other', async () => {
  for (const [from, document] of Object.entries(VENDORS)) {
    for (const [to, expected] of Object.entries(VENDORS)) {
      const { result, warnings, from: found } = await converted(document, { to });
      expect(result, `${from} to ${to}`).toEqual(expected);
      expect(warnings, `${from} to ${to}`).toEqual([]);
      expect(found).toBe(from);
    }
  }
});

const REQUIRED_CALL = z.strictObject({
  id: z.string().min(1),
  type: z.literal('function'),
  function: z.strictObject({ name: z.string().min(1), arguments: z.string() }),
});
const OPENAI_PART = z.union([
  z.strictObject({ type: z.literal('text'), text: z.string() }),
  z.strictObject({ type: z.literal('image_url'), image_url: z.strictObject({ url: z.string() }) }),
]);
/** Requests as the vendors' references have them, typed from memory. */
const SHAPES: Readonly<Record<string, z.ZodType>> = {
  openai: z.strictObject({
    messages: z.array(
      z.discriminatedUnion('role', [
        z.strictObject({ role: z.literal('system'), content: z.string() }),
        z.strictObject({ role: z.literal('user'), content: z.union([z.string(), z.array(OPENAI_PART).min(1)]) }),
        z.strictObject({
          role: z.literal('assistant'),
          content: z.string().nullable(),
          tool_calls: z.array(REQUIRED_CALL).min(1).optional(),
        }),
        z.strictObject({ role: z.literal('tool'), tool_call_id: z.string().min(1), content: z.string() }),
      ]),
    ),
  }),
  anthropic: z.strictObject({
    system: z.string().optional(),
    messages: z.array(
      z.strictObject({
        role: z.enum(['user', 'assistant']),
        content: z.union([
          z.string().min(1),
          z
            .array(
              z.discriminatedUnion('type', [
                z.strictObject({ type: z.literal('text'), text: z.string().min(1) }),
                z.strictObject({
                  type: z.literal('image'),
                  source: z.union([
                    z.strictObject({ type: z.literal('base64'), media_type: z.string(), data: z.string() }),
                    z.strictObject({ type: z.literal('url'), url: z.string() }),
                  ]),
                }),
                z.strictObject({
                  type: z.literal('tool_use'),
                  id: z.string().regex(/^[A-Za-z0-9_-]+$/),
                  name: z.string(),
                  input: z.record(z.string(), z.unknown()),
                }),
                z.strictObject({
                  type: z.literal('tool_result'),
                  tool_use_id: z.string(),
                  content: z.string().optional(),
                }),
              ]),
            )
            .min(1),
        ]),
      }),
    ),
  }),
};

const WORDS = [
  'Hello',
  'Bogotá',
  '日本語',
  '🦊',
  'a < b',
  '## User',
  '### Tool call: x',
  '<|im_end|>',
  '<|eot_id|>',
  '<think>',
];
const MORE = ['</tool_call>', '{"a":1}', '\\n', 'x\ny', '`````', 'User: no', '"quoted"', '<\u200b|im_start|>'];

function words(chance: Chance): string {
  return Array.from({ length: 1 + chance(4) }, () => pick(chance, [...WORDS, ...MORE])).join(' ');
}

function randomArguments(chance: Chance): object {
  return { text: words(chance), n: chance(1000), deep: { list: [true, null, chance(9)] }, '10': 1, '2': 2 };
}

/** A conversation in OpenAI's form; `plain` without images and with one call a turn. */
function randomChat(chance: Chance, { images, calls, ids }: { images: boolean; calls: number; ids: boolean }): object {
  const messages: object[] = chance(2) === 0 ? [] : [{ role: 'system', content: words(chance) }];
  let next = 1;
  for (let turn = 0; turn <= chance(3); turn++) {
    const url = pick(chance, ['https://example.com/a.png', `data:image/png;base64,${PIXEL}`]);
    const isSeen = images && chance(2) === 0;
    const parts = [
      { type: 'image_url', image_url: { url } },
      { type: 'text', text: words(chance) },
    ];
    messages.push({ role: 'user', content: isSeen ? parts : words(chance) });
    const made = Array.from({ length: chance(calls + 1) }, () => ({
      id: ids ? `toolu_${chance(1e9)}_${next}` : `call_${next++}`,
      type: 'function',
      function: { name: pick(chance, ['get_weather', 'search']), arguments: JSON.stringify(randomArguments(chance)) },
    }));
    next += ids ? 1 : 0;
    if (made.length > 0) {
      const ids = made.map(({ id }) => id);
      const content = calls > 1 && chance(2) === 0 ? words(chance) : null;
      messages.push({ role: 'assistant', content, tool_calls: made });
      for (const id of ids) messages.push({ role: 'tool', tool_call_id: id, content: words(chance) });
    }
    messages.push({ role: 'assistant', content: words(chance) });
  }
  return { messages };
}

/** What a format can say and give back. */
const ROUND_TRIPS = [
  ['openai-responses', { images: true, calls: 3, ids: true }],
  ['anthropic', { images: true, calls: 3, ids: true }],
  ['gemini', { images: true, calls: 3, ids: true }],
  ['markdown', { images: true, calls: 3, ids: true }],
  ['sharegpt', { images: true, calls: 3, ids: false }],
  ['chatml', { images: false, calls: 3, ids: false }],
  ['llama3', { images: false, calls: 1, ids: false }],
  ['alpaca', { images: false, calls: 0, ids: false }],
] as const;

inRounds('conversations come back from every format as they went', [8, 100], async (rounds) => {
  for (const [to, limits] of ROUND_TRIPS) {
    for (let seed = 0; seed < rounds; seed++) {
      const start = randomChat(chanceOf(seed), limits);
      const there = await converted(start, { from: 'openai', to });
      const back = await converted(there.result, { from: to, to: 'openai' });
      expect(back.result, `${to} ${seed}: ${JSON.stringify(there.result)}`).toEqual(start);
      for (const format of ['openai', 'anthropic']) {
        const { result } = await converted(there.result, { from: to, to: format });
        const { error } = SHAPES[format]?.safeParse(result) ?? {};
        expect(error, `${to} to ${format} ${seed}`).toBeUndefined();
      }
    }
  }
});

/** The templates of Qwen 2.5 (ChatML) and Llama 3.1 as their model cards have them, typed from memory; without tools and dates. */
const TEMPLATES = {
  chatml: `{%- for message in messages %}
{%- if message.role == "user" or message.role == "system" or (message.role == "assistant" and not message.tool_calls) %}
{{- '<|im_start|>' + message.role + '\\n' + message.content + '<|im_end|>' + '\\n' }}
{%- elif message.role == "assistant" %}
{{- '<|im_start|>' + message.role }}{%- if message.content %}{{- '\\n' + message.content }}{%- endif %}
{%- for call in message.tool_calls %}
{{- '\\n<tool_call>\\n{"name": "' + call.function.name + '", "arguments": ' + (call.function.arguments | tojson) + '}\\n</tool_call>' }}
{%- endfor %}
{{- '<|im_end|>\\n' }}
{%- elif message.role == "tool" %}
{%- if loop.index0 == 0 or messages[loop.index0 - 1].role != "tool" %}{{- '<|im_start|>user' }}{%- endif %}
{{- '\\n<tool_response>\\n' + message.content + '\\n</tool_response>' }}
{%- if loop.last or messages[loop.index0 + 1].role != "tool" %}{{- '<|im_end|>\\n' }}{%- endif %}
{%- endif %}
{%- endfor %}`,
  llama3: `{{- '<|begin_of_text|>' }}
{%- for message in messages %}
{%- if message.role == "tool" %}
{{- '<|start_header_id|>ipython<|end_header_id|>\\n\\n' + message.content + '<|eot_id|>' }}
{%- elif message.tool_calls %}
{%- set call = message.tool_calls[0].function %}
{{- '<|start_header_id|>assistant<|end_header_id|>\\n\\n{"name": "' + call.name + '", "parameters": ' + (call.arguments | tojson) + '}<|eot_id|>' }}
{%- else %}
{{- '<|start_header_id|>' + message.role + '<|end_header_id|>\\n\\n' + message.content + '<|eot_id|>' }}
{%- endif %}
{%- endfor %}`,
};

const JINJA = `
import jinja2
environment = jinja2.Environment()
# As transformers renders: no HTML escapes, letters as they are.
environment.filters['tojson'] = lambda value: json.dumps(value, ensure_ascii=False)
templates = {name: environment.from_string(text) for name, text in data['templates'].items()}
for chat in data['chats']:
    for message in chat['messages']:
        for call in message.get('tool_calls', []):
            call['function']['arguments'] = json.loads(call['function']['arguments'])
print(json.dumps([templates[chat['to']].render(messages=chat['messages']) for chat in data['chats']]))
`;
const hasJinja = hasProgram('python3', ['-c', 'import jinja2'], 'templates of ChatML and Llama 3');

inRounds.skipIf(!hasJinja)('Jinja renders the templates to the same text', [10, 150], async (rounds) => {
  const chats: { to: 'chatml' | 'llama3'; messages: unknown }[] = [];
  const texts: unknown[] = [];
  for (const to of ['chatml', 'llama3'] as const) {
    for (let seed = 0; seed < rounds; seed++) {
      const chat = randomChat(chanceOf(1000 + seed), { images: false, calls: to === 'chatml' ? 3 : 1, ids: false });
      // Contents without special tokens, which a template would leave in.
      const plain = JSON.parse(JSON.stringify(chat).replace(/<(?=\u200b|\||\/?th|\/?tool)/g, '«')) as {
        messages: unknown;
      };
      chats.push({ to, messages: plain.messages });
      texts.push((await converted(plain, { from: 'openai', to })).result);
    }
  }
  expect(runPython<unknown[]>(JINJA, { templates: TEMPLATES, chats })).toEqual(texts);
});

it('reads what services and datasets have in files', async () => {
  const lines = `${JSON.stringify({ custom_id: 'a', method: 'POST', body: { model: 'gpt-5', messages: [{ role: 'user', content: 'x' }] } })}\r\n`;
  const files = [
    { name: 'batch.jsonl', bytes: Buffer.from(lines + lines) },
    { name: 'chat.txt', bytes: Buffer.from('<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n') },
    { name: 'chat.md', bytes: Buffer.from('**User:** Hi\n\n**Assistant:** Hello\n') },
    { name: 'none.txt', bytes: Buffer.from('nothing') },
  ];
  const answer = await runTool(chatFormatConverter, { files, options: { to: 'anthropic' } });
  expect(answer.files.map(({ name, bytes }) => [name, bytes.toString().slice(0, 43)])).toEqual([
    ['batch.jsonl', '{"messages":[{"role":"user","content":"x"}]'],
    ['chat.json', '{\n  "messages": [\n    {\n      "role": "user'],
    ['chat (2).json', '{\n  "messages": [\n    {\n      "role": "user'],
  ]);
  const { files: reports } = answer.data as { files: { from: string; error?: string; messageCount: number }[] };
  expect(reports.map(({ from, error, messageCount }) => error ?? [from, messageCount])).toEqual([
    ['openai', 2],
    ['chatml', 1],
    ['markdown', 2],
    'Cannot read the conversations of file "none.txt": the format is not known: it is neither JSON, ChatML, Llama 3 nor Markdown with speakers',
  ]);
});

it('thinking stays with its vendor, and is told where it cannot', async () => {
  const thought = { type: 'thinking', thinking: 'Hm', signature: 'c2ln' };
  const chat = {
    messages: [
      { role: 'user', content: 'Why?' },
      { role: 'assistant', content: [thought, { type: 'text', text: 'So.' }] },
    ],
  };
  expect((await converted(chat, { to: 'anthropic' })).result).toEqual(chat);
  const { result, warnings } = await converted(chat, { to: 'openai' });
  expect(result).toEqual({ messages: [chat.messages[0], { role: 'assistant', content: 'So.' }] });
  expect(warnings).toEqual(['Message 2: thinking was dropped: OpenAI cannot say it here']);
  for (const to of ['chatml', 'llama3', 'sharegpt', 'markdown', 'gemini']) {
    const there = await converted(chat, { to });
    const back = await converted(there.result, { to: 'gemini' });
    expect((back.result as { contents: unknown[] }).contents[1], to).toEqual({
      role: 'model',
      parts: [{ text: 'Hm', thought: true }, { text: 'So.' }],
    });
  }
});

it('tool definitions go with the conversation', async () => {
  const parameters = { type: 'object', properties: { city: { type: 'string' } } };
  const tool = { name: 'get_weather', description: 'Weather' };
  const chat = {
    messages: [{ role: 'user', content: 'x' }],
    tools: [{ type: 'function', function: { ...tool, parameters } }],
  };
  const { result, warnings } = await converted(chat, { to: 'anthropic' });
  expect(result).toMatchObject({ tools: [{ ...tool, input_schema: parameters }] });
  expect(warnings).toEqual([]);
  expect((await converted(result, { to: 'openai' })).result).toEqual(chat);
  const told = (await converted(chat, { to: 'llama3' })).warnings;
  expect(told).toEqual(['Tool definitions were dropped: Llama 3 has none here']);
});

it('digits and lone surrogates are kept', async () => {
  const input =
    '{"messages":[{"role":"user","content":"\\ud800"},{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":{"n":12345678901234567890.10}}]}]}';
  for (const to of ['openai', 'gemini', 'sharegpt', 'chatml', 'llama3', 'markdown', 'openai-responses']) {
    const { text, status } = await runTool(chatFormatConverter, { input, options: { to } });
    expect(status).toBe(200);
    expect(text, to).toContain('12345678901234567890.10');
    const { result } = JSON.parse(text ?? '') as { result: unknown };
    if (typeof result === 'string') continue; // No request takes a lone surrogate in a text.
    const back = await runTool(chatFormatConverter, { input: JSON.stringify(result), options: { to: 'anthropic' } });
    expect([to, back.status, back.message]).toEqual([to, 200, undefined]);
  }
});
