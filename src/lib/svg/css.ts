/** What a style sheet may not hold: rules that fetch, and functions and properties that run scripts in old browsers. */
const FETCHING_RULES = /@(?:import|charset|namespace)\b[^;{}]*;?/gi;
const FONT_RULES = /@font-face\s*\{[^{}]*\}/gi;
const URLS = /url\(\s*(?:"[^"]*"|'[^']*'|[^)"']*)\s*\)/gi;
const RUNNING = /expression\s*\(|javascript\s*:|vbscript\s*:|-moz-binding|behavior\s*:/i;
const LOCAL_URL = /^url\(\s*["']?#([^"')\s]+)["']?\s*\)$/i;
const PICTURE_URL = /^url\(\s*["']?data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=\s]*["']?\s*\)$/i;

/** CSS Syntax 3, 4.3.7: letters can be written as escapes, and so be hidden. */
const unescaped = (css: string): string =>
  css.replace(
    /\\(?:([0-9a-f]{1,6})[ \t\n]?|(.))/gis,
    (_whole, hex: string | undefined, character: string | undefined) => {
      const code = hex === undefined ? 0 : Number.parseInt(hex, 16);
      if (hex === undefined) return character ?? '';
      return code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)
        ? '\ufffd'
        : String.fromCodePoint(code);
    },
  );

/** Styles without what fetches or runs. Comments go. What hides something behind escapes becomes empty. */
export function safeCss(css: string): { readonly css: string; readonly isChanged: boolean } {
  const plain = css.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, ' ');
  const shown = unescaped(plain);
  if (RUNNING.test(shown)) return { css: '', isChanged: true };
  const isHidden = shown !== plain && /@import|@font-face|url\(|image-set|src\s*:/i.test(shown);
  if (isHidden) return { css: '', isChanged: true };
  let isChanged = false;
  const drop = (): string => {
    isChanged = true;
    return '';
  };
  const kept = plain
    .replace(FETCHING_RULES, drop)
    .replace(FONT_RULES, (rule) => (/url\(/i.test(rule) ? drop() : rule))
    .replace(URLS, (url) => {
      // Without quotes: the renderer knows no others.
      const local = LOCAL_URL.exec(url)?.[1];
      if (local !== undefined) return `url(#${local})`;
      if (PICTURE_URL.test(url)) return url;
      isChanged = true;
      return 'none';
    });
  // What is left of a reference that was cut into pieces.
  if (/@import|image-set\s*\(|url\((?!\s*["']?(?:#|data:image\/))/i.test(kept.replace(/\bnone\b/g, ''))) {
    return { css: '', isChanged: true };
  }
  return { css: kept, isChanged };
}
