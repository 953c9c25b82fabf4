import type { PageData } from './pages.js';

/** Titles and descriptions of pages in one language. */
export interface TitleWords {
  /** Of the catalog, for whoever lists pages. */
  readonly about: string;
  readonly docs: string;
  readonly docsAbout: string;
  readonly missing: string;
}

/** What the service says by itself, which the script of the pages has no use for. */
export interface ServedWords {
  /** The installed application, where there is little room. */
  readonly app: string;
  readonly appAbout: string;
  /** Where scripts are off. */
  readonly needsScript: string;
  readonly howToCall: string;
  readonly description: string;
  /** The installed application, opened while nothing answers. */
  readonly down: string;
  readonly downAdvice: string;
  readonly tryAgain: string;
}

/** What a page says outside of its body, in one language. The build puts every language's into the pages' manifest. */
export interface HeadWords extends TitleWords, ServedWords {}

export const SERVICE_TITLE = 'Tool Execution API';

/** Title and description of a page; what tools say of themselves is English in every language. */
export function headOf(data: PageData, words: TitleWords): { readonly title: string; readonly description: string } {
  if (data.page === 'tool') return { title: `${data.tool.title} · ${SERVICE_TITLE}`, description: data.tool.summary };
  if (data.page === 'docs') return { title: `${words.docs} · ${SERVICE_TITLE}`, description: words.docsAbout };
  if (data.page === 'missing') return { title: `${words.missing} · ${SERVICE_TITLE}`, description: SERVICE_TITLE };
  return { title: SERVICE_TITLE, description: words.about };
}

/** The script of `server/offline-worker.ts`; `?language=` says in which language. */
export const OFFLINE_WORKER_PATH = '/offline-worker.js';

/** The manifest of the application in a language: `/pages/app.de.webmanifest`. */
export const appPath = (language: string): string => `/pages/app.${language}.webmanifest`;
