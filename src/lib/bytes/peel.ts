import { readability } from './readable.js';

/** Taking off layers of encoding one by one, without being told which: what a text may be is tried and the results are weighed. */

/** One way to undo a layer. `undefined` where the text cannot be of that kind. */
export interface Peeler {
  readonly name: string;
  readonly undo: (layer: Layer) => Undone | undefined | Promise<Undone | undefined>;
}

/** What is left: bytes, and their text where they are UTF-8. */
export interface Layer {
  readonly bytes: Uint8Array;
  readonly text: string | undefined;
}

export interface Undone extends Layer {
  /** 0 to 1: how surely this was the layer, whatever is below it. */
  readonly evidence: number;
  /** The layer's name where the peeler knows several. */
  readonly name?: string;
  /** Names of layers that can be taken off together only. */
  readonly names?: readonly string[];
}

export interface Peeled extends Layer {
  /** Names of the layers that were taken off, the outermost first. */
  readonly steps: readonly string[];
  readonly evidence: number;
  /** 0 to 1: how likely it is what was encoded. */
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

/** Of the text itself: nothing shows that it was encoded, or that it was not. */
const NO_EVIDENCE = 0.5;

/** All that can be taken off, the best first, and whether `most` ended the search. The text itself is among them, without steps. */
export async function peel(
  input: string,
  { depth, crib, peelers, most }: PeelRequest,
): Promise<{ readonly found: readonly Peeled[]; readonly isCutShort: boolean }> {
  const start = { ...layerOf(Buffer.from(input)), steps: [], evidence: NO_EVIDENCE };
  const found: Peeled[] = [{ ...start, score: scoreOf(start, crib) }];
  const seen = new Set([keyOf(start)]);
  let front: readonly Peeled[] = found;
  for (let round = 0; round < depth && front.length > 0 && seen.size < most; round++) {
    const next: Peeled[] = [];
    for (const layer of front) {
      for (const peeler of peelers) {
        if (seen.size >= most) break;
        const inner = await peeler.undo(layer);
        if (inner === undefined || inner.bytes.length === 0 || seen.has(keyOf(inner))) continue;
        seen.add(keyOf(inner));
        const evidence = layer.steps.length === 0 ? inner.evidence : Math.min(layer.evidence, inner.evidence);
        const reached = {
          ...inner,
          steps: [...layer.steps, ...(inner.names ?? [inner.name ?? peeler.name])],
          evidence,
        };
        next.push({ ...reached, score: scoreOf(reached, crib) });
      }
    }
    found.push(...next);
    front = next;
  }
  found.sort((a, b) => b.score - a.score || b.steps.length - a.steps.length);
  return { found, isCutShort: seen.size >= most };
}

const keyOf = ({ bytes }: Layer): string => Buffer.from(bytes).toString('latin1');

/** Bytes that are not text are the end of the way where their signature is known, and nothing otherwise. */
const FILE = 0.6;

function scoreOf({ bytes, text, evidence }: Layer & { readonly evidence: number }, crib: string): number {
  if (crib !== '') return text?.toLowerCase().includes(crib.toLowerCase()) === true ? 1 : 0;
  const reads = text === undefined ? (isKnownFile(bytes) ? FILE : 0) : readability(text);
  return reads === 0 ? 0 : Math.round(Math.min(0.99, reads / 2 + evidence / 2) * 1000) / 1000;
}

const SIGNATURES = ['89504e47', 'ffd8ff', '25504446', '504b0304', '47494638', '52494646'];

export const isKnownFile = (bytes: Uint8Array): boolean => {
  const start = Buffer.from(bytes.subarray(0, 4)).toString('hex');
  return SIGNATURES.some((signature) => start.startsWith(signature));
};
