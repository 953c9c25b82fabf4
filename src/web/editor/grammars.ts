/** What is fetched for the colours of a language. */

import { type LanguageSupport, StreamLanguage, type StreamParser } from '@codemirror/language';

import type { CodeLanguage } from './languages.js';

type Grammar = LanguageSupport | StreamLanguage<unknown>;

const GRAMMARS: Readonly<Record<Exclude<CodeLanguage, 'plain'>, () => Promise<Grammar>>> = {
  css: async () => (await import('@codemirror/lang-css')).css(),
  html: async () => (await import('@codemirror/lang-html')).html({ autoCloseTags: false }),
  javascript: async () => (await import('@codemirror/lang-javascript')).javascript({ jsx: true }),
  json: async () => (await import('@codemirror/lang-json')).json(),
  markdown: async () =>
    (await import('@codemirror/lang-markdown')).markdown({ addKeymap: false, completeHTMLTags: false }),
  settings: async () => StreamLanguage.define(SETTINGS),
  sql: async () => (await import('@codemirror/lang-sql')).sql(),
  typescript: async () => (await import('@codemirror/lang-javascript')).javascript({ jsx: true, typescript: true }),
  xml: async () => (await import('@codemirror/lang-xml')).xml({ autoCloseTags: false }),
  yaml: async () => (await import('@codemirror/lang-yaml')).yaml(),
};

export const fetchGrammar = async (language: CodeLanguage): Promise<Grammar | undefined> =>
  language === 'plain' ? undefined : GRAMMARS[language]();

/** TOML, INI and what is like them: sections, keys, texts, numbers and comments. */
const SETTINGS: StreamParser<unknown> = {
  name: 'settings',
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.sol() && stream.match(/\[\[?[^\]]*\]\]?/) !== null) return 'heading';
    if (stream.match(/[#;].*/) !== null) return 'comment';
    if (stream.match(/"(?:[^"\\]|\\.)*"?|'[^']*'?/) !== null) return 'string';
    if (stream.match(/[\w.-]+(?=\s*[=:])/) !== null) return 'propertyName';
    if (stream.match(/(?:true|false)\b/) !== null) return 'bool';
    if (stream.match(/[+-]?\d[\w.:+-]*/) !== null) return 'number';
    if (stream.match(/[\w-]+/) === null) stream.next();
    return null;
  },
  languageData: { commentTokens: { line: '#' } },
};
