import { listLines } from '../text/lines.js';
import { type PathFacts, type PathNode, PathTree } from './path-tree.js';

/** Empty parts and `.` say nothing. */
export const partsOf = (path: string, divider = '/'): string[] =>
  path.split(divider).filter((part) => part !== '' && part !== '.');

/** Reads a list of paths, one per line; a slash at the end marks a folder. Without any slash, backslashes divide. Throws LimitFault. */
export function readPaths(text: string): PathTree {
  const tree = new PathTree();
  const divider = text.includes('/') || !text.includes('\\') ? '/' : '\\';
  for (const line of listLines(text)) {
    const path = line.trim();
    if (path !== '') tree.add(partsOf(path, divider), { isFolder: path.endsWith(divider) });
  }
  return tree;
}

const VERTICALS = '│┃║|';
const CORNERS = '├└┣┗╠╚┝┕╰+`\\|';
const DASHES = '─━═-';
const BLANKS = ' \t\u00a0';
const BULLETS = '-*+';
const TAB_WIDTH = 4;

const has = (set: string, letter: string | undefined): boolean => letter !== undefined && set.includes(letter);

interface Entry {
  /** Where the name begins, by which depth is told; from 0. */
  readonly column: number;
  readonly name: string;
  readonly isDrawn: boolean;
  readonly isBullet: boolean;
}

/** Takes the lines of a drawing, indentation or a list's bullet off a line. */
function entryOf(line: string): Entry {
  let i = 0;
  let isDrawn = false;
  while (has(BLANKS, line[i]) || (has(VERTICALS, line[i]) && !has(DASHES, line[i + 1]))) {
    isDrawn ||= has(VERTICALS, line[i]);
    i += 1;
  }
  const isBullet = has(BULLETS, line[i]) && has(BLANKS, line[i + 1]);
  if (isBullet) i += 1;
  else if (has(CORNERS, line[i]) && has(DASHES, line[i + 1])) {
    isDrawn = true;
    i += 1;
    while (has(DASHES, line[i])) i += 1;
  }
  while (has(BLANKS, line[i])) i += 1;
  const rest = line.slice(i).trimEnd();
  return { column: widthOf(line.slice(0, i)), name: isBullet ? unescapedMarkdown(rest) : rest, isDrawn, isBullet };
}

const unescapedMarkdown = (name: string): string => name.replace(/\\([\\`*_[\]<>&])/g, '$1');

function widthOf(prefix: string): number {
  let width = 0;
  for (const letter of prefix) width = letter === '\t' ? (Math.floor(width / TAB_WIDTH) + 1) * TAB_WIDTH : width + 1;
  return width;
}

/** Whether lines are drawn, bulleted, or indented without being paths. */
export function isTree(text: string): boolean {
  const entries = listLines(text).map(entryOf);
  if (entries.some(({ isDrawn, isBullet, name }) => (isDrawn || isBullet) && name !== '')) return true;
  const isIndented = entries.some(({ column, name }) => column > 0 && name !== '');
  return isIndented && !entries.some(({ name }) => /[/\\][^/\\]/.test(name));
}

const FOOTER = /^\d+ (?:director(?:y|ies)|folders?)(?:, \d+ files?)?$/;
const SIZE = / \((\d{1,15}) bytes?\)$/;

/** A name as it is drawn: `folder/`, `file (12 bytes)`, `link -> target`. */
function factsOf(drawn: string): PathFacts & { readonly name: string } {
  const size = SIZE.exec(drawn);
  const sized = size === null ? drawn : drawn.slice(0, size.index);
  const arrow = sized.indexOf(' -> ');
  const named = arrow < 1 ? sized : sized.slice(0, arrow);
  return {
    name: named.replace(/\/+$/, ''),
    isFolder: named.endsWith('/'),
    ...(size?.[1] === undefined ? {} : { bytes: Number(size[1]) }),
    ...(arrow < 1 ? {} : { target: sized.slice(arrow + 4) }),
  };
}

/**
 * Reads a tree that was drawn with lines, as `tree` writes it, or written as an outline with indentation or bullets. What is further to the
 * right is in what is above it. The line of a drawing that counts is left out. Throws LimitFault.
 */
export function readTree(text: string): PathTree {
  const tree = new PathTree();
  const entries = listLines(text)
    .map(entryOf)
    .filter(({ name }) => name !== '');
  const isDrawn = entries.some((entry) => entry.isDrawn);
  if (isDrawn && FOOTER.test(entries.at(-1)?.name ?? '')) entries.pop();
  const open: { readonly column: number; readonly node: PathNode; readonly depth: number }[] = [];
  for (const { column, name: drawn } of entries) {
    while (open.length > 0 && (open.at(-1)?.column ?? 0) >= column) open.pop();
    const { node: parent, depth } = open.at(-1) ?? { node: tree.root, depth: 0 };
    const { name, ...facts } = factsOf(drawn);
    const parts = partsOf(name);
    open.push({ column, node: tree.add(parts, facts, parent, depth), depth: depth + parts.length });
  }
  return tree;
}
