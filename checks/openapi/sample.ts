/** Which tools the longer proofs take: what has changed, and of the others another part with each commit. */

import { sampleOfTools } from '../../src/testing/sample.js';

import { type DescribedTool, readDescription, toolsOf } from './description.js';

/** What the service says of a tool. */
interface ListedTool {
  readonly id: string;
  readonly family: string;
  readonly class: string;
}

export async function listTools(origin: string): Promise<readonly ListedTool[]> {
  const response = await fetch(`${origin}/api/v1/tools`);
  const { tools } = (await response.json()) as { tools: readonly ListedTool[] };
  return tools;
}

/** The sampled tools, as the published description has them. */
export async function sampleOfDescribed(origin: string): Promise<readonly DescribedTool[]> {
  const sampled = new Set(sampleOfTools(await listTools(origin)).map(({ id }) => id));
  return toolsOf(readDescription()).filter(({ id }) => sampled.has(id));
}
