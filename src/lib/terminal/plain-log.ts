import { escapeHtmlAttribute, escapeHtmlText } from '../xml/references.js';
import { terminalParts } from './sequences.js';
import { cssOf, PLAIN, restyled, type Style, type Theme } from './styles.js';

/** Control characters that no text has; tabs, line breaks and form feeds stay. */
const CONTROLS = /[\u0000-\u0007\u000b\u000e-\u001f\u007f-\u0084\u0086-\u009f]/g;

/** A text without control sequences and control characters. */
export function withoutSequences(text: string): string {
  const pieces: string[] = [];
  for (const part of terminalParts(text)) if (part.kind === 'text') pieces.push(part.text);
  return pieces.join('').replace(CONTROLS, '');
}

/** Lines as they stood at the end: a carriage return writes over what is there, a backspace goes back one place. */
export const overwritten = (text: string): string => text.split('\n').map(lastState).join('\n');

function lastState(line: string): string {
  const isDos = line.endsWith('\r');
  const content = isDos ? line.slice(0, -1) : line;
  if (!/[\r\b]/.test(content)) return line;
  const cells: string[] = [];
  let at = 0;
  for (const character of content) {
    if (character === '\r') at = 0;
    else if (character === '\b') at = Math.max(0, at - 1);
    else cells[at++] = character;
  }
  return cells.join('') + (isDos ? '\r' : '');
}

/** A log as HTML: letters in spans with their colours, links of OSC 8 that lead to the web. */
export function logAsHtml(text: string, theme: Theme): string {
  const pieces: string[] = [];
  let style: Style = PLAIN;
  let link = '';
  for (const part of terminalParts(text)) {
    if (part.kind === 'style') style = restyled(style, part.parameters);
    else if (part.kind === 'link') link = /^https?:\/\//i.test(part.address) ? part.address : '';
    else if (part.kind === 'text') {
      const shown = escapeHtmlText(part.text.replace(CONTROLS, '').replaceAll('\b', ''));
      if (shown === '') continue;
      const css = cssOf(style, theme);
      const span = css === '' ? shown : `<span style="${css}">${shown}</span>`;
      pieces.push(link === '' ? span : `<a href="${escapeHtmlAttribute(link)}">${span}</a>`);
    }
  }
  return pieces.join('');
}
