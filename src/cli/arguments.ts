import type { CatalogEntry, CatalogOption } from '../core/catalog.js';

import { CommandError } from './exit-codes.js';

/** A call of `run`, read from its arguments. */
export interface RunCall {
  readonly files: readonly string[];
  /** Text, or `-` for standard input. */
  readonly input: string | undefined;
  readonly options: Readonly<Record<string, string | number | boolean>>;
  readonly output: string | undefined;
  readonly isForced: boolean;
  readonly isJson: boolean;
}

/** Words that belong to the command; a tool's option of the same name is given as `--option-<name>`. */
const OWN_WORDS = new Set(['input', 'output', 'o', 'force', 'json', 'help']);

/** How an option of a tool is written: `maxLength` is `--max-length`. */
export function flagOf(name: string): string {
  const kebab = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return OWN_WORDS.has(kebab) ? `--option-${kebab}` : `--${kebab}`;
}

/** Reads the arguments of `run <id> …`. Throws `CommandError` naming the argument. */
export function readRunArguments(entry: CatalogEntry, args: readonly string[]): RunCall {
  const files: string[] = [];
  const options: Record<string, string | number | boolean> = Object.create(null);
  const own: { input?: string; output?: string } = {};
  let isForced = false;
  let isJson = false;
  const rest = [...args];
  let isLiteral = false;

  const takeValue = (flag: string, inline: string | undefined): string => {
    const value = inline ?? rest.shift();
    if (value === undefined) throw new CommandError(`${flag} needs a value`);
    return value;
  };

  for (let argument = rest.shift(); argument !== undefined; argument = rest.shift()) {
    if (isLiteral || argument === '-' || !argument.startsWith('-')) {
      files.push(argument);
      continue;
    }
    if (argument === '--') {
      isLiteral = true;
      continue;
    }
    const [flag = '', inline] = splitFlag(argument);
    if (flag === '--force') isForced = true;
    else if (flag === '--json') isJson = true;
    else if (flag === '--input') own.input = takeValue(flag, inline);
    else if (flag === '--output' || flag === '-o') own.output = takeValue(flag, inline);
    else readOption(entry, flag, inline, takeValue, options);
  }
  return { files, input: own.input, options, output: own.output, isForced, isJson };
}

function splitFlag(argument: string): [string, string | undefined] {
  const equals = argument.indexOf('=');
  return equals < 0 ? [argument, undefined] : [argument.slice(0, equals), argument.slice(equals + 1)];
}

function readOption(
  entry: CatalogEntry,
  flag: string,
  inline: string | undefined,
  takeValue: (flag: string, inline: string | undefined) => string,
  options: Record<string, string | number | boolean>,
): void {
  const named = entry.options.find(({ name }) => flagOf(name) === flag || `--${name}` === flag);
  if (named?.type === 'boolean') {
    options[named.name] = readSwitch(flag, inline ?? 'true');
    return;
  }
  if (named !== undefined) {
    options[named.name] = readValue(named, flag, takeValue(flag, inline));
    return;
  }
  const negated = entry.options.find(
    ({ name, type }) => type === 'boolean' && `--no-${flagOf(name).slice(2)}` === flag,
  );
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
  if (option.type !== 'number') return value;
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number)) {
    throw new CommandError(`${flag} must be a number, got ${JSON.stringify(value)}`);
  }
  return number;
}
