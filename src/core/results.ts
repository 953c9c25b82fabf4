/** A file that a tool returns. `name` is a plain file name, `mime` its type. */
export interface OutputFile {
  readonly name: string;
  readonly mime: string;
  readonly bytes: Uint8Array;
}

declare const DATA: unique symbol;

/**
 * What a tool's `run` returns. Made by `text`, `json`, `jsonText`, `file`, `files` and `withFiles`; sizes and base64 are the runner's.
 * `Data` is the type of what a JSON text holds, so that the compiler compares it with the tool's declaration.
 */
export interface ToolResult<Data = unknown> {
  /** For the compiler only: never set. */
  readonly [DATA]?: Data;
  readonly text: string | null;
  readonly name?: string;
  readonly mime?: string;
  /** The text is JSON: the response repeats it, parsed, as `data`. */
  readonly isJson?: boolean;
  readonly files: readonly OutputFile[];
}

export const TEXT_MIME = 'text/plain;charset=utf-8';
export const JSON_MIME = 'application/json';

/** A text result. */
export function text(value: string, { name = 'result.txt', mime = TEXT_MIME } = {}): ToolResult<never> {
  return { text: value, name, mime, files: [] };
}

/** A JSON result: indented text, and `data` beside it. Values that JSON cannot hold are the tool's to avoid. */
export function json<const Data>(value: Data, { name = 'result.json' } = {}): ToolResult<Data> {
  return { text: JSON.stringify(value, null, 2), name, mime: JSON_MIME, isJson: true, files: [] };
}

/** A result whose text already is JSON; kept to the letter, so that numbers beyond 2^53 survive. What it holds, tests check alone. */
export function jsonText<Data>(value: string, { name = 'result.json', mime = JSON_MIME } = {}): ToolResult<Data> {
  return { text: value, name, mime, isJson: true, files: [] };
}

/** A result of one file. */
export function file(name: string, mime: string, bytes: Uint8Array): ToolResult<never> {
  return files([{ name, mime, bytes }]);
}

/** A result of files only. */
export function files(list: readonly OutputFile[]): ToolResult<never> {
  return { text: null, files: list };
}

/** A text or JSON result that has files too. */
export function withFiles<Data>(result: ToolResult<Data>, list: readonly OutputFile[]): ToolResult<Data> {
  return { ...result, files: [...result.files, ...list] };
}
