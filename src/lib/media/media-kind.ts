import { audioFormatOf } from '../audio/audio-format.js';

/** Containers of sound and moving pictures that are told apart by their first bytes, by the names that FFmpeg has for their readers. */
export type MediaKind =
  | 'wav'
  | 'mp3'
  | 'flac'
  | 'ogg'
  | 'mov'
  | 'matroska'
  | 'aiff'
  | 'amr'
  | 'asf'
  | 'avi'
  | 'mpegts'
  | 'mpeg'
  | 'gif'
  | 'aac'
  | 'caf'
  | 'ac3'
  | 'wv'
  | 'flv'
  | 'au';

const BY_AUDIO_FORMAT = { wav: 'wav', mp3: 'mp3', flac: 'flac', ogg: 'ogg', mp4: 'mov', webm: 'matroska' } as const;

/** First bytes in Latin-1, at offset 0. */
const SIGNATURES: readonly (readonly [start: string, kind: MediaKind])[] = [
  ['RF64', 'wav'],
  ['#!AMR', 'amr'],
  ['\x30\x26\xb2\x75\x8e\x66\xcf\x11', 'asf'],
  ['\x00\x00\x01\xba', 'mpeg'],
  ['GIF87a', 'gif'],
  ['GIF89a', 'gif'],
  ['caff', 'caf'],
  ['\x0b\x77', 'ac3'],
  ['wvpk', 'wv'],
  ['FLV\x01', 'flv'],
  ['.snd', 'au'],
];

/** Bytes of a packet of an MPEG transport stream; each begins with `G`. */
const TS_PACKET = 188;

/**
 * What a file is, by its content and not its name; `undefined` for anything else. Playlists, manifests and scripts, which make a reader
 * open other files, are texts and so none of these.
 */
export function mediaKindOf(bytes: Uint8Array): MediaKind | undefined {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'AVI ') return 'avi';
  if (start.startsWith('FORM') && ['AIFF', 'AIFC'].includes(start.slice(8, 12))) return 'aiff';
  const known = SIGNATURES.find(([signature]) => start.startsWith(signature));
  if (known !== undefined) return known[1];
  if ([0, 1, 2].every((packet) => bytes[packet * TS_PACKET] === 0x47)) return 'mpegts';
  if (isAdts(bytes)) return 'aac';
  const audio = audioFormatOf(bytes);
  return audio === undefined ? undefined : BY_AUDIO_FORMAT[audio];
}

/** ISO/IEC 13818-7: two frames in a row, each with its sync word, layer 0 and its length. */
function isAdts(bytes: Uint8Array): boolean {
  let at = 0;
  for (let frame = 0; frame < 2; frame++) {
    const [first = 0, second = 0, , fourth = 0, fifth = 0, sixth = 0] = bytes.subarray(at, at + 6);
    const length = ((fourth & 3) << 11) | (fifth << 3) | (sixth >> 5);
    if (first !== 0xff || (second & 0xf6) !== 0xf0 || length < 7) return false;
    at += length;
  }
  return true;
}
