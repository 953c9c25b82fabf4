interface Place {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
}

interface Score {
  planted: number;
  found: number;
  right: number;
}

/** Counts of what was planted, found, and found at exactly its place, by kind; and what went wrong. */
export class FoundScores {
  readonly scores = new Map<string, Score>();
  readonly missed: string[] = [];
  readonly wrong: string[] = [];

  add(text: string, planted: readonly Place[], found: readonly Place[]): void {
    const key = ({ kind, start, end }: Place): string => `${kind} ${start} ${end}`;
    const [wanted, got] = [new Set(planted.map(key)), new Set(found.map(key))];
    const show = (place: Place): string =>
      `${place.kind}: ${text.slice(Math.max(0, place.start - 20), place.start)}⟦${text.slice(place.start, place.end)}⟧${text.slice(place.end, place.end + 8)}`;
    for (const place of planted) {
      this.#of(place.kind).planted++;
      if (got.has(key(place))) this.#of(place.kind).right++;
      else this.missed.push(show(place));
    }
    for (const place of found) {
      this.#of(place.kind).found++;
      if (!wanted.has(key(place))) this.wrong.push(show(place));
    }
  }

  /** By value alone, for those that tell each value once. */
  addValues(
    planted: readonly (Place & { readonly value: string })[],
    found: readonly (Place & { readonly value: string })[],
  ): void {
    const [wanted, got] = [new Set(planted.map(({ value }) => value)), new Set(found.map(({ value }) => value))];
    for (const { kind, value } of planted) {
      this.#of(kind).planted++;
      if (got.has(value)) this.#of(kind).right++;
      else this.missed.push(value);
    }
    for (const { kind, value } of found) {
      this.#of(kind).found++;
      if (!wanted.has(value)) this.wrong.push(value);
    }
  }

  #of(kind: string): Score {
    const known = this.scores.get(kind) ?? { planted: 0, found: 0, right: 0 };
    this.scores.set(kind, known);
    return known;
  }

  get planted(): number {
    return [...this.scores.values()].reduce((sum, { planted }) => sum + planted, 0);
  }

  /** Shares of what was planted that was found, and of what was found that was planted. */
  get recall(): number {
    return 1 - this.missed.length / this.planted;
  }

  get precision(): number {
    const found = [...this.scores.values()].reduce((sum, one) => sum + one.found, 0);
    return 1 - this.wrong.length / found;
  }
}
