import { BINARY_WORDS } from './binary-words.js';
import { PICTURE_WORDS } from './picture-words.js';
import { TEXT_WORDS } from './text-words.js';

/** Endings whose files are of the same kind. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  png: ['apng'],
  jpg: ['jpeg'],
  tif: ['tiff', 'dng', 'nef', 'cr2'],
  heic: ['heif', 'avif', 'jp2', 'jxl'],
  zip: ['docx', 'xlsx', 'xlsm', 'kmz', 'epub', 'jar', 'odt', 'ods'],
  gz: ['bz2', 'xz', 'zst', 'lz4', 'Z', 'lzma', 'br'],
  '7z': ['rar', 'cab', 'wim', 'cpio', 'deb', 'rpm', 'a'],
  ogg: ['opus', 'flac'],
  mp4: ['m4a'],
  xml: ['xsd', 'kml', 'gpx', 'plist', 'rss', 'atom', 'xhtml', 'xsl', 'xslt', 'rng', 'dtd', 'wsdl'],
  html: ['htm'],
  json: ['jsonl', 'ndjson', 'jsonc', 'json5', 'webmanifest', 'topojson'],
  yaml: ['yml', 'toml', 'ini', 'env'],
  csv: ['tsv', 'txt', 'log'],
  geojson: ['wkt', 'wkb'],
  db: ['sqlite', 'sqlite3', 'db3', 'gpkg', 'mbtiles'],
  parquet: ['pq', 'parq'],
  md: ['markdown', 'tex'],
  p12: ['pfx', 'pem', 'crt', 'cer'],
  vcf: ['vcard'],
};

const byEnding = new Map(
  Object.entries({ ...PICTURE_WORDS, ...BINARY_WORDS, ...TEXT_WORDS }).flatMap(([kind, words]) => {
    const tokens = words.map((word) => Buffer.from(word, /[^\0-\xff]/.test(word) ? 'utf8' : 'latin1'));
    return [kind, ...(SAME[kind] ?? [])].map((ending) => [ending, tokens] as const);
  }),
);

/** Words of the format of a file by its name; none where the ending is not known. */
export const tokensOf = (name: string): readonly Buffer[] => byEnding.get(name.split('.').at(-1) ?? '') ?? [];
