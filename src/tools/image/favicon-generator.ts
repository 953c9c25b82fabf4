import { z } from 'zod';
import { eachFile } from '../../core/each-file.js';
import { renamed } from '../../core/files.js';
import { defineTool, type InputFile, type OutputFile, text, withFiles } from '../../core/index.js';
import { fileReports } from '../../core/shared-data.js';
import { colorOption } from '../../core/shared-options.js';
import { type Color, hexColor, parseColor } from '../../engines/colors.js';
import { frameOf, readFrames, writeFrames } from '../../engines/image/frames.js';
import { openPicture, PICTURE_ENDINGS, type Picture } from '../../engines/image/picture.js';
import { resizeRgba } from '../../engines/image/transform.js';
import { writeZip } from '../../lib/archives/zip-writer.js';
import { iconFile } from '../../lib/picture-files/ico.js';
import { manifestOf, markup } from '../../lib/picture-files/site-icons.js';
import { draw, emptyRgba, fill, type Paint, type Rgba } from '../../lib/pictures/rgba.js';
import { framedSvg } from '../../lib/svg/framed.js';
import { writeSvg } from '../../lib/svg/sanitize.js';
import { DRAWING_NOTES } from './_drawing.js';
import { drawUpload, isDrawing } from './_drawings.js';
import { pictureRefusals } from './_pictures.js';

/** Sides inside favicon.ico: tabs, bookmarks, desktop shortcuts. */
const ICO_SIDES = [16, 32, 48] as const;
/** Files beside it: browsers; Android and Windows (web app manifest). */
const PNG_SIDES = [16, 32, 48, 192, 512] as const;
/** Apple: "Configuring Web Applications"; transparent parts would turn black. */
const APPLE_SIDE = 180;
/** W3C Web App Manifest, "Icon masks": all that matters lies in a circle of 40 % of the side around the middle. */
const MASKABLE_SIDE = 512;
const SAFE_PART = 0.8 / Math.SQRT2;

interface IconLook {
  readonly side: number;
  /** Of the side that the picture fills. */
  readonly part: number;
  readonly background: Paint;
}

async function icon(source: Rgba, { side, part, background }: IconLook): Promise<Rgba> {
  const most = Math.max(1, Math.round(side * part));
  const scale = most / Math.max(source.width, source.height);
  const width = Math.max(1, Math.round(source.width * scale));
  const height = Math.max(1, Math.round(source.height * scale));
  const canvas = emptyRgba(side, side);
  fill(canvas, background);
  const own = await resizeRgba(source, { width, height });
  draw(canvas, own, { left: Math.floor((side - width) / 2), top: Math.floor((side - height) / 2) });
  return canvas;
}

const png = (picture: Picture, { width, height, data }: Rgba): Promise<Uint8Array> =>
  writeFrames({ width, height, count: 1, stack: data, delays: [], loop: 0 }, picture, { format: 'png', isSmall: true });

/** Side at which an SVG is drawn before it is made smaller: twice the largest icon. */
const DRAWN_SIDE = 1024;

interface Original {
  /** What the icons are made of. */
  readonly picture: Picture;
  /** The drawing itself as an icon, where the upload is one. */
  readonly svg: string | undefined;
}

/** The picture of an upload, or of a drawing, which is drawn large enough for the largest icon. */
async function openOriginal(
  upload: InputFile,
  padding: number,
  background: Color,
  signal: AbortSignal,
): Promise<Original> {
  if (!isDrawing(upload)) return { picture: await (await openPicture(upload, signal)).firstFrame(), svg: undefined };
  const size = { width: DRAWN_SIDE, height: DRAWN_SIDE, dpi: 96 };
  const { picture, svg } = await drawUpload(upload, size, signal);
  const look = {
    width: picture.width,
    height: picture.height,
    padding,
    background: background.alpha > 0 ? hexColor(background) : '',
  };
  return { picture, svg: `${writeSvg(framedSvg(svg.root, look))}\n` };
}

interface Wishes {
  readonly name: string;
  readonly themeColor: string;
  readonly background: string;
  readonly padding: number;
}

/** All files of a site's icon, and the HTML that names them. */
async function iconsOf(upload: InputFile, options: Wishes, signal: AbortSignal) {
  const background = parseColor('background', options.background);
  const theme = { ...parseColor('themeColor', options.themeColor), alpha: 1 };
  const { picture, svg } = await openOriginal(upload, options.padding, background, signal);
  const source = frameOf(await readFrames(picture), 0);
  const part = 1 - options.padding / 50;
  const opaque = background.alpha === 1 ? background : theme;
  const draws = async (look: IconLook): Promise<Uint8Array> => await png(picture, await icon(source, look));
  const pngs = new Map<number, Uint8Array>();
  for (const side of PNG_SIDES) pngs.set(side, await draws({ side, part, background }));
  const named = (name: string, bytes: Uint8Array): OutputFile => ({ name, mime: 'image/png', bytes });
  const ico = iconFile(
    ICO_SIDES.map((side) => ({ width: side, height: side, png: pngs.get(side) ?? new Uint8Array(0) })),
  );
  const manifest = manifestOf(options.name, hexColor(theme), hexColor(opaque), svg !== undefined);
  const files: OutputFile[] = [
    { name: 'favicon.ico', mime: 'image/x-icon', bytes: ico },
    ...[...pngs].map(([side, bytes]) => named(side > 48 ? `icon-${side}.png` : `favicon-${side}x${side}.png`, bytes)),
    named('apple-touch-icon.png', await draws({ side: APPLE_SIDE, part, background: opaque })),
    named(
      'icon-maskable-512.png',
      await draws({ side: MASKABLE_SIDE, part: Math.min(part, 1) * SAFE_PART, background: opaque }),
    ),
    ...(svg === undefined ? [] : [{ name: 'icon.svg', mime: 'image/svg+xml', bytes: Buffer.from(svg) }]),
    { name: 'site.webmanifest', mime: 'application/manifest+json', bytes: Buffer.from(manifest) },
  ];
  return { html: markup(hexColor(theme), svg !== undefined), files };
}

export default defineTool({
  id: 'favicon-generator',
  title: 'Favicon Generator',
  summary: 'Creates all icons of a website from one image: ICO, PNG, Apple and maskable icons, manifest and HTML.',
  family: 'image',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: [...PICTURE_ENDINGS, '.svg'] },
  options: {
    name: z.string().max(100).default('').describe('Site name for the manifest; empty for none.'),
    themeColor: colorOption('#ffffff', 'Theme colour of the browser, also behind icons that must be opaque.'),
    background: colorOption('transparent', 'Background colour of all icons.'),
    padding: z.number().min(0).max(40).default(0).describe('Empty space on each side in percent of the icon.'),
  },
  result: 'mixed',
  data: fileReports({}).describe('Where several files were sent: what became of each.'),
  notes: [
    'Files: favicon.ico (16, 32, 48), favicon-16x16.png, -32x32, -48x48, icon-192.png, icon-512.png, apple-touch-icon.png (180, opaque), icon-maskable-512.png (opaque, the image within the safe circle), site.webmanifest. The text is HTML for the head of a page.',
    'Paths begin with /: place the files at the root of the site.',
    'Images that are not square are centred. Small ones are enlarged: 512 pixels or more look best. Of an animation the first frame is used.',
    'An SVG gives icon.svg as well, without scripts, external resources and what else browsers would not draw; manifest and HTML name it first.',
    'Several files give a ZIP archive each, with the HTML in favicon.html; one that fails does not spoil the others.',
    ...DRAWING_NOTES,
  ],
  aliases: [
    'favicon',
    'ico generator',
    'site icon',
    'apple touch icon',
    'pwa icons',
    'web app manifest icons',
    'maskable icon',
    'app icon from a logo',
    'browser tab icon',
  ],
  verified: [
    'icotool 0.32.3 reads favicon.ico: three sizes of 32 bits, with the pixels of the PNG files.',
    'Every file has the size that manifest and HTML say; the corners of the picture in the maskable icon lie within the safe circle.',
    'rsvg-convert 2.54 draws icon.svg of four drawings, with padding and background, with less than 4 of 255 levels from icon-192.png on average.',
  ],
  examples: [
    {
      title: 'From a logo',
      options: { name: 'Example', themeColor: '#ffe9b0' },
      files: [{ name: 'logo.png', fixture: 'image/edit/logo.png' }],
      output: {
        text: '<link rel="icon" href="/favicon.ico" sizes="48x48">\n<link rel="icon" href="/favicon-16x16.png" type="image/png" sizes="16x16">\n<link rel="icon" href="/favicon-32x32.png" type="image/png" sizes="32x32">\n<link rel="apple-touch-icon" href="/apple-touch-icon.png">\n<link rel="manifest" href="/site.webmanifest">\n<meta name="theme-color" content="#ffe9b0">\n',
        files: [
          { name: 'favicon.ico', mime: 'image/x-icon' },
          { name: 'favicon-16x16.png', mime: 'image/png' },
          { name: 'favicon-32x32.png', mime: 'image/png' },
          { name: 'favicon-48x48.png', mime: 'image/png' },
          { name: 'icon-192.png', mime: 'image/png' },
          { name: 'icon-512.png', mime: 'image/png' },
          { name: 'apple-touch-icon.png', mime: 'image/png' },
          { name: 'icon-maskable-512.png', mime: 'image/png' },
          { name: 'site.webmanifest', mime: 'application/manifest+json' },
        ],
      },
    },
    {
      title: 'From a drawing',
      files: [{ name: 'drawing.svg', fixture: 'image/svg/drawing.svg' }],
      output: {
        text: '<link rel="icon" href="/favicon.ico" sizes="48x48">\n<link rel="icon" href="/icon.svg" sizes="any" type="image/svg+xml">\n<link rel="icon" href="/favicon-16x16.png" type="image/png" sizes="16x16">\n<link rel="icon" href="/favicon-32x32.png" type="image/png" sizes="32x32">\n<link rel="apple-touch-icon" href="/apple-touch-icon.png">\n<link rel="manifest" href="/site.webmanifest">\n<meta name="theme-color" content="#ffffff">\n',
        files: [
          { name: 'favicon.ico', mime: 'image/x-icon' },
          { name: 'favicon-16x16.png', mime: 'image/png' },
          { name: 'favicon-32x32.png', mime: 'image/png' },
          { name: 'favicon-48x48.png', mime: 'image/png' },
          { name: 'icon-192.png', mime: 'image/png' },
          { name: 'icon-512.png', mime: 'image/png' },
          { name: 'apple-touch-icon.png', mime: 'image/png' },
          { name: 'icon-maskable-512.png', mime: 'image/png' },
          { name: 'icon.svg', mime: 'image/svg+xml' },
          { name: 'site.webmanifest', mime: 'application/manifest+json' },
        ],
      },
    },
    ...pictureRefusals(),
  ],
  async run({ files, options, signal }) {
    if (files.length > 1) {
      return eachFile({ files, signal }, async (upload) => {
        const { html, files: made } = await iconsOf(upload, options, signal);
        const bytes = writeZip([...made, { name: 'favicon.html', bytes: Buffer.from(html) }], { level: 1 });
        return {
          report: {},
          outputs: [{ name: renamed(upload.name, '-favicon.zip'), mime: 'application/zip', bytes }],
        };
      });
    }
    const made = await iconsOf(files[0], options, signal);
    return withFiles(text(made.html, { name: 'favicon.html', mime: 'text/html;charset=utf-8' }), made.files);
  },
});
