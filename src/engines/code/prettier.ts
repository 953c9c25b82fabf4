import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { ContentFault, LimitFault } from '../../lib/faults.js';
import { offsetAt } from '../../lib/text/text-position.js';
import { openRoom, RoomTime } from '../script-room.js';

/** Longest text in UTF-16 units: as much as `input` may have. Measured: that much takes 3 to 7 s of a core, by the language. */
const MAX_FORMATTED_UNITS = 1_000_000;

/** Longest work of a run. Chosen: below the 12 s of class standard, so that its end is an answer. */
const FORMAT_SECONDS = 9;

/** Grammars by their names in the package, and its plug-ins that each needs, with those of languages inside it. */
const PLUGINS = {
  babel: ['babel', 'estree'],
  'babel-flow': ['babel', 'estree'],
  typescript: ['typescript', 'estree'],
  json: ['babel', 'estree'],
  css: ['postcss'],
  scss: ['postcss'],
  less: ['postcss'],
  html: ['html', 'postcss', 'babel', 'estree', 'typescript', 'yaml'],
  vue: ['html', 'postcss', 'babel', 'estree', 'typescript', 'yaml'],
  angular: ['html', 'angular', 'postcss', 'babel', 'estree', 'typescript', 'yaml'],
  lwc: ['html', 'postcss', 'babel', 'estree', 'typescript', 'yaml'],
  glimmer: ['glimmer'],
  graphql: ['graphql'],
} as const;

export type Grammar = keyof typeof PLUGINS;

/** Options of the package, by its names. */
export type FormatOptions = Readonly<Record<string, string | number | boolean>>;

/** A run's time for formatting, whatever the number of its files. */
export const formatTime = (): RoomTime =>
  new RoomTime(
    FORMAT_SECONDS,
    () => new LimitFault(`it takes longer than ${FORMAT_SECONDS} seconds; a shorter text is faster`, FORMAT_SECONDS),
  );

/** How often a text is formatted at most, until it changes no more: some comments and breaks settle at the second time only. */
const MAX_PASSES = 4;

/** A fault of the first pass is the caller's. A result that is not read again is not given; where no pass is the last, the first is as good as any. */
const WORK = `
  globalThis.work = async () => {
    const given = JSON.parse(expression);
    const { format } = load.standalone();
    const options = { ...given.options, parser: given.grammar, plugins: given.plugins.map((name) => load[name]()) };
    let first;
    try {
      first = await format(input, options);
    } catch (error) {
      if (error instanceof RangeError) throw error;
      const { line, column } = error.loc?.start ?? {};
      return JSON.stringify({ fault: String(error.message), line, column });
    }
    let last = first;
    for (let pass = 1; pass < ${MAX_PASSES}; pass += 1) {
      const next = await format(last, options).catch((error) => {
        throw error instanceof RangeError ? error : new Error('the result would not be read as this text is; elements or blocks without their ends may be the reason');
      });
      if (next === last) return JSON.stringify({ text: last });
      last = next;
    }
    return JSON.stringify({ text: first });
  };
`;

type Answer = { readonly text: string } | { readonly fault: string; readonly line?: number; readonly column?: number };

const rooms = new Map<string, ReturnType<typeof openRoom>>();

/** The package's scripts, each a function that gives what it exports. */
function roomOf(plugins: readonly string[]): ReturnType<typeof openRoom> {
  const key = plugins.join();
  const known = rooms.get(key);
  if (known !== undefined) return known;
  const { resolve } = createRequire(import.meta.url);
  const scripts = [
    ['standalone', resolve('prettier/standalone')] as const,
    ...plugins.map((name) => [name, resolve(`prettier/plugins/${name}`)] as const),
  ].map(
    ([name, path]) =>
      `${name}: () => { const module = { exports: {} }; ((module, exports) => { ${readFileSync(path, 'utf8')}
})(module, module.exports); return module.exports; },`,
  );
  const room = openRoom(`const load = { ${scripts.join('\n')} };\n${WORK}`);
  rooms.set(key, room);
  return room;
}

/**
 * Formats source text; formatted once more it stays as it is, wherever the package ever comes to rest. Throws ContentFault where the
 * text is not of the grammar, and LimitFault where it is too long, too deep, or takes too long.
 */
export function formatSource(text: string, grammar: Grammar, options: FormatOptions, time: RoomTime): string {
  if (text.length > MAX_FORMATTED_UNITS)
    throw new LimitFault(
      `it must have at most ${MAX_FORMATTED_UNITS} characters, got ${text.length}`,
      MAX_FORMATTED_UNITS,
    );
  const plugins = PLUGINS[grammar];
  const given = JSON.stringify({ options: { endOfLine: 'lf', ...options }, grammar, plugins });
  const answer = roomOf(plugins)(given, text, { now: new Date(0), seed: 0 }, time);
  if ('fault' in answer) {
    const { range, message } = answer.fault;
    if (range === 'depth') throw new LimitFault('it is nested deeper than can be followed');
    if (range === 'memory') throw new LimitFault('the result is too long');
    throw new ContentFault(plainFault(message));
  }
  const told = JSON.parse(answer.result ?? '{}') as Answer;
  if ('text' in told) return told.text;
  const what = plainFault(told.fault);
  if (told.line === undefined) throw new ContentFault(what);
  throw ContentFault.at(text, offsetAt(text, { line: told.line, column: told.column ?? 1 }), what);
}

const MAX_FAULT = 160;
/** Faults of the package itself, where its parser lets pass what its printer does not know. */
const INTERNAL = /undefined|is not a function|is not iterable|\bnull\b|node type/i;

/** The first line of a fault without its place, which is told in the way of all faults here. */
function plainFault(message: string): string {
  const [line = ''] = message.split(/[\n\r]/, 1);
  const said = line
    .replace(/^(?:\w*Error|CssSyntaxError|<css input>:\d+:\d+): /, '')
    .replace(/ ?\(\d+:\d+\)$/, '')
    .replace(/\. .*/, '')
    .replace(/\.$/, '')
    .replace(/[\p{Cc}\p{Cs}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');
  const cut = said.length > MAX_FAULT ? `${said.slice(0, MAX_FAULT)}…` : said;
  return cut === '' || INTERNAL.test(cut)
    ? 'it does not follow the grammar'
    : cut.charAt(0).toLowerCase() + cut.slice(1);
}
