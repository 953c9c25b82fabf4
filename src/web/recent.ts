import { favourites } from './favourites.js';
import { readIds, writeIds } from './kept-ids.js';

const KEY = 'recent-tools';
const MOST = 6;

/** Ids of the tools run last in this browser, the latest first. */
export const recentTools = (): readonly string[] => readIds(KEY).slice(0, MOST);

export const rememberTool = (id: string): void =>
  writeIds(KEY, [id, ...recentTools().filter((known) => known !== id)].slice(0, MOST));

export const forgetTools = (): void => writeIds(KEY, []);

/** Whether this browser has tools at hand: favourites, or some that were used. */
export const hasKeptTools = (): boolean => favourites.value.length > 0 || recentTools().length > 0;
