import type { MarkdownIt } from 'markdown-it';

/** Tags that say what Markdown's marks say, or what it has no marks for; other HTML stays text. */
const KINDS: Readonly<Record<string, string>> = {
  b: 'strong',
  strong: 'strong',
  i: 'em',
  em: 'em',
  s: 's',
  del: 's',
  strike: 's',
  sub: 'sub',
  sup: 'sup',
};
const OPENING = /^<(br\s{0,9}\/?|[a-z]{1,6})>/i;
/** Chosen: each opening tag looks so far for its end, so that many without one take no longer than the text is long. */
const MAX_TAGGED = 2000;
const MAX_COMMENT = 2000;
/** Of markdown-to-pdf and its siblings. */
const PAGE_BREAK = /^<!-- *page-?break *-->$/i;

/**
 * Line breaks, emphasis, struck, raised and lowered text as HTML tags, which GitHub shows as such, and comments, which nobody shows
 * (CommonMark 0.31, 4.6 and 6.6).
 */
export function inlineTags(reader: MarkdownIt): void {
  /** Lines of the document in which no comment ends: each is looked at once. */
  let [openFrom, openTo] = [0, -1];
  reader.inline.ruler.before('autolink', 'inline_tag', (state, silent) => {
    const { src, pos, posMax } = state;
    if (src.charCodeAt(pos) !== 0x3c) return false;
    if (src.startsWith('<!--', pos)) {
      const end = src.slice(pos, Math.min(posMax, pos + MAX_COMMENT)).indexOf('-->', 4);
      if (end < 0 || PAGE_BREAK.test(src.slice(pos, pos + end + 3))) return false;
      state.pos = pos + end + 3;
      return true;
    }
    const [tag, name = ''] = OPENING.exec(src.slice(pos, Math.min(posMax, pos + 20))) ?? [];
    if (tag === undefined) return false;
    const key = name.toLowerCase();
    if (key.startsWith('br')) {
      if (!/^br\s*\/?$/.test(key)) return false;
      if (!silent) state.push('hardbreak', 'br', 0);
      state.pos = pos + tag.length;
      return true;
    }
    const kind = Object.hasOwn(KINDS, key) ? KINDS[key] : undefined;
    if (kind === undefined) return false;
    const start = pos + tag.length;
    const closing = `</${key}>`;
    const length = src
      .slice(start, Math.min(posMax, start + MAX_TAGGED))
      .toLowerCase()
      .indexOf(closing);
    if (length < 1) return false;
    if (!silent) {
      state.push(`${kind}_open`, kind, 1);
      state.pos = start;
      state.posMax = start + length;
      state.md.inline.tokenize(state);
      state.push(`${kind}_close`, kind, -1);
    }
    state.pos = start + length + closing.length;
    state.posMax = posMax;
    return true;
  });
  reader.block.ruler.before(
    'heading',
    'comment',
    (state, startLine, endLine, silent) => {
      const lineOf = (line: number): string =>
        state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line] ?? 0);
      const first = lineOf(startLine);
      if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4 || !first.startsWith('<!--')) return false;
      if (PAGE_BREAK.test(first.trim())) return false;
      if (startLine >= openFrom && startLine <= openTo) return false;
      let line = startLine;
      while (line < endLine && !lineOf(line).includes('-->', line === startLine ? 4 : 0)) line += 1;
      // What follows the comment on its last line is text.
      if (line >= endLine || !lineOf(line).trimEnd().endsWith('-->')) {
        [openFrom, openTo] = [startLine, line];
        return false;
      }
      if (!silent) state.line = line + 1;
      return true;
    },
    { alt: ['paragraph', 'reference', 'blockquote'] },
  );
}
