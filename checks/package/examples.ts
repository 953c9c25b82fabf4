import type { CatalogEntry } from '../../src/core/catalog.js';
import { callToolWhenFree, codeOf } from '../../src/testing/http.js';

const AT_ONCE = 2;

/** Families whose examples show hosts that are made up. */
const NEEDS_NETWORK: ReadonlySet<string> = new Set(['network-live']);

/** Runs every example of a started service. Returns a line for each that is not answered as its declaration says: a result or a refusal. */
export async function wrongExamples(origin: string): Promise<{ readonly runs: number; readonly faults: string[] }> {
  const { tools } = (await (await fetch(`${origin}/api/v1/tools?include=examples`)).json()) as {
    readonly tools: readonly CatalogEntry[];
  };
  const examples = tools
    .filter(({ family }) => !NEEDS_NETWORK.has(family))
    .flatMap((tool) => tool.examples.map((example) => ({ tool: tool.id, ...example })));
  const rest = [...examples];
  const faults: string[] = [];
  const lane = async () => {
    for (let one = rest.pop(); one !== undefined; one = rest.pop()) {
      const reply = await callToolWhenFree(origin, one.tool, JSON.stringify(one.request));
      if ((codeOf(reply) !== undefined) !== 'error' in one.response)
        faults.push(`${one.tool}, "${one.title}": ${reply.status} ${reply.text.slice(0, 200)}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return { runs: examples.length, faults };
}
