import { ContentFault, unlessFaulty } from '../../faults.js';
import { parseJson } from '../../json/parse.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../json/values.js';
import { writeJson } from '../../json/write.js';
import { listAt, objectOf, textAt } from '../schema-walk.js';

import type { CallPart, ChatLosses, ChatMessage, ChatPart, Conversation } from './conversation.js';
import { quoted } from './conversation.js';
import {
  asObject,
  callInValue,
  dataUrl,
  mediaOfUrl,
  tellDropped,
  tellSettings,
  tellUnread,
  textPart,
} from './parts.js';
import { neutral, readTagged, restored, thinkingText } from './tagged-text.js';

const RECORD_KEYS = new Set(['conversations', 'conversation', 'items', 'system', 'tools', 'images']);
const TURN_KEYS = new Set(['from', 'value', 'role', 'content', 'text']);
const ROLES: ReadonlyMap<string, ChatMessage['role']> = new Map([
  ['system', 'system'],
  ['human', 'user'],
  ['user', 'user'],
  ['gpt', 'assistant'],
  ['chatgpt', 'assistant'],
  ['bing', 'assistant'],
  ['bard', 'assistant'],
  ['assistant', 'assistant'],
  ['model', 'assistant'],
  ['function_call', 'assistant'],
  ['observation', 'tool'],
  ['tool', 'tool'],
]);

/** A record of a dataset as Vicuna, Axolotl and LLaMA-Factory read it, or its turns alone. */
export function readShareGpt(item: JsonValue, losses: ChatLosses): Conversation {
  const record = isJsonObject(item) ? item : undefined;
  if (record !== undefined) tellSettings(record, RECORD_KEYS, losses);
  const turns = record?.get('conversations') ?? record?.get('conversation') ?? record?.get('items') ?? item;
  if (!isJsonArray(turns)) throw new ContentFault('"conversations" must be a list');
  const images = [...listAt(record, 'images')];
  const messages: ChatMessage[] = [];
  const system = textAt(record, 'system') ?? '';
  if (system !== '') messages.push({ role: 'system', parts: [textPart(system)], place: 'system prompt' });
  for (const [index, each] of turns.entries()) {
    const message = readTurn(each, `message ${index + 1}`, images, losses);
    const last = messages.at(-1);
    const isMore = message.role === 'tool' || message.parts.every(({ type }) => type === 'call');
    if (last !== undefined && last.role === message.role && isMore && message.parts.length > 0)
      messages[messages.length - 1] = { ...last, parts: [...last.parts, ...message.parts] };
    else messages.push(message);
  }
  if (images.length > 0) losses.tell('', `${images.length} images are in no message: no text has "<image>" for them`);
  const tools = record?.get('tools');
  return { messages, tools: typeof tools === 'string' ? unlessFaulty(() => parseJson(tools)) : tools };
}

function readTurn(item: JsonValue, place: string, images: JsonValue[], losses: ChatLosses): ChatMessage {
  const turn = asObject(item, place);
  const from = textAt(turn, 'from') ?? textAt(turn, 'role') ?? '';
  const role = ROLES.get(from);
  if (role === undefined) throw new ContentFault(`${place} has the unknown role ${quoted(from)}`);
  tellUnread(turn, TURN_KEYS, place, losses);
  const value = textAt(turn, 'value') ?? textAt(turn, 'content') ?? textAt(turn, 'text') ?? '';
  if (from === 'function_call') return { role, parts: readCalls(value, place, losses), place };
  if (role === 'assistant') return { role, parts: readTagged(value), place };
  const parts = readImages(role === 'tool' ? restored(value) : value, images);
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part] : []));
  return { role, parts: role === 'tool' ? [{ type: 'result', parts: texts, isError: false }] : parts, place };
}

/** Each `<image>` stands for the next of the record's images. */
function readImages(value: string, images: JsonValue[]): readonly ChatPart[] {
  if (images.length === 0 || !value.includes('<image>')) return value === '' ? [] : [textPart(value)];
  const parts: ChatPart[] = [];
  for (const [index, text] of value.split('<image>').entries()) {
    const image = index === 0 ? undefined : images.shift();
    if (typeof image === 'string') parts.push(mediaOfUrl('image', image));
    if (text.trim() !== '') parts.push(textPart(text.replace(/^\n/, '')));
  }
  return parts;
}

function readCalls(value: string, place: string, losses: ChatLosses): readonly ChatPart[] {
  const parsed = unlessFaulty(() => parseJson(value));
  const items = parsed !== undefined && isJsonArray(parsed) ? parsed : [parsed ?? null];
  const calls = items.map(callInValue).filter((call): call is CallPart => call !== undefined);
  if (calls.length === items.length && calls.length > 0) return calls;
  losses.tell(place, 'the call of a function cannot be read and became text');
  return [textPart(value)];
}

/** A record with `conversations`; images as LLaMA-Factory has them. */
export function writeShareGpt({ messages }: Conversation, losses: ChatLosses): JsonObject {
  const images: string[] = [];
  const turns = messages.flatMap((message) => writeMessage(message, images, losses));
  return objectOf({ conversations: turns, images: images.length === 0 ? undefined : images });
}

const turnOf = (from: string, value: string): JsonObject => objectOf({ from, value });

function writeMessage(
  { role, parts, place }: ChatMessage,
  images: string[],
  losses: ChatLosses,
): readonly JsonObject[] {
  const textOf = (some: readonly ChatPart[], isNeutral: boolean): string => {
    const texts = some.flatMap((part) => {
      if (part.type === 'text' && role === 'user' && part.text.includes('<image>'))
        losses.tell(place, 'its text holds "<image>", which readers take for an image');
      if (part.type === 'text') return [isNeutral ? neutral(part.text, place, losses) : part.text];
      if (part.type === 'media' && part.kind === 'image' && role === 'user') {
        images.push(part.base64 === undefined ? (part.url ?? '') : dataUrl(part));
        return ['<image>'];
      }
      tellDropped(part, place, 'sharegpt', losses);
      return [];
    });
    if (some.filter(({ type }) => type === 'text').length > 1) losses.tell(place, 'its texts became one');
    return texts.join('\n');
  };
  if (role === 'tool')
    return parts.flatMap((part) => (part.type === 'result' ? [turnOf('observation', textOf(part.parts, true))] : []));
  if (role === 'developer') losses.tell(place, 'the developer message became a system message');
  if (role !== 'assistant') return [turnOf(role === 'user' ? 'human' : 'system', textOf(parts, false))];
  const thinking = parts
    .flatMap((part) =>
      part.type === 'thinking' && part.text !== '' ? [thinkingText(neutral(part.text, place, losses))] : [],
    )
    .join('');
  const text = textOf(
    parts.filter((part) => part.type !== 'call' && (part.type !== 'thinking' || part.text === '')),
    true,
  );
  const calls = parts.flatMap((part) =>
    part.type === 'call' ? [objectOf({ name: part.name, arguments: part.args })] : [],
  );
  const [only, ...more] = calls;
  return [
    ...(thinking + text === '' && calls.length > 0 ? [] : [turnOf('gpt', thinking + text)]),
    ...(only === undefined ? [] : [turnOf('function_call', writeJson(more.length === 0 ? only : calls))]),
  ];
}
