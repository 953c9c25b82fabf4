/** The words of the chosen language. They are settled before the first page is drawn: use them in functions, never while a module loads. */

import { en, type Words } from './en.data.js';
import { isLanguage, LANGUAGES, type LanguageCode } from './languages.js';
import { setNumberLanguage } from './numbers.js';

export let words: Words = en;
export let language: LanguageCode = 'en';
/** For the attribute `lang` of what is English on every page: titles, options, messages. Not needed on an English one. */
export let english: 'en' | undefined;

const KEY = 'language';

/** The one that somebody has chosen, else the first of the browser's that the pages speak. */
function preferred(): LanguageCode {
  const chosen = storedChoice();
  if (chosen !== null && isLanguage(chosen)) return chosen;
  return navigator.languages.map((tag) => tag.split('-')[0]?.toLowerCase() ?? '').find(isLanguage) ?? 'en';
}

function storedChoice(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    // Storage is switched off: as for somebody who has not chosen.
    return null;
  }
}

/** Fetches the words of the preferred language. English, where they cannot be fetched. */
export async function settleLanguage(): Promise<void> {
  const next = preferred();
  if (next === 'en') return;
  try {
    words = await LANGUAGES[next].load();
  } catch {
    // The service is not responding: English is there.
    return;
  }
  language = next;
  english = 'en';
  setNumberLanguage(next);
}

/** Remembers a language and loads the page anew in it; what is filled in outlives that. */
export function chooseLanguage(code: LanguageCode): void {
  try {
    localStorage.setItem(KEY, code);
  } catch {
    // Storage is switched off: the browser's own languages stay.
  }
  location.reload();
}
