import { extensionOf, renamed } from '../../core/files.js';
import type { InputFile } from '../../core/index.js';
import { openPicture, type Picture } from '../../engines/image/picture.js';
import { type PictureSize, renderSvg } from '../../engines/svg/render.js';
import { openSvg } from '../../formats/svg-document.js';
import { readXmlFile } from '../../formats/xml-document.js';
import { pictureFormat } from '../../lib/picture-files/picture-format.js';
import type { CleanSvg } from '../../lib/svg/sanitize.js';

interface DrawnPicture {
  readonly picture: Picture;
  /** What was drawn: without scripts and what would be fetched. */
  readonly svg: CleanSvg;
}

/** Whether an upload is an SVG, by its content. */
export const isDrawing = ({ name, bytes }: InputFile): boolean => pictureFormat(bytes, extensionOf(name)) === 'svg';

/** An uploaded SVG, drawn on transparency. Throws as `openSvg` and `renderSvg`. */
export async function drawUpload(
  upload: InputFile,
  size: Omit<PictureSize, 'background'>,
  signal: AbortSignal,
): Promise<DrawnPicture> {
  const source = await readXmlFile(upload);
  const svg = openSvg(source);
  const drawn = await renderSvg(svg, source.label, { ...size, background: undefined });
  const file = { ...upload, name: renamed(upload.name, '.png'), bytes: drawn.png() };
  return { picture: await openPicture(file, signal), svg };
}
