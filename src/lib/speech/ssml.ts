import { ContentFault } from '../faults.js';
import { attributeOf, localName } from '../xml/content.js';
import { cdataContent, type XmlElement, type XmlNode } from '../xml/nodes.js';
import { resolveReferences } from '../xml/references.js';
import type { SpeechPart } from './spoken.js';

/** What is read of SSML 1.1: the parts in order, and what was passed over. */
export interface SsmlReading {
  readonly parts: readonly SpeechPart[];
  readonly warnings: readonly string[];
}

type Manner = Pick<SpeechPart, 'speed' | 'semitones' | 'decibels'>;

const SPEEDS: Readonly<Record<string, number>> = {
  'x-slow': 0.5,
  slow: 0.75,
  medium: 1,
  default: 1,
  fast: 1.4,
  'x-fast': 2,
};
const PITCHES: Readonly<Record<string, number>> = {
  'x-low': -8,
  low: -4,
  medium: 0,
  default: 0,
  high: 4,
  'x-high': 8,
};
const VOLUMES: Readonly<Record<string, number>> = {
  silent: -100,
  'x-soft': -12,
  soft: -6,
  medium: 0,
  default: 0,
  loud: 4,
  'x-loud': 8,
};
const BREAKS: Readonly<Record<string, number>> = {
  none: 0,
  'x-weak': 0.1,
  weak: 0.2,
  medium: 0.4,
  strong: 0.8,
  'x-strong': 1.2,
};
const EMPHASES: Readonly<Record<string, Manner>> = {
  strong: { speed: 0.85, semitones: 2, decibels: 3 },
  moderate: { speed: 0.92, semitones: 1, decibels: 1.5 },
  reduced: { speed: 1.1, semitones: -1, decibels: -2 },
  none: { speed: 1, semitones: 0, decibels: 0 },
};

const MAX_BREAK_SECONDS = 10;
const SENTENCE_PAUSE = 0.2;
const PARAGRAPH_PAUSE = 0.5;

/** Elements whose text is spoken as it is. */
const PLAIN = new Set(['speak', 'voice', 'w', 'token', 'lang', 'phoneme', 'audio', 'mark']);

/** Elements that say nothing. */
const SILENT = new Set(['metadata', 'meta', 'lexicon', 'desc']);

const within = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);

/** Reads a document. Throws ContentFault where a value is not one that SSML has. */
export function readSsml(text: string, root: XmlElement): SsmlReading {
  if (localName(root.name) !== 'speak')
    throw ContentFault.at(text, root.start, `the root element must be <speak>, got <${root.name.slice(0, 40)}>`);
  const reader = new SsmlReader(text);
  reader.readElement(root, { speed: 1, semitones: 0, decibels: 0 });
  return { parts: reader.parts, warnings: [...reader.warnings] };
}

class SsmlReader {
  readonly parts: SpeechPart[] = [];
  readonly warnings = new Set<string>();
  constructor(private readonly text: string) {}

  /** Documents are nested at most 1,000 deep: that is what the stack carries. */
  readElement(element: XmlElement, manner: Manner): void {
    const name = localName(element.name);
    if (name === 'break') this.#pause(this.#breakSeconds(element));
    else if (name === 'sub') this.#say(attributeOf(element, 'alias') ?? plainText(element), manner);
    else if (name === 'say-as') this.#say(sayAs(plainText(element), attributeOf(element, 'interpret-as')), manner);
    else if (!SILENT.has(name)) this.#readInside(element, name, manner);
  }

  #readInside(element: XmlElement, name: string, manner: Manner): void {
    const inside = this.#mannerOf(element, name, manner);
    for (const child of element.children) {
      if (child.kind === 'element') this.readElement(child, inside);
      else this.#say(ownText(child), inside);
    }
    if (name === 's') this.#pause(SENTENCE_PAUSE);
    if (name === 'p') this.#pause(PARAGRAPH_PAUSE);
  }

  #mannerOf(element: XmlElement, name: string, manner: Manner): Manner {
    if (name === 'prosody') return this.#prosody(element, manner);
    if (name === 'emphasis') {
      const level = attributeOf(element, 'level') ?? 'moderate';
      const change = Object.hasOwn(EMPHASES, level) ? EMPHASES[level] : undefined;
      if (change === undefined) throw this.#fault(element, 'level', level);
      return {
        speed: manner.speed * change.speed,
        semitones: manner.semitones + change.semitones,
        decibels: manner.decibels + change.decibels,
      };
    }
    const isKnown = PLAIN.has(name) || name === 'p' || name === 's';
    if (!isKnown || ['voice', 'lang', 'phoneme', 'audio'].includes(name))
      this.#warn(`Element <${name.slice(0, 40)}> has no effect; its text is read`);
    return manner;
  }

  #prosody(element: XmlElement, manner: Manner): Manner {
    let { speed, semitones, decibels } = manner;
    for (const { name } of element.attributes) {
      const value = (attributeOf(element, name) ?? '').trim();
      const read = { rate: speedOf, pitch: semitonesOf, volume: decibelsOf }[name];
      if (read === undefined) {
        this.#warn(`Attribute "${name.slice(0, 40)}" of <prosody> has no effect`);
        continue;
      }
      const change = read(value);
      if (change === undefined) throw this.#fault(element, name, value);
      if (name === 'rate') speed *= change;
      if (name === 'pitch') semitones += change;
      if (name === 'volume') decibels += change;
    }
    return {
      speed: within(speed, 0.25, 4),
      semitones: within(semitones, -24, 24),
      decibels: within(decibels, -100, 20),
    };
  }

  #breakSeconds(element: XmlElement): number {
    const time = attributeOf(element, 'time');
    if (time === undefined) {
      const strength = attributeOf(element, 'strength') ?? 'medium';
      const seconds = Object.hasOwn(BREAKS, strength) ? BREAKS[strength] : undefined;
      if (seconds === undefined) throw this.#fault(element, 'strength', strength);
      return seconds;
    }
    const [, amount, unit] = /^\s{0,9}\+?(\d{1,9}(?:\.\d{1,9})?|\.\d{1,9})(ms|s)\s{0,9}$/.exec(time) ?? [];
    if (amount === undefined) throw this.#fault(element, 'time', time);
    const seconds = Number(amount) / (unit === 'ms' ? 1000 : 1);
    if (seconds > MAX_BREAK_SECONDS) this.#warn(`Breaks are at most ${MAX_BREAK_SECONDS} s long`);
    return Math.min(seconds, MAX_BREAK_SECONDS);
  }

  #say(text: string, manner: Manner): void {
    const last = this.parts.at(-1);
    if (last !== undefined && last.pause === 0 && isSame(last, manner))
      this.parts[this.parts.length - 1] = { ...last, text: last.text + text };
    else if (text.trim() !== '') this.parts.push({ text, ...manner, pause: 0 });
  }

  #pause(seconds: number): void {
    if (seconds === 0) return;
    const last = this.parts.at(-1);
    if (last === undefined) this.parts.push({ text: '', speed: 1, semitones: 0, decibels: 0, pause: seconds });
    else this.parts[this.parts.length - 1] = { ...last, pause: last.pause + seconds };
  }

  #warn(warning: string): void {
    if (this.warnings.size < 20) this.warnings.add(warning);
  }

  #fault({ name, start }: XmlElement, attribute: string, value: string): ContentFault {
    const what = `<${name.slice(0, 40)}> has no ${attribute} "${value.slice(0, 40)}"`;
    return ContentFault.at(this.text, start, what);
  }
}

const isSame = (one: Manner, other: Manner): boolean =>
  one.speed === other.speed && one.semitones === other.semitones && one.decibels === other.decibels;

function ownText(node: XmlNode): string {
  if (node.kind === 'cdata') return cdataContent(node);
  if (node.kind !== 'text') return '';
  return resolveReferences(node.raw, (entity) => {
    throw new ContentFault(`it refers to the entity "${entity.slice(0, 40)}", which is not expanded`);
  });
}

function plainText(element: XmlElement): string {
  return element.children.map((child) => (child.kind === 'element' ? plainText(child) : ownText(child))).join('');
}

/** Letters or digits one by one; everything else engines read by themselves. */
function sayAs(text: string, kind: string | undefined): string {
  if (kind === 'characters' || kind === 'spell-out' || kind === 'verbatim')
    return [...text].filter((letter) => letter.trim() !== '').join(', ');
  if (kind === 'digits' || kind === 'telephone') return text.replace(/\d(?=\d)/g, '$& ').replace(/[-/().]{1,9}/g, ', ');
  if (kind === 'ordinal') return text.replace(/^\s{0,99}(\d{1,15})\s{0,99}$/, (_, digits: string) => ordinal(digits));
  return text;
}

function ordinal(digits: string): string {
  const isTeen = /1\d$/.test(digits);
  const ending = isTeen ? 'th' : ({ 1: 'st', 2: 'nd', 3: 'rd' }[digits.slice(-1)] ?? 'th');
  return `${digits}${ending}`;
}

const named = (names: Readonly<Record<string, number>>, value: string): number | undefined =>
  Object.hasOwn(names, value) ? names[value] : undefined;

const factorOf = (value: string): number | undefined => {
  const [, sign, amount] = /^([+-]?)(\d{1,6}(?:\.\d{1,6})?)%$/.exec(value) ?? [];
  if (amount === undefined) return undefined;
  const share = Number(amount) / 100;
  return sign === '' ? share : sign === '+' ? 1 + share : 1 - share;
};

function speedOf(value: string): number | undefined {
  const factor =
    named(SPEEDS, value) ?? factorOf(value) ?? (/^\d{1,3}(?:\.\d{1,6})?$/.test(value) ? Number(value) : undefined);
  return factor === undefined ? undefined : within(factor, 0.25, 4);
}

function semitonesOf(value: string): number | undefined {
  const [, steps] = /^([+-]?\d{1,3}(?:\.\d{1,6})?)st$/.exec(value) ?? [];
  if (steps !== undefined) return Number(steps);
  const factor = named(PITCHES, value) === undefined ? factorOf(value) : undefined;
  return factor === undefined ? named(PITCHES, value) : 12 * Math.log2(within(factor, 0.25, 4));
}

function decibelsOf(value: string): number | undefined {
  const [, amount] = /^([+-]?\d{1,3}(?:\.\d{1,6})?)dB$/.exec(value) ?? [];
  if (amount !== undefined) return Number(amount);
  if (/^\d{1,3}(?:\.\d{1,6})?$/.test(value)) return within(20 * Math.log10(Number(value) / 100), -100, 0);
  return named(VOLUMES, value);
}
