/** A line of a private character, which no text has, stands for a note in the Markdown that is read. */
const SIGN = '\ue000';
const STAND_IN = /^\ue000note(\d{1,6})\ue000$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** Longest note. */
const MAX_NOTE = 20_000;

/** What Marp says in comments about looks: `<!-- _class: lead -->`. */
const DIRECTIVE =
  /^_?(?:theme|style|headingDivider|size|math|title|author|description|keywords|url|image|marp|paginate|header|footer|class|backgroundColor|backgroundImage|backgroundPosition|backgroundRepeat|backgroundSize|color)\s*:/;
const PAGE_BREAK = /^page-?break$/i;

export interface NotedText {
  readonly text: string;
  /** By their numbers in the text. */
  readonly notes: readonly string[];
}

/** Takes comments that begin a line out of Markdown, but for those in code: they are what the speaker sees. */
export function takeSpeakerNotes(source: string): NotedText {
  const notes: string[] = [];
  const lines = source.split(/\r\n?|\n/);
  const kept: string[] = [];
  let fence = '';
  const ends = linesOfEnds(lines);
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] ?? '';
    const [, mark = ''] = FENCE.exec(line) ?? [];
    if (fence === '' && mark !== '') fence = mark;
    else if (fence !== '' && mark.startsWith(fence) && line.trim() === mark) fence = '';
    const start = /^ {0,3}<!--/.exec(line);
    const end = ends[i] ?? lines.length;
    const last = lines[end]?.trimEnd() ?? '';
    // Text behind a comment makes it a part of a line.
    if (fence !== '' || start === null || last.indexOf('-->') !== last.length - 3 || last === '') {
      kept.push(line);
      continue;
    }
    const whole = [line.slice(start[0].length), ...lines.slice(i + 1, end + 1)].join('\n').trimEnd();
    const content = whole.slice(0, -3).trim();
    if (PAGE_BREAK.test(content)) {
      kept.push(line);
      continue;
    }
    if (content !== '' && !DIRECTIVE.test(content)) {
      notes.push(content.slice(0, MAX_NOTE));
      kept.push('', `${SIGN}note${notes.length}${SIGN}`, '');
    } else kept.push('');
    i = end;
  }
  return { text: kept.join('\n'), notes };
}

/** For each line the first one from it on in which a comment can end. */
function linesOfEnds(lines: readonly string[]): number[] {
  const ends: number[] = [];
  let end = lines.length;
  for (let i = lines.length - 1; i >= 0; i--) {
    if (lines[i]?.includes('-->')) end = i;
    ends[i] = end;
  }
  return ends;
}

/** The number of the note that a paragraph stands for. */
export function noteNumber(paragraph: string): number | undefined {
  const [, digits] = STAND_IN.exec(paragraph) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
