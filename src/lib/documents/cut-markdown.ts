/** How far back a cut looks for the end of a line. */
const MAX_LINE = 2_000;

/**
 * Markdown of at most `most` characters, cut at the end of a line where one is near. A block of code that was cut is closed, and a
 * comment says what happened; neither counts.
 */
export function cutMarkdown(markdown: string, most: number): string {
  if (markdown.length <= most) return markdown;
  const line = markdown.lastIndexOf('\n', most);
  const isPair = /[\ud800-\udbff]/.test(markdown.charAt(most - 1));
  const kept = markdown.slice(0, line > most - MAX_LINE ? line : most - (isPair ? 1 : 0)).trimEnd();
  const fence = openFence(kept);
  const mark = `<!-- Cut here after ${kept.length} characters -->\n`;
  return `${kept}${fence === '' ? '' : `\n${fence}`}${kept === '' ? '' : '\n\n'}${mark}`;
}

/** The fence of the block of code that is open at the end (CommonMark 0.31, 4.5). */
function openFence(markdown: string): string {
  let open = '';
  for (const [, fence = '', rest = ''] of markdown.matchAll(/^[> ]*(`{3,}|~{3,})(.*)$/gm)) {
    if (open === '') open = fence;
    else if (fence.startsWith(open) && rest.trim() === '') open = '';
  }
  return open;
}

/** How many characters each of some texts may have, so that all have at most `most` and what short ones leave goes to the long ones. */
export function sharesOf(lengths: readonly number[], most: number): number[] {
  const shares = [...lengths];
  let left = most;
  const byLength = lengths.map((length, index) => ({ length, index })).sort((a, b) => a.length - b.length);
  for (const [done, { length, index }] of byLength.entries()) {
    const share = Math.min(length, Math.floor(left / (byLength.length - done)));
    shares[index] = share;
    left -= share;
  }
  return shares;
}
