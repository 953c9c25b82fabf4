import { ContentFault, unlessFaulty } from '../../faults.js';
import { parseJson } from '../../json/parse.js';
import { isJsonArray, isJsonObject, JsonNumber, type JsonObject, type JsonValue, jsonType } from '../../json/values.js';
import { writeJson } from '../../json/write.js';

import {
  type CallPart,
  type ChatFormat,
  type ChatLosses,
  type ChatMessage,
  type ChatPart,
  FORMAT_NAMES,
  type MediaPart,
  quoted,
  type TextPart,
} from './conversation.js';

export const textPart = (text: string): TextPart => ({ type: 'text', text });

/** A value that must be an object. Throws ContentFault. */
export function asObject(value: JsonValue, place: string): JsonObject {
  if (isJsonObject(value)) return value;
  throw new ContentFault(`${place} must be an object, got ${jsonType(value)}`);
}

/** Tells of the keys that the reader of a format does not know; empty values say nothing. */
export function tellUnread(object: JsonObject, known: ReadonlySet<string>, place: string, losses: ChatLosses): void {
  for (const [key, value] of object) {
    const isEmpty = value === null || value === '' || (isJsonArray(value) && value.length === 0);
    if (!known.has(key) && !isEmpty) losses.tell(place, `${quoted(key)} is not converted`);
  }
}

/** Settings of a request or answer beside its conversation. */
export function tellSettings(object: JsonObject, known: ReadonlySet<string>, losses: ChatLosses): void {
  const others = [...object.keys()].filter((key) => !known.has(key)).map(quoted);
  if (others.length > 0)
    losses.tell(
      '',
      `Only the conversation is converted, not ${others.slice(0, 12).join(', ')}${others.length > 12 ? ', …' : ''}`,
    );
}

/** A call whose arguments are a text, as OpenAI has them. */
export function callOfText(name: string, id: string | undefined, source: string): CallPart {
  const args = source.trim() === '' ? new Map() : unlessFaulty(() => parseJson(source));
  return { type: 'call', id, name, args: args ?? source, source };
}

export const argumentsText = ({ args, source }: CallPart): string => source ?? writeJson(args);

/** Arguments as an object, which most formats require. */
export function argumentsObject(call: CallPart, place: string, format: ChatFormat, losses: ChatLosses): JsonObject {
  if (isJsonObject(call.args)) return call.args;
  const isBroken = typeof call.args === 'string' && call.args === call.source;
  losses.tell(
    place,
    `the arguments of ${quoted(call.name)} are not ${isBroken ? 'JSON' : 'an object'}: they are in "value", because ${FORMAT_NAMES[format]} takes an object`,
  );
  return new Map([['value', call.args]]);
}

/** A call as models write it in text: `{"name": …, "arguments": …}`; `undefined` where it is none. */
export function callInJson(text: string): CallPart | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  const value = unlessFaulty(() => parseJson(text));
  return value === undefined ? undefined : callInValue(value);
}

export function callInValue(value: JsonValue): CallPart | undefined {
  if (!isJsonObject(value)) return undefined;
  const name = value.get('name');
  const args = value.get('arguments') ?? value.get('parameters');
  if (typeof name !== 'string' || args === undefined) return undefined;
  if ([...value.keys()].some((key) => !['name', 'arguments', 'parameters', 'type', 'id'].includes(key)))
    return undefined;
  return typeof args === 'string' ? callOfText(name, undefined, args) : { type: 'call', name, args };
}

/** JSON with a space after each comma and colon, as Python and chat templates write it. */
export function spacedJson(value: JsonValue): string {
  if (value instanceof JsonNumber) return value.source;
  if (isJsonArray(value)) return `[${value.map(spacedJson).join(', ')}]`;
  if (isJsonObject(value))
    return `{${[...value].map(([key, item]) => `${JSON.stringify(key)}: ${spacedJson(item)}`).join(', ')}}`;
  return JSON.stringify(value);
}

export const dataUrl = ({ mime, base64 = '' }: MediaPart): string =>
  `data:${mime ?? 'application/octet-stream'};base64,${base64}`;

/** The bytes of a `data:` address or the address. */
export function mediaOfUrl(kind: MediaPart['kind'], url: string, more: Partial<MediaPart> = {}): MediaPart {
  const [head, mime] = /^data:([^;,]{1,100});base64,/i.exec(url) ?? [];
  return head === undefined
    ? { type: 'media', kind, ...more, url }
    : { type: 'media', kind, ...more, mime, base64: url.slice(head.length) };
}

export const kindOfMime = (mime: string): MediaPart['kind'] => {
  const [family] = mime.split('/');
  return family === 'image' || family === 'audio' ? family : 'file';
};

const ENDINGS: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
  ['pdf', 'application/pdf'],
  ['mp3', 'audio/mpeg'],
  ['wav', 'audio/wav'],
]);

/** The type that the ending of an address tells. */
export const mimeOfUrl = (url: string): string | undefined =>
  ENDINGS.get(/\.([a-z0-9]{2,5})(?:[?#]|$)/i.exec(url)?.[1]?.toLowerCase() ?? '');

const describeMedia = ({ kind, name }: MediaPart): string =>
  `${kind === 'audio' ? 'a sound' : kind === 'image' ? 'an image' : 'a file'}${name === undefined ? '' : ` (${quoted(name)})`}`;

/** What a format cannot say, told and left out. */
export function tellDropped(part: ChatPart, place: string, format: ChatFormat, losses: ChatLosses): void {
  const what = {
    text: () => 'text',
    media: () => describeMedia(part as MediaPart),
    thinking: () => 'thinking',
    call: () => `the call of ${quoted((part as CallPart).name)}`,
    result: () => 'the result of a tool',
  }[part.type]();
  losses.tell(place, `${what} was dropped: ${FORMAT_NAMES[format]} cannot say it here`);
}

/** The texts of parts joined; anything else is told and dropped. */
export function textOfParts(parts: readonly ChatPart[], place: string, format: ChatFormat, losses: ChatLosses): string {
  const texts: string[] = [];
  for (const part of parts) {
    if (part.type === 'text') texts.push(part.text);
    else tellDropped(part, place, format, losses);
  }
  if (texts.length > 1) losses.tell(place, `its ${texts.length} texts became one`);
  return texts.join('\n\n');
}

/** Tells of what only some formats have: names of participants, failed results. */
export function tellMarks(messages: readonly ChatMessage[], format: ChatFormat, losses: ChatLosses): void {
  const keepsErrors = format === 'anthropic' || format === 'gemini' || format === 'markdown';
  for (const { name, parts, place } of messages) {
    if (name !== undefined && format !== 'openai')
      losses.tell(place, `the name ${quoted(name)} was dropped: ${FORMAT_NAMES[format]} has none`);
    for (const part of parts) {
      if (part.type === 'result' && part.isError && !keepsErrors)
        losses.tell(place, `that the tool failed was dropped: ${FORMAT_NAMES[format]} cannot say it`);
      if (part.type === 'call' && part.signature !== undefined && format !== 'gemini')
        losses.tell(place, 'the signature of Gemini was dropped');
    }
  }
}

/** Consecutive messages that a format writes as one. */
export function groupedBy<Key>(
  messages: readonly ChatMessage[],
  keyOf: (message: ChatMessage) => Key,
): readonly { readonly key: Key; readonly messages: readonly ChatMessage[] }[] {
  const groups: { key: Key; messages: ChatMessage[] }[] = [];
  for (const message of messages) {
    const key = keyOf(message);
    const last = groups.at(-1);
    if (last?.key === key) last.messages.push(message);
    else groups.push({ key, messages: [message] });
  }
  return groups;
}

/** The system prompt at the start, and all that follows; system messages further on are told. */
export function splitSystem(
  messages: readonly ChatMessage[],
  format: ChatFormat,
  losses: ChatLosses,
): { readonly system: readonly string[]; readonly rest: readonly ChatMessage[] } {
  const system: string[] = [];
  const rest: ChatMessage[] = [];
  for (const message of messages) {
    if (message.role !== 'system' && message.role !== 'developer') rest.push(message);
    else {
      if (rest.length > 0)
        losses.tell(
          message.place,
          `this system message was moved to the start: ${FORMAT_NAMES[format]} has one there only`,
        );
      for (const part of message.parts) {
        if (part.type === 'text') system.push(part.text);
        else tellDropped(part, message.place, format, losses);
      }
    }
  }
  return { system, rest };
}
