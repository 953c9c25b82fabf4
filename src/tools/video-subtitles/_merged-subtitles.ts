import { inOrder, movedBy, pairSubtitles } from '../../lib/subtitle-edits/pair.js';
import { RunList, type Subtitle } from '../../lib/subtitle-files/subtitles.js';

const TOP_CENTER = 8;
const YELLOW = '#ffff00';

type Look = 'none' | 'italic' | 'yellow';

const styled = (subtitles: readonly Subtitle[], style: Look): Subtitle[] =>
  subtitles.map((subtitle) => {
    const list = new RunList();
    for (const { text, ...look } of subtitle.runs) {
      const color = style === 'yellow' ? YELLOW : look.color;
      list.add(text, { ...look, italic: look.italic || style === 'italic', color });
    }
    return { ...subtitle, runs: list.runs };
  });

/** Lists one after another, with where each begins in milliseconds: told, or where the last subtitle of those before ends. */
export function joined(
  lists: readonly (readonly Subtitle[])[],
  starts: readonly number[] | undefined,
  offsetMs: number,
) {
  const subtitles: Subtitle[] = [];
  const begins: number[] = [];
  let end = 0;
  for (const [index, list] of lists.entries()) {
    const begin = index === 0 ? 0 : Math.max(0, (starts?.[index - 1] ?? end) + offsetMs);
    begins.push(begin);
    for (const subtitle of movedBy(list, begin)) {
      subtitles.push(subtitle);
      end = Math.max(end, subtitle.endMs);
    }
  }
  return { subtitles: inOrder(subtitles), begins };
}

/** The second list with the first, in one subtitle or above it. */
export function bilingual(
  lists: readonly (readonly Subtitle[])[],
  layout: 'stack' | 'top-bottom',
  look: Look,
  offsetMs: number,
) {
  const [firsts = [], given = []] = lists;
  const seconds = styled(movedBy(given, offsetMs), look);
  if (layout === 'stack') return pairSubtitles(firsts, seconds);
  const above = seconds.map((second) => ({ ...second, place: TOP_CENTER }));
  return { subtitles: inOrder([...firsts, ...above]), paired: 0 };
}
