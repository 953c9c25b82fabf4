import { ContentFault } from '../../faults.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../json/values.js';
import { listAt, objectOf, textAt } from '../schema-walk.js';

import type { ChatLosses, ChatMessage, ChatPart, Conversation, MediaPart, TextPart } from './conversation.js';
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

const REQUEST_KEYS = new Set(['instructions', 'input', 'output', 'tools']);
const MESSAGE_KEYS = new Set(['type', 'role', 'content', 'id', 'status']);
const ROLES = new Set(['system', 'developer', 'user', 'assistant']);

/** The Responses API: a request, an answer with `output`, or items alone. */
export function readResponses(item: JsonValue, losses: ChatLosses): Conversation {
  if (!isJsonObject(item)) return { messages: readItems(item, losses) };
  tellSettings(item, REQUEST_KEYS, losses);
  const instructions = textAt(item, 'instructions') ?? '';
  const input = item.get('input') ?? [];
  const items = typeof input === 'string' ? [objectOf({ role: 'user', content: input })] : input;
  if (!isJsonArray(items)) throw new ContentFault('"input" must be a text or a list');
  const system: ChatMessage = { role: 'system', parts: [textPart(instructions)], place: 'instructions' };
  const read = readItems([...items, ...listAt(item, 'output')], losses);
  return { messages: instructions === '' ? read : [system, ...read], tools: item.get('tools') };
}

function readItems(value: JsonValue, losses: ChatLosses): readonly ChatMessage[] {
  if (!isJsonArray(value)) throw new ContentFault('"input" must be a list');
  const messages: ChatMessage[] = [];
  /** Thinking, text and calls of one turn are items of their own here. */
  const add = (role: 'assistant' | 'tool', part: ChatPart, place: string): void => {
    const last = messages.at(-1);
    if (last?.role === role && part.type !== 'thinking')
      messages[messages.length - 1] = { ...last, parts: [...last.parts, part] };
    else messages.push({ role, parts: [part], place });
  };
  for (const [index, each] of value.entries()) {
    const place = `item ${index + 1}`;
    const item = asObject(each, place);
    const type = textAt(item, 'type') ?? 'message';
    if (type === 'message') {
      const message = readMessage(item, place, losses);
      const last = messages.at(-1);
      const isThought = last?.role === 'assistant' && last.parts.every((part) => part.type === 'thinking');
      if (isThought && message.role === 'assistant')
        messages[messages.length - 1] = { ...message, parts: [...last.parts, ...message.parts] };
      else messages.push(message);
    } else if (type === 'function_call') {
      const name = textAt(item, 'name');
      if (name === undefined) throw new ContentFault(`${place} has no name`);
      add('assistant', callOfText(name, textAt(item, 'call_id'), textAt(item, 'arguments') ?? ''), place);
    } else if (type === 'function_call_output') {
      const parts = readContent(item.get('output') ?? '', place, losses);
      add('tool', { type: 'result', id: textAt(item, 'call_id'), parts, isError: false }, place);
    } else if (type === 'reasoning') {
      const texts = [...listAt(item, 'summary'), ...listAt(item, 'content')].map((part) => textAt(part, 'text') ?? '');
      add(
        'assistant',
        { type: 'thinking', text: texts.join('\n\n'), own: { format: 'openai-responses', item } },
        place,
      );
    } else losses.tell(place, `the type ${quoted(type)} is not converted`);
  }
  return messages;
}

function readMessage(item: JsonObject, place: string, losses: ChatLosses): ChatMessage {
  const role = textAt(item, 'role') ?? '';
  if (!ROLES.has(role)) throw new ContentFault(`${place} has the unknown role ${quoted(role)}`);
  tellUnread(item, MESSAGE_KEYS, place, losses);
  const known = role as 'system' | 'developer' | 'user' | 'assistant';
  return { role: known, parts: readContent(item.get('content') ?? '', place, losses), place };
}

function readContent(content: JsonValue, place: string, losses: ChatLosses): readonly (TextPart | MediaPart)[] {
  if (typeof content === 'string') return content === '' ? [] : [textPart(content)];
  if (!isJsonArray(content)) throw new ContentFault(`the content of ${place} must be a text or a list`);
  return content.flatMap((item): readonly (TextPart | MediaPart)[] => {
    const part = asObject(item, `a part of ${place}`);
    const text = textAt(part, 'text') ?? textAt(part, 'refusal');
    if (text !== undefined) return [textPart(text)];
    const image = textAt(part, 'image_url');
    if (image !== undefined) return [mediaOfUrl('image', image, { detail: textAt(part, 'detail') })];
    const file = textAt(part, 'file_data') ?? textAt(part, 'file_url');
    if (file !== undefined) return [mediaOfUrl('file', file, { name: textAt(part, 'filename') })];
    losses.tell(place, `a part of the type ${quoted(textAt(part, 'type') ?? '')} is not converted`);
    return [];
  });
}

/** A request of the Responses API. */
export function writeResponses({ messages }: Conversation, losses: ChatLosses): JsonObject {
  const [first, ...others] = messages;
  const [only, ...more] = first?.parts ?? [];
  const isInstructions = first?.role === 'system' && only?.type === 'text' && more.length === 0;
  const input = (isInstructions ? others : messages).flatMap((message) => writeMessage(message, losses));
  return objectOf({ instructions: isInstructions ? only.text : undefined, input });
}

function writeMessage({ role, parts, place }: ChatMessage, losses: ChatLosses): readonly JsonObject[] {
  const items: JsonObject[] = [];
  let content: (TextPart | MediaPart)[] = [];
  const flush = (): void => {
    const written = writeContent(content, role, place, losses);
    if (content.length > 0) items.push(objectOf({ role, content: written }));
    content = [];
  };
  for (const part of parts) {
    if (part.type === 'text' || part.type === 'media') content.push(part);
    else {
      flush();
      if (part.type === 'call')
        items.push(
          objectOf({ type: 'function_call', call_id: part.id, name: part.name, arguments: argumentsText(part) }),
        );
      else if (part.type === 'result') {
        const output = writeContent(part.parts, 'user', place, losses);
        items.push(objectOf({ type: 'function_call_output', call_id: part.id, output }));
      } else if (part.own?.format === 'openai-responses') items.push(part.own.item);
      else tellDropped(part, place, 'openai-responses', losses);
    }
  }
  flush();
  return items.length > 0 || parts.length > 0 ? items : [objectOf({ role, content: '' })];
}

function writeContent(
  parts: readonly (TextPart | MediaPart)[],
  role: ChatMessage['role'],
  place: string,
  losses: ChatLosses,
): JsonValue {
  const [only, ...more] = parts;
  if (only === undefined || (only.type === 'text' && more.length === 0)) return only?.text ?? '';
  return parts.flatMap((part): readonly JsonObject[] => {
    if (part.type === 'text')
      return [objectOf({ type: role === 'assistant' ? 'output_text' : 'input_text', text: part.text })];
    const { kind, base64, url, detail, name } = part;
    if (role === 'assistant' || kind === 'audio') {
      tellDropped(part, place, 'openai-responses', losses);
      return [];
    }
    const data = base64 === undefined ? undefined : dataUrl(part);
    return kind === 'image'
      ? [objectOf({ type: 'input_image', image_url: data ?? url, detail })]
      : [
          objectOf({
            type: 'input_file',
            filename: data && (name ?? 'file'),
            file_data: data,
            file_url: data ? undefined : url,
          }),
        ];
  });
}
