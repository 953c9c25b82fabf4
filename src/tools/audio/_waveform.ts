import type { WaveColumn } from '../../lib/audio/waveform-svg.js';
import { measureAudio, type OpenAudio, secondsOf } from './_audio-work.js';

const MAX_ROWS = 8;
const FILE = 'waveform.txt';

interface WaveRow {
  readonly columns: readonly WaveColumn[];
  /** Highest sample, of 1 at full scale. */
  readonly peak: number;
}

/**
 * The lowest and highest sample of each of `columns` stretches of equal length: of the channels together, or of each apart. FFmpeg counts
 * them while it decodes, so that hours take no more room than seconds.
 */
export async function measureWaveform(audio: OpenAudio, columns: number, isApart: boolean): Promise<WaveRow[]> {
  const { session, track } = audio;
  const samples = Math.max(1, Math.ceil((secondsOf(audio) * track.sampleRate) / columns));
  await measureAudio(
    audio,
    [
      'aformat=sample_fmts=fltp',
      `asetnsamples=n=${samples}:p=0`,
      'astats=metadata=1:reset=1:measure_perchannel=Min_level+Max_level:measure_overall=none',
      `ametadata=print:file=${FILE}`,
    ].join(','),
  );
  const told = Buffer.from(await session.read(FILE)).toString('latin1');
  await session.remove(FILE);
  const channels = Array.from({ length: track.channels }, (): WaveColumn[] => []);
  for (const [, channel, what, text] of told.matchAll(/\.astats\.(\d{1,3})\.(Min|Max)_level=(\S{1,30})/g)) {
    const row = channels[Number(channel) - 1];
    const value = Number(text);
    const level = Number.isFinite(value) ? Math.max(-1, Math.min(1, value)) : 0;
    if (what === 'Min') row?.push({ low: level, high: level });
    else row?.push({ low: row.pop()?.low ?? level, high: level });
  }
  const rows = isApart ? channels.slice(0, MAX_ROWS) : [joined(channels)];
  return rows.map((row) => ({
    columns: row.slice(0, columns),
    peak: row.reduce((most, { low, high }) => Math.max(most, Math.abs(low), Math.abs(high)), 0),
  }));
}

/** At each time the lowest and the highest sample of any channel. */
const joined = ([first = [], ...others]: readonly (readonly WaveColumn[])[]): WaveColumn[] =>
  first.map(({ low, high }, index) => ({
    low: others.reduce((least, row) => Math.min(least, row[index]?.low ?? 0), low),
    high: others.reduce((most, row) => Math.max(most, row[index]?.high ?? 0), high),
  }));
