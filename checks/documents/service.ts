import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** `--name=value` among words. */
export const flagOf =
  (words: readonly string[]) =>
  (name: string): string | undefined =>
    words.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);

interface Answer {
  readonly result?: {
    readonly text?: string;
    readonly files?: readonly { readonly base64: string }[];
    readonly data?: { readonly files?: readonly { readonly error?: string }[] };
  };
  readonly error?: { readonly message: string };
}

const MOST_CUT = 100;

/** One run; waits while all slots are taken. */
export async function runTool(origin: string, id: string, options: object, files: readonly object[]) {
  let cut = 0;
  for (;;) {
    const started = performance.now();
    // A refused request is answered before all of it is sent.
    const response = await fetch(`${origin}/api/v1/tools/${id}/run`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ options, files }),
    }).catch(() => undefined);
    if (response === undefined && ++cut > MOST_CUT) throw new Error('the service does not answer');
    const body = ((await response?.json()) ?? {}) as Answer;
    if (response !== undefined && response.status !== 429)
      return { status: response.status, body, milliseconds: performance.now() - started };
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Files of at most `maxBytes`, by name. */
export function filesBelow(path: string, maxBytes: number): string[] {
  if (!statSync(path).isDirectory()) return statSync(path).size <= maxBytes ? [path] : [];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isFile() || entry.isDirectory())
    .map(({ name }) => name)
    .sort()
    .flatMap((name) => filesBelow(join(path, name), maxBytes));
}
