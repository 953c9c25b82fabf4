import { type Chance, chanceOf, pick } from './chance.js';

export interface Planted {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  /** What it means, where that is not how it is written. */
  readonly value: string;
}

export interface PlantedText {
  readonly text: string;
  readonly planted: readonly Planted[];
}

/** What is written, and what it means where that differs. */
type Made = string | readonly [written: string, value: string];

export type Makers = Readonly<Record<string, (chance: Chance) => Made>>;

/**
 * A text of sentences drawn by chance. In them, `{kind:maker}` is planted and must be found; `{maker}` is a decoy. The same seed gives
 * the same text.
 */
export function plantedText(sentences: readonly string[], makers: Makers, seed: number, count: number): PlantedText {
  const chance = chanceOf(seed);
  const planted: Planted[] = [];
  let text = '';
  for (let drawn = 0; drawn < count; drawn++) {
    for (const piece of pick(chance, sentences).split(/(?=\{[\w:-]+\})|(?<=\})/)) {
      const [, kind, maker = ''] = /^\{(?:([\w-]+):)?(\w+)\}$/.exec(piece) ?? [];
      const made = maker === '' ? piece : (makers[maker]?.(chance) ?? '');
      const [written, value] = typeof made === 'string' ? [made, made] : made;
      if (kind !== undefined) planted.push({ kind, start: text.length, end: text.length + written.length, value });
      text += written;
    }
    text += pick(chance, [' ', '\n', '\r\n', '\n\n']);
  }
  return { text, planted };
}
