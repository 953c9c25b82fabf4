/** What is checked of a TeX formula before any engine reads it: all of them call themselves for each group. */

import { ContentFault, LimitFault } from '../faults.js';

const MAX_CHARACTERS = 20_000;
const MAX_DEPTH = 80;

const MARK = /\\(?:begin|end|left|right)(?![a-zA-Z])|\\[^a-zA-Z]|\\[a-zA-Z]+|[{}]|[_^]\s*(?=[_^])|%[^\n]*/g;

/** Throws `LimitFault` for what is too long or too deep. */
export function checkTex(tex: string): void {
  if (tex.trim() === '') throw new ContentFault('there is no formula');
  if (tex.length > MAX_CHARACTERS)
    throw new LimitFault(`a formula must have at most ${MAX_CHARACTERS} characters, got ${tex.length}`, MAX_CHARACTERS);
  let depth = 0;
  for (const { 0: mark } of tex.matchAll(MARK)) {
    if (mark === '{' || mark === '\\begin' || mark === '\\left') depth++;
    else if (mark === '}' || mark === '\\end' || mark === '\\right') depth--;
    if (depth > MAX_DEPTH) throw new LimitFault(`nested more than ${MAX_DEPTH} deep`, MAX_DEPTH);
  }
}

/** Formulas are pasted with the signs around them: $…$, $$…$$, \(…\), \[…\], a code fence. */
export function bareTex(text: string): string {
  const trimmed = text
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .trim();
  const unfenced = /^```(?:latex|tex|math)?\n([\s\S]*?)\n?```$/.exec(trimmed)?.[1] ?? trimmed;
  const inside =
    /^\$\$([\s\S]*)\$\$$/.exec(unfenced) ??
    /^\$([^$]*)\$$/.exec(unfenced) ??
    /^\\\[([\s\S]*)\\\]$/.exec(unfenced) ??
    /^\\\(([\s\S]*)\\\)$/.exec(unfenced);
  return (inside?.[1] ?? unfenced).trim();
}
