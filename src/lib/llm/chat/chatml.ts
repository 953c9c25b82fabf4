import { ContentFault } from '../../faults.js';

import type { ChatLosses, ChatMessage, ChatPart, Conversation } from './conversation.js';
import { quoted } from './conversation.js';
import { textOfParts, textPart } from './parts.js';
import { callText, neutral, readTagged, restored, splitTags, thinkingText } from './tagged-text.js';

const START = '<|im_start|>';
const END = '<|im_end|>';
const ROLES = new Set(['system', 'developer', 'user', 'assistant', 'tool']);

/** ChatML as Qwen and Hermes write it. A last message that is not ended is what a model goes on with. */
export function readChatMl(text: string): Conversation {
  const messages: ChatMessage[] = [];
  for (let at = text.indexOf(START); at >= 0; ) {
    const place = `message ${messages.length + 1}`;
    const next = text.indexOf(START, at + START.length);
    const turn = text.slice(at + START.length, next < 0 ? text.length : next);
    at = next;
    const lineEnd = turn.indexOf('\n');
    const role = (lineEnd < 0 ? turn : turn.slice(0, lineEnd)).trim();
    const body = lineEnd < 0 ? '' : turn.slice(lineEnd + 1);
    const end = body.indexOf(END);
    // The prompt for an answer that is still to come.
    if (end < 0 && next < 0 && body.trim() === '') break;
    if (!ROLES.has(role)) throw new ContentFault(`${place} has the unknown role ${quoted(role)}`);
    messages.push(readTurn(role, end < 0 ? body : body.slice(0, end), place));
  }
  if (messages.length === 0) throw new ContentFault(`it has no message in ChatML: ${quoted(START)} is missing`);
  return { messages };
}

function readTurn(role: string, body: string, place: string): ChatMessage {
  if (role === 'assistant') return { role, parts: readTagged(body), place };
  const answers = splitTags(body, 'tool_response').filter(({ isInside }) => isInside);
  const isResults = role === 'tool' || (role === 'user' && /^\s*<tool_response>/.test(body) && answers.length > 0);
  if (!isResults)
    return {
      role: role as 'system' | 'developer' | 'user',
      parts: body === '' ? [] : [textPart(restored(body))],
      place,
    };
  const texts = answers.length === 0 ? [body] : answers.map(({ text }) => text.replace(/^\r?\n|\r?\n$/g, ''));
  const parts = texts.map(
    (text) => ({ type: 'result', parts: text === '' ? [] : [textPart(restored(text))], isError: false }) as const,
  );
  return { role: 'tool', parts, place };
}

/** Text as the template of Qwen 2.5 renders messages, thinking in `<think>` as that of Qwen 3. */
export function writeChatMl({ messages }: Conversation, losses: ChatLosses): string {
  return messages.map((message) => writeTurn(message, losses)).join('');
}

function writeTurn({ role, parts, place }: ChatMessage, losses: ChatLosses): string {
  const turn = (speaker: string, body: string): string => `${START}${speaker}\n${body}${END}\n`;
  const plain = (some: readonly ChatPart[]): string =>
    neutral(textOfParts(some, place, 'chatml', losses), place, losses);
  if (role === 'tool') {
    const answers = parts.flatMap((part) =>
      part.type === 'result' ? [`<tool_response>\n${plain(part.parts)}\n</tool_response>`] : [],
    );
    return turn('user', answers.join('\n'));
  }
  if (role === 'developer') losses.tell(place, 'the developer message became a system message');
  if (role !== 'assistant') return turn(role === 'developer' ? 'system' : role, plain(parts));
  const thoughts = parts.flatMap((part) => (part.type === 'thinking' && part.text !== '' ? [part] : []));
  const text = plain(parts.filter((part) => part.type !== 'call' && (part.type !== 'thinking' || part.text === '')));
  const calls = parts.flatMap((part) => (part.type === 'call' ? [neutralCall(callText(part))] : []));
  const thinking = thoughts.map((part) => thinkingText(neutral(part.text, place, losses))).join('');
  return turn('assistant', thinking + [...(text === '' ? [] : [text]), ...calls].join('\n'));
}

/** Between its own tags a call is JSON, where `<` can be escaped. */
function neutralCall(call: string): string {
  const start = '<tool_call>'.length;
  const end = call.length - '</tool_call>'.length;
  return (
    call.slice(0, start) +
    call.slice(start, end).replace(/<(?=\u200b*(?:\||\/?(?:think|tool_)))/g, '\\u003c') +
    call.slice(end)
  );
}
