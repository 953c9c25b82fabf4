import type { AST } from '@eslint-community/regexpp';

import { ContentFault, LimitFault } from '../../lib/faults.js';

export type { AST } from '@eslint-community/regexpp';

/** Groups within each other; readers of patterns work by recursion. */
const MAX_NESTING = 100;

/** Brackets within each other, escaped ones counted too: more is never wrong. */
function nestingOf(pattern: string): number {
  let depth = 0;
  let deepest = 0;
  for (const character of pattern) {
    if (character === '(' || character === '[') deepest = Math.max(deepest, ++depth);
    else if (character === ')' || character === ']') depth = Math.max(0, depth - 1);
  }
  return deepest;
}

export interface PatternFlags {
  readonly unicode?: boolean;
  readonly unicodeSets?: boolean;
}

/** Reads a regular expression of ECMA-262. Throws ContentFault that completes "… is not a regular expression", LimitFault. */
export type PatternParser = (pattern: string, flags: PatternFlags) => AST.Pattern;

/** `version` of the language: 2025 has modifiers such as `(?i:a)`, and names that stand in several alternatives. */
export async function openPatternParser(version: 2024 | 2025): Promise<PatternParser> {
  const { RegExpParser, RegExpSyntaxError } = await import('@eslint-community/regexpp');
  const parser = new RegExpParser({ ecmaVersion: version });
  return (pattern, { unicode = false, unicodeSets = false }) => {
    if (nestingOf(pattern) > MAX_NESTING) throw new LimitFault(`a pattern nests more than ${MAX_NESTING} groups`);
    try {
      return parser.parsePattern(pattern, 0, pattern.length, { unicode, unicodeSets });
    } catch (error) {
      if (!(error instanceof RegExpSyntaxError)) throw error;
      const what = error.message.replace(/^Invalid regular expression: .*: (?=[A-Z][a-z])/s, '');
      const isPython = pattern.slice(Math.max(0, error.index - 1), error.index + 3).includes('?P<');
      const hint = isPython ? '; a group with a name is (?<name>…) here' : '';
      throw new ContentFault(`character ${error.index + 1}: ${what.charAt(0).toLowerCase()}${what.slice(1)}${hint}`);
    }
  };
}

/** The groups that capture, in their order. */
export function capturingGroups(pattern: AST.Pattern): AST.CapturingGroup[] {
  const groups: AST.CapturingGroup[] = [];
  const visit = (node: AST.Node): void => {
    if (node.type === 'CapturingGroup') groups.push(node);
    if ('alternatives' in node) for (const child of node.alternatives) visit(child);
    if (node.type === 'Alternative') for (const child of node.elements) visit(child);
    if (node.type === 'Quantifier') visit(node.element);
  };
  visit(pattern);
  return groups;
}
