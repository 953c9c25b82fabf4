import { overLimit } from '../../core/errors.js';
import { POSITIONS, type Position } from '../../core/shared-options.js';
import { FONT_FAMILIES, type FontStyle, fontBytes, fontParts } from '../../engines/fonts.js';
import { withFullCharacterMap } from '../../lib/fonts/full-character-map.js';
import { writeDrawnAss } from '../../lib/subtitle-files/styled-ass.js';
import { type Subtitle, textOfRuns } from '../../lib/subtitle-files/subtitles.js';
import { evenPixels, squareSize } from './_square-pixels.js';
import {
  codedContainer,
  keptContainer,
  type OpenVideo,
  OWN_TIMES,
  soundCodec,
  videoCodec,
  writeVideo,
} from './_video-work.js';

/** A page of text at once is none that a viewer can read, and takes seconds a picture to draw. */
const MAX_CHARACTERS = 1000;
const MAX_AT_ONCE = 20;

/** `top-left` to `bottom-right` as the keys of a number pad. */
export const placeOf = (position: Position): number => {
  const index = POSITIONS.indexOf(position);
  return 7 - 3 * Math.floor(index / 3) + (index % 3);
};

export interface BurntLook {
  readonly font: FontStyle;
  readonly fontSize: number;
  readonly bold: boolean;
  readonly color: string;
  readonly outlineColor: string;
  readonly outline: number;
  readonly box: boolean;
  readonly place: number;
}

/** Throws LIMIT_EXCEEDED where more is shown at once than can be drawn in time. */
export function checkDrawing(subtitles: readonly Subtitle[]): void {
  const shown: number[] = [];
  for (const [index, { startMs, endMs, runs }] of subtitles.entries()) {
    const { length } = textOfRuns(runs);
    if (length > MAX_CHARACTERS)
      throw overLimit(
        `Subtitle ${index + 1} must have at most ${MAX_CHARACTERS} characters to be burned, got ${length}`,
      );
    const kept = shown.filter((end) => end > startMs);
    shown.splice(0, shown.length, ...kept, endMs);
    if (shown.length > MAX_AT_ONCE)
      throw overLimit(
        `At most ${MAX_AT_ONCE} subtitles may be shown at once to be burned, got more at subtitle ${index + 1}`,
      );
  }
}

/** Draws subtitles on the pictures. */
export async function burnSubtitles(video: OpenVideo, subtitles: readonly Subtitle[], look: BurntLook, crf: number) {
  const { session, media, track } = video;
  const [across, down] = squareSize(track);
  const [width, height] = [across - (across % 2), down - (down % 2)];
  const fontSize = look.fontSize || Math.max(10, Math.round(Math.min(height, width * 0.75) * 0.07));
  const ass = writeDrawnAss(subtitles, {
    ...look,
    width,
    height,
    fontSize,
    family: FONT_FAMILIES[look.font],
    outline: look.outline || (look.box ? fontSize / 8 : Math.max(1, fontSize / 16)),
    margin: Math.round(height * 0.05),
    parts: (text) => fontParts(text, look.font),
  });
  await session.makeFolder('fonts');
  const text = subtitles.map(({ runs }) => textOfRuns(runs)).join('');
  for (const [index, bytes] of fontBytes(text, [look.font]).entries())
    await session.write(`fonts/${index}.ttf`, withFullCharacterMap(bytes));
  await session.write('drawn.ass', new TextEncoder().encode(ass));
  const container = codedContainer(media);
  const sound = container === keptContainer(media) ? ['-c:a', 'copy'] : soundCodec(container, 160);
  const filters = `${evenPixels(track)},ass=drawn.ass:fontsdir=fonts`;
  const args = [...media.input, '-map', `0:${track.index}`, '-map', '0:a?', ...sound];
  return writeVideo(video, container, [...args, '-vf', filters, ...OWN_TIMES, ...videoCodec(container, session, crf)]);
}
