import { escapeHtmlAttribute } from '../xml/references.js';
import type { CodeToken, ColoredCode } from './colored-code.js';

/** Code in colours, as HTML or for a terminal. */
function styleOf({ color, isBold, isItalic, isUnderlined }: CodeToken): string {
  const parts = [`color:${color}`];
  if (isBold) parts.push('font-weight:bold');
  if (isItalic) parts.push('font-style:italic');
  if (isUnderlined) parts.push('text-decoration:underline');
  return parts.join(';');
}

/** One `pre` with its styles in it, so that it can be pasted anywhere. Numbers of lines cannot be selected. */
export function highlightedHtml({ lines, foreground, background }: ColoredCode, lineNumbers: boolean): string {
  const width = String(lines.length).length;
  const rows = lines.map((line, index) => {
    const number = lineNumbers
      ? `<span style="opacity:.5;user-select:none" aria-hidden="true">${String(index + 1).padStart(width)}  </span>`
      : '';
    const tokens = line.map((token) =>
      token.color.toLowerCase() === foreground.toLowerCase() && !token.isBold && !token.isItalic && !token.isUnderlined
        ? escapeHtmlAttribute(token.text)
        : `<span style="${styleOf(token)}">${escapeHtmlAttribute(token.text)}</span>`,
    );
    return number + tokens.join('');
  });
  return `<pre style="background-color:${background};color:${foreground};padding:1em;overflow-x:auto"><code>${rows.join('\n')}</code></pre>\n`;
}

/** Select Graphic Rendition of ECMA-48 with 24-bit colours. */
export function highlightedAnsi({ lines }: ColoredCode, lineNumbers: boolean): string {
  const width = String(lines.length).length;
  return lines
    .map((line, index) => {
      const number = lineNumbers ? `\u001b[2m${String(index + 1).padStart(width)}\u001b[0m  ` : '';
      const tokens = line.map(({ text, color, isBold, isItalic, isUnderlined }) => {
        const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
        const codes = [
          ...(isBold ? ['1'] : []),
          ...(isItalic ? ['3'] : []),
          ...(isUnderlined ? ['4'] : []),
          `38;2;${red};${green};${blue}`,
        ];
        return `\u001b[${codes.join(';')}m${text.replaceAll('\u001b', '␛')}\u001b[0m`;
      });
      return `${number + tokens.join('')}\n`;
    })
    .join('');
}
