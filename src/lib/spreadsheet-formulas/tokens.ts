import { ContentFault, LimitFault } from '../faults.js';

/** ECMA-376 part 1, 18.17.2: the words of a formula. White space has tokens of its own, so that a formula can be written back. */
export type TokenKind =
  | 'number'
  | 'text'
  | 'error'
  | 'reference'
  | 'call'
  | 'name'
  | 'operator'
  | 'open'
  | 'close'
  | 'openArray'
  | 'closeArray'
  | 'separator'
  | 'space';

export interface FormulaToken {
  readonly kind: TokenKind;
  readonly text: string;
  /** Where it starts, in UTF-16 units from 0. */
  readonly offset: number;
}

/** Excel's own limit of a formula. */
const MAX_FORMULA = 8192;

const SHEET = String.raw`(?:'(?:[^']|'')*'|(?:\[\d+\])?[\p{L}_][\p{L}\p{N}_.]*(?::[\p{L}_][\p{L}\p{N}_.]*)?)!`;
const CELL = String.raw`\$?[A-Za-z]{1,3}\$?[1-9]\d{0,6}`;
const REFERENCE = String.raw`(?:${SHEET})?(?:${CELL}(?::${CELL})?|\$?[A-Za-z]{1,3}:\$?[A-Za-z]{1,3}|\$?[1-9]\d{0,6}:\$?[1-9]\d{0,6})(?![\p{L}\p{N}_.(!])`;

const FORMS: readonly (readonly [TokenKind, RegExp])[] = [
  ['space', /[ \t\r\n\u00a0]+/y],
  ['text', /"(?:[^"]|"")*"/y],
  ['reference', new RegExp(REFERENCE, 'uy')],
  ['error', /#(?:NULL!|DIV\/0!|VALUE!|REF!|NAME\?|NUM!|N\/A|GETTING_DATA|SPILL!|CALC!)/iy],
  ['number', /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y],
  ['call', new RegExp(String.raw`(?:${SHEET})?[\p{L}_\\][\p{L}\p{N}_.\\]*\(`, 'uy')],
  [
    'name',
    new RegExp(String.raw`(?:${SHEET})?[\p{L}_\\][\p{L}\p{N}_.\\?]*(?:\[(?:[^\[\]]|\[[^\[\]]*\])*\])?|\[\d+\]!?`, 'uy'),
  ],
  ['operator', /<>|<=|>=|[-+*/^&=<>%:@#]/y],
  ['open', /\(/y],
  ['close', /\)/y],
  ['openArray', /\{/y],
  ['closeArray', /\}/y],
  ['separator', /[,;]/y],
];

/** Throws ContentFault at what is not a word of formulas, LimitFault beyond 8,192 characters. The formula has no `=` before it. */
export function readTokens(formula: string): FormulaToken[] {
  if (formula.length > MAX_FORMULA)
    throw new LimitFault(`a formula must have at most ${MAX_FORMULA} characters, got ${formula.length}`, MAX_FORMULA);
  const tokens: FormulaToken[] = [];
  for (let offset = 0; offset < formula.length; ) {
    const token = tokenAt(formula, offset);
    if (token === undefined) {
      const what = formula.startsWith('"', offset)
        ? 'the text that starts here has no closing quote'
        : `${JSON.stringify(String.fromCodePoint(formula.codePointAt(offset) ?? 0))} cannot stand here`;
      throw ContentFault.at(formula, offset, what);
    }
    tokens.push(token);
    offset += token.text.length;
  }
  return tokens;
}

function tokenAt(formula: string, offset: number): FormulaToken | undefined {
  for (const [kind, form] of FORMS) {
    form.lastIndex = offset;
    const text = form.exec(formula)?.[0];
    if (text !== undefined) return { kind, text, offset };
  }
  return undefined;
}

/** A reference in its parts: the sheet before `!` as it is named, and the cells. */
export function splitReference(text: string): { readonly sheet: string | undefined; readonly cells: string } {
  const at = text.lastIndexOf('!');
  if (at < 0) return { sheet: undefined, cells: text };
  const prefix = text.slice(0, at);
  const sheet = prefix.startsWith("'") ? prefix.slice(1, -1).replaceAll("''", "'") : prefix;
  return { sheet, cells: text.slice(at + 1) };
}
