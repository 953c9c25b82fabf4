/** MathML that needs no style sheet beside it. */

const ALIGNMENTS: Readonly<Record<string, string>> = { 'tml-left': 'left', 'tml-right': 'right' };

/** The converter's classes as what they mean; those that only adjust spacing go. */
export const plainMathml = (markup: string): string =>
  markup.replace(/<(\w+)((?:\s+[\w:-]+="[^"]*")*)(\s*\/?)>/g, (_, name: string, attributes: string, end: string) => {
    const classes = / class="([^"]*)"/.exec(attributes)?.[1]?.split(' ') ?? [];
    const alignment = classes.map((word) => ALIGNMENTS[word]).find((word) => word !== undefined);
    const [, style = ''] = / style="([^"]*)"/.exec(attributes) ?? [];
    const rules = style
      .split(';')
      .map((rule) => rule.trim())
      .filter((rule) => rule !== '' && rule !== 'display:block math' && rule !== 'display:inline math');
    if (alignment !== undefined) rules.push(`text-align:-webkit-${alignment}`, `text-align:${alignment}`);
    const rest = attributes.replace(/ (?:class|style)="[^"]*"/g, '');
    const written = [
      ...(alignment === undefined ? [] : [` columnalign="${alignment}"`]),
      ...(rules.length === 0 ? [] : [` style="${rules.join(';')}"`]),
    ].join('');
    return `<${name}${rest}${written}${end}>`;
  });

const INLINE = new Set(['mi', 'mn', 'mo', 'mtext', 'mspace', 'annotation']);

/** One element per line, those with text alone on one. */
export function indentMathml(markup: string, indent: number): string {
  const lines: string[] = [];
  let depth = 0;
  for (const [tag, closing, name = '', , empty] of markup.matchAll(/<(\/)?(\w+)([^>]*?)(\/)?>[^<]*/g)) {
    if (closing === '/' && INLINE.has(name)) {
      lines[lines.length - 1] += tag.trimEnd();
      continue;
    }
    if (closing === '/') depth--;
    lines.push(' '.repeat(indent * Math.max(0, depth)) + tag.trim());
    if (closing !== '/' && empty !== '/' && !INLINE.has(name)) depth++;
  }
  return lines.join('\n');
}
