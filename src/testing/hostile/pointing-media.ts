import { box } from './boxed.js';
import { be, type HostileFile, latin, le } from './hostile-file.js';

/** What a file leads its reader to. */
export interface Elsewhere {
  /** A file of the machine. */
  readonly path: string;
  /** A port of this machine that nobody has business with. */
  readonly port: number;
}

type Row = readonly [name: string, content: string | Buffer, attack: string];

/** Films, sounds, playlists and subtitles that make a careless reader open another file or address. */
export const pointingMedia = (to: Elsewhere = { path: '/etc/passwd', port: 1 }): HostileFile[] =>
  [...playlists(to), ...references(to), ...subtitles(to)].map(([name, content, attack]) => ({
    name,
    bytes: Buffer.from(content),
    attack,
  }));

/** Manifests and scripts in files that are named after films, sounds and subtitles. */
function playlists({ path, port }: Elsewhere): Row[] {
  const address = `http://127.0.0.1:${port}/a`;
  // RFC 8216: segments, keys, maps, other renditions.
  const hls = [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-TARGETDURATION:1',
    `#EXT-X-KEY:METHOD=AES-128,URI="${address}.key"`,
    `#EXT-X-MAP:URI="file://${path}"`,
    ...['#EXTINF:1,', `file://${path}`, '#EXTINF:1,', path, '#EXTINF:1,', address],
    ...[
      '#EXTINF:1,',
      `concat:${path}|${path}`,
      '#EXTINF:1,',
      `crypto+file://${path}`,
      '#EXTINF:1,',
      `subfile,,start,0,end,9,,:${path}`,
    ],
    ...['#EXTINF:1,', `tcp://127.0.0.1:${port}`, '#EXTINF:1,', `udp://127.0.0.1:${port}`, '#EXT-X-ENDLIST', ''],
  ].join('\n');
  const master = `#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="a",URI="${address}"\n#EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="a"\nfile://${path}\n`;
  // ISO/IEC 23009-1.
  const dash = `<?xml version="1.0"?><!DOCTYPE MPD [<!ENTITY a SYSTEM "file://${path}">]><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT1S"><BaseURL>${address}</BaseURL><Period><AdaptationSet mimeType="video/mp4"><Representation id="&a;" bandwidth="1"><BaseURL>file://${path}</BaseURL><SegmentList><Initialization sourceURL="file://${path}"/><SegmentURL media="${address}"/></SegmentList></Representation></AdaptationSet></Period></MPD>`;
  const concat = `ffconcat version 1.0\nfile ${path}\nfile '${address}'\noption protocol_whitelist file,http,tcp\n`;
  const hidden = ['.mp4', '.mp3', '.avi', '.mkv', '.ts', '.wav', '.srt', '.vtt'].flatMap((ending): Row[] => [
    [`hls${ending}`, hls, 'a playlist of other files and hosts'],
    [`concat${ending}`, concat, 'a script of other files'],
  ]);
  return [
    ...hidden,
    ['master.mp4', master, 'a playlist of playlists'],
    ['dash.mp4', dash, 'a manifest of other files'],
    ['dash.ttml', dash, 'a manifest of other files'],
    ['mark.mp4', `\ufeff\r\n\r\n${hls}`, 'a playlist behind a byte order mark'],
    ['gif.gif', `GIF89a\n${hls}`, 'a playlist behind the first bytes of a GIF'],
    [
      'tagged.mp3',
      Buffer.concat([latin('ID3\x04\0\0\0\0\0\x0a'), Buffer.alloc(10), latin(hls)]),
      'a playlist behind a tag',
    ],
    [
      'sdp.mp4',
      `v=0\no=- 0 0 IN IP4 127.0.0.1\ns=a\nc=IN IP4 127.0.0.1\nt=0 0\nm=video ${port} RTP/AVP 96\na=rtpmap:96 H264/90000\n`,
      'a session that waits for packets',
    ],
    ['rtsp.mov', `RTSPtextRTSP://127.0.0.1:${port}/a\r\n`, 'a reference of QuickTime to a host'],
    ['list.mp3', `[playlist]\nFile1=${address}\nFile2=file://${path}\nNumberOfEntries=2\n`, 'a PLS playlist'],
    [
      'list.wmv',
      `<asx version="3.0"><entry><ref href="file://${path}"/></entry><entryref href="${address}"/></asx>`,
      'an ASX playlist',
    ],
    ['reference.wmv', `[Reference]\nRef1=${address}?MSWMExt=.asf\nRef2=${path}\n`, 'an ASF reference'],
    [
      'ismv.mp4',
      `<SmoothStreamingMedia><StreamIndex Url="${address}"/></SmoothStreamingMedia>`,
      'a manifest of Smooth Streaming',
    ],
    ['meta.mp4', `;FFMETADATA1\ntitle=a\n[STREAM]\nfile=${path}\n`, 'metadata of FFmpeg'],
    ['script.avi', `AviSource("${path}")\nImport("${path}")\n`, 'a script of AviSynth'],
    ['image%03d.mp4', latin('GIF89a'), 'a name that is a sequence of images'],
    ['http:127.0.0.1.mp4', latin('GIF89a'), 'a name that is an address'],
  ];
}

/** QuickTime and Matroska that say where their data is: elsewhere. */
function references({ path, port }: Elsewhere): Row[] {
  const address = `http://127.0.0.1:${port}/a`;
  const kind = box('ftyp', latin('qt  \0\0\0\0qt  '));
  const full = (name: string, body: Buffer): Buffer => box(name, Buffer.concat([be([4, 0]), body]));
  // An alias record of the Macintosh, with the path in the types 2 and 18 (QuickTime File Format, Data Reference Atoms).
  const text = (type: number): Buffer =>
    Buffer.concat([be([2, type], [2, path.length]), latin(path), Buffer.alloc(path.length % 2)]);
  const alias = Buffer.concat([
    Buffer.alloc(130),
    be([2, 1], [2, 1]),
    Buffer.alloc(16),
    text(2),
    text(18),
    text(0),
    be([2, 0xffff]),
  ]);
  const film = (reference: Buffer): Buffer => {
    const entry = box(
      'raw ',
      Buffer.concat([
        be([4, 0], [2, 0], [2, 1]),
        Buffer.alloc(16),
        be([2, 16], [2, 16], [4, 0x480000], [4, 0x480000], [4, 0], [2, 1]),
        Buffer.alloc(32),
        be([2, 24], [2, -1]),
      ]),
    );
    const tables = [
      full('stsd', Buffer.concat([be([4, 1]), entry])),
      full('stts', be([4, 1], [4, 1], [4, 1000])),
      full('stsc', be([4, 1], [4, 1], [4, 1], [4, 1])),
      full('stsz', be([4, 768], [4, 1])),
      full('stco', be([4, 1], [4, 0])),
    ];
    const media = [
      full('mdhd', be([4, 0], [4, 0], [4, 1000], [4, 1000], [4, 0])),
      full('hdlr', Buffer.concat([latin('mhlrvide'), Buffer.alloc(13)])),
      box(
        'minf',
        Buffer.concat([
          full('vmhd', Buffer.alloc(8)),
          box('dinf', full('dref', Buffer.concat([be([4, 1]), reference]))),
          box('stbl', Buffer.concat(tables)),
        ]),
      ),
    ];
    return Buffer.concat([kind, box('moov', box('trak', box('mdia', Buffer.concat(media))))]);
  };
  const redirect = (type: string, place: string): Buffer =>
    box(
      'moov',
      box(
        'rmra',
        box('rmda', full('rdrf', Buffer.concat([latin(type), be([4, place.length + 1]), latin(`${place}\0`)]))),
      ),
    );
  const element = (id: string, body: Buffer): Buffer =>
    Buffer.concat([Buffer.from(id, 'hex'), be([8, (1n << 56n) | BigInt(body.length)]), body]);
  const linked = Buffer.concat([
    element('1a45dfa3', element('4282', latin('matroska'))),
    element(
      '18538067',
      Buffer.concat([
        element(
          '1549a966',
          Buffer.concat([
            element('3eb923', Buffer.alloc(16, 7)),
            element('3c83ab', Buffer.from(path)),
            element('3e83bb', Buffer.from(address)),
          ]),
        ),
        element(
          '1941a469',
          element(
            '61a7',
            Buffer.concat([
              element('466e', Buffer.from(`../../../..${path}`)),
              element('4660', latin('font/ttf')),
              element('465c', latin('a')),
            ]),
          ),
        ),
      ]),
    ),
  ]);
  return [
    ['data-file.mov', film(full('url ', latin(`file://${path}\0`))), 'data in another file'],
    ['data-host.mov', film(full('url ', latin(`${address}\0`))), 'data at another host'],
    ['data-name.mp4', film(full('urn ', latin(`a\0${address}\0`))), 'data of another name'],
    ['data-alias.mov', film(full('alis', alias)), 'data in another file, as an alias'],
    ['movie-file.mov', Buffer.concat([kind, redirect('url ', `file://${path}`)]), 'a reference movie of a file'],
    ['movie-host.mov', Buffer.concat([kind, redirect('url ', address)]), 'a reference movie of a host'],
    ['movie-alias.mov', Buffer.concat([kind, redirect('alis', path)]), 'a reference movie, as an alias'],
    ['linked.mkv', linked, 'segments of other files, an attachment that leads out'],
    [
      'stream.avi',
      Buffer.concat([
        latin('RIFF'),
        le([4, 40]),
        latin('AVI LIST'),
        le([4, 20]),
        latin(`INFOISRC`),
        le([4, 8]),
        latin(path.slice(0, 8).padEnd(8)),
      ]),
      'a source that is a file',
    ],
  ];
}

/** Subtitles that name files, fonts and style sheets. */
function subtitles({ path, port }: Elsewhere): Row[] {
  const address = `http://127.0.0.1:${port}/a`;
  const cue = '00:00:00,000 --> 00:00:01,000';
  const ass = (header: string, text: string, more = ''): string =>
    `[Script Info]\nScriptType: v4.00+\n${header}\n[V4+ Styles]\nFormat: Name, Fontname, Fontsize\nStyle: Default,${path},20\n${more}\n[Events]\nFormat: Layer, Start, End, Style, Text\nDialogue: 0,0:00:00.00,0:00:01.00,Default,${text}\n`;
  return [
    [
      'font.ass',
      ass(`Audio File: ${path}\nVideo File: ${address}`, `{\\fn${path}}a{\\fn../../..${path}}b{\\fn${address}}c`),
      'fonts that are files',
    ],
    [
      'graphics.ass',
      ass(
        '',
        'a{\\1img(/a.png)}',
        `[Graphics]\nfilename: ${path}\n[Fonts]\nfontname: ../..${path}\n${'!'.repeat(40_000)}`,
      ),
      'pictures and fonts that are files',
    ],
    [
      'drawing.ass',
      ass(
        'PlayResX: 1\nPlayResY: 1',
        `{\\p1\\fscx99999999\\be9999\\blur99999\\bord99999}m 0 0 ${'l 9999999 -9999999 b 1 1 2 2 3 3 '.repeat(5000)}{\\p0}`,
      ),
      'a drawing of 10,000 lines',
    ],
    [
      'effects.ass',
      ass(
        '',
        `{\\t(0,1,0.0001,\\frz9999999\\fs99999)\\move(0,0,1e9,1e9)\\clip(${'m 0 0 '.repeat(5000)})\\k99999999}${'{\\t('.repeat(3000)}a`,
      ),
      'effects in each other',
    ],
    [
      'ruler.ass',
      ass('PlayResX: 2147483647\nPlayResY: -2147483648\nTimer: 0', `{\\fs2147483647\\fscy0}${'\\N'.repeat(20_000)}`),
      'letters of 2 billion pixels',
    ],
    [
      'pictures.srt',
      `1\n${cue}\n<img src="file://${path}"><font face="file://${path}" size="999999999">a</font>{\\fn${path}}\n`,
      'pictures that are files',
    ],
    [
      'numbers.srt',
      `99999999999999999999\n99999999:99:99,999 --> 00:00:00,000\na\n${'1\n00:00:00,000 --> 99:00:00,000\na\n\n'.repeat(3000)}`,
      '3,000 subtitles at once',
    ],
    ['tags.srt', `1\n${cue}\n${'<b><i><font color="'.repeat(20_000)}\n`, 'tags that never close'],
    [
      'style.vtt',
      `WEBVTT\n\nSTYLE\n@import url(${address});\n::cue{background:url(file://${path});font-family:url(${address})}\n\nREGION\nid:a\nwidth:99999999%\nlines:99999999\n\n00:00.000 --> 00:01.000 region:a\n<c.${'a.'.repeat(5000)}>a\n`,
      'style sheets and pictures elsewhere',
    ],
    [
      'entity.ttml',
      `<!DOCTYPE tt [<!ENTITY a SYSTEM "file://${path}"><!ENTITY b SYSTEM "${address}">]><tt xmlns="http://www.w3.org/ns/ttml"><head><metadata><image src="file://${path}"/></metadata></head><body><div backgroundImage="${address}"><p begin="0s" end="1s">&a;&b;a</p></div></body></tt>`,
      'entities that are files',
    ],
    [
      'default.sub',
      `{DEFAULT}{F:${path}}{C:$0000ff}\n{0}{25}{f:${path}}{o:99999999,99999999}{s:99999999}a\n`,
      'a font that is a file',
    ],
    [
      'vobsub.sub',
      `# VobSub index file, v7\nid: en, index: 0\nlangidx: 0\nimport: ${path}\n`,
      'an index of another file',
    ],
  ];
}
