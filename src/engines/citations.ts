import console from 'node:console';

import type { Driver } from '@citeproc-rs/wasm';

import type { CslItem } from '../lib/citations/to-csl.js';

/** The styles that are there, by what they are called. */
export const CITATION_STYLES = ['apa', 'mla', 'chicago', 'vancouver', 'harvard'] as const;
export type CitationStyle = (typeof CITATION_STYLES)[number];

/** The languages that are there. */
export const CITATION_LOCALES = ['en-US', 'de-DE', 'es-ES', 'fr-FR', 'nl-NL'] as const;
export type CitationLocale = (typeof CITATION_LOCALES)[number];

/** Made by `scripts/build-citation-styles.ts`; loaded on first use. */
const readData = async () =>
  (await import('../lib/generated/citation-styles.json', { with: { type: 'json' } })).default;

/** A style as CSL. */
export const readStyle = async (style: CitationStyle): Promise<string> => (await readData()).styles[style];

/** Terms of CSL 1.0.2, for which the engine would refuse a whole language. The styles of CSL 1.0.1 use none of them. */
const LATER_TERMS = new Set(
  'advance-online-publication album audio-recording film henceforth loc-cit no-place no-publisher on op-cit original-work-published personal-communication podcast podcast-episode preprint radio-broadcast radio-series radio-series-episode special-issue special-section television-broadcast television-series television-series-episode video working-paper article article-journal article-magazine article-newspaper bill broadcast classic collection dataset document entry entry-dictionary entry-encyclopedia event graphic hearing legal_case legislation manuscript map motion_picture musical_score pamphlet paper-conference patent performance periodical personal_communication post post-weblog regulation report review review-book software song speech standard thesis treaty webpage bce ce colon comma semicolon act appendix article-locator canon elocation equation rule scene table timestamp title-locator'.split(
    ' ',
  ),
);

const withoutLaterTerms = (xml: string): string =>
  xml.replace(/<term name="([^"]*)"[^>]*(?:\/>|>[\s\S]*?<\/term>)/g, (term, name: string) =>
    LATER_TERMS.has(name) ? '' : term,
  );

/** A reference as it stands in a list of references. */
export interface BibliographyEntry {
  readonly id: string;
  readonly value: string;
}

/** The list of references by a style, in its order. Items are CSL-JSON of version 1.0.1 with ids of their own. */
export const formatBibliography = (
  items: readonly CslItem[],
  style: CitationStyle,
  locale: CitationLocale,
  output: 'plain' | 'html',
): Promise<BibliographyEntry[]> => withDriver(items, style, locale, output, (driver) => driver.makeBibliography());

/** How a text cites each reference, in the order they are given; all are told apart as in one text. */
export const formatCitations = (
  items: readonly CslItem[],
  style: CitationStyle,
  locale: CitationLocale,
  output: 'plain' | 'html',
): Promise<BibliographyEntry[]> =>
  withDriver(items, style, locale, output, (driver) => {
    driver.initClusters(items.map(({ id }) => ({ id, cites: [{ id }] })));
    driver.setClusterOrder(items.map(({ id }) => ({ id })));
    return items.map(({ id }) => ({ id, value: driver.builtCluster(id) }));
  });

async function withDriver<Result>(
  items: readonly CslItem[],
  style: CitationStyle,
  locale: CitationLocale,
  output: 'plain' | 'html',
  work: (driver: Driver) => Result,
): Promise<Result> {
  const { Driver } = await import('@citeproc-rs/wasm');
  const { locales } = await readData();
  const driver = new Driver({
    style: await readStyle(style),
    format: output,
    localeOverride: locale,
    formatOptions: { linkAnchors: true },
    fetcher: {
      fetchLocale: async (tag) =>
        withoutLaterTerms(locales[CITATION_LOCALES.find((known) => known === tag) ?? 'en-US']),
    },
  });
  await driver.fetchLocales();
  const result = withoutConsole(() => {
    driver.insertReferences(items.map(withoutZeroRanges));
    driver.includeUncited('All');
    return work(driver);
  });
  // Only where all went well: the memory of an engine that has stopped cannot be freed.
  driver.free();
  return result;
}

/** The engine stops where a range of pages ends with 0 (`100-0`, a placeholder of databases): there it is a text with a dash. */
const withoutZeroRanges = (item: CslItem): CslItem =>
  Object.fromEntries(
    Object.entries(item).map(([name, value]) => [
      name,
      typeof value === 'string' && /^(?:page|number|volume|issue|chapter-number|edition|collection-number)/.test(name)
        ? value.replace(/(\d)\s*[-\u2013]+\s*(?=0+(?:\D|$))/g, '$1\u2014')
        : value,
    ]),
  ) as CslItem;

const CONSOLE_METHODS = ['debug', 'error', 'info', 'log', 'warn'] as const;

/** The engine writes warnings that quote the references: nothing of a caller's goes to the log. */
function withoutConsole<Result>(work: () => Result): Result {
  const methods = CONSOLE_METHODS.map((name) => [name, console[name]] as const);
  for (const name of CONSOLE_METHODS) console[name] = () => undefined;
  try {
    return work();
  } finally {
    for (const [name, method] of methods) console[name] = method;
  }
}
