import { type EmojiTable, inTones, type ShortcodeStyle } from '../../engines/text/emoji.js';
import { LimitFault } from '../../lib/faults.js';
import { bareEmoji, emojiPattern, isShownAsPicture } from '../../lib/unicode/emoji-sequences.js';

/** An emoji as it is told of. */
export interface FoundEmoji {
  readonly emoji: string;
  readonly name: string;
  readonly shortcode: string;
  readonly group: string;
  readonly version: string;
  readonly codePoints: string;
}

/** Names of emoji of no list, such as a family that only one maker draws, are those of their parts. */
const UNLISTED = { group: 'Unlisted', version: '' };
/** Longest edited text, in UTF-16 units. */
const MAX_RESULT = 60_000_000;

const codePointsOf = (emoji: string): string =>
  Array.from(emoji, (part) => `U+${(part.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`).join(' ');

export class EmojiReader {
  readonly #table: EmojiTable;
  readonly #style: ShortcodeStyle;
  readonly #takesText: boolean;
  readonly #known = new Map<string, FoundEmoji | undefined>();

  constructor(table: EmojiTable, style: ShortcodeStyle, takesText: boolean) {
    this.#table = table;
    this.#style = style;
    this.#takesText = takesText;
  }

  /** What is known of a sequence; `undefined` where it is not an emoji after all. */
  describe(sequence: string): FoundEmoji | undefined {
    if (this.#known.has(sequence)) return this.#known.get(sequence);
    const found = this.#describe(sequence);
    this.#known.set(sequence, found);
    return found;
  }

  #describe(sequence: string): FoundEmoji | undefined {
    if (sequence.endsWith('\ufe0e') || !(this.#takesText || isShownAsPicture(sequence))) return undefined;
    const codePoints = codePointsOf(sequence);
    const known = this.#table.find(sequence);
    if (known !== undefined) {
      const { entry, name, tones } = known;
      const code = this.#style === 'github' ? (entry.github[0] ?? entry.slug) : entry.slug;
      const told = new Set(tones).size === 1 ? tones.slice(0, 1) : tones;
      const shortcode = `:${code}:${told.map((tone) => `:skin-tone-${tone + 2}:`).join('')}`;
      return { emoji: sequence, name, shortcode, group: entry.group, version: entry.version, codePoints };
    }
    const parts = sequence.split('\u200d').map((part) => this.#table.find(part));
    if (/\p{Regional_Indicator}/u.test(sequence) || parts.length < 2 || parts.includes(undefined)) return undefined;
    const name = parts.map((part) => part?.name).join(' + ');
    const shortcode = parts.map((part) => `:${part?.entry.github[0] ?? part?.entry.slug}:`).join('');
    return { emoji: sequence, name, shortcode, ...UNLISTED, codePoints };
  }

  /** Every emoji with how often it is there, in the order of the first. */
  count(text: string): readonly (FoundEmoji & { readonly count: number })[] {
    const counts = new Map<string, { emoji: FoundEmoji; count: number }>();
    for (const [sequence] of text.matchAll(emojiPattern())) {
      const emoji = this.describe(sequence);
      if (emoji === undefined) continue;
      // ❤ and ❤️ are one.
      const key = bareEmoji(sequence);
      const known = counts.get(key);
      if (known === undefined) counts.set(key, { emoji, count: 1 });
      else known.count++;
    }
    return [...counts.values()].map(({ emoji, count }) => ({ ...emoji, count }));
  }

  /** The text with something else for every emoji. Throws LimitFault where it becomes too long. */
  replace(text: string, by: (emoji: FoundEmoji) => string): string {
    let length = text.length;
    return text.replace(emojiPattern(), (sequence) => {
      const emoji = this.describe(sequence);
      if (emoji === undefined) return sequence;
      const other = by(emoji);
      length += other.length;
      if (length > MAX_RESULT)
        throw new LimitFault(`the result must have at most ${MAX_RESULT} characters`, MAX_RESULT);
      return other;
    });
  }

  /** The text without its emoji, and without the space that would be one too many between words or at the end of a line. */
  remove(text: string): string {
    const parts: string[] = [];
    let from = 0;
    for (const { 0: sequence, index } of text.matchAll(emojiPattern())) {
      if (this.describe(sequence) === undefined) continue;
      parts.push(text.slice(from, index));
      from = index + sequence.length;
    }
    parts.push(text.slice(from));
    const kept: string[] = [];
    for (const [i, part] of parts.entries()) {
      const before = kept.at(-1) ?? '';
      const next =
        i > 0 && (before === '' || /\s/.test(before.slice(-1))) && part.startsWith(' ') ? part.slice(1) : part;
      const isEnd = i > 0 && (/^[\r\n]/.test(next) || (next === '' && i === parts.length - 1));
      if (isEnd && before.endsWith(' ')) kept[kept.length - 1] = before.slice(0, -1);
      if (next !== '') kept.push(next);
    }
    return kept.join('');
  }

  /** The text with emoji for `:shortcodes:` of either style, with `:skin-tone-2:` to `:skin-tone-6:` behind them; unknown ones stay. */
  fromShortcodes(text: string): string {
    const code = /:([\w+-]{1,80})(?=:)/g;
    const tone = /:skin-tone-([2-6]):/y;
    let result = '';
    let from = 0;
    for (let match = code.exec(text); match !== null; match = code.exec(text)) {
      const entry = this.#table.fromShortcode(match[1] ?? '', this.#style);
      // The second colon may begin the next.
      if (entry === undefined) continue;
      const tones: number[] = [];
      let end = code.lastIndex + 1;
      for (tone.lastIndex = end; tones.length < 2; end = tone.lastIndex) {
        const found = tone.exec(text);
        if (found === null) break;
        tones.push(Number(found[1]) - 2);
      }
      const toned = inTones(entry, tones);
      result += text.slice(from, match.index) + (toned ?? entry.emoji);
      from = toned === undefined ? code.lastIndex + 1 : Math.max(end, code.lastIndex + 1);
      code.lastIndex = from;
    }
    return result + text.slice(from);
  }
}
