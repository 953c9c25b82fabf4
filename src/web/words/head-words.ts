/** For the build, which hands them to the service: all that is said outside of the bodies of pages. */

import type { HeadWords } from '../../core/page-head.js';

import * as de from './de.data.js';
import * as en from './en.data.js';
import * as es from './es.data.js';
import * as fr from './fr.data.js';
import type { LanguageCode } from './languages.js';

export const HEADS: Readonly<Record<LanguageCode, HeadWords>> = {
  en: { ...en.en.head, ...en.served },
  de: { ...de.de.head, ...de.served },
  fr: { ...fr.fr.head, ...fr.served },
  es: { ...es.es.head, ...es.served },
};
