import type { CatalogEntry } from '../../src/core/catalog.js';
import { callToolWhenFree, codeOf } from '../../src/testing/http.js';

const AT_ONCE = 2;

/** Families whose examples show hosts that are made up. */
const NEEDS_NETWORK: ReadonlySet<string> = new Set(['network-live']);

export interface ExampleAnswer {
  /** Whole, files too. */
  readonly text: string;
  /** Whether it is a result where the declaration shows one, and a refusal where it shows that. */
  readonly isOfItsKind: boolean;
}

/** What a started service answers to every example, by tool and title. */
export async function exampleAnswers(origin: string): Promise<ReadonlyMap<string, ExampleAnswer>> {
  const { tools } = (await (await fetch(`${origin}/api/v1/tools?include=examples`)).json()) as {
    readonly tools: readonly CatalogEntry[];
  };
  const rest = tools
    .filter(({ family }) => !NEEDS_NETWORK.has(family))
    .flatMap((tool) => tool.examples.map((example) => ({ tool: tool.id, ...example })));
  const answers = new Map<string, ExampleAnswer>();
  const lane = async () => {
    for (let one = rest.pop(); one !== undefined; one = rest.pop()) {
      const reply = await callToolWhenFree(origin, one.tool, JSON.stringify(one.request));
      const isOfItsKind = (codeOf(reply) !== undefined) === 'error' in one.response;
      answers.set(`${one.tool}, "${one.title}"`, { text: reply.text, isOfItsKind });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return answers;
}
