/** Taking off layers of encoding one by one, without being told which: what a text may be is tried and the results are weighed. */

/** One way to undo a layer. `undefined` where the text cannot be of that kind. */
export interface Peeler {
  readonly name: string;
  readonly undo: (layer: Layer) => Layer | undefined | Promise<Layer | undefined>;
}

/** What is left: bytes, and their text where they are UTF-8. */
export interface Layer {
  readonly bytes: Uint8Array;
  readonly text: string | undefined;
}

export interface Peeled extends Layer {
  /** Names of the layers that were taken off, the outermost first. */
  readonly steps: readonly string[];
  /** 0 to 1: how much it reads like something written by people or for them. */
  readonly score: number;
}

export const layerOf = (bytes: Uint8Array): Layer => {
  const text = Buffer.from(bytes).toString();
  return { bytes, text: Buffer.from(text).equals(Buffer.from(bytes)) ? text : undefined };
};

export interface PeelRequest {
  readonly depth: number;
  /** Text that the right result holds; empty where it is not known. */
  readonly crib: string;
  readonly peelers: readonly Peeler[];
  /** Most layers that are looked at. */
  readonly most: number;
}

/** All that can be taken off, the best first. The text itself is among them, without steps. */
export async function peel(input: string, { depth, crib, peelers, most }: PeelRequest): Promise<Peeled[]> {
  const start: Peeled = { ...layerOf(Buffer.from(input)), steps: [], score: 0 };
  const found: Peeled[] = [{ ...start, score: scoreOf(start, crib) }];
  const seen = new Set([keyOf(start)]);
  let front: readonly Peeled[] = found;
  for (let round = 0; round < depth && front.length > 0 && seen.size < most; round++) {
    const next: Peeled[] = [];
    for (const layer of front) {
      for (const { name, undo } of peelers) {
        if (seen.size >= most) break;
        const inner = await undo(layer);
        if (inner === undefined || inner.bytes.length === 0 || seen.has(keyOf(inner))) continue;
        seen.add(keyOf(inner));
        next.push({ ...inner, steps: [...layer.steps, name], score: scoreOf(inner, crib) });
      }
    }
    found.push(...next);
    front = next;
  }
  return found.sort((a, b) => b.score - a.score || b.steps.length - a.steps.length);
}

const keyOf = ({ bytes }: Layer): string => Buffer.from(bytes).toString('latin1');

/** Frequent letter pairs of English and of the languages written alike. */
const PAIRS = new Set(
  'th he in er an re on at en nd ti es or te of ed is it al ar st to nt ng se ha as ou io le ve co me de hi ri ro ic ne ea ra ce li ch ll be ma si om ur ei un ie ge di la el da no ns us ss ut pa so na ta ca'.split(
    ' ',
  ),
);
/** Short words that most sentences have one of: English, and a few of German, French, Spanish and Italian. */
const WORDS = new Set(
  'the of and to in is you that it he was for on are as with his they at be this have from or had by not but what all were we when your can said there use an each which she do how their if will up other about out many then them these so some her would make like him into time has look two more go see no way could my than been who its now people made over did down only know most after back again very just where because same and der die das und ist nicht ein eine mit von zu den le la les des et est un une que qui pas el los las y es por con una il di che per non'.split(
    ' ',
  ),
);
const SAMPLE = 4000;

/** How much a layer reads like text for people: letters that are printable, pairs that are usual, words that are parted. */
export function scoreOf({ bytes, text }: Layer, crib: string): number {
  if (text === undefined) return crib === '' && isKnownFile(bytes) ? 0.6 : 0;
  if (crib !== '' && text.toLowerCase().includes(crib.toLowerCase())) return 1;
  const sample = text.slice(0, SAMPLE);
  const points = [...sample];
  const strange = points.filter((point) => /[\p{Cc}\p{Cn}\p{Co}\ufffd]/u.test(point) && !/[\t\n\r]/.test(point)).length;
  if (strange > 0) return 0;
  const lower = sample.toLowerCase();
  let pairs = 0;
  let usual = 0;
  for (let index = 0; index + 1 < lower.length; index++) {
    if (!/^[a-z]{2}$/.test(lower.slice(index, index + 2))) continue;
    pairs++;
    if (PAIRS.has(lower.slice(index, index + 2))) usual++;
  }
  const words = lower.match(/\p{L}+/gu) ?? [];
  const known = words.filter((word) => WORDS.has(word)).length / Math.max(1, words.length);
  // One known word in five is what ordinary sentences have at least.
  const readsWell = (pairs === 0 ? 0 : usual / pairs) * 0.5 + Math.min(1, known * 5) * 0.5;
  const letters = points.filter((point) => /[\p{L}\p{M}\s]/u.test(point)).length / points.length;
  const spaced = /\p{L}[ ,.!?\n]+\p{L}/u.test(sample) ? 1 : 0;
  const foreign =
    points.filter((point) => (point.codePointAt(0) ?? 0) >= 0x250 && /\p{L}/u.test(point)).length / points.length;
  const structured = /^\s*[[{<]/.test(sample) && /[\]}>]\s*$/.test(sample) ? 0.35 : 0;
  const mixedCase = (sample.match(/[a-z][A-Z]/g)?.length ?? 0) / points.length;
  return clamp(0.1 + 0.4 * Math.max(readsWell, foreign) + 0.2 * letters + 0.25 * spaced + structured - 2 * mixedCase);
}

const clamp = (value: number): number => Math.round(Math.max(0, Math.min(0.99, value)) * 1000) / 1000;

const SIGNATURES = ['89504e47', 'ffd8ff', '25504446', '504b0304', '47494638', '52494646'];

const isKnownFile = (bytes: Uint8Array): boolean => {
  const start = Buffer.from(bytes.subarray(0, 4)).toString('hex');
  return SIGNATURES.some((signature) => start.startsWith(signature));
};
