/**
 * How long a matcher that goes back and tries again may take, told from the positions of a pattern and what may follow what (a position
 * automaton, Glushkov 1961). Exponential where a loop can be taken in two ways over the same text, polynomial where two loops one after
 * the other take the same text (Weber and Seidl, 1991).
 */
export interface Positions {
  /** Characters that stand for all. */
  readonly symbols: readonly string[];
  /** For each position, which symbols it takes. */
  readonly takes: readonly (readonly boolean[])[];
  /** For each position, what follows it, and in how many ways. */
  readonly follow: readonly ReadonlyMap<number, number>[];
  readonly first: readonly number[];
  /** Positions after which the pattern is done, whatever follows. */
  readonly last: ReadonlySet<number>;
}

export type Risk = 'none' | 'polynomial' | 'exponential' | 'unknown';

export interface BacktrackingRisk {
  readonly risk: Risk;
  /** A text that shows it: `prefix`, `pump` as often as one likes, then what does not match. */
  readonly attack?: { readonly prefix: string; readonly pump: string };
}

/** Positions of a pattern, and steps of the search, that are followed at most. */
const MAX_POSITIONS = 150;
const MAX_STEPS = 3_000_000;

class OutOfSteps extends Error {}

export function backtrackingRisk(positions: Positions): BacktrackingRisk {
  if (positions.takes.length > MAX_POSITIONS) return { risk: 'unknown' };
  try {
    return new RiskSearch(positions).find();
  } catch (error) {
    // The search is bounded: what is beyond it is not known.
    if (error instanceof OutOfSteps) return { risk: 'unknown' };
    throw error;
  }
}

/** A walk over tuples of positions, all of which take the same symbol at each step. */
interface Walk {
  readonly states: readonly number[];
  readonly symbol: number;
  readonly before: Walk | undefined;
}

class RiskSearch {
  #steps = 0;

  constructor(private readonly positions: Positions) {}

  find(): BacktrackingRisk {
    const count = this.positions.takes.length;
    for (let state = 0; state < count; state++) {
      const pump = this.#twoWays(state);
      if (pump !== undefined) return { risk: 'exponential', attack: this.#attack(state, pump) };
    }
    for (let one = 0; one < count; one++) {
      for (let other = 0; other < count; other++) {
        if (one === other || !this.#mayFail(other)) continue;
        if (!this.#loops(one) || !this.#loops(other)) continue;
        const pump = this.#path([one, one, other], (states) => isSame(states, [one, other, other]));
        if (pump !== undefined) return { risk: 'polynomial', attack: this.#attack(one, pump) };
      }
    }
    return { risk: 'none' };
  }

  /** Nothing is tried again after a match. */
  #mayFail(state: number): boolean {
    return !this.positions.last.has(state);
  }

  #loops(state: number): boolean {
    return this.#path([state], ([now]) => now === state) !== undefined;
  }

  /** A text that leads from a position back to itself in two ways. */
  #twoWays(state: number): string | undefined {
    if (!this.#mayFail(state)) return undefined;
    for (const [next, ways] of this.positions.follow[state] ?? []) {
      if (ways < 2) continue;
      const back = next === state ? '' : this.#path([next], ([now]) => now === state);
      const symbol = this.positions.takes[next]?.indexOf(true) ?? -1;
      if (back !== undefined && symbol >= 0) return (this.positions.symbols[symbol] ?? '') + back;
    }
    // Ways part, so the pair has two members, and meet again.
    const seen = new Set<number>();
    const found = this.#path(
      [state, state, 0],
      ([one, other, parted]) => one === state && other === state && parted === 1,
      seen,
    );
    return found;
  }

  /** The text of the shortest walk, at least one step long, to states that are wanted. A third state of 0 or 1 tells whether a pair has parted. */
  #path(
    from: readonly number[],
    isWanted: (states: readonly number[]) => boolean,
    parting?: Set<number>,
  ): string | undefined {
    const { takes, follow, symbols } = this.positions;
    const size = takes.length + 2;
    const seen = new Set<number>();
    let round: Walk[] = [{ states: from, symbol: -1, before: undefined }];
    while (round.length > 0) {
      const next: Walk[] = [];
      for (const walk of round) {
        const [one = 0, two, three] = walk.states;
        const triple = parting === undefined ? three : undefined;
        for (const a of follow[one]?.keys() ?? []) {
          for (const b of two === undefined ? [-1] : (follow[two]?.keys() ?? [])) {
            for (const c of triple === undefined ? [-1] : (follow[triple]?.keys() ?? [])) {
              if (++this.#steps > MAX_STEPS) throw new OutOfSteps();
              const symbol = symbols.findIndex(
                (_, at) => takes[a]?.[at] && (b < 0 || takes[b]?.[at]) && (c < 0 || takes[c]?.[at]),
              );
              if (symbol < 0) continue;
              const hasParted = parting !== undefined && (three === 1 || a !== b) ? 1 : 0;
              const states = parting !== undefined ? [a, b, hasParted] : [a, b, c].filter((state) => state >= 0);
              const key = states.reduce((sum, state) => sum * size + state + 1, 0);
              if (seen.has(key)) continue;
              seen.add(key);
              const step = { states, symbol, before: walk };
              if (isWanted(states)) return textOf(step, symbols);
              next.push(step);
            }
          }
        }
      }
      round = next;
    }
    return undefined;
  }

  #attack(state: number, pump: string) {
    const { first, symbols, takes } = this.positions;
    const starts = first.map((start) => ({
      text: symbols[takes[start]?.indexOf(true) ?? -1] ?? '',
      rest: start === state ? '' : this.#path([start], ([now]) => now === state),
    }));
    const way = starts.find(({ rest }) => rest !== undefined);
    return { prefix: way === undefined ? '' : way.text + (way.rest ?? ''), pump };
  }
}

const isSame = (some: readonly number[], others: readonly number[]): boolean =>
  some.every((state, index) => state === others[index]);

function textOf(walk: Walk, symbols: readonly string[]): string {
  const parts: string[] = [];
  for (let step: Walk | undefined = walk; step?.before !== undefined; step = step.before)
    parts.push(symbols[step.symbol] ?? '');
  return parts.reverse().join('');
}
