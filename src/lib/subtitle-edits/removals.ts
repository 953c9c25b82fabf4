import { linesOf, type TextEdit } from './text-edits.js';

/** What is taken out of subtitles. */
export type Removal = 'note' | 'speaker' | 'music' | 'advert' | 'style';

const CLOSING: Readonly<Record<string, string>> = { '[': ']', '(': ')', '（': '）', '［': '］', '【': '】' };
/** Longest note: two full lines and more; what is longer is text with a bracket that nobody closed. */
const MAX_NOTE = 300;
/** Brackets in brackets, so that a row of them is looked at once. */
const MAX_DEPTH = 5;

/** Notes of sounds in brackets, with a colon that follows one: "[John]: Hello". A bracket that is not closed stays. */
export function noteEdits(text: string): TextEdit[] {
  const edits: TextEdit[] = [];
  let start = -1;
  let open: string[] = [];
  for (let i = 0; i < text.length; i++) {
    const letter = text[i] ?? '';
    if (start >= 0 && i - start > MAX_NOTE) {
      i = start;
      [start, open] = [-1, []];
    } else if (Object.hasOwn(CLOSING, letter)) {
      if (open.length === 0) start = i;
      open.push(CLOSING[letter] ?? '');
      if (open.length > MAX_DEPTH) [start, open] = [-1, []];
    } else if (open.length > 0 && letter === open.at(-1)) {
      open.pop();
      if (open.length > 0) continue;
      // A note that names the speaker has the colon; one behind a name leaves it to the name.
      const isFirst = /(?:^|\n)[\s-]{0,5}$/.test(text.slice(Math.max(0, start - 6), start));
      const end = isFirst && text[i + 1] === ':' ? i + 2 : i + 1;
      edits.push({ start, end, text: '' });
      start = -1;
    }
  }
  return edits;
}

/** Lines of song. */
export const musicEdits = (text: string): TextEdit[] =>
  linesOf(text)
    .filter(({ line }) => /^[\s"'-]{0,10}[♪♫♬]|[♪♫♬][\s"']{0,10}$/u.test(line.slice(0, 20) + line.slice(-20)))
    .map(({ line, start }) => ({ start, end: start + line.length, text: '' }));

const DASH = /^\s{0,5}[-–—]\s{0,5}/u;
/** Marks of a new speaker as of American captions, and names: all in capitals, or words that begin with one. */
const CHEVRONS = /^(\s{0,5}(?:[-–—]\s{0,5})?)(>{2,3})\s{0,5}/u;
const CAPITALS = /^(\s{0,5}(?:[-–—]\s{0,5})?)(?:>{2,3}\s?)?(\p{Lu}[\p{Lu}\p{N} .'’&#/-]{1,40}):(?=\s|$)/u;
const NAMES =
  /^(\s{0,5}(?:[-–—]\s{0,5})?)(?:>{2,3}\s?)?(\p{Lu}[\p{L}\p{N}.'’-]{0,30}(?: (?:\p{Lu}|\p{N})[\p{L}\p{N}.'’-]{0,30}){0,3})\s?:(?=\s|$)/u;

/** Names of speakers at the beginnings of lines. Where two speak, dashes tell them apart. */
export function speakerEdits(text: string, names: 'capitals' | 'all'): TextEdit[] {
  const lines = linesOf(text);
  const found = lines.map(
    ({ line }) => CAPITALS.exec(line) ?? (names === 'all' ? NAMES.exec(line) : null) ?? CHEVRONS.exec(line),
  );
  const changes = found.some((match, index) => match !== null && index > 0);
  return lines.flatMap(({ line, start }, index): TextEdit[] => {
    const match = found[index];
    if (match === null || match === undefined) {
      return changes && index === 0 && line.trim() !== '' && !DASH.test(line)
        ? [{ start, end: start, text: '- ' }]
        : [];
    }
    const rest = /^\s{0,5}/.exec(line.slice(match[0].length))?.[0].length ?? 0;
    const isTold = changes || DASH.test(line);
    return [{ start, end: start + match[0].length + rest, text: isTold ? '- ' : '' }];
  });
}

/** What groups and sites that hand subtitles on write into them. */
const SITES =
  /opensubtitles|addic7ed|subscene|podnapisi|yify|yts\.(?:mx|am|lt|ag|re)|tvsubtitles|titlovi|subdl\.com|legendas\.tv|subtitulos\.es|napiprojekt|napisy24|feliratok\.(?:info|eu)|osdb\.link|amara\.org|mysubs|subf2m|isubtitles|bsplayer|argenteam/i;
const OFFERS =
  /advertise your product|become (?:a )?vip member|remove all ads|support us and|rate this subtitle|help (?:other )?users to choose the best|downloaded from (?:www\.|https?:|[\w-]{2,40}\.(?:com|org|net|tv|info|io|me)\b)|watch (?:any|free|more) (?:video|movies?|films?)[^\n]{0,60}(?:online|www\.|https?:)/i;
const CREDITS =
  /^[\s\W_]{0,20}(?:(?:english |original |best |best watched using |official |fan )?(?:subtitles?|subs|subtitling|closed captions?|captions?|captioning|captioned)(?:,? (?:and|&) \w{1,20}| \w{1,20}){0,4} (?:by|from)\b|sync,? (?:&|and) corrections?|untertitel(?:ung)?(?: im auftrag|\s?:| von)|sous-titr(?:es|age)(?:\s?:| par| traduits)|subt[ií]tulos?(?:\s?:| por| de\b)|traduzione e|sottotitoli (?:di|a cura)|legendas?(?:\s?:| por)|ondertiteling(?:\s?:| door)|napisy(?:\s?:| by))/imu;
/** Words that are said in films too: a credit is nothing but them and a name, and no sentence: "Sync and corrected by n17t01". */
const WORK =
  /^[\s\W_]{0,20}(?:transcripts?|transcribed|translat(?:ed|ion)|sync(?:ed|hroni[sz]ed)?|re-?sync(?:ed)?|correct(?:ed|ions)|encoded|ripped|improved|edited)(?:,? (?:and|&) \w{1,20}){0,3} by:? [^\s.,?!;]{1,40}(?: [^\s.,?!;]{1,40}){0,3}[\s\-–—=*~#<>]{0,20}$/imu;

/** Whether a subtitle is an advert or says who made the file. `words` are texts that the caller looks for, in lower case. */
export const isAdvert = (text: string, words: readonly string[]): boolean =>
  SITES.test(text) ||
  OFFERS.test(text) ||
  CREDITS.test(text) ||
  WORK.test(text) ||
  words.some((word) => text.toLowerCase().includes(word));
