import { z } from 'zod';

import { defineTool, invalid, json, overLimit, quote, withFiles } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count, warnings } from '../../core/shared-data.js';
import { AUDIO_FORMATS, audioMime } from '../../formats/media/audio-output.js';
import { MEDIA_NEEDS } from '../../formats/media/media-file.js';
import { readTextSource } from '../../formats/text-source.js';
import { readXml } from '../../formats/xml-document.js';
import { plainPart, speechWav } from '../../lib/speech/spoken.js';
import { readSsml } from '../../lib/speech/ssml.js';
import { countCodePoints } from '../../lib/unicode/code-points.js';
import { bitrateOption, shownSeconds, withAudio, writeAudio } from './_audio-work.js';
import { findVoice, speak, wavOutput } from './_speech.js';

const TEXT_CHARACTERS = 20_000;
/** Speech of one channel is written in a quarter of the time that music takes. */
const SPEECH_RULES = { share: 2 };

export default defineTool({
  id: 'text-to-speech',
  title: 'Text to Speech',
  summary:
    'Reads text or SSML aloud in a synthetic voice: five English voices and 139 languages and dialects of eSpeak NG.',
  family: 'audio',
  class: 'native',
  needs: MEDIA_NEEDS,
  input: 'optional',
  files: { min: 0, max: 1, formats: ['.txt', '.md', '.ssml', '.xml'] },
  options: {
    voice: z
      .string()
      .min(1)
      .max(40)
      .default('slt')
      .describe(
        'English voice (slt, kal, kal16, awb, rms) or language of eSpeak NG such as en-us, de, fr, es, zh, with +f1 to +f5 or +m1 to +m7 for another speaker.',
      ),
    speed: z.number().min(0.5).max(2.5).default(1).describe('How many times as fast; 1 is about 175 words per minute.'),
    semitones: z.number().min(-12).max(12).default(0).describe('Semitones by which the voice is higher or lower.'),
    format: z.enum(AUDIO_FORMATS).default('mp3').describe('Format to write.'),
    bitrate: bitrateOption(),
    ssml: z.boolean().default(false).describe('Reads the text as SSML instead of plain text.'),
    phonemes: z
      .boolean()
      .default(false)
      .describe('Adds the pronunciation in the International Phonetic Alphabet; voices of eSpeak NG only.'),
  },
  result: 'mixed',
  data: z.object({
    voice: z.string().describe('Voice that speaks.'),
    language: z.string().describe('Language of the voice.'),
    seconds: z.number().describe('Length of the speech in seconds.'),
    sampleRate: count('Samples per second of the voice.'),
    characters: count('Characters of the text that is spoken.'),
    words: count('Words of the text, divided at white space.'),
    phonemes: z.string().optional().describe('Pronunciation, one line per clause; missing unless asked for.'),
    warnings: warnings(),
  }),
  notes: [
    'The voices are basic: Flite (English) and eSpeak NG (formant synthesis) are intelligible and sound like machines. Nothing leaves the server.',
    'At most 20,000 characters, 30 minutes of speech and 60 seconds of work. Long WAV files may be larger than a result may be; MP3 and Opus are small.',
    'Languages need the optional package of eSpeak NG; a server without it has the five English voices.',
    'SSML: speak, p, s, break, prosody (rate, pitch, volume), emphasis, sub and say-as (characters, digits, telephone, ordinal); the text of other elements is read. Each change of prosody is spoken as a phrase of its own.',
    'The voice kal has 8,000 samples per second, other English voices 16,000, eSpeak NG 22,050. The pitch of rms cannot be changed.',
    'Markdown is read as plain text. Japanese is read from kana: kanji are named, not read.',
  ],
  aliases: [
    'tts',
    'speech synthesis',
    'read aloud',
    'text to mp3',
    'voice generator',
    'espeak',
    'flite',
    'ssml to audio',
    'text to ipa',
    'read a text to me',
    'speak a text',
  ],
  verified: [
    'The aligner of karaoke-subtitles hears at least 90 % of the words in 6 sentences of each of the 5 Flite voices, and is less sure of the transcript of another sentence; it hardly knows eSpeak voices: one sentence',
    'espeak-ng 1.51 (Debian): length within 10 % and 0.35 s, phonemes within 20 % by edit distance, of 13 sentences in 13 languages, 11 of them with numbers',
    'ffprobe 5.1 (Debian): container, codec and length of six formats',
  ],
  examples: [
    {
      title: 'English to MP3',
      input: 'Hello, world!',
      output: { files: [{ name: 'speech.mp3', mime: 'audio/mpeg' }] },
    },
    {
      title: 'SSML with a pause',
      input: '<speak>One. <break time="2s"/> <prosody rate="slow">Two.</prosody></speak>',
      options: { ssml: true, format: 'wav', voice: 'kal' },
      output: { files: [{ name: 'speech.wav', mime: 'audio/wav' }] },
    },
    {
      title: 'An unknown voice',
      input: 'Hallo',
      options: { voice: 'german' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Option "voice" must be slt, kal, kal16, awb, rms or a language such as en-us, de or fr+f2, got "german"; did you mean de?',
      },
    },
    {
      title: 'Phonemes of a voice that has none',
      input: 'Hello',
      options: { phonemes: true },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "phonemes" must be false for the voice "slt"; languages such as en-us have them',
      },
    },
    {
      title: 'Nothing to say',
      input: '...',
      error: { code: 'INVALID_INPUT', message: 'Input must have words to speak, got none' },
    },
  ],
  async run(run) {
    const { voice: asked, speed, semitones, format, bitrate, ssml, phonemes } = run.options;
    const voice = findVoice(asked);
    if (phonemes && voice.engine === 'flite')
      throw invalid(
        `Option "phonemes" must be false for the voice ${quote(voice.name)}; languages such as en-us have them`,
      );
    const { text, label, file: upload } = await readTextSource(run);
    const length = countCodePoints(text);
    if (length > TEXT_CHARACTERS)
      throw overLimit(`The text of ${label} must have at most ${TEXT_CHARACTERS} characters, got ${length}`);
    const read = ssml
      ? refusing(`Cannot read ${label} as SSML`, () => readSsml(text, readXml(text, label).root))
      : { parts: [plainPart(text)], warnings: [] };
    const parts = read.parts.map((part) => ({
      ...part,
      speed: part.speed * speed,
      semitones: part.semitones + semitones,
    }));
    const speech = await speak({ voice, parts, phonemes, signal: run.signal });
    const name = upload === undefined ? 'speech' : upload.name.replace(/\.[^.]*$/, '');
    const output =
      format === 'wav'
        ? { name: `${name}.wav`, mime: audioMime('wav'), bytes: wavOutput(speech) }
        : await withAudio(
            run,
            { name: `${name}.wav`, mime: undefined, bytes: speechWav(speech) },
            (audio) => writeAudio(audio, { format, settings: { bitrate } }).then((written) => written.output),
            SPEECH_RULES,
          );
    const spoken = parts.map((part) => part.text).join(' ');
    const data = {
      voice: voice.name,
      language: voice.language,
      seconds: shownSeconds(speech.samples.length / speech.rate),
      sampleRate: speech.rate,
      characters: countCodePoints(spoken),
      words: spoken.split(/\s+/).filter((word) => word !== '').length,
      ...(phonemes ? { phonemes: speech.phonemes } : {}),
      warnings: [...read.warnings, ...speech.warnings],
    };
    return withFiles(json(data), [output]);
  },
});
