import { ContentFault } from '../faults.js';
import { attributeValue, elementsOf, localName } from '../xml/content.js';
import { cdataContent, type XmlElement } from '../xml/nodes.js';
import { parseXml } from '../xml/parse.js';
import { resolveReferences } from '../xml/references.js';
import { BOTTOM_CENTER, PLAIN, type ReadSubtitles, type Run, RunList, type Subtitle } from './subtitles.js';

type Look = Omit<Run, 'text'>;

interface Clock {
  readonly frameRate: number;
  readonly tickRate: number;
}

const MAX_ELEMENTS = 300_000;

/** Timed Text Markup Language (W3C TTML2), as IMSC, DFXP and SMPTE-TT have it: the text of paragraphs with the times of what holds them. */
export function readTtml(text: string): ReadSubtitles {
  const { root } = parseXml(text, { maxElements: MAX_ELEMENTS });
  if (localName(root.name) !== 'tt')
    throw new ContentFault(`its root element must be "tt", got "${root.name.slice(0, 80)}"`);
  const clock = clockOf(root);
  const places = new Map<string, number>();
  const styles = new Map<string, Partial<Look>>();
  for (const element of headOf(root)) {
    const id = attribute(element, 'id');
    if (localName(element.name) === 'region') places.set(id, placeOfRegion(element));
    if (localName(element.name) === 'style' && id !== '') styles.set(id, lookOf(element, styles));
  }
  const subtitles: Subtitle[] = [];
  const visit = (element: XmlElement, from: number, until: number, region: string, look: Look): void => {
    const time = spanOf(element, from, until, clock);
    const inRegion = attribute(element, 'region') || region;
    const ownLook = { ...look, ...lookOf(element, styles) };
    if (localName(element.name) === 'p') {
      const list = new RunList();
      collect(element, ownLook, styles, list);
      const place = places.get(inRegion) ?? BOTTOM_CENTER;
      subtitles.push({
        startMs: Math.round(time.from),
        endMs: Math.round(time.until),
        runs: list.runs,
        place,
        speaker: '',
      });
      return;
    }
    let at = time.from;
    for (const child of elementsOf(element)) {
      visit(child, attribute(element, 'timeContainer') === 'seq' ? at : time.from, time.until, inRegion, ownLook);
      at = subtitles.at(-1)?.endMs ?? at;
    }
  };
  for (const body of elementsOf(root)) if (localName(body.name) === 'body') visit(body, 0, Number.NaN, '', PLAIN);
  return { subtitles, warnings: [] };
}

const headOf = (root: XmlElement): XmlElement[] =>
  elementsOf(root)
    .filter(({ name }) => localName(name) === 'head')
    .flatMap(elementsOf)
    .flatMap((part) => [part, ...elementsOf(part)]);

/** By its local name: files bind the prefixes of styles and parameters as they like. */
function attribute(element: XmlElement, name: string): string {
  const found = element.attributes.find((candidate) => localName(candidate.name) === name);
  return found === undefined ? '' : attributeValue(found).trim();
}

function clockOf(root: XmlElement): Clock {
  const rate = Number(attribute(root, 'frameRate')) || 30;
  const [top = 1, bottom = 1] = attribute(root, 'frameRateMultiplier')
    .split(/[\s:]/)
    .map((part) => Number(part) || 1);
  const frameRate = (rate * top) / bottom;
  return {
    frameRate,
    tickRate: Number(attribute(root, 'tickRate')) || (attribute(root, 'frameRate') === '' ? 1 : frameRate),
  };
}

/** Milliseconds of a time expression (TTML2, 12.3.1). */
function readTime(text: string, { frameRate, tickRate }: Clock): number | undefined {
  const [, hours, minutes, seconds, fraction = '0', frames] =
    /^(\d{1,4}):(\d{2}):(\d{2})(?:(\.\d{1,9})|:(\d{1,4}(?:\.\d{1,4})?))?$/.exec(text) ?? [];
  if (hours !== undefined) {
    const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
    return 1000 * (whole + Number(fraction) + (frames === undefined ? 0 : Number(frames) / frameRate));
  }
  const [, count, unit] = /^(\d{1,15}(?:\.\d{1,9})?)(h|m|s|ms|f|t)$/.exec(text) ?? [];
  if (count === undefined) return undefined;
  const units = { h: 3_600_000, m: 60_000, s: 1000, ms: 1, f: 1000 / frameRate, t: 1000 / tickRate };
  return Number(count) * units[unit as keyof typeof units];
}

function spanOf(element: XmlElement, from: number, until: number, clock: Clock) {
  const begin = from + (readTime(attribute(element, 'begin'), clock) ?? 0);
  const end = readTime(attribute(element, 'end'), clock);
  const duration = readTime(attribute(element, 'dur'), clock);
  if (end !== undefined) return { from: begin, until: from + end };
  return { from: begin, until: duration === undefined ? until : begin + duration };
}

function lookOf(element: XmlElement, styles: ReadonlyMap<string, Partial<Look>>): Partial<Look> {
  let look: Partial<Look> = {};
  const named = localName(element.name) === 'style' ? '' : attribute(element, 'style');
  for (const name of named.split(/\s/)) look = { ...look, ...styles.get(name) };
  const style = attribute(element, 'fontStyle');
  const weight = attribute(element, 'fontWeight');
  const decoration = attribute(element, 'textDecoration');
  const color = /^#[0-9a-f]{6}/i.exec(attribute(element, 'color'))?.[0].toLowerCase();
  return {
    ...look,
    ...(style === '' ? {} : { italic: style !== 'normal' }),
    ...(weight === '' ? {} : { bold: weight === 'bold' }),
    ...(decoration === ''
      ? {}
      : { underline: /\bunderline/i.test(decoration), strike: /\blineThrough/i.test(decoration) }),
    ...(color === undefined ? {} : { color: color === '#ffffff' ? '' : color }),
  };
}

/** Which third of the screen a region is in, by its origin and how it aligns what is in it. */
function placeOfRegion(region: XmlElement): number {
  const from = (name: string): string =>
    attribute(region, name) ||
    (elementsOf(region)
      .map((style) => attribute(style, name))
      .find((value) => value !== '') ??
      '');
  const align = from('displayAlign');
  const top = Number(/^\S{1,20}\s{1,9}([\d.]{1,9})%/.exec(from('origin'))?.[1] ?? 50);
  const row = align === 'center' ? 1 : align === 'before' || (align !== 'after' && top < 34) ? 2 : 0;
  const textAlign = from('textAlign');
  const column =
    textAlign === 'left' || textAlign === 'start' ? 0 : textAlign === 'right' || textAlign === 'end' ? 2 : 1;
  return 3 * row + column + 1;
}

const unknownEntity = (name: string): never => {
  throw new ContentFault(`it refers to the entity "${name.slice(0, 40)}", which is not expanded`);
};

function collect(element: XmlElement, look: Look, styles: ReadonlyMap<string, Partial<Look>>, list: RunList): void {
  for (const child of element.children) {
    // White space around elements is for people who read the file.
    if (child.kind === 'text') list.add(resolveReferences(child.raw, unknownEntity).replace(/\s{1,10000}/g, ' '), look);
    else if (child.kind === 'cdata') list.add(cdataContent(child), look);
    else if (child.kind === 'element' && localName(child.name) === 'br') list.add('\n', look);
    else if (child.kind === 'element' && localName(child.name) !== 'metadata')
      collect(child, { ...look, ...lookOf(child, styles) }, styles, list);
  }
}
