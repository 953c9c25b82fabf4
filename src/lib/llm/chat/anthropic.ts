import { ContentFault } from '../../faults.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../json/values.js';
import { listAt, objectAt, objectOf, textAt } from '../schema-walk.js';

import type { ChatLosses, ChatMessage, ChatPart, Conversation, MediaPart, TextPart } from './conversation.js';
import { quoted } from './conversation.js';
import {
  argumentsObject,
  asObject,
  groupedBy,
  splitSystem,
  tellDropped,
  tellSettings,
  tellUnread,
  textPart,
} from './parts.js';

const REQUEST_KEYS = new Set(['system', 'messages', 'tools', 'role', 'content', 'type']);
const BLOCK_KEYS = new Set([
  'type',
  'text',
  'source',
  'title',
  'id',
  'name',
  'input',
  'tool_use_id',
  'content',
  'is_error',
  'thinking',
  'signature',
  'data',
]);

/** The Messages API: a request, an answer, or messages alone. */
export function readAnthropic(item: JsonValue, losses: ChatLosses): Conversation {
  if (!isJsonObject(item)) return { messages: readMessages(item, losses) };
  tellSettings(item, REQUEST_KEYS, losses);
  const system = readContent(item.get('system') ?? '', 'system prompt', losses);
  const start: ChatMessage = { role: 'system', parts: system, place: 'system prompt' };
  const messages = readMessages(item.has('role') ? [item] : (item.get('messages') ?? []), losses);
  return { messages: system.length === 0 ? messages : [start, ...messages], tools: item.get('tools') };
}

function readMessages(value: JsonValue, losses: ChatLosses): readonly ChatMessage[] {
  if (!isJsonArray(value)) throw new ContentFault('"messages" must be a list');
  return value.flatMap((item, index): readonly ChatMessage[] => {
    const place = `message ${index + 1}`;
    const message = asObject(item, place);
    const role = textAt(message, 'role') ?? '';
    if (role !== 'user' && role !== 'assistant' && role !== 'system')
      throw new ContentFault(`${place} has the unknown role ${quoted(role)}`);
    const parts = readContent(message.get('content') ?? '', place, losses);
    const results = parts.filter(({ type }) => type === 'result');
    const others = parts.filter(({ type }) => type !== 'result');
    return [
      ...(results.length === 0 ? [] : [{ role: 'tool', parts: results, place } as const]),
      ...(others.length === 0 && results.length > 0 ? [] : [{ role, parts: others, place } as const]),
    ];
  });
}

function readContent(content: JsonValue, place: string, losses: ChatLosses): readonly ChatPart[] {
  if (typeof content === 'string') return content === '' ? [] : [textPart(content)];
  if (!isJsonArray(content)) throw new ContentFault(`the content of ${place} must be a text or a list`);
  return content.flatMap((item) => readBlock(asObject(item, `a block of ${place}`), place, losses));
}

function readBlock(block: JsonObject, place: string, losses: ChatLosses): readonly ChatPart[] {
  tellUnread(block, BLOCK_KEYS, place, losses);
  const type = textAt(block, 'type') ?? '';
  if (type === 'text') return [textPart(textAt(block, 'text') ?? '')];
  if (type === 'tool_use') {
    const name = textAt(block, 'name');
    if (name === undefined) throw new ContentFault(`${place} has a tool use without a name`);
    return [{ type: 'call', id: textAt(block, 'id'), name, args: block.get('input') ?? new Map() }];
  }
  if (type === 'tool_result') {
    const parts = readContent(block.get('content') ?? '', place, losses).filter(
      (part): part is TextPart | MediaPart => part.type === 'text' || part.type === 'media',
    );
    return [{ type: 'result', id: textAt(block, 'tool_use_id'), parts, isError: block.get('is_error') === true }];
  }
  if (type === 'thinking' || type === 'redacted_thinking')
    return [{ type: 'thinking', text: textAt(block, 'thinking') ?? '', own: { format: 'anthropic', item: block } }];
  const media = type === 'image' || type === 'document' ? readMedia(block, type) : undefined;
  if (media !== undefined) return [media];
  losses.tell(place, `a block of the type ${quoted(type)} is not converted`);
  return [];
}

function readMedia(block: JsonObject, type: 'image' | 'document'): MediaPart | undefined {
  const source = objectAt(block, 'source');
  const kind = type === 'image' ? 'image' : 'file';
  const name = textAt(block, 'title');
  const data = textAt(source, 'data');
  const url = textAt(source, 'url');
  if (data !== undefined) {
    const isText = textAt(source, 'type') === 'text';
    const base64 = isText ? Buffer.from(data).toString('base64') : data;
    return { type: 'media', kind, mime: textAt(source, 'media_type'), base64, name };
  }
  return url === undefined ? undefined : { type: 'media', kind, url, name };
}

/** What the Messages API takes as an id. */
const fitId = (id: string | undefined): string => (id ?? '').replace(/[^A-Za-z0-9_-]/g, '_');

/** `system` and `messages` of a request: users and the assistant in turn, results first. */
export function writeAnthropic({ messages }: Conversation, losses: ChatLosses): JsonObject {
  const { system, rest } = splitSystem(messages, 'anthropic', losses);
  const groups = groupedBy(rest, ({ role }) => (role === 'assistant' ? 'assistant' : 'user'));
  const written = groups.flatMap(({ key: role, messages: group }) => {
    const blocks = group.flatMap(({ parts, place }) => parts.flatMap((part) => writeBlock(part, place, losses)));
    if (blocks.length === 0) losses.tell(group[0]?.place ?? '', 'the empty message was dropped: Anthropic refuses it');
    return blocks.length === 0 ? [] : [objectOf({ role, content: shortest(blocks) })];
  });
  if (textAt(written[0], 'role') === 'assistant')
    losses.tell('', 'the conversation begins with the assistant: Anthropic expects the user');
  const [only, ...more] = system;
  const texts = system.map((text) => objectOf({ type: 'text', text }));
  return objectOf({ system: only === undefined ? undefined : more.length === 0 ? only : texts, messages: written });
}

function shortest(blocks: readonly JsonObject[]): JsonValue {
  const [first, ...more] = blocks;
  return (more.length === 0 && textAt(first, 'type') === 'text' ? textAt(first, 'text') : undefined) ?? blocks;
}

function writeBlock(part: ChatPart, place: string, losses: ChatLosses): readonly JsonObject[] {
  switch (part.type) {
    case 'text':
      // Empty text blocks are refused by the API.
      return part.text === '' ? [] : [objectOf({ type: 'text', text: part.text })];
    case 'media':
      return writeMedia(part, place, losses);
    case 'call': {
      if (fitId(part.id) !== part.id)
        losses.tell(place, `the id ${quoted(part.id ?? '')} became ${quoted(fitId(part.id))}`);
      const input = argumentsObject(part, place, 'anthropic', losses);
      return [objectOf({ type: 'tool_use', id: fitId(part.id), name: part.name, input })];
    }
    case 'result': {
      const content = part.parts.flatMap((each) => writeBlock(each, place, losses));
      const is_error = part.isError ? true : undefined;
      return [
        objectOf({
          type: 'tool_result',
          tool_use_id: fitId(part.id),
          content: content.length === 0 ? undefined : shortest(content),
          is_error,
        }),
      ];
    }
    default:
      if (part.own?.format === 'anthropic') return [part.own.item];
      losses.tell(place, 'thinking was dropped: Anthropic takes only its own, with its signature');
      return [];
  }
}

function writeMedia(part: MediaPart, place: string, losses: ChatLosses): readonly JsonObject[] {
  const { kind, mime, base64, url, name } = part;
  if (kind === 'audio') {
    tellDropped(part, place, 'anthropic', losses);
    return [];
  }
  const type = kind === 'image' ? 'image' : 'document';
  const isPlain = type === 'document' && mime === 'text/plain' && base64 !== undefined;
  const source = isPlain
    ? objectOf({ type: 'text', media_type: mime, data: Buffer.from(base64, 'base64').toString() })
    : base64 === undefined
      ? objectOf({ type: 'url', url })
      : objectOf({
          type: 'base64',
          media_type: mime ?? (kind === 'image' ? 'image/png' : 'application/pdf'),
          data: base64,
        });
  return [objectOf({ type, source, title: type === 'document' ? name : undefined })];
}

/** Whether messages have what only Anthropic writes. */
export function looksAnthropic(item: JsonObject): boolean {
  if (item.has('system') || item.has('anthropic_version') || item.has('stop_sequences')) return true;
  if (listAt(item, 'tools').some((tool) => isJsonObject(tool) && tool.has('input_schema'))) return true;
  const types = new Set(['tool_use', 'tool_result', 'thinking', 'redacted_thinking', 'image', 'document']);
  return listAt(item, 'messages').some((message) =>
    listAt(message, 'content').some((block) => types.has(textAt(block, 'type') ?? '')),
  );
}
