import type { ErrorCode } from '../core/errors.js';
import { ERRORS, quote } from '../core/errors.js';
import type { PageTool } from '../core/pages.js';
import { words } from './words/words.js';

/** The part of the form that an error is about. */
export type Field =
  | { readonly kind: 'input' }
  | { readonly kind: 'option'; readonly name: string }
  /** `index`: one file of them. */
  | { readonly kind: 'files'; readonly index?: number }
  | { readonly kind: 'run' };

export interface Fault {
  readonly code: ErrorCode | 'UNREACHABLE';
  readonly message: string;
  readonly field: Field;
}

/** What a person is told first; the service's own message follows. */
export const faultTitle = ({ code }: Fault): string => words.faults.titles[code];

export const faultAdvice = ({ code }: Fault): string =>
  code === 'UNREACHABLE' ? words.faults.unreachableAdvice : ERRORS[code].action;

/** A code of ours, or the one that is nearest to a status that something between us and the service has answered. */
export function knownCode(code: unknown, status: number): ErrorCode {
  if (typeof code === 'string' && Object.hasOwn(ERRORS, code)) return code as ErrorCode;
  if (status === 413) return 'LIMIT_EXCEEDED';
  if (status === 429 || status === 503) return 'SERVER_BUSY';
  return status === 504 ? 'TIME_LIMIT_EXCEEDED' : 'EXECUTION_FAILED';
}

/** The number of the step that a message of a pipeline speaks of. */
export function stepOf(message: string): number | undefined {
  const number = /^Step (\d+) /.exec(message)?.[1];
  return number === undefined ? undefined : Number(number);
}

/** Finds the part of the form that a message speaks of: messages name the option, the property or the file. */
export function fieldOf(
  message: string,
  code: ErrorCode,
  tool: Pick<PageTool, 'input' | 'options' | 'files'>,
  fileNames: readonly string[],
): Field {
  const steps = tool.options.find(({ kind }) => kind === 'steps');
  if (steps !== undefined && stepOf(message) !== undefined) return { kind: 'option', name: steps.name };
  const option = /[Oo]ption "([^"]+)"/.exec(message)?.[1];
  if (option !== undefined && tool.options.some(({ name }) => name === option)) return { kind: 'option', name: option };
  if (/Property "input"/.test(message)) return { kind: 'input' };
  const place = /Property "files(?:\[(\d+)\])?/.exec(message);
  if (place !== null) return place[1] === undefined ? { kind: 'files' } : { kind: 'files', index: Number(place[1]) };
  const named = fileNames.findIndex((name) => message.includes(quote(name)));
  if (named >= 0) return { kind: 'files', index: named };
  if (code !== 'INVALID_INPUT' && code !== 'LIMIT_EXCEEDED') return { kind: 'run' };
  if (fileNames.length > 0) return fileNames.length === 1 ? { kind: 'files', index: 0 } : { kind: 'files' };
  return tool.input === 'none' ? { kind: 'run' } : { kind: 'input' };
}

export const isSameField = (a: Field, b: Field): boolean =>
  a.kind === b.kind &&
  (a.kind !== 'option' || b.kind !== 'option' || a.name === b.name) &&
  (a.kind !== 'files' || b.kind !== 'files' || a.index === b.index);
