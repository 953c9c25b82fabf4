import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import type { PageIndex, PageTool } from '../core/pages.js';

import { settleHead } from './head.js';
import { Icon } from './icons.js';
import { keepOfflinePage } from './offline-page.js';
import { PaletteButton } from './palette-button.js';
import { followHere, go, view } from './router.js';
import { useStore } from './store.js';
import { ThemeButton } from './theme.js';
import { LanguageChoice } from './words/language-choice.js';
import { settleLanguage, words } from './words/words.js';

type CatalogPage = ComponentType<{ readonly index: PageIndex }>;
type ToolPage = ComponentType<{ readonly tool: PageTool }>;
type DocsPage = ComponentType;

const modules = {
  catalog: () => import('./catalog-page.js'),
  tool: () => import('./tool-page.js'),
  docs: () => import('./docs-page.js'),
};

/** The parts that have been loaded: each kind of page loads its own. */
const loaded: { catalog?: CatalogPage; tool?: ToolPage; docs?: DocsPage } = {};

type LoadedPage = keyof typeof loaded;

const isLoaded = (page: string): page is LoadedPage => Object.hasOwn(modules, page);

async function loadPage(page: LoadedPage): Promise<void> {
  if (page === 'catalog') loaded.catalog = (await modules.catalog()).CatalogPage;
  else if (page === 'docs') loaded.docs = (await modules.docs()).DocsPage;
  else loaded.tool = (await modules.tool()).ToolPage;
}

/** The first page's part, and the words of another language than English, are fetched together with this one. */
const firstView = view.value;
const first = firstView.page;
await Promise.all([settleLanguage(), isLoaded(first) ? loadPage(first) : undefined]);
settleHead(firstView);
keepOfflinePage();

export function App() {
  const current = useStore(view);
  const [, redraw] = useState({});
  const { page } = current;
  useEffect(() => {
    if (isLoaded(page) && loaded[page] === undefined) {
      void loadPage(page).then(() => redraw({}));
    }
  }, [page]);
  const { catalog: Catalog, tool: Tool, docs: Docs } = loaded;
  const isShown = !isLoaded(page) || loaded[page] !== undefined;
  useEffect(() => {
    // Who does not see the page hears that it is another one.
    if (current !== firstView && isShown) document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  }, [current, isShown]);
  return (
    <>
      <a class="skip" href="#main">
        {words.frame.skip}
      </a>
      <Header />
      <main id="main" tabIndex={-1}>
        {current.page === 'catalog' && Catalog && <Catalog index={current.index} />}
        {current.page === 'tool' && Tool && <Tool key={current.tool.id} tool={current.tool} />}
        {current.page === 'docs' && Docs && <Docs />}
        {current.page === 'missing' && <Missing id={current.id} />}
        {current.page === 'lost' && <Lost path={current.path} />}
      </main>
      <Footer />
    </>
  );
}

const Header = () => (
  <header class="top">
    <a class="brand" href="/" onClick={followHere}>
      <svg width="26" height="26" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
        <rect width="32" height="32" rx="8" fill="currentColor" />
        <path class="brand-arrows" d="M8 12h14l-4-4M24 20H10l4 4" />
      </svg>
      Tool Execution API
    </a>
    <nav class="top-links" aria-label={words.frame.descriptions}>
      <a href="/docs" onClick={followHere}>
        API
      </a>
      <a href="/openapi.json">OpenAPI</a>
      <a href="/llms.txt">llms.txt</a>
      <a href="/agents/tools.json">{words.frame.agents}</a>
    </nav>
    <PaletteButton />
    <LanguageChoice />
    <ThemeButton />
  </header>
);

const Footer = () => (
  <footer class="foot">
    <p>{words.frame.foot}</p>
  </footer>
);

const Missing = ({ id }: { readonly id: string }) => (
  <section class="notice">
    <h1 tabIndex={-1}>{words.frame.noTool(id)}</h1>
    <p>{words.frame.noToolWhy}</p>
    <a class="button primary" href="/" onClick={followHere}>
      <Icon name="left" />
      {words.common.allTools}
    </a>
  </section>
);

const Lost = ({ path }: { readonly path: string }) => (
  <section class="notice">
    <h1 tabIndex={-1}>{words.frame.unreachable}</h1>
    <p>{words.frame.unreachableAdvice}</p>
    <button type="button" class="button primary" onClick={() => void go(path, { isBack: true })}>
      <Icon name="reset" />
      {words.common.tryAgain}
    </button>
  </section>
);
