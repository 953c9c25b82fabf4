import { BoundedText } from '../text/bounded-text.js';
import type { PathNode, PlacedNode } from './path-tree.js';

export type DrawnForm = 'tree' | 'ascii' | 'markdown';

const LINES = {
  tree: { branch: '├── ', last: '└── ', through: '│   ', gap: '    ' },
  ascii: { branch: '|-- ', last: '`-- ', through: '|   ', gap: '    ' },
} as const;

export interface Drawing {
  readonly form: DrawnForm;
  /** Bytes behind the names of files, where known. */
  readonly sizes: boolean;
}

/** Line breaks and other control characters in a name would be taken for lines of the drawing. */
export const shownName = (name: string): string =>
  name.replace(
    /[\u0000-\u001f\u007f\u2028\u2029]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

function labelOf({ name, isFolder, bytes, target }: PathNode, { sizes }: Drawing): string {
  const link = target === undefined ? '' : ` -> ${shownName(target)}`;
  const size = !sizes || bytes === undefined || isFolder ? '' : ` (${bytes} ${bytes === 1 ? 'byte' : 'bytes'})`;
  return `${shownName(name)}${isFolder ? '/' : ''}${link}${size}`;
}

function lineOf({ node, isLast }: PlacedNode, drawing: Drawing): string {
  const label = labelOf(node, drawing);
  if (drawing.form === 'markdown') return `${'  '.repeat(isLast.length - 1)}- ${escapedMarkdown(label)}\n`;
  const { branch, last, through, gap } = LINES[drawing.form === 'ascii' ? 'ascii' : 'tree'];
  const above = isLast.slice(0, -1).map((isLastAbove) => (isLastAbove ? gap : through));
  return `${above.join('')}${isLast.at(-1) === true ? last : branch}${label}\n`;
}

const escapedMarkdown = (label: string): string => label.replace(/[\\`*_[\]<>&]/g, '\\$&');

/** The nodes as a drawing of lines or as a Markdown list. Throws LimitFault beyond `most` characters. */
export function drawTree(placed: Iterable<PlacedNode>, drawing: Drawing, most: number): string {
  const drawn = new BoundedText(most);
  for (const each of placed) drawn.add(lineOf(each, drawing));
  return drawn.toString();
}
