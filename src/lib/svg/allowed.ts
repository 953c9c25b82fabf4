const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Elements of SVG 1.1 and 2 that draw, animate or describe; not those that run, embed or fetch. */
export const ELEMENTS = words(`
  svg g defs symbol use switch a title desc style path rect circle ellipse line polyline polygon text tspan textPath image marker
  linearGradient radialGradient stop pattern clipPath mask filter view animate animateTransform animateMotion mpath set
  feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight
  feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset
  fePointLight feSpecularLighting feSpotLight feTile feTurbulence`);

/** Elements that run scripts or bring other documents in; dropping them is worth telling. */
export const ACTIVE_ELEMENTS = words(
  'script foreignObject iframe embed object audio video canvas handler listener link meta base form input html body img',
);

export const ANIMATIONS = words('animate animateTransform animateMotion set');

export const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';
export const XLINK_NAMESPACE = 'http://www.w3.org/1999/xlink';
export const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';

/** Pictures inside of a document; SVG in SVG could hide anything. */
const PICTURE_DATA = /^data:image\/(?:png|jpe?g|gif|webp);base64,[A-Za-z0-9+/=\s]*$/i;

/** Whether an element may refer to something. White space and control characters hide schemes from eyes, not from browsers. */
export function isAllowedLink(element: string, href: string): boolean {
  const link = href.replace(/[\u0000-\u0020\u007f]/g, '');
  if (link.startsWith('#')) return true;
  if (element === 'image' || element === 'feImage') return PICTURE_DATA.test(link);
  return element === 'a' && /^(?:https?:|mailto:|tel:)/i.test(link);
}
