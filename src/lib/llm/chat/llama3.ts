import { ContentFault } from '../../faults.js';
import { writeJson } from '../../json/write.js';

import type { ChatLosses, ChatMessage, ChatPart, Conversation } from './conversation.js';
import { quoted } from './conversation.js';
import { callInJson, spacedJson, textOfParts, textPart } from './parts.js';
import { neutral, restored, splitThinking, thinkingText } from './tagged-text.js';

const HEADER = /<\|start_header_id\|>([A-Za-z]{1,20})<\|end_header_id\|>(?:\r?\n){0,2}/g;
const ROLES: ReadonlyMap<string, ChatMessage['role']> = new Map([
  ['system', 'system'],
  ['user', 'user'],
  ['assistant', 'assistant'],
  ['ipython', 'tool'],
  ['tool', 'tool'],
]);

/** The text that Llama 3's templates render. A last message without its end is what a model goes on with. */
export function readLlama3(text: string): Conversation {
  const headers = [...text.matchAll(HEADER)];
  const messages = headers.flatMap(({ 0: header, 1: name = '', index }, number): readonly ChatMessage[] => {
    const place = `message ${number + 1}`;
    const role = ROLES.get(name);
    if (role === undefined) throw new ContentFault(`${place} has the unknown role ${quoted(name)}`);
    const turn = text.slice(index + header.length, headers[number + 1]?.index ?? text.length);
    const end = turn.search(/<\|(?:eot_id|eom_id|end_of_text)\|>/);
    if (end < 0 && number === headers.length - 1 && turn.trim() === '') return [];
    return [{ role, parts: readTurn(role, end < 0 ? turn : turn.slice(0, end)), place }];
  });
  if (messages.length === 0) throw new ContentFault('it has no message of Llama 3: "<|start_header_id|>" is missing');
  return { messages: merged(messages) };
}

/** Calls and results are messages of their own there, one by one. */
function merged(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const whole: ChatMessage[] = [];
  for (const message of messages) {
    const last = whole.at(-1);
    const isMore = message.role === 'tool' || message.parts.some(({ type }) => type === 'call');
    if (last !== undefined && isMore && last.role === message.role)
      whole[whole.length - 1] = { ...last, parts: [...last.parts, ...message.parts] };
    else whole.push(message);
  }
  return whole;
}

function readTurn(role: ChatMessage['role'], body: string): readonly ChatPart[] {
  if (role === 'tool')
    return [{ type: 'result', parts: body === '' ? [] : [textPart(restored(body))], isError: false }];
  if (role !== 'assistant') return body === '' ? [] : [textPart(restored(body))];
  const { thinking, rest } = splitThinking(body);
  const call = callInJson(rest.replace(/^\s*<\|python_tag\|>/, ''));
  if (call !== undefined) return [...thinking, call];
  return rest === '' ? thinking : [...thinking, textPart(restored(rest))];
}

/** Text as the template of Llama 3.1 renders messages, without its lines of dates and tools. */
export function writeLlama3({ messages }: Conversation, losses: ChatLosses): string {
  return `<|begin_of_text|>${messages.map((message) => writeMessage(message, losses)).join('')}`;
}

const turn = (role: string, body: string): string => `<|start_header_id|>${role}<|end_header_id|>\n\n${body}<|eot_id|>`;

function writeMessage({ role, parts, place }: ChatMessage, losses: ChatLosses): string {
  const plain = (some: readonly ChatPart[]): string =>
    neutral(textOfParts(some, place, 'llama3', losses), place, losses);
  if (role === 'tool')
    return parts.map((part) => (part.type === 'result' ? turn('ipython', plain(part.parts)) : '')).join('');
  if (role === 'developer') losses.tell(place, 'the developer message became a system message');
  if (role !== 'assistant') return turn(role === 'developer' ? 'system' : role, plain(parts));
  const thinking = parts
    .flatMap((part) =>
      part.type === 'thinking' && part.text !== '' ? [thinkingText(neutral(part.text, place, losses))] : [],
    )
    .join('');
  const calls = parts.flatMap((part) => (part.type === 'call' ? [part] : []));
  const text = plain(parts.filter((part) => part.type !== 'call' && (part.type !== 'thinking' || part.text === '')));
  if (callInJson(text) !== undefined) losses.tell(place, 'its text looks like a call of a tool, and is read as one');
  const isText = text !== '' || thinking !== '' || calls.length === 0;
  if (calls.length + (isText ? 1 : 0) > 1)
    losses.tell(place, 'Llama 3 has one call or text per message: it became several messages');
  const bodies = calls.map(({ name, args }) =>
    `{"name": ${writeJson(name)}, "parameters": ${spacedJson(args)}}`.replace(/<(?=\|)/g, '\\u003c'),
  );
  return [...(isText ? [thinking + text] : []), ...bodies].map((body) => turn('assistant', body)).join('');
}
