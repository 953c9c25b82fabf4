import type { MarkdownIt } from 'markdown-it';

/**
 * Formulas between dollar signs, by Pandoc's rules: `$x$` has no space inside next to the dollars and no digit behind, `$$x$$`
 * stands alone; a dollar after a backslash is none.
 */
export function mathRules(reader: MarkdownIt): void {
  reader.inline.ruler.after('escape', 'math_inline', (state, silent) => {
    const { src, pos } = state;
    if (src.charCodeAt(pos) !== 0x24) return false;
    const marker = src.startsWith('$$', pos) ? '$$' : '$';
    const start = pos + marker.length;
    let end = src.indexOf(marker, start);
    while (end > 0 && src.charCodeAt(end - 1) === 0x5c) end = src.indexOf(marker, end + 1);
    if (end < 0 || end === start) return false;
    const content = src.slice(start, end);
    if (marker === '$' && (/^\s|\s$/.test(content) || /\d/.test(src.charAt(end + 1)))) return false;
    if (!silent) {
      const token = state.push('math_inline', 'math', 0);
      token.content = content;
      token.markup = marker;
    }
    state.pos = end + marker.length;
    return true;
  });
  reader.block.ruler.before(
    'fence',
    'math_block',
    (state, startLine, endLine, silent) => {
      const lineOf = (line: number): string =>
        state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line] ?? 0);
      const first = lineOf(startLine).trim();
      if (!first.startsWith('$$')) return false;
      let line = startLine;
      const lines: string[] = [];
      if (first.length > 4 && first.endsWith('$$')) {
        lines.push(first.slice(2, -2));
      } else {
        lines.push(first.slice(2));
        let isClosed = false;
        for (line = startLine + 1; line < endLine && !isClosed; line += 1) {
          const text = lineOf(line).trimEnd();
          isClosed = text.endsWith('$$');
          lines.push(isClosed ? text.slice(0, -2) : text);
          if (isClosed) break;
        }
        if (!isClosed) return false;
      }
      if (silent) return true;
      const token = state.push('math_block', 'math', 0);
      token.content = lines.join('\n').trim();
      token.block = true;
      token.map = [startLine, line + 1];
      state.line = line + 1;
      return true;
    },
    { alt: ['paragraph', 'reference', 'blockquote', 'list'] },
  );
}
