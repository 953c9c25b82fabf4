import { type Run, RunList, textOfRuns, tidyRuns } from '../subtitle-files/subtitles.js';

/** A stretch of a text, and what takes its place. Stretches are in order and do not overlap. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Makes edits of the text of runs; what is put in looks as what stood there. */
export function editRuns(runs: readonly Run[], edits: readonly TextEdit[]): Run[] {
  const list = new RunList();
  let at = 0;
  let next = 0;
  for (const { text, ...look } of runs) {
    const end = at + text.length;
    let from = at;
    while (next < edits.length) {
      const edit = edits[next];
      if (edit === undefined || edit.start >= end) break;
      if (edit.start >= at) {
        list.add(text.slice(from - at, edit.start - at), look);
        list.add(edit.text, look);
      }
      from = Math.min(edit.end, end);
      if (edit.end > end) break;
      next++;
    }
    list.add(text.slice(from - at), look);
    at = end;
  }
  return list.runs;
}

/** The text of runs with edits, tidy; the same runs where there are none. */
export const edited = (runs: readonly Run[], edits: readonly TextEdit[]): readonly Run[] =>
  edits.length === 0 ? runs : tidyRuns(editRuns(runs, edits));

/** Lines of a text with where each begins. */
export function linesOf(text: string): { readonly line: string; readonly start: number }[] {
  let start = 0;
  return text.split('\n').map((line) => {
    const place = { line, start };
    start += line.length + 1;
    return place;
  });
}

/** What removals leave behind: spaces in a row or before punctuation, and lines of nothing but a dash or punctuation. */
export function withoutRemains(runs: readonly Run[]): readonly Run[] {
  const edits: TextEdit[] = [];
  for (const { line, start } of linesOf(textOfRuns(runs))) {
    if (/^[\s\-–—,.:;!?…♪♫♬]{0,300}$/u.test(line)) {
      edits.push({ start, end: start + line.length, text: '' });
      continue;
    }
    for (const { index, 0: gap } of line.matchAll(/ +/g)) {
      const after = line.slice(index + gap.length, index + gap.length + 2);
      const isBefore = /^(?:,|\.(?!\.))/.test(after) && index > 0 && !/[-–—]/.test(line[index - 1] ?? '');
      if (gap.length === 1 && !isBefore) continue;
      edits.push({ start: start + index, end: start + index + gap.length, text: isBefore ? '' : ' ' });
    }
  }
  return edited(runs, edits);
}
