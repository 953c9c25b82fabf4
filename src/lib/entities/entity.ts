/** A piece of a text that is something: an e-mail address, a card number, a date. */
export interface Entity {
  readonly kind: string;
  /** UTF-16 offsets in the text. */
  readonly start: number;
  readonly end: number;
  /** In its plain form: without spaces, in lower case, refanged, as the kind has it. */
  readonly value: string;
  /** What of its kind it is, where the kind has sorts: `Visa`, `private`, `DE Steuer-ID`. */
  readonly type?: string;
  /** ISO 3166 code of the country it belongs to. */
  readonly country?: string;
}

/**
 * Entities by place, none over another: of two that overlap, the one of the earlier list stays, in one list the earlier one. Takes
 * time by the length of what is found.
 */
export function withoutOverlaps(text: string, lists: Iterable<Iterable<Entity>>): Entity[] {
  const taken = new Uint8Array(text.length);
  const kept: Entity[] = [];
  for (const list of lists) {
    for (const entity of list) {
      const { start, end } = entity;
      if (taken.subarray(start, end).includes(1)) continue;
      taken.fill(1, start, end);
      kept.push(entity);
    }
  }
  return kept.sort((a, b) => a.start - b.start);
}

/** Every match of a global pattern as an entity of one kind; `of` says its value and what else is known, or `undefined` to drop it. */
export function* matchesOf(
  text: string,
  kind: string,
  pattern: RegExp,
  of: (match: RegExpExecArray) => Partial<Omit<Entity, 'kind'>> | undefined,
): Generator<Entity> {
  for (const match of text.matchAll(pattern)) {
    const found = of(match);
    if (found === undefined) continue;
    const { index } = match;
    yield { kind, start: index, end: index + match[0].length, value: match[0], ...found };
  }
}

/** Characters before a match in which the words are that tell what it is. */
const CONTEXT = 48;

/** Whether one of the words of `words` is on the same line shortly before `at`. */
export function followsWord(text: string, at: number, words: RegExp): boolean {
  const before = text.slice(Math.max(0, at - CONTEXT), at);
  const line = before.slice(Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1);
  return words.test(line);
}
