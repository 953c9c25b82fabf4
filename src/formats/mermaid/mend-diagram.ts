import type { SvgElement } from '../../lib/svg/sanitize.js';
import { writableText } from '../../lib/svg/writable-text.js';
import { DIAGRAM_FONTS, mendedCss, mendedStyle } from './mend-style.js';

export interface DiagramLook {
  /** As Mermaid names it. */
  readonly type: string;
  /** What it is, for people. */
  readonly kind: string;
  /** As SVG writes it; empty for none. */
  readonly background: string;
}

export interface MendedDiagram {
  readonly root: SvgElement;
  readonly title: string;
  readonly width: number;
  readonly height: number;
}

const MAX_DESCRIBED = 1000;

/** Attributes whose value is a caller's word, whatever it is. */
const isNamed = (name: string): boolean =>
  name === 'id' || name === 'href' || name.startsWith('data-') || name.startsWith('aria-') || name === 'xlink:href';

const textOf = ({ children }: SvgElement): string =>
  children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');

function* elementsOf(root: SvgElement): Generator<SvgElement> {
  const open = [root];
  for (let element = open.pop(); element !== undefined; element = open.pop()) {
    yield element;
    for (const child of [...element.children].reverse()) if (typeof child !== 'string') open.push(child);
  }
}

const classesOf = ({ attributes }: SvgElement): string[] => (attributes.get('class') ?? '').split(/\s+/);

/** A drawing of Mermaid with a size, a background and a description, and without the traces of values that it did not have. */
export function mendDiagram(svg: SvgElement, { type, kind, background }: DiagramLook): MendedDiagram {
  const all = [...elementsOf(svg)];
  const ids = all.flatMap(({ attributes }) => attributes.get('id') ?? []);
  const css = mendedCss(
    all
      .filter(({ name }) => name === 'style')
      .map(textOf)
      .join('\n'),
    ids,
  );
  const [x = 0, y = 0, width = 0, height = 0] = (svg.attributes.get('viewBox') ?? '').split(/[\s,]+/).map(rounded);
  const title = textOf(all.find(({ name, attributes }) => name === 'title' && isOwn(attributes)) ?? NOTHING) || kind;
  const texts = new Set(
    all.filter(({ name }) => name === 'text').map((text) => textOf(text).replace(/\s+/g, ' ').trim()),
  );
  const stated = textOf(all.find(({ name, attributes }) => name === 'desc' && isOwn(attributes)) ?? NOTHING);
  const description = stated || `${kind}: ${[...texts].filter((text) => text !== '').join(', ')}`;
  const root = new Map([
    ['id', svg.attributes.get('id') ?? 'diagram'],
    ['width', String(width)],
    ['height', String(height)],
    ['viewBox', [x, y, width, height].join(' ')],
    ['role', 'img'],
    ['aria-roledescription', kind],
    ['aria-labelledby', 'diagram-title diagram-desc'],
    ['font-family', DIAGRAM_FONTS],
  ]);
  const [classes] = [svg.attributes.get('class')];
  if (classes !== undefined) root.set('class', classes);
  const parts = svg.children.flatMap((child) => (typeof child === 'string' ? [] : mended(child, type)));
  const plain = (name: string, attributes: readonly (readonly [string, string])[], text?: string): SvgElement => ({
    name,
    attributes: new Map(attributes),
    children: text === undefined ? [] : [text],
  });
  const area = [
    ['x', x],
    ['y', y],
    ['width', width],
    ['height', height],
  ] as const;
  return {
    root: {
      name: 'svg',
      attributes: root,
      children: [
        plain('title', [['id', 'diagram-title']], writableText(title)),
        plain('desc', [['id', 'diagram-desc']], writableText(short(description))),
        plain('style', [], `${css}\n${extraCss(type, svg.attributes.get('id') ?? 'diagram', css)}`),
        ...(background === ''
          ? []
          : [
              plain('rect', [
                ...area.map(([name, value]) => [name, String(value)] as const),
                ['style', `fill:${background};stroke:none`],
              ]),
            ]),
        ...parts,
      ],
    },
    title,
    width: Math.ceil(width),
    height: Math.ceil(height),
  };
}

const NOTHING: SvgElement = { name: '', attributes: new Map(), children: [] };
const rounded = (text: string): number => Math.round(Number(text) * 1000) / 1000;
const short = (text: string): string => (text.length > MAX_DESCRIBED ? `${text.slice(0, MAX_DESCRIBED)}…` : text);
const isOwn = (attributes: ReadonlyMap<string, string>): boolean =>
  /^chart-(?:title|desc)-/.test(attributes.get('id') ?? '');

/** Journeys write in white on whatever their boxes have; the letters of all else are dark there, or light where the theme is dark. */
function extraCss(type: string, id: string, css: string): string {
  if (type !== 'journey') return '';
  const letters = new RegExp(`^#${id}\\{[^}]*?[;{]fill:([^;}]+)`, 'm').exec(css)?.[1] ?? '#333';
  return `#${id} text.journey-section,#${id} text.task{fill:${letters}}`;
}

function mended(element: SvgElement, type: string): SvgElement[] {
  const { name } = element;
  if (name === 'style' || (/^(?:title|desc)$/.test(name) && isOwn(element.attributes))) return [];
  const attributes = mendedAttributes(element);
  const classes = classesOf(element);
  // A mark that would move every day.
  if (type === 'gantt' && classes.includes('today')) return [];
  const origin = /^(-?[\d.]+)px (-?[\d.]+)px$/.exec(attributes.get('transform-origin') ?? '');
  if (type === 'gantt' && classes.includes('milestone') && origin !== null) {
    // In the sheet it is a transform of CSS, which few renderers know.
    const [, x, y] = origin;
    attributes.delete('transform-origin');
    attributes.set(
      'transform',
      `translate(${x} ${y}) rotate(45) scale(0.8) translate(-${x} -${y})`.replaceAll('--', ''),
    );
  }
  const children = element.children.flatMap((child): (SvgElement | string)[] =>
    typeof child === 'string' ? [child] : mended(child, type),
  );
  // Shapes of mind maps place the middle of a label where its start is written.
  const isMiddled =
    type === 'mindmap' && classes.includes('label') && /^translate\(0[, ]/.test(attributes.get('transform') ?? '');
  return [{ name, attributes, children: isMiddled ? children.map(middled) : children }];
}

function middled(child: SvgElement | string): SvgElement | string {
  if (typeof child === 'string') return child;
  const attributes = new Map(child.attributes);
  if (child.name === 'text') attributes.set('text-anchor', 'middle');
  return { ...child, attributes, children: child.children.map(middled) };
}

function mendedAttributes({ attributes }: SvgElement): Map<string, string> {
  const kept = new Map<string, string>();
  for (const [name, value] of attributes) {
    if (name === 'data-points') continue;
    if (isNamed(name)) kept.set(name, value);
    else if (name === 'class') {
      const known = value.split(/\s+/).filter((part) => part !== '' && !/(?:^|-)undefined$/.test(part));
      if (known.length > 0) kept.set(name, known.join(' '));
    } else if (name === 'style') {
      const style = mendedStyle(value);
      if (style !== '') kept.set(name, style);
    } else if (name === 'font-family') kept.set(name, DIAGRAM_FONTS);
    else if (value.trim() !== '' && !/\bundefined\b|NaN|Infinity/.test(value)) kept.set(name, value);
  }
  const [down = '', further = ''] = [kept.get('y'), kept.get('dy')];
  if (IN_EM.test(down) && IN_EM.test(further)) {
    // One place: a shift is that of the first letter, and where it is the last one seen, some renderers move it alone.
    kept.set('y', `${Math.round(1000 * (Number.parseFloat(down) + Number.parseFloat(further))) / 1000}em`);
    kept.delete('dy');
  }
  return kept;
}

const IN_EM = /^-?[\d.]+em$/;
