import type { JSDOM } from 'jsdom';

/** A document as programs for browsers see it, without a layout. */
export type Page = JSDOM;

/** Nothing is loaded and no script runs. `isLocated`: elements know their place in the text. To be closed by its window. */
export async function openPage(html: string, { isLocated }: { readonly isLocated: boolean }): Promise<Page> {
  const { JSDOM, VirtualConsole } = await import('jsdom');
  // Without a listener: what it says of the document goes nowhere.
  return new JSDOM(html, { includeNodeLocations: isLocated, virtualConsole: new VirtualConsole() });
}
