import { escapeXmlAttribute, escapeXmlText, NOT_XML } from '../xml/references.js';
import type { FormulaStep } from './read-formula.js';

/** How letters look: ECMA-376 part 1, 22.1.2.111 and 22.1.2.94. */
interface Look {
  readonly script?: string;
  readonly isBold?: boolean;
  readonly isUpright?: boolean;
}

/** A part of a formula, written when the looks around it are known. */
interface Part {
  readonly write: (look: Look) => string;
  /** Of a symbol or text. */
  readonly text?: string;
  /** A sum or the like, which takes what follows it. */
  readonly large?: (operand: string, look: Look) => string;
  /** What is below and above it stands there, not beside it. */
  readonly hasLimits?: boolean;
  readonly mark?: 'align' | 'break';
  /** Of parts side by side. */
  readonly row?: readonly Part[];
}

/** Signs of sums and the like. */
export const LARGE = /^[∑∏∐∫∬∭∮∯∰⋃⋂⨆⨅⋁⋀⨁⨂⨀⨄]$/u;
const INTEGRAL = /^[∫∬∭∮∯∰]$/u;
const LIMITS: ReadonlySet<string> = new Set([
  'lim',
  'liminf',
  'limsup',
  'max',
  'min',
  'sup',
  'inf',
  'det',
  'gcd',
  'Pr',
]);
const SPELLED: ReadonlyMap<string, string> = new Map([
  ['thin', '\u2009'],
  ['med', '\u2005'],
  ['thick', '\u2004'],
  ['quad', '\u2003'],
  ['wide', '\u2003\u2003'],
  ['liminf', 'lim inf'],
  ['limsup', 'lim sup'],
  ['dif', 'd'],
  ['Dif', 'D'],
]);
const SCRIPTS: ReadonlyMap<string, string> = new Map([
  ['cal', 'script'],
  ['frak', 'fraktur'],
  ['bb', 'double-struck'],
  ['sans', 'sans-serif'],
  ['mono', 'monospace'],
  ['serif', 'roman'],
]);
const GROUPS: ReadonlyMap<string, readonly [character: string, position: 'top' | 'bot']> = new Map([
  ['overbrace', ['⏞', 'top']],
  ['underbrace', ['⏟', 'bot']],
  ['overbracket', ['⎴', 'top']],
  ['underbracket', ['⎵', 'bot']],
  ['overparen', ['⏜', 'top']],
  ['underparen', ['⏝', 'bot']],
]);

const UNWRITABLE = new RegExp(NOT_XML.source, 'gu');

const inside = (name: string, xml: string): string => `<m:${name}>${xml}</m:${name}>`;
const value = (name: string, text: string): string =>
  `<m:${name} m:val="${escapeXmlAttribute(text.replace(UNWRITABLE, ''))}"/>`;

function run(text: string, { script, isBold = false, isUpright = false }: Look, isWords = false): string {
  const style = isBold ? (isUpright ? 'b' : 'bi') : isUpright ? 'p' : '';
  const properties = isWords
    ? '<m:nor/>'
    : `${script === undefined ? '' : value('scr', script)}${style === '' ? '' : value('sty', style)}`;
  return inside(
    'r',
    `${properties === '' ? '' : inside('rPr', properties)}<m:t xml:space="preserve">${escapeXmlText(text.replace(UNWRITABLE, ''))}</m:t>`,
  );
}

const delimited = (open: string, close: string, xml: string): string =>
  inside('d', `${inside('dPr', `${value('begChr', open)}${value('endChr', close)}`)}${inside('e', xml)}`);

/** Parts side by side: with marks for lines and alignment, a matrix whose columns are aligned to them. */
function written(parts: readonly Part[], look: Look): string {
  const rows = divided(parts, 'break').map((row) => divided(row, 'align'));
  const columns = Math.max(...rows.map(({ length }) => length));
  if (rows.length === 1 && columns === 1) return line(parts, look);
  return gridXml(rows, columns, (i) => (i % 2 === 0 && columns > 1 ? 'right' : 'left'), look);
}

function divided(parts: readonly Part[], mark: 'align' | 'break'): Part[][] {
  const divisions: Part[][] = [[]];
  for (const part of parts) {
    if (part.mark === mark) divisions.push([]);
    else divisions.at(-1)?.push(part);
  }
  return divisions;
}

/** From the last part on, so that each sum takes what follows it. */
function line(parts: readonly Part[], look: Look): string {
  let pieces: string[] = [];
  for (const part of parts.toReversed()) {
    const [operand = '', ...rest] = pieces;
    const xml = part.large === undefined ? part.write(look) : part.large(operand, look);
    if (part.large !== undefined) pieces = [xml, ...rest];
    else if (xml !== '') pieces.unshift(xml);
  }
  return pieces.join('');
}

function gridXml(
  rows: readonly (readonly (readonly Part[])[])[],
  columns: number,
  alignmentOf: (column: number) => string,
  look: Look,
): string {
  const kinds = Array.from({ length: columns }, (_, i) =>
    inside('mc', inside('mcPr', `${value('count', '1')}${value('mcJc', alignmentOf(i))}`)),
  );
  const lines = rows.map((row) => {
    const cells = Array.from({ length: columns }, (_, i) => inside('e', written(row[i] ?? [], look)));
    return inside('mr', cells.join(''));
  });
  return inside('m', `${inside('mPr', inside('mcs', kinds.join('')))}${lines.join('')}`);
}

/** Steps of a formula as `m:oMath` of Office Math (ECMA-376 part 1, 22.1); `undefined` for one that has a step too few. */
export function officeMath(steps: readonly FormulaStep[]): string | undefined {
  const stack: Part[] = [];
  for (const step of steps) {
    const count = taken(step);
    if (count > stack.length) return undefined;
    stack.push(partOf(step, stack.splice(stack.length - count, count)));
  }
  return inside('oMath', written(stack, {}));
}

function taken(step: FormulaStep): number {
  switch (step[0]) {
    case 'row':
    case 'fence':
      return step[1];
    case 'call':
      return step[2];
    case 'matrix':
      return step[1] * step[2];
    case 'fraction':
      return 2;
    case 'accent':
    case 'class':
      return 1;
    case 'attach':
      return 1 + Number(step[1]) + Number(step[2]);
    default:
      return 0;
  }
}

const NOTHING: Part = { write: () => '' };
const e = (part: Part | undefined, look: Look, name = 'e'): string =>
  inside(name, written(part === undefined ? [] : [part], look));

function partOf(step: FormulaStep, parts: readonly Part[]): Part {
  const [first = NOTHING, second] = parts;
  switch (step[0]) {
    case 'symbol':
      return symbolPart(step[1]);
    case 'text': {
      const [, text] = step;
      const isWords = /\p{L}/u.test(text);
      return { write: (look) => run(text, look, isWords), text };
    }
    case 'named':
      return {
        write: (look) => run(SPELLED.get(step[1]) ?? step[1], { ...look, isUpright: true }),
        hasLimits: LIMITS.has(step[1]),
      };
    case 'op':
      return { write: (look) => run(step[1], { ...look, isUpright: true }), hasLimits: step[2] };
    case 'align':
    case 'break':
      return { ...NOTHING, mark: step[0] };
    case 'space':
    case 'back':
      return NOTHING;
    case 'row':
      return { write: (look) => written(parts, look), row: parts };
    case 'fence': {
      const [open, content, close] = parts;
      return { write: (look) => delimited(open?.text ?? '', close?.text ?? '', written([content ?? NOTHING], look)) };
    }
    case 'fraction':
      return { write: (look) => inside('f', `${e(first, look, 'num')}${e(second, look, 'den')}`) };
    case 'accent':
      return { write: (look) => inside('acc', `${inside('accPr', value('chr', step[1]))}${e(first, look)}`) };
    case 'class':
      return first;
    case 'attach':
      return attached(first, step[1] ? second : undefined, step[2] ? parts.at(-1) : undefined, step[3]);
    case 'call':
      return called(step[1], parts);
    case 'matrix': {
      const [, rows, columns, delimiter, alignment] = step;
      const closing = { '(': ')', '[': ']', '{': '}' }[delimiter] ?? delimiter;
      return {
        write: (look) => {
          const cells = Array.from({ length: rows }, (_, r) =>
            parts.slice(r * columns, (r + 1) * columns).map((part) => [part]),
          );
          const matrix = gridXml(cells, columns, () => alignment, look);
          return delimiter === 'none' ? matrix : delimited(delimiter, closing, matrix);
        },
      };
    }
  }
}

function symbolPart(text: string): Part {
  const write = (look: Look): string => run(text, look);
  return LARGE.test(text) ? { write, text, large: (operand) => nary(text, '', '', operand) } : { write, text };
}

function nary(character: string, below: string, above: string, operand: string): string {
  const place = INTEGRAL.test(character) ? 'subSup' : 'undOvr';
  const hidden = `${below === '' ? value('subHide', '1') : ''}${above === '' ? value('supHide', '1') : ''}`;
  return inside(
    'nary',
    `${inside('naryPr', `${value('chr', character)}${value('limLoc', place)}${hidden}`)}${inside('sub', below)}${inside('sup', above)}${inside('e', operand)}`,
  );
}

function attached(base: Part, below: Part | undefined, above: Part | undefined, primes: number): Part {
  const sub = (look: Look): string => (below === undefined ? '' : written([below], look));
  const sup = (look: Look): string =>
    `${primes === 0 ? '' : run('′'.repeat(primes), look)}${above === undefined ? '' : written([above], look)}`;
  const { text = '' } = base;
  if (LARGE.test(text)) {
    const large = (operand: string, look: Look): string => nary(text, sub(look), sup(look), operand);
    return { write: (look) => large('', look), large };
  }
  const hasBelow = below !== undefined;
  const hasAbove = above !== undefined || primes > 0;
  if (base.hasLimits === true) {
    const lower = (look: Look): string =>
      hasBelow ? inside('limLow', `${e(base, look)}${inside('lim', sub(look))}`) : base.write(look);
    return {
      write: (look) =>
        hasAbove ? inside('limUpp', `${inside('e', lower(look))}${inside('lim', sup(look))}`) : lower(look),
    };
  }
  return {
    write: (look) => {
      if (hasBelow && hasAbove)
        return inside('sSubSup', `${e(base, look)}${inside('sub', sub(look))}${inside('sup', sup(look))}`);
      return hasBelow
        ? inside('sSub', `${e(base, look)}${inside('sub', sub(look))}`)
        : inside('sSup', `${e(base, look)}${inside('sup', sup(look))}`);
    },
  };
}

function called(name: string, parts: readonly Part[]): Part {
  const [first = NOTHING, second] = parts;
  const script = SCRIPTS.get(name);
  if (script !== undefined) return { write: (look) => first.write({ ...look, script }) };
  const group = GROUPS.get(name);
  if (group !== undefined) return grouped(first, second, ...group);
  switch (name) {
    case 'upright':
      return { ...first, write: (look) => first.write({ ...look, isUpright: true }) };
    case 'italic':
      return { write: (look) => first.write({ ...look, isUpright: false }) };
    case 'bold':
      return { write: (look) => first.write({ ...look, isBold: true }) };
    case 'frac':
      return { write: (look) => inside('f', `${e(first, look, 'num')}${e(second, look, 'den')}`) };
    case 'binom': {
      const bare = (look: Look): string =>
        inside('f', `${inside('fPr', value('type', 'noBar'))}${e(first, look, 'num')}${e(second, look, 'den')}`);
      return { write: (look) => delimited('(', ')', bare(look)) };
    }
    case 'sqrt':
      return {
        write: (look) => inside('rad', `${inside('radPr', value('degHide', '1'))}<m:deg/>${e(first, look)}`),
      };
    case 'root':
      return { write: (look) => inside('rad', `${e(first, look, 'deg')}${e(second, look)}`) };
    case 'abs':
      return { write: (look) => delimited('|', '|', written([first], look)) };
    case 'norm':
      return { write: (look) => delimited('‖', '‖', written([first], look)) };
    case 'round':
      return { write: (look) => delimited('⌊', '⌉', written([first], look)) };
    case 'overline':
    case 'underline': {
      const place = value('pos', name === 'overline' ? 'top' : 'bot');
      return { write: (look) => inside('bar', `${inside('barPr', place)}${e(first, look)}`) };
    }
    case 'cancel': {
      const hidden = ['Top', 'Bot', 'Left', 'Right'].map((side) => value(`hide${side}`, '1')).join('');
      const properties = inside('borderBoxPr', `${hidden}${value('strikeBLTR', '1')}`);
      return { write: (look) => inside('borderBox', `${properties}${e(first, look)}`) };
    }
    case 'vec':
      return {
        write: (look) =>
          delimited(
            '(',
            ')',
            gridXml(
              parts.map((part) => [[part]]),
              1,
              () => 'center',
              look,
            ),
          ),
      };
    case 'cases': {
      const rows = parts.map((part) => divided(part.row ?? [part], 'align'));
      const columns = Math.max(...rows.map(({ length }) => length));
      return {
        write: (look) =>
          delimited(
            '{',
            '',
            gridXml(rows, columns, () => 'left', look),
          ),
      };
    }
    case 'limits':
      return { ...first, hasLimits: true };
    default:
      // What is about sizes and the places of scripts: Word decides.
      return first;
  }
}

function grouped(base: Part, note: Part | undefined, character: string, position: 'top' | 'bot'): Part {
  const properties = inside(
    'groupChrPr',
    `${value('chr', character)}${value('pos', position)}${value('vertJc', position === 'top' ? 'bot' : 'top')}`,
  );
  const group = (look: Look): string => inside('groupChr', `${properties}${e(base, look)}`);
  if (note === undefined) return { write: group };
  const name = position === 'top' ? 'limUpp' : 'limLow';
  return { write: (look) => inside(name, `${inside('e', group(look))}${e(note, look, 'lim')}`) };
}
