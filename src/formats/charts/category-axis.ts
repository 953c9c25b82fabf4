/** Labels of a category axis: whole where there is room, else turned or cut. */

import { type ChartLook, fitted, LABEL_SIZE } from './chart-look.js';

export interface CategoryLabels {
  readonly texts: readonly string[];
  readonly rotate: number;
  /** Every label, or as many as there is room for. */
  readonly interval: 0 | 'auto';
}

const MARGINS = 80;
const MAX_TURNED = 140;
const LEAST_SLOT = 15;

/** Below the chart. */
export function labelsBelow(texts: readonly string[], look: ChartLook): CategoryLabels {
  const slot = (look.width - MARGINS) / Math.max(1, texts.length);
  const room = Math.max(slot - 8, 20);
  const widest = widestOf(texts, look);
  if (widest <= room) return { texts, rotate: 0, interval: 0 };
  if (slot >= 90) return { texts: cut(texts, room, look), rotate: 0, interval: 0 };
  if (slot < LEAST_SLOT && widest <= 60) return { texts, rotate: 0, interval: 'auto' };
  const most = Math.min(MAX_TURNED, look.height * 0.4);
  return { texts: cut(texts, most, look), rotate: slot < 26 ? 90 : 45, interval: slot < LEAST_SLOT ? 'auto' : 0 };
}

/** At the side. */
export function labelsBeside(texts: readonly string[], look: ChartLook): CategoryLabels {
  const slot = (look.height - MARGINS) / Math.max(1, texts.length);
  const most = Math.min(260, look.width * 0.35);
  return { texts: cut(texts, most, look), rotate: 0, interval: slot < LEAST_SLOT ? 'auto' : 0 };
}

const cut = (texts: readonly string[], width: number, { measure }: ChartLook): string[] =>
  texts.map((text) => fitted(text, width, measure));

const widestOf = (texts: readonly string[], { measure }: ChartLook): number =>
  texts.reduce((most, text) => Math.max(most, text.length > 200 ? 2000 : measure(text, LABEL_SIZE)), 0);
