import { expect } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { hasMediaPrograms, makeMedia, picturesOf, probeMedia, runMedia } from '../../testing/media.js';
import { hasProgram, runPrograms } from '../../testing/programs.js';
import tool from './burn-subtitles.js';

const isMeasured = hasMediaPrograms('films with subtitles beside FFmpeg');
const TESSERACT = '/usr/bin/tesseract';
const isRead = hasProgram(TESSERACT, ['--version'], 'burned subtitles as Tesseract reads them') && isMeasured;

const WIDTH = 640;
const HEIGHT = 240;
const BLUE = `-f lavfi -i color=0x203060:s=${WIDTH}x${HEIGHT}:r=5:d=4 -f lavfi -i sine=d=4 -pix_fmt yuv420p -c:v libx264 -preset ultrafast -crf 10 -c:a aac`;
const film = (name = 'film.mp4') => makeMedia(name, BLUE);

const srt = (text: string, name = 'film.srt') => ({ name, bytes: Buffer.from(text) });
const cue = (index: number, start: number, end: number, text: string): string => {
  const time = (seconds: number): string => `00:00:${seconds.toFixed(3).padStart(6, '0').replace('.', ',')}`;
  return `${index}\n${time(start)} --> ${time(end)}\n${text}\n\n`;
};

async function made(
  files: readonly { readonly name: string; readonly bytes: Uint8Array }[],
  options: Readonly<Record<string, unknown>> = {},
  isNative = true,
) {
  const { data, files: outputs, message, cause } = await runMedia(tool, { options, files }, isNative);
  expect(message, String(cause)).toBeUndefined();
  return { data, outputs, bytes: outputs[0]?.bytes ?? Buffer.alloc(0) };
}

/** One picture in grey, as PGM. */
function pictureAt(pictures: Buffer, index: number): Buffer {
  const size = WIDTH * HEIGHT;
  const grey = Buffer.alloc(size);
  for (let i = 0; i < size; i++) grey[i] = 255 - (pictures[3 * (index * size + i) + 1] ?? 0);
  return Buffer.concat([Buffer.from(`P5\n${WIDTH} ${HEIGHT}\n255\n`), grey]);
}

/** What Tesseract reads in each picture. */
const readBy = (pictures: readonly Buffer[]): string[] =>
  runPrograms(
    pictures.map((input) => ({
      program: TESSERACT,
      args: ['stdin', 'stdout', '--psm', '6', '-l', 'eng', '--dpi', '100'],
      input,
    })),
  ).map(({ stdout }) => stdout.replaceAll(/[^a-z]+/gi, ' ').trim()); // Specks of an empty picture are read as dashes.

const WORDS =
  'window garden market silver bridge winter yellow doctor school number family letter church river mountain'.split(
    ' ',
  );

exhaustive.skipIf(!isRead)('Tesseract reads what is burned, while it is shown and no longer', async () => {
  for (let seed = 1; seed <= 20; seed++) {
    const chance = chanceOf(seed);
    const phrase = (): string => Array.from({ length: 3 }, () => WORDS[chance(WORDS.length)]).join(' ');
    const phrases = [phrase(), phrase()];
    const text = cue(1, 0.6, 1.6, phrases[0] ?? '') + cue(2, 2.2, 3.2, `${phrases[1]}`);
    const { bytes } = await made([film(), srt(text)], { fontSize: 36, outline: 1 }, seed % 5 !== 0);
    const pictures = picturesOf(bytes);
    expect(pictures.length / (3 * WIDTH * HEIGHT)).toBe(20);
    const [before, first, between, second, after] = readBy([1, 5, 9, 13, 18].map((at) => pictureAt(pictures, at)));
    expect([before, between, after], `seed ${seed}`).toEqual(['', '', '']);
    expect([first, second], `seed ${seed}`).toEqual(phrases);
  }
});

/** Where pixels of a colour are. */
function boxOf(pictures: Buffer, isInk: (red: number, green: number, blue: number) => boolean) {
  const found = { left: WIDTH, right: -1, top: HEIGHT, bottom: -1, pixels: 0 };
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) {
      const i = 3 * (y * WIDTH + x);
      if (!isInk(pictures[i] ?? 0, pictures[i + 1] ?? 0, pictures[i + 2] ?? 0)) continue;
      found.left = Math.min(found.left, x);
      found.right = Math.max(found.right, x);
      found.top = Math.min(found.top, y);
      found.bottom = Math.max(found.bottom, y);
      found.pixels++;
    }
  return found;
}

const isWhite = (red: number, green: number, blue: number): boolean => Math.min(red, green, blue) > 190;
const isYellow = (red: number, green: number, blue: number): boolean => red > 170 && green > 150 && blue < 110;

exhaustive.skipIf(!isMeasured)('place, size, colour and box are what is asked for', async () => {
  const text = srt(cue(1, 0, 2, 'Hello') + cue(2, 2, 4, '{\\an5}<font color="#ffff00">Hello</font>'));
  const { bytes } = await made([film(), text], { position: 'top-left', fontSize: 60, crf: 5 });
  const pictures = picturesOf(bytes);
  const first = boxOf(pictures, isWhite);
  expect([first.left < 40, first.right < WIDTH / 2, first.bottom < HEIGHT / 2, first.top < 50]).toEqual(
    Array(4).fill(true),
  );
  // Capitals of Noto Sans are 0.714 of an em, and libass scales its line of 1.362 em to the size.
  expect(first.bottom - first.top).toBeGreaterThan(25);
  expect(first.bottom - first.top).toBeLessThan(50);
  const second = boxOf(pictures.subarray(15 * 3 * WIDTH * HEIGHT), isYellow);
  expect(Math.abs((second.left + second.right) / 2 - WIDTH / 2)).toBeLessThan(8);
  expect(Math.abs((second.top + second.bottom) / 2 - HEIGHT / 2)).toBeLessThan(20);
  const boxed = await made([film(), srt(cue(1, 0, 4, 'Hello'))], {
    box: true,
    outlineColor: '#ffffff',
    color: 'black',
    fontSize: 60,
  });
  expect(boxOf(picturesOf(boxed.bytes), isWhite).pixels).toBeGreaterThan(4 * first.pixels);
});

const SCRIPTS = [
  ['東', '京'],
  ['한', '글'],
  ['ש', 'ל'],
  ['س', 'ع'],
  ['ก', 'ต'],
  ['न', 'म'],
  ['Ж', 'Щ'],
  ['😀', '🚗'],
] as const;

exhaustive.skipIf(!isMeasured)(
  'letters of every script are drawn, each another, with no font of the server',
  async () => {
    const letters = SCRIPTS.flat();
    const text = letters.map((letter, i) => cue(i + 1, 0.2 * i, 0.2 * (i + 1), letter)).join('');
    for (const isNative of [true, false]) {
      const { bytes } = await made([film(), srt(text)], { fontSize: 80, crf: 5 }, isNative);
      const pictures = picturesOf(bytes);
      const shapes = letters.map((_, i) =>
        boxOf(pictures.subarray(3 * WIDTH * HEIGHT * i, 3 * WIDTH * HEIGHT * (i + 1)), isWhite),
      );
      for (const [i, { pixels }] of shapes.entries()) expect(pixels, `${letters[i]} ${isNative}`).toBeGreaterThan(60);
      // A box in the place of a missing letter would be the same for both.
      for (let i = 0; i < shapes.length; i += 2)
        expect(shapes[i], `${letters[i]} ${isNative}`).not.toEqual(shapes[i + 1]);
    }
  },
);

exhaustive.skipIf(!isMeasured)('an ASS file names no font, picture or file that is opened', async () => {
  const ass = `[Script Info]\nScriptType: v4.00+\n\n[V4+ Styles]\nFormat: Name, Fontname, Fontsize, PrimaryColour, Alignment\nStyle: Default,/etc/passwd,20,&H0000FFFF,8\n\n[Fonts]\nfontname: evil.ttf\n!!!!\n\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\nDialogue: 0,0:00:00.00,0:00:04.00,Default,,0,0,0,,{\\fn/etc/passwd\\img(/etc/passwd)\\p0}Hello\n`;
  const { bytes } = await made([film(), { name: 'a.ass', bytes: Buffer.from(ass) }], { crf: 5, fontSize: 40 });
  const { top, bottom, pixels } = boxOf(picturesOf(bytes), isYellow);
  expect([pixels > 100, bottom < HEIGHT / 2, top > 0]).toEqual([true, true, true]);
});

const TEXT = cue(1, 0.5, 1.25, 'One & <i>two</i>') + cue(2, 1.5, 3, 'Grüße\n第二行');

exhaustive.skipIf(!isMeasured)('embedded tracks are what FFmpeg reads, everything else is copied', async () => {
  for (const [name, codec] of [
    ['a.mp4', 'mov_text'],
    ['a.mkv', 'subrip'],
    ['a.mov', 'mov_text'],
  ] as const) {
    const before = film(name);
    const { bytes, data } = await made([before, srt(TEXT)], { action: 'embed', locale: 'pt-BR', name: 'Legendas' });
    const { streams } = probeMedia(bytes);
    expect(
      streams.map(({ codec_name }) => codec_name),
      name,
    ).toEqual(['h264', 'aac', codec]);
    expect(streams[2]?.tags?.language, name).toBe('por');
    expect(data).toMatchObject({ tracks: [{ track: 1, codec: 'srt', language: 'por', title: 'Legendas', cues: 2 }] });
    expect(picturesOf(bytes).equals(picturesOf(before.bytes)), name).toBe(true);
    const args = [
      '-v',
      'error',
      '-f',
      name === 'a.mkv' ? 'matroska' : 'mov',
      '-i',
      'pipe:0',
      '-map',
      '0:s',
      '-f',
      'srt',
      'pipe:1',
    ];
    const [read] = runPrograms([{ program: '/usr/bin/ffmpeg', args, input: bytes }]);
    if (name === 'a.mkv') expect(read?.stdout.replaceAll('\r', ''), name).toBe(TEXT);
    const again = await made([{ name, bytes }], { action: 'extract' });
    expect(again.outputs[0]?.bytes.toString().trim(), name).toBe(TEXT.trim());
    expect(again.outputs[0]?.name).toBe('a-1-por.srt');
  }
});

exhaustive.skipIf(!isMeasured)(
  'a second track joins the first; all are extracted, or the one that is named',
  async () => {
    const first = await made([film('a.mkv'), srt(TEXT)], { action: 'embed' }, false);
    const ass = `[Script Info]\n; kept\n\n[V4+ Styles]\nFormat: Name, Fontname\nStyle: Sign,Arial\n\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\nDialogue: 0,0:00:01.00,0:00:02.00,Sign,,0,0,0,,{\\pos(10,20)}Here\n`;
    const files = [
      { name: 'a.mkv', bytes: first.bytes },
      { name: 'b.ass', bytes: Buffer.from(ass) },
    ];
    const both = await made(files, { action: 'embed', locale: 'fr' });
    expect(both.data).toMatchObject({ tracks: [{ track: 2, language: 'fra' }] });
    const all = await made([{ name: 'a.mkv', bytes: both.bytes }], { action: 'extract', format: 'ass' });
    expect(all.outputs.map(({ name }) => name)).toEqual(['a-1-eng.ass', 'a-2-fra.ass']);
    expect(all.outputs[1]?.bytes.toString()).toMatch(/\{\\pos\(10,20\)\}Here/);
    const one = await made([{ name: 'a.mkv', bytes: both.bytes }], { action: 'extract', format: 'vtt', track: 2 });
    expect(one.outputs.map(({ bytes }) => bytes.toString())).toEqual([
      'WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.000\nHere\n',
    ]);
    const { message } = await runMedia(
      tool,
      { options: { action: 'extract', track: 3 }, files: [{ name: 'a.mkv', bytes: both.bytes }] },
      true,
    );
    expect(message).toBe('Cannot extract subtitles from "a.mkv": track 3 of 2 asked for');
  },
);

exhaustive.skipIf(!isMeasured)(
  'a WebM film takes WebVTT beside its pictures, which are its own still, and gives it back',
  async () => {
    const before = makeMedia('film.webm', '-f lavfi -i color=blue:s=64x48:r=5:d=4 -c:v libvpx -an');
    for (const isNative of [true, false]) {
      const { outputs, bytes } = await made([before, srt(TEXT)], { action: 'embed', locale: 'pt' }, isNative);
      expect(outputs[0]).toMatchObject({ name: 'film.webm', mime: 'video/webm' });
      expect(probeMedia(bytes).streams.map(({ codec_name }) => codec_name)).toEqual(['vp8', 'webvtt']);
      expect(picturesOf(bytes).equals(picturesOf(before.bytes))).toBe(true);
      const again = await made([{ name: 'a.webm', bytes }], { action: 'extract' }, isNative);
      expect(again.outputs.map(({ name }) => name)).toEqual(['a-1-por.srt']);
      expect(again.outputs[0]?.bytes.toString().trim()).toBe(TEXT.trim());
    }
  },
);

exhaustive.skipIf(!isMeasured)('subtitles that are made of images are refused, and named beside others', async () => {
  const { bytes } = await made([film('a.mkv'), srt(TEXT)], { action: 'embed' });
  const both = await made([{ name: 'a.mkv', bytes }, srt(TEXT)], { action: 'embed' });
  // RFC 9559, 5.1.4.1.20: identifiers of PGS and VobSub, in as many bytes as that of SubRip.
  for (const [id, codec] of [
    ['S_HDMV/PGS', 'hdmv_pgs_subtitle'],
    ['S_VOBSUB', 'dvd_subtitle'],
  ] as const) {
    const pictured = (source: Buffer): Buffer => {
      const changed = Buffer.from(source);
      changed.write(id.padEnd(11, '\0'), changed.indexOf('S_TEXT/UTF8'), 'latin1');
      return changed;
    };
    const refused = await runMedia(
      tool,
      { options: { action: 'extract' }, files: [{ name: 'a.mkv', bytes: pictured(bytes) }] },
      true,
    );
    expect([refused.status, refused.message]).toEqual([
      400,
      'Cannot extract subtitles from "a.mkv": its subtitle tracks are not made of text',
    ]);
    const { data, outputs } = await made([{ name: 'a.mkv', bytes: pictured(both.bytes) }], { action: 'extract' });
    expect(outputs.map(({ name }) => name)).toEqual(['a-2-eng.srt']);
    expect(data).toMatchObject({
      warnings: [`Track 1 was not extracted: it is made of images or of a kind that is not supported (${codec})`],
    });
  }
});

exhaustive.skipIf(!isMeasured)('more than can be drawn in time is refused', async () => {
  const many = Array.from({ length: 30 }, (_, i) => cue(i + 1, 0, 3, `Line ${i}`)).join('');
  const { status, message } = await runMedia(tool, { files: [film(), srt(many)] }, true);
  expect([status, message]).toEqual([
    413,
    'At most 20 subtitles may be shown at once to be burned, got more at subtitle 21',
  ]);
});

exhaustive.skipIf(!isMeasured)('a name is shown on one line, whatever is in it', async () => {
  for (const isNative of [true, false]) {
    const options = { action: 'embed', name: "a\0b\n'; -y" };
    const { data } = await made([film('a.mkv'), srt(TEXT)], options, isNative);
    expect(data).toMatchObject({ tracks: [{ title: "a b '; -y" }] });
  }
});
