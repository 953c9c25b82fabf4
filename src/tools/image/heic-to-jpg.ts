import { z } from 'zod';

import { defineTool, file } from '../../core/index.js';
import { heicToJpeg, PHOTO_NOTES, renamed } from './_heic.js';

export default defineTool({
  id: 'heic-to-jpg',
  title: 'HEIC to JPG',
  summary: 'Converts the primary picture of a HEIC file to JPEG, upright and in its own colours.',
  family: 'image',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 1, formats: ['.heic', '.heif'] },
  options: {
    quality: z.number().min(1).max(100).multipleOf(1).default(85).describe('JPEG quality in percent.'),
  },
  result: 'files',
  notes: [...PHOTO_NOTES],
  aliases: ['iphone photo to jpeg', 'heif to jpg', 'convert heic', 'apple photo to jpeg'],
  verified: [
    'heif-convert 1.15.1: same size and mean squared error below 3 on every decodable file of a public test set.',
    'All eight orientations, with matching, missing and contradicting EXIF orientation: upright once.',
    'Every file cut at nine places: refused, or whole where the cut lies behind the picture.',
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
    {
      title: 'An empty file',
      files: [{ name: 'empty.heic', base64: '' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot read HEIC file "empty.heic": it is empty' },
    },
    {
      title: 'A JPEG under the name of a HEIC file',
      files: [{ name: 'photo.heic', base64: '/9j/4AAQSkZJRg==' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot read HEIC file "photo.heic": it is a JPEG picture' },
    },
    {
      title: 'Text under the name of a HEIC file',
      files: [{ name: 'photo.heic', text: 'hello' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot read HEIC file "photo.heic": it is not a HEIC file' },
    },
    {
      title: 'A sequence without a still picture',
      files: [{ name: 'burst.heic', fixture: 'image/heic/sequence.heic' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read HEIC file "burst.heic": it is a sequence of pictures without a still one',
      },
    },
    {
      title: 'A file that ends after its first box',
      files: [{ name: 'head.heic', base64: 'AAAAGGZ0eXBoZWljAAAAAG1pZjFoZWlj' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot read HEIC file "head.heic": it holds no picture' },
    },
    {
      title: 'A file cut short',
      files: [{ name: 'cut.heic', fixture: 'image/heic/cut-short.heic' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot read HEIC file "cut.heic": it is cut short' },
    },
    {
      title: 'A file that says another size than its picture has',
      files: [{ name: 'faked.heic', fixture: 'image/heic/faked-size.heic' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot read HEIC file "faked.heic": it is damaged' },
    },
    {
      title: 'A file with more properties than a picture may have',
      files: [{ name: 'many.heic', fixture: 'image/heic/many-properties.heic' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read HEIC file "many.heic": it has more parts than a picture may have',
      },
    },
    {
      title: 'A picture coded as H.264',
      files: [{ name: 'avc.heif', fixture: 'image/heic/is-avc.heic' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read HEIC file "avc.heif": it is coded in a way that is not supported',
      },
    },
    {
      title: 'An HDR picture coded as AV1',
      files: [{ name: 'hdr.heic', fixture: 'image/heic/is-hdr-avif.heic' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot read HEIC file "hdr.heic": it is an HDR picture coded as AV1' },
    },
    {
      title: 'A picture of 202 megapixels',
      files: [{ name: 'large.heic', fixture: 'image/heic/201-megapixels.heic' }],
      error: {
        code: 'LIMIT_EXCEEDED',
        message: 'Cannot read HEIC file "large.heic": 202 megapixels, the limit is 100',
      },
    },
    {
      title: 'A picture wider than JPEG can be',
      files: [{ name: 'wide.heic', fixture: 'image/heic/too-wide.heic' }],
      error: { code: 'LIMIT_EXCEEDED', message: 'Cannot write JPEG: a side of 66048 pixels, the limit is 65500' },
    },
  ],
  async run({ files: [photo], options, signal }) {
    const { jpeg } = await heicToJpeg(photo, options.quality, signal);
    return file(renamed(photo.name, 'jpg'), 'image/jpeg', jpeg);
  },
});
