import { ContentFault, LimitFault } from '../lib/faults.js';
import type { Draw } from '../lib/secrets/draw.js';
import { type AST, openPatternParser, type PatternParser } from './code/pattern-syntax.js';

/** Characters of a pattern. */
const MAX_PATTERN = 5000;
/** Characters that a pattern may ask for at least. */
const MAX_LENGTH = 100_000;
/** Characters that open-ended parts add where no length is asked for. */
const USUAL_LENGTH = 8;
/** Characters up to here are tried for a set that has no printable ASCII: Latin, Greek, Cyrillic, Hebrew, Arabic, then kana and some ideographs. */
const CHARACTER_RANGES = [
  [0x20, 0x7e],
  [0xa0, 0x7ff],
  [0x3040, 0x30ff],
  [0x4e00, 0x4fff],
  [0, 0x1f],
  [0x800, 0x2fff],
  [0x5000, 0xd7ff],
  [0x1_f300, 0x1_f64f],
] as const;
/** Characters of one set that are drawn from. */
const MAX_CHOICES = 200;

/** Something of a pattern that can be drawn: its least length, and what adds to it. */
interface Drawer {
  readonly least: number;
  readonly draw: (run: Run) => string;
}

/** A draw under way: characters that open-ended parts may still add, and those parts that are still to come. */
interface Run {
  spare: number;
  parts: number;
  readonly groups: Map<number | string, string>;
}

export interface PatternSample {
  /** A text that the pattern matches, of a length from `least` to `most` as far as the pattern can. */
  readonly text: (least: number, most: number) => string;
}

/** Opens the reader of patterns: texts that a regular expression of ECMA-262 matches. Each pattern is read once. */
export async function openPatternSamples(draw: Draw): Promise<(pattern: string) => PatternSample> {
  const parser = await openPatternParser(2025);
  const known = new Map<string, PatternSample>();
  return (pattern) => {
    const sample = known.get(pattern) ?? new PatternReader(draw).read(parsed(parser, pattern));
    known.set(pattern, sample);
    return sample;
  };
}

/** Throws ContentFault for what is no pattern, LimitFault. */
function parsed(parser: PatternParser, pattern: string): AST.Pattern {
  if (pattern.length > MAX_PATTERN)
    throw new LimitFault(`a pattern is longer than ${MAX_PATTERN} characters`, MAX_PATTERN);
  // As in the checker of schemas: by code points where that can be read, else as written before 2015.
  for (const unicode of [true, false]) {
    try {
      return parser(pattern, { unicode });
    } catch (error) {
      if (!(error instanceof ContentFault)) throw error;
    }
  }
  throw new ContentFault(`the pattern ${JSON.stringify(pattern.slice(0, 200))} is not a regular expression`);
}

class PatternReader {
  readonly #draw: Draw;
  #parts = 0;

  constructor(draw: Draw) {
    this.#draw = draw;
  }

  read(pattern: AST.Pattern): PatternSample {
    const drawer = this.#anyOf(pattern.alternatives);
    const isOpenEnded = pattern.alternatives.every(({ elements }) => {
      const last = elements.at(-1);
      return !(last?.type === 'Assertion' && last.kind === 'end');
    });
    const parts = this.#parts;
    if (drawer.least > MAX_LENGTH)
      throw new LimitFault(`a pattern asks for more than ${MAX_LENGTH} characters`, MAX_LENGTH);
    return {
      text: (least, most) => {
        const [low, high] = [Math.max(0, least - drawer.least), Math.max(0, most - drawer.least)];
        const spare = Math.min(low + this.#draw(USUAL_LENGTH + 1), high);
        const value = drawer.draw({ spare, parts, groups: new Map() });
        // A pattern without `$` says nothing of what follows.
        return isOpenEnded && value.length < least ? value.padEnd(least, 'a') : value;
      },
    };
  }

  #anyOf(alternatives: readonly AST.Alternative[]): Drawer {
    const drawers = alternatives.map(({ elements }) => this.#allOf(elements));
    const least = Math.min(...drawers.map((one) => one.least));
    return {
      least,
      draw: (run) => (drawers[this.#draw(drawers.length)] as Drawer).draw(run),
    };
  }

  #allOf(elements: readonly AST.Element[]): Drawer {
    const drawers = elements.map((element) => this.#element(element));
    return {
      least: drawers.reduce((sum, { least }) => sum + least, 0),
      draw: (run) => drawers.map((one) => one.draw(run)).join(''),
    };
  }

  #element(element: AST.Element): Drawer {
    switch (element.type) {
      case 'Character': {
        const character = String.fromCodePoint(element.value);
        return { least: 1, draw: () => character };
      }
      case 'CharacterSet':
      case 'CharacterClass':
      case 'ExpressionCharacterClass': {
        const choices = charactersOf(element.raw);
        return { least: 1, draw: () => choices[this.#draw(choices.length)] as string };
      }
      case 'Group':
        return this.#anyOf(element.alternatives);
      case 'CapturingGroup': {
        const inner = this.#anyOf(element.alternatives);
        const places = element.references;
        return {
          least: inner.least,
          draw: (run) => {
            const value = inner.draw(run);
            for (const { ref } of places) run.groups.set(ref, value);
            return value;
          },
        };
      }
      case 'Backreference':
        return { least: 0, draw: ({ groups }) => groups.get(element.ref) ?? '' };
      case 'Quantifier':
        return this.#repeated(element);
      // What stands around a place is checked when the text is there.
      case 'Assertion':
        return { least: 0, draw: () => '' };
    }
  }

  #repeated({ element, min, max }: AST.Quantifier): Drawer {
    const isOpen = max > min;
    if (isOpen) this.#parts++;
    const inner = this.#element(element);
    const least = inner.least * min;
    if (least > MAX_LENGTH) throw new LimitFault(`a pattern asks for more than ${MAX_LENGTH} characters`, MAX_LENGTH);
    return {
      least,
      draw: (run) => {
        if (isOpen) run.parts--;
        const length = Math.max(1, inner.least);
        const most = isOpen ? Math.min(max - min, Math.floor(run.spare / length)) : 0;
        // The last open-ended part takes what is left; a part inside a repeated one is met again.
        const extra = run.parts <= 0 ? most : this.#draw(most + 1);
        run.spare -= extra * length;
        return Array.from({ length: min + extra }, () => inner.draw(run)).join('');
      },
    };
  }
}

/** Characters of a set such as `[a-z]`, `\d` or `\p{Lu}`; printable ones first. Throws ContentFault where there is none. */
function charactersOf(set: string): string[] {
  const test = setTest(set);
  for (const [first, last] of CHARACTER_RANGES) {
    const found: string[] = [];
    for (let code = first; code <= last && found.length < MAX_CHOICES; code++) {
      const character = String.fromCodePoint(code);
      if (test.test(character)) found.push(character);
    }
    // `.` and `[^a]` take any character: letters and digits look like a text.
    const plain = found.filter((character) => /[a-z0-9]/i.test(character));
    if (plain.length > 60) return plain;
    if (found.length > 0) return found;
  }
  throw new ContentFault(`the pattern part ${JSON.stringify(set.slice(0, 100))} matches no character`);
}

/** One set by itself is matched in one step: nothing to go back over. */
function setTest(set: string): RegExp {
  try {
    return new RegExp(`^(?:${set})$`, 'u');
  } catch {
    // As written before 2015.
    return new RegExp(`^(?:${set})$`);
  }
}
