import { ContentFault } from '../../faults.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../json/values.js';
import { listAt, objectOf, textAt } from '../schema-walk.js';

import { type ChatLosses, type ChatMessage, type Conversation, FORMAT_NAMES } from './conversation.js';
import { groupedBy, splitSystem, tellSettings, textOfParts, textPart } from './parts.js';

const RECORD_KEYS = new Set(['instruction', 'input', 'output', 'system', 'history', 'text']);

/** A record of Alpaca, with `system` and `history` as LLaMA-Factory has them. */
export function readAlpaca(item: JsonValue, losses: ChatLosses): Conversation {
  if (!isJsonObject(item)) throw new ContentFault('a record of Alpaca must be an object');
  tellSettings(item, RECORD_KEYS, losses);
  const instruction = textAt(item, 'instruction');
  if (instruction === undefined) throw new ContentFault('a record of Alpaca must have an "instruction"');
  const input = textAt(item, 'input') ?? '';
  const pairs = listAt(item, 'history').map((pair, index) => {
    const [question, answer] = isJsonArray(pair) ? pair : [];
    if (typeof question !== 'string' || typeof answer !== 'string')
      throw new ContentFault(`pair ${index + 1} of "history" must be two texts`);
    return [question, answer] as const;
  });
  const last = [input === '' ? instruction : `${instruction}\n${input}`, textAt(item, 'output') ?? ''] as const;
  const system = textAt(item, 'system') ?? '';
  const turns = [...pairs, last].flatMap(([question, answer]) => [
    ['user', question] as const,
    ['assistant', answer] as const,
  ]);
  const messages = [['system', system] as const, ...turns].flatMap(([role, text]): readonly ChatMessage[] =>
    text === '' && role !== 'user' ? [] : [{ role, parts: text === '' ? [] : [textPart(text)], place: role }],
  );
  return { messages: messages.map((message, index) => ({ ...message, place: `message ${index + 1}` })) };
}

/** The last question and answer, and those before as `history`. */
export function writeAlpaca({ messages }: Conversation, losses: ChatLosses): JsonObject {
  const { system, rest } = splitSystem(messages, 'alpaca', losses);
  const kept = rest.filter(({ role, place, parts }) => {
    const isKept = role !== 'tool' && (parts.length === 0 || parts.some(({ type }) => type === 'text'));
    if (!isKept) losses.tell(place, `the message was dropped: ${FORMAT_NAMES.alpaca} has texts only`);
    return isKept;
  });
  const turns = groupedBy(kept, ({ role }) => role).map(({ key: role, messages: group }) => {
    if (group.length > 1)
      losses.tell(group[1]?.place ?? '', 'the message was joined to the one before: Alpaca has them in turn');
    return { role, text: group.map(({ parts, place }) => textOfParts(parts, place, 'alpaca', losses)).join('\n\n') };
  });
  const pairs: [string, string][] = [];
  for (const { role, text } of turns) {
    if (role === 'user') pairs.push([text, '']);
    else if (pairs.length === 0) pairs.push(['', text]);
    else pairs[pairs.length - 1] = [pairs.at(-1)?.[0] ?? '', text];
  }
  const [instruction, output] = pairs.pop() ?? ['', ''];
  if (output === '') losses.tell('', 'the conversation ends without an answer: "output" is empty');
  return objectOf({
    instruction,
    input: '',
    output,
    system: system.length === 0 ? undefined : system.join('\n\n'),
    history: pairs.length === 0 ? undefined : pairs,
  });
}
