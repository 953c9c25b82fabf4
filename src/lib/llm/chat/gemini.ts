import { ContentFault, unlessFaulty } from '../../faults.js';
import { parseJson } from '../../json/parse.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../json/values.js';
import { writeJson } from '../../json/write.js';
import { listAt, objectAt, objectOf, textAt } from '../schema-walk.js';

import type { ChatLosses, ChatMessage, ChatPart, Conversation, MediaPart, ResultPart } from './conversation.js';
import { quoted } from './conversation.js';
import {
  argumentsObject,
  asObject,
  groupedBy,
  kindOfMime,
  mimeOfUrl,
  splitSystem,
  tellDropped,
  tellSettings,
  textPart,
} from './parts.js';

const REQUEST_KEYS = new Set([
  'systemInstruction',
  'system_instruction',
  'contents',
  'tools',
  'candidates',
  'role',
  'parts',
]);

/** Keys are in camel case, and in snake case where Python wrote them. */
const either = (object: JsonObject | undefined, camel: string): JsonValue | undefined =>
  object?.get(camel) ?? object?.get(camel.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));

const objectOrNone = (value: JsonValue | undefined): JsonObject | undefined =>
  value !== undefined && isJsonObject(value) ? value : undefined;

/** `generateContent`: a request, an answer with `candidates`, or contents alone. */
export function readGemini(item: JsonValue, losses: ChatLosses): Conversation {
  if (!isJsonObject(item)) return { messages: readContents(item, losses) };
  tellSettings(item, REQUEST_KEYS, losses);
  const prompt = either(item, 'systemInstruction');
  const system =
    typeof prompt === 'string' ? [textPart(prompt)] : readParts(objectOrNone(prompt), 'system prompt', losses);
  const start: ChatMessage = { role: 'system', parts: system, place: 'system prompt' };
  const candidates = listAt(item, 'candidates');
  if (candidates.length > 1) losses.tell('', `only the first of ${candidates.length} candidates is converted`);
  const answer = item.has('parts') ? item : objectAt(candidates[0], 'content');
  const contents = item.get('contents') ?? [];
  const list = typeof contents === 'string' ? [objectOf({ parts: [objectOf({ text: contents })] })] : contents;
  const messages = readContents(answer === undefined ? list : [answer], losses);
  return { messages: system.length === 0 ? messages : [start, ...messages], tools: item.get('tools') };
}

function readContents(value: JsonValue, losses: ChatLosses): readonly ChatMessage[] {
  const list = isJsonObject(value) ? [value] : value;
  if (!isJsonArray(list)) throw new ContentFault('"contents" must be a list');
  return list.flatMap((item, index): readonly ChatMessage[] => {
    const place = `message ${index + 1}`;
    const content = asObject(item, place);
    const role = textAt(content, 'role') ?? 'user';
    if (role !== 'user' && role !== 'model' && role !== 'function')
      throw new ContentFault(`${place} has the unknown role ${quoted(role)}`);
    const parts = readParts(content, place, losses);
    const results = parts.filter(({ type }) => type === 'result');
    const others = parts.filter(({ type }) => type !== 'result');
    const speaker = role === 'model' ? 'assistant' : 'user';
    return [
      ...(results.length === 0 ? [] : [{ role: 'tool', parts: results, place } as const]),
      ...(others.length === 0 && results.length > 0 ? [] : [{ role: speaker, parts: others, place } as const]),
    ];
  });
}

function readParts(content: JsonObject | undefined, place: string, losses: ChatLosses): readonly ChatPart[] {
  const parts = content?.get('parts') ?? [];
  if (!isJsonArray(parts)) throw new ContentFault(`the parts of ${place} must be a list`);
  return parts.flatMap((item) => readPart(asObject(item, `a part of ${place}`), place, losses));
}

function readPart(part: JsonObject, place: string, losses: ChatLosses): readonly ChatPart[] {
  const text = textAt(part, 'text');
  const signature = either(part, 'thoughtSignature');
  const signed = typeof signature === 'string' ? signature : undefined;
  if (text !== undefined && part.get('thought') === true)
    return [{ type: 'thinking', text, own: { format: 'gemini', item: part } }];
  const call = objectOrNone(either(part, 'functionCall'));
  if (call !== undefined) {
    const name = textAt(call, 'name');
    if (name === undefined) throw new ContentFault(`${place} has a function call without a name`);
    return [{ type: 'call', id: textAt(call, 'id'), name, args: call.get('args') ?? new Map(), signature: signed }];
  }
  if (signed !== undefined) losses.tell(place, 'the signature of a text is not converted');
  if (text !== undefined) return [textPart(text)];
  const response = objectOrNone(either(part, 'functionResponse'));
  if (response !== undefined) return [readResult(response)];
  const bytes = objectOrNone(either(part, 'inlineData'));
  const file = objectOrNone(either(part, 'fileData'));
  const mime = either(bytes ?? file, 'mimeType');
  const base64 = textAt(bytes, 'data');
  const url = either(file, 'fileUri');
  if (base64 === undefined && typeof url !== 'string') {
    losses.tell(
      place,
      `a part with ${[...part.keys()].slice(0, 3).map(quoted).join(', ') || 'nothing'} is not converted`,
    );
    return [];
  }
  const type = typeof mime === 'string' ? mime : undefined;
  const media = { type: 'media', kind: kindOfMime(type ?? ''), mime: type } as const;
  return [base64 === undefined ? { ...media, url: String(url) } : { ...media, base64 }];
}

/** `output` or `error` alone hold a text; anything else is what the function returned. */
function readResult(response: JsonObject): ResultPart {
  const value = response.get('response') ?? new Map();
  const [key, text] = isJsonObject(value) && value.size === 1 ? ([...value][0] ?? []) : [];
  const isText = typeof text === 'string' && (key === 'output' || key === 'error' || key === 'result');
  const parts = [textPart(isText ? text : writeJson(value))];
  const isError = key === 'error';
  return { type: 'result', id: textAt(response, 'id'), name: textAt(response, 'name'), parts, isError };
}

/** `systemInstruction` and `contents` of a request: users and the model in turn. */
export function writeGemini({ messages }: Conversation, losses: ChatLosses): JsonObject {
  const { system, rest } = splitSystem(messages, 'gemini', losses);
  const groups = groupedBy(rest, ({ role }) => (role === 'assistant' ? 'model' : 'user'));
  const contents = groups.flatMap(({ key: role, messages: group }) => {
    const parts = group.flatMap((message) => message.parts.flatMap((part) => writePart(part, message.place, losses)));
    if (parts.length === 0) losses.tell(group[0]?.place ?? '', 'the empty message was dropped: Gemini refuses it');
    return parts.length === 0 ? [] : [objectOf({ role, parts })];
  });
  const instruction = objectOf({ parts: system.map((text) => objectOf({ text })) });
  return objectOf({ systemInstruction: system.length === 0 ? undefined : instruction, contents });
}

function writePart(part: ChatPart, place: string, losses: ChatLosses): readonly JsonObject[] {
  switch (part.type) {
    case 'text':
      return [objectOf({ text: part.text })];
    case 'media':
      return writeMedia(part, place, losses);
    case 'call': {
      const id = part.hasMadeId === true ? undefined : part.id;
      const args = argumentsObject(part, place, 'gemini', losses);
      return [objectOf({ functionCall: objectOf({ id, name: part.name, args }), thoughtSignature: part.signature })];
    }
    case 'result': {
      const id = part.hasMadeId === true ? undefined : part.id;
      const response = responseOf(part, place, losses);
      return [objectOf({ functionResponse: objectOf({ id, name: part.name, response }) })];
    }
    default:
      if (part.own?.format === 'gemini') return [part.own.item];
      if (part.text === '') {
        tellDropped(part, place, 'gemini', losses);
        return [];
      }
      if (part.own !== undefined)
        losses.tell(place, 'the signature of the thinking was dropped: Gemini cannot read it');
      return [objectOf({ text: part.text, thought: true })];
  }
}

/** A text that is a JSON object goes as the object; only its white space may change. */
function responseOf({ parts, isError }: ResultPart, place: string, losses: ChatLosses): JsonObject {
  const texts = parts.flatMap((part) => {
    if (part.type === 'text') return [part.text];
    tellDropped(part, place, 'gemini', losses);
    return [];
  });
  const text = texts.join('\n\n');
  if (isError) return objectOf({ error: text });
  const value = /^\s*\{/.test(text) ? unlessFaulty(() => parseJson(text)) : undefined;
  const isWrapped =
    value !== undefined && isJsonObject(value) && value.size === 1 && /^\s*\{\s*"(?:output|error|result)"/.test(text);
  return value !== undefined && isJsonObject(value) && !isWrapped ? value : objectOf({ output: text });
}

function writeMedia({ mime, base64, url, kind }: MediaPart, place: string, losses: ChatLosses): readonly JsonObject[] {
  if (base64 !== undefined) {
    const mimeType = mime ?? { image: 'image/png', audio: 'audio/wav', file: 'application/pdf' }[kind];
    return [objectOf({ inlineData: objectOf({ mimeType, data: base64 }) })];
  }
  const mimeType = mime ?? mimeOfUrl(url ?? '');
  if (!/^gs:|generativelanguage\.googleapis\.com/.test(url ?? ''))
    losses.tell(place, 'the address of a file was kept: not every Gemini model reads files of other hosts');
  return [objectOf({ fileData: objectOf({ mimeType, fileUri: url }) })];
}
