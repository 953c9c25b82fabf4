/** Emoji in a text and their skin tones (UTS 51). Which sequences have a name is in engines/text/emoji.ts. */

// A picture with a skin tone, a selector or tags (flags of England, Scotland and Wales).
const UNIT =
  '\\p{Extended_Pictographic}(?:\\p{Emoji_Modifier}|[\\ufe0e\\ufe0f])?(?:[\\u{e0020}-\\u{e007e}]+\\u{e007f})?';

/** Flags, keycaps, pictures joined by U+200D, skin tones alone: every one from the left, none in another. */
const SEQUENCE = `\\p{Regional_Indicator}{2}|[0-9#*]\\ufe0f?\\u20e3|${UNIT}(?:\\u200d${UNIT})*|\\p{Emoji_Modifier}`;

export const emojiPattern = (): RegExp => new RegExp(SEQUENCE, 'gu');

const TONE = /\p{Emoji_Modifier}/gu;
const LIGHTEST = 0x1f3fb;

export const TONES = [
  'light skin tone',
  'medium-light skin tone',
  'medium skin tone',
  'medium-dark skin tone',
  'dark skin tone',
] as const;

/** Pairs whose two people have tones of their own only where they are joined, and the one character that they are without. */
const PAIRS: ReadonlyMap<string, string> = new Map([
  ['👩‍🤝‍👩', '👭'],
  ['👩‍🤝‍👨', '👫'],
  ['👨‍🤝‍👨', '👬'],
  ['🧑‍❤‍💋‍🧑', '💏'],
  ['🧑‍❤‍🧑', '💑'],
  ['🫱‍🫲', '🤝'],
  ['🧑‍🐰‍🧑', '👯'],
  ['👨‍🐰‍👨', '👯‍♂'],
  ['👩‍🐰‍👩', '👯‍♀'],
  ['🧑‍🫯‍🧑', '🤼'],
  ['👨‍🫯‍👨', '🤼‍♂'],
  ['👩‍🫯‍👩', '🤼‍♀'],
]);

const JOINED = new Map([...PAIRS].map(([joined, single]) => [single, joined]));

/** Without the selectors that ask for a picture: the key by which an emoji is known. */
export const bareEmoji = (emoji: string): string => emoji.replaceAll('\ufe0f', '');

/** An emoji without its skin tones, and these, 0 to 4 from light to dark. A tone alone has none. */
export function withoutTones(emoji: string): { readonly base: string; readonly tones: readonly number[] } {
  const bare = bareEmoji(emoji);
  const tones = Array.from(bare.matchAll(TONE), ([tone]) => (tone.codePointAt(0) ?? LIGHTEST) - LIGHTEST);
  const plain = bare.replace(TONE, '');
  if (plain === '') return { base: bare, tones: [] };
  return { base: PAIRS.get(plain) ?? plain, tones };
}

/** An emoji with skin tones: one for all people in it, or one for each of two. `undefined` where it has nobody who could have one. */
export function withTones(emoji: string, tones: readonly number[]): string | undefined {
  const bare = bareEmoji(emoji);
  const source = new Set(tones).size > 1 ? (JOINED.get(bare) ?? bare) : bare;
  let place = 0;
  const toned = source.replace(/(?<!\u200d)🤝|(?!🤝)\p{Emoji_Modifier_Base}/gu, (person) => {
    const tone = tones[Math.min(place++, tones.length - 1)];
    return tone === undefined ? person : person + String.fromCodePoint(LIGHTEST + tone);
  });
  // ❤ keeps its selector between two people.
  return place === 0
    ? undefined
    : toned.replace('\u200d❤\u200d', '\u200d❤\ufe0f\u200d').replace(/[♀♂⚕⚖✈]/g, '$&\ufe0f');
}

/** Whether it is shown as a picture without more ado; © and ☎ are letters unless a selector follows. */
export const isShownAsPicture = (emoji: string): boolean =>
  !emoji.endsWith('\ufe0e') &&
  /\ufe0f|\u200d|\u20e3|\u{e007f}|[\p{Emoji_Modifier}\p{Regional_Indicator}\p{Emoji_Presentation}]/u.test(emoji);
