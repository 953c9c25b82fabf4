/** What made a picture, where a generator wrote it down. */
export interface AiParameters {
  readonly generator: string;
  readonly prompt?: string;
  readonly negativePrompt?: string;
  /** As written: `Steps`, `Sampler`, `Seed` … */
  readonly settings?: Readonly<Record<string, string>>;
  /** The graph of ComfyUI, or another program's own JSON. */
  readonly workflow?: unknown;
}

const MAX_JSON = 2_000_000;

/** Finds the notes of generators among the texts of a picture: by key, as PNG has them, or the comment of EXIF. */
export function aiParameters(texts: ReadonlyMap<string, string>): AiParameters | undefined {
  const get = (key: string): string | undefined => texts.get(key);
  const plain = get('parameters') ?? get('UserComment');
  if (plain !== undefined && /(?:^|\n)(?:Negative prompt: |Steps: \d)/.test(plain)) return fromPlain(plain);
  const graph = jsonOf(get('prompt'));
  if (graph !== undefined) return { generator: 'ComfyUI', ...promptsOf(graph), workflow: graph };
  const workflow = jsonOf(get('workflow'));
  if (workflow !== undefined) return { generator: 'ComfyUI', workflow };
  const invoke = jsonOf(get('invokeai_metadata') ?? get('sd-metadata'));
  if (isRecord(invoke))
    return {
      generator: 'InvokeAI',
      ...(typeof invoke.positive_prompt === 'string' ? { prompt: invoke.positive_prompt } : {}),
      ...(typeof invoke.negative_prompt === 'string' ? { negativePrompt: invoke.negative_prompt } : {}),
      workflow: invoke,
    };
  const comment = jsonOf(get('Comment'));
  if (/NovelAI/.test(get('Software') ?? '') && isRecord(comment))
    return {
      generator: 'NovelAI',
      ...(get('Description') === undefined ? {} : { prompt: get('Description') ?? '' }),
      ...(typeof comment.uc === 'string' ? { negativePrompt: comment.uc } : {}),
      workflow: comment,
    };
  const dream = get('Dream');
  return dream === undefined ? undefined : { generator: 'Stable Diffusion', prompt: dream };
}

/** The text of AUTOMATIC1111's web UI and its followers: prompt, negative prompt, settings in the last line. */
function fromPlain(text: string): AiParameters {
  const lines = text.split('\n');
  const last = lines.findLastIndex((line) => /^Steps: \d/.test(line));
  const body = (last < 0 ? lines : lines.slice(0, last)).join('\n');
  const [prompt = '', ...negative] = body.split(/(?:^|\n)Negative prompt: /);
  const settings: Record<string, string> = {};
  for (const [, key = '', quoted, value = ''] of (lines[last] ?? '').matchAll(
    /([A-Z][\w .-]{0,40}): (?:"((?:[^"\\]|\\.)*)"|([^,]*))(?:, |$)/g,
  ))
    settings[key] = quoted ?? value;
  return {
    generator: 'Stable Diffusion',
    prompt: prompt.trim(),
    ...(negative.length === 0 ? {} : { negativePrompt: negative.join(' ').trim() }),
    ...(Object.keys(settings).length === 0 ? {} : { settings }),
  };
}

/** The texts of the nodes that encode prompts; which of them is the negative one, the graph's links say. */
function promptsOf(graph: unknown): Pick<AiParameters, 'prompt' | 'negativePrompt'> {
  if (!isRecord(graph)) return {};
  const textOf = (link: unknown): string | undefined => {
    const node = Array.isArray(link) && Object.hasOwn(graph, String(link[0])) ? graph[String(link[0])] : undefined;
    const inputs = isRecord(node) ? node.inputs : undefined;
    return isRecord(inputs) && typeof inputs.text === 'string' ? inputs.text : undefined;
  };
  for (const node of Object.values(graph)) {
    const inputs = isRecord(node) ? node.inputs : undefined;
    if (!isRecord(inputs) || inputs.positive === undefined) continue;
    const [prompt, negativePrompt] = [textOf(inputs.positive), textOf(inputs.negative)];
    if (prompt !== undefined) return { prompt, ...(negativePrompt === undefined ? {} : { negativePrompt }) };
  }
  return {};
}

function jsonOf(text: string | undefined): unknown {
  if (text === undefined || text.length > MAX_JSON || !/^\s*\{/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // A text that only begins like JSON is none of a generator's.
    return undefined;
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
