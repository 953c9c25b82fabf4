import { attribute, elementsWithin } from '../office/package.js';
import { childOf, localName } from '../xml/content.js';
import type { XmlElement } from '../xml/nodes.js';
import type { ShapeFrame } from './nodes.js';

const SPACES = [
  'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"',
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"',
].join(' ');
const EMUS_PER_POINT = 12_700;
/** Chosen: a slide of 56 inches, the widest, has 51 million. */
const MAX_LENGTH = 1_000_000_000;

export interface SlidePicture {
  /** Of the relation to its bytes. */
  readonly relation: string;
  /** Escaped for an attribute. */
  readonly alt: string;
  /** Points. */
  readonly picture: { readonly width: number; readonly height: number };
  /** Points; nothing for as large as its shape has room for. */
  readonly width: number | undefined;
  readonly frame: ShapeFrame;
}

/** A picture in the middle of the place of a shape: ECMA-376 part 1, 19.3.1.37. Its names are bound here. */
export function slidePicture({ relation, alt, picture, width, frame }: SlidePicture): string {
  const scale =
    width === undefined
      ? Math.min(frame.width / picture.width, frame.height / picture.height)
      : (width * EMUS_PER_POINT) / picture.width;
  const [cx, cy] = [picture.width, picture.height].map((length) =>
    Math.min(MAX_LENGTH, Math.max(1, Math.round(length * scale))),
  ) as [number, number];
  const [x, y] = [Math.round(frame.x + (frame.width - cx) / 2), Math.round(frame.y + (frame.height - cy) / 2)];
  const described = alt === '' ? '' : ` descr="${alt}"`;
  return `<p:pic ${SPACES}><p:nvPicPr><p:cNvPr id="${frame.id}" name="Picture ${frame.id}"${described}/><p:cNvPicPr><a:picLocks noChangeAspect="1"/></p:cNvPicPr><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:embed="${relation}"/><a:stretch><a:fillRect/></a:stretch></p:blipFill><p:spPr><a:xfrm${frame.rotation}><a:off x="${x}" y="${y}"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr></p:pic>`;
}

/** Where a shape is; a placeholder may leave that to its layout, and that to its master. */
export function frameOfShape(shape: XmlElement, ancestors: readonly XmlElement[]): ShapeFrame | undefined {
  const named = childOf(shape, 'nvSpPr');
  const id = wholeNumber(attribute(named && childOf(named, 'cNvPr'), 'id')) ?? 0;
  const holder = placeholderOf(shape);
  let transform = transformOf(shape);
  for (const ancestor of ancestors) {
    if (transform !== undefined || holder === undefined) break;
    const tree = childOf(childOf(ancestor, 'cSld') ?? ancestor, 'spTree');
    const shapes = elementsWithin(tree).filter(({ name }) => localName(name) === 'sp');
    const same = (key: 'index' | 'type') => shapes.find((one) => placeholderOf(one)?.[key] === holder[key]);
    const found = same('index') ?? same('type');
    transform = found && transformOf(found);
  }
  if (transform === undefined) return undefined;
  const [offset, extent] = [childOf(transform, 'off'), childOf(transform, 'ext')];
  const [x, y] = [wholeNumber(attribute(offset, 'x')), wholeNumber(attribute(offset, 'y'))];
  const [width, height] = [wholeNumber(attribute(extent, 'cx')), wholeNumber(attribute(extent, 'cy'))];
  if (x === undefined || y === undefined || !width || !height || width < 0 || height < 0) return undefined;
  const rotation = wholeNumber(attribute(transform, 'rot'));
  return { id: `${id}`, x, y, width, height, rotation: rotation === undefined ? '' : ` rot="${rotation}"` };
}

const transformOf = (shape: XmlElement): XmlElement | undefined => childOf(childOf(shape, 'spPr') ?? shape, 'xfrm');

/** Titles of two kinds are one, as are bodies; a master tells no other apart (ECMA-376 part 1, 19.7.10). */
function placeholderOf(shape: XmlElement) {
  const named = childOf(shape, 'nvSpPr');
  const holder = named && childOf(childOf(named, 'nvPr') ?? named, 'ph');
  if (holder === undefined) return undefined;
  const type = attribute(holder, 'type') ?? 'body';
  return {
    index: attribute(holder, 'idx') ?? '0',
    type: /title$/i.test(type) && type !== 'subTitle' ? 'title' : /^(?:dt|ftr|sldNum)$/.test(type) ? type : 'body',
  };
}

const wholeNumber = (text: string | undefined): number | undefined =>
  text !== undefined && /^-?\d{1,10}$/.test(text) ? Number(text) : undefined;
