/** The container that holds coded sound as it is. */
export interface CopiedFormat {
  /** With its dot. */
  readonly extension: string;
  readonly mime: string;
  readonly muxer: string;
}

const BY_CODEC: Readonly<Record<string, CopiedFormat>> = {
  mp3: { extension: '.mp3', mime: 'audio/mpeg', muxer: 'mp3' },
  aac: { extension: '.m4a', mime: 'audio/mp4', muxer: 'ipod' },
  alac: { extension: '.m4a', mime: 'audio/mp4', muxer: 'ipod' },
  opus: { extension: '.opus', mime: 'audio/ogg', muxer: 'opus' },
  vorbis: { extension: '.ogg', mime: 'audio/ogg', muxer: 'ogg' },
  flac: { extension: '.flac', mime: 'audio/flac', muxer: 'flac' },
  ac3: { extension: '.ac3', mime: 'audio/ac3', muxer: 'ac3' },
  eac3: { extension: '.eac3', mime: 'audio/eac3', muxer: 'eac3' },
  pcm_s16be: { extension: '.aiff', mime: 'audio/aiff', muxer: 'aiff' },
  pcm_s24be: { extension: '.aiff', mime: 'audio/aiff', muxer: 'aiff' },
};

/** Of codecs that no file of sound alone holds, Matroska takes nearly all. */
export function copiedFormat(codec: string): CopiedFormat {
  if (/^pcm_(?:u8|[sf]\d\dle)$/.test(codec)) return { extension: '.wav', mime: 'audio/wav', muxer: 'wav' };
  return Object.hasOwn(BY_CODEC, codec) && BY_CODEC[codec] !== undefined
    ? BY_CODEC[codec]
    : { extension: '.mka', mime: 'audio/x-matroska', muxer: 'matroska' };
}
