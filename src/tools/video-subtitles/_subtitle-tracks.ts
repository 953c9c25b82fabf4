import { stemOf } from '../../core/files.js';
import { invalid, json, type OutputFile, quote, withFiles } from '../../core/index.js';
import { damaged, QUIET } from '../../formats/media/media-file.js';
import type { MediaStream } from '../../lib/media/media-info.js';
import { readSubtitles } from '../../lib/subtitle-files/read.js';
import type { Subtitle } from '../../lib/subtitle-files/subtitles.js';
import { writeSubtitles } from '../../lib/subtitle-files/write.js';
import { LANGUAGES } from '../../lib/text/languages.js';
import { subtitleMime } from './_subtitle-files.js';
import { CONTAINERS, type Container, keptContainer, type OpenVideo, writeVideo } from './_video-work.js';

/** What FFmpeg reads as text, and how it is taken out: copied, or written anew as SRT. */
const TEXT_CODECS: Readonly<Record<string, readonly [codec: string, muxer: string]>> = {
  subrip: ['copy', 'srt'],
  srt: ['copy', 'srt'],
  webvtt: ['copy', 'webvtt'],
  ass: ['copy', 'ass'],
  ssa: ['copy', 'ass'],
  mov_text: ['subrip', 'srt'],
  text: ['subrip', 'srt'],
};

const isTextTrack = ({ codec }: MediaStream): boolean => Object.hasOwn(TEXT_CODECS, codec);

interface ExtractedTrack {
  /** As the file has it, with all its styles, where nothing else is asked for. */
  readonly content: string;
  readonly cues: number;
}

/** The subtitles of a track in a format. */
async function extractTrack(
  { session, media }: OpenVideo,
  track: MediaStream,
  format: 'srt' | 'vtt' | 'ass',
): Promise<ExtractedTrack> {
  const [codec, muxer] = TEXT_CODECS[track.codec] ?? ['subrip', 'srt'];
  const args = [...media.input, '-map', `0:${track.index}`, '-c:s', codec, '-f', muxer, 'track'];
  const { status } = await session.ffmpeg([...QUIET, ...args]);
  if (status !== 0) throw damaged('video', media.upload);
  const content = new TextDecoder().decode(await session.read('track'));
  await session.remove('track');
  if (!/-->|^Dialogue:/m.test(content)) return { content: '', cues: 0 };
  const { subtitles } = readSubtitles(content, muxer === 'webvtt' ? 'vtt' : muxer === 'ass' ? 'ass' : 'srt', 25);
  const isKept = muxer === 'ass' && format === 'ass';
  return { content: isKept ? content : writeSubtitles(subtitles, format, 25), cues: subtitles.length };
}

/** Extracts one track, or all where `number` is 0: a file each. */
export async function extractTracks(video: OpenVideo, number: number, format: 'srt' | 'vtt' | 'ass') {
  const { name } = video.media.upload;
  const tracks = video.media.info.streams.filter(({ type }) => type === 'subtitle');
  if (tracks.length === 0) throw invalid(`Cannot extract subtitles from ${quote(name)}: it has no subtitle track`);
  if (number > tracks.length)
    throw invalid(`Cannot extract subtitles from ${quote(name)}: track ${number} of ${tracks.length} asked for`);
  const reports: { track: number; codec: string; language: string; title: string; cues: number }[] = [];
  const outputs: OutputFile[] = [];
  const warned: string[] = [];
  for (const [index, track] of tracks.entries()) {
    if (number > 0 && index !== number - 1) continue;
    if (!isTextTrack(track)) {
      warned.push(
        `Track ${index + 1} was not extracted: it is made of images or of a kind that is not supported (${track.codec})`,
      );
      continue;
    }
    const { content, cues } = await extractTrack(video, track, format);
    if (cues === 0) warned.push(`Track ${index + 1} has no subtitles`);
    const language = track.tags.language === 'und' ? '' : (track.tags.language ?? '');
    reports.push({ track: index + 1, codec: track.codec, language, title: track.tags.title ?? '', cues });
    const stem = `${stemOf(name)}-${index + 1}${/^[a-z]{2,3}$/.test(language) ? `-${language}` : ''}`;
    outputs.push({ name: `${stem}.${format}`, mime: subtitleMime(format), bytes: new TextEncoder().encode(content) });
  }
  if (outputs.length === 0)
    throw invalid(`Cannot extract subtitles from ${quote(name)}: its subtitle tracks are not made of text`);
  return withFiles(json({ tracks: reports, warnings: warned }), outputs);
}

/** The language of a BCP 47 tag. Throws INVALID_INPUT naming the option. */
export function languageOf(locale: string): string {
  try {
    return new Intl.Locale(locale).language;
  } catch (cause) {
    throw invalid(
      `Option "locale" is not a BCP 47 language tag such as "en" or "zh-Hant", got ${quote(locale)}`,
      cause,
    );
  }
}

/** The code of three letters (ISO 639-2) by which containers name a language; empty where it has none that is known here. */
export function trackLanguage(locale: string): string {
  const language = languageOf(locale);
  if (language.length === 3) return language;
  return LANGUAGES.find(([two]) => two === language)?.[1] ?? '';
}

/** A container that takes subtitles beside the tracks that are there. */
function subtitleContainer(video: OpenVideo): Container {
  const kept = keptContainer(video.media);
  return kept === CONTAINERS.avi || kept === CONTAINERS.ts ? CONTAINERS.mkv : kept;
}

const CODECS: Readonly<Record<string, string>> = { mp4: 'mov_text', mov: 'mov_text', webm: 'copy', matroska: 'copy' };

interface EmbeddedText {
  readonly subtitles: readonly Subtitle[];
  /** The upload itself where it is ASS, whose styles Matroska keeps. */
  readonly ass: string | undefined;
  readonly language: string;
  readonly title: string;
}

/** Adds a track of subtitles; everything else is copied. */
export async function embedTrack(video: OpenVideo, { subtitles, ass, language, title }: EmbeddedText) {
  const { session, media } = video;
  const container = subtitleContainer(video);
  const isMatroska = container.muxer === 'matroska';
  const format = container.muxer === 'webm' ? 'vtt' : isMatroska && ass !== undefined ? 'ass' : 'srt';
  const content = format === 'ass' && ass !== undefined ? ass : writeSubtitles(subtitles, format, 25);
  await session.write('subtitles', new TextEncoder().encode(content));
  const before = media.info.streams.filter(({ type }) => type === 'subtitle').length;
  const reader = format === 'vtt' ? 'webvtt' : format;
  const args = [
    ...['-fflags', '+genpts', ...media.input, '-protocol_whitelist', 'file', '-f', reader, '-i', 'subtitles'],
    ...['-map', '0:v', '-map', '0:a?', '-map', '0:s?', ...(isMatroska ? ['-map', '0:t?'] : []), '-map', '1:0'],
    ...['-c', 'copy', `-c:s:${before}`, CODECS[container.muxer] ?? 'copy'],
    ...[`-metadata:s:s:${before}`, `language=${language || 'und'}`],
    ...(title === ''
      ? []
      : [`-metadata:s:s:${before}`, `title=${title}`, `-metadata:s:s:${before}`, `handler_name=${title}`]),
    ...[`-disposition:s:${before}`, before === 0 ? 'default' : '0'],
  ];
  return writeVideo(video, container, args);
}
