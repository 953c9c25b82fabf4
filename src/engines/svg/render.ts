import { invalid, overLimit } from '../../core/errors.js';
import { withCustomProperties } from '../../lib/svg/custom-properties.js';
import { hasUndrawableText, standInFor, withNamedFonts } from '../../lib/svg/named-fonts.js';
import { renderCost } from '../../lib/svg/render-cost.js';
import { type CleanSvg, type SvgElement, writeSvg } from '../../lib/svg/sanitize.js';
import { parseXml } from '../../lib/xml/parse.js';
import { type Color, hexColor } from '../colors.js';
import { FONT_FAMILIES, type FontStyle, fontFiles, isOfSeveralFonts } from '../fonts.js';
import { type DrawnSvg, type DrawSettings, openDrawing } from './resvg.js';

export interface PictureSize {
  /** Pixels; 0 follows from the other, or from `dpi`. Where both are given, the picture fits into them. */
  readonly width: number;
  readonly height: number;
  /** Dots per inch; 96 draws a pixel as a pixel. */
  readonly dpi: number;
  readonly background: Color | undefined;
}

const MAX_SIDE = 16_384;
const MAX_PIXELS = 50_000_000;
const MAX_PATTERN_PIXELS = 25_000_000;
/** Beyond 2^31 the renderer ends its process. Chosen: a tenth of a percent of that. */
const MAX_FILTER_REACH = 2_000_000;
/** Chosen: about a quarter of the time limit, at 500 million pixels a second for layers and 100 for filters. */
const MAX_LAYER_PIXELS = 10_000_000_000;
const MAX_FILTER_PIXELS = 1_000_000_000;
/** Also of a drawing that is made smaller: ten metres of paper are 38,000. */
const MAX_OWN_SIDE = 100_000;
const CSS_DPI = 96;

/** Draws an SVG. `label` names it in messages. Throws INVALID_INPUT where it has no size, LIMIT_EXCEEDED where it would take too much. */
export async function renderSvg(
  svg: CleanSvg,
  label: string,
  { width, height, dpi, background }: PictureSize,
): Promise<DrawnSvg> {
  const plain = withCustomProperties(svg.root);
  const written = lettersOf(plain);
  const root = await outlined(plain, written.text);
  if (hasUndrawableText(root)) {
    throw invalid(
      `Cannot draw ${label}: a text along a path, or with letters placed one by one, mixes letters of East Asia with Arabic or Hebrew ones`,
    );
  }
  const { text, families } = root === plain ? written : lettersOf(root);
  const looks = new Set<FontStyle>(['sans', ...families.map(standInFor)]);
  const settings: Omit<DrawSettings, 'fit'> = {
    ...(text === '' ? {} : { fonts: fontFiles(text, [...looks]) }),
    ...(background === undefined ? {} : { background: hexColor(background) }),
  };
  const drawing = naming(label, () => openDrawing(writeSvg(withNamedFonts(root, FONT_FAMILIES)), settings));
  const zoom = zoomOf(drawing, { width, height, dpi });
  const size = {
    width: Math.max(1, Math.ceil(drawing.width * zoom)),
    height: Math.max(1, Math.ceil(drawing.height * zoom)),
  };
  checkDrawnSize(size, label);
  const pixels = size.width * size.height;
  if (Math.max(drawing.width, drawing.height) > MAX_OWN_SIDE)
    throw overLimit(
      `The size that ${label} states must be at most ${MAX_OWN_SIDE} pixels a side, got ${drawing.width} × ${drawing.height}`,
    );
  const { layers, filterWork, patternArea, filterReach } = renderCost(parseXml(drawing.simplified()).root, drawing.box);
  if (patternArea * zoom ** 2 > MAX_PATTERN_PIXELS)
    throw overLimit(`A pattern of ${label} must have at most ${MAX_PATTERN_PIXELS} pixels`);
  if (filterReach * zoom > MAX_FILTER_REACH)
    throw overLimit(`A filter of ${label} must reach at most ${MAX_FILTER_REACH} pixels`);
  if (layers * pixels > MAX_LAYER_PIXELS || filterWork * pixels > MAX_FILTER_PIXELS) {
    throw overLimit(
      `The filters, masks and transparent groups of ${label} are too many for ${size.width} × ${size.height} pixels`,
    );
  }
  // A side that rounds to nothing is found out as it is drawn.
  return naming(label, () => drawing.draw({ mode: 'zoom', value: zoom }));
}

/** Throws LIMIT_EXCEEDED where a picture would be too large to draw: for tools that know its size before they have an SVG. */
export function checkDrawnSize(
  { width, height }: { readonly width: number; readonly height: number },
  label: string,
): void {
  if (Math.max(width, height) <= MAX_SIDE && width * height <= MAX_PIXELS) return;
  throw overLimit(
    `The picture of ${label} must have at most ${MAX_SIDE} pixels a side and ${MAX_PIXELS} in all, got ${width} × ${height}`,
  );
}

function zoomOf(
  own: { width: number; height: number },
  { width, height, dpi }: { width: number; height: number; dpi: number },
): number {
  const [x, y] = [width / own.width, height / own.height];
  if (width > 0 && height > 0) return Math.min(x, y);
  if (width > 0) return x;
  return height > 0 ? y : dpi / CSS_DPI;
}

/** The shaper of texts is loaded only where one may need it. */
async function outlined(root: SvgElement, text: string): Promise<SvgElement> {
  if (!isOfSeveralFonts(text)) return root;
  const { withOutlinedText } = await import('./outlined-text.js');
  return withOutlinedText(root);
}

function naming<Result>(label: string, act: () => Result): Result {
  try {
    return act();
  } catch (cause) {
    throw invalid(`Cannot draw ${label}: it has no size, or a part that SVG does not know`, cause);
  }
}

/** What is written, and all that names fonts. */
function lettersOf(root: SvgElement): { text: string; families: string[] } {
  let text = '';
  const families: string[] = [];
  const open = [root];
  for (let element = open.pop(); element !== undefined; element = open.pop()) {
    families.push(element.attributes.get('font-family') ?? '', element.attributes.get('style') ?? '');
    for (const child of element.children) {
      if (typeof child !== 'string') open.push(child);
      else if (element.name === 'style') families.push(...child.split('}'));
      else if (element.name !== 'title' && element.name !== 'desc') text += child.trim();
    }
  }
  return { text, families };
}
