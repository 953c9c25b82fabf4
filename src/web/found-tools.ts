import { useEffect, useMemo, useState } from 'preact/hooks';

import type { PageIndexTool } from '../core/pages.js';
import { fetchFound, fetchIndex } from './data.js';
import { recentTools } from './recent.js';

/** What a search over the tools has found. */
export interface FoundTools {
  /** The best first; without words those used last. */
  readonly tools: readonly PageIndexTool[];
  /** Every tool, as far as they are there yet. */
  readonly index: readonly PageIndexTool[];
  /** The service does not answer. */
  readonly isLost: boolean;
}

/** The tools for the words that are being typed; those used last, without words. */
export function useFoundTools(words: string): FoundTools {
  const [index, setIndex] = useState<readonly PageIndexTool[]>([]);
  const [found, setFound] = useState<readonly string[]>();
  const [isLost, setIsLost] = useState(false);
  const asked = words.trim();
  useEffect(() => {
    fetchIndex().then(
      ({ tools }) => setIndex(tools),
      () => setIsLost(true),
    );
  }, []);
  useEffect(() => {
    if (asked === '') {
      setFound(undefined);
      return;
    }
    const stop = new AbortController();
    fetchFound(asked, stop.signal).then(
      ({ close, others }) => {
        setFound([...close, ...others]);
        setIsLost(false);
      },
      () => {
        if (!stop.signal.aborted) setIsLost(true);
      },
    );
    return () => stop.abort();
  }, [asked]);
  const tools = useMemo(() => {
    const byId = new Map(index.map((tool) => [tool.id, tool]));
    return (found ?? recentTools()).flatMap((id) => byId.get(id) ?? []);
  }, [index, found]);
  return { tools, index, isLost };
}
