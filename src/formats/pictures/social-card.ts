import { invalid } from '../../core/errors.js';
import { type Color, fromPolar, hexColor, polarOf } from '../../engines/colors.js';
import { resizeRgba } from '../../engines/image/transform.js';
import { drawOwnSvg } from '../../engines/svg/resvg.js';
import { contrastRatio } from '../../lib/colors/contrast.js';
import { fittedSize } from '../../lib/pictures/fitted-size.js';
import { draw, type Rgba } from '../../lib/pictures/rgba.js';
import { drawTextBlock, type TextBlock, textLayout } from './text-picture.js';

/** Sizes that services ask for: Open Graph (Facebook, Slack, Discord), X's large card of 2:1, LinkedIn, GitHub, and pictures of posts. */
export const CARD_SIZES = {
  og: { width: 1200, height: 630 },
  x: { width: 1200, height: 600 },
  linkedin: { width: 1200, height: 627 },
  github: { width: 1280, height: 640 },
  square: { width: 1080, height: 1080 },
  pinterest: { width: 1000, height: 1500 },
  story: { width: 1080, height: 1920 },
} as const;

export type CardPreset = keyof typeof CARD_SIZES;

export const CARD_THEMES = ['light', 'dark', 'gradient', 'photo'] as const;

export interface Card {
  readonly preset: CardPreset;
  readonly theme: (typeof CARD_THEMES)[number];
  readonly title: string;
  readonly subtitle: string;
  /** At the foot: the name of a site. */
  readonly site: string;
  readonly accent: Color;
  readonly align: 'left' | 'center';
  readonly logo: Rgba | undefined;
  /** Behind everything, with theme `photo`. */
  readonly photo: Rgba | undefined;
}

export interface DrawnCard {
  readonly picture: Rgba;
  /** Pixels. */
  readonly titleSize: number;
  readonly titleLines: number;
  /** Of the title with what is behind it, at least; `null` on a photo. */
  readonly contrast: number | null;
}

const WHITE: Color = { r: 255, g: 255, b: 255, alpha: 1 };
const INK: Color = { r: 15, g: 23, b: 42, alpha: 1 };
const MIST: Color = { r: 248, g: 250, b: 252, alpha: 1 };
const CLEAR: Color = { r: 0, g: 0, b: 0, alpha: 0 };

/** In pixels of a card of 1200 × 630; the others scale them. */
const MARGIN = 80;
const LOGO_HEIGHT = 88;
const GAP = 28;
const TITLE_SIZES = { largest: 92, smallest: 26, step: 2 };
const TITLE_LINE = 1.16;
const TEXT_LINE = 1.38;
const SITE_SIZE = 28;
/** Degrees of hue between the ends of the gradient, in OKLCH. Chosen by eye. */
const TURN = 48;

interface Look {
  readonly ground: readonly [Color, Color];
  readonly title: Color;
  readonly text: Color;
}

function lookOf({ theme, accent }: Card): Look {
  switch (theme) {
    case 'dark':
      return { ground: [INK, INK], title: MIST, text: { ...MIST, alpha: 0.72 } };
    case 'gradient': {
      const [lightness, chroma, hue] = polarOf(accent, 'oklch');
      const end = { ...fromPolar([Math.max(0, lightness - 0.06), chroma, (hue + TURN) % 360], 'oklch'), alpha: 1 };
      const title = [WHITE, INK].toSorted((a, b) => least(b, [accent, end]) - least(a, [accent, end]))[0] ?? WHITE;
      return { ground: [accent, end], title, text: { ...title, alpha: 0.86 } };
    }
    case 'photo':
      return { ground: [INK, INK], title: WHITE, text: { ...WHITE, alpha: 0.86 } };
    default:
      return { ground: [WHITE, WHITE], title: INK, text: { ...INK, alpha: 0.7 } };
  }
}

const least = (color: Color, grounds: readonly Color[]): number =>
  Math.min(...grounds.map((ground) => contrastRatio(rgbOf(color), rgbOf(ground))));

const rgbOf = ({ r, g, b }: Color) => [r, g, b] as const;

/**
 * Draws a card: logo at the top, title as large as its room allows with the subtitle below, name of the site at the foot. Throws
 * INVALID_INPUT for letters that no font has, and for texts that do not fit.
 */
export async function drawCard(card: Card): Promise<DrawnCard> {
  const { width, height } = CARD_SIZES[card.preset];
  const unit = Math.min(width / 1200, height / 630);
  const margin = Math.round(MARGIN * unit);
  const look = lookOf(card);
  const picture = await groundOf(card, look);
  const room = { left: margin, top: margin, width: width - 2 * margin, bottom: height - margin };
  if (card.logo !== undefined) {
    const logo = await fitted(card.logo, room.width * 0.5, LOGO_HEIGHT * unit);
    draw(picture, logo, { left: sideOf(card, room, logo.width, false), top: room.top });
    room.top += logo.height + Math.round(GAP * unit);
  }
  if (card.site !== '') {
    const block = textLayout({ text: card.site, style: 'sans', isBold: true }, 'site', 1)(Number.POSITIVE_INFINITY);
    const fontSize = Math.min(SITE_SIZE * unit, room.width / block.width);
    const site = drawTextBlock(block, paintOf(card, fontSize, look.text));
    room.bottom -= site.height;
    draw(picture, site, { left: sideOf(card, room, site.width, isRightToLeft(block)), top: room.bottom });
    room.bottom -= Math.round(1.5 * GAP * unit);
  }
  const words = wordsOf(card, room, unit);
  const blocks = [
    ...(words.title === undefined ? [] : [{ block: words.title, size: words.titleSize, color: look.title }]),
    ...(words.subtitle === undefined ? [] : [{ block: words.subtitle, size: words.subtitleSize, color: look.text }]),
  ];
  const free = room.bottom - room.top - words.height;
  let top = room.top + Math.max(0, Math.round(card.theme === 'photo' ? free : free / 2));
  for (const { block, size, color } of blocks) {
    const drawn = drawTextBlock(block, paintOf(card, size, color));
    draw(picture, drawn, { left: sideOf(card, room, drawn.width, isRightToLeft(block)), top });
    top += drawn.height + Math.round(words.gap);
  }
  return {
    picture,
    titleSize: Math.round(words.titleSize),
    titleLines: words.title?.lines.length ?? 0,
    contrast: card.theme === 'photo' ? null : Math.round(100 * least(look.title, look.ground)) / 100,
  };
}

interface Room {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly bottom: number;
}

/** Title and subtitle in the largest size at which both fit. Throws INVALID_INPUT where none does. */
function wordsOf({ title, subtitle }: Card, room: Room, unit: number) {
  const layTitle =
    title === '' ? undefined : textLayout({ text: title, style: 'sans', isBold: true }, 'title', TITLE_LINE);
  const laySubtitle =
    subtitle === '' ? undefined : textLayout({ text: subtitle, style: 'sans', isBold: false }, 'subtitle', TEXT_LINE);
  const at = (size: number) => {
    const titleSize = size * unit;
    const subtitleSize = Math.min(38 * unit, Math.max(22 * unit, titleSize * 0.48));
    const titleBlock = layTitle?.(room.width / titleSize);
    const subtitleBlock = laySubtitle?.(room.width / subtitleSize);
    const gap = titleBlock === undefined || subtitleBlock === undefined ? 0 : subtitleSize * 0.6;
    const height = (titleBlock?.height ?? 0) * titleSize + (subtitleBlock?.height ?? 0) * subtitleSize + gap;
    return { title: titleBlock, subtitle: subtitleBlock, titleSize, subtitleSize, gap, height };
  };
  let words = at(TITLE_SIZES.largest);
  for (
    let size = TITLE_SIZES.largest;
    size > TITLE_SIZES.smallest && words.height > room.bottom - room.top;
    size -= TITLE_SIZES.step
  )
    words = at(size - TITLE_SIZES.step);
  if (words.height > room.bottom - room.top)
    throw invalid('Options "title" and "subtitle" must be shorter: they do not fit on the card');
  return words;
}

const isRightToLeft = ({ lines }: TextBlock): boolean => lines[0]?.isRightToLeft === true;

/** Left edge of something that wide; what is written from the right is at the right. */
function sideOf({ align }: Card, room: Room, width: number, isFromRight: boolean): number {
  const free = room.width - width;
  if (align === 'center') return room.left + Math.round(free / 2);
  return room.left + (isFromRight ? free : 0);
}

const paintOf = ({ align }: Card, fontSize: number, color: Color) => ({
  fontSize,
  color,
  stroke: CLEAR,
  strokeWidth: 0,
  background: CLEAR,
  padding: 0,
  align: align === 'center' ? ('center' as const) : ('auto' as const),
});

const fitted = (picture: Rgba, width: number, height: number): Promise<Rgba> =>
  resizeRgba(picture, fittedSize(picture, { width, height }, 'inside', true).scaled);

async function groundOf({ preset, theme, accent, photo }: Card, { ground: [start, end] }: Look): Promise<Rgba> {
  const { width, height } = CARD_SIZES[preset];
  const drawn = drawOwnSvg(groundSvg(width, height, theme, hexColor(accent), hexColor(start), hexColor(end)), {
    fit: { mode: 'original' },
  });
  const ground = { width, height, data: drawn.rgba() };
  if (photo === undefined) return ground;
  const picture = await resizeRgba(photo, { width, height, fit: 'cover' });
  draw(picture, ground, { left: 0, top: 0 });
  return picture;
}

/** A plain ground with a glow and a bar in the accent; between two colours; or a shade to lie over a photo. */
function groundSvg(
  width: number,
  height: number,
  theme: Card['theme'],
  accent: string,
  start: string,
  end: string,
): string {
  const rect = (fill: string): string => `<rect width="${width}" height="${height}" fill="${fill}"/>`;
  const stops = (one: string, other: string): string => `<stop offset="0" ${one}/><stop offset="1" ${other}/>`;
  const bar = Math.round(Math.min(width, height) / 45);
  const line = `<rect y="${height - bar}" width="${width}" height="${bar}" fill="${accent}"/>`;
  const shapes = {
    gradient: `<linearGradient id="g" x2="1" y2="1">${stops(`stop-color="${start}"`, `stop-color="${end}"`)}</linearGradient>${rect('url(#g)')}`,
    photo: `<linearGradient id="g" x2="0" y2="1">${stops(`stop-color="${start}" stop-opacity="0.35"`, `stop-color="${end}" stop-opacity="0.88"`)}</linearGradient>${rect('url(#g)')}${line}`,
    plain: `<radialGradient id="g" cx="1" cy="0" r="0.9">${stops(`stop-color="${accent}" stop-opacity="0.22"`, `stop-color="${accent}" stop-opacity="0"`)}</radialGradient>${rect(start)}${rect('url(#g)')}${line}`,
  };
  const inside = theme === 'gradient' || theme === 'photo' ? shapes[theme] : shapes.plain;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${inside}</svg>`;
}
