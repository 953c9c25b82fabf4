import type { AST } from './pattern-syntax.js';

/** Something of a pattern that other engines read otherwise or not at all. */
export interface FlavorNote {
  /** As it is written, cut to 60 characters. */
  readonly part: string;
  readonly note: string;
}

type Children = readonly AST.Node[];

function childrenOf(node: AST.Node): Children {
  const children: AST.Node[] = [];
  if ('alternatives' in node) children.push(...node.alternatives);
  if ('elements' in node) children.push(...node.elements);
  if (node.type === 'Quantifier') children.push(node.element);
  if (node.type === 'ExpressionCharacterClass') children.push(node.expression);
  if (node.type === 'ClassIntersection' || node.type === 'ClassSubtraction') children.push(node.left, node.right);
  return children;
}

/** Whether texts of different lengths match. */
function isOfVaryingLength(node: AST.Node): boolean {
  if (node.type === 'Quantifier') return node.min !== node.max || isOfVaryingLength(node.element);
  if (node.type === 'Backreference') return true;
  return childrenOf(node).some(isOfVaryingLength);
}

function noteOf(node: AST.Node): string | undefined {
  switch (node.type) {
    case 'Assertion':
      if (node.kind === 'lookbehind' && node.alternatives.some(isOfVaryingLength))
        return 'Look-behind of varying length: .NET reads it; Python, PCRE, Perl, Java (in part) and Ruby do not. RE2, Go and Rust have no look-around.';
      if (node.kind === 'lookbehind' || node.kind === 'lookahead') return 'RE2, Go and Rust have no look-around.';
      if (node.kind === 'end')
        return '$ matches only at the very end here (without flag m); in Python, PCRE, Perl, Java and .NET also before a final line break, in Ruby at the end of every line.';
      return undefined;
    case 'Backreference':
      return typeof node.ref === 'string'
        ? 'RE2, Go and Rust have no back-references; Python writes (?P=name).'
        : 'RE2, Go and Rust have no back-references.';
    case 'CapturingGroup':
      return node.name === null
        ? undefined
        : 'Python writes (?P<name>…) for a named group; Go and Rust read both spellings.';
    case 'CharacterSet':
      if (node.kind === 'digit' || node.kind === 'word')
        return `${node.raw} is ASCII only here, in Java, Go and RE2; in Python, .NET and Rust it takes letters or digits of all scripts.`;
      if (node.kind === 'property' && node.raw.startsWith('\\p{') && node.raw.includes('='))
        return 'Names of Unicode properties differ: PCRE, Go and RE2 write \\p{Greek} for \\p{Script=Greek}; Python has none.';
      if (node.kind === 'property') return 'Python has no \\p{…} without the module regex.';
      return undefined;
    case 'CharacterClass':
      if (node.elements.length === 0) return 'Empty classes [] and [^] exist in JavaScript only.';
      return undefined;
    case 'ExpressionCharacterClass':
      return 'Set operations -- and && are those of flag v; Java and Ruby have && only, Python, PCRE and Go have neither.';
    case 'Character':
      return /^\\u/.test(node.raw)
        ? '\\uXXXX and \\u{…} are read by JavaScript, Java, .NET and Ruby in part; PCRE, Perl, Go and RE2 write \\x{…}.'
        : undefined;
    case 'Modifiers':
      return 'Modifiers for a part of the pattern are new in JavaScript (2025); older engines refuse them.';
    default:
      return undefined;
  }
}

/** What other engines read otherwise, each kind of it once, in the order of the pattern. */
export function flavorNotes(pattern: AST.Pattern): FlavorNote[] {
  const notes = new Map<string, FlavorNote>();
  const visit = (node: AST.Node): void => {
    const note = noteOf(node);
    if (note !== undefined && !notes.has(note))
      notes.set(note, { part: node.raw.length > 60 ? `${node.raw.slice(0, 59)}…` : node.raw, note });
    if (node.type === 'Group' && node.modifiers !== null) visit(node.modifiers);
    for (const child of childrenOf(node)) visit(child);
  };
  visit(pattern);
  return [...notes.values()];
}
