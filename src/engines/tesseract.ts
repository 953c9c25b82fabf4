import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type OcrPage, pageOfTsv } from '../lib/documents/ocr-page.js';
import type { GreyPicture } from '../lib/pictures/grey-picture.js';
import {
  instantiating,
  type KeptInstance,
  keepInstance,
  memoryOfInstance,
  type StartedEngine,
} from './kept-instance.js';

/** Languages that can be read, as ISO 639-2 codes, with their English names. */
const OCR_LANGUAGES = {
  eng: 'English',
  deu: 'German',
  fra: 'French',
  spa: 'Spanish',
  ita: 'Italian',
  por: 'Portuguese',
  nld: 'Dutch',
  pol: 'Polish',
} as const;

const BUNDLED = Object.keys(OCR_LANGUAGES);

/** A language with the file of the operator's model, where it is not a bundled one. */
export interface OcrLanguage {
  /** Name of its data, such as `eng` or `chi_sim`. */
  readonly name: string;
  readonly file: string | undefined;
}

const LANGUAGE_FILE = /^([A-Za-z]{3}[A-Za-z_]{0,20})\.traineddata$/;
/** Data that says nothing of letters: orientation and script, layout of equations. */
const NO_LANGUAGES = new Set(['osd', 'equ']);

/** The languages that can be read, by name: the bundled ones, and those in `modelDir` or its folder `tessdata`, which come first. */
export function ocrLanguages(modelDir: string | undefined): Map<string, OcrLanguage> {
  const languages = new Map<string, OcrLanguage>(BUNDLED.map((name) => [name, { name, file: undefined }]));
  for (const folder of modelDir === undefined ? [] : [modelDir, join(modelDir, 'tessdata')]) {
    if (!existsSync(folder)) continue;
    for (const entry of readdirSync(folder).sort()) {
      const name = LANGUAGE_FILE.exec(entry)?.[1];
      if (name !== undefined && !NO_LANGUAGES.has(name)) languages.set(name, { name, file: join(folder, entry) });
    }
  }
  return languages;
}

/** How the text lies on the picture. */
export const OCR_LAYOUTS = { auto: 3, column: 4, block: 6, line: 7, word: 8, sparse: 11 } as const;

export type OcrLayout = keyof typeof OCR_LAYOUTS;

export interface OcrSettings {
  readonly languages: readonly OcrLanguage[];
  readonly layout: OcrLayout;
  readonly digitsOnly: boolean;
  /** Dots per inch of the picture; guessed from the size of its letters where left out. */
  readonly dpi?: number | undefined;
}

/** The parts used of the engine, tesseract 5 as WebAssembly. */
interface Api {
  Init(path: string, languages: string, mode: number): number;
  SetVariable(name: string, value: string): boolean;
  SetPageSegMode(mode: number): void;
  /** Reads the file `/input`. 0 where it is a picture. */
  SetImageFile(orientation: number, angle: number): number;
  SetSourceResolution(dpi: number): void;
  Recognize(monitor: null): number;
  GetTSVText(page: number): string;
  Clear(): void;
  End(): void;
}

interface Core {
  readonly TessBaseAPI: new () => Api;
  readonly FS: { writeFile(path: string, data: Uint8Array): void; unlink(path: string): void };
}

/** OEM_LSTM_ONLY of publictypes.h: the data has nothing else. */
const NETWORK = 1;
/** Where the engine takes a picture from, in its own memory. */
const INPUT = '/input';

interface Loaded {
  readonly core: Core;
  readonly api: Api;
}

const require = createRequire(import.meta.url);
let compiled: Promise<WebAssembly.Module> | undefined;

async function start(languages: readonly OcrLanguage[]): Promise<StartedEngine<Loaded>> {
  const wasm = require.resolve('tesseract.js-core/tesseract-core-simd-lstm.wasm');
  const make = require('tesseract.js-core/tesseract-core-simd-lstm.js') as (settings: object) => Promise<Core>;
  compiled ??= WebAssembly.compile(readFileSync(wasm));
  const silent = (): void => undefined;
  let memory = (): Uint8Array => new Uint8Array(0);
  const core = await make({
    instantiateWasm: instantiating(await compiled, (instance) => {
      memory = memoryOfInstance(instance);
    }),
    // What it has to say is of no use to the caller: the size of a picture, diacritics found.
    print: silent,
    printErr: silent,
  });
  for (const language of languages) core.FS.writeFile(`/${language.name}.traineddata`, trainedData(language));
  const api = new core.TessBaseAPI();
  const names = namesOf(languages);
  if (api.Init('/', names, NETWORK) !== 0) throw new Error(`the data of ${names} cannot be read`);
  // Looking for tables does not end on some patterns of specks (measured: 5,900 on 3,400 × 3,400 pixels), and only labels blocks.
  api.SetVariable('textord_tabfind_find_tables', '0');
  for (const language of languages) core.FS.unlink(`/${language.name}.traineddata`);
  return { engine: { core, api }, memory };
}

const namesOf = (languages: readonly OcrLanguage[]): string => languages.map(({ name }) => name).join('+');

/** The engine with the languages read last. */
let latest: { readonly names: string; readonly kept: KeptInstance<Loaded> } | undefined;

function engineFor(languages: readonly OcrLanguage[]): KeptInstance<Loaded> {
  const names = languages.map(({ name, file }) => file ?? name).join('+');
  if (latest?.names !== names) latest = { names, kept: keepInstance(() => start(languages)) };
  return latest.kept;
}

/** Integer networks made from the best ones: as right to 0.1 %, several times as fast, a quarter of the size. */
function trainedData({ name, file }: OcrLanguage): Uint8Array {
  if (file !== undefined) return readFileSync(file);
  const folder = join(require.resolve(`@tesseract.js-data/${name}/package.json`), '..');
  return gunzipSync(readFileSync(join(folder, '4.0.0_best_int', `${name}.traineddata.gz`)));
}

/** Reads the text of a picture. The same picture gives the same text. */
export async function recognise(picture: GreyPicture, settings: OcrSettings): Promise<OcrPage> {
  const engine = engineFor(settings.languages);
  const { core, api } = await engine.open();
  const { width, height, data } = picture;
  core.FS.writeFile(INPUT, Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), data]));
  try {
    api.SetVariable('tessedit_char_whitelist', settings.digitsOnly ? '0123456789' : '');
    api.SetPageSegMode(OCR_LAYOUTS[settings.layout]);
    if (api.SetImageFile(1, 0) !== 0) throw new Error('the reading engine cannot take the picture');
    if (settings.dpi !== undefined) api.SetSourceResolution(Math.round(settings.dpi));
    api.Recognize(null);
    const page = pageOfTsv(api.GetTSVText(0), { width, height });
    api.Clear();
    core.FS.unlink(INPUT);
    return page;
  } catch (error) {
    // After a trap its memory is in no known state.
    engine.discard();
    throw error;
  }
}
