import { en, type Words } from './en.data.js';

interface Language {
  /** In the language itself. */
  readonly name: string;
  readonly load: () => Promise<Words>;
}

/** The languages of the pages. Only the chosen one is fetched; English is there at once. */
export const LANGUAGES = {
  en: { name: 'English', load: async () => en },
  de: { name: 'Deutsch', load: async () => (await import('./de.data.js')).de },
  fr: { name: 'Français', load: async () => (await import('./fr.data.js')).fr },
  es: { name: 'Español', load: async () => (await import('./es.data.js')).es },
} as const satisfies Readonly<Record<string, Language>>;

export type LanguageCode = keyof typeof LANGUAGES;

export const isLanguage = (code: string): code is LanguageCode => Object.hasOwn(LANGUAGES, code);
