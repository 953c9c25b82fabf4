import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import fc from 'fast-check';

import { propertiesOf, validRequest } from './arbitraries.js';
import { type DescribedTool, type Description, readDescription, type Schema, toolsOf } from './description.js';
import { MUTATIONS, type Mutation, type RawRequest, type ToolParts } from './mutations.js';
import { say } from './processes.js';
import { listTools } from './sample.js';
import { type RequestFile, type RunBody, workedExamples } from './worked-examples.js';

const SEED = 20_260_102;
/** Requests made from the schema, for each tool; tools that start engines take longer than a few milliseconds. */
const VALID_REQUESTS = { standard: 6, others: 2 };
const MUTATED_REQUESTS = 2000;
/** Requests in flight: below the service's own four, so that nothing is refused for want of a slot but a second native run. */
const AT_ONCE = 2;
/** A mutation of megabytes is used this often. */
const LARGE_RUNS = 6;

/**
 * A refusal for the shape of a request, in the words of the runner: `src/runner/request.ts`, `src/core/options.ts`. Which of text,
 * option and file go together is no shape, nor are bytes in UTF-8: the tool's notes say it.
 */
const SHAPE =
  /^(Request body|Property "(?!input"(, option| or (a|the) file must| (and option "\w+" )?must (not )?(be empty|contain the values) (where|if))|files" must (be (one PDF|PDFs and)|have (at most one|an) (Markdown|HTML) file))|Unknown (property|option) "|Option "[^"]+" must (be one of "|be true or false|be a (string|number|finite number|multiple of)|be between|have at (most|least) \d+ characters?|be well-formed Unicode))/;

interface Fuzzed extends DescribedTool {
  readonly parts: ToolParts;
  readonly contents: readonly RequestFile[];
  readonly isStandard: boolean;
  readonly check: ValidateFunction;
}

/**
 * Requests made from the published schema are never refused for their shape, 2,000 mutated ones always with 400, 413
 * or 415, and nothing of either ends in a 500 or 504. A tool gets the same valid requests whichever tools there are beside it.
 */
export async function proveRequests(origin: string): Promise<string[]> {
  const tools = await readTools(origin);
  return [...(await proveValid(origin, tools)), ...(await proveMutated(origin, tools))];
}

const seedOf = (id: string): number =>
  Array.from(id).reduce((seed, letter) => (Math.imul(seed, 31) + letter.charCodeAt(0)) | 0, SEED);

async function readTools(origin: string): Promise<Fuzzed[]> {
  const description = readDescription();
  const described = toolsOf(description);
  const examples = await workedExamples(described.map(({ id }) => id));
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'openapi', components: description.components });
  const classes = new Map((await listTools(origin)).map((tool) => [tool.id, tool.class]));
  return described.map((tool) => ({
    ...tool,
    parts: partsOf(description, tool),
    contents: examples
      .filter(({ tool: id, code }) => id === tool.id && code === undefined)
      .flatMap(({ request }) => request.files ?? []),
    isStandard: classes.get(tool.id) === 'standard',
    check: ajv.compile(absolute(tool.schema)),
  }));
}

/** References as they are written in the description, for a schema that is compiled outside of it. */
const absolute = (schema: Schema): Schema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/')) as Schema;

function partsOf(description: Description, { schema }: DescribedTool): ToolParts {
  const { input = {}, options = {}, files } = propertiesOf(description, schema);
  return { input, options: options.properties ?? {}, files, required: schema.required ?? [] };
}

async function proveValid(origin: string, tools: readonly Fuzzed[]): Promise<string[]> {
  const description = readDescription();
  const faults: string[] = [];
  const counts = new Map<number, number>();
  const jobs = tools.flatMap((tool) => {
    const numRuns = tool.isStandard ? VALID_REQUESTS.standard : VALID_REQUESTS.others;
    const bodies: RunBody[] = fc.sample(validRequest(description, tool, tool.contents), {
      numRuns,
      seed: seedOf(tool.id),
    });
    return bodies.map((body) => ({ tool, body }));
  });
  await inParallel(jobs, async ({ tool, body }) => {
    const text = JSON.stringify(body);
    const shown = `${tool.id} ${text.slice(0, 300)}`;
    if (!tool.check(JSON.parse(text)))
      faults.push(`not valid by the schema: ${shown} ${JSON.stringify(tool.check.errors)}`);
    const { status, message } = await send(origin, tool, { body: text });
    counts.set(status, (counts.get(status) ?? 0) + 1);
    const isFine = status === 200 || status === 413 || (status === 400 && !SHAPE.test(message));
    if (!isFine) faults.push(`${status} ${message}: ${shown}`);
  });
  say(`valid requests: ${jobs.length} of ${tools.length} tools: ${countsText(counts)}`);
  return faults;
}

async function proveMutated(origin: string, tools: readonly Fuzzed[]): Promise<string[]> {
  const description = readDescription();
  const faults: string[] = [];
  const counts = new Map<number, number>();
  const used = new Map<Mutation, number>();
  const random = pickFrom(SEED);
  const jobs: { tool: Fuzzed; mutation: Mutation; request: RawRequest }[] = [];
  const bases = tools.map((tool, i) => fc.sample(validRequest(description, tool, []), { numRuns: 50, seed: SEED + i }));
  for (let i = 0; jobs.length < MUTATED_REQUESTS && i < MUTATED_REQUESTS * 20; i += 1) {
    const tool = tools[i % tools.length];
    const mutation = MUTATIONS[random(MUTATIONS.length)];
    const base = bases[i % tools.length]?.[random(50)];
    if (tool === undefined || mutation === undefined || base === undefined) continue;
    const times = used.get(mutation) ?? 0;
    if (mutation.isLarge && times >= LARGE_RUNS) continue;
    const request = mutation.mutate(base, tool.parts, random);
    if (request === undefined) continue;
    used.set(mutation, times + 1);
    jobs.push({ tool, mutation, request });
  }
  await inParallel(jobs, async ({ tool, mutation, request }) => {
    const shown = `${tool.id}, ${mutation.name}: ${String(request.body).slice(0, 300)}`;
    if (mutation.isInSchema && tool.check(JSON.parse(String(request.body))))
      faults.push(`allowed by the schema: ${shown}`);
    const { status, message } = await send(origin, tool, request);
    counts.set(status, (counts.get(status) ?? 0) + 1);
    if (![400, 413, 415].includes(status)) faults.push(`${status} ${message}: ${shown}`);
  });
  const unused = MUTATIONS.filter((mutation) => !used.has(mutation)).map(({ name }) => name);
  if (unused.length > 0) say(`   not met by any tool: ${unused.join(', ')}`);
  say(`mutated requests: ${jobs.length} in ${used.size} ways: ${countsText(counts)}`);
  return faults;
}

const countsText = (counts: ReadonlyMap<number, number>): string =>
  [...counts]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status} × ${count}`)
    .join(', ');

/** A few jobs at a time, in order. */
async function inParallel<T>(jobs: readonly T[], run: (job: T) => Promise<void>): Promise<void> {
  let next = 0;
  const work = async () => {
    for (let job = jobs[next++]; job !== undefined; job = jobs[next++]) await run(job);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

async function send(
  origin: string,
  { path }: DescribedTool,
  request: RawRequest,
): Promise<{ status: number; message: string }> {
  for (let attempt = 0; ; attempt += 1) {
    const response = await fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...request.headers },
      body: typeof request.body === 'string' ? request.body : new Uint8Array(request.body),
    }).catch((error: unknown) => {
      // A connection kept from before may be closed while the request is on its way; a service that is gone fails the next one too.
      if (attempt > 0) throw error;
      return undefined;
    });
    if (response === undefined) continue;
    const body = (await response.json()) as { readonly error?: { readonly message: string } };
    if (response.status !== 429 || attempt === 200)
      return { status: response.status, message: body.error?.message ?? '' };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Whole numbers below `count`, the same on every run: mulberry32. */
function pickFrom(seed: number): (count: number) => number {
  let state = seed;
  return (count) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * count);
  };
}
