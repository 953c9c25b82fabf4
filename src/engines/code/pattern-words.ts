import { type AST, capturingGroups } from './pattern-syntax.js';

/** One part of a pattern in words. Parts inside it follow, one level deeper. */
export interface PatternPart {
  readonly part: string;
  readonly kind: string;
  /** In UTF-16 units of the pattern. */
  readonly start: number;
  readonly end: number;
  readonly depth: number;
  readonly meaning: string;
}

const CONTROL: Readonly<Record<number, string>> = {
  0: 'a null character',
  8: 'a backspace',
  9: 'a tab',
  10: 'a line feed',
  11: 'a vertical tab',
  12: 'a form feed',
  13: 'a carriage return',
  32: 'a space',
  160: 'a no-break space',
};

function characterWords(value: number): string {
  const known = CONTROL[value];
  if (known !== undefined) return known;
  const character = String.fromCodePoint(value);
  const code = `U+${value.toString(16).toUpperCase().padStart(4, '0')}`;
  return /[\p{C}\p{Z}\p{M}]/u.test(character) ? code : `"${character}"`;
}

const SETS = {
  digit: ['a digit 0 to 9', 'anything but a digit 0 to 9'],
  word: ['a letter a to z, a digit or an underscore', 'anything but a letter a to z, a digit or an underscore'],
  space: ['white space', 'anything but white space'],
} as const;

/** `;` between the parts of a set, `or` before the last. */
const either = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} or ${parts.at(-1)}`;

const counted = (value: number, noun: string): string => `${value} ${noun}${value === 1 ? '' : 's'}`;

function repetitionWords({ min, max, greedy }: Pick<AST.Quantifier, 'min' | 'max' | 'greedy'>): string {
  const most = max === Number.POSITIVE_INFINITY;
  const times =
    min === max
      ? `exactly ${counted(min, 'time')}`
      : min === 0 && max === 1
        ? 'once or not at all'
        : most
          ? min === 0
            ? 'any number of times, or not at all'
            : min === 1
              ? 'once or more'
              : `${min} times or more`
          : min === 0
            ? `up to ${counted(max, 'time')}`
            : `${min} to ${max} times`;
  if (min === max) return times;
  return `${times}, ${greedy ? 'as often as possible' : 'as rarely as possible'}`;
}

type SetElement = AST.CharacterClassElement | AST.ExpressionCharacterClass['expression'] | AST.ClassSetOperand;

function setWords(element: SetElement, flags: string): string {
  switch (element.type) {
    case 'Character':
      return characterWords(element.value);
    case 'CharacterClassRange':
      return `${characterWords(element.min.value)} to ${characterWords(element.max.value)}`;
    case 'CharacterSet':
      return characterSetWords(element, flags);
    case 'ClassStringDisjunction':
      return either(element.alternatives.map(({ raw }) => `the text "${raw}"`));
    case 'ClassIntersection':
      return `${setWords(element.left, flags)}, where it is ${setWords(element.right, flags)}, too`;
    case 'ClassSubtraction':
      return `${setWords(element.left, flags)}, without ${setWords(element.right, flags)}`;
    case 'ExpressionCharacterClass':
      return element.negate
        ? `anything but ${setWords(element.expression, flags)}`
        : setWords(element.expression, flags);
    case 'CharacterClass':
      return classWords(element, flags);
  }
}

function classWords({ elements, negate }: AST.CharacterClass, flags: string): string {
  if (elements.length === 0) return negate ? 'any character, line breaks too' : 'nothing: it never matches';
  const words = either([...new Set((elements as SetElement[]).map((element) => setWords(element, flags)))]);
  return negate ? `any character but ${words}` : words;
}

function characterSetWords(set: AST.CharacterSet, flags: string): string {
  if (set.kind === 'any')
    return flags.includes('s') ? 'any character, line breaks too' : 'any character but a line break';
  if (set.kind !== 'property') return SETS[set.kind][set.negate ? 1 : 0];
  const what = set.value === null ? set.key : `${set.key} = ${set.value}`;
  return `a character ${set.negate ? 'without' : 'with'} the Unicode property ${what}`;
}

function meaningOf(node: AST.Element, flags: string, groups: readonly AST.CapturingGroup[]): string {
  switch (node.type) {
    case 'Character':
      return `the character ${characterWords(node.value)}`;
    case 'CharacterSet':
      return characterSetWords(node, flags);
    case 'CharacterClass':
      return `one character: ${classWords(node, flags)}`;
    case 'ExpressionCharacterClass':
      return `one character: ${setWords(node, flags)}`;
    case 'CapturingGroup': {
      const number = `group ${groups.indexOf(node) + 1}`;
      return `${node.name === null ? number : `${number}, named "${node.name}"`}, which keeps what it matches`;
    }
    case 'Group':
      return node.modifiers === null ? 'a group that keeps nothing' : `a group with ${modifierWords(node.modifiers)}`;
    case 'Backreference': {
      const { resolved } = node;
      const numbers = [resolved].flat().map((group) => `group ${groups.indexOf(group) + 1}`);
      return `the same text again that ${either(numbers)} has matched`;
    }
    case 'Quantifier':
      return repetitionWords(node);
    case 'Assertion':
      return assertionWords(node, flags);
  }
}

function modifierWords({ add, remove }: AST.Modifiers): string {
  const [on, off] = [add?.raw ?? '', remove?.raw ?? ''];
  return [on === '' ? [] : [`flag ${on} on`], off === '' ? [] : [`flag ${off} off`]].flat().join(' and ');
}

function assertionWords(node: AST.Assertion, flags: string): string {
  switch (node.kind) {
    case 'start':
      return flags.includes('m') ? 'the start of a line' : 'the start of the text';
    case 'end':
      return flags.includes('m') ? 'the end of a line' : 'the end of the text';
    case 'word':
      return node.negate ? 'not at the edge of a word' : 'the edge of a word';
    default: {
      const side = node.kind === 'lookahead' ? 'what follows' : 'what comes before';
      return `${side} must ${node.negate ? 'not ' : ''}match the following, and is not part of the match`;
    }
  }
}

const KINDS: Readonly<Record<string, string>> = {
  Character: 'text',
  CharacterSet: 'set',
  CharacterClass: 'set',
  ExpressionCharacterClass: 'set',
  CapturingGroup: 'capturing group',
  Group: 'group',
  Backreference: 'back-reference',
  Quantifier: 'repetition',
  Assertion: 'assertion',
};

/** Explains a pattern part by part, from left to right; characters in a row are one part. `flags` say what `.`, `^` and `$` mean. */
export function patternParts(pattern: AST.Pattern, flags: string): PatternPart[] {
  const groups = capturingGroups(pattern);
  const parts: PatternPart[] = [];
  const add = (node: AST.Node, kind: string, depth: number, meaning: string, end = node.end): void =>
    void parts.push({ part: pattern.raw.slice(node.start, end), kind, start: node.start, end, depth, meaning });
  const explainAll = (alternatives: readonly AST.Alternative[], depth: number): void => {
    if (alternatives.length === 1) {
      explainSequence(alternatives[0]?.elements ?? [], depth);
      return;
    }
    for (const [index, alternative] of alternatives.entries()) {
      const empty = alternative.elements.length === 0 ? ', which is empty' : '';
      add(alternative, 'alternative', depth, `${index === 0 ? 'either' : 'or'} alternative ${index + 1}${empty}`);
      explainSequence(alternative.elements, depth + 1);
    }
  };
  const explainSequence = (elements: readonly AST.Element[], depth: number): void => {
    for (let index = 0; index < elements.length; index++) {
      const element = elements[index] as AST.Element;
      if (element.type !== 'Character') {
        explain(element, depth);
        continue;
      }
      const run = elements.slice(index);
      const length = run.findIndex(({ type }) => type !== 'Character');
      const characters = (length < 0 ? run : run.slice(0, length)) as AST.Character[];
      const isPlain = characters.every(({ value }) => /[^\p{C}\p{Z}\p{M}]| /u.test(String.fromCodePoint(value)));
      if (characters.length === 1 || !isPlain) {
        explain(element, depth);
        continue;
      }
      const text = characters.map(({ value }) => String.fromCodePoint(value)).join('');
      add(element, 'text', depth, `the text "${text}"`, characters.at(-1)?.end);
      index += characters.length - 1;
    }
  };
  const explain = (node: AST.Element, depth: number): void => {
    const meaning = meaningOf(node, flags, groups);
    add(node, KINDS[node.type] ?? '', depth, meaning);
    if (node.type === 'Quantifier') explain(node.element, depth + 1);
    else if ('alternatives' in node) explainAll(node.alternatives, depth + 1);
  };
  explainAll(pattern.alternatives, 0);
  return parts;
}
