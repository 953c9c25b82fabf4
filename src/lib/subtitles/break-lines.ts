import type { CueWord } from './cues.js';

/** Longest subtitle line in characters: the usual limit of broadcasters (BBC 37, Netflix 42). */
export const LINE_CHARACTERS = 42;

/** What a line costs by itself, so that there are no more than needed; breaks and uneven lengths cost up to this. */
const LINE_COST = 8;
/** A pause of this length is as good a place to break as a comma. Seconds. */
const PAUSE = 0.3;

/** Before these a phrase begins, so a line may. */
const OPENERS = new Set(
  'and but or so because when while if that which who where then than with from for to in on at of by as until before after'.split(
    ' ',
  ),
);
/** After these nothing ends. */
const LINKS = new Set(
  'a an the my your his her its our their this these those of to in on at by for with from and or but is are was were not very'.split(
    ' ',
  ),
);

/** Breaks the words of a line into lines of at most 42 characters: at sentence ends, commas and pauses first, evenly otherwise. */
export function breakLine(words: readonly CueWord[], labelLength: number): CueWord[][] {
  const lengths = words.map(({ text }) => [...text].length);
  const total = lengths.reduce((sum, length) => sum + length + 1, labelLength);
  if (total <= LINE_CHARACTERS) return [[...words]];
  const ideal = total / Math.ceil(total / LINE_CHARACTERS);
  // The cheapest way to break the first n words, and where its last line begins.
  const costs = [0];
  const starts = [0];
  for (let end = 1; end <= words.length; end++) {
    let best = Infinity;
    let bestStart = end - 1;
    let length = -1;
    for (let start = end - 1; start >= 0; start--) {
      length += (lengths[start] ?? 0) + 1;
      const shown = length + (start === 0 ? labelLength + 1 : 0);
      // A single word longer than a line stands alone.
      if (shown > LINE_CHARACTERS && start < end - 1) break;
      const uneven = ((shown - ideal) / ideal) ** 2 * 10;
      const cost = (costs[start] ?? 0) + LINE_COST + uneven + breakCost(words[end - 1], words[end]);
      if (cost < best) {
        best = cost;
        bestStart = start;
      }
    }
    costs.push(best);
    starts.push(bestStart);
  }
  const lines: CueWord[][] = [];
  for (let end = words.length; end > 0; end = starts[end] ?? 0) lines.unshift(words.slice(starts[end] ?? 0, end));
  return lines;
}

/** A full stop that ends no sentence: of titles, of initials. */
const SHORTENED = /^\W*(?:dr|mr|mrs|ms|st|jr|sr|prof|vs|no|mt|ft|capt|gen|lt|sgt|col|rev|hon|[a-z])\.$/i;

/** How bad a break between two words is: 0 after a sentence, up to 16 where a phrase goes on. */
export function breakCost(before: CueWord | undefined, after: CueWord | undefined): number {
  if (before === undefined || after === undefined) return 0;
  const pause = after.start - before.end;
  if (SHORTENED.test(before.text)) return 16;
  if (/[.!?…。！？]['"”’」』）)\]]*$/.test(before.text)) return 0;
  if (/[,;:–—،、，；：-]['"”’」』）)\]]*$/.test(before.text) || pause >= PAUSE) return 2;
  const bare = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, '');
  if (LINKS.has(bare(before.text))) return 16;
  return OPENERS.has(bare(after.text)) ? 8 : 12;
}
