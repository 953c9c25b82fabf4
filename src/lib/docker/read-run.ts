import { ContentFault } from '../faults.js';

import { isFlag, OLD_NAMES, RUN_OPTIONS, SHORT_NAMES } from './run-options.js';

/** A command of `docker run`, by the long names of its options. */
export interface RunCommand {
  readonly options: ReadonlyMap<string, readonly string[]>;
  readonly image: string;
  readonly command: readonly string[];
}

/** Verbs that have the options of `run`. */
const VERB = /^(?:run|create)$/;

/** Reads the words of a command. Throws ContentFault at an option that does not exist, or where the image is missing. */
export function readRunCommand(words: readonly string[]): RunCommand {
  let at = words.findIndex((word) => /(?:^|[/\\])(?:docker|podman|nerdctl)(?:\.exe)?$/.test(word));
  if (at < 0) throw new ContentFault('it must begin with docker run');
  at++;
  while (words[at]?.startsWith('-') || words[at] === 'container') at++;
  if (!VERB.test(words[at] ?? ''))
    throw new ContentFault(`docker run must come first, got ${JSON.stringify((words[at] ?? '').slice(0, 80))}`);
  at++;
  const options = new Map<string, string[]>();
  const add = (name: string, value: string): void => {
    const values = options.get(name) ?? [];
    values.push(value);
    options.set(name, values);
  };
  for (; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '--') {
      at++;
      break;
    }
    if (!word.startsWith('-') || word === '-') break;
    const valueFor = (given: string | undefined, name: string): string => {
      if (given !== undefined) return given;
      const next = words[++at];
      if (next === undefined) throw new ContentFault(`option ${name} needs a value`);
      return next;
    };
    if (word.startsWith('--')) {
      const [, written = '', , given] = /^--([^=]*)(=(.*))?$/s.exec(word) ?? [];
      const name = Object.hasOwn(OLD_NAMES, written) ? (OLD_NAMES[written] ?? '') : written;
      if (!Object.hasOwn(RUN_OPTIONS, name))
        throw new ContentFault(`docker run has no option --${written.slice(0, 80)}`);
      if (isFlag(name)) add(name, given ?? 'true');
      else add(name, valueFor(given, `--${written}`));
      continue;
    }
    readShort(word, add, valueFor);
  }
  const image = words[at];
  if (image === undefined || image === '') throw new ContentFault('the image is missing');
  return { options, image, command: words.slice(at + 1) };
}

/** `-it`, `-p80:80`, `-p 80:80`, `-p=80:80`. */
function readShort(
  word: string,
  add: (name: string, value: string) => void,
  valueFor: (given: string | undefined, name: string) => string,
): void {
  for (let index = 1; index < word.length; index++) {
    const letter = word.charAt(index);
    const name = SHORT_NAMES.get(letter);
    if (name === undefined) throw new ContentFault(`docker run has no option -${letter}`);
    if (isFlag(name)) {
      const [, given] = /^=(true|false)$/.exec(word.slice(index + 1)) ?? [];
      add(name, given ?? 'true');
      if (given !== undefined) return;
      continue;
    }
    const rest = word.slice(index + 1).replace(/^=/, '');
    add(name, valueFor(rest === '' ? undefined : rest, `-${letter}`));
    return;
  }
}
