import variant from '@jitl/quickjs-ng-wasmfile-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSSyncVariant,
} from 'quickjs-emscripten-core';

import { spendProcess } from '../../core/run-end.js';
import { SCRIPT_PRELUDE } from '../../lib/code/script-prelude.js';
import { ContentFault, LimitFault } from '../../lib/faults.js';

export interface ScriptRequest {
  readonly source: string;
  /** The value of `data`, as JSON; empty for none. */
  readonly data: string;
  readonly timeoutMs: number;
  readonly memoryMb: number;
}

export interface ScriptError {
  /** Of the class of the error; null where what was thrown is not an error. */
  readonly name: string | null;
  readonly message: string;
  /** Place where it was thrown, from 1; null where it is not known. */
  readonly line: number | null;
  readonly column: number | null;
  readonly stack: string;
}

/** As `typeof` tells them, `array` and `null` apart. */
export const SCRIPT_TYPES = [
  'undefined',
  'null',
  'boolean',
  'number',
  'bigint',
  'string',
  'symbol',
  'function',
  'array',
  'object',
] as const;
export type ScriptType = (typeof SCRIPT_TYPES)[number];

export interface ScriptEnd {
  readonly type: ScriptType;
  readonly value: unknown;
  /** The value as a console shows it. */
  readonly text: string;
  readonly output: string;
  readonly error: ScriptError | null;
  readonly warnings: readonly string[];
}

const PAGE_BYTES = 65_536;
const MB = 2 ** 20;
/** What the module itself takes. */
const OWN_PAGES = 256;
/** JavaScript's own stack there. Node's, which it lives on, allows for a little more of plain calls. */
const STACK_BYTES = 256 * 1024;
const MAX_OUTPUT_CHARACTERS = 1_000_000;
const MAX_VALUE_CHARACTERS = 4_000_000;
const MAX_DEPTH = 500;
const JOBS_AT_ONCE = 1_000;
/** JS_EVAL_FLAG_ASYNC of quickjs.h: `await` is allowed, and what comes back is a promise of an object with the value. */
const EVAL_ASYNC = 1 << 7;
const FILE = 'script.js';

/** A fault of the script that it cannot catch. */
type Stop = 'time' | 'output';

/**
 * Runs a script in QuickJS, compiled to WebAssembly: it has the language, `console`, timers and `data`, and nothing of Node. Memory is
 * an address space of its own. What comes back runs it, once and synchronously. Throws ContentFault where it is not JavaScript,
 * LimitFault, naming the option, where it takes too much.
 */
export async function openScript(request: ScriptRequest): Promise<() => ScriptEnd> {
  const wasmMemory = new WebAssembly.Memory({
    initial: OWN_PAGES,
    maximum: OWN_PAGES + (request.memoryMb * MB) / PAGE_BYTES,
  });
  const module = await newQuickJSWASMModuleFromVariant(
    newVariant(variant as unknown as QuickJSSyncVariant, { wasmMemory }),
  );
  return () => {
    const lines: string[] = [];
    try {
      return run(module.newContext(), request, lines);
    } catch (error) {
      // Node's stack was used up below the sandbox, or its memory ended where it cannot tell: the instance is in no known state.
      if (error instanceof ContentFault || error instanceof LimitFault) throw error;
      spendProcess();
      if (error instanceof RangeError) return failed({ name: 'RangeError', message: error.message, stack: '' }, lines);
      if (error instanceof WebAssembly.RuntimeError) throw tooMuchMemory(request);
      throw error;
    }
  };
}

function run(vm: QuickJSContext, request: ScriptRequest, lines: string[]): ScriptEnd {
  const { source, data, timeoutMs, memoryMb } = request;
  if (source.includes('\0')) throw new ContentFault('it has a NUL character');
  vm.runtime.setMemoryLimit(memoryMb * MB);
  vm.runtime.setMaxStackSize(STACK_BYTES);
  // The time of the script begins with it.
  let until = Number.POSITIVE_INFINITY;
  let stopped: Stop | undefined;
  const isOver = (): boolean => {
    if (performance.now() > until) stopped ??= 'time';
    return stopped !== undefined;
  };
  vm.runtime.setInterruptHandler(isOver);
  const refuse = (): void => {
    if (stopped === 'time')
      throw LimitFault.whole(`The script must end within ${timeoutMs} ms${more('timeoutMs', timeoutMs, 10_000)}`);
    if (stopped === 'output')
      throw LimitFault.whole(`The script must write at most ${MAX_OUTPUT_CHARACTERS} characters with console.log`);
  };

  let written = 0;
  const write = vm.newFunction('write', (text) => {
    const line = vm.getString(text);
    written += line.length + 1;
    if (written > MAX_OUTPUT_CHARACTERS) stopped ??= 'output';
    else lines.push(line);
  });
  const prelude = vm.unwrapResult(vm.evalCode(SCRIPT_PRELUDE, 'prelude.js'));
  const tools = vm.callFunction(prelude, vm.undefined, write, vm.newString(data));
  const refuseError = (handle: QuickJSHandle): never => {
    refuse();
    const thrown = vm.dump(handle) as unknown;
    const { name, message, stack } = (
      typeof thrown === 'object' && thrown !== null ? thrown : { message: String(thrown) }
    ) as Record<string, string | undefined>;
    if (message === 'out of memory') throw tooMuchMemory(request);
    // Of the column it tells where the construct begins, which misleads.
    const line = /:(\d+):\d+/.exec(stack ?? '')?.[1];
    const place = line === undefined ? '' : ` in line ${line}`;
    throw new ContentFault(`${name ?? 'Error'}${place}: ${(message ?? '').slice(0, 300)}`);
  };
  if (tools.error) return refuseError(tools.error);
  const call = (name: string, given: readonly QuickJSHandle[] = []): QuickJSHandle => {
    const result = vm.callFunction(vm.getProp(tools.value, name), vm.undefined, ...given);
    if (!result.error) return result.value;
    refuse();
    // What a timer throws ends the script, as it does in Node.
    const described = vm.callFunction(vm.getProp(tools.value, 'fail'), vm.undefined, result.error);
    return described.error ? refuseError(described.error) : described.value;
  };

  until = performance.now() + timeoutMs;
  const evaluated = vm.evalCode(source.toWellFormed(), FILE, EVAL_ASYNC);
  if (evaluated.error) return refuseError(evaluated.error);
  const promise = call('finish', [evaluated.value]);
  let told: string | undefined;
  for (;;) {
    const jobs = vm.runtime.executePendingJobs(JOBS_AT_ONCE);
    if (jobs.error) refuseError(jobs.error);
    if (isOver()) refuse();
    if (vm.runtime.hasPendingJob()) continue;
    if (told === undefined) {
      const state = vm.getPromiseState(promise);
      // The prelude itself has failed: for want of memory, or because the script has changed the language under it.
      if (state.type === 'rejected') return refuseError(state.error);
      if (state.type === 'fulfilled') told = vm.getString(state.value);
    }
    // An error ends it at once; a value when no timer is left, as Node goes on until then.
    if (told !== undefined && isError(told)) return endOf(told, request, lines);
    const fired = call('tick');
    if (vm.typeof(fired) === 'string') return endOf(vm.getString(fired), request, lines);
    if (vm.dump(fired) === true) continue;
    if (told !== undefined) return endOf(told, request, lines);
    return failed({ name: null, message: 'The script waits for a promise that is never settled', stack: '' }, lines);
  }
}

/** Whether the prelude tells of an error: its JSON begins with that. */
const isError = (told: string): boolean => told.startsWith('{"end":"error"');

interface Told {
  readonly name: string | null;
  readonly message: string;
  readonly stack: string;
}

/** The end that the prelude has told: its own JSON, and behind it that of the value. */
function endOf(told: string, request: ScriptRequest, lines: readonly string[]): ScriptEnd {
  // It never tells nothing: there was no room to hand it over.
  if (told === '') throw tooMuchMemory(request);
  if (told.length > MAX_VALUE_CHARACTERS)
    throw LimitFault.whole(`The value of the script must take at most ${MAX_VALUE_CHARACTERS} characters as JSON`);
  const [head, rest] = readTold(told);
  if (isError(told)) {
    const error = head as unknown as Told;
    if (error.name === 'InternalError' && error.message === 'out of memory') throw tooMuchMemory(request);
    return failed(error, lines);
  }
  const value = readValue(rest);
  if (isDeeper(value))
    throw LimitFault.whole(`The value of the script must be nested at most ${MAX_DEPTH} levels deep`);
  const { type, text, warnings } = head as unknown as Pick<ScriptEnd, 'type' | 'text' | 'warnings'>;
  return { type, value, text, output: lines.join('\n'), error: null, warnings };
}

/** What a script that changes the language under the prelude can bring about. */
function readValue(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    throw new ContentFault('its value cannot be written as JSON');
  }
}

/** An object in JSON without braces in it outside of strings, and what follows it. */
function readTold(told: string): [head: Record<string, unknown>, rest: string] {
  let isInString = false;
  let at = 0;
  for (; at < told.length; at += 1) {
    const letter = told[at];
    if (letter === '\\') at += 1;
    else if (letter === '"') isInString = !isInString;
    else if (letter === '}' && !isInString) break;
  }
  return [readValue(told.slice(0, at + 1)) as Record<string, unknown>, told.slice(at + 1)];
}

function failed({ name, message, stack }: Told, lines: readonly string[]): ScriptEnd {
  const place = new RegExp(`\\(?${FILE}:(\\d+):(\\d+)`).exec(stack);
  const [line, column] = [place?.[1], place?.[2]].map((text) => (text === undefined ? null : Number(text)));
  // Frames of what stands before the script are no part of it.
  const own = stack.split('\n').filter((frame) => frame.includes(FILE));
  const error = { name, message, line: line ?? null, column: column ?? null, stack: own.join('\n') };
  return { type: 'undefined', value: null, text: '', output: lines.join('\n'), error, warnings: [] };
}

const more = (option: string, now: number, most: number): string =>
  now < most ? `; option "${option}" can be up to ${most}` : '';

const tooMuchMemory = ({ memoryMb }: ScriptRequest): LimitFault =>
  LimitFault.whole(`The script must take at most ${memoryMb} MB of memory${more('memoryMb', memoryMb, 128)}`);

function isDeeper(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return false;
}
