import { z } from 'zod';

import { extensionOf, stemOf } from '../../core/files.js';
import { defineTool, type InputFile, invalid, json, type OutputFile, quote, withFiles } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count, warnings } from '../../core/shared-data.js';
import type { Told } from '../../core/tool.js';
import { checkWhole } from '../../engines/image/picture.js';
import { withDistinctNames } from '../../lib/files/portable-names.js';
import { type Stripped, type StripSettings, stripMetadata } from '../../lib/metadata/strip.js';
import { type PictureFormat, pictureFormat } from '../../lib/picture-files/picture-format.js';

const strippedFile = z.object({
  file: z.string().describe('Name of the upload.'),
  format: z.string().describe('Format of the image.'),
  bytesBefore: count('Size of the upload.'),
  bytes: count('Size of the result.'),
  removed: z
    .array(
      z.object({
        what: z.string().describe('What it was.'),
        part: z.string().describe('What the format calls it.'),
        bytes: count('Size of the part.'),
      }),
    )
    .describe('Parts that were removed.'),
  kept: z.array(z.string()).describe('Parts that were kept as asked.'),
  warnings: warnings(),
  name: z.string().describe('Name of the result.'),
});

const MIMES: Partial<Record<PictureFormat, string>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  tiff: 'image/tiff',
  heic: 'image/heic',
  avif: 'image/avif',
};

function strip({ name, bytes }: InputFile, settings: StripSettings): Stripped & { readonly format: PictureFormat } {
  const format = pictureFormat(bytes, extensionOf(name));
  if (format === undefined || MIMES[format] === undefined)
    throw invalid(`File ${quote(name)} must be a JPEG, PNG, WebP, GIF, TIFF, HEIC or AVIF picture`);
  const reading = `Cannot remove metadata of file ${quote(name)}`;
  return { ...refusing(reading, () => stripMetadata(bytes, format, settings)), format };
}

export default defineTool({
  id: 'remove-exif',
  title: 'Remove EXIF',
  summary: 'Removes EXIF, position, XMP, IPTC, comments and previews from pictures without touching their pixels.',
  family: 'image',
  class: 'native',
  input: 'none',
  files: {
    min: 1,
    max: 20,
    formats: ['.jpg', '.jpeg', '.png', '.webp', '.gif', '.tif', '.tiff', '.heic', '.heif', '.avif'],
  },
  options: {
    keepIcc: z.boolean().default(true).describe('Keeps the colour profile, without which colours may look otherwise.'),
    keepOrientation: z
      .boolean()
      .default(true)
      .describe('Keeps the note which side is up, without which pictures of phones may lie on their side.'),
  },
  result: 'mixed',
  data: z.object({ files: z.array(strippedFile).describe('One entry per file, in the order of the uploads.') }),
  notes: [
    'Nothing is compressed anew: the coded pixels are copied, letter for letter. A picture is decoded once to know that it is whole: at most 50 megapixels.',
    'JPEG, PNG, WebP and GIF keep only what is needed to show the picture: EXIF, GPS, XMP, IPTC, Photoshop data, comments, texts (AI prompts among them), dates, thumbnails, further pictures (MPF, HDR gain maps), content credentials (C2PA), data of cameras and programs, and what stands behind the end all go.',
    'Kept are density, gamma and chromaticities, animation, and the Adobe segment that says how JPEG colours are coded; with "keepIcc" the profile, with "keepOrientation" an EXIF of that one tag.',
    'TIFF is written anew from the tags that show its pages. Raw pictures of cameras (DNG, NEF, CR2), BigTIFF and old-style JPEG in TIFF are refused.',
    'HEIC and AVIF keep their length: EXIF, XMP and boxes of programs are blanked in place. Orientation and profile are part of the picture there and stay; "keepIcc": false is refused where there is a profile. Smaller versions of the picture, depth maps and the dates of a moving picture stay.',
    'The result lists, for each file, what was removed and kept.',
  ],
  aliases: [
    'strip metadata',
    'exif remover',
    'remove gps from photo',
    'remove location from photo',
    'clean image metadata',
    'metadata scrubber',
    'remove ai prompt',
    'anonymize photo',
  ],
  verified: [
    'ExifTool 12.57 finds nothing left in 7 pictures it had filled (JPEG, PNG, WebP, TIFF, HEIC, AVIF, GIF) but size, density, profile and orientation; no text of theirs is in the bytes',
    'sharp and libheif: decoded pixels are the same, bit for bit',
    'By hand: the same for pictures of phones, cameras and programs',
    'Twice is as once; 280 pictures cut or with a byte changed end in a picture or a clear refusal',
  ],
  examples: [
    {
      title: 'A generated picture loses its prompt',
      files: [{ name: 'diffusion.png', fixture: 'metadata/diffusion.png' }],
      output: {
        data: {
          files: [
            {
              file: 'diffusion.png',
              format: 'png',
              bytesBefore: 914,
              bytes: 711,
              removed: [
                { what: 'text', part: 'tEXt', bytes: 184 },
                { what: 'date of change', part: 'tIME', bytes: 19 },
              ],
              kept: [],
              warnings: [],
              name: 'diffusion-clean.png',
            },
          ],
        },
        files: [{ name: 'diffusion-clean.png', mime: 'image/png', bytes: 711 }],
      },
    },
    {
      title: 'A photo loses everything but its pixels, its colour profile too',
      files: [{ name: 'photo.jpg', fixture: 'metadata/photo.jpg' }],
      options: { keepIcc: false, keepOrientation: false },
      output: { files: [{ name: 'photo-clean.jpg', mime: 'image/jpeg' }] },
    },
    {
      title: 'A HEIC picture keeps its length',
      files: [{ name: 'photo.heic', fixture: 'metadata/photo.heic' }],
      output: { files: [{ name: 'photo-clean.heic', mime: 'image/heic', bytes: 4738 }] },
    },
    {
      title: 'No picture',
      files: [{ name: 'notes.jpg', text: 'just text' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'File "notes.jpg" must be a JPEG, PNG, WebP, GIF, TIFF, HEIC or AVIF picture',
      },
    },
    {
      title: 'A JPEG file without a scan',
      files: [{ name: 'head.jpg', base64: '/9j/2Q==' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot remove metadata of file "head.jpg": it holds no picture' },
    },
    {
      title: 'A TIFF file without strips',
      files: [{ name: 'empty.tif', base64: 'SUkqAAgAAAAAAAAAAAA=' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot remove metadata of file "empty.tif": its strips are not described',
      },
    },
  ],
  async run({ files, options, signal }) {
    const cleaned = files.map((upload) => {
      const { bytes, format, removed, kept, warnings } = strip(upload, options);
      const ending = upload.name.slice(stemOf(upload.name).length);
      const name = `${stemOf(upload.name)}-clean${ending}`;
      const file = upload.name;
      const entry = { file, format, bytesBefore: upload.bytes.length, bytes: bytes.length, removed, kept, warnings };
      return { name, mime: MIMES[format] ?? '', bytes, entry };
    });
    for (const file of files) await checkWhole(file, signal);
    const named = withDistinctNames<OutputFile & { readonly entry: Omit<Told<z.output<typeof strippedFile>>, 'name'> }>(
      cleaned,
    );
    const listing = json({ files: named.map(({ name, entry }) => ({ ...entry, name })) });
    return withFiles(
      listing,
      named.map(({ entry: _, ...file }) => file),
    );
  },
});
