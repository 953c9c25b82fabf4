/** What is wrong with an answer to a request that was made to hurt. */

import { projectRoot } from '../core/project-files.js';

import type { Reply } from './http.js';

/** A request, its files decoded. */
export interface SentRequest {
  readonly input: string | undefined;
  readonly options: Readonly<Record<string, unknown>>;
  readonly files: readonly { readonly name: string; readonly bytes: Buffer }[];
}

const RIGHT = [200, 400, 413];
/** What shows the inside of the service: its folders, its packages, its stack. */
const INSIDES = [projectRoot, '/tmp/tool-execution-api-', 'node_modules/', 'file:///', '.js:'];
/** A message is a sentence or two, with an excerpt at most. */
export const MAX_MESSAGE = 2000;
/** What a value leaves in a text that nobody wrote as one. */
const ODD = /\[object \w|\bundefined\b(?! entity)/;
const STACK = /\n\s+at .+[(:]\d+:\d+\)?/;

/** A run's answer as it comes. */
export interface AnswerBody {
  readonly error?: { readonly code?: unknown; readonly message?: unknown };
  readonly result?: {
    readonly text: string | null;
    readonly mime?: string;
    readonly files: readonly {
      readonly name: string;
      readonly mime: string;
      readonly bytes: number;
      readonly base64: string;
    }[];
  };
}

/** `undefined` for an answer as it should be. */
export function faultOf({ status, text, json }: Reply, sent: SentRequest): string | undefined {
  if (!RIGHT.includes(status)) return `status ${status}: ${text.slice(0, 200)}`;
  const body = json as AnswerBody | undefined;
  if (body === undefined) return `no JSON: ${text.slice(0, 200)}`;
  if (status !== 200) return errorFault(body, sent);
  const { result } = body;
  if (result === undefined || !Array.isArray(result.files)) return 'no result';
  if (new Set(result.files.map(({ name }) => name)).size < result.files.length) return 'two results have one name';
  for (const { name } of result.files) {
    // File names of the contract: no path, no control character, no name that means a folder.
    if (/[/\\\p{Cc}]|^\.{0,2}$/u.test(name)) return `result is named ${JSON.stringify(name)}`;
  }
  const told = [
    result.text ?? '',
    ...result.files.map(({ base64 }) => Buffer.from(base64, 'base64').toString('latin1')),
  ];
  for (const part of told) {
    const inside = [projectRoot, '/tmp/tool-execution-api-'].find((item) => part.includes(item) && !isSent(sent, item));
    if (inside !== undefined) return `shows ${inside}`;
  }
  return undefined;
}

function errorFault({ error }: AnswerBody, sent: SentRequest): string | undefined {
  if (typeof error?.code !== 'string' || typeof error.message !== 'string') return 'no error object';
  const { message } = error;
  if (message === '' || message.length > MAX_MESSAGE) return `message of ${message.length} characters`;
  const inside = INSIDES.find((item) => message.includes(item) && !isSent(sent, item));
  if (inside !== undefined) return `message shows ${inside}: ${message}`;
  if (STACK.test(message) || ODD.test(message)) {
    const [odd = 'at '] = ODD.exec(message) ?? [];
    if (!isSent(sent, odd)) return `message is not a sentence: ${message}`;
  }
  return undefined;
}

function isSent({ input = '', options, files }: SentRequest, part: string): boolean {
  if (input.includes(part) || JSON.stringify(options).includes(part)) return true;
  return files.some(({ name, bytes }) => name.includes(part) || bytes.includes(part));
}
