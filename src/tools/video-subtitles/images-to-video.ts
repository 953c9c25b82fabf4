import { z } from 'zod';

import { defineTool, invalid, json, withFiles } from '../../core/index.js';
import { count, warnings } from '../../core/shared-data.js';
import { colorOption } from '../../core/shared-options.js';
import { parseColor } from '../../engines/colors.js';
import { PICTURE_ENDINGS } from '../../engines/image/picture.js';
import { drawOnCanvas } from '../../engines/image/picture-canvas.js';
import { audioStream, inSession, MEDIA_NEEDS, openMedia, produce } from '../../formats/media/media-file.js';
import { checkOpenPixels, isAudio, MAX_IMAGES, MAX_OPEN_MEGAPIXELS, openImages, sideOption } from './_slide-images.js';
import { codedPictures, evenBounds, type SlideLook, slideGraph, slideSoundGraph } from './_slides.js';
import { fitOption } from './_video-fit.js';
import {
  CONTAINERS,
  checkMegapixels,
  costOf,
  crfOption,
  mostMegapixels,
  muxing,
  OWN_TIMES,
  soundCodec,
  VIDEO_LIMIT_NOTE,
  videoCodec,
} from './_video-work.js';

/** How much of the time of a picture of a film a still one takes, and one that moves throughout. */
const STILL_COST = 0.7;
const ZOOM_COST = 3;

const SPARSE_WARNING =
  'So that it is done in time, an image at rest is one picture per second; transitions have all of theirs';

const AUDIO_ENDINGS = [
  '.mp3',
  '.m4a',
  '.aac',
  '.wav',
  '.flac',
  '.ogg',
  '.opus',
  '.aiff',
  '.wma',
  '.mp4',
  '.webm',
] as const;

export default defineTool({
  id: 'images-to-video',
  title: 'Images to Video',
  summary: 'Makes a slideshow video from images, with fades or slides, a slow zoom and music.',
  family: 'video-subtitles',
  class: 'native',
  needs: MEDIA_NEEDS,
  input: 'none',
  files: { min: 1, max: 20, formats: [...PICTURE_ENDINGS, ...AUDIO_ENDINGS] },
  options: {
    seconds: z
      .number()
      .min(0)
      .max(60)
      .default(3)
      .describe('Seconds per image; 0: the images share the length of the audio file.'),
    fps: z.number().multipleOf(1).min(1).max(60).default(30).describe('Pictures per second of the video.'),
    transition: z.enum(['fade', 'slide', 'none']).default('fade').describe('How an image gives way to the next.'),
    transitionSeconds: z
      .number()
      .min(0)
      .max(10)
      .default(0.5)
      .describe('Seconds of a transition, at most half the time of an image.'),
    zoom: z
      .boolean()
      .default(false)
      .describe('Moves slowly closer to one image, and away from the next (Ken Burns effect).'),
    width: sideOption('Width', 1280),
    height: sideOption('Height', 720),
    fit: fitOption(),
    background: colorOption('#000000', 'Colour of the bars, and behind transparency.'),
    loop: z.boolean().default(false).describe('Repeats audio that is shorter than the video.'),
    fadeOut: z
      .number()
      .min(0)
      .max(30)
      .default(2)
      .describe('Seconds over which the audio fades out at its end or that of the video; 0 for none.'),
    format: z
      .enum(['mp4', 'webm'])
      .default('mp4')
      .describe('Format to write: MP4 with H.264 and AAC, or WebM with VP9 and Opus.'),
    crf: crfOption(20),
  },
  result: 'mixed',
  data: z.object({
    images: count('Number of images; each page of a TIFF file is one.'),
    frames: count('Number of pictures of the video.'),
    seconds: z.number().describe('Length of the video in seconds.'),
    width: count('Width in pixels.'),
    height: count('Height in pixels.'),
    warnings: warnings(),
  }),
  notes: [
    'Images are shown in the order of the uploads, upright as EXIF says; of an animation the first frame. One file may be audio, or a video whose sound is taken; it is cut at the end of the images.',
    'The video is exactly as long as the images together: a transition takes place at the start of the time of the next image.',
    `At most ${MAX_IMAGES} images and pages, 50 megapixels each, ${MAX_OPEN_MEGAPIXELS} in all at the size of the video. Without zoom, 1.4 times the megapixels below can be written; with zoom, a third of them.`,
    'Where all pictures would be too many and there is no zoom, an image at rest is stored as one picture per second (variable frame rate), and a warning says so: 20 images of 3 seconds at 1280 × 720 with fades or slides take that without a native FFmpeg. Where that is too much still, lower the size, "fps" or "transitionSeconds".',
    VIDEO_LIMIT_NOTE,
  ],
  aliases: [
    'slideshow maker',
    'photo slideshow',
    'pictures to video',
    'jpg to mp4',
    'png to mp4',
    'photos with music',
    'ken burns',
    'image sequence to video',
    'timelapse',
    'slideshow of holiday pictures',
    'photos to a film',
  ],
  verified: [
    'ffprobe and FFmpeg 5.1 (Debian): 60 random slideshows of 1 to 6 images have exactly the number of pictures, the size and the length of sound that were asked for, and in the middle of each image that is shown 8 pixels wide or more its colour, within 4 of 255 levels; a sixth of them by the FFmpeg of the package',
  ],
  examples: [
    {
      title: 'Two images and music',
      options: { seconds: 0.5, fps: 10, width: 64, height: 48 },
      files: [
        { name: 'photo.jpg', fixture: 'image/raster/photo.jpg' },
        { name: 'half-clear.png', fixture: 'image/raster/half-clear.png' },
        { name: 'hello.mp3', fixture: 'audio/hello.mp3' },
      ],
      output: {
        data: { images: 2, frames: 10, seconds: 1, width: 64, height: 48, warnings: [] },
        files: [{ name: 'slideshow.mp4', mime: 'video/mp4' }],
      },
    },
    {
      title: 'One image, zoomed, as WebM',
      options: { seconds: 1, fps: 5, width: 32, height: 32, fit: 'cover', zoom: true, format: 'webm' },
      files: [{ name: 'photo.jpg', fixture: 'image/raster/photo.jpg' }],
      output: {
        data: { images: 1, frames: 5, seconds: 1, width: 32, height: 32, warnings: [] },
        files: [{ name: 'slideshow.webm', mime: 'video/webm' }],
      },
    },
    {
      title: 'As long as audio that is not there',
      options: { seconds: 0 },
      files: [{ name: 'photo.jpg', fixture: 'image/raster/photo.jpg' }],
      error: { code: 'INVALID_INPUT', message: 'Option "seconds" must be greater than 0 without an audio file' },
    },
    {
      title: 'Audio alone',
      files: [{ name: 'hello.mp3', fixture: 'audio/hello.mp3' }],
      error: { code: 'INVALID_INPUT', message: 'Files must include at least one image, got none' },
    },
    {
      title: 'Two audio files',
      files: [
        { name: 'hello.mp3', fixture: 'audio/hello.mp3' },
        { name: 'silence.flac', fixture: 'audio/silence.flac' },
      ],
      error: { code: 'INVALID_INPUT', message: 'Files must include at most one audio file, got 2' },
    },
    {
      title: 'Not an image',
      files: [{ name: 'photo.png', text: 'hello' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot read picture "photo.png": it is in no known picture format' },
    },
  ],
  run(run) {
    const { seconds, fps, transition, transitionSeconds, zoom, width, height, fit, loop, fadeOut, format, crf } =
      run.options;
    const background = parseColor('background', run.options.background);
    const [audio, ...more] = run.files.filter(isAudio);
    if (more.length > 0) throw invalid(`Files must include at most one audio file, got ${more.length + 1}`);
    if (seconds === 0 && audio === undefined)
      throw invalid('Option "seconds" must be greater than 0 without an audio file');
    return inSession(run, async (session) => {
      const images = await openImages(
        run.files.filter((upload) => !isAudio(upload)),
        run.signal,
      );
      const sound = audio === undefined ? undefined : await openMedia(session, audio, 'audio');
      const track = sound === undefined ? undefined : audioStream(sound);
      const soundSeconds = track?.seconds ?? sound?.info.seconds ?? 0;
      const frames = Math.max(
        images.length,
        Math.round(fps * (seconds === 0 ? soundSeconds : seconds * images.length)),
      );
      const container = CONTAINERS[format];
      checkOpenPixels(images.length, width, height);
      const cost = costOf(container) * (zoom ? ZOOM_COST : STILL_COST);
      const overlap = Math.min(Math.round(transitionSeconds * fps), Math.floor(frames / images.length / 2));
      const bounds = evenBounds(images.length, frames);
      const every: SlideLook = { framesPerSecond: fps, bounds, transition, overlap, zoom, isSparse: false };
      const isTooMuch = (width * height * frames) / 1e6 > mostMegapixels(session, cost);
      const look = { ...every, isSparse: isTooMuch && !zoom };
      const coded = codedPictures(look);
      checkMegapixels(session, (width * height * coded) / 1e6, cost);
      const inputs: string[] = [];
      for (const [index, image] of images.entries()) {
        await session.write(`p${index}`, await drawOnCanvas(image, [width, height], fit, background));
        const raw = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${width}x${height}`, '-framerate', String(fps)];
        inputs.push(...raw, '-i', `p${index}`);
      }
      const graphs = [slideGraph(look)];
      const total = frames / fps;
      const heard = loop ? total : Math.min(total, soundSeconds || total);
      if (sound !== undefined && track !== undefined) {
        graphs.push(slideSoundGraph({ input: images.length, track: track.index, seconds: total, heard, fadeOut }));
        inputs.push(...(loop ? ['-stream_loop', '-1'] : []), ...sound.input);
      }
      const args = [
        ...[
          ...inputs,
          '-filter_complex',
          graphs.join(';'),
          '-map',
          '[v]',
          ...OWN_TIMES,
          ...videoCodec(container, session, crf),
        ],
        ...['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'],
        ...(sound === undefined ? [] : ['-map', '[a]', ...soundCodec(container, 192)]),
        ...muxing(container, true),
      ];
      const bytes = await produce(
        session,
        { upload: audio ?? run.files[0] },
        'audio',
        args,
        `out${container.extension}`,
        total,
      );
      const told = { images: images.length, frames: coded, seconds: Math.round(total * 1000) / 1000, width, height };
      const isShort = audio !== undefined && total - heard > 0.1;
      const warned = [
        ...(isShort ? [`The audio ends after ${heard.toFixed(1)} of ${total.toFixed(1)} seconds`] : []),
        ...(look.isSparse ? [SPARSE_WARNING] : []),
      ];
      return withFiles(json({ ...told, warnings: warned }), [
        { name: `slideshow${container.extension}`, mime: container.mime, bytes },
      ]);
    });
  },
});
