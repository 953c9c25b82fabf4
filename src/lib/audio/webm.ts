/** The Opus track of a WebM or Matroska file: its header (RFC 7845, 5.1) and its packets in order. */
export interface OpusTrack {
  readonly head: Uint8Array;
  readonly packets: readonly Uint8Array[];
  /** When the first packet is heard, in seconds. */
  readonly start: number;
}

// Matroska element ids (RFC 9559, 5).
const SEGMENT = 0x18538067;
const INFO = 0x1549a966;
const TIMESTAMP_SCALE = 0x2ad7b1;
const TRACKS = 0x1654ae6b;
const TRACK = 0xae;
const TRACK_NUMBER = 0xd7;
const TRACK_TYPE = 0x83;
const CODEC = 0x86;
const CODEC_PRIVATE = 0x63a2;
const CLUSTER = 0x1f43b675;
const TIMESTAMP = 0xe7;
const SIMPLE_BLOCK = 0xa3;
const BLOCK_GROUP = 0xa0;
const BLOCK = 0xa1;

const PARENTS: ReadonlySet<number> = new Set([SEGMENT, INFO, TRACKS, TRACK, CLUSTER, BLOCK_GROUP]);
const AUDIO = 2;
const LACED = 0x06;

/** The first audio track, if it is Opus and stored plainly; undefined for any other file, which a fuller demuxer may read. */
export function readOpusTrack(bytes: Uint8Array): OpusTrack | undefined {
  const packets: Uint8Array[] = [];
  let scale = 1e6;
  let track = { number: 0, type: 0, codec: '', head: new Uint8Array(0) };
  let chosen: typeof track | undefined;
  let cluster = 0;
  let start = 0;
  for (const { id, content } of elements(bytes)) {
    if (id === TRACK) track = { number: 0, type: 0, codec: '', head: new Uint8Array(0) };
    else if (id === TIMESTAMP_SCALE) scale = numberOf(content);
    else if (id === TRACK_NUMBER) track.number = numberOf(content);
    else if (id === TRACK_TYPE) track.type = numberOf(content);
    else if (id === CODEC) track.codec = Buffer.from(content).toString('latin1');
    else if (id === CODEC_PRIVATE) track.head = content.slice();
    else if (id === TIMESTAMP) cluster = numberOf(content);
    if (chosen === undefined && track.type === AUDIO && track.number > 0 && track.codec !== '') chosen = track;
    if (id !== SIMPLE_BLOCK && id !== BLOCK) continue;
    const [number, length] = variable(content, 0);
    if (chosen === undefined || number !== chosen.number || content.length < length + 3) continue;
    // A block: track number, two bytes of time after the cluster's, flags.
    if (((content[length + 2] ?? 0) & LACED) !== 0) return undefined;
    if (packets.length === 0) start = (cluster + signed16(content, length)) * scale * 1e-9;
    packets.push(content.subarray(length + 3));
  }
  if (chosen?.codec !== 'A_OPUS' || packets.length === 0) return undefined;
  return { head: chosen.head, packets, start: Math.max(0, start) };
}

interface Element {
  readonly id: number;
  /** Empty for an element that only holds others. */
  readonly content: Uint8Array;
}

/** Elements in the order they lie in the file, holders before what they hold; what is cut off ends the list. */
function* elements(bytes: Uint8Array): Generator<Element> {
  let at = 0;
  while (at < bytes.length) {
    const idLength = lengthOf(bytes[at] ?? 0);
    if (idLength > 4) return;
    const id = bytes.subarray(at, at + idLength).reduce((value, byte) => value * 256 + byte, 0);
    at += idLength;
    const [size, sizeLength] = variable(bytes, at);
    if (sizeLength > 8) return;
    at += sizeLength;
    if (PARENTS.has(id)) {
      yield { id, content: bytes.subarray(at, at) };
      continue;
    }
    yield { id, content: bytes.subarray(at, at + size) };
    at += size;
  }
}

/** RFC 8794, 4: as many bytes as the first has leading zero bits, and one. */
const lengthOf = (first: number): number => Math.clz32(first) - 23;

function variable(bytes: Uint8Array, at: number): [value: number, length: number] {
  const first = bytes[at] ?? 0;
  const length = lengthOf(first);
  let value = first & (0xff >> length);
  for (let i = 1; i < length; i++) value = value * 256 + (bytes[at + i] ?? 0);
  return [value, length];
}

const numberOf = (content: Uint8Array): number => content.reduce((value, byte) => value * 256 + byte, 0);

const signed16 = (bytes: Uint8Array, at: number): number => (((bytes[at] ?? 0) << 24) >> 16) | (bytes[at + 1] ?? 0);
