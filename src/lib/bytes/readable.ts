import { LETTER_PAIRS } from './letter-pairs.data.js';

/** How much a text reads like something written by people or for programs: prose of any script, JSON, URLs, markup, code. */

/** As much of a text as tells how well it reads. */
const SAMPLE = 4000;

/** 0 to 1; 0 where characters stand in it that no text has. */
export function readability(text: string): number {
  const sample = Buffer.from(text.slice(0, SAMPLE)).toString();
  if (sample === '' || STRANGE.test(sample.replace(/\ufffd$/, ''))) return 0;
  return Math.max(structureOf(text), languageOf(sample));
}

/** Characters that only bytes of another kind decode to: controls, unassigned and private code points. */
const STRANGE = /(?![\t\n\r])[\p{Cc}\p{Cn}\p{Co}\ufffd]/u;

/** Whether bytes that were read as something are likely to be it: text without a strange character, mostly ASCII or of one script. */
export function isClean(text: string): boolean {
  const sample = text.slice(0, SAMPLE);
  if (STRANGE.test(sample)) return false;
  const beyond = sample.match(/[^\u0000-\u007f]/gu)?.length ?? 0;
  return beyond === 0 || beyond / sample.length < 0.2 || scriptShare(sample) > 0.8;
}

const SCRIPTS = [
  /\p{Script=Cyrillic}/gu,
  /\p{Script=Greek}/gu,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu,
  /\p{Script=Hangul}/gu,
  /\p{Script=Arabic}/gu,
  /\p{Script=Hebrew}/gu,
  /\p{Script=Devanagari}|\p{Script=Bengali}|\p{Script=Tamil}/gu,
  /\p{Script=Thai}/gu,
  /\p{Script=Latin}/gu,
];

/** The share of the letters beyond ASCII that the script has which most of them are of. */
function scriptShare(text: string): number {
  const letters = text.match(/(?![a-z])\p{L}/giu) ?? [];
  if (letters.length === 0) return /\p{Extended_Pictographic}/u.test(text) ? 1 : 0;
  const joined = letters.join('');
  return Math.max(...SCRIPTS.map((script) => joined.match(script)?.length ?? 0)) / letters.length;
}

/** The mean of the letter pairs: about 6 in prose and code, 5 in prose read backwards or rotated, 3.5 in letters drawn by chance. `pairs` is how many there are. */
export function letterFit(text: string): { readonly mean: number; readonly pairs: number } {
  const letters = text.slice(0, SAMPLE).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  let last = 0;
  let sum = 0;
  let pairs = 0;
  for (let index = 0; index <= letters.length; index++) {
    const code = letters.charCodeAt(index) - 96;
    const letter = code >= 1 && code <= 26 ? code : 0;
    if (letter !== 0 || last !== 0) {
      sum += LETTER_PAIRS[last]?.charCodeAt(letter) ?? 48;
      pairs++;
    }
    last = letter;
  }
  return { mean: pairs === 0 ? 0 : sum / pairs - 48, pairs };
}

const share = (text: string, pattern: RegExp): number => (text.match(pattern)?.length ?? 0) / [...text].length;

/** How much a text reads like prose, or code in words of a language. */
export function languageOf(sample: string): number {
  const { mean, pairs } = letterFit(sample);
  const latin = Math.max(0, Math.min(1, (mean - 4.4) / 1.5)) * Math.min(1, pairs / 5);
  const foreign = share(sample, /[^\u0000-\u024f]/gu) > 0.3 ? scriptShare(sample) : 0;
  const letters = share(sample, /[\p{L}\p{M}\s]/gu);
  // Capitals amid a word are what base64 has.
  const mixed = share(sample, /[a-z](?=[A-Z])/g);
  return Math.max(0, 0.1 + 0.8 * Math.max(latin, foreign) * (0.4 + 0.6 * letters) - 2 * mixed);
}

/** How surely a text is written for programs. */
export function structureOf(text: string): number {
  const trimmed = text.trim();
  const start = trimmed.slice(0, SAMPLE);
  if (/^[[{]/.test(start) && isJson(trimmed)) return 0.97;
  if (
    /^[\w-]{8,}\.[\w-]{2,}\.[\w-]*$/.test(start) &&
    /^\{"/.test(Buffer.from(start.slice(0, 8), 'base64url').toString())
  )
    return 0.9;
  if (/^<(?:!doctype\s|\?xml\s|[a-z][\w:-]*[\s/>])/i.test(start) && /<\/[a-z][\w:-]*>|\/>/i.test(start)) return 0.95;
  const lines = start.split(/\r\n|[\n\r]/).filter((line) => line.trim() !== '');
  const every = (pattern: RegExp): boolean => lines.length > 0 && lines.every((line) => pattern.test(line.trim()));
  if (every(URL_OF_USE)) return 0.92;
  if (every(/^[a-z][a-z0-9+.-]{1,15}:\/\/\S+$/i)) return 0.6;
  if (every(/^(?:[a-z]:\\|\\\\|~?\/)(?:[\w .@+-]+[\\/])*[\w .@+-]*$/i) && start.length > 3) return 0.75;
  if (every(/^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/)) return 0.85;
  if (
    every(
      /^(?:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|\d{4}-\d\d-\d\d(?:[T ][\d:.+Z-]+)?|\d{1,3}(?:\.\d{1,3}){3})$/i,
    )
  )
    return 0.75;
  if (every(/^(?:[;#].*|\[[\w .-]+\]|\s*-?\s*[\w.$ -]{1,40}\s*[:=]\s*[^\s=].*|[\w.-]+:|- .*)$/)) return 0.7;
  return Math.max(codeOf(start), lines.length > 1 && areRows(lines) ? 0.7 : 0);
}

const URL_OF_USE =
  /^(?:(?:https?|s?ftp|file|ssh|git|wss?|s3|gs|redis|postgres(?:ql)?|mysql|mongodb|ldap|smb|chrome|about|view-source):\/\/|jdbc:|www\.|mailto:|tel:|magnet:)\S+$/i;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    // Text that only begins like JSON.
    return false;
  }
}

const KEYWORDS =
  /\b(?:function|return|const|let|var|if|else|elif|for|while|import|from|def|class|public|private|static|void|int|string|new|select|insert|update|delete|where|echo|sudo|git|grep|curl|export|then|fi|done|null|true|false|print|printf|include|require|exit|mkdir|docker|npm|body|color|margin)\b/gi;

/** Words of programs beside the signs that programs put between them. */
function codeOf(sample: string): number {
  const words = sample.match(KEYWORDS)?.length ?? 0;
  const signs =
    sample.match(/\(\)|\)\s*[;{]|=>|[=!]=|&&|\|\||;\s*$|\$\{?\w|\s-{1,2}[a-z]|::|\{\s|"\s*[,;)]|#!/gim)?.length ?? 0;
  return words === 0 || words + signs < 2 ? 0 : Math.min(0.9, 0.5 + 0.1 * (words + signs));
}

/** Lines with the same number of commas, semicolons or tabs. */
const areRows = (lines: readonly string[]): boolean =>
  [',', ';', '\t'].some((mark) => {
    const counts = new Set(lines.slice(0, -1).map((line) => line.split(mark).length));
    return counts.size === 1 && !counts.has(1);
  });
