import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

import { bareEmoji, TONES, withoutTones, withTones } from '../../lib/unicode/emoji-sequences.js';

/** An emoji without skin tones, as Unicode lists it. */
export interface EmojiEntry {
  /** Fully qualified. */
  readonly emoji: string;
  /** English name of CLDR. */
  readonly name: string;
  readonly group: string;
  /** Emoji version that brought it. */
  readonly version: string;
  readonly hasTones: boolean;
  /** Those of GitHub; empty for what it does not have. */
  readonly github: readonly string[];
  /** The name in lowercase with underscores. */
  readonly slug: string;
}

/** Those of GitHub, or the names of CLDR. */
export const SHORTCODES = ['github', 'cldr'] as const;
export type ShortcodeStyle = (typeof SHORTCODES)[number];

/** What is known of one emoji of a text. */
export interface KnownEmoji {
  readonly entry: EmojiEntry;
  /** Name with its skin tones. */
  readonly name: string;
  readonly tones: readonly number[];
}

export interface EmojiTable {
  readonly entries: readonly EmojiEntry[];
  readonly find: (emoji: string) => KnownEmoji | undefined;
  /** The emoji of a shortcode without its colons, in either style; where both have it, in the one that is named. `undefined` where none has it. */
  readonly fromShortcode: (code: string, style: ShortcodeStyle) => EmojiEntry | undefined;
}

interface Listed {
  readonly name: string;
  readonly slug: string;
  readonly group: string;
  readonly emoji_version: string;
  readonly skin_tone_support: boolean;
}

const require = createRequire(import.meta.url);
const readData = async <Data>(path: string): Promise<Data> =>
  JSON.parse(await readFile(require.resolve(path), 'utf8')) as Data;

/** Tones behind a name: `woman: light skin tone, red hair`, `kiss: woman, man, light skin tone`. */
function tonedName(name: string, tones: readonly number[]): string {
  if (tones.length === 0) return name;
  const told = new Set(tones).size === 1 ? tones.slice(0, 1) : tones;
  const words = told.map((tone) => TONES[tone]).join(', ');
  // Two people with a tone each are named, who are not where they have the same.
  if (told.length > 1 && /^(?:kiss|couple with heart)$/.test(name)) return `${name}: person, person, ${words}`;
  const hair = /^(.*): ((?:red|curly|white) hair|blond hair|bald|beard)$/.exec(name);
  if (hair !== null) return `${hair[1]}: ${words}, ${hair[2]}`;
  return `${name}${name.includes(': ') ? ',' : ':'} ${words}`;
}

/** The package drops the colons of names. */
const nameOf = (name: string): string =>
  name
    .replace(/^(flag|keycap|family|kiss|couple with heart) (?!in hole|with|mark)/, '$1: ')
    .replace(/^(person|man|woman|deaf person) ((?:red|curly|white|blond) hair|bald|beard)$/, '$1: $2');

const slugOf = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace('#', 'number sign')
    .replace('*', 'asterisk')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');

/** Names, groups, versions and shortcodes of all emoji of Unicode 17. */
export async function openEmoji(): Promise<EmojiTable> {
  const [data, { gemoji }, components] = await Promise.all([
    readData<Readonly<Record<string, Listed>>>('unicode-emoji-json/data-by-emoji.json'),
    import('gemoji'),
    readData<Readonly<Record<string, string>>>('unicode-emoji-json/data-emoji-components.json'),
  ]);
  const github = new Map(gemoji.map(({ emoji, names }) => [bareEmoji(emoji), names]));
  const parts = Object.entries(components).map(([slug, emoji]): EmojiEntry => {
    const name = slug.replace('medium_l', 'medium-l').replace('medium_d', 'medium-d').replaceAll('_', ' ');
    return { emoji, name, slug, group: 'Component', version: '1.0', hasTones: false, github: [] };
  });
  const entries = [
    ...Object.entries(data).map(
      ([emoji, record]): EmojiEntry => ({
        emoji,
        name: nameOf(record.name),
        group: record.group,
        version: record.emoji_version,
        hasTones: record.skin_tone_support,
        slug: slugOf(record.name),
        github: github.get(bareEmoji(emoji)) ?? [],
      }),
    ),
    ...parts,
  ];
  const byBare = new Map(entries.map((entry) => [bareEmoji(entry.emoji), entry]));
  const codes = {
    cldr: new Map(entries.map((entry) => [entry.slug, entry])),
    github: new Map(entries.flatMap((entry) => entry.github.map((code) => [code, entry] as const))),
  };
  const find = (emoji: string): KnownEmoji | undefined => {
    const { base, tones } = withoutTones(emoji);
    const entry = byBare.get(base);
    if (entry === undefined || (tones.length > 0 && !entry.hasTones)) return undefined;
    return { entry, tones, name: tonedName(entry.name, tones) };
  };
  return {
    entries,
    find,
    fromShortcode: (code, style) => {
      const key = code.toLowerCase();
      return codes[style].get(key) ?? codes[style === 'cldr' ? 'github' : 'cldr'].get(key);
    },
  };
}

/** English words by which people look for an emoji, by its bare form. */
export async function emojiKeywords(): Promise<ReadonlyMap<string, readonly string[]>> {
  const data = await readData<Readonly<Record<string, readonly string[]>>>('emojilib');
  return new Map(Object.entries(data).map(([emoji, words]) => [bareEmoji(emoji), words]));
}

/** An emoji in the skin tones that a shortcode asks for; without them where it cannot have any. */
export const inTones = ({ emoji, hasTones }: EmojiEntry, tones: readonly number[]): string | undefined =>
  tones.length === 0 ? emoji : hasTones ? withTones(emoji, tones) : undefined;
