import { appPath, type HeadWords, headOf, SERVICE_TITLE } from '../core/page-head.js';
import { ASSETS_PATH, type PageData, type PageManifest } from '../core/pages.js';

/** Chosen themes must be known before anything is drawn. `theme` is what `src/web/theme.ts` stores. */
export const THEME_SCRIPT =
  "try{const t=localStorage.getItem('theme');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch{}";

/** Where a browser asks for no language of ours. */
export const FIRST_LANGUAGE = 'en';

export function wordsOf({ heads }: PageManifest, language: string): HeadWords {
  const words = heads[language] ?? heads[FIRST_LANGUAGE];
  if (words === undefined) throw new Error('the pages were built without words');
  return words;
}

/** The page in a language: its head, and what it says where scripts are off. */
export function pageHtml(made: PageManifest, data: PageData, language: string): string {
  const { loads, icon, fonts } = made;
  const words = wordsOf(made, language);
  const { title, description } = headOf(data, words);
  const own = data.page === 'missing' ? { scripts: [], styles: [] } : loads[data.page];
  const address = (name: string): string => `${ASSETS_PATH}${name}`;
  const styles = [...loads.every.styles, ...own.styles].map(
    (name) => `<link rel="stylesheet" href="${address(name)}">`,
  );
  const [entry = '', ...shared] = loads.every.scripts;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<title>${escapeHtml(title)}</title>
<meta name="description" content="${escapeHtml(description)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#fbfaf7" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#131513" media="(prefers-color-scheme: dark)">
<link rel="manifest" href="${appPath(language)}">
<link rel="icon" href="${address(icon)}" type="image/svg+xml">
<script>${THEME_SCRIPT}</script>
${styles.join('\n')}
${fonts.map((name) => `<link rel="preload" href="${address(name)}" as="font" type="font/woff2" crossorigin>`).join('\n')}
<script type="module" src="${address(entry)}"></script>
${[...shared, ...own.scripts].map((name) => `<link rel="modulepreload" href="${address(name)}">`).join('\n')}
</head>
<body>
<div id="app"></div>
<noscript><p class="without-script">${escapeHtml(words.needsScript)} <a href="/llms.txt">${escapeHtml(words.howToCall)}</a> · <a href="/openapi.json">${escapeHtml(words.description)}</a></p></noscript>
<script type="application/json" id="page-data">${escapeJson(data)}</script>
</body>
</html>
`;
}

/** https://www.w3.org/TR/appmanifest/ */
export function appManifest(made: PageManifest, language: string): string {
  const words = wordsOf(made, language);
  return JSON.stringify({
    name: SERVICE_TITLE,
    short_name: words.app,
    description: words.appAbout,
    lang: language,
    id: '/',
    start_url: '/',
    display: 'standalone',
    background_color: '#fbfaf7',
    theme_color: '#fbfaf7',
    icons: [{ src: `${ASSETS_PATH}${made.icon}`, type: 'image/svg+xml', sizes: 'any', purpose: 'any' }],
  });
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (letter) => ENTITIES[letter] ?? letter);

/** JSON that no HTML parser sees an end tag or a comment in. */
const escapeJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');
