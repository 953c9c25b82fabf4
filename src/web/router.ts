import type { PageData } from '../core/pages.js';

import { fetchIndex, fetchTool, isWholeIndex, keepIndex, readPageData } from './data.js';
import { settleHead } from './head.js';
import { hasKeptTools } from './recent.js';
import { Store } from './store.js';

/** What is shown; `lost` when the service did not answer. */
export type View = PageData | { readonly page: 'lost'; readonly path: string };

const first = readPageData();
if (first.page === 'catalog') {
  if (isWholeIndex(first.index)) keepIndex(first.index);
  // What is shown first may be any of the tools: the index comes together with the page's code.
  else if (location.hash !== '' || location.search !== '' || hasKeptTools()) void fetchIndex().catch(() => undefined);
}

export const view = new Store<View>(first);

export const toolPath = (id: string): string => `/tools/${encodeURIComponent(id)}`;

/** Counts the pages asked for: an answer that comes late changes nothing. */
let asked = 0;

/** Goes to a page of ours without loading the whole document. */
export async function go(path: string, { isBack = false } = {}): Promise<void> {
  asked += 1;
  const turn = asked;
  const next = await load(path);
  if (turn !== asked) return;
  if (!isBack) history.pushState(null, '', path);
  view.set(next);
  settleHead(next);
  if (!isBack) window.scrollTo(0, 0);
}

async function load(path: string): Promise<View> {
  const { pathname } = new URL(path, location.href);
  try {
    if (pathname === '/docs') return { page: 'docs' };
    if (pathname === '/') return { page: 'catalog', index: await fetchIndex() };
    const id = decodeURIComponent(pathname.slice('/tools/'.length));
    const tool = await fetchTool(id);
    return tool === undefined ? { page: 'missing', id } : { page: 'tool', tool };
  } catch {
    // The service has gone or restarts: the page says so and offers to try again.
    return { page: 'lost', path };
  }
}

let shownPath = location.pathname;
window.addEventListener('popstate', () => {
  // A change of the hash alone is the page's own matter.
  if (location.pathname !== shownPath) void go(location.pathname + location.hash, { isBack: true });
});
view.follow(() => {
  shownPath = location.pathname;
});

/** For a link of ours: a plain click stays in this document, any other is the browser's. */
export function followHere(event: MouseEvent): void {
  const link = event.currentTarget;
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!isPlain || !(link instanceof HTMLAnchorElement)) return;
  event.preventDefault();
  void go(link.pathname + link.hash);
}
