import { ContentFault } from '../../faults.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../json/values.js';
import { listAt, objectAt, objectOf, textAt } from '../schema-walk.js';

import type {
  CallPart,
  ChatLosses,
  ChatMessage,
  ChatPart,
  Conversation,
  MediaPart,
  ResultPart,
  TextPart,
} from './conversation.js';
import { quoted } from './conversation.js';
import {
  argumentsText,
  asObject,
  callOfText,
  dataUrl,
  mediaOfUrl,
  tellDropped,
  tellSettings,
  tellUnread,
  textPart,
} from './parts.js';

const MESSAGE_KEYS = new Set([
  'role',
  'content',
  'name',
  'tool_calls',
  'tool_call_id',
  'function_call',
  'refusal',
  'reasoning_content',
  'reasoning',
]);
const REQUEST_KEYS = new Set(['messages', 'tools', 'functions', 'choices']);
const ROLES = new Set(['system', 'developer', 'user', 'assistant', 'tool', 'function']);

/** Chat Completions: a request, an answer with `choices`, or messages alone. */
export function readOpenAi(item: JsonValue, losses: ChatLosses): Conversation {
  if (!isJsonObject(item)) return { messages: readMessages(item, losses) };
  tellSettings(item, REQUEST_KEYS, losses);
  const choices = listAt(item, 'choices');
  if (choices.length > 1) losses.tell('', `only the first of ${choices.length} choices is converted`);
  const answer = objectAt(choices[0], 'message');
  const messages = answer === undefined ? (item.get('messages') ?? []) : [answer];
  return { messages: readMessages(messages, losses), tools: item.get('tools') ?? item.get('functions') };
}

function readMessages(value: JsonValue, losses: ChatLosses): readonly ChatMessage[] {
  if (!isJsonArray(value)) throw new ContentFault('"messages" must be a list');
  const messages: ChatMessage[] = [];
  for (const [index, item] of value.entries()) {
    const message = readMessage(item, `message ${index + 1}`, losses);
    const last = messages.at(-1);
    // Results of one turn belong together.
    if (message.role === 'tool' && last?.role === 'tool')
      messages[messages.length - 1] = { ...last, parts: [...last.parts, ...message.parts] };
    else messages.push(message);
  }
  return messages;
}

function readMessage(item: JsonValue, place: string, losses: ChatLosses): ChatMessage {
  const message = asObject(item, place);
  const role = textAt(message, 'role') ?? '';
  if (!ROLES.has(role)) throw new ContentFault(`${place} has the unknown role ${quoted(role)}`);
  tellUnread(message, MESSAGE_KEYS, place, losses);
  const content = readContent(message.get('content') ?? null, place, losses);
  if (role === 'tool' || role === 'function') {
    const parts = content.filter((part): part is TextPart | MediaPart => part.type === 'text' || part.type === 'media');
    const result: ResultPart = {
      type: 'result',
      id: textAt(message, 'tool_call_id'),
      name: textAt(message, 'name'),
      parts,
      isError: false,
    };
    return { role: 'tool', parts: [result], place };
  }
  const thought = textAt(message, 'reasoning_content') ?? textAt(message, 'reasoning') ?? '';
  const refusal = textAt(message, 'refusal');
  if (refusal !== undefined) losses.tell(place, 'the refusal became text');
  const parts: ChatPart[] = [
    ...(thought === '' ? [] : [{ type: 'thinking', text: thought } as const]),
    ...content,
    ...(refusal === undefined ? [] : [textPart(refusal)]),
    ...readCalls(message, place),
  ];
  const known = role as 'system' | 'developer' | 'user' | 'assistant';
  return { role: known, parts, name: textAt(message, 'name'), place };
}

function readCalls(message: JsonObject, place: string): readonly CallPart[] {
  const old = objectAt(message, 'function_call');
  const calls =
    old === undefined ? [] : [callOfText(textAt(old, 'name') ?? '', undefined, textAt(old, 'arguments') ?? '')];
  for (const item of listAt(message, 'tool_calls')) {
    const call = asObject(item, `a tool call of ${place}`);
    const called = objectAt(call, 'function') ?? objectAt(call, 'custom');
    const name = textAt(called, 'name');
    if (called === undefined || name === undefined) throw new ContentFault(`${place} has a tool call without a name`);
    const id = textAt(call, 'id');
    const args = called.get('arguments') ?? called.get('input') ?? '';
    // Ollama and datasets have arguments as an object.
    calls.push(typeof args === 'string' ? callOfText(name, id, args) : { type: 'call', id, name, args });
  }
  return calls;
}

function readContent(content: JsonValue, place: string, losses: ChatLosses): readonly ChatPart[] {
  if (content === null) return [];
  if (typeof content === 'string') return content === '' ? [] : [textPart(content)];
  if (!isJsonArray(content)) throw new ContentFault(`the content of ${place} must be a text or a list`);
  return content.flatMap((item) => readPart(item, place, losses));
}

function readPart(item: JsonValue, place: string, losses: ChatLosses): readonly ChatPart[] {
  if (typeof item === 'string') return [textPart(item)];
  const part = asObject(item, `a part of ${place}`);
  const text = textAt(part, 'text') ?? textAt(part, 'refusal');
  if (text !== undefined) return [textPart(text)];
  const image = objectAt(part, 'image_url');
  const url = textAt(image, 'url') ?? textAt(part, 'image_url');
  if (url !== undefined) return [mediaOfUrl('image', url, { detail: textAt(image, 'detail') })];
  const sound = objectAt(part, 'input_audio');
  const base64 = textAt(sound, 'data');
  if (base64 !== undefined)
    return [{ type: 'media', kind: 'audio', mime: `audio/${textAt(sound, 'format') ?? 'wav'}`, base64 }];
  const file = objectAt(part, 'file');
  const data = textAt(file, 'file_data');
  if (data !== undefined) return [mediaOfUrl('file', data, { name: textAt(file, 'filename') })];
  losses.tell(place, `a part of the type ${quoted(textAt(part, 'type') ?? '')} is not converted`);
  return [];
}

/** The messages of a request of Chat Completions. */
export function writeOpenAi({ messages }: Conversation, losses: ChatLosses): JsonObject {
  return objectOf({ messages: messages.flatMap((message) => writeMessage(message, losses)) });
}

function writeMessage({ role, parts, name, place }: ChatMessage, losses: ChatLosses): readonly JsonObject[] {
  if (role === 'tool')
    return parts.flatMap((part) =>
      part.type === 'result'
        ? [objectOf({ role, tool_call_id: part.id, content: contentOf(part.parts, false, place, losses) ?? '' })]
        : [],
    );
  const calls = parts.filter((part) => part.type === 'call');
  const others = parts.filter((part) => part.type !== 'call');
  const content = contentOf(others, role === 'user', place, losses);
  const toolCalls = calls.map((call) =>
    objectOf({
      id: call.id,
      type: 'function',
      function: objectOf({ name: call.name, arguments: argumentsText(call) }),
    }),
  );
  return [
    objectOf({
      role,
      name,
      content: content ?? (calls.length === 0 ? '' : null),
      tool_calls: calls.length === 0 ? undefined : toolCalls,
    }),
  ];
}

/** One text as a text, anything else as a list; only users send images, sounds and files. */
function contentOf(
  parts: readonly ChatPart[],
  isUser: boolean,
  place: string,
  losses: ChatLosses,
): JsonValue | undefined {
  const written = parts.flatMap((part): readonly JsonObject[] => {
    if (part.type === 'text') return [objectOf({ type: 'text', text: part.text })];
    const media = part.type === 'media' && isUser ? writeMedia(part) : undefined;
    if (media !== undefined) return [media];
    tellDropped(part, place, 'openai', losses);
    return [];
  });
  const [first, ...more] = written;
  return first !== undefined && more.length === 0 && first.has('text') ? first.get('text') : first && written;
}

function writeMedia(part: MediaPart): JsonObject | undefined {
  const { kind, base64, url, mime, detail, name } = part;
  if (kind === 'image')
    return objectOf({
      type: 'image_url',
      image_url: objectOf({ url: base64 === undefined ? url : dataUrl(part), detail }),
    });
  if (base64 === undefined) return undefined;
  if (kind === 'file')
    return objectOf({ type: 'file', file: objectOf({ filename: name ?? 'file', file_data: dataUrl(part) }) });
  const format = /^audio\/(?:mpeg|mp3)$/.test(mime ?? '') ? 'mp3' : /wav/.test(mime ?? '') ? 'wav' : undefined;
  return format && objectOf({ type: 'input_audio', input_audio: objectOf({ data: base64, format }) });
}
