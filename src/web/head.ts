import { appPath, headOf, SERVICE_TITLE } from '../core/page-head.js';

import type { View } from './router.js';
import { language, words } from './words/words.js';

/** Brings what a page says outside of its body up to date with what is shown, in the language of the pages. */
export function settleHead(view: View): void {
  const { title, description } =
    view.page === 'lost' ? { title: SERVICE_TITLE, description: SERVICE_TITLE } : headOf(view, words.head);
  document.title = title;
  document.documentElement.lang = language;
  document.querySelector('meta[name=description]')?.setAttribute('content', description);
  document.querySelector('link[rel=manifest]')?.setAttribute('href', appPath(language));
}
