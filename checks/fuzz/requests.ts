/** One request after the other for a tool: examples and files, mutated; what was answered in a new way is mutated on. */

import type { CatalogEntry } from '../../src/core/catalog.js';
import { mutateBytes } from '../../src/testing/byte-mutations.js';
import { type Chance, pick } from '../../src/testing/chance.js';
import { tokensOf } from '../../src/testing/format-tokens.js';
import { HOSTILE_NAMES } from '../../src/testing/hostile/names.js';
import { mutate, randomOptions } from '../../src/testing/random-requests.js';

import type { Seed, SeedFile, SeedSource } from './seeds.js';

/** Requests that are kept to go on from; the oldest make room. */
const MAX_KEPT = 300;
/** Files of a request: more take time and show little. */
const MAX_FILES = 3;

export class RequestMaker {
  readonly #kept: Seed[] = [];

  constructor(
    private readonly tool: CatalogEntry,
    private readonly source: SeedSource,
  ) {}

  /** Goes on from this one too, because it was answered as none before. */
  keep(seed: Seed): void {
    this.#kept.push(seed);
    if (this.#kept.length > MAX_KEPT) this.#kept.shift();
  }

  next(chance: Chance): Seed {
    const from =
      this.#kept.length > 0 && chance(2) === 0 ? pick(chance, this.#kept.slice(-40)) : pick(chance, this.source.seeds);
    const files = this.#filesFrom(from, chance);
    const isText = this.tool.input === 'required' || (this.tool.input === 'optional' && files.length === 0);
    const input = from.input ?? (isText ? this.#anyInput(chance) : undefined);
    const options = {
      ...from.options,
      ...(chance(2) === 0 ? randomOptions(this.tool.options, { options: from.options }, chance) : {}),
    };
    const isInput = input !== undefined && (isText || chance(4) === 0);
    return { input: isInput ? mutateText(input, this.source.files, chance) : undefined, options, files };
  }

  #filesFrom(from: Seed, chance: Chance): SeedFile[] {
    const rule = this.tool.files;
    if (rule === null) return [];
    if (rule.min === 0 && (from.input !== undefined || this.source.files.length === 0) && chance(2) === 0) return [];
    const least = Math.max(1, rule.min);
    const count = Math.min(rule.max, chance(4) === 0 ? least + chance(MAX_FILES) : least);
    return Array.from({ length: count }, (_, i) => this.#fileFrom(from.files[i], chance));
  }

  #fileFrom(given: SeedFile | undefined, chance: Chance): SeedFile {
    const { files } = this.source;
    const base = given !== undefined && (files.length === 0 || chance(3) > 0) ? given : files[chance(files.length)];
    if (base === undefined) return { name: 'empty.bin', bytes: Buffer.alloc(0) };
    const donor = files.length > 0 ? pick(chance, files).bytes : base.bytes;
    const bytes =
      chance(8) === 0 ? base.bytes : mutateBytes(base.bytes, { tokens: tokensOf(base.name), donor }, chance);
    return { name: this.#nameOf(base.name, chance), bytes };
  }

  /** Now and then another name: a hostile one, or one that says another format. */
  #nameOf(name: string, chance: Chance): string {
    const formats = this.tool.files?.formats ?? [];
    const ending = name.slice(name.lastIndexOf('.'));
    const kind = chance(20);
    if (kind === 0 && !formats.includes('*')) return `other${pick(chance, formats)}`;
    if (kind === 1) return `${pick(chance, HOSTILE_NAMES)}${ending}`;
    return name;
  }

  #anyInput(chance: Chance): string {
    const texts = this.source.seeds.flatMap(({ input }) => input ?? []);
    return texts.length > 0 ? pick(chance, texts) : '';
  }
}

/** Half of all texts are mutated as texts, half as the bytes of a file whose words are those of the tool's formats. */
function mutateText(text: string, files: readonly SeedFile[], chance: Chance): string {
  if (chance(8) === 0) return text;
  if (chance(2) === 0) return mutate(text, chance);
  const like = files.length > 0 ? pick(chance, files) : { name: 'a.json', bytes: Buffer.from(text) };
  return mutateBytes(
    Buffer.from(text),
    { tokens: tokensOf(like.name), donor: like.bytes.subarray(0, 2000) },
    chance,
  ).toString();
}

/** The body that is sent. */
export const bodyOf = ({ input, options, files }: Seed): string =>
  JSON.stringify({
    ...(input === undefined ? {} : { input }),
    options,
    ...(files.length === 0
      ? {}
      : { files: files.map(({ name, bytes }) => ({ name, base64: bytes.toString('base64') })) }),
  });
