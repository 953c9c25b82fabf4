import type { PageIndexTool } from '../core/pages.js';

import { formatName, withCapital } from './names.js';
import { words } from './words/words.js';

const MAX_FORMATS = 3;

type Shape = Pick<PageIndexTool, 'input' | 'files' | 'gives'>;

/** What a tool takes, in a few words: `HEIC HEIF`, `PNG JPG +2`, `Text`. */
function takesText({ input, files }: Shape): string {
  const parts = input === 'none' ? [] : [words.tool.takesText];
  if (files !== null) {
    const names = files.formats.map(formatName);
    const more = names.length > MAX_FORMATS ? ` +${names.length - MAX_FORMATS}` : '';
    parts.push(names.slice(0, MAX_FORMATS).join(' ') + more);
  }
  return parts.length === 0 ? words.tool.takesOptions : parts.join(words.common.or);
}

/** `text`, `data, files`. */
export const givesText = ({ gives }: Shape): string => gives.map((kind) => words.tool.kinds[kind]).join(', ');

/** What goes in and what comes out. The catalog shows hundreds: an arrow of text costs less than a drawn one. */
export const Signature = ({ tool }: { readonly tool: Shape }) => (
  <span class="signature">
    <span>{withCapital(takesText(tool))}</span>
    <span class="gives">{words.tool.gives}</span>
    <span>{withCapital(givesText(tool))}</span>
  </span>
);
