import type { ClientAnswer } from './run-tool.js';

/** What a tool that works on each upload by itself reports of the first one. */
export function firstReport(answer: Pick<ClientAnswer, 'data'>): unknown {
  const { files } = answer.data as { readonly files: readonly unknown[] };
  return files[0];
}
