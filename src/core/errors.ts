/**
 * Every error code of the service, its HTTP status and what a caller can do. The only place a code is tied to a status;
 * the docs, `openapi.json` and the HTTP edge read it from here.
 */
export const ERRORS = {
  INVALID_INPUT: { status: 400, action: 'Correct the request: the message names the property, option or file.' },
  HOST_REJECTED: { status: 403, action: 'Call the service by a host name it knows.' },
  ORIGIN_REJECTED: { status: 403, action: 'Use a direct server client or a page of the same origin.' },
  NOT_FOUND: { status: 404, action: 'Check the path.' },
  TOOL_NOT_FOUND: { status: 404, action: 'Discover tool ids with GET /api/v1/tools.' },
  METHOD_NOT_ALLOWED: { status: 405, action: 'Use a method that the Allow header names.' },
  REQUEST_TIMEOUT: { status: 408, action: 'Send the request faster.' },
  LIMIT_EXCEEDED: { status: 413, action: 'Reduce the text, the files or their content: the message names the limit.' },
  JSON_REQUIRED: { status: 415, action: 'Send application/json, not encoded.' },
  SERVER_BUSY: { status: 429, action: 'Retry with bounded exponential backoff and jitter; reduce concurrency.' },
  HEADERS_TOO_LARGE: { status: 431, action: 'Send fewer or shorter headers.' },
  EXECUTION_FAILED: { status: 500, action: 'Check the supported input formats; retry later if it may be temporary.' },
  OUTPUT_TOO_LARGE: { status: 500, action: 'Ask for less at once: the message names the limit.' },
  NOT_READY: { status: 503, action: 'Only the readiness check answers this: wait, or use another replica.' },
  TIME_LIMIT_EXCEEDED: { status: 504, action: 'Reduce the size or the complexity of the input.' },
} as const satisfies Record<string, { readonly status: number; readonly action: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** What a caller is told when a tool fails on acceptable input. The cause goes to the log only. */
export const EXECUTION_FAILED_MESSAGE = 'The tool failed on this input';

/** A failure with a message that is meant for the caller. Anything else that escapes a tool becomes `EXECUTION_FAILED`. */
export class ToolError extends Error {
  override readonly name = 'ToolError';

  constructor(
    readonly code: ErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The caller's mistake: 400 `INVALID_INPUT`. */
export const invalid = (message: string, cause?: unknown): ToolError =>
  new ToolError('INVALID_INPUT', message, cause === undefined ? undefined : { cause });

/** Input over a stated limit: 413 `LIMIT_EXCEEDED`. The message names the limit and the size. */
export const overLimit = (message: string, cause?: unknown): ToolError =>
  new ToolError('LIMIT_EXCEEDED', message, cause === undefined ? undefined : { cause });

/** The JSON body of an error. */
export const errorBody = (code: ErrorCode, message: string): string => JSON.stringify({ error: { code, message } });

const QUOTE_LENGTH = 80;

/** A caller's string as a message may show it: in double quotes, control characters escaped, cut to 80 characters. */
export function quote(value: string): string {
  const start = [...value.slice(0, 2 * QUOTE_LENGTH + 2)];
  const shown = start.length > QUOTE_LENGTH ? `${start.slice(0, QUOTE_LENGTH - 1).join('')}…` : value;
  return JSON.stringify(shown).replace(/[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, escapeCharacter);
}

const escapeCharacter = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** The JSON type of a value, as messages name it. */
export function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}
