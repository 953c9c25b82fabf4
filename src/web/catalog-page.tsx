import { useEffect, useMemo, useRef, useState } from 'preact/hooks';

import type { PageIndex, PageIndexTool } from '../core/pages.js';

import { fetchFound, fetchIndex, isWholeIndex, toolCount } from './data.js';
import { DroppedFiles, openWith, toolsForFiles } from './dropped-files.js';
import { Icon } from './icons.js';
import { KeptTools } from './kept-tools.js';
import { familyName } from './names.js';
import { hasKeptTools } from './recent.js';
import { go, toolPath } from './router.js';
import type { FormFile } from './session.js';
import { afterFrames, Families, Ranked } from './tool-cards.js';
import { words } from './words/words.js';

/** What the address states: `#q=merge&family=pdf`; links of others may say it after `?`. */
interface Narrowing {
  readonly query: string;
  readonly family: string | undefined;
}

function readHash(): Narrowing {
  const parameters = new URLSearchParams(location.hash === '' ? location.search : location.hash.slice(1));
  return { query: parameters.get('q') ?? '', family: parameters.get('family') ?? undefined };
}

function writeHash({ query, family }: Narrowing): void {
  const parameters = new URLSearchParams();
  if (query !== '') parameters.set('q', query);
  if (family !== undefined) parameters.set('family', family);
  const hash = parameters.toString();
  history.replaceState(null, '', hash === '' ? location.pathname : `${location.pathname}#${hash}`);
}

export function CatalogPage({ index: first }: { readonly index: PageIndex }) {
  const [narrowing, setNarrowing] = useState(readHash);
  const [isLost, setIsLost] = useState(false);
  const index = useWholeIndex(first, isLost, setIsLost);
  const { tools, families } = index;
  const count = toolCount(index);
  const found = useFound(tools, narrowing.query, setIsLost);
  const list = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const { query, family } = narrowing;

  const narrow = (part: Partial<Narrowing>) => {
    const next = { ...narrowing, ...part };
    setNarrowing(next);
    writeHash(next);
  };

  useSlashKey(field);
  useEffect(() => {
    const onHash = () => setNarrowing(readHash());
    window.addEventListener('hashchange', onHash);
    return () => window.removeEventListener('hashchange', onHash);
  }, []);

  const isSearch = query.trim() !== '';
  const [files, setFiles] = useState<readonly FormFile[]>([]);
  const hasFiles = files.length > 0;
  const fitting = useMemo(() => (hasFiles ? toolsForFiles(tools, files) : tools), [tools, files]);
  const inFamily = (tool: PageIndexTool) => family === undefined || tool.family === family;
  const isMatching = (tool: PageIndexTool) => inFamily(tool) && (!hasFiles || fitting.includes(tool));
  const close = (isSearch ? found.close : fitting).filter(isMatching);
  const others = isSearch ? found.others.filter(isMatching) : [];
  const matching = [...close, ...others];
  const openHere = (id: string) =>
    void (hasFiles ? openWith(id, files).catch(() => setIsLost(true)) : go(toolPath(id)));

  const onListKey = (event: KeyboardEvent) => moveAmong(list.current, field.current, event);
  const onFieldKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') moveAmong(list.current, field.current, event);
    else if (event.key === 'Escape') narrow({ query: '' });
    else if (event.key === 'Enter' && isSearch) void openBest();
  };
  /** Asks anew: the list may still be that of the letters before. */
  const openBest = async () => {
    const shown = matching[0]?.id;
    const answer = await fetchFound(query.trim(), AbortSignal.timeout(5000)).catch(() => ({
      close: shown === undefined ? [] : [shown],
      others: [],
    }));
    const possible = new Set(fitting.filter(inFamily).map(({ id }) => id));
    const best = [...answer.close, ...answer.others].find((id) => possible.has(id));
    if (best !== undefined) openHere(best);
  };

  return (
    <div class="catalog">
      <div class="hero">
        <h1 tabIndex={-1}>{words.catalog.title}</h1>
        <p class="lead">{words.catalog.lead}</p>
        <search class="search">
          <Icon name="search" size={20} />
          <input
            ref={field}
            type="search"
            id="search"
            aria-label={words.common.findTool}
            placeholder={words.catalog.placeholder}
            autocomplete="off"
            spellcheck={false}
            value={query}
            onInput={(event) => narrow({ query: event.currentTarget.value })}
            onKeyDown={onFieldKey}
          />
          <span class="search-key keycap" aria-hidden="true">
            /
          </span>
        </search>
        <DroppedFiles files={files} count={fitting.length} onFiles={setFiles} />
        <p class="state">
          <span class="dot" aria-hidden="true" />
          {words.catalog.state(count, families.length)}
        </p>
      </div>

      <nav class="families" aria-label={words.catalog.families}>
        <FamilyButton isChosen={family === undefined} onChoose={() => narrow({ family: undefined })}>
          {words.catalog.all} <span class="count">{count}</span>
        </FamilyButton>
        {families.map(({ name, count: ofFamily }) => (
          <FamilyButton
            key={name}
            isChosen={family === name}
            onChoose={() => narrow({ family: family === name ? undefined : name })}
          >
            {familyName(name)} <span class="count">{ofFamily}</span>
          </FamilyButton>
        ))}
      </nav>

      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move among the links inside, which are reached by Tab too. */}
      <div class="listing" ref={list} onKeyDown={onListKey}>
        <p class="hidden-words" role="status">
          {isSearch ? words.catalog.found(matching.length) : ''}
        </p>
        {isLost && <p class="empty">{words.catalog.searchLost}</p>}
        {(isSearch || hasFiles) && (
          <Ranked
            close={close}
            others={others}
            query={query}
            isLost={isLost}
            onOpen={hasFiles ? openHere : undefined}
          />
        )}
        {!isSearch && !hasFiles && (isWholeIndex(index) || !hasKeptTools()) && (
          <>
            {family === undefined && <KeptTools tools={tools} />}
            <Families tools={tools} families={families} only={family} />
          </>
        )}
      </div>
    </div>
  );
}

/** The page carries the first tools; the rest is asked for once those are drawn, and again when the service is back. */
function useWholeIndex(first: PageIndex, isLost: boolean, setIsLost: (isLost: boolean) => void): PageIndex {
  const [index, setIndex] = useState(first);
  const isWhole = isWholeIndex(index);
  useEffect(() => {
    if (isWhole || isLost) return;
    return afterFrames(2, () => void fetchIndex().then(setIndex, () => setIsLost(true)));
  }, [isWhole, isLost, setIsLost]);
  return index;
}

interface Found {
  readonly close: readonly PageIndexTool[];
  /** Those that fit the query in part. */
  readonly others: readonly PageIndexTool[];
}

/** The tools for a query, as the service ranks them; those of the last query until its answer is there. */
function useFound(tools: readonly PageIndexTool[], query: string, setIsLost: (isLost: boolean) => void): Found {
  const [found, setFound] = useState<Found>({ close: tools, others: [] });
  useEffect(() => {
    const asked = query.trim();
    if (asked === '') {
      setFound({ close: tools, others: [] });
      setIsLost(false);
      return;
    }
    const stop = new AbortController();
    Promise.all([fetchFound(asked, stop.signal), fetchIndex()]).then(
      ([{ close, others }, index]) => {
        if (stop.signal.aborted) return;
        const byId = new Map(index.tools.map((tool) => [tool.id, tool]));
        const toolsOf = (ids: readonly string[]) => ids.flatMap((id) => byId.get(id) ?? []);
        setFound({ close: toolsOf(close), others: toolsOf(others) });
        setIsLost(false);
      },
      () => {
        if (!stop.signal.aborted) setIsLost(true);
      },
    );
    return () => stop.abort();
  }, [query, tools]);
  return found;
}

/** `/` goes to the search field from wherever nothing is typed. */
function useSlashKey(field: { readonly current: HTMLInputElement | null }): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [field]);
}

/** Moves the focus among the tools: down and up by rows as they are drawn, left and right by one. */
function moveAmong(list: HTMLElement | null, field: HTMLElement | null, event: KeyboardEvent): void {
  const links = [...(list?.querySelectorAll<HTMLElement>('a.card') ?? [])];
  const at = links.indexOf(document.activeElement as HTMLElement);
  if (event.key === 'Escape' && at >= 0) {
    field?.focus();
    return;
  }
  const next = nextLink(links, at, event.key);
  if (next === undefined) return;
  event.preventDefault();
  (next === 'field' ? field : next)?.focus();
}

function nextLink(links: readonly HTMLElement[], at: number, key: string): HTMLElement | 'field' | undefined {
  if (at < 0) return key === 'ArrowDown' ? links[0] : undefined;
  if (key === 'ArrowRight') return links[at + 1];
  if (key === 'ArrowLeft') return links[at - 1];
  const here = links[at]?.getBoundingClientRect();
  if (here === undefined || (key !== 'ArrowDown' && key !== 'ArrowUp')) return undefined;
  const isDown = key === 'ArrowDown';
  const rest = isDown ? links.slice(at + 1) : links.slice(0, at).reverse();
  const isBeyond = (box: DOMRect) => (isDown ? box.top > here.top + 1 : box.top < here.top - 1);
  const row = rest.find((link) => isBeyond(link.getBoundingClientRect()))?.getBoundingClientRect().top;
  if (row === undefined) return isDown ? undefined : 'field';
  const inRow = rest.filter((link) => Math.abs(link.getBoundingClientRect().top - row) < 2);
  const distance = (link: HTMLElement) => Math.abs(link.getBoundingClientRect().left - here.left);
  return inRow.sort((a, b) => distance(a) - distance(b))[0];
}

interface FamilyButtonProps {
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly children: preact.ComponentChildren;
}

const FamilyButton = ({ isChosen, onChoose, children }: FamilyButtonProps) => (
  <button type="button" class="family-button" aria-pressed={isChosen} onClick={onChoose}>
    {children}
  </button>
);
