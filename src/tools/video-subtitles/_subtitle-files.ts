import { z } from 'zod';

import { renamed } from '../../core/files.js';
import type { OutputFile } from '../../core/index.js';
import { SUBTITLE_FORMATS, type SubtitleFormat } from '../../lib/subtitle-files/read.js';

const FORMATS: Readonly<Record<SubtitleFormat, { readonly extension: string; readonly mime: string }>> = {
  srt: { extension: '.srt', mime: 'application/x-subrip' },
  vtt: { extension: '.vtt', mime: 'text/vtt;charset=utf-8' },
  ass: { extension: '.ass', mime: 'text/x-ssa;charset=utf-8' },
  sbv: { extension: '.sbv', mime: 'text/plain;charset=utf-8' },
  ttml: { extension: '.ttml', mime: 'application/ttml+xml' },
  lrc: { extension: '.lrc', mime: 'text/plain;charset=utf-8' },
  sub: { extension: '.sub', mime: 'text/plain;charset=utf-8' },
  json: { extension: '.json', mime: 'application/json' },
  csv: { extension: '.csv', mime: 'text/csv;charset=utf-8' },
};

export const subtitleMime = (format: SubtitleFormat): string => FORMATS[format].mime;

/** The text of subtitles as a file. */
export const subtitleFile = (name: string, format: SubtitleFormat, content: string): OutputFile => ({
  name: renamed(name, FORMATS[format].extension),
  mime: FORMATS[format].mime,
  bytes: new TextEncoder().encode(content),
});

export const fromOption = () =>
  z
    .enum(['auto', ...SUBTITLE_FORMATS])
    .default('auto')
    .describe('Format of the input; auto detects it from the content.');

export const fpsOption = () =>
  z.number().min(1).max(240).default(25).describe('Frames per second of MicroDVD files (.sub) that do not state it.');
