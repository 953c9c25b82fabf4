import { readIds, writeIds } from './kept-ids.js';
import { Store } from './store.js';

const KEY = 'favourite-tools';

/** Ids of the tools that somebody wants at hand, in the order of their choice. */
export const favourites = new Store<readonly string[]>(readIds(KEY));

/** Adds a tool, or removes it. */
export function toggleFavourite(id: string): void {
  const others = favourites.value.filter((known) => known !== id);
  const next = others.length < favourites.value.length ? others : [...others, id];
  favourites.set(next);
  writeIds(KEY, next);
}
