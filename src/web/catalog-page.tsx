import { useEffect, useMemo, useRef, useState } from 'preact/hooks';

import type { PageIndex, PageIndexTool } from '../core/pages.js';

import { fetchFound } from './data.js';
import { DroppedFiles, openWith, toolsForFiles } from './dropped-files.js';
import { Icon } from './icons.js';
import { KeptTools } from './kept-tools.js';
import { familyName } from './names.js';
import { followHere, go, toolPath } from './router.js';
import type { FormFile } from './session.js';
import { Signature } from './signature.js';
import { english, words } from './words/words.js';

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

export function CatalogPage({ index: { tools } }: { readonly index: PageIndex }) {
  const [narrowing, setNarrowing] = useState(readHash);
  const [isLost, setIsLost] = useState(false);
  const found = useFound(tools, narrowing.query, setIsLost);
  const list = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const sections = useMemo(() => sectionsOf(tools), [tools]);
  const drawn = useDrawnFamilies(sections);
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
          {words.catalog.state(tools.length, sections.length)}
        </p>
      </div>

      <nav class="families" aria-label={words.catalog.families}>
        <FamilyButton isChosen={family === undefined} onChoose={() => narrow({ family: undefined })}>
          {words.catalog.all} <span class="count">{tools.length}</span>
        </FamilyButton>
        {sections.map(({ name, tools: { length } }) => (
          <FamilyButton
            key={name}
            isChosen={family === name}
            onChoose={() => narrow({ family: family === name ? undefined : name })}
          >
            {familyName(name)} <span class="count">{length}</span>
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
        {!isSearch && !hasFiles && family === undefined && <KeptTools tools={tools} />}
        {!isSearch &&
          !hasFiles &&
          sections
            .filter(({ name }, index) => (family === undefined ? index < drawn : name === family))
            .map((section) => <FamilySection key={section.name} section={section} />)}
      </div>
    </div>
  );
}

interface Section {
  readonly name: string;
  readonly tools: readonly PageIndexTool[];
}

/** More than the first window shows, and so many again with each frame after it. */
const CARDS_AT_ONCE = 24;
let isEveryCardDrawn = false;

/**
 * How many families are drawn: a few at once, and a few more with each frame. All of them in one go would keep a phone busy for half
 * a second, deaf to taps.
 */
function useDrawnFamilies(sections: readonly Section[]): number {
  const [drawn, setDrawn] = useState(() => (isEveryCardDrawn ? sections.length : someMore(sections, 0)));
  useEffect(() => {
    if (drawn >= sections.length) {
      isEveryCardDrawn = true;
      return;
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setDrawn(someMore(sections, drawn)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [drawn, sections]);
  return drawn;
}

function someMore(sections: readonly Section[], drawn: number): number {
  let next = drawn;
  for (let cards = 0; cards < CARDS_AT_ONCE && next < sections.length; next += 1)
    cards += sections[next]?.tools.length ?? 0;
  return next;
}

/** Tools by their families, in their order. */
function sectionsOf(tools: readonly PageIndexTool[]): readonly Section[] {
  const sections = new Map<string, PageIndexTool[]>();
  for (const tool of tools) {
    const section = sections.get(tool.family);
    if (section === undefined) sections.set(tool.family, [tool]);
    else section.push(tool);
  }
  return [...sections].map(([name, ofFamily]) => ({ name, tools: ofFamily }));
}

interface Found {
  readonly close: readonly PageIndexTool[];
  /** Those that fit the query in part. */
  readonly others: readonly PageIndexTool[];
}

/** The tools for a query, as the service ranks them; those of the last query until its answer is there. */
function useFound(tools: readonly PageIndexTool[], query: string, setIsLost: (isLost: boolean) => void): Found {
  const [found, setFound] = useState<Found>({ close: tools, others: [] });
  const byId = useMemo(() => new Map(tools.map((tool) => [tool.id, tool])), [tools]);
  useEffect(() => {
    const asked = query.trim();
    if (asked === '') {
      setFound({ close: tools, others: [] });
      setIsLost(false);
      return;
    }
    const stop = new AbortController();
    fetchFound(asked, stop.signal).then(
      ({ close, others }) => {
        const toolsOf = (ids: readonly string[]) => ids.flatMap((id) => byId.get(id) ?? []);
        setFound({ close: toolsOf(close), others: toolsOf(others) });
        setIsLost(false);
      },
      () => {
        if (!stop.signal.aborted) setIsLost(true);
      },
    );
    return () => stop.abort();
  }, [query, tools, byId]);
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

/** The same cards whenever it is drawn again: the search field's every letter would go through hundreds of them. */
const FamilySection = ({ section }: { readonly section: Section }) =>
  useMemo(
    () => (
      <section class="family">
        <h2>
          {familyName(section.name)} <span class="count">{section.tools.length}</span>
        </h2>
        <Cards tools={section.tools} />
      </section>
    ),
    [section],
  );

interface CardsProps {
  readonly tools: readonly PageIndexTool[];
  /** Where a tool is opened with something to work on. */
  readonly onOpen?: ((id: string) => void) | undefined;
}

const Cards = ({ tools, onOpen }: CardsProps) => (
  <ul class="cards">
    {tools.map((tool) => (
      <li key={tool.id}>
        <a
          class="card"
          href={toolPath(tool.id)}
          onClick={(event) => {
            if (onOpen === undefined) {
              followHere(event);
              return;
            }
            event.preventDefault();
            onOpen(tool.id);
          }}
        >
          <span class="card-title" lang={english}>
            {tool.title}
          </span>
          <span class="card-summary" lang={english}>
            {tool.summary}
          </span>
          <Signature tool={tool} />
        </a>
      </li>
    ))}
  </ul>
);

interface RankedProps extends Found {
  readonly query: string;
  readonly isLost: boolean;
  readonly onOpen: ((id: string) => void) | undefined;
}

function rankedTitle(count: number, query: string): string {
  if (count === 0) return words.catalog.nothingFound;
  return query.trim() === '' ? words.catalog.whatCanBeDone : words.catalog.bestFirst;
}

/** What was found; what fits in part comes apart from the rest. */
const Ranked = ({ close, others, query, isLost, onOpen }: RankedProps) => (
  <>
    {(close.length > 0 || others.length === 0) && (
      <section class="family">
        <h2>
          {rankedTitle(close.length, query)} <span class="count">{close.length}</span>
        </h2>
        {close.length === 0 && !isLost ? (
          <p class="empty">{query.trim() === '' ? words.catalog.noneForFiles : words.catalog.noneFor(query)}</p>
        ) : (
          <Cards tools={close} onOpen={onOpen} />
        )}
      </section>
    )}
    {others.length > 0 && (
      <section class="family less-close">
        <h2>
          {words.catalog.lessClose} <span class="count">{others.length}</span>
        </h2>
        <Cards tools={others} onOpen={onOpen} />
      </section>
    )}
  </>
);
