import { ContentFault, inPart, unlessFaulty } from '../../faults.js';
import { isJsonArray, isJsonObject, type JsonValue } from '../../json/values.js';
import { writeJson } from '../../json/write.js';
import { Losses, textAt } from '../schema-walk.js';
import { readTools } from '../tool-schemas.js';
import { type ToolTarget, writeTools } from '../tool-targets.js';

import { readAlpaca, writeAlpaca } from './alpaca.js';
import { readAnthropic, writeAnthropic } from './anthropic.js';
import { readChatMl, writeChatMl } from './chatml.js';
import { type ChatFormat, ChatLosses, type Conversation, FORMAT_NAMES } from './conversation.js';
import { readGemini, writeGemini } from './gemini.js';
import { linkCalls } from './link-calls.js';
import { readLlama3, writeLlama3 } from './llama3.js';
import { readMarkdown, writeMarkdown } from './markdown.js';
import { readOpenAi, writeOpenAi } from './openai.js';
import { readResponses, writeResponses } from './openai-responses.js';
import { tellMarks } from './parts.js';
import { listOf, recognize, unwrapped } from './recognize.js';
import { readShareGpt, writeShareGpt } from './sharegpt.js';

const READERS: Readonly<Record<ChatFormat, (item: JsonValue, losses: ChatLosses) => Conversation>> = {
  openai: readOpenAi,
  'openai-responses': readResponses,
  anthropic: readAnthropic,
  gemini: readGemini,
  sharegpt: readShareGpt,
  alpaca: readAlpaca,
  chatml: (item) => readChatMl(textOf(item)),
  llama3: (item) => readLlama3(textOf(item)),
  markdown: (item, losses) => readMarkdown(textOf(item), losses),
};

const WRITERS: Readonly<Record<ChatFormat, (conversation: Conversation, losses: ChatLosses) => JsonValue>> = {
  openai: writeOpenAi,
  'openai-responses': writeResponses,
  anthropic: writeAnthropic,
  gemini: writeGemini,
  sharegpt: writeShareGpt,
  alpaca: writeAlpaca,
  chatml: writeChatMl,
  llama3: writeLlama3,
  markdown: writeMarkdown,
};

export interface ConvertedChats {
  /** What the first conversation was in. */
  readonly from: ChatFormat;
  /** One per conversation: an object, or the text of a text format. */
  readonly results: readonly JsonValue[];
  /** A list came, or lines: a list goes. */
  readonly isList: boolean;
  readonly messageCount: number;
  readonly warnings: readonly string[];
}

/** A dataset of templates' texts has them as `text`. Throws ContentFault. */
function textOf(item: JsonValue): string {
  const text = typeof item === 'string' ? item : textAt(item, 'text');
  if (text === undefined) throw new ContentFault('it must be a text, or an object with "text"');
  return text;
}

/**
 * Converts every conversation of a document or of its lines. Throws ContentFault naming conversation and message where one cannot be
 * recognized or read.
 */
export function convertChats(
  read: { readonly document: JsonValue } | { readonly lines: readonly JsonValue[] },
  from: ChatFormat | 'auto',
  to: ChatFormat,
): ConvertedChats {
  const list = 'lines' in read ? read.lines : listOf(read.document, from);
  const items = list ?? ('document' in read ? [read.document] : []);
  if (items.length === 0) throw new ContentFault('it has no conversation');
  const losses = new ChatLosses();
  let messageCount = 0;
  let first: ChatFormat | undefined;
  const results = items.map((item, index) => {
    losses.conversation = items.length > 1 ? index + 1 : undefined;
    const convert = (): JsonValue => {
      const record = unwrapped(item, losses);
      const format = from === 'auto' ? recognize(record) : from;
      first ??= format;
      const conversation = READERS[format](record, losses);
      messageCount += conversation.messages.length;
      if (conversation.messages.length === 0) throw new ContentFault('the conversation has no message');
      return writeChat(conversation, format, to, losses);
    };
    return items.length > 1 ? inPart(`conversation ${index + 1}`, convert) : convert();
  });
  return { from: first ?? 'openai', results, isList: list !== undefined, messageCount, warnings: losses.warnings };
}

function writeChat(read: Conversation, from: ChatFormat, to: ChatFormat, losses: ChatLosses): JsonValue {
  const conversation = { ...read, messages: linkCalls(read.messages, losses) };
  tellMarks(conversation.messages, to, losses);
  tellIds(conversation, to, losses);
  const written = WRITERS[to](conversation, losses);
  const tools = conversation.tools ?? null;
  if (tools === null || (isJsonArray(tools) && tools.length === 0) || !isJsonObject(written)) {
    if (tools !== null && !isJsonObject(written))
      losses.tell('', `tool definitions were dropped: ${FORMAT_NAMES[to]} has none here`);
    return written;
  }
  const isSame = from === to && to !== 'sharegpt';
  const made = isSame ? tools : toolsFor(tools, to, losses);
  return made === undefined ? written : new Map([...written, ['tools', made]]);
}

/** Ids of calls are kept by the APIs only. */
function tellIds({ messages }: Conversation, to: ChatFormat, losses: ChatLosses): void {
  if (to !== 'sharegpt' && to !== 'chatml' && to !== 'llama3') return;
  const hasId = messages.some(({ parts }) => parts.some((part) => part.type === 'call' && part.hasMadeId !== true));
  if (hasId)
    losses.tell('', `ids of tool calls were dropped: ${FORMAT_NAMES[to]} has results in the order of their calls`);
}

/** Definitions of functions in the notation of an API; what a vendor runs itself is no function. */
function toolsFor(tools: JsonValue, to: ChatFormat, losses: ChatLosses): JsonValue | undefined {
  const target: ToolTarget | undefined =
    to === 'openai' || to === 'openai-responses' || to === 'anthropic' || to === 'gemini' ? to : undefined;
  const isFunction = (tool: JsonValue): boolean =>
    isJsonObject(tool) &&
    ['function', 'parameters', 'input_schema', 'functionDeclarations', 'function_declarations'].some((key) =>
      tool.has(key),
    );
  const functions = isJsonArray(tools) ? tools.filter(isFunction) : [];
  if (target === undefined && to !== 'sharegpt') {
    losses.tell('', `tool definitions were dropped: ${FORMAT_NAMES[to]} has none`);
    return undefined;
  }
  const toolLosses = new Losses();
  const made = unlessFaulty(() =>
    writeTools(readTools(functions, toolLosses).tools, target ?? 'openai', false, toolLosses),
  );
  if (made === undefined || (isJsonArray(tools) && functions.length < tools.length))
    losses.tell('', 'tools that are not functions with a schema were dropped');
  for (const warning of toolLosses.warnings) losses.tell('', warning);
  return made === undefined || target !== undefined ? made : writeJson(made);
}
