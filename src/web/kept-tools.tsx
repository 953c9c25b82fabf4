import { useState } from 'preact/hooks';

import type { PageIndexTool } from '../core/pages.js';
import { favourites } from './favourites.js';
import { forgetTools, recentTools } from './recent.js';
import { followHere, toolPath } from './router.js';
import { useStore } from './store.js';
import { english, words } from './words/words.js';

interface KeptToolsProps {
  readonly tools: readonly PageIndexTool[];
}

/** The tools this browser has at hand: favourites, then those used last. */
export function KeptTools({ tools }: KeptToolsProps) {
  const [recent, setRecent] = useState(recentTools);
  const chosen = useStore(favourites);
  const forget = () => {
    forgetTools();
    setRecent([]);
  };
  return (
    <>
      <Chips title={words.catalog.favourites} ids={chosen} tools={tools} />
      <Chips
        title={words.catalog.recent}
        ids={recent.filter((id) => !chosen.includes(id))}
        tools={tools}
        onForget={forget}
      />
    </>
  );
}

interface ChipsProps extends KeptToolsProps {
  readonly title: string;
  readonly ids: readonly string[];
  readonly onForget?: () => void;
}

function Chips({ title, ids, tools, onForget }: ChipsProps) {
  const known = ids.flatMap((id) => tools.find((tool) => tool.id === id) ?? []);
  if (known.length === 0) return null;
  return (
    <section class="family recent">
      <h2>
        {title}
        {onForget !== undefined && (
          <button type="button" class="text-button" onClick={onForget}>
            {words.common.forget}
          </button>
        )}
      </h2>
      <ul class="recent-links">
        {known.map((tool) => (
          <li key={tool.id}>
            <a class="card chip" lang={english} href={toolPath(tool.id)} onClick={followHere}>
              {tool.title}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
