import { damaged, produce, QUIET } from '../../formats/media/media-file.js';
import { findKey, type Key } from '../../lib/music/key.js';
import { MUSIC_RATE } from '../../lib/music/onsets.js';
import { findTempo, type Tempo } from '../../lib/music/tempo.js';
import { type OpenAudio, secondsOf } from './_audio-work.js';

/** Of the middle of a recording: more tells little more. */
export const MUSIC_SECONDS = 120;

/** Tempo and key of what is heard in the middle of a recording. */
export async function measureMusic(
  audio: OpenAudio,
): Promise<{ readonly tempo: Tempo | undefined; readonly key: Key | undefined }> {
  const { session, media, track } = audio;
  const start = Math.max(0, (secondsOf(audio) - MUSIC_SECONDS) / 2);
  const range = [...(start > 0 ? ['-ss', String(start)] : []), '-t', String(MUSIC_SECONDS)];
  const output = ['-map', `0:${track.index}`, '-ac', '1', '-ar', String(MUSIC_RATE), '-f', 'f32le', 'music'];
  const { status } = await session.ffmpeg([...QUIET, ...range, ...media.input, ...output]);
  if (status !== 0) throw damaged('audio', media.upload);
  const bytes = await session.read('music');
  await session.remove('music');
  const samples = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + (bytes.length & ~3)));
  return { tempo: findTempo(samples), key: findKey(samples) };
}

/** A PNG of how strong each pitch is at each time, with its axes. */
export function drawSpectrogram({ session, media, track }: OpenAudio): Promise<Uint8Array> {
  const graph = `[0:${track.index}]showspectrumpic=s=1200x512:mode=combined:color=viridis:scale=log:legend=1`;
  const args = [...media.input, '-filter_complex', graph, '-frames:v', '1', '-c:v', 'png', '-f', 'image2pipe'];
  return produce(session, media, 'audio', args, 'spectrogram.png', 0);
}
