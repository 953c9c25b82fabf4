/** Requests of a tool's kind that nobody would write: repeatable from a seed, made from the tool's catalog entry. */

import type { CatalogOption } from '../core/catalog.js';

import { mutateBytes } from './byte-mutations.js';
import { type Chance, pick } from './chance.js';
import { tokensOf } from './format-tokens.js';

/** What a request is made from. */
export interface RandomSource {
  readonly options: readonly CatalogOption[];
  readonly takesInput: boolean;
  readonly files: { readonly min: number; readonly max: number; readonly formats: readonly string[] } | null;
  /** Bodies of worked examples, as they are sent. */
  readonly examples: readonly RandomBody[];
  /** Longest text that is made. */
  readonly mostCharacters: number;
}

export interface RandomBody {
  readonly input?: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly files?: readonly { readonly name: string; readonly base64: string }[];
}

/** Code points that have broken programs: controls, marks, joiners, surrogate planes, directions, digits of other scripts. */
const TRICKY = [
  ...[0x00, 0x08, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1b, 0x20, 0x22, 0x26, 0x27, 0x2c, 0x3a, 0x3c, 0x5c, 0x7f, 0x85, 0xa0],
  ...[0xad, 0xdf, 0xe9, 0x130, 0x131, 0x149, 0x300, 0x345, 0x3c2, 0x5d0, 0x600, 0x660, 0x915, 0xe33, 0x1100, 0x1e9e],
  ...[0x200b, 0x200c, 0x200d, 0x200e, 0x202e, 0x2028, 0x2029, 0x2066, 0x20ac, 0x3000, 0x4e2d, 0xac00, 0xfb01, 0xfdfa],
  ...[0xfe0f, 0xfeff, 0xfff9, 0xfffd, 0xfffe, 0xffff, 0x10000, 0x1d7ce, 0x1f1e6, 0x1f3fb, 0x1f468, 0x1f600, 0xe0001],
  ...[0xe0100, 0x10ffff],
];

/** Openings that nest, in the languages that tools read. */
const NESTS = [
  '[',
  '{"a":',
  '<a>',
  '(',
  '- ',
  '{',
  '> ',
  '((',
  '"',
  "'",
  '{{',
  '[[',
  '$(',
  '\\',
  '`',
  '<!--',
  '/*',
  '&a;',
  '{a: ',
];
const TOKENS = [
  'a',
  'ab ',
  'word ',
  '1',
  '-1.5e308',
  ',',
  ';',
  '\t',
  '\n',
  '\r\n',
  '=',
  '"a",',
  '<b/>',
  '😀',
  'é',
  ' ',
  'x'.repeat(97),
];

const MAKERS: readonly ((source: RandomSource, chance: Chance) => string)[] = [
  function bytesAsText(_, chance) {
    return String.fromCharCode(...Array.from({ length: chance(400) }, () => chance(256)));
  },
  function trickyUnicode(_, chance) {
    return String.fromCodePoint(...Array.from({ length: chance(200) }, () => pick(chance, TRICKY)));
  },
  function anyUnicode(_, chance) {
    const point = () => (chance(3) === 0 ? chance(0x110000) : chance(0x3000));
    return String.fromCodePoint(...Array.from({ length: chance(200) }, point)).toWellFormed();
  },
  function hugeLine({ mostCharacters }, chance) {
    const token = pick(
      chance,
      TOKENS.filter((item) => !/[\n\r]/.test(item)),
    );
    return token.repeat(Math.floor(sizeBelow(mostCharacters, chance) / token.length));
  },
  function manyLines({ mostCharacters }, chance) {
    const line = `${pick(chance, TOKENS)}${pick(chance, ['\n', '\r\n', '\r', ',\n'])}`;
    return line.repeat(Math.floor(sizeBelow(mostCharacters, chance) / line.length));
  },
  function deepNesting({ mostCharacters }, chance) {
    const opening = pick(chance, NESTS);
    return opening.repeat(Math.floor(sizeBelow(mostCharacters, chance) / opening.length));
  },
  function mixedTokens({ mostCharacters }, chance) {
    const length = Math.min(mostCharacters, 10 ** (1 + chance(4)));
    return Array.from({ length: length / 4 }, () => pick(chance, [...TOKENS, ...NESTS]))
      .join('')
      .slice(0, length)
      .toWellFormed();
  },
];

/** Small more often than large, the largest now and then. */
const sizeBelow = (most: number, chance: Chance): number =>
  chance(12) === 0 ? most : Math.min(most, chance(10 ** (1 + chance(5))));

declare global {
  interface String {
    /** ES2024, in Node since 20. */
    toWellFormed(): string;
  }
}

/** One request: half of them are worked examples with something changed. */
export function randomBody(source: RandomSource, chance: Chance): RandomBody {
  const example = source.examples.length > 0 ? pick(chance, source.examples) : {};
  const keepsExample = chance(2) === 0;
  const files = filesOf(source, example, chance);
  const takesInput = source.takesInput && (files === undefined || chance(4) === 0);
  const input = keepsExample ? mutate(example.input ?? '', chance) : pick(chance, MAKERS)(source, chance);
  return {
    ...(takesInput || chance(8) === 0 ? { input } : {}),
    options: { ...(keepsExample ? example.options : {}), ...randomOptions(source.options, example, chance) },
    ...(files === undefined ? {} : { files }),
  };
}

/** A text with some letters gone, doubled, moved or replaced. */
export function mutate(text: string, chance: Chance): string {
  let changed = text;
  for (let change = chance(6); change > 0; change--) {
    const at = chance(changed.length + 1);
    const length = chance(Math.min(40, changed.length + 1));
    const piece = changed.slice(at, at + length);
    const inserted = pick(chance, [
      '',
      piece + piece,
      String.fromCodePoint(pick(chance, TRICKY)),
      pick(chance, TOKENS),
      pick(chance, NESTS),
    ]);
    changed = changed.slice(0, at) + inserted + changed.slice(at + (chance(2) === 0 ? length : 0));
  }
  return changed.toWellFormed();
}

/** Values for a third of the options, within their bounds. */
export function randomOptions(
  options: RandomSource['options'],
  example: RandomBody,
  chance: Chance,
): Record<string, unknown> {
  const chosen = options.filter(() => chance(3) === 0);
  return Object.fromEntries(chosen.map((option) => [option.name, optionValue(option, example, chance)]));
}

function optionValue(option: CatalogOption, example: RandomBody, chance: Chance): unknown {
  if (option.type === 'boolean') return chance(2) === 0;
  if (option.allowed !== undefined) return pick(chance, option.allowed);
  if (option.type === 'string') {
    const given = example.options?.[option.name];
    const text = typeof given === 'string' && chance(2) === 0 ? mutate(given, chance) : optionText(chance);
    return [...text].slice(0, option.max_length ?? 100).join('');
  }
  const { minimum = 0, maximum = 0, multiple_of: step } = option;
  const between = minimum + ((maximum - minimum) * chance(1001)) / 1000;
  const stepped = step === undefined ? between : minimum + Math.round((between - minimum) / step) * step;
  return pick(chance, [minimum, maximum, Number(stepped.toFixed(6)), option.default]);
}

function optionText(chance: Chance): string {
  const letters = () => String.fromCodePoint(pick(chance, TRICKY));
  return pick(chance, [
    () => '',
    () => pick(chance, TOKENS),
    () => pick(chance, NESTS).repeat(chance(50)),
    () => Array.from({ length: chance(20) }, letters).join(''),
    () =>
      pick(chance, [
        '__proto__',
        'constructor',
        '$',
        '.*',
        '(a+)+$',
        '[a-z',
        '../../etc/passwd',
        '%00',
        'NaN',
        '1e999',
        'de-DE',
      ]),
  ])();
}

function filesOf({ files }: RandomSource, example: RandomBody, chance: Chance): RandomBody['files'] {
  if (files === null || (files.min === 0 && chance(2) === 0)) return undefined;
  const given = example.files ?? [];
  const wanted = Math.max(files.min, 1);
  return Array.from({ length: wanted }, (_, index) => {
    const from = given[index % Math.max(1, given.length)];
    const ending = files.formats[0] === '*' ? '.bin' : pick(chance, files.formats);
    const name = from?.name ?? `random${index}${ending}`;
    return { name, base64: spoiledBytes(name, Buffer.from(from?.base64 ?? '', 'base64'), chance).toString('base64') };
  });
}

/** Bytes with something wrong, or made up. */
function spoiledBytes(name: string, bytes: Buffer, chance: Chance): Buffer {
  if (bytes.length === 0 || chance(6) === 0) return Buffer.from(Array.from({ length: chance(300) }, () => chance(256)));
  return mutateBytes(bytes, { tokens: tokensOf(name), donor: bytes }, chance);
}
