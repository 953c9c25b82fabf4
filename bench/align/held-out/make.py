#!/usr/bin/env python3
"""Makes a folder of speech with known word times for `bench/align/align.ts`, none of which any constant was chosen on.

    python3 bench/align/held-out/make.py <folder>

Needs Debian's espeak-ng, festival (festvox-kallpc16k, festvox-kdlpc16k, festvox-us-slt-hts), flite1-dev, ffmpeg, gcc, and numpy. The
texts are ours; the times are those that each synthesizer gives of its own speech. The same call makes the same files.
"""

import csv
import ctypes
import json
import multiprocessing
import re
import subprocess
import sys
import tempfile
import wave
from pathlib import Path

import numpy

RATE = 16000
HERE = Path(__file__).parent
TEXTS = {
    'harbour': 'The harbour master closed his ledger and walked out into the rain. Three boats had not come home. '
    'He counted the lanterns along the pier, slowly, as if counting could bring them back.',
    'recipe': 'Melt the butter in a heavy pan, add two chopped onions and stir until they are soft. Pour in the warm milk a little at a time. '
    'Season with salt, pepper and a pinch of nutmeg before you serve it.',
    'orbit': 'Every ninety minutes the station circles the planet, and every ninety minutes the crew can watch another sunrise. '
    'Nobody ever gets used to it, she said, not even after half a year.',
    'song': 'Oh carry me over the mountain, carry me over the sea. Leave all the lights on in the kitchen, leave a small candle for me. '
    'When the long winter is over, when the first swallow flies free, carry me home to the valley, carry me home to the tree.',
    'names': 'Margaret Okonkwo met Giuseppe Brandt at the Zurich airport. They discussed photosynthesis, chess openings and the price of '
    'aluminium, then shared a taxi with Professor Vandermeer.',
    'short': 'Please turn left at the next corner.',
    'drill': 'Yes. No. Stop. Go on. Wait for the bell. Now run! Up, down, up, down, and rest. Well done, everyone.',
    'letter': 'Dear Anna, thank you for the photographs. I keep the one with the blue bicycle above my desk. It is strange to think that '
    'we were only twelve years old. My sister says the old cinema has finally been sold, and that they will build a library there. '
    'I would like to see it once more before they begin. Could you come in October? The train takes four hours, but the view along the '
    'coast is worth it, and we could stay with my cousin near the lighthouse. Write soon, and give my love to your mother.',
}
TITLE = 'Evening Windows Volume Seven Recorded By Crimson Paper Aeroplane Orchestra'
ADDED = ['purple', 'tomorrow', 'elephant', 'quietly']
VOICES = [
    ('festival', 'kal_diphone'),
    ('festival', 'ked_diphone'),
    ('festival', 'cmu_us_slt_arctic_hts'),
    ('flite', 'rms'),
    ('flite', 'awb'),
    ('flite', 'slt'),
    ('espeak', 'en-us'),
    ('espeak', 'en-gb'),
    ('espeak', 'en-gb-scotland'),
]
# Which voices say which texts, and of which recordings there are variants.
CLEAN = {
    'harbour': VOICES,
    'recipe': VOICES[1:6],
    'orbit': VOICES[0:6],
    'song': VOICES[2:6],
    'names': [VOICES[1], VOICES[3], VOICES[5]],
    'short': [VOICES[3], VOICES[4], VOICES[7]],
    'drill': [VOICES[0], VOICES[3], VOICES[5]],
    'letter': [VOICES[2], VOICES[3]],
}
VARIED = [('harbour', VOICES[3]), ('recipe', VOICES[4]), ('orbit', VOICES[1]), ('song', VOICES[2])]


def words_of(text):
    return re.findall(r"[A-Za-z']+", text)


def read_wave(path):
    with wave.open(str(path)) as sound:
        samples = numpy.frombuffer(sound.readframes(sound.getnframes()), dtype='<i2').astype(float) / 32768
        rate = sound.getframerate()
    return samples if rate == RATE else filtered(samples, rate, 'anull')


def ffmpeg(samples, rate, *arguments):
    raw = samples.astype('<f4').tobytes()
    command = ['ffmpeg', '-v', 'error', '-f', 'f32le', '-ar', str(rate), '-ac', '1', '-i', 'pipe:0', *arguments]
    return subprocess.run(command, input=raw, stdout=subprocess.PIPE, check=True).stdout


def filtered(samples, rate, chain):
    return numpy.frombuffer(ffmpeg(samples, rate, '-af', chain, '-ar', str(RATE), '-f', 'f32le', 'pipe:1'), dtype='<f4').astype(float)


def speak_festival(voice, text, folder):
    sound, times = folder / 'festival.wav', folder / 'festival.tsv'
    script = f'''(voice_{voice})
      (set! u (utt.synth (Utterance Text "{text}")))
      (utt.save.wave u "{sound}" 'riff)
      (set! f (fopen "{times}" "w"))
      (mapcar (lambda (w) (format f "%s\\t%f\\t%f\\n" (item.name w) (item.feat w "word_start") (item.feat w "word_end"))) (utt.relation.items u 'Word))
      (fclose f)'''
    subprocess.run(['festival', '--pipe'], input=script.encode(), check=True, stdout=subprocess.DEVNULL)
    return read_wave(sound), [(float(start), float(end)) for _, start, end in csv.reader(times.open(), delimiter='\t')]


def speak_flite(voice, text, folder):
    program = folder / 'flite-words'
    if not program.exists():
        libraries = ['cmu_us_rms', 'cmu_us_awb', 'cmu_us_slt', 'usenglish', 'cmulex']
        subprocess.run(['cc', HERE / 'flite-words.c', '-o', program, *[f'-lflite_{name}' for name in libraries], '-lflite', '-lm'], check=True)
    sound = folder / 'flite.wav'
    printed = subprocess.run([program, voice, text, sound], stdout=subprocess.PIPE, check=True).stdout.decode()
    return read_wave(sound), [(float(start), float(end)) for _, start, end in csv.reader(printed.splitlines(), delimiter='\t')]


class EspeakEvent(ctypes.Structure):
    # espeak-ng/speak_lib.h, espeak_EVENT
    _fields_ = [('type', ctypes.c_int), ('identifier', ctypes.c_uint), ('text_position', ctypes.c_int), ('length', ctypes.c_int),
                ('audio_position', ctypes.c_int), ('sample', ctypes.c_int), ('user_data', ctypes.c_void_p), ('id', ctypes.c_char * 8)]


def speak_espeak(voice, text, _folder):
    # In a process of its own: a second call of the library in one process loses sound.
    with multiprocessing.Pool(1) as pool:
        return pool.apply(espeak, (voice, text))


def espeak(voice, text):
    library = ctypes.CDLL('libespeak-ng.so.1')
    rate = library.espeak_Initialize(2, 0, None, 0)
    parts, starts = [], {}

    @ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.POINTER(EspeakEvent))
    def collect(samples, count, events):
        if count > 0:
            parts.append(numpy.array(samples[:count], dtype=float) / 32768)
        i = 0
        while events[i].type != 0:
            if events[i].type == 1:
                starts[events[i].text_position] = events[i].audio_position / 1000
            i += 1
        return 0

    library.espeak_SetSynthCallback(collect)
    library.espeak_SetVoiceByName(voice.encode())
    library.espeak_SetParameter(1, 155, 0)
    library.espeak_Synth(text.encode(), len(text) + 1, 0, 1, 0, 1, None, None)
    library.espeak_Synchronize()
    samples = filtered(numpy.concatenate(parts), rate, 'anull')
    # Positions count characters from 1. A word's end is not told: that of the next one's start will do, since only starts are compared.
    found = [starts.get(match.start() + 1) for match in re.finditer(r"[A-Za-z']+", text)]
    if None in found:
        raise SystemExit(f'espeak-ng says words of {text[:30]!r} together')
    return samples, list(zip(found, found[1:] + [len(samples) / RATE]))


SPEAK = {'festival': speak_festival, 'flite': speak_flite, 'espeak': speak_espeak}


def level(samples):
    loud = samples[numpy.abs(samples) > 0.02]
    return numpy.sqrt(numpy.mean(loud**2))


def noise(count, seed):
    """Pink noise: the spectrum falls by 3 dB an octave."""
    spectrum = numpy.fft.rfft(numpy.random.default_rng(seed).standard_normal(count))
    spectrum /= numpy.sqrt(numpy.maximum(numpy.arange(len(spectrum)), 20))
    made = numpy.fft.irfft(spectrum, count)
    return made / numpy.sqrt(numpy.mean(made**2))


def music(count, seed):
    """Chords, a bass and a beat: four bars of decaying harmonics over and over."""
    chance = numpy.random.default_rng(seed)
    made = numpy.zeros(count + 2 * RATE)
    chords = [[57, 60, 64], [53, 57, 60], [48, 52, 55], [55, 59, 62]]
    for beat in range(0, int(count / RATE / 0.5) + 1):
        chord = chords[beat // 4 % 4]
        at = beat * RATE // 2
        for note in [chord[0] - 12, *chord, chord[chance.integers(3)] + 12]:
            length = int(0.9 * RATE)
            t = numpy.arange(length) / RATE
            tone = sum(numpy.sin(2 * numpy.pi * 440 * 2 ** ((note - 69) / 12) * harmonic * t) / harmonic**1.5 for harmonic in range(1, 9))
            made[at:at + length] += tone * numpy.exp(-3 * t) * numpy.minimum(1, t / 0.01)
        hit = int(0.06 * RATE)
        made[at:at + hit] += 2 * chance.standard_normal(hit) * numpy.exp(-numpy.arange(hit) / (0.012 * RATE))
    made = made[:count]
    return made / numpy.sqrt(numpy.mean(made**2))


def variants(samples, text, times, folder):
    """Kind, samples, words of the text, and their times (None where the word is not said)."""
    words = words_of(text)
    count = len(samples)
    scaled = lambda factor: [(start * factor, end * factor) for start, end in times]
    yield 'noise10', samples + noise(count, 1) * level(samples) * 10 ** (-10 / 20), words, times
    yield 'music5', samples + music(count, 2) * level(samples) * 10 ** (-5 / 20), words, times
    yield 'fast', filtered(samples, RATE, 'atempo=1.4'), words, scaled(1 / 1.4)
    yield 'slow', filtered(samples, RATE, 'atempo=0.7'), words, scaled(1 / 0.7)
    # A minor third up, at the speed it was.
    step = 2 ** (3 / 12)
    yield 'pitch', filtered(samples, RATE, f'asetrate={round(RATE * step)},aresample={RATE},atempo={1 / step:.6f}'), words, times
    # Through a file, so that the encoder can note how much of the start it added.
    coded = folder / 'coded.mp3'
    ffmpeg(samples, RATE, '-c:a', 'libmp3lame', '-b:a', '32k', '-y', str(coded))
    decoded = subprocess.run(['ffmpeg', '-v', 'error', '-i', coded, '-ar', str(RATE), '-f', 'f32le', 'pipe:1'], stdout=subprocess.PIPE, check=True)
    yield 'mp3', numpy.frombuffer(decoded.stdout, dtype='<f4').astype(float)[:count], words, times
    kept = [i for i in range(len(words)) if i % 9 != 4]
    yield 'del', samples, [words[i] for i in kept], [times[i] for i in kept]
    more, when = list(words), list(times)
    for n, added in enumerate(ADDED):
        at = (n + 1) * len(more) // 5
        more.insert(at, added)
        when.insert(at, None)
    yield 'ins', samples, more, when
    intro = 8 * RATE
    later = [(start + 8, end + 8) for start, end in times]
    yield 'intro', numpy.concatenate([music(intro, 3) * level(samples) * 0.5, samples]), words, later
    yield 'title', samples, words_of(TITLE) + words, [None] * len(words_of(TITLE)) + list(times)


def main():
    out = Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    rows = []

    def write(name, kind, samples, text, words, times):
        peak = max(1, float(numpy.max(numpy.abs(samples))))
        (out / f'{name}.flac').write_bytes(ffmpeg(samples / peak * 0.98, RATE, '-f', 'flac', '-sample_fmt', 's16', 'pipe:1'))
        (out / f'{name}.txt').write_text(text)
        known = [{'w': word, 'start': time and round(time[0], 4), 'end': time and round(time[1], 4)} for word, time in zip(words, times)]
        (out / f'{name}.json').write_text(json.dumps({'words': known}))
        rows.append([f'{name}.flac', f'{name}.txt', f'{name}.json', kind])

    with tempfile.TemporaryDirectory() as temporary:
        for topic, voices in CLEAN.items():
            for engine, voice in voices:
                samples, times = SPEAK[engine](voice, TEXTS[topic], Path(temporary))
                words = words_of(TEXTS[topic])
                if len(words) != len(times):
                    raise SystemExit(f'{engine} {voice} {topic}: {len(times)} times for {len(words)} words')
                name = f'{engine}_{voice}_{topic}'
                write(name, 'clean', samples, TEXTS[topic], words, times)
                if (topic, (engine, voice)) in VARIED:
                    for kind, changed, said, when in variants(samples, TEXTS[topic], times, Path(temporary)):
                        write(f'{name}-{kind}', kind, changed, ' '.join(said), said, when)
    lines = ['\t'.join(['wav', 'transcript', 'timings', 'kind']), *['\t'.join(row) for row in rows]]
    (out / 'MANIFEST.tsv').write_text('\n'.join(lines) + '\n')
    print(f'{len(rows)} recordings in {out}')


main()
