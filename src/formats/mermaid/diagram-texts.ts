/** The diagrams of a text, and where their lines are in it. */

export interface DiagramText {
  readonly text: string;
  /** Line of the whole text, from 1, at which the diagram begins. */
  readonly line: number;
}

const OPENING = /^ {0,3}(`{3,}|~{3,})[ \t]*\{?\.?mermaid\b/i;

/** The whole text, or each fence ` ```mermaid ` of a Markdown document. */
export function diagramTexts(text: string): DiagramText[] {
  const lines = text.split(/\r\n|\r|\n/);
  const diagrams: DiagramText[] = [];
  for (let at = 0; at < lines.length; at++) {
    const fence = OPENING.exec(lines[at] ?? '')?.[1];
    if (fence === undefined) continue;
    const start = at + 1;
    at = start;
    while (at < lines.length && !isClosing(lines[at] ?? '', fence)) at += 1;
    diagrams.push({ text: `${lines.slice(start, at).join('\n')}\n`, line: start + 1 });
  }
  return diagrams.length > 0 ? diagrams : [{ text: lines.join('\n'), line: 1 }];
}

function isClosing(line: string, fence: string): boolean {
  const run = /^ {0,3}(`+|~+)[ \t]*$/.exec(line)?.[1] ?? '';
  return run[0] === fence[0] && run.length >= fence.length;
}

/** Lines of a diagram that its grammar sees, by their numbers in the text: front matter, directives and comments are gone. */
export function seenLines(text: string): number[] {
  const lines = text.split('\n');
  let start = 0;
  while ((lines[start] ?? 'x').trim() === '') start += 1;
  if (lines[start]?.trim() === '---') {
    const end = lines.findIndex((line, i) => i > start && line.trim() === '---');
    if (end > 0) start = end + 1;
  }
  const seen: number[] = [];
  let isDirective = false;
  for (const [i, line] of lines.entries()) {
    if (i < start) continue;
    if (/^\s*%%\{/.test(line)) isDirective = true;
    const isHidden = isDirective || /^\s*%%/.test(line);
    if (/\}%%/.test(line)) isDirective = false;
    if (!isHidden && (seen.length > 0 || line.trim() !== '')) seen.push(i + 1);
  }
  return seen;
}

/** How deep groups, braces and indentation nest at most, counted before they are read. */
export function nestingOf(text: string): { readonly depth: number; readonly line: number } {
  let [depth, deepest, at] = [0, 0, 1];
  const indents: number[] = [];
  for (const [i, line] of text.split('\n').entries()) {
    const trimmed = line.trim();
    if (trimmed === '' || trimmed.startsWith('%%')) continue;
    const indent = line.length - line.trimStart().length;
    while ((indents.at(-1) ?? -1) >= indent) indents.pop();
    indents.push(indent);
    if (/^(?:subgraph|block:|namespace)/.test(trimmed)) depth += 1;
    else if (/^end\b/.test(trimmed)) depth = Math.max(0, depth - 1);
    if (/\{$/.test(trimmed)) depth += 1;
    else if (trimmed.startsWith('}')) depth = Math.max(0, depth - 1);
    const own = Math.max(depth, indents.length);
    if (own > deepest) [deepest, at] = [own, i + 1];
  }
  return { depth: deepest, line: at };
}
