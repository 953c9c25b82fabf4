import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { renamed } from '../../core/files.js';
import { defineTool, jsonText, withFiles } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { anyJson, count, fileReports, warnings } from '../../core/shared-data.js';
import { readJsonOrLines, writeDocument } from '../../formats/json-document.js';
import { checkFileSize, KINDS, readTextFile, readTextSource, type TextSource } from '../../formats/text-source.js';
import { unlessFaulty } from '../../lib/faults.js';
import { parseJson } from '../../lib/json/parse.js';
import { fromPlain, type JsonValue } from '../../lib/json/values.js';
import { writeJson } from '../../lib/json/write.js';
import { CHAT_FORMATS, type ChatFormat } from '../../lib/llm/chat/conversation.js';
import { convertChats } from '../../lib/llm/chat/convert-chats.js';

const TEXT_FORMATS: ReadonlySet<string> = new Set(['chatml', 'llama3', 'markdown']);

interface Choices {
  readonly from: ChatFormat | 'auto';
  readonly to: ChatFormat;
  readonly format: 'auto' | 'json' | 'jsonl';
}

const isJson = (text: string): boolean => unlessFaulty(() => parseJson(text)) !== undefined;

/** JSON, JSON Lines, or the text of a template or transcript. */
function readChats(source: TextSource, from: Choices['from']) {
  const { text } = source;
  const isText = TEXT_FORMATS.has(from);
  const [firstLine = ''] = text.trimStart().split('\n', 1);
  const looksJson = isText
    ? isJson(text) || isJson(firstLine)
    : from !== 'auto' || /^\s*(?:[{"]|\[(?!\w+\]))/.test(text);
  if (!looksJson) return { isLines: false, read: { document: text } };
  const read = readJsonOrLines(source);
  return { isLines: 'lines' in read || /\.(?:jsonl|ndjson)$/i.test(source.file?.name ?? ''), read };
}

function convert(source: TextSource, { from, to, format }: Choices) {
  const { isLines, read } = readChats(source, from);
  const { results, isList, ...told } = refusing(`Cannot read the conversations of ${source.label}`, () =>
    convertChats(read, from, to),
  );
  const hasLines = format === 'jsonl' || (format === 'auto' && isLines);
  const report = { from: told.from, to, conversationCount: results.length, messageCount: told.messageCount };
  return { report: { ...report, warnings: told.warnings }, results, isList: isList || isLines, hasLines };
}

/** A line per conversation; texts as `text`, as datasets have them. */
const linesOf = (results: readonly JsonValue[]): string =>
  results.map((item) => `${writeJson(typeof item === 'string' ? new Map([['text', item]]) : item)}\n`).join('');

/** What a file is: lines, one text, or a document. */
function documentOf(
  { results, isList, hasLines }: ReturnType<typeof convert>,
  to: ChatFormat,
): { readonly content: string; readonly kind: (typeof KINDS)['json' | 'jsonLines' | 'text' | 'markdown'] } {
  const [only = null] = results;
  if (hasLines) return { content: linesOf(results), kind: KINDS.jsonLines };
  if (typeof only === 'string' && results.length === 1)
    return { content: only, kind: to === 'markdown' ? KINDS.markdown : KINDS.text };
  const texts = results.map((item) => (typeof item === 'string' ? new Map([['text', item]]) : item));
  return { content: `${writeDocument(isList ? texts : only)}\n`, kind: KINDS.json };
}

const REPORT = {
  from: z.enum(CHAT_FORMATS).describe('Format that was read.'),
  to: z.enum(CHAT_FORMATS).describe('Format that was written.'),
  conversationCount: count('Number of conversations.'),
  messageCount: count('Number of messages in all conversations.'),
  warnings: warnings(),
};

export default defineTool({
  id: 'chat-format-converter',
  title: 'Chat Format Converter',
  summary:
    'Converts conversations between OpenAI, Anthropic, Gemini, ShareGPT, Alpaca, ChatML, Llama 3 and Markdown, with tool calls and images.',
  family: 'ai-llm',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 20, formats: ['.json', '.jsonl', '.ndjson', '.txt', '.md'] },
  options: {
    from: z
      .enum(['auto', ...CHAT_FORMATS])
      .default('auto')
      .describe('Format of the input; auto recognises it.'),
    to: z
      .enum(CHAT_FORMATS)
      .default('openai')
      .describe('Format to write: openai is for Chat Completions, openai-responses for the Responses API.'),
    format: z
      .enum(['auto', 'json', 'jsonl'])
      .default('auto')
      .describe('File type of the result: auto gives JSON Lines for JSON Lines, else JSON, or the text of one chat.'),
  },
  result: 'mixed',
  data: z.union([
    z.object({
      ...REPORT,
      result: anyJson('The conversation, or a list of them; text for ChatML, Llama 3, Markdown.'),
    }),
    fileReports(REPORT),
  ]),
  notes: [
    'Reads a request, an answer of an API, messages alone, a dataset (JSON list or JSON Lines) or the files of batch APIs. System prompts, images (address and base64), files, tool calls with results, thinking and tool definitions are converted.',
    'What the target cannot say is dropped or moved, and a warning names the message. Settings such as model, temperature and max_tokens are not converted; Anthropic requires max_tokens.',
    'Thinking is kept as it is where the vendor stays the same; Anthropic and OpenAI take only their own, signed. ChatML, Llama 3 and ShareGPT have it in <think>. Chat Completions has none; reasoning_content of other servers is read.',
    'Special tokens and tags inside contents (<|im_end|>, <|eot_id|>, <tool_call>, <think>) are written with a zero width space behind "<", so that they are not taken for structure, with a warning; reading removes it again.',
    'ChatML has tool calls as Qwen and Hermes do, Llama 3 as Llama 3.1 does, ShareGPT as LLaMA-Factory does (function_call, observation, <image>). Alpaca has texts only; "input" joins "instruction" on a line of its own.',
    'Call ids that a format does not have are made (call_1, …); results then belong to calls by name or order. Several conversations as text become a list of objects with "text".',
    'For files the results are files, with a report in data. Numbers in arguments keep their digits.',
  ],
  aliases: [
    'openai to anthropic',
    'anthropic to openai',
    'sharegpt to openai',
    'alpaca to sharegpt',
    'chat template',
    'chatml converter',
    'messages format',
    'fine-tuning dataset converter',
    'llama 3 prompt format',
    'conversation to markdown',
    'chat completions to responses',
    'gemini contents',
  ],
  verified: [
    "The vendors' documented requests (OpenAI Chat Completions and Responses, Anthropic, Gemini), typed from memory, convert into each other for every pair",
    'Round trip: 100 random conversations with calls, images and Unicode come back equal from each of the eight other formats (800), and fit the request shapes of OpenAI and Anthropic',
    'Jinja 3.1.6: 300 random conversations as ChatML (Qwen 2.5) and Llama 3.1 are what their templates, typed from memory without dates and tools, render',
  ],
  examples: [
    {
      title: 'A tool call from OpenAI to Anthropic',
      input:
        '{"model":"gpt-5","messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"Weather in Oslo?"},{"role":"assistant","content":null,"tool_calls":[{"id":"call_1","type":"function","function":{"name":"get_weather","arguments":"{\\"city\\": \\"Oslo\\"}"}}]},{"role":"tool","tool_call_id":"call_1","content":"-3 °C"}]}',
      options: { to: 'anthropic' },
      output: {
        data: {
          from: 'openai',
          to: 'anthropic',
          conversationCount: 1,
          messageCount: 4,
          result: {
            system: 'Be brief.',
            messages: [
              { role: 'user', content: 'Weather in Oslo?' },
              {
                role: 'assistant',
                content: [{ type: 'tool_use', id: 'call_1', name: 'get_weather', input: { city: 'Oslo' } }],
              },
              { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_1', content: '-3 °C' }] },
            ],
          },
          warnings: ['Only the conversation is converted, not "model"'],
        },
      },
    },
    {
      title: 'A Markdown transcript as a Llama 3 prompt',
      input: '**User:** Is this a cat?\n\n![image](https://example.com/cat.png)\n\n**Assistant:** Yes.',
      options: { to: 'llama3' },
      output: {
        data: {
          from: 'markdown',
          to: 'llama3',
          conversationCount: 1,
          messageCount: 2,
          result:
            '<|begin_of_text|><|start_header_id|>user<|end_header_id|>\n\nIs this a cat?<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\nYes.<|eot_id|>',
          warnings: ['Message 1: an image was dropped: Llama 3 cannot say it here'],
        },
      },
    },
    {
      title: 'An Alpaca dataset as JSON Lines for fine-tuning',
      files: [{ name: 'data.json', text: '[{"instruction":"Add","input":"2 and 3","output":"5"}]' }],
      options: { format: 'jsonl' },
      output: {
        data: {
          files: [
            {
              name: 'data.json',
              outputs: ['data.jsonl'],
              from: 'alpaca',
              to: 'openai',
              conversationCount: 1,
              messageCount: 2,
              warnings: [],
            },
          ],
        },
        files: [
          {
            name: 'data.jsonl',
            mime: 'application/x-ndjson',
            text: '{"messages":[{"role":"user","content":"Add\\n2 and 3"},{"role":"assistant","content":"5"}]}\n',
          },
        ],
      },
    },
    {
      title: 'Text without speakers',
      input: 'just some words',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read the conversations of property "input": the format is not known: it is neither JSON, ChatML, Llama 3 nor Markdown with speakers',
      },
    },
    {
      title: 'An unknown role',
      input: '[{"role":"user","content":"Hi"},{"role":"robot","content":"Hello"}]',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read the conversations of property "input": message 2 has the unknown role "robot"',
      },
    },
    {
      title: 'No input',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  async run({ input, files, options, signal }) {
    if (files.length > 0 && input === '')
      return eachFile({ files, signal }, async (file) => {
        const converted = convert(await readTextFile(file), options);
        const { content, kind } = documentOf(converted, options.to);
        const bytes = Buffer.from(content);
        checkFileSize(bytes, 'standard');
        return {
          report: converted.report,
          outputs: [{ name: renamed(file.name, kind.extension), mime: kind.mime, bytes }],
        };
      });
    const converted = convert(await readTextSource({ input, files }), options);
    const { report, results, isList, hasLines } = converted;
    const { warnings: told, ...counts } = report;
    const result = isList || results.length !== 1 ? results : results[0];
    const answer = jsonText<never>(writeDocument(fromPlain({ ...counts, result, warnings: told })));
    if (!hasLines) return answer;
    const lines = { name: 'result.jsonl', mime: KINDS.jsonLines.mime, bytes: Buffer.from(linesOf(results)) };
    return withFiles(answer, [lines]);
  },
});
