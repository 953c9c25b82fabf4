import { type Draw, drawFrom } from '../secrets/draw.js';

import { LOREM } from './lorem.data.js';

const WORDS = LOREM.split(' ');

const OPENING = WORDS.slice(0, 19);
/** Where the usual opening has its commas, after words counted from 1: "… sit amet, consectetur adipiscing elit, sed do …". */
const OPENING_COMMAS: ReadonlySet<number> = new Set([5, 8]);

const [MIN_WORDS, MAX_WORDS] = [6, 16];
const [MIN_SENTENCES, MAX_SENTENCES] = [4, 7];
/** A comma in so many of a hundred places where one may be. */
const COMMA_PERCENT = 12;

const between = (draw: Draw, least: number, most: number): number => least + draw(most - least + 1);

const capitalized = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

/** Placeholder text, piece by piece; the first words are the usual opening where that is wanted. */
export class Lorem {
  private last = '';

  constructor(
    private readonly draw: Draw,
    private isOpening: boolean,
  ) {}

  /** So many words in lower case; no word directly twice. */
  words(count: number): string[] {
    const start = this.isOpening ? OPENING.slice(0, count) : [];
    this.isOpening = false;
    this.last = start.at(-1) ?? this.last;
    const more = Array.from({ length: count - start.length }, () => this.word());
    return [...start, ...more];
  }

  sentence(): string {
    if (this.isOpening) return written(this.words(OPENING.length), (place) => OPENING_COMMAS.has(place));
    const words = this.words(between(this.draw, MIN_WORDS, MAX_WORDS));
    let since = 0;
    return written(words, (place) => {
      since++;
      // Not before the third word since the last comma, nor close to the end.
      if (since < 3 || place > words.length - 3 || this.draw(100) >= COMMA_PERCENT) return false;
      since = 0;
      return true;
    });
  }

  /** A short line without a full stop, for lists and headings. */
  item(): string {
    return capitalized(this.words(between(this.draw, 3, 7)).join(' '));
  }

  paragraph(): string {
    return Array.from({ length: between(this.draw, MIN_SENTENCES, MAX_SENTENCES) }, () => this.sentence()).join(' ');
  }

  private word(): string {
    let word = drawFrom(this.draw, WORDS);
    while (word === this.last) word = drawFrom(this.draw, WORDS);
    this.last = word;
    return word;
  }
}

const written = (words: readonly string[], hasComma: (place: number) => boolean): string =>
  `${capitalized(words.map((word, i) => (hasComma(i + 1) ? `${word},` : word)).join(' '))}.`;
