import { defineTool, file } from '../../core/index.js';
import { shared } from '../../core/shared-options.js';
import { heicToJpeg, PHOTO_NOTES, REFUSALS, renamed } from './_heic.js';

export default defineTool({
  id: 'heic-to-jpg',
  title: 'HEIC to JPG',
  summary: 'Converts the primary picture of a HEIC file to JPEG, upright and in its own colours.',
  family: 'image',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 1, formats: ['.heic', '.heif'] },
  options: {
    quality: shared.quality().describe('JPEG quality in percent.'),
  },
  result: 'files',
  notes: [...PHOTO_NOTES],
  aliases: [
    'iphone photo to jpeg',
    'heif to jpg',
    'convert heic',
    'apple photo to jpeg',
    'open iphone photos on windows',
    'iphone picture to jpg',
  ],
  verified: [
    'heif-convert 1.15.1: same size and mean squared error below 3 on every decodable file of a public test set.',
    'All eight orientations, with matching, missing and contradicting EXIF orientation: upright once.',
    'Every file cut at nine places: refused, or whole where the cut comes after the image.',
  ],
  examples: [
    {
      title: 'A phone photo taken upright: turned pixels, wide-gamut profile kept',
      files: [{ name: 'IMG_0001.HEIC', fixture: 'image/heic/phone.heic' }],
      output: { text: null, files: [{ name: 'IMG_0001.jpg', mime: 'image/jpeg' }] },
    },
    {
      title: 'A picture in tiles at the best quality',
      options: { quality: 100 },
      files: [{ name: 'grid.heic', fixture: 'image/heic/grid.heic' }],
      output: { text: null, files: [{ name: 'grid.jpg', mime: 'image/jpeg' }] },
    },
    {
      title: 'Transparency becomes white',
      files: [{ name: 'alpha.heif', fixture: 'image/heic/alpha.heic' }],
      output: { text: null, files: [{ name: 'alpha.jpg', mime: 'image/jpeg' }] },
    },
    {
      title: 'An AVIF picture under the name of a HEIC file',
      files: [{ name: 'photo.heic', fixture: 'image/heic/is-avif.heic' }],
      output: { text: null, files: [{ name: 'photo.jpg', mime: 'image/jpeg' }] },
    },
    ...REFUSALS,
  ],
  async run({ files: [photo], options, signal }) {
    const { jpeg } = await heicToJpeg(photo, options.quality, signal);
    return file(renamed(photo.name, 'jpg'), 'image/jpeg', jpeg);
  },
});
