import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

import { type AcousticModel, readAcousticModel } from '../lib/speech/acoustic-model.js';
import type { SpeechModel } from '../lib/speech/align-speech.js';
import type { FeatureSettings } from '../lib/speech/features.js';
import { Pronunciations } from '../lib/speech/pronunciations.js';

/** A model with its name. */
interface NamedModel extends SpeechModel {
  readonly name: string;
}

const bundledFolder = (): string =>
  join(dirname(createRequire(import.meta.url).resolve('soundswallower')), 'model', 'en-us');

let loaded: { readonly modelDir: string | undefined; readonly model: NamedModel } | undefined;

/**
 * The model of this process, loaded once: the operator's, where `modelDir` or a folder in it holds one of CMU Sphinx for
 * 16 kHz, else the one that comes with soundswallower (8 kHz).
 */
export function loadSpeechModel(modelDir: string | undefined): NamedModel {
  if (loaded !== undefined && loaded.modelDir === modelDir) return loaded.model;
  const bundled = bundledFolder();
  const folder = findModel(modelDir) ?? bundled;
  const model = {
    name: folder === bundled ? 'soundswallower en-us' : basename(folder),
    acoustic: readModel(folder),
    pronunciations: new Pronunciations(readFileSync(join(bundled, 'dict.txt'), 'latin1')),
  };
  loaded = { modelDir, model };
  return model;
}

const NEEDED = ['mdef', 'means', 'variances', 'sendump', 'transition_matrices'];

/** A folder with a model, at most three deep: Debian's is `model/en-us/en-us`. */
function findModel(modelDir: string | undefined, depth = 3): string | undefined {
  if (modelDir === undefined || !existsSync(modelDir)) return undefined;
  const isModel = NEEDED.every((name) => existsSync(join(modelDir, name))) && existsSync(join(modelDir, 'feat.params'));
  if (isModel && isReadable(modelDir)) return modelDir;
  if (depth === 0) return undefined;
  for (const entry of readdirSync(modelDir, { withFileTypes: true })) {
    const found = entry.isDirectory() ? findModel(join(modelDir, entry.name), depth - 1) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A model of another kind or language, or a damaged one, is passed over: the bundled one takes its place. */
function isReadable(folder: string): boolean {
  try {
    return ENGLISH.every((phone) => readModel(folder).phones.includes(phone));
  } catch {
    return false;
  }
}

const ENGLISH = ['AA', 'DH', 'ER', 'HH', 'NG', 'ZH', 'SIL'];

function readModel(folder: string): AcousticModel {
  const read = (name: string): Uint8Array => readFileSync(join(folder, name));
  return readAcousticModel(
    {
      mdef: read('mdef'),
      means: read('means'),
      variances: read('variances'),
      sendump: read('sendump'),
      transitions: read('transition_matrices'),
    },
    readSettings(folder),
  );
}

/** The front end's parameters: `feat_params.json`, or `feat.params` with an option and its value a line. */
function readSettings(folder: string): FeatureSettings {
  const path = join(folder, 'feat.params');
  const options = existsSync(path)
    ? new Map(
        [...readFileSync(path, 'latin1').matchAll(/^-(\S+)\s+(\S+)/gm)].map(([, name = '', value = '']) => [
          name,
          value,
        ]),
      )
    : new Map(
        Object.entries(JSON.parse(readFileSync(join(folder, 'feat_params.json'), 'utf8'))).map(([name, value]) => [
          name,
          String(value),
        ]),
      );
  const feature = options.get('feat') ?? '1s_c_d_dd';
  if (feature !== '1s_c_d_dd') throw new Error(`The model wants features ${feature}`);
  return {
    lowerFrequency: Number(options.get('lowerf') ?? 133.33334),
    upperFrequency: Number(options.get('upperf') ?? 6855.4976),
    filters: Number(options.get('nfilt') ?? 40),
    lifter: Number(options.get('lifter') ?? 0),
    transform: options.get('transform') === 'dct' ? 'dct' : 'legacy',
    removesNoise: !['no', 'false'].includes(options.get('remove_noise') ?? 'yes'),
  };
}

let syllables: ReadonlyMap<string, number> | undefined;

/**
 * Syllables of 117,000 English words in lower case: the vowels of their first pronunciation in the CMU dictionary that comes with the
 * speech model. Read once in a process.
 */
export function englishSyllables(): ReadonlyMap<string, number> {
  if (syllables !== undefined) return syllables;
  const counts = new Map<string, number>();
  for (const line of readFileSync(join(bundledFolder(), 'dict.txt'), 'latin1').split('\n')) {
    const blank = line.search(/\s/);
    if (blank > 0) counts.set(line.slice(0, blank), vowels(line.slice(blank)));
  }
  syllables = counts;
  return counts;
}

const vowels = (phones: string): number => phones.match(/\b(?:A[AEHOWY]|E[HRY]|I[HY]|O[WY]|U[HW])\b/g)?.length ?? 0;
