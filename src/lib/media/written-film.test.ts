import { describe, expect, it } from 'vitest';

import { inRows } from '../../testing/exhaustive.js';
import { hasMediaPrograms, makeMedia, probeMedia } from '../../testing/media.js';

import { readWrittenFilm, turnWrittenFilm } from './written-film.js';

const isMeasured = hasMediaPrograms('length and size of written films');

const PICTURES = '-f lavfi -i testsrc2=s=96x64:r=25:d=1.3';
const SOUND = '-f lavfi -i sine=d=1.7';
const X264 = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p';
const VP9 = '-c:v libvpx-vp9 -deadline realtime -cpu-used 8';
const TOOLS = '-movflags +faststart -fflags +bitexact -flags +bitexact';

/** What the tools write, and what their uploads bring along; the first are of every kind of container. */
const FILMS: readonly (readonly [name: string, args: string])[] = [
  ['with-sound.mp4', `${PICTURES} ${SOUND} ${X264} -c:a aac ${TOOLS}`],
  ['b-frames.mov', `${PICTURES} ${SOUND} -c:v libx264 -bf 3 -c:a aac ${TOOLS}`],
  ['late.mp4', `${PICTURES} ${SOUND} ${X264} -c:a aac -output_ts_offset 1.25 ${TOOLS}`],
  ['with-sound.webm', `${PICTURES} ${SOUND} ${VP9} -c:a libopus ${TOOLS}`],
  ['sound-first.mkv', `${SOUND} ${PICTURES} -map 0 -map 1 ${X264} -c:a flac ${TOOLS}`],
  ['one-picture.mp4', `-f lavfi -i testsrc2=s=96x64:r=25:d=0.04 ${X264} ${TOOLS}`],
  ['plain.mp4', `${PICTURES} ${X264} ${TOOLS}`],
  ['head-last.mp4', `${PICTURES} ${X264}`],
  ['sound-first.mp4', `${SOUND} ${PICTURES} -map 0 -map 1 ${X264} -c:a aac ${TOOLS}`],
  ['ntsc.mp4', `-f lavfi -i testsrc2=s=96x64:r=30000/1001:d=1.3 ${X264} ${TOOLS}`],
  ['plain.mov', `${PICTURES} ${X264} ${TOOLS}`],
  ['wide-pixels.mp4', `${PICTURES} -vf setsar=4/3 ${X264} ${TOOLS}`],
  ['mpeg4.mp4', `${PICTURES} ${SOUND} -c:v mpeg4 -c:a aac ${TOOLS}`],
  ['hevc.mp4', `${PICTURES} -c:v libx265 -preset ultrafast -x265-params log-level=error ${TOOLS}`],
  ['plain.webm', `${PICTURES} ${VP9} ${TOOLS}`],
  ['with-sound.mkv', `${PICTURES} ${SOUND} ${X264} -c:a aac ${TOOLS}`],
  ['tags.mkv', `${PICTURES} ${X264} -metadata title=D\u0089\u0015I©f*×± ${TOOLS}`],
];

describe.skipIf(!isMeasured)('a written film', () => {
  inRows(6, FILMS)('%s has the length and size that ffprobe tells', (name, args) => {
    const { bytes } = makeMedia(name, args);
    const { format, streams } = probeMedia(bytes);
    const { width, height } = streams.find(({ codec_type: type }) => type === 'video') ?? {};
    expect(readWrittenFilm(bytes)).toEqual({ seconds: Number(format.duration), width, height });
  });

  it.each([0, 45, 90, 180, 270, 359])(
    'is turned by %i degrees as ffprobe reads it, whatever it said before',
    (degrees) => {
      for (const name of ['a.mp4', 'a.mov']) {
        const { bytes } = makeMedia(name, `${PICTURES} ${SOUND} ${X264} -c:a aac ${TOOLS}`);
        for (const angle of [degrees - 90, degrees]) turnWrittenFilm(bytes, angle);
        const { streams } = probeMedia(bytes);
        const told = streams.find(({ codec_type: type }) => type === 'video')?.side_data_list?.[0]?.rotation ?? 0;
        expect((((-told % 360) + 360) % 360) - degrees).toBe(0);
        if (degrees % 90 !== 0) continue;
        const [width, height] = degrees % 180 === 0 ? [96, 64] : [64, 96];
        expect(readWrittenFilm(bytes)).toMatchObject({ width, height });
      }
    },
  );

  it.each(['a.avi', 'a.ts', 'a.flv'])('%s is left to ffprobe', (name) => {
    expect(readWrittenFilm(makeMedia(name, `${PICTURES} -c:v mpeg4${name === 'a.flv' ? ' -c:v flv' : ''}`).bytes)).toBe(
      undefined,
    );
  });

  it('sound alone is left to ffprobe', () => {
    expect(readWrittenFilm(makeMedia('a.mp4', `${SOUND} -c:a aac`).bytes)).toBe(undefined);
    expect(readWrittenFilm(makeMedia('a.mkv', `${SOUND} -c:a aac`).bytes)).toBe(undefined);
  });

  it.each(['mp4', 'mkv'])('a fragmented or live %s says no length and is left to ffprobe', (ending) => {
    const live = ending === 'mp4' ? '-movflags +frag_keyframe+empty_moov' : '-live 1';
    expect(readWrittenFilm(makeMedia(`a.${ending}`, `${PICTURES} ${X264} ${live}`).bytes)).toBe(undefined);
  });

  it.each(['a.mp4', 'a.mkv'])('%s cut off anywhere in its head tells nothing or the truth', (name) => {
    const { bytes } = makeMedia(name, `${PICTURES} ${X264} ${TOOLS}`);
    const whole = readWrittenFilm(bytes);
    const told = Array.from({ length: 2500 }, (_, length) => readWrittenFilm(bytes.subarray(0, length)));
    expect(told.slice(0, 200).every((film) => film === undefined)).toBe(true);
    expect(told.filter((film) => film !== undefined && film.width !== whole?.width)).toEqual([]);
    expect(whole).toMatchObject({ width: 96, height: 64 });
  });
});
