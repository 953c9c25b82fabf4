/** The catalog's list: every tool by its family, or those that were found, as cards. */

import { useEffect, useMemo, useState } from 'preact/hooks';

import { FIRST_TOOLS, type PageIndex, type PageIndexTool } from '../core/pages.js';

import { familyName } from './names.js';
import { followHere, toolPath } from './router.js';
import { Signature } from './signature.js';
import { english, words } from './words/words.js';

/** With each frame after the first so many more are drawn: all in one go would keep a phone busy, deaf to taps. */
const CARDS_AT_ONCE = 12;
/** Kept from one look at the catalog to the next. */
let drawnBefore = FIRST_TOOLS;

interface FamiliesProps {
  readonly tools: readonly PageIndexTool[];
  readonly families: PageIndex['families'];
  /** The family that was chosen. */
  readonly only: string | undefined;
}

export function Families({ tools, families, only }: FamiliesProps) {
  const sections = useMemo(() => sectionsOf(tools, families), [tools, families]);
  let left = useDrawnCards(tools.length);
  if (only !== undefined) {
    const section = sections.find(({ name }) => name === only);
    return section === undefined ? null : <FamilySection section={section} cards={section.tools.length} />;
  }
  return sections.map((section) => {
    const cards = Math.min(left, section.tools.length);
    left -= cards;
    return cards === 0 ? null : <FamilySection key={section.name} section={section} cards={cards} />;
  });
}

/** How many of the cards are drawn by now. */
function useDrawnCards(count: number): number {
  const [drawn, setDrawn] = useState(drawnBefore);
  useEffect(() => {
    drawnBefore = drawn;
    if (drawn >= count) return;
    return afterFrames(1, () => setDrawn(drawn + CARDS_AT_ONCE));
  }, [drawn, count]);
  return drawn;
}

/** Does something once so many frames have been drawn, unless what is returned is called before. */
export function afterFrames(frames: number, act: () => void): () => void {
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (left: number): void => {
    frame = requestAnimationFrame(() => {
      if (left > 1) wait(left - 1);
      else timer = setTimeout(act);
    });
  };
  wait(frames);
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

interface Section {
  readonly name: string;
  readonly count: number;
  readonly tools: readonly PageIndexTool[];
}

const sectionsOf = (tools: readonly PageIndexTool[], families: PageIndex['families']): readonly Section[] =>
  families.map(({ name, count }) => ({ name, count, tools: tools.filter(({ family }) => family === name) }));

/** The same cards whenever it is drawn again: the search field's every letter would go through hundreds of them. */
const FamilySection = ({ section, cards }: { readonly section: Section; readonly cards: number }) =>
  useMemo(
    () => (
      <section class="family">
        <h2>
          {familyName(section.name)} <span class="count">{section.count}</span>
        </h2>
        <Cards tools={section.tools.slice(0, cards)} />
      </section>
    ),
    [section, cards],
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

interface RankedProps {
  readonly close: readonly PageIndexTool[];
  /** Those that fit the query in part. */
  readonly others: readonly PageIndexTool[];
  readonly query: string;
  readonly isLost: boolean;
  readonly onOpen: ((id: string) => void) | undefined;
}

function rankedTitle(count: number, query: string): string {
  if (count === 0) return words.catalog.nothingFound;
  return query.trim() === '' ? words.catalog.whatCanBeDone : words.catalog.bestFirst;
}

/** What was found; what fits in part comes apart from the rest. */
export const Ranked = ({ close, others, query, isLost, onOpen }: RankedProps) => (
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
