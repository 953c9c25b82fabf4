import { overLimit } from '../core/errors.js';
import { refusing } from '../core/refusing.js';
import { drawnElements } from '../lib/svg/drawn-elements.js';
import { embeddedPixels } from '../lib/svg/embedded-pictures.js';
import { type CleanSvg, cleanSvg } from '../lib/svg/sanitize.js';
import type { TextSource } from './text-source.js';
import { readXml } from './xml-document.js';

/** Most elements of a document, and most that drawing it may put in the places of references. */
const MAX_ELEMENTS = 100_000;
const MAX_DRAWN_ELEMENTS = 200_000;
/** Renderers go down by calling themselves. */
const MAX_DEPTH = 200;
const MAX_EMBEDDED_PIXELS = 50_000_000;

/** Largest number that width or height may say, in whatever unit: a drawing of 100,000 pixels is a metre of print at 2,540 dpi. */
const MAX_SIZE = 100_000;

/**
 * Reads an SVG and drops what runs, fetches or embeds. Throws INVALID_INPUT where it is not an SVG or not well-formed, LIMIT_EXCEEDED
 * where drawing it would take too much.
 */
export function openSvg({ text, label }: Pick<TextSource, 'text' | 'label'>): CleanSvg {
  const document = readXml(text, label);
  const svg = refusing(`Cannot read ${label} as SVG`, () => cleanSvg(document));
  if (svg.elements > MAX_ELEMENTS) {
    throw overLimit(`The SVG of ${label} must have at most ${MAX_ELEMENTS} elements, got ${svg.elements}`);
  }
  if (svg.depth > MAX_DEPTH) {
    throw overLimit(`The elements of ${label} must be nested at most ${MAX_DEPTH} deep, got ${svg.depth}`);
  }
  if (drawnElements(svg.root) > MAX_DRAWN_ELEMENTS) {
    throw overLimit(`The SVG of ${label} must draw at most ${MAX_DRAWN_ELEMENTS} elements, its references repeated`);
  }
  const pixels = embeddedPixels(svg.root);
  if (pixels > MAX_EMBEDDED_PIXELS) {
    throw overLimit(`The pictures in ${label} must have at most ${MAX_EMBEDDED_PIXELS} pixels, got ${pixels}`);
  }
  return svg;
}

/** Throws LIMIT_EXCEEDED where the drawing says that it is larger than any: for tools that do not draw it. */
export function checkStatedSize({ root }: CleanSvg, label: string): void {
  for (const [name, value] of root.attributes) {
    const size = name === 'width' || name === 'height' ? Number.parseFloat(value) : 0;
    if (size > MAX_SIZE) throw overLimit(`The ${name} of ${label} must be at most ${MAX_SIZE}, got ${size}`);
  }
}
