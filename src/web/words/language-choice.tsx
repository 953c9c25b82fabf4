import { LANGUAGES, type LanguageCode } from './languages.js';
import { chooseLanguage, language, words } from './words.js';

const CODES = Object.keys(LANGUAGES) as LanguageCode[];

/** The languages of the pages, each by its own name. */
export const LanguageChoice = () => (
  <ul class="language-choice" aria-label={words.frame.language}>
    {CODES.map((code) => (
      <li key={code}>
        <button
          type="button"
          class="text-button"
          lang={code}
          aria-pressed={code === language}
          onClick={() => chooseLanguage(code)}
        >
          {LANGUAGES[code].name}
        </button>
      </li>
    ))}
  </ul>
);
