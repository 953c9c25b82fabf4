/** Examples that many tools of sound share. */

export const HELLO_MP3 = { name: 'hello.mp3', fixture: 'audio/hello.mp3' } as const;

export const NOT_AUDIO = {
  title: 'Not audio',
  files: [{ name: 'song.mp3', text: '#EXTM3U\n#EXTINF:1,\nfile:///etc/hostname\n' }],
  error: {
    code: 'INVALID_INPUT',
    message: 'Cannot read audio "song.mp3": it is not an audio or video file of a known format',
  },
} as const;

export const DAMAGED_AUDIO = {
  title: 'A damaged recording',
  files: [{ name: 'cut.wav', base64: 'UklGRgQAAABXQVZF' }],
  error: {
    code: 'INVALID_INPUT',
    message: 'Cannot read audio "cut.wav": it is damaged or coded in a way that is not supported',
  },
} as const;

export const NO_AUDIO = {
  title: 'A video without sound',
  files: [{ name: 'film.mp4', fixture: 'audio/video-only.mp4' }],
  error: { code: 'INVALID_INPUT', message: 'Cannot read audio "film.mp4": it has no audio track' },
} as const;
