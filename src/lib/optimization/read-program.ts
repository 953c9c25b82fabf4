/** Linear programs as people type them: lp_solve's format, CPLEX LP format, and what is between. */

import { ContentFault, inPart, LimitFault } from '../faults.js';
import { addForms, type LinearForm, readForm } from './linear-form.js';

export type Relation = '<=' | '>=' | '=';

export interface Constraint {
  readonly name: string;
  readonly form: ReadonlyMap<string, number>;
  readonly relation: Relation;
  readonly bound: number;
}

export interface Program {
  readonly isMaximum: boolean;
  readonly objective: LinearForm;
  readonly constraints: readonly Constraint[];
  /** -Infinity and Infinity where there is none; 0 and Infinity unless stated. */
  readonly bounds: ReadonlyMap<string, readonly [lower: number, upper: number]>;
  readonly integers: ReadonlySet<string>;
  readonly variables: readonly string[];
}

const MAX_VARIABLES = 2000;
const MAX_CONSTRAINTS = 2000;
const MAX_TERMS = 100_000;

type Section = 'objective' | 'constraints' | 'bounds' | 'integers' | 'binaries' | 'free' | 'end';

const SECTIONS: readonly (readonly [Section, RegExp])[] = [
  ['constraints', /^(?:subject\s+to|such\s+that|s\.?t\.?|constraints)\b[ \t:.]*/i],
  ['bounds', /^bounds?\b\s*:?\s*$/i],
  ['integers', /^(?:general|generals|gen|integer|integers|int)\b\s*:?/i],
  ['binaries', /^(?:binary|binaries|bin)\b\s*:?/i],
  ['free', /^(?:free|sec|sin)\b(?!\s*[<>=])\s*:?/i],
  ['end', /^end\s*$/i],
];
const OBJECTIVE = /^(max|min)(?:imi[sz]e|imum)?\b\s*:?/i;
const RELATION = /<=|=<|>=|=>|≤|≥|<|>|==?/g;

const normal = (sign: string): Relation => (/[<≤]/.test(sign) ? '<=' : /[>≥]/.test(sign) ? '>=' : '=');
const turned = (relation: Relation): Relation => (relation === '<=' ? '>=' : relation === '>=' ? '<=' : '=');

interface Piece {
  readonly text: string;
  readonly line: number;
  /** A heading stands before it. */
  readonly section: Section | undefined;
}

/** Statements with their headings; comments gone. */
function piecesOf(source: string): readonly Piece[] {
  const pieces: Piece[] = [];
  const plain = source
    .replace(/^\ufeff/, '')
    .replace(/\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
    // "subject to" within a line divides it.
    .replace(/([^\n;])[ \t]+(subject\s+to|such\s+that|s\.t\.)(?=[\s:])/gi, '$1;$2 ');
  for (const [index, raw] of plain.split(/\r\n|[\r\n]/).entries()) {
    for (const part of raw.replace(/(?:\\|\/\/|#).*$/, '').split(';')) {
      const text = part.trim();
      const found = SECTIONS.find(([, pattern]) => pattern.test(text));
      const rest = found === undefined ? text : text.replace(found[1], '').trim();
      if (found !== undefined) pieces.push({ text: rest, line: index + 1, section: found[0] });
      else if (text !== '') pieces.push({ text, line: index + 1, section: undefined });
    }
  }
  return pieces;
}

/** Throws `ContentFault` with the line, `LimitFault`. */
export function readProgram(source: string): Program {
  const pieces = piecesOf(source);
  const hasHeadings = pieces.some(({ section }) => section === 'constraints');
  let section: Section = 'objective';
  let direction: string | undefined;
  let objective: LinearForm = { terms: new Map(), constant: 0 };
  const constraints: Constraint[] = [];
  const bounds = new Map<string, readonly [number, number]>();
  const integers = new Set<string>();
  const order = new Set<string>();
  let terms = 0;
  let open = '';
  const note = (form: LinearForm): void => {
    for (const name of form.terms.keys()) order.add(name);
    terms += form.terms.size;
    if (terms > MAX_TERMS) throw new LimitFault(`there must be at most ${MAX_TERMS} terms`, MAX_TERMS);
    if (order.size > MAX_VARIABLES)
      throw new LimitFault(`there must be at most ${MAX_VARIABLES} variables`, MAX_VARIABLES);
  };
  const relate = (text: string): void => {
    const [, label, body = text] = /^\s*([^\s:<>=+*-]+)\s*:(?!=)\s*([\s\S]*)$/.exec(text) ?? [];
    const signs = [...body.matchAll(RELATION)].map(([sign]) => normal(sign));
    const parts = body.split(RELATION).map(readBound);
    if (signs.length > 2) throw new ContentFault('a constraint has at most two signs of comparison');
    for (const part of parts) note(part);
    const isBound = section === 'bounds' || (!hasHeadings && label === undefined);
    const [first, second, third] = parts;
    if (first === undefined || second === undefined || signs[0] === undefined)
      throw new ContentFault('a comparison is missing');
    const add = (left: LinearForm, relation: Relation, right: LinearForm, name: string): void => {
      const form = addForms(left, right, -1);
      const [only, ...others] = form.terms;
      if (only !== undefined && others.length === 0 && isBound && only[1] !== 0) {
        const value = (-form.constant + 0) / only[1];
        narrow(bounds, only[0], only[1] < 0 ? turned(relation) : relation, value);
        return;
      }
      if (!Number.isFinite(form.constant)) return;
      if (section === 'bounds') throw new ContentFault('a bound has one variable');
      if (constraints.length >= MAX_CONSTRAINTS)
        throw new LimitFault(`there must be at most ${MAX_CONSTRAINTS} constraints`, MAX_CONSTRAINTS);
      constraints.push({ name, form: form.terms, relation, bound: -form.constant + 0 });
    };
    const name = label ?? `c${constraints.length + 1}`;
    add(first, signs[0], second, name);
    if (third !== undefined && signs[1] !== undefined) add(second, signs[1], third, `${name}_2`);
  };
  const list = (text: string): readonly string[] => {
    const names = text.split(/[\s,]+/).filter((name) => name !== '');
    for (const name of names) note({ terms: new Map([[name, 1]]), constant: 0 });
    return names;
  };
  for (const [index, piece] of pieces.entries()) {
    if (piece.section !== undefined) {
      if (open !== '') throw new ContentFault(`line ${piece.line}: a statement before it is not complete`);
      section = piece.section;
    }
    if (piece.text === '') continue;
    const found = OBJECTIVE.exec(piece.text);
    inPart(`line ${piece.line}`, () => {
      if (section === 'end') throw new ContentFault('there is text after the end');
      if (section === 'integers' || section === 'binaries' || section === 'free') {
        for (const name of list(piece.text)) {
          if (section !== 'free') integers.add(name);
          if (section === 'binaries') bounds.set(name, [0, 1]);
          if (section === 'free') bounds.set(name, [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]);
        }
        // lp_solve ends such a list with its statement.
        if (!hasHeadings) section = 'constraints';
        return;
      }
      if (direction === undefined && found !== null) {
        direction = found[1]?.toLowerCase();
        section = 'objective';
      }
      if (section === 'objective' && direction === undefined)
        throw new ContentFault('it must begin with what is maximised or minimised: max: 3x + 2y');
      const isFree = section === 'bounds' ? /^(\S+)\s+free$/i.exec(piece.text) : null;
      if (isFree?.[1] !== undefined) {
        list(isFree[1]);
        bounds.set(isFree[1], [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]);
        return;
      }
      open = open === '' ? piece.text : `${open} ${piece.text}`;
      const next = pieces[index + 1];
      const isOver = next === undefined || next.section !== undefined;
      const isHanging = /[-+*<>=:≤≥]\s*$/.test(open) && !isOver;
      if (section === 'objective') {
        // It goes on until something is compared.
        if (!isOver && !/[<>=≤≥]/.test(next.text.replace(/=>/g, '>'))) return;
        if (isHanging) return;
        objective = readForm(open.replace(OBJECTIVE, '').replace(/^\s*[^\s:]+\s*:/, ''));
        note(objective);
        section = 'constraints';
      } else {
        if ((!/[<>=≤≥]/.test(open) || isHanging) && !isOver) return;
        relate(open);
      }
      open = '';
    });
  }
  if (direction === undefined)
    throw new ContentFault('it must begin with what is maximised or minimised: max: 3x + 2y');
  return { isMaximum: direction === 'max', objective, constraints, bounds, integers, variables: [...order] };
}

/** Also `inf`, `-infinity` and `1e30`, which mean no bound. */
function readBound(text: string): LinearForm {
  const [, sign, infinite] = /^\s*([-+]?)\s*(inf(?:inity)?|1e\+?30|∞)\s*$/i.exec(text) ?? [];
  if (infinite === undefined) return readForm(text);
  return { terms: new Map(), constant: sign === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY };
}

function narrow(bounds: Map<string, readonly [number, number]>, name: string, relation: Relation, value: number): void {
  const [lower, upper] = bounds.get(name) ?? [0, Number.POSITIVE_INFINITY];
  bounds.set(name, [relation === '<=' ? lower : value, relation === '>=' ? upper : value]);
}
