/** Formulas of propositional logic, in the signs of logic, programming, circuits and words. */

import { ContentFault, LimitFault } from '../faults.js';

export type BooleanExpression =
  | { readonly type: 'constant'; readonly value: boolean }
  | { readonly type: 'variable'; readonly name: string }
  | { readonly type: 'not'; readonly operand: BooleanExpression }
  | { readonly type: Connective; readonly left: BooleanExpression; readonly right: BooleanExpression };

export type Connective = 'and' | 'or' | 'xor' | 'nand' | 'nor' | 'implies' | 'iff';

const MAX_DEPTH = 100;
const MAX_PARTS = 2000;

const SIGNS: readonly (readonly [Connective | 'not' | 'open' | 'close' | 'true' | 'false' | 'after', RegExp])[] = [
  ['implies', /=>|->|→|⇒|⊃|\\(?:rightarrow|Rightarrow|to|implies)(?![a-z])|(?:implies|imp)(?![\p{L}\d_])/iuy],
  [
    'iff',
    /<=>|<->|↔|⇔|≡|={1,3}|\\(?:leftrightarrow|Leftrightarrow|iff|equiv)(?![a-z])|(?:iff|xnor|eqv)(?![\p{L}\d_])/iuy,
  ],
  ['nand', /↑|⊼|!&|(?:nand)(?![\p{L}\d_])/iuy],
  ['nor', /↓|⊽|!\|(?!\|)|(?:nor)(?![\p{L}\d_])/iuy],
  ['xor', /⊕|⊻|⊕|!==?|\^|≠|≢|\\(?:oplus|veebar)(?![a-z])|(?:xor)(?![\p{L}\d_])/iuy],
  ['or', /\|\|?|∨|\+|\\(?:lor|vee)(?![a-z])|(?:or)(?![\p{L}\d_])/iuy],
  ['and', /&&?|∧|·|⋅|\*|\\(?:land|wedge|cdot)(?![a-z])|(?:and)(?![\p{L}\d_])/iuy],
  ['after', /['’′]/uy],
  ['not', /!|¬|~|−|-|\\(?:lnot|neg)(?![a-z])|(?:not)(?![\p{L}\d_])/iuy],
  ['open', /[([{]/uy],
  ['close', /[)\]}]/uy],
  ['true', /⊤|1|\\top(?![a-z])|(?:true)(?![\p{L}\d_])/iuy],
  ['false', /⊥|0|\\bot(?![a-z])|(?:false)(?![\p{L}\d_])/iuy],
];
const NAME = /\p{L}[\p{L}\p{M}\d_]*/uy;
const SPACE = /\s+/uy;

interface Token {
  readonly sign: (typeof SIGNS)[number][0] | 'name';
  readonly text: string;
  readonly at: number;
}

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  const match = (pattern: RegExp, at: number): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  };
  for (let at = 0; at < text.length; ) {
    const space = match(SPACE, at);
    if (space !== undefined) {
      at += space.length;
      continue;
    }
    const found = SIGNS.flatMap(([sign, pattern]) => {
      const part = match(pattern, at);
      return part === undefined ? [] : [{ sign, text: part, at }];
    })[0];
    const name = match(NAME, at);
    // `notary` and `t` are names, `not` is none; a longer word wins.
    const token: Token | undefined =
      name !== undefined && name.length > (found?.text.length ?? 0) ? { sign: 'name', text: name, at } : found;
    if (token === undefined)
      throw ContentFault.at(text, at, `unexpected ${JSON.stringify(String.fromCodePoint(text.codePointAt(at) ?? 32))}`);
    tokens.push(token);
    if (tokens.length > MAX_PARTS)
      throw new LimitFault(`a formula must have fewer than ${MAX_PARTS + 1} parts`, MAX_PARTS);
    at += token.text.length;
  }
  return tokens;
}

/** From the weakest. NAND and NOR bind as AND and OR do. */
const LEVELS: readonly (readonly Connective[])[] = [['iff'], ['implies'], ['or', 'nor'], ['xor'], ['and', 'nand']];

/** Throws `ContentFault` with the place, `LimitFault`. */
export function readBoolean(text: string): BooleanExpression {
  const tokens = tokensOf(text);
  let at = 0;
  let depth = 0;
  const peek = () => tokens[at]?.sign;
  const fail = (instead = ''): ContentFault => {
    const token = tokens[at];
    const what = token === undefined ? 'the formula ends too early' : `unexpected ${JSON.stringify(token.text)}`;
    return ContentFault.at(text, token?.at ?? text.length, what + instead);
  };
  const level = (index: number): BooleanExpression => {
    const connectives = LEVELS[index];
    if (connectives === undefined) return unary();
    let left = level(index + 1);
    for (;;) {
      const sign = connectives.find((connective) => connective === peek());
      const isSilent = sign === undefined && connectives.includes('and') && beginsOperand();
      if (sign === undefined && !isSilent) return left;
      if (!isSilent) at++;
      // Implications go from the right: a → b → c is a → (b → c).
      if (sign === 'implies') {
        enter();
        left = { type: sign, left, right: level(index) };
        depth--;
        return left;
      }
      left = { type: sign ?? 'and', left, right: level(index + 1) };
    }
  };
  const enter = (): void => {
    if (++depth > MAX_DEPTH) throw new LimitFault(`nested more than ${MAX_DEPTH} deep`, MAX_DEPTH);
  };
  const beginsOperand = (): boolean => ['name', 'open', 'not', 'true', 'false'].includes(peek() ?? '');
  const unary = (): BooleanExpression => {
    let operand = primary();
    for (; peek() === 'after'; at++) operand = { type: 'not', operand };
    return operand;
  };
  const primary = (): BooleanExpression => {
    const token = tokens[at];
    enter();
    const value = ((): BooleanExpression => {
      if (token?.sign === 'not') {
        at++;
        return { type: 'not', operand: unary() };
      }
      if (token?.sign === 'open') {
        at++;
        const inside = level(0);
        if (peek() !== 'close') throw fail(' instead of ")"');
        at++;
        return inside;
      }
      if (token?.sign === 'true' || token?.sign === 'false') {
        at++;
        return { type: 'constant', value: token.sign === 'true' };
      }
      if (token?.sign !== 'name') throw fail();
      if (token.text.length > 40) throw ContentFault.at(text, token.at, 'a name is longer than 40 characters');
      at++;
      return { type: 'variable', name: token.text };
    })();
    depth--;
    return value;
  };
  const expression = level(0);
  if (at < tokens.length) throw fail();
  return expression;
}

/** In the order in which they come. */
export function variablesOf(expression: BooleanExpression, found = new Set<string>()): Set<string> {
  if (expression.type === 'variable') found.add(expression.name);
  else if (expression.type === 'not') variablesOf(expression.operand, found);
  else if (expression.type !== 'constant') {
    variablesOf(expression.left, found);
    variablesOf(expression.right, found);
  }
  return found;
}

const TABLES: Readonly<Record<Connective, (a: boolean, b: boolean) => boolean>> = {
  and: (a, b) => a && b,
  or: (a, b) => a || b,
  xor: (a, b) => a !== b,
  nand: (a, b) => !(a && b),
  nor: (a, b) => !(a || b),
  implies: (a, b) => !a || b,
  iff: (a, b) => a === b,
};

/** A function of the values of the variables. */
export function compileBoolean(
  expression: BooleanExpression,
  variables: readonly string[],
): (row: readonly boolean[]) => boolean {
  switch (expression.type) {
    case 'constant':
      return () => expression.value;
    case 'variable': {
      const index = variables.indexOf(expression.name);
      return (row) => row[index] ?? false;
    }
    case 'not': {
      const operand = compileBoolean(expression.operand, variables);
      return (row) => !operand(row);
    }
    default: {
      const [left, right] = [compileBoolean(expression.left, variables), compileBoolean(expression.right, variables)];
      const table = TABLES[expression.type];
      return (row) => table(left(row), right(row));
    }
  }
}

const SHOWN: Readonly<Record<Connective, string>> = {
  and: '∧',
  or: '∨',
  xor: '⊕',
  nand: '↑',
  nor: '↓',
  implies: '→',
  iff: '↔',
};

/** In the signs of logic, with brackets around every connective inside another. */
export function writeBoolean(expression: BooleanExpression, isInner = false): string {
  switch (expression.type) {
    case 'constant':
      return expression.value ? '⊤' : '⊥';
    case 'variable':
      return expression.name;
    case 'not':
      return `¬${writeBoolean(expression.operand, true)}`;
    default: {
      const text = `${writeBoolean(expression.left, true)} ${SHOWN[expression.type]} ${writeBoolean(expression.right, true)}`;
      return isInner ? `(${text})` : text;
    }
  }
}
