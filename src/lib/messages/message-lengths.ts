import { splitGraphemes } from '../unicode/text-segments.js';

// 3GPP TS 23.038 §6.2.1: the default alphabet, and what needs an escape before it.
const GSM_BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const GSM_EXTENDED = new Set('\f^{}\\[~]|€');

export interface MessageParts {
  readonly encoding: 'GSM-7' | 'UCS-2';
  /** Septets or UTF-16 units. */
  readonly units: number;
  readonly segments: number;
  readonly unitsPerSegment: number;
  /** Units free in the last segment. */
  readonly remaining: number;
}

/** A short message of several. */
export interface MessagePart {
  readonly text: string;
  readonly units: number;
}

/** What a character takes of a message in GSM 7-bit: 1 or 2 septets; `undefined` where it forces UCS-2. */
export const gsmSeptets = (character: string): 1 | 2 | undefined =>
  GSM_BASIC.has(character) ? 1 : GSM_EXTENDED.has(character) ? 2 : undefined;

/** A text as short messages: 160 or 70 units in one, 153 or 67 in each of several (3GPP TS 23.040 §9.2.3.24.1). */
export function splitMessage(text: string): {
  readonly encoding: 'GSM-7' | 'UCS-2';
  readonly unitsPerSegment: number;
  readonly parts: readonly MessagePart[];
} {
  const characters = [...text];
  const isGsm = characters.every((character) => gsmSeptets(character) !== undefined);
  const cost = (character: string): number => (isGsm ? (gsmSeptets(character) ?? 1) : character.length);
  const units = characters.reduce((sum, character) => sum + cost(character), 0);
  const [single, several] = isGsm ? [160, 153] : [70, 67];
  const encoding = isGsm ? 'GSM-7' : 'UCS-2';
  if (units <= single) return { encoding, unitsPerSegment: single, parts: units === 0 ? [] : [{ text, units }] };
  const parts: MessagePart[] = [];
  let own: string[] = [];
  let used = 0;
  const end = (): void => {
    parts.push({ text: own.join(''), units: used });
    own = [];
    used = 0;
  };
  // An escape and a surrogate pair are never divided.
  for (const character of characters) {
    if (used + cost(character) > several) end();
    used += cost(character);
    own.push(character);
  }
  end();
  return { encoding, unitsPerSegment: several, parts };
}

/** How a text goes out as short messages. */
export function countMessage(text: string): MessageParts {
  const { encoding, unitsPerSegment, parts } = splitMessage(text);
  const units = parts.reduce((sum, part) => sum + part.units, 0);
  const remaining = unitsPerSegment - (parts.at(-1)?.units ?? 0);
  return { encoding, units, segments: parts.length, unitsPerSegment, remaining };
}

// twitter-text configuration v3: these weigh 1, all else 2, an emoji 2 in all, a link 23, of 280.
const LIGHT: readonly (readonly [number, number])[] = [
  [0, 4351],
  [8192, 8205],
  [8208, 8223],
  [8242, 8247],
];
const LINK_WEIGHT = 23;
const LINK = /https?:\/\/[^\s<>"]+/giu;

const isEmoji = (cluster: string): boolean =>
  /^(?:\p{Emoji_Presentation}|\p{Regional_Indicator}{2}|[#*0-9]\ufe0f?\u20e3|\p{Extended_Pictographic}(?!\ufe0e)(?:\ufe0f|\u200d|\p{Emoji_Modifier}))/u.test(
    cluster,
  );

/** The weighted length of a post on X: NFC first, links with a scheme 23 each. */
export function weightedLength(text: string): number {
  const composed = text.normalize('NFC');
  let weight = 0;
  let from = 0;
  for (const { 0: link, index } of composed.matchAll(LINK)) {
    weight += plainWeight(composed.slice(from, index)) + LINK_WEIGHT;
    from = index + link.replace(/[.,:;!?)\]}'’”]+$/u, '').length;
  }
  return weight + plainWeight(composed.slice(from));
}

function plainWeight(text: string): number {
  let weight = 0;
  for (const cluster of splitGraphemes(text)) {
    if (isEmoji(cluster)) {
      weight += 2;
      continue;
    }
    for (const character of cluster) {
      const codePoint = character.codePointAt(0) ?? 0;
      weight += LIGHT.some(([first, last]) => codePoint >= first && codePoint <= last) ? 1 : 2;
    }
  }
  return weight;
}
