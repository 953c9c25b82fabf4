import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { renamed } from '../../core/files.js';
import { defineTool } from '../../core/index.js';
import { count, fileReports } from '../../core/shared-data.js';
import { colorOption } from '../../core/shared-options.js';
import { hexColor, parseColor } from '../../engines/colors.js';
import { drawOwnSvg } from '../../engines/svg/resvg.js';
import { MEDIA_NEEDS } from '../../formats/media/media-file.js';
import { waveformSvg } from '../../lib/audio/waveform-svg.js';
import { DAMAGED_AUDIO, HELLO_MP3, NO_AUDIO, NOT_AUDIO } from './_audio-examples.js';
import { AUDIO_FILES, AUDIO_LENGTH_NOTE, AUDIO_NOTE, secondsOf, shownSeconds, withAudio } from './_audio-work.js';
import { measureWaveform } from './_waveform.js';

export default defineTool({
  id: 'waveform-image',
  title: 'Waveform Image',
  summary: 'Draws the waveform of audio as PNG or SVG, as bars or as a filled curve, in colours of your choice.',
  family: 'audio',
  class: 'native',
  needs: MEDIA_NEEDS,
  input: 'none',
  files: { min: 1, max: 20, formats: AUDIO_FILES },
  options: {
    format: z.enum(['png', 'svg']).default('png').describe('Format of the image.'),
    style: z
      .enum(['bars', 'filled'])
      .default('bars')
      .describe('Rounded bars with gaps, as podcast players draw, or every column of pixels, as audio editors do.'),
    width: z.number().multipleOf(1).min(50).max(4000).default(1200).describe('Width in pixels.'),
    height: z.number().multipleOf(1).min(20).max(2000).default(240).describe('Height in pixels.'),
    color: colorOption('#2563eb', 'Colour of the waveform.'),
    background: colorOption('transparent', 'Colour behind the waveform.'),
    barWidth: z.number().multipleOf(1).min(1).max(100).default(3).describe('Width of a bar in pixels.'),
    barGap: z.number().multipleOf(1).min(0).max(100).default(2).describe('Space between bars in pixels.'),
    channels: z
      .enum(['together', 'apart'])
      .default('together')
      .describe('One waveform of the loudest channel at each time, or one below the other, up to eight.'),
    normalize: z
      .boolean()
      .default(true)
      .describe('Scales the loudest sample to the full height; off: full scale is the full height.'),
  },
  result: 'mixed',
  data: fileReports({
    seconds: z.number().describe('Length of the sound in seconds.'),
    width: count('Width in pixels.'),
    height: count('Height in pixels.'),
    columns: count('Bars or columns of the waveform.'),
    peak: z.number().describe('Highest sample, of 1 at full scale.'),
  }),
  notes: [
    'A bar reaches from the lowest to the highest sample of its time; no sample is left out, whatever the length.',
    AUDIO_NOTE,
    AUDIO_LENGTH_NOTE,
  ],
  aliases: [
    'audio waveform generator',
    'mp3 to waveform',
    'sound wave image',
    'soundwave art',
    'audio to image',
    'waveform png',
    'waveform svg',
    'audiogram',
  ],
  verified: [
    'FFmpeg 5.1 (Debian): the columns of generated stereo sound reach from the lowest to the highest decoded sample, within 1.6 pixels, for WAV of 8, 16 and 32 bits and FLAC, by both engines; bars have their width and gap to the pixel',
  ],
  examples: [
    {
      title: 'Speech as bars',
      files: [HELLO_MP3],
      output: { files: [{ name: 'hello.png', mime: 'image/png' }] },
    },
    {
      title: 'A filled curve as SVG on black',
      options: { format: 'svg', style: 'filled', width: 300, height: 80, color: 'lime', background: 'black' },
      files: [HELLO_MP3],
      output: { files: [{ name: 'hello.svg', mime: 'image/svg+xml' }] },
    },
    {
      title: 'Not a color',
      options: { color: 'blau' },
      files: [HELLO_MP3],
      error: { code: 'INVALID_INPUT', message: 'Option "color" must be a CSS colour such as "#ff0000", got "blau"' },
    },
    NOT_AUDIO,
    DAMAGED_AUDIO,
    NO_AUDIO,
  ],
  run(run) {
    const { format, style, width, height, barWidth, barGap, channels, normalize } = run.options;
    const color = parseColor('color', run.options.color);
    const background = parseColor('background', run.options.background);
    const [bar, gap] = style === 'bars' ? [Math.min(barWidth, width), barGap] : [1, 0];
    const columns = Math.max(1, Math.floor((width + gap) / (bar + gap)));
    return eachFile(run, (upload) =>
      withAudio(run, upload, async (audio) => {
        const rows = await measureWaveform(audio, columns, channels === 'apart');
        const peak = Math.max(0, ...rows.map((row) => row.peak));
        const scale = normalize ? peak : 1;
        const svg = waveformSvg(
          rows.map(({ columns: all }) => all),
          { width, height, bar, gap, scale, color: hexColor(color), background: hexColor(background) },
        );
        const bytes = format === 'svg' ? Buffer.from(svg) : drawOwnSvg(svg, { fit: { mode: 'original' } }).png();
        const mime = format === 'svg' ? 'image/svg+xml' : 'image/png';
        const seconds = shownSeconds(secondsOf(audio));
        const report = { seconds, width, height, columns, peak: Math.round(peak * 1e4) / 1e4 };
        return { report, outputs: [{ name: renamed(upload.name, `.${format}`), mime, bytes }] };
      }),
    );
  },
});
