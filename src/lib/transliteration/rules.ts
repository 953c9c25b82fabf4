/**
 * Transliteration by rules of CLDR (UTS #35, part 2): passes over a run of text, each of rules tried in order at every place. A rule
 * sees what is before it as it was written already, and what follows as it was.
 */
import { segmentText } from '../unicode/text-segments.js';
import { CLASSES, TRANSFORMS } from './rules.data.js';

interface Step {
  readonly filter: string;
  /** Name of a built-in step or of a transform. */
  readonly what?: string;
  /** One rule per line: `=key, text`, `*characters, text`, or first, before, key, after, text and text that is read again. */
  readonly rules?: string;
}

export interface Transform {
  readonly filter: string;
  readonly steps: readonly Step[];
}

/** Stands for the start and the end of the text, as in ICU. */
const EDGE = '\uffff';
/** How far a rule sees: the longest of CLDR sees nine letters; runs of marks can be longer. */
const SIGHT = 24;

interface Rule {
  readonly order: number;
  readonly key: RegExp | string;
  readonly text: string;
  readonly again: string;
  readonly groups: boolean;
}

interface RuleSet {
  readonly plain: ReadonlyMap<string, readonly Rule[]>;
  readonly others: readonly (Rule & { readonly first: RegExp | undefined })[];
  /** Rules that may apply where a character stands, in order. */
  readonly known: Map<string, readonly Rule[]>;
}

/** A run in Latin letters; `before` is what was written before it, `after` what follows, a few characters of each. */
export type Pass = (before: string, run: string, after: string) => string;

const classed = (pattern: string): string => pattern.replace(/@(\d+);/g, (_, number) => CLASSES[Number(number)] ?? '');

function readRules(lines: string): RuleSet {
  const plain = new Map<string, Rule[]>();
  const others: (Rule & { first: RegExp | undefined })[] = [];
  for (const [order, line] of lines.split('\n').entries()) {
    const fields = line.split('\t');
    if (line.startsWith('=') || line.startsWith('*')) {
      const [left = '', text = ''] = [fields[0]?.slice(1), fields[1]];
      for (const key of line.startsWith('=') ? [left] : left) {
        const start = String.fromCodePoint(key.codePointAt(0) ?? 0);
        const rules = plain.get(start) ?? [];
        rules.push({ order, key, text, again: '', groups: false });
        plain.set(start, rules);
      }
      continue;
    }
    const [first = '', before = '', key = '', after = '', text = '', again = ''] = fields.map(classed);
    const source = `${before && `(?<=${before})`}${key}${after && `(?=${after})`}`;
    const starts = first === '' ? undefined : new RegExp(`^${first}`, 'u');
    others.push({
      order,
      key: new RegExp(source, 'uy'),
      text,
      again,
      groups: /[\ufdd0-\ufdd9]/.test(text + again),
      first: starts,
    });
  }
  return { plain, others, known: new Map() };
}

function rulesAt({ plain, others, known }: RuleSet, character: string): readonly Rule[] {
  const found = known.get(character);
  if (found !== undefined) return found;
  const made: readonly Rule[] = [
    ...(plain.get(character) ?? []),
    ...others.filter(({ first }) => first?.test(character) ?? true),
  ].toSorted((a, b) => a.order - b.order);
  known.set(character, made);
  return made;
}

const filled = (text: string, found: readonly string[]): string =>
  text.replace(/[\ufdd0-\ufdd9]/g, (mark) => found[mark.charCodeAt(0) - 0xfdd0] ?? '');

interface Hit {
  readonly length: number;
  readonly text: string;
  readonly again: string;
}

/** The first rule that matches at `at` of `view`; its key ends before `end`. */
function hitAt(rules: readonly Rule[], view: string, at: number, end: number): Hit | undefined {
  for (const { key, text, again, groups } of rules) {
    if (typeof key === 'string') {
      if (at + key.length <= end && view.startsWith(key, at)) return { length: key.length, text, again };
      continue;
    }
    key.lastIndex = at;
    const found = key.exec(view);
    if (found === null || at + found[0].length > end) continue;
    if (!groups) return { length: found[0].length, text, again };
    return { length: found[0].length, text: filled(text, found), again: filled(again, found) };
  }
  return undefined;
}

/** The last characters of a text, not from the middle of a pair. */
function lastOf(text: string): string {
  const tail = text.slice(-SIGHT);
  return /^[\udc00-\udfff]/.test(tail) ? tail.slice(1) : tail;
}

const firstOf = (text: string): string => text.slice(0, SIGHT).replace(/[\ud800-\udbff]$/, '');

function applyRules(set: RuleSet, before: string, run: string, after: string): string {
  const behind = after === '' ? EDGE : firstOf(after);
  const done: string[] = [];
  let tail = before === '' ? EDGE : lastOf(before);
  /** What a rule wrote that is read again, before the rest. */
  let again = '';
  let at = 0;
  for (let budget = 16 * (run.length + 1); (again !== '' || at < run.length) && budget > 0; budget--) {
    const character = String.fromCodePoint((again === '' ? run.codePointAt(at) : again.codePointAt(0)) ?? 0);
    const rules = rulesAt(set, character);
    let hit: Hit | undefined;
    if (rules.length > 0) {
      const rest = again + run.slice(at, at + SIGHT);
      const view = at + SIGHT < run.length ? tail + rest : tail + rest + behind;
      hit = hitAt(rules, view, tail.length, tail.length + rest.length);
    }
    const { length, text, again: next } = hit ?? { length: character.length, text: character, again: '' };
    done.push(text);
    tail = lastOf(tail + text);
    const fromAgain = Math.min(length, again.length);
    at += length - fromAgain;
    again = next + again.slice(fromAgain);
  }
  return done.join('') + again + run.slice(at);
}

const isLetter = /^[\p{L}\p{M}]$/u;

/** A space between words that are not divided: Thai. */
function breakWords(run: string): string {
  const pieces: string[] = [];
  let previous = '';
  for (const { start, end } of segmentText(run, 'word', 'th')) {
    if (isLetter.test(previous) && isLetter.test(run.charAt(start))) pieces.push(' ');
    pieces.push(run.slice(start, end));
    previous = run.charAt(end - 1);
  }
  return pieces.join('');
}

const BUILT_IN: Readonly<Record<string, (run: string) => string>> = {
  nfc: (run) => run.normalize('NFC'),
  nfd: (run) => run.normalize('NFD'),
  nfkc: (run) => run.normalize('NFKC'),
  nfkd: (run) => run.normalize('NFKD'),
  lower: (run) => run.toLowerCase(),
  'any-breakinternal': breakWords,
};

/** Runs the pass over each run of characters of the filter; the others stay. */
function filtered(filter: string, pass: Pass): Pass {
  if (filter === '') return pass;
  const one = new RegExp(`(?:${classed(filter)})+`, 'gu');
  return (before, run, after) => {
    const done: string[] = [];
    let tail = before;
    let from = 0;
    for (const { 0: part, index } of run.matchAll(one)) {
      const end = index + part.length;
      done.push(run.slice(from, index));
      const written = pass(lastOf(tail + run.slice(from, index)), part, firstOf(run.slice(end, end + SIGHT) + after));
      done.push(written);
      tail = lastOf(tail + run.slice(from, index) + written);
      from = end;
    }
    return done.join('') + run.slice(from);
  };
}

const passes = new Map<string, Pass>();

function passOf({ filter, what, rules }: Step): Pass {
  if (rules !== undefined) {
    const set = readRules(rules);
    return filtered(filter, (before, run, after) => applyRules(set, before, run, after));
  }
  const simple = BUILT_IN[what ?? ''];
  return filtered(filter, simple === undefined ? transformPass(what ?? '') : (_, run) => simple(run));
}

/** A transform by its name in CLDR. */
export function transformPass(name: string): Pass {
  const known = passes.get(name);
  if (known !== undefined) return known;
  const { filter, steps } = TRANSFORMS[name] ?? { filter: '', steps: [] };
  const made = steps.map(passOf);
  const pass = filtered(filter, (before, run, after) => made.reduce((text, step) => step(before, text, after), run));
  passes.set(name, pass);
  return pass;
}
