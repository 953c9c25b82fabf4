import { ContentFault } from '../../faults.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../json/values.js';
import { listAt, objectAt, objectOf, textAt } from '../schema-walk.js';

import { looksAnthropic } from './anthropic.js';
import { type ChatFormat, type ChatLosses, quoted } from './conversation.js';
import { looksMarkdown } from './markdown.js';
import { tellSettings } from './parts.js';

const RESPONSES_ITEMS = new Set(['function_call', 'function_call_output', 'reasoning', 'item_reference']);

/** A message or item of some format: a list of these is one conversation, a list of others many. */
function isTurn(item: JsonValue): boolean {
  if (!isJsonObject(item)) return false;
  if (['messages', 'conversations', 'contents', 'instruction', 'body'].some((key) => item.has(key))) return false;
  return item.has('role') || item.has('from') || RESPONSES_ITEMS.has(textAt(item, 'type') ?? '') || item.has('parts');
}

/** The conversations of a document that is a list of them. */
export function listOf(document: JsonValue, from: ChatFormat | 'auto'): readonly JsonValue[] | undefined {
  if (!isJsonArray(document)) return undefined;
  const isConversation = from !== 'alpaca' && document.length > 0 && document.every(isTurn);
  return isConversation ? undefined : document;
}

/** What the files of batch APIs wrap requests in: `body` (OpenAI), `params` (Anthropic), `request` (Gemini). */
export function unwrapped(item: JsonValue, losses: ChatLosses): JsonValue {
  if (!isJsonObject(item) || item.has('messages')) return item;
  const response = objectAt(objectAt(item, 'response'), 'body');
  const key = ['body', 'params', 'request', 'message'].find((each) => objectAt(item, each) !== undefined);
  const isBatch = item.has('custom_id') || item.has('key') || item.has('method') || item.has('request');
  if (response === undefined && (key === undefined || !isBatch)) return item;
  tellSettings(item, new Set(response === undefined ? [key ?? ''] : ['response']), losses);
  return response ?? objectAt(item, key ?? '') ?? item;
}

/** The format of one conversation. Throws ContentFault where it is none that is known. */
export function recognize(item: JsonValue): ChatFormat {
  const text = typeof item === 'string' ? item : textAt(item, 'text');
  if (isJsonArray(item)) return recognizeTurns(item);
  if (isJsonObject(item)) {
    const found = recognizeRecord(item);
    if (found !== undefined) return found;
  }
  if (text !== undefined) return recognizeText(text);
  const keys = isJsonObject(item) ? [...item.keys()].slice(0, 5).map(quoted).join(', ') : '';
  throw new ContentFault(`the format is not known: it has ${keys === '' ? 'no keys' : keys}`);
}

function recognizeText(text: string): ChatFormat {
  if (text.includes('<|im_start|>')) return 'chatml';
  if (text.includes('<|start_header_id|>')) return 'llama3';
  if (looksMarkdown(text)) return 'markdown';
  throw new ContentFault('the format is not known: it is neither JSON, ChatML, Llama 3 nor Markdown with speakers');
}

function recognizeRecord(item: JsonObject): ChatFormat | undefined {
  if (item.has('contents') || item.has('candidates')) return 'gemini';
  for (const key of ['conversations', 'conversation', 'items'])
    if (listAt(item, key).length > 0) return recognizeTurns(listAt(item, key)) === 'sharegpt' ? 'sharegpt' : 'openai';
  if (item.has('instruction')) return 'alpaca';
  if (item.has('choices')) return 'openai';
  if (item.has('messages')) return looksAnthropic(item) ? 'anthropic' : 'openai';
  if (item.has('input') || isJsonArray(item.get('output') ?? null)) return 'openai-responses';
  if (item.has('stop_reason')) return 'anthropic';
  return isTurn(item) ? recognizeTurns([item]) : undefined;
}

function recognizeTurns(turns: readonly JsonValue[]): ChatFormat {
  if (turns.some((turn) => isJsonObject(turn) && turn.has('from'))) return 'sharegpt';
  if (turns.some((turn) => isJsonObject(turn) && turn.has('parts'))) return 'gemini';
  if (turns.some((turn) => RESPONSES_ITEMS.has(textAt(turn, 'type') ?? ''))) return 'openai-responses';
  const types = new Set(turns.flatMap((turn) => listAt(turn, 'content').map((part) => textAt(part, 'type') ?? '')));
  if (['input_text', 'output_text', 'input_image', 'input_file'].some((type) => types.has(type)))
    return 'openai-responses';
  return looksAnthropic(objectOf({ messages: turns })) ? 'anthropic' : 'openai';
}
