import { type Heading, type LoneLine, plainLine, readOutline } from '../../engines/markdown/headings.js';
import { ContentFault } from '../../lib/faults.js';
import { HeadingSlugs } from '../../lib/text/heading-slugs.js';
import { splitLines } from '../../lib/text/lines.js';

export const LIST_STYLES = ['dash', 'asterisk', 'plus', 'numbers', 'outline'] as const;

export interface ContentsRules {
  readonly style: (typeof LIST_STYLES)[number];
  readonly minLevel: number;
  readonly maxLevel: number;
  /** Lists the title as well. */
  readonly title: boolean;
  /** Line above the list; none where it is empty. */
  readonly heading: string;
  /** The list goes into the document; otherwise it stands alone. */
  readonly isInserted: boolean;
}

export interface ListedHeading {
  readonly level: number;
  readonly text: string;
  /** Empty where GitHub gives none. */
  readonly anchor: string;
  /** From 1. */
  readonly line: number;
  readonly isListed: boolean;
}

export interface Contents {
  readonly headings: readonly ListedHeading[];
  /** Table of contents, LF between its lines. */
  readonly contents: string;
  /** The document with it. */
  readonly document: string;
}

/** Lines of the document that the table takes the place of, and what is written around it. */
interface Slot {
  readonly start: number;
  readonly end: number;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

const START = /^<!--\s*(?:toc|toc[: -]start|start[: -]toc|start doctoc\b[^>]*)\s*-->$/i;
const END = /^<!--\s*(?:tocstop|\/toc|toc[: -]end|end[: -]toc|end doctoc\b[^>]*)\s*-->$/i;
const PLACEHOLDER = /^\[(?:toc|\[_toc_\])\]$/i;
const [OWN_START, OWN_END] = ['<!-- toc -->', '<!-- tocstop -->'];

/** Reads a document and makes its table of contents. Throws ContentFault where there is nothing to list. */
export function makeContents(text: string, rules: ContentsRules): Contents {
  const { lines, breaks, lineBreak } = splitLines(text);
  const skipped = frontMatterLines(lines);
  // Lines before the text are kept empty, so that all others stay where they are.
  const outline = readOutline('\n'.repeat(skipped) + lines.slice(skipped).join('\n'));
  const marked = markedSlot(outline.loneLines, lines);
  const headings = outline.headings.filter(({ line }) => line < (marked?.start ?? 0) || line >= (marked?.end ?? 0));
  const [first] = headings;
  const isTitled = first?.level === 1 && headings.filter(({ level }) => level === 1).length === 1;
  const isListed = (heading: Heading): boolean =>
    heading.level >= rules.minLevel &&
    heading.level <= rules.maxLevel &&
    heading.text.trim() !== '' &&
    (rules.title || !isTitled || heading !== first);
  const slot =
    marked ??
    newSlot(
      headings.find((heading) => heading.isOuter && isListed(heading)),
      isTitled,
      skipped,
    );
  const named = withAnchors(headings, slot.start, rules);
  const listed = named.filter(({ heading }) => isListed(heading));
  const listedHeadings = new Set(listed.map(({ heading }) => heading));
  if (listed.length === 0)
    throw new ContentFault(
      isTitled && headings.length === 1
        ? 'it has no headings but its title'
        : `it has no headings of level ${rules.minLevel} to ${rules.maxLevel}`,
    );
  const list = [...(rules.heading === '' ? [] : [rules.heading, '']), ...listOf(listed, rules.style)];
  const wholeLines = lines.map((line, index) => line + breaks[index]);
  const ending = wholeLines.slice(slot.end);
  const isLast = ending.length === 0 && breaks.at(-1) === '';
  const inserted = [...slot.before, ...list, ...slot.after].map((line) => line + lineBreak).join('');
  return {
    headings: named.map(({ heading, anchor }) => {
      const { level, text: words, line } = heading;
      return { level, text: words, anchor, line: line + 1, isListed: listedHeadings.has(heading) };
    }),
    contents: `${list.join('\n')}\n`,
    document: [
      ...wholeLines.slice(0, slot.start),
      isLast ? inserted.slice(0, -lineBreak.length) : inserted,
      ...ending,
    ].join(''),
  };
}

/** Front matter as Jekyll, Hugo and Docusaurus read it, between two lines of `---` or `+++`: none of it is Markdown. */
function frontMatterLines(lines: readonly string[]): number {
  const fence = lines[0]?.replace(/^\ufeff/, '').trimEnd();
  if ((fence !== '---' && fence !== '+++') || (lines[1] ?? '').trim() === '') return 0;
  return lines.findIndex((line, index) => index > 0 && line.trimEnd() === fence) + 1;
}

/** The place between marks, or of a placeholder. */
function markedSlot(loneLines: readonly LoneLine[], lines: readonly string[]): Slot | undefined {
  const start = loneLines.find(({ content }) => START.test(content) || PLACEHOLDER.test(content));
  if (start === undefined) return undefined;
  if (PLACEHOLDER.test(start.content))
    return { start: start.line, end: start.line + 1, before: [OWN_START, ''], after: ['', OWN_END] };
  const later = loneLines.filter(({ line }) => line > start.line);
  // Some editors write the same mark at the end.
  const end = later.find(({ content }) => END.test(content)) ?? later.find(({ content }) => content === start.content);
  const [before, after] = [
    [lines[start.line] ?? '', ''],
    ['', end === undefined ? OWN_END : (lines[end.line] ?? '')],
  ];
  return { start: start.line, end: (end ?? start).line + 1, before, after };
}

/** Without marks: before the first heading that is listed below the title, or at the top. */
function newSlot(first: Heading | undefined, isTitled: boolean, skipped: number): Slot {
  const start = isTitled && first !== undefined ? first.line : skipped;
  return { start, end: start, before: [OWN_START, ''], after: ['', OWN_END, ''] };
}

/** GitHub numbers headings of one name over the whole document, and a heading above the table is one of them. */
function withAnchors(headings: readonly Heading[], start: number, { heading: above, isInserted }: ContentsRules) {
  const slugs = new HeadingSlugs();
  const own = /^ {0,3}#{1,6}[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/.exec(above)?.[1];
  let isPassed = own === undefined || !isInserted;
  return headings.map((heading) => {
    if (!isPassed && heading.line >= start) {
      slugs.take(plainLine(own ?? ''));
      isPassed = true;
    }
    return { heading, anchor: slugs.take(heading.text) };
  });
}

const BULLETS = { dash: '- ', asterisk: '* ', plus: '+ ', outline: '- ' } as const;

interface Level {
  level: number;
  readonly indent: number;
  count: number;
  width: number;
}

/** A list within lists: what is deeper than the heading before it is one level in, however many it skips. */
function listOf(
  listed: readonly { readonly heading: Heading; readonly anchor: string }[],
  style: ContentsRules['style'],
): string[] {
  const open: Level[] = [];
  return listed.map(({ heading: { level, label }, anchor }) => {
    while ((open.at(-1)?.level ?? 0) > level && (open.at(-2)?.level ?? 0) >= level) open.pop();
    const above = open.at(-1);
    const isDeeper = above === undefined || above.level < level;
    if (isDeeper) open.push({ level, indent: (above?.indent ?? 0) + (above?.width ?? 0), count: 0, width: 0 });
    const own = open.at(-1) as Level;
    own.level = level;
    own.count++;
    const mark = style === 'numbers' ? `${own.count}. ` : BULLETS[style];
    own.width = mark.length;
    const number = style === 'outline' ? `${open.map(({ count }) => count).join('.')} ` : '';
    const words = `${number}${label}`;
    return `${' '.repeat(own.indent)}${mark}${anchor === '' ? words : `[${words}](#${anchor})`}`;
  });
}
