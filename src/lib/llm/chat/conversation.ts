import type { JsonObject, JsonValue } from '../../json/values.js';

/** Formats that conversations are read and written in. */
export const CHAT_FORMATS = [
  'openai',
  'openai-responses',
  'anthropic',
  'gemini',
  'sharegpt',
  'alpaca',
  'chatml',
  'llama3',
  'markdown',
] as const;

export type ChatFormat = (typeof CHAT_FORMATS)[number];

/** What messages call the formats. */
export const FORMAT_NAMES: Readonly<Record<ChatFormat, string>> = {
  openai: 'OpenAI',
  'openai-responses': 'OpenAI Responses',
  anthropic: 'Anthropic',
  gemini: 'Gemini',
  sharegpt: 'ShareGPT',
  alpaca: 'Alpaca',
  chatml: 'ChatML',
  llama3: 'Llama 3',
  markdown: 'Markdown',
};

export interface TextPart {
  readonly type: 'text';
  readonly text: string;
}

/** An image, a sound or a document: its bytes, an address, or an id that only its vendor knows. */
export interface MediaPart {
  readonly type: 'media';
  readonly kind: 'image' | 'audio' | 'file';
  readonly mime?: string | undefined;
  readonly base64?: string | undefined;
  readonly url?: string | undefined;
  readonly name?: string | undefined;
  /** OpenAI's level of detail of an image. */
  readonly detail?: string | undefined;
}

export interface ThinkingPart {
  readonly type: 'thinking';
  readonly text: string;
  /** The part as its vendor wrote it, with its signature, which nobody else takes. */
  readonly own?: { readonly format: ChatFormat; readonly item: JsonObject };
}

export interface CallPart {
  readonly type: 'call';
  /** Missing where the format has none, until `linkCalls`. */
  readonly id?: string | undefined;
  /** The id was made here. */
  readonly hasMadeId?: boolean;
  readonly name: string;
  readonly args: JsonValue;
  /** The arguments as the text they were, which may not be JSON. */
  readonly source?: string | undefined;
  /** Gemini's signature of the thought behind the call. */
  readonly signature?: string | undefined;
}

export interface ResultPart {
  readonly type: 'result';
  readonly id?: string | undefined;
  readonly hasMadeId?: boolean;
  readonly name?: string | undefined;
  readonly parts: readonly (TextPart | MediaPart)[];
  readonly isError: boolean;
}

export type ChatPart = TextPart | MediaPart | ThinkingPart | CallPart | ResultPart;

export interface ChatMessage {
  /** Messages of `tool` have results only, and no others have any; calls and thinking are the assistant's. */
  readonly role: 'system' | 'developer' | 'user' | 'assistant' | 'tool';
  readonly parts: readonly ChatPart[];
  /** Name of a participant, which only OpenAI has. */
  readonly name?: string | undefined;
  /** How warnings name it: `message 3`. */
  readonly place: string;
}

/** A conversation in the words of no vendor. */
export interface Conversation {
  readonly messages: readonly ChatMessage[];
  /** Tool definitions, in the notation of the format they came in. */
  readonly tools?: JsonValue | undefined;
}

/** Most warnings that are listed; more are counted. */
const MAX_WARNINGS = 200;

/** Collects what a conversion cannot keep. */
export class ChatLosses {
  readonly #told = new Set<string>();
  #more = 0;
  /** Told before the place where there are several conversations. */
  conversation: number | undefined;

  tell(place: string, what: string): void {
    const before = this.conversation === undefined ? '' : `conversation ${this.conversation}`;
    const where = [before, place].filter((word) => word !== '').join(', ');
    const warning = where === '' ? what : `${where}: ${what}`;
    const whole = warning.charAt(0).toUpperCase() + warning.slice(1);
    if (this.#told.has(whole)) return;
    if (this.#told.size < MAX_WARNINGS) this.#told.add(whole);
    else this.#more++;
  }

  get warnings(): readonly string[] {
    return this.#more === 0 ? [...this.#told] : [...this.#told, `${this.#more} more warnings are not listed`];
  }
}

/** A caller's word in a message, shortened. */
export const quoted = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
