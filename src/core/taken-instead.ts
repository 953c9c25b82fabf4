import type { CatalogEntry } from './catalog.js';

/** Options that are named. */
const MAX_NAMED = 4;

/** What a tool that takes no text takes, for a message; `write` gives an option's name as the caller writes it. */
export function takenInstead({ files, options }: CatalogEntry, write: (name: string) => string): string {
  if (files !== null) return 'it takes files';
  const named = options.slice(0, MAX_NAMED).map(({ name }) => write(name));
  return `it takes ${named.join(', ')}${options.length > MAX_NAMED ? ' and more' : ''}`;
}
