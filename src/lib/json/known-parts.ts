import type { JsonValue } from './values.js';

/** Where the objects and arrays of a text stand that has been read, in the order in which they begin. */
export class PartsLog {
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  /** The place behind what is inside, which is that of the next sibling where there is one. */
  readonly nexts: number[] = [];
  /** How deep it is nested in itself: 1 where nothing is inside. */
  readonly heights: number[] = [];
  readonly values: JsonValue[] = [];

  constructor(readonly text: string) {}

  open(start: number): number {
    this.ends.push(0);
    this.nexts.push(0);
    this.heights.push(1);
    this.values.push(null);
    return this.starts.push(start) - 1;
  }

  close(place: number, end: number, value: JsonValue): void {
    this.ends[place] = end;
    this.values[place] = value;
    const behind = this.starts.length;
    this.nexts[place] = behind;
    let height = 0;
    for (let child = place + 1; child < behind; child = this.nexts[child] ?? behind) {
      height = Math.max(height, this.heights[child] ?? 0);
    }
    this.heights[place] = height + 1;
  }
}

/** An object or array that was read before. */
export interface KnownPart {
  readonly value: JsonValue;
  readonly length: number;
  readonly height: number;
}

/** Siblings that are looked at for one that is the same: as many may have been taken out in a row. */
const SIBLINGS = 4;
/** Letters that are compared in all, in lengths of the text: a part deep inside is compared again with each that holds it. */
const MAX_COMPARED = 16;

/** The siblings among which the next same part is looked for, and the one at the same place as the part that is read. */
interface Frame {
  candidate: number;
  partner: number;
  readonly end: number;
}

/**
 * While a text is read: finds what stands in the same letters in one that was read before. Looks where it should stand when little
 * has been put in, taken out or changed, and finds nothing elsewhere.
 */
export class KnownParts {
  readonly #log: PartsLog;
  readonly #text: string;
  readonly #frames: Frame[] = [];
  #frame: Frame;
  #left: number;

  constructor(log: PartsLog, text: string) {
    this.#log = log;
    this.#text = text;
    this.#frame = { candidate: 0, partner: 0, end: log.starts.length };
    this.#left = MAX_COMPARED * text.length;
  }

  /** The part that stands at an offset, `undefined` where none is found: then it is entered, and left when it has been read. */
  find(offset: number): KnownPart | undefined {
    const frame = this.#frame;
    let place = frame.candidate;
    for (let tried = 0; tried < SIBLINGS && place < frame.end; tried++) {
      if (this.#isSame(place, offset)) return this.#take(place);
      place = this.#nextOf(place);
    }
    // As many changed in place as did not fit.
    const { partner } = frame;
    if (partner >= place && partner < frame.end && this.#isSame(partner, offset)) return this.#take(partner);
    return undefined;
  }

  enter(): void {
    const { partner, end } = this.#frame;
    this.#frames.push(this.#frame);
    const isInside = partner < end;
    this.#frame = isInside
      ? { candidate: partner + 1, partner: partner + 1, end: this.#nextOf(partner) }
      : { candidate: 0, partner: 0, end: 0 };
  }

  leave(): void {
    const frame = this.#frames.pop();
    if (frame === undefined) return;
    this.#frame = frame;
    if (frame.partner < frame.end) frame.partner = this.#nextOf(frame.partner);
  }

  #take(place: number): KnownPart {
    const { starts, ends, heights, values } = this.#log;
    const next = this.#nextOf(place);
    this.#frame.candidate = next;
    this.#frame.partner = next;
    return {
      value: values[place] ?? null,
      length: (ends[place] ?? 0) - (starts[place] ?? 0),
      height: heights[place] ?? 0,
    };
  }

  #nextOf(place: number): number {
    return this.#log.nexts[place] ?? this.#log.starts.length;
  }

  #isSame(place: number, offset: number): boolean {
    const start = this.#log.starts[place] ?? 0;
    const end = this.#log.ends[place] ?? 0;
    const behind = offset + end - start;
    if (behind > this.#text.length || this.#left < 0) return false;
    this.#left -= end - start;
    return this.#log.text.slice(start, end) === this.#text.slice(offset, behind);
  }
}
