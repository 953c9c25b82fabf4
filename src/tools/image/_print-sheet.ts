import { stemOf } from '../../core/files.js';
import { type InputFile, invalid, type OutputFile } from '../../core/index.js';
import { writeFrames } from '../../engines/image/frames.js';
import { openPicture, type Picture } from '../../engines/image/picture.js';
import { storePicture } from '../../engines/image/stored-picture.js';
import { FORMAT_FACTS } from '../../engines/image/write-picture.js';
import { picturesToPdf } from '../../formats/pdf/pictures/picture-pages.js';
import { type PhotoPaper, planSheet, type SheetPlan, sheetBoxes } from '../../lib/photos/photo-sheet.js';
import type { Size } from '../../lib/pictures/fitted-size.js';
import { draw, emptyRgba, fill, type Rgba } from '../../lib/pictures/rgba.js';

/** Small photos are printed: hardly anything is lost. */
const PRINT_QUALITY = 95;
const WHITE = { r: 255, g: 255, b: 255, alpha: 1 };
const MARK = { r: 96, g: 96, b: 96, alpha: 1 };

export type PrintFormat = 'jpg' | 'png';

export interface SheetOptions {
  readonly sheet: 'none' | PhotoPaper;
  readonly sheetFormat: 'image' | 'pdf';
  readonly format: PrintFormat;
  readonly dpi: number;
  readonly copies: number;
  readonly gapMm: number;
  readonly marginMm: number;
  readonly cutMarks: boolean;
}

/** The plan of a sheet for photos of a size in millimetres; `undefined` where none is asked for. Throws INVALID_INPUT where none fits. */
export function sheetPlanOf(size: Size, options: SheetOptions): SheetPlan | undefined {
  const { sheet: paper, gapMm: gap, marginMm: margin, copies } = options;
  if (paper === 'none') return undefined;
  const plan = planSheet(size, { paper, gap, margin, copies });
  if (plan.photos > 0) return plan;
  throw invalid(
    `Option "sheet" must have room for a photo of ${size.width} × ${size.height} mm, got ${paper} with a margin of ${margin} mm`,
  );
}

/** A picture of pixels as a file that states its dots per inch; `picture` is what they were made of. */
export async function printed(
  name: string,
  pixels: Rgba,
  picture: Picture,
  options: SheetOptions,
): Promise<OutputFile> {
  const { width, height, data } = pixels;
  const { format, dpi } = options;
  const settings = { format, quality: PRINT_QUALITY, hasFullColour: true, density: dpi };
  const bytes = await writeFrames({ width, height, count: 1, stack: data, delays: [], loop: 0 }, picture, settings);
  return { name: `${name}.${format}`, mime: FORMAT_FACTS[format].mime, bytes };
}

/** The sheet with its photos and cut marks, as an image or as a page of the paper's size. */
export async function printSheet(
  plan: SheetPlan,
  photo: Rgba,
  picture: Picture,
  options: SheetOptions,
  signal: AbortSignal,
): Promise<OutputFile> {
  const boxes = sheetBoxes(plan, photo, { gap: options.gapMm, dotsPerMm: options.dpi / 25.4 });
  const sheet = emptyRgba(boxes.sheet.width, boxes.sheet.height);
  fill(sheet, WHITE);
  for (const box of options.cutMarks ? boxes.marks : []) {
    const mark = emptyRgba(box.width, box.height);
    fill(mark, MARK);
    draw(sheet, mark, box);
  }
  for (const box of boxes.photos) draw(sheet, photo, box);
  const name = `${stemOf(picture.name)}-sheet`;
  const image = await printed(name, sheet, picture, options);
  if (options.sheetFormat === 'image') return image;
  const file: InputFile = { ...picture.file, ...image };
  const stored = await storePicture(await openPicture(file, signal), PRINT_QUALITY);
  const layout = { pageSize: 'own', orientation: 'auto', margin: 0, fit: 'contain' } as const;
  const bytes = picturesToPdf([{ stored, density: options.dpi }], layout);
  return { name: `${name}.pdf`, mime: 'application/pdf', bytes };
}
