/** Text of one look. Line breaks are LF. */
export interface Run {
  readonly text: string;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly strike: boolean;
  /** `#rrggbb`; empty where the player decides. */
  readonly color: string;
}

/** One subtitle of a file: what is shown at once. Whole milliseconds. */
export interface Subtitle {
  readonly startMs: number;
  readonly endMs: number;
  readonly runs: readonly Run[];
  /** Place on the screen as the keys of a number pad are placed: 2 is bottom center. */
  readonly place: number;
  /** Who speaks, where the format says so; may be empty. */
  readonly speaker: string;
}

export const BOTTOM_CENTER = 2;

export const PLAIN: Omit<Run, 'text'> = { bold: false, italic: false, underline: false, strike: false, color: '' };

export const plainRun = (text: string): Run => ({ text, ...PLAIN });

/** The text of a subtitle without its looks. */
export const textOfRuns = (runs: readonly Run[]): string => runs.map(({ text }) => text).join('');

/** What a file of subtitles holds. An end that its format does not tell is `NaN`. */
export interface ReadSubtitles {
  readonly subtitles: readonly Subtitle[];
  /** What could not be understood. */
  readonly warnings: readonly string[];
}

/** Collects runs: joins those of one look. */
export class RunList {
  readonly runs: Run[] = [];

  add(text: string, look: Omit<Run, 'text'>): void {
    if (text === '') return;
    const last = this.runs.at(-1);
    if (last !== undefined && sameLook(last, look))
      this.runs[this.runs.length - 1] = { ...last, text: last.text + text };
    else this.runs.push({ ...look, text });
  }
}

const sameLook = (one: Omit<Run, 'text'>, other: Omit<Run, 'text'>): boolean =>
  one.bold === other.bold &&
  one.italic === other.italic &&
  one.underline === other.underline &&
  one.strike === other.strike &&
  one.color === other.color;

/** The lines of a text that subtitles can show: none empty, no spaces at their ends. */
export function tidyRuns(runs: readonly Run[]): Run[] {
  const list = new RunList();
  // Of a run, what follows a line break depends on what came before it, so breaks are carried on until something is shown.
  let pending = '';
  let isStart = true;
  for (const { text, ...look } of runs) {
    for (const part of text.split(/(\n)/)) {
      if (part === '\n') {
        if (!isStart) pending = '\n';
        continue;
      }
      const atLineStart = isStart || pending === '\n';
      const shown = atLineStart ? part.replace(/^[ \t]+/, '') : part;
      if (shown === '') continue;
      list.add(pending + shown, look);
      pending = '';
      isStart = false;
    }
  }
  return trimLineEnds(list.runs);
}

function trimLineEnds(runs: readonly Run[]): Run[] {
  const list = new RunList();
  for (const [index, { text, ...look }] of runs.entries()) {
    const next = runs[index + 1]?.text ?? '\n';
    const inner = text.replace(/[ \t]{1,200}\n/g, '\n');
    list.add(next.startsWith('\n') ? inner.replace(/[ \t]{1,200}$/, '') : inner, look);
  }
  return list.runs;
}
