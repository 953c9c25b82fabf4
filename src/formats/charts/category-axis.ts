/** Labels of a category axis: whole where there is room, else turned, cut, or only some of them, which the caller is told. */

import { type ChartLook, type Frame, fitted, LABEL_SIZE } from './chart-look.js';

export interface CategoryLabels {
  readonly texts: readonly string[];
  /** How each is written, to be merged into the style of the axis. */
  readonly label: {
    readonly rotate: number;
    readonly interval: (index: number) => boolean;
    readonly hideOverlap: false;
  };
}

/** What the axis of values at the side takes, with its title. */
const SIDE = 110;
/** What the axis of values below takes, with its title. */
const BELOW = 60;
const MAX_TURNED = 140;
const LINE = 16;
/** Between lines that are turned by half a right angle. */
const SLANTED = 26;

const labelsOf = (texts: readonly string[], rotate: number, every: number, look: ChartLook): CategoryLabels => {
  const lost = texts.length - Math.ceil(texts.length / every);
  if (lost > 0) look.warnings.add(`Labels of categories without room, not written: ${lost} of ${texts.length}`);
  return { texts, label: { rotate, interval: (index) => index % every === 0, hideOverlap: false } };
};

/** Below the chart; `sides` are the pixels beside the axis. */
export function labelsBelow(texts: readonly string[], look: ChartLook, sides = SIDE): CategoryLabels {
  const slot = Math.max(1, look.width - sides) / Math.max(1, texts.length);
  const room = slot - 8;
  const widest = widestOf(texts, look);
  if (widest <= room) return labelsOf(texts, 0, 1, look);
  if (slot >= 90) return labelsOf(cut(texts, room, look), 0, 1, look);
  // Short ones, such as years, read better upright, if not all.
  if (slot < LINE && widest <= 60) return labelsOf(texts, 0, Math.ceil((widest + 8) / slot), look);
  const most = Math.min(MAX_TURNED, look.height * 0.4);
  const every = Math.max(1, Math.ceil(LINE / slot));
  return labelsOf(cut(texts, most, look), slot < SLANTED ? 90 : 45, every, look);
}

/** At the side. */
export function labelsBeside(texts: readonly string[], look: ChartLook, { top, bottom }: Frame): CategoryLabels {
  const slot = Math.max(1, look.height - top - bottom - BELOW) / Math.max(1, texts.length);
  const most = Math.min(260, look.width * 0.35);
  return labelsOf(cut(texts, most, look), 0, Math.max(1, Math.ceil(LINE / slot)), look);
}

const cut = (texts: readonly string[], width: number, { measure }: ChartLook): string[] =>
  texts.map((text) => fitted(text, width, measure));

export const widestOf = (texts: readonly string[], { measure }: ChartLook): number =>
  texts.reduce((most, text) => Math.max(most, text.length > 200 ? 2000 : measure(text, LABEL_SIZE)), 0);
