import { z } from 'zod';
import { eachFile } from '../../core/each-file.js';
import { extensionOf, stemOf } from '../../core/files.js';
import { defineTool, type InputFile, invalid, quote } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count, fileReports, warnings } from '../../core/shared-data.js';
import { checkWhole } from '../../engines/image/picture.js';
import { type Stripped, type StripSettings, stripMetadata } from '../../lib/metadata/strip.js';
import { stripLocation } from '../../lib/metadata/strip-location.js';
import { type PictureFormat, pictureFormat } from '../../lib/picture-files/picture-format.js';

const strippedFile = {
  format: z.string().describe('Format of the image.'),
  bytesBefore: count('Size of the upload.'),
  bytesAfter: count('Size of the result.'),
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
};

const MIMES: Partial<Record<PictureFormat, string>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  tiff: 'image/tiff',
  heic: 'image/heic',
  avif: 'image/avif',
};

interface Settings extends StripSettings {
  readonly locationOnly: boolean;
}

function strip({ name, bytes }: InputFile, settings: Settings): Stripped & { readonly format: PictureFormat } {
  const format = pictureFormat(bytes, extensionOf(name));
  if (format === undefined || MIMES[format] === undefined)
    throw invalid(`File ${quote(name)} must be a JPEG, PNG, WebP, GIF, TIFF, HEIC or AVIF picture`);
  if (settings.locationOnly) {
    const reading = `Cannot remove the location of file ${quote(name)}`;
    return { ...refusing(reading, () => stripLocation(bytes, format)), format };
  }
  const reading = `Cannot remove metadata of file ${quote(name)}`;
  return { ...refusing(reading, () => stripMetadata(bytes, format, settings)), format };
}

export default defineTool({
  id: 'remove-exif',
  title: 'Remove EXIF',
  summary: 'Removes EXIF, location, XMP, IPTC, comments and previews from images without touching their pixels.',
  family: 'image',
  class: 'native',
  input: 'none',
  files: {
    min: 1,
    max: 20,
    formats: ['.jpg', '.jpeg', '.png', '.webp', '.gif', '.tif', '.tiff', '.heic', '.heif', '.avif'],
  },
  options: {
    keepIcc: z.boolean().default(true).describe('Keeps the colour profile; without it colours may change.'),
    keepOrientation: z
      .boolean()
      .default(true)
      .describe('Keeps the orientation; without it phone photos may appear sideways.'),
    locationOnly: z
      .boolean()
      .default(false)
      .describe('Removes only the GPS data in EXIF and XMP; everything else stays byte for byte.'),
  },
  result: 'mixed',
  data: fileReports(strippedFile),
  notes: [
    'Nothing is recompressed: the encoded pixels are copied byte for byte. Images are decoded once to check that they are complete: at most 50 megapixels.',
    'JPEG, PNG, WebP and GIF keep only what is needed to show the picture: EXIF, GPS, XMP, IPTC, Photoshop data, comments, texts (AI prompts among them), dates, thumbnails, further pictures (MPF, HDR gain maps), content credentials (C2PA), data of cameras and programs, and trailing data are all removed.',
    'Kept are density, gamma and chromaticities, animation, and the Adobe segment that says how JPEG colours are coded; with "keepIcc" the profile, with "keepOrientation" an EXIF of that one tag.',
    'TIFF is rewritten from the tags that display its pages. Raw pictures of cameras (DNG, NEF, CR2), BigTIFF and old-style JPEG in TIFF are refused.',
    'HEIC and AVIF keep their length: EXIF, XMP and program-specific boxes are blanked in place. Orientation and profile are part of the image there and stay; "keepIcc": false is refused if there is a profile. Thumbnails, depth maps and the dates of image sequences stay.',
    'With "locationOnly", GPS data is cleared in place (compressed XMP in PNG is packed again). Place names in IPTC and XMP, camera notes, GeoTIFF coordinates, content credentials and data after the end of the image stay; the last three are in "warnings". Extended XMP with a location and EXIF stored as text in PNG are refused.',
    'The report lists what was removed and kept for each file; one that fails does not spoil the others.',
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
    'remove where a photo was taken',
    'remove gps from photos',
  ],
  verified: [
    'ExifTool 12.57 finds nothing left in 7 pictures it had filled (JPEG, PNG, WebP, TIFF, HEIC, AVIF, GIF) but size, density, profile and orientation; no text of theirs is in the bytes',
    'sharp and libheif: decoded pixels are the same, bit for bit',
    'ExifTool 12.57: with "locationOnly", no GPS tag is left in those pictures, with a location in EXIF and XMP, and all other tags and the pixels are the same',
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
              name: 'diffusion.png',
              outputs: ['diffusion-clean.png'],
              format: 'png',
              bytesBefore: 914,
              bytesAfter: 711,
              removed: [
                { what: 'text', part: 'tEXt', bytes: 184 },
                { what: 'date of change', part: 'tIME', bytes: 19 },
              ],
              kept: [],
              warnings: [],
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
      title: 'A photo loses only its location',
      files: [{ name: 'photo.tif', fixture: 'metadata/photo.tif' }],
      options: { locationOnly: true },
      output: { files: [{ name: 'photo-clean.tif', mime: 'image/tiff' }] },
    },
    {
      title: 'Only the location, but not the profile',
      files: [{ name: 'photo.jpg', fixture: 'metadata/photo.jpg' }],
      options: { locationOnly: true, keepIcc: false },
      error: {
        code: 'INVALID_INPUT',
        message: 'Options "keepIcc" and "keepOrientation" must be true with "locationOnly"',
      },
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
  run: ({ files, options, signal }) => {
    if (options.locationOnly && !(options.keepIcc && options.keepOrientation))
      throw invalid('Options "keepIcc" and "keepOrientation" must be true with "locationOnly"');
    return eachFile({ files, signal }, async (upload) => {
      const { bytes, format, removed, kept, warnings } = strip(upload, options);
      await checkWhole(upload, signal);
      const stem = stemOf(upload.name);
      return {
        report: { format, bytesBefore: upload.bytes.length, bytesAfter: bytes.length, removed, kept, warnings },
        outputs: [{ name: `${stem}-clean${upload.name.slice(stem.length)}`, mime: MIMES[format] ?? '', bytes }],
      };
    });
  },
});
