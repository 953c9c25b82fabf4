import { type AcousticModel, type PhoneStates, POSITION, type WordPosition } from './acoustic-model.js';

/** A word to be found: the ways it may be said, each a list of phone numbers of the model. */
export interface SpokenWord {
  readonly pronunciations: readonly (readonly number[])[];
}

/** What a state belongs to, where it is not a word. */
export const SILENCE = -1;
export const OTHER = -2;

/** A state of the search: one of the three of a phone, or the single one that stands for other sound. */
export interface Node {
  readonly word: number;
  readonly states: PhoneStates | undefined;
  /** Nodes whose last state leads here, besides a junction. */
  readonly from: number[];
  /** The junction whose exit leads here, if one does. */
  junction: number;
}

/** The places between words: before the first is 0. */
export interface Junction {
  /** Last nodes of the word before, said before a pause. */
  readonly endings: readonly number[];
  readonly silence: number;
  readonly other: number;
}

/** All states that a text may pass through, in the order of its words. */
export interface WordGraph {
  readonly nodes: readonly Node[];
  readonly junctions: readonly Junction[];
}

/** The states of words said one after another, each phone in the context of its neighbours, with a pause or other sound at every junction. */
export function buildGraph(model: AcousticModel, words: readonly SpokenWord[]): WordGraph {
  const nodes: Node[] = [];
  const add = (word: number, states: PhoneStates | undefined, junction: number, from: readonly number[]): number => {
    nodes.push({ word, states, junction, from: [...from] });
    return nodes.length - 1;
  };
  const quiet = model.statesOf(model.silence, model.silence, model.silence, POSITION.single);
  const addJunction = (endings: readonly number[]): Junction => ({
    endings,
    silence: add(SILENCE, quiet, -1, []),
    other: add(OTHER, undefined, -1, []),
  });

  const junctions: Junction[] = [addJunction([])];
  // Ends of the word before, by the phone they end in and the phone they expect next.
  let open: { readonly last: number; readonly next: number; readonly node: number }[] = [];
  for (const [w, word] of words.entries()) {
    const nexts = new Set((words[w + 1]?.pronunciations ?? []).map(([first = model.silence]) => first));
    const lasts = new Set(open.map(({ last }) => last));
    const ends: typeof open = [];
    const endings: number[] = [];
    for (const phones of word.pronunciations) {
      const [first = model.silence] = phones;
      const last = phones.at(-1) ?? model.silence;
      const joins = (left: number): number[] =>
        open.filter((end) => end.last === left && end.next === first).map(({ node }) => node);
      const entries = [
        { left: model.silence, junction: w, from: [] as number[] },
        ...[...lasts].map((left) => ({ left, junction: -1, from: joins(left) })),
      ];
      const exits = [model.silence, ...nexts];
      // The middle phones have fixed neighbours; the first and the last one a copy for each neighbour they may have.
      let before: number[] = [];
      for (const [i, phone] of phones.entries()) {
        const isFirst = i === 0;
        const isLast = i === phones.length - 1;
        const position: WordPosition = isFirst
          ? isLast
            ? POSITION.single
            : POSITION.begin
          : isLast
            ? POSITION.end
            : POSITION.internal;
        const lefts = isFirst ? entries : [{ left: phones[i - 1] ?? model.silence, junction: -1, from: before }];
        const rights = isLast ? exits : [phones[i + 1] ?? model.silence];
        const made: number[] = [];
        for (const { left, junction, from } of lefts) {
          for (const [r, right] of rights.entries()) {
            const node = add(w, model.statesOf(phone, left, right, position), junction, from);
            made.push(node);
            if (!isLast) continue;
            if (r === 0) endings.push(node);
            else ends.push({ last, next: right, node });
          }
        }
        before = made;
      }
    }
    open = ends;
    junctions.push(addJunction(endings));
  }
  for (const [j, junction] of junctions.entries()) {
    for (const id of [junction.silence, junction.other]) {
      const node = nodes[id];
      if (node !== undefined) node.junction = j;
    }
  }
  return { nodes, junctions };
}
