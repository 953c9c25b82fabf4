import type { CatalogTool } from '../core/catalog.js';

import type { Streams } from './streams.js';

const FIRST_MS = 1000;
const CLEAR_LINE = '\r\u001b[2K';

/** A line on a terminal for a run of more than a second; what is returned takes it away. */
export function showProgress({ entry }: CatalogTool, stderr: Streams['stderr']): () => void {
  if (stderr.isTTY !== true) return () => undefined;
  const started = performance.now();
  let isShown = false;
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - started) / 1000);
    stderr.write(`${CLEAR_LINE}${entry.id}: ${seconds} s of at most ${entry.limits.timeout_seconds} s`);
    isShown = true;
  }, FIRST_MS).unref();
  return () => {
    clearInterval(timer);
    if (isShown) stderr.write(CLEAR_LINE);
  };
}
