import { z } from 'zod';
import { eachFile } from '../../core/each-file.js';
import { extensionOf } from '../../core/files.js';
import { defineTool } from '../../core/index.js';
import { anyJson, count, fileReports } from '../../core/shared-data.js';
import { checkWhole } from '../../engines/image/picture.js';
import { readMetadata } from '../../formats/metadata/read.js';
import { type PictureFormat, pictureFormat } from '../../lib/picture-files/picture-format.js';

const values = z.record(z.string(), anyJson('Value.'));
const text = (description: string) => z.string().optional().describe(description);

const pictureMetadata = z.object({
  format: z.string().describe('Format of the image.'),
  fileBytes: count('Size of the file.'),
  width: count('Width in pixels.').optional(),
  height: count('Height in pixels.').optional(),
  bitsPerSample: count('Bits per sample.').optional(),
  dotsPerInch: z
    .object({ x: z.number().describe('Across.'), y: z.number().describe('Down.') })
    .optional()
    .describe('Density that the file states; omitted if it states none.'),
  camera: text('Make and model of the camera.'),
  lens: anyJson('Model of the lens.').optional(),
  software: anyJson('Program that wrote the file.').optional(),
  taken: text('When it was taken, ISO 8601; without an offset in local time.'),
  artist: anyJson('Name of the artist.').optional(),
  copyright: anyJson('Copyright notice.').optional(),
  position: values.optional().describe('Position of the camera.'),
  ai: values.optional().describe('What an image generator noted.'),
  exif: z.record(z.string(), values).optional().describe('EXIF by table.'),
  makerNote: z
    .object({ bytes: count('Size.'), values: values.describe('Fields that are known, by name.') })
    .optional()
    .describe('Notes of the camera maker.'),
  thumbnail: z
    .object({ bytes: count('Size.') })
    .optional()
    .describe('Preview inside the file.'),
  xmp: values.optional().describe('XMP by property.'),
  iptc: values.optional().describe('IPTC by property.'),
  icc: values.optional().describe('Colour profile.'),
  comments: z.array(z.string()).optional().describe('Comments.'),
  texts: z.record(z.string(), z.string()).optional().describe('Texts by key.'),
  c2pa: z
    .object({ bytes: count('Size.'), generator: text('Program that wrote them.') })
    .optional()
    .describe('Content credentials, which are not checked.'),
  morePictures: z.boolean().optional().describe('The file holds further images; omitted if not.'),
  trailingBytes: count('Bytes after the end of the image.').optional(),
  warnings: z.array(z.string()).describe('What is damaged; empty if nothing is.'),
});

/** What is decoded to know that it is whole; of camera files and Photoshop only the structure is read. */
const DECODED: ReadonlySet<PictureFormat> = new Set(['jpeg', 'png', 'webp', 'gif', 'tiff', 'avif', 'heic']);
const RAW_ENDINGS = ['.dng', '.nef', '.arw', '.cr2'];

export default defineTool({
  id: 'image-metadata',
  title: 'Image Metadata',
  summary: 'Reads EXIF, GPS position, XMP, IPTC, colour profile, content credentials and AI prompts of images.',
  family: 'image',
  class: 'native',
  input: 'none',
  files: {
    min: 1,
    max: 20,
    formats: [
      '.jpg',
      '.jpeg',
      '.png',
      '.webp',
      '.gif',
      '.tif',
      '.tiff',
      '.heic',
      '.heif',
      '.avif',
      '.psd',
      '.dng',
      '.nef',
      '.arw',
      '.cr2',
      '.cr3',
      '.raf',
    ],
  },
  options: {
    raw: z.boolean().default(false).describe('Returns EXIF values as numbers instead of the words they stand for.'),
  },
  result: 'data',
  data: fileReports(pictureMetadata.shape),
  notes: [
    'One entry per file; missing values are omitted, damaged parts are named in "warnings". One file that fails does not spoil the others.',
    '"exif" has tables "image", "exif", "gps", "interoperability" and "thumbnail" with the tag names of ExifTool; rationals are decimals of ten digits, and undefined data longer than 16 bytes is given by its length.',
    '"position" has decimal degrees, south and west negative, and metres; "taken" is ISO 8601 with the offset from UTC only where the camera noted it.',
    '"ai" has prompt and settings as Stable Diffusion web UIs, ComfyUI, InvokeAI and NovelAI write them, and the source type of IPTC.',
    'Shutter speed, aperture and brightness values are APEX, as stored; "ExposureTime" and "FNumber" are seconds and f-number. Sizes of HEIC and AVIF are those of the upright image.',
    'Of the maker notes of Canon, Nikon, Sony, Fujifilm, Panasonic, Olympus, Pentax and Apple, "makerNote" has the common fields with the names and words of ExifTool: lens, serial number, focus mode, white balance, picture mode, drive mode, stabilization, firmware. Values that are enciphered, not known, or not where they should be are omitted.',
    'C2PA is found and its generator named, its signature is not checked.',
    'DNG, NEF, ARW and CR2 are read as the TIFF files they are, RAF by the EXIF of its preview. BigTIFF is refused.',
    'Images other than raw and Photoshop files are decoded once, so that truncated or forged ones are refused: at most 50 megapixels.',
  ],
  aliases: [
    'exif viewer',
    'exif data',
    'photo metadata',
    'where was this photo taken',
    'gps from photo',
    'read ai prompt from png',
    'iptc viewer',
    'xmp viewer',
    'what camera took a photo',
    'camera of a photo',
    'when was a photo taken',
    'gps of a photo',
  ],
  verified: [
    'ExifTool 12.57: every EXIF and GPS value, position, XMP and IPTC text, size and profile name of 7 pictures that it wrote (JPEG, PNG, WebP, TIFF, HEIC, AVIF, GIF); the Photoshop example by hand',
    'By hand: 534 EXIF and GPS values of 25 pictures of phones and cameras are those of ExifTool; it turns APEX values into stops and seconds, here they stay as stored',
    'ExifTool 12.57: 87 fields of maker notes of 8 makers, and those of a CR3 and a RAF file; by hand, 2,026 of 2,109 fields of 218 pictures of Canon, Nikon, Sony, Fujifilm, Panasonic, Olympus, Pentax and Apple are as it states them, the others the start of it, or serial numbers and qualities in another form',
    '700 pictures with damaged maker notes are read',
    '280 pictures cut or with a byte changed end in a result or a clear refusal',
  ],
  examples: [
    {
      title: 'The prompt of a generated image',
      files: [{ name: 'diffusion.png', fixture: 'metadata/diffusion.png' }],
      output: {
        data: {
          files: [
            {
              name: 'diffusion.png',
              format: 'png',
              fileBytes: 914,
              width: 24,
              height: 16,
              bitsPerSample: 8,
              ai: {
                generator: 'Stable Diffusion',
                prompt: 'a lighthouse, oil painting',
                negativePrompt: 'blurry, text',
                settings: {
                  Steps: '20',
                  Sampler: 'Euler a',
                  'CFG scale': '7',
                  Seed: '42',
                  Size: '24x16',
                  'Model hash': 'abc123',
                  Model: 'dream, v2',
                },
              },
              texts: {
                parameters:
                  'a lighthouse, oil painting\nNegative prompt: blurry, text\nSteps: 20, Sampler: Euler a, CFG scale: 7, Seed: 42, Size: 24x16, Model hash: abc123, Model: "dream, v2"',
              },
              warnings: [],
            },
          ],
        },
      },
    },
    {
      title: 'A photo with position, camera and credentials',
      files: [{ name: 'photo.jpg', fixture: 'metadata/photo.jpg' }],
      output: {},
    },
    {
      title: 'A Photoshop file of one pixel with an IPTC headline',
      files: [{ name: 'pixel.psd', fixture: 'metadata/pixel.psd' }],
      output: {
        data: {
          files: [
            {
              name: 'pixel.psd',
              format: 'psd',
              fileBytes: 69,
              width: 1,
              height: 1,
              bitsPerSample: 8,
              iptc: { Headline: 'Headline' },
              warnings: [],
            },
          ],
        },
      },
    },
    {
      title: 'No picture',
      files: [{ name: 'notes.jpg', text: 'just text' }],
      error: {
        code: 'INVALID_INPUT',
        message:
          'File "notes.jpg" must be a JPEG, PNG, WebP, GIF, TIFF, HEIC, AVIF, Photoshop, DNG, NEF, ARW, CR2, CR3 or RAF picture',
      },
    },
  ],
  run: ({ files, options: { raw }, signal }) =>
    eachFile({ files, signal }, async (file) => {
      // The engine puts together what it finds key by key.
      const { file: _, ...report } = readMetadata(file, raw) as z.output<typeof pictureMetadata> & {
        readonly file: string;
      };
      const format = pictureFormat(file.bytes, extensionOf(file.name));
      if (format !== undefined && DECODED.has(format) && !RAW_ENDINGS.includes(extensionOf(file.name))) {
        await checkWhole(file, signal);
      }
      return { report, outputs: [] };
    }),
});
