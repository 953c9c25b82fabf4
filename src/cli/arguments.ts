import { readFileSync } from 'node:fs';

import type { CatalogEntry, CatalogOption } from '../core/catalog.js';
import { takenInstead } from '../core/taken-instead.js';

import { CommandError, EXIT } from './exit-codes.js';

/** A call of `run`, read from its arguments. */
export interface RunCall {
  readonly files: readonly string[];
  /** Text, or `-` for standard input. */
  readonly input: string | undefined;
  readonly options: Readonly<Record<string, string | number | boolean>>;
  /** A file, a folder, or `-` for standard output. */
  readonly output: string | undefined;
  /** File name of what standard input holds. */
  readonly stdinName: string | undefined;
  readonly isForced: boolean;
  readonly isJson: boolean;
  readonly isQuiet: boolean;
  /** `undefined`: on a terminal. */
  readonly hasProgress: boolean | undefined;
  /** Raises the limits on bytes of each run; `undefined`: those of the tool's class. */
  readonly maxBytes: number | undefined;
  /** Runs at the same time. */
  readonly jobs: number;
}

/** Flags of `run` itself. A test keeps the options of tools clear of them. */
export const RUN_FLAGS = [
  '--input',
  '--output',
  '--stdin-name',
  '--jobs',
  '--max-bytes',
  '--force',
  '--json',
  '--quiet',
  '--progress',
  '--no-progress',
  '--help',
] as const;

const MAX_JOBS = 4;
const MIB = 2 ** 20;
/** Chosen: what a request of JSON, its decoded files and an answer of that size leave of a run's memory. */
const MAX_MAX_BYTES = 256 * MIB;

/** How an option of a tool is written: `maxLength` is `--max-length`. */
export const flagOf = (name: string): string => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** How a switch is turned off: `--no-bold`. */
export const offFlagOf = (name: string): string => `--no-${flagOf(name).slice(2)}`;

type Writable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

/** Reads the arguments of `run <id> …`. Throws `CommandError` naming the argument. */
export function readRunArguments(entry: CatalogEntry, args: readonly string[]): RunCall {
  const files: string[] = [];
  const options: Record<string, string | number | boolean> = Object.create(null);
  const call: Writable<RunCall> = { ...NOTHING_ASKED, files, options };
  const rest = [...args];
  let isLiteral = false;
  for (let argument = rest.shift(); argument !== undefined; argument = rest.shift()) {
    if (isLiteral || argument === '-' || !argument.startsWith('-')) {
      files.push(argument);
      continue;
    }
    if (argument === '--') {
      isLiteral = true;
      continue;
    }
    const [flag, inline] = splitFlag(argument);
    const takeValue = (): string => {
      const value = inline ?? rest.shift();
      if (value === undefined) throw new CommandError(`${flag} needs a value`);
      return value;
    };
    // `--name` is an option of some tools, and what standard input is called for the others.
    const isTaken = entry.options.some(({ name }) => flagOf(name) === flag);
    if (isTaken || !readOwnFlag(call, flag, inline, takeValue)) readOption(entry, flag, inline, takeValue, options);
  }
  if (call.input !== undefined && call.input !== '-' && entry.input === 'none')
    throw new CommandError(`${entry.id} takes no --input: ${takenInstead(entry, flagOf)}`);
  return call;
}

const NOTHING_ASKED: Omit<RunCall, 'files' | 'options'> = {
  input: undefined,
  output: undefined,
  stdinName: undefined,
  isForced: false,
  isJson: false,
  isQuiet: false,
  hasProgress: undefined,
  jobs: 1,
  maxBytes: undefined,
};

function readOwnFlag(
  call: Writable<RunCall>,
  flag: string,
  inline: string | undefined,
  takeValue: () => string,
): boolean {
  const value = VALUE_FLAGS[flag];
  const turn = SWITCHES[flag];
  if (value !== undefined) value(call, takeValue());
  else if (turn !== undefined && inline === undefined) turn(call);
  else return false;
  return true;
}

const VALUE_FLAGS: Readonly<Record<string, (call: Writable<RunCall>, value: string) => void>> = {
  '--input': (call, value) => {
    call.input = value === '-' ? value : textOf('--input', value);
  },
  '--output': (call, value) => {
    call.output = value;
  },
  '-o': (call, value) => {
    call.output = value;
  },
  '--stdin-name': (call, value) => {
    call.stdinName = value;
  },
  '--name': (call, value) => {
    call.stdinName = value;
  },
  '--jobs': (call, value) => {
    const jobs = Number(value);
    if (!Number.isInteger(jobs) || jobs < 1 || jobs > MAX_JOBS)
      throw new CommandError(`--jobs must be a whole number from 1 to ${MAX_JOBS}, got ${JSON.stringify(value)}`);
    call.jobs = jobs;
  },
  '--max-bytes': (call, value) => {
    call.maxBytes = readBytes('--max-bytes', value);
  },
};

const SWITCHES: Readonly<Record<string, (call: Writable<RunCall>) => void>> = {
  '--force': (call) => {
    call.isForced = true;
  },
  '--json': (call) => {
    call.isJson = true;
  },
  '--quiet': (call) => {
    call.isQuiet = true;
  },
  '-q': (call) => {
    call.isQuiet = true;
  },
  '--progress': (call) => {
    call.hasProgress = true;
  },
  '--no-progress': (call) => {
    call.hasProgress = false;
  },
};

const UNITS: Readonly<Record<string, number>> = { '': 1, KiB: 2 ** 10, MiB: MIB };

/** A number of bytes: `50000000`, `512KiB`, `100MiB`. */
function readBytes(flag: string, value: string): number {
  const [, digits = '', unit = ''] = /^(\d{1,9})(KiB|MiB|)$/.exec(value) ?? [];
  const bytes = Number(digits) * (UNITS[unit] ?? 1);
  if (bytes < 1 || bytes > MAX_MAX_BYTES) {
    const got = JSON.stringify(value);
    throw new CommandError(`${flag} must be bytes, or as in 100MiB, from 1 to ${MAX_MAX_BYTES / MIB}MiB, got ${got}`);
  }
  return bytes;
}

function splitFlag(argument: string): [flag: string, inline: string | undefined] {
  const equals = argument.indexOf('=');
  return equals < 0 ? [argument, undefined] : [argument.slice(0, equals), argument.slice(equals + 1)];
}

function readOption(
  entry: CatalogEntry,
  flag: string,
  inline: string | undefined,
  takeValue: () => string,
  options: Record<string, string | number | boolean>,
): void {
  const named = entry.options.find(({ name }) => flagOf(name) === flag || `--${name}` === flag);
  if (named?.type === 'boolean') {
    options[named.name] = readSwitch(flag, inline ?? 'true');
    return;
  }
  if (named !== undefined) {
    options[named.name] = readValue(named, flag, takeValue());
    return;
  }
  const negated = entry.options.find(({ name, type }) => type === 'boolean' && offFlagOf(name) === flag);
  if (negated === undefined || inline !== undefined) {
    const known = entry.options.map(({ name }) => flagOf(name)).join(' ');
    throw new CommandError(`${entry.id} has no option ${flag}${known === '' ? '' : `; it has ${known}`}`);
  }
  options[negated.name] = false;
}

function readSwitch(flag: string, value: string): boolean {
  if (value === 'true' || value === 'false') return value === 'true';
  throw new CommandError(`${flag} must be true or false, got ${JSON.stringify(value)}`);
}

/** Bounds are checked by the run itself, in the API's words; only what cannot be JSON of the type is refused here. */
function readValue(option: CatalogOption, flag: string, value: string): string | number {
  if (option.type !== 'number') return option.allowed === undefined ? textOf(flag, value) : value;
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number)) {
    throw new CommandError(`${flag} must be a number, got ${JSON.stringify(value)}`);
  }
  return number;
}

/** `@notes.txt` is the text of that file, `@@home` is `@home`; a lone `@` is itself. */
function textOf(flag: string, value: string): string {
  if (!value.startsWith('@') || value === '@') return value;
  if (value.startsWith('@@')) return value.slice(1);
  const path = value.slice(1);
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError(`${flag}: cannot read ${path}: ${code} (write @${value} for the text itself)`, EXIT.failed);
  }
  return decodeText(bytes, path);
}

/** UTF-8 without its byte order mark. Throws `CommandError` for anything else. */
export function decodeText(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new CommandError(`${name} is not UTF-8 text`, EXIT.invalidInput);
  }
}
