/** What each tool is asked, and what a person would ask FFmpeg for: the same formats, codecs, rates and qualities. */

/** A file that both get; made once by {@link SOURCES}. */
export type Source =
  | 'speech.wav'
  | 'music.mp3'
  | 'film.mp4'
  | 'other.mp4'
  | 'short.mp4'
  | 'wave.gif'
  | 'words.srt'
  | 'a.png'
  | 'b.png';

/** Arguments of FFmpeg that make the files: twelve seconds of film, three minutes of sound. */
export const SOURCES: Readonly<Record<Exclude<Source, 'words.srt'>, string>> = {
  // Voices with pauses, by noise that comes and goes.
  'speech.wav':
    '-f lavfi -i anoisesrc=d=90:c=pink:r=44100:a=0.3:seed=1 -af volume=0.02+0.98*gt(sin(t*1.3)\\,0):eval=frame -ac 1 -c:a pcm_s16le',
  'music.mp3':
    '-f lavfi -i aevalsrc=0.2*sin(440*2*PI*t)*exp(-3*mod(t\\,0.5))+0.2*sin(330*2*PI*t)|0.2*sin(550*2*PI*t)*exp(-3*mod(t\\,0.5)):d=180:s=44100 -c:a libmp3lame -b:a 192k',
  'film.mp4':
    '-f lavfi -i mandelbrot=s=1280x720:r=25 -f lavfi -i sine=f=440:d=12 -t 12 -pix_fmt yuv420p -c:v libx264 -preset veryfast -crf 23 -c:a aac -b:a 128k -g 50',
  'other.mp4':
    '-f lavfi -i testsrc2=s=1280x720:r=25 -f lavfi -i sine=f=880:d=6 -t 6 -pix_fmt yuv420p -c:v libx264 -preset veryfast -crf 23 -c:a aac -b:a 128k',
  'short.mp4':
    '-f lavfi -i mandelbrot=s=640x360:r=25 -f lavfi -i sine=f=440:d=8 -t 8 -pix_fmt yuv420p -c:v libx264 -preset veryfast -crf 23 -c:a aac -b:a 128k',
  'wave.gif': '-f lavfi -i testsrc2=s=480x270:r=10 -t 8',
  'a.png': '-f lavfi -i mandelbrot=s=1280x720 -frames:v 1',
  'b.png': '-f lavfi -i testsrc2=s=1280x720 -frames:v 1',
};

export interface Case {
  readonly tool: string;
  readonly title: string;
  readonly files: readonly Source[];
  readonly options?: Readonly<Record<string, unknown>>;
  /** FFmpeg's arguments (a program in front: `ffprobe …`), one line a process; `OUT` is where the result goes. */
  readonly peer: readonly string[];
}

const X264 = '-c:v libx264 -preset veryfast -pix_fmt yuv420p';
const AAC = '-c:a aac -b:a 128k';

export const CASES: readonly Case[] = [
  {
    tool: 'convert-audio',
    title: 'MP3 to M4A',
    files: ['music.mp3'],
    options: { format: 'm4a', bitrate: 192 },
    peer: ['-i music.mp3 -c:a aac -b:a 192k OUT.m4a'],
  },
  {
    tool: 'convert-audio',
    title: 'MP3 to FLAC',
    files: ['music.mp3'],
    options: { format: 'flac' },
    peer: ['-i music.mp3 -sample_fmt s16 OUT.flac'],
  },
  {
    tool: 'convert-audio',
    title: 'WAV to MP3',
    files: ['speech.wav'],
    options: { format: 'mp3', bitrate: 192 },
    peer: ['-i speech.wav -b:a 192k OUT.mp3'],
  },
  {
    tool: 'convert-audio',
    title: 'MP3 to Opus',
    files: ['music.mp3'],
    options: { format: 'opus', bitrate: 96 },
    peer: ['-i music.mp3 -c:a libopus -b:a 96k OUT.opus'],
  },
  {
    tool: 'trim-audio',
    title: '60 s of MP3',
    files: ['music.mp3'],
    options: { start: '30', end: '90', bitrate: 192 },
    peer: ['-i music.mp3 -ss 30 -to 90 -b:a 192k OUT.mp3'],
  },
  {
    tool: 'trim-audio',
    title: '60 s, copied',
    files: ['music.mp3'],
    options: { start: '30', end: '90', exact: false },
    peer: ['-ss 30 -to 90 -i music.mp3 -c copy OUT.mp3'],
  },
  {
    tool: 'merge-audio',
    title: 'WAV and MP3 to MP3',
    files: ['speech.wav', 'music.mp3'],
    options: { format: 'mp3', bitrate: 192 },
    peer: [
      '-i speech.wav -i music.mp3 -filter_complex [0]aformat=channel_layouts=stereo[a];[1]aformat=channel_layouts=stereo[b];[a][b]concat=n=2:v=0:a=1 -b:a 192k OUT.mp3',
    ],
  },
  {
    tool: 'change-audio-speed',
    title: '1.25 times, pitch kept',
    files: ['music.mp3'],
    options: { bitrate: 192 },
    peer: ['-i music.mp3 -af atempo=1.25 -b:a 192k OUT.mp3'],
  },
  {
    tool: 'adjust-volume',
    title: '6 dB with limiter',
    files: ['music.mp3'],
    options: { gain: 6, bitrate: 192 },
    peer: ['-i music.mp3 -af volume=6dB,alimiter=level=0 -b:a 192k OUT.mp3'],
  },
  {
    tool: 'normalize-audio',
    title: 'WAV to -16 LUFS',
    files: ['speech.wav'],
    peer: [
      '-i speech.wav -af loudnorm=I=-16:TP=-1.5:print_format=json -f null -',
      '-i speech.wav -af loudnorm=I=-16:TP=-1.5 -ar 44100 -ac 1 -c:a pcm_s16le OUT.wav',
    ],
  },
  {
    tool: 'remove-silence',
    title: 'WAV',
    files: ['speech.wav'],
    options: { levelDb: -30 },
    peer: ['-i speech.wav -af silenceremove=stop_periods=-1:stop_duration=0.5:stop_threshold=-30dB OUT.wav'],
  },
  {
    tool: 'reduce-noise',
    title: 'WAV, medium',
    files: ['speech.wav'],
    peer: ['-i speech.wav -af afftdn=nr=15:nf=-40 OUT.wav'],
  },
  { tool: 'extract-audio', title: 'copied', files: ['film.mp4'], peer: ['-i film.mp4 -vn -c copy OUT.m4a'] },
  {
    tool: 'audio-metadata',
    title: 'MP3',
    files: ['music.mp3'],
    peer: ['ffprobe -v error -show_format -show_streams -of json music.mp3'],
  },
  {
    tool: 'edit-audio-tags',
    title: 'title of an MP3',
    files: ['music.mp3'],
    options: { title: 'One' },
    peer: ['-i music.mp3 -c copy -metadata title=One -id3v2_version 3 OUT.mp3'],
  },
  {
    tool: 'waveform-image',
    title: 'PNG',
    files: ['music.mp3'],
    peer: ['-i music.mp3 -filter_complex showwavespic=s=1200x240 -frames:v 1 OUT.png'],
  },
  {
    tool: 'audio-analyzer',
    title: 'loudness, peaks, silence',
    files: ['music.mp3'],
    peer: [
      '-i music.mp3 -af ebur128=peak=true,astats,silencedetect -f null -',
      '-i music.mp3 -filter_complex showspectrumpic=s=1200x240 -frames:v 1 OUT.png',
    ],
  },
  {
    tool: 'convert-video',
    title: 'MP4 to MKV, copied',
    files: ['film.mp4'],
    options: { format: 'mkv' },
    peer: ['-i film.mp4 -map 0 -c copy OUT.mkv'],
  },
  {
    tool: 'convert-video',
    title: 'MP4, coded anew',
    files: ['film.mp4'],
    options: { codec: 'code' },
    peer: [`-i film.mp4 ${X264} -crf 23 -c:a copy OUT.mp4`],
  },
  {
    tool: 'convert-video',
    title: 'MP4 to WebM (360p)',
    files: ['short.mp4'],
    options: { format: 'webm' },
    peer: [
      '-i short.mp4 -c:v libvpx-vp9 -deadline realtime -cpu-used 8 -row-mt 1 -b:v 0 -crf 23 -c:a libopus -b:a 128k OUT.webm',
    ],
  },
  {
    tool: 'compress-video',
    title: 'CRF 28',
    files: ['film.mp4'],
    peer: [`-i film.mp4 ${X264} -crf 28 -c:a aac -b:a 96k OUT.mp4`],
  },
  {
    tool: 'trim-video',
    title: '10 s, exact',
    files: ['film.mp4'],
    options: { start: '1.5', end: '11.5' },
    peer: [`-ss 1.5 -to 11.5 -i film.mp4 ${X264} -crf 20 ${AAC} OUT.mp4`],
  },
  {
    tool: 'trim-video',
    title: '10 s, copied',
    files: ['film.mp4'],
    options: { start: '2', end: '12', exact: false },
    peer: ['-ss 2 -to 12 -i film.mp4 -c copy OUT.mp4'],
  },
  {
    tool: 'merge-videos',
    title: 'two of 720p',
    files: ['film.mp4', 'other.mp4'],
    peer: [
      `-i film.mp4 -i other.mp4 -filter_complex [0:v][0:a][1:v][1:a]concat=n=2:v=1:a=1 ${X264} -crf 20 ${AAC} OUT.mp4`,
    ],
  },
  {
    tool: 'resize-video',
    title: 'to 360p',
    files: ['film.mp4'],
    options: { height: 360 },
    peer: [`-i film.mp4 -vf scale=-2:360:flags=bicubic ${X264} -crf 20 -c:a copy OUT.mp4`],
  },
  {
    tool: 'rotate-video',
    title: '90 degrees',
    files: ['film.mp4'],
    peer: [`-i film.mp4 -vf transpose=clock ${X264} -crf 20 -c:a copy OUT.mp4`],
  },
  {
    tool: 'video-speed',
    title: 'twice',
    files: ['film.mp4'],
    peer: [`-i film.mp4 -vf setpts=PTS/2,fps=25 -af atempo=2 ${X264} -crf 23 ${AAC} OUT.mp4`],
  },
  { tool: 'mute-video', title: 'sound removed', files: ['film.mp4'], peer: ['-i film.mp4 -an -c copy OUT.mp4'] },
  {
    tool: 'video-to-gif',
    title: '5 s, 480 wide, 12 per second',
    files: ['film.mp4'],
    peer: [
      '-t 5 -i film.mp4 -filter_complex fps=12,scale=480:-1:flags=lanczos,split[a][b];[a]palettegen[p];[b][p]paletteuse=dither=sierra2_4a OUT.gif',
    ],
  },
  { tool: 'gif-to-mp4', title: '80 pictures', files: ['wave.gif'], peer: [`-i wave.gif ${X264} -crf 20 OUT.mp4`] },
  { tool: 'video-thumbnail', title: 'one', files: ['film.mp4'], peer: ['-ss 6 -i film.mp4 -frames:v 1 OUT.jpg'] },
  {
    tool: 'images-to-video',
    title: 'two images, 3 s each, 25 per second',
    files: ['a.png', 'b.png'],
    options: { seconds: 3, transition: 'none' },
    peer: [
      `-loop 1 -t 3 -framerate 25 -i a.png -loop 1 -t 3 -framerate 25 -i b.png -filter_complex [0][1]concat=n=2 ${X264} -crf 20 OUT.mp4`,
    ],
  },
  {
    tool: 'video-metadata',
    title: 'MP4',
    files: ['film.mp4'],
    peer: ['ffprobe -v error -show_format -show_streams -show_chapters -of json film.mp4'],
  },
  {
    tool: 'burn-subtitles',
    title: 'two lines',
    files: ['short.mp4', 'words.srt'],
    peer: [`-i short.mp4 -vf subtitles=words.srt ${X264} -crf 20 -c:a copy OUT.mp4`],
  },
];
