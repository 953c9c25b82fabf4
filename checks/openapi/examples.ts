import type { DescribedTool } from './description.js';
import { say, startPrism } from './processes.js';
import { sampleOfDescribed } from './sample.js';
import { type WorkedExample, workedExamples } from './worked-examples.js';

const STATUS: Readonly<Record<string, number>> = { INVALID_INPUT: 400, LIMIT_EXCEEDED: 413 };

interface Violation {
  readonly location: readonly string[];
  readonly message: string;
}

/**
 * Every worked example of a sample of the tools through Prism, which compares the request and the response with the description;
 * and every example that the description itself has of them, whose answer must be named and typed as the description says.
 */
export async function proveExamples(origin: string): Promise<string[]> {
  const tools = await sampleOfDescribed(origin);
  const examples = await workedExamples(tools.map(({ id }) => id));
  const prism = await startPrism(origin);
  const faults: string[] = [];
  try {
    for (const example of examples) faults.push(...(await faultsOf(prism.origin, example)));
  } finally {
    await prism.stop();
  }
  say(`prism: ${examples.length} worked examples of ${tools.length} tools`);
  return [...faults, ...(await publishedFaults(origin, tools))];
}

async function faultsOf(proxy: string, { tool, title, request, code }: WorkedExample): Promise<string[]> {
  const response = await send(`${proxy}/api/v1/tools/${tool}/run`, request);
  const body = await response.text();
  const violations = JSON.parse(response.headers.get('sl-violations') ?? '[]') as Violation[];
  const name = `${tool}, ${title}`;
  const expected = code === undefined ? 200 : STATUS[code];
  const faults: string[] = [];
  if (response.status !== expected) faults.push(`${name}: ${response.status}, not ${expected}: ${body.slice(0, 200)}`);
  for (const { location, message } of violations) {
    // An example of a refusal may break the schema: that is what it shows.
    if (location[0] === 'request' && code !== undefined) continue;
    faults.push(`${name}: ${location.join('.')} ${message}`);
  }
  return faults;
}

const send = (url: string, body: unknown): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

interface RunAnswer {
  readonly result: {
    readonly name?: string;
    readonly mime?: string;
    readonly files: readonly { readonly name: string; readonly mime: string }[];
  };
}

/** Contents are compared by the project's own tests, which fix the clock and chance; here names and types. */
async function publishedFaults(origin: string, tools: readonly DescribedTool[]): Promise<string[]> {
  const faults: string[] = [];
  let count = 0;
  for (const tool of tools) {
    for (const [name, { request, response }] of Object.entries(tool.examples)) {
      count += 1;
      const answer = await send(`${origin}${tool.path}`, request);
      const body = (await answer.json()) as RunAnswer;
      if (answer.status !== 200) faults.push(`${tool.id}, ${name}: ${answer.status} ${JSON.stringify(body)}`);
      else if (response !== undefined && outlineOf(body) !== outlineOf(response as RunAnswer)) {
        faults.push(
          `${tool.id}, ${name}: ${outlineOf(response as RunAnswer)} is published, ${outlineOf(body)} answered`,
        );
      }
    }
  }
  say(`published examples: ${count} sent as they stand`);
  return faults;
}

const outlineOf = ({ result: { name, mime, files } }: RunAnswer): string =>
  JSON.stringify({ name, mime, files: files.map((file) => [file.name, file.mime]) });
