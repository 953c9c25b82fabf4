import { isAscii } from 'node:buffer';

import { ToolError } from '../core/errors.js';
import { detectFileKind } from '../engines/file-kind.js';
import { detectLanguage } from '../engines/text/language.js';
import { type DecodedText, decodeText, hasEncoding } from '../engines/text/text-encoding.js';
import { fixMojibake } from '../lib/unicode/mojibake.js';

import { MOJIBAKE_ENCODINGS, openByteEncoding } from './byte-encodings.js';

/** What can be told of the character encoding of a file. */
export interface CharsetReport {
  readonly encoding: string | null;
  readonly certainty: 'certain' | 'likely' | 'doubtful' | 'none';
  readonly alternative?: string;
  readonly bom: boolean;
  readonly declared?: string;
  readonly lineEndings: 'none' | 'lf' | 'crlf' | 'cr' | 'mixed';
  readonly lines: { readonly lf: number; readonly crlf: number; readonly cr: number };
  readonly characters: number;
  readonly beyondAscii: number;
  readonly language?: string;
  readonly mime: string;
  readonly warnings: readonly string[];
}

const LANGUAGES: ReadonlySet<string> = new Set(
  'ar bg cs da de el en es et fa fi fr he hi hr hu is it ja ko lt lv nl no pl pt ro ru sk sl sr sv th tr uk vi zh'.split(
    ' ',
  ),
);
/** Fewer letters, or less confidence, leave the language open. */
const FEWEST_LETTERS = 20;
const LEAST_CONFIDENCE = 0.8;
const SAMPLE_CHARACTERS = 20_000;

/** What browsers and editors call the pages of Windows for Japanese and Korean (WHATWG Encoding §4.2). */
const USUAL_NAMES: ReadonlyMap<string, string> = new Map([
  ['cp932', 'shift_jis'],
  ['cp949', 'euc-kr'],
]);

export async function charsetReport(bytes: Uint8Array): Promise<CharsetReport> {
  const kind = await detectFileKind(bytes);
  const decoded = await textOf(bytes);
  if (decoded === undefined)
    return {
      encoding: null,
      certainty: 'none',
      bom: false,
      lineEndings: 'none',
      lines: { lf: 0, crlf: 0, cr: 0 },
      characters: 0,
      beyondAscii: 0,
      mime: kind?.mime ?? 'application/octet-stream',
      warnings: ['This is not a text file'],
    };
  const { text, hasMark, doubt } = decoded;
  const encoding = isAscii(bytes) ? 'us-ascii' : (USUAL_NAMES.get(decoded.encoding) ?? decoded.encoding);
  const declared = declaredIn(text.slice(0, 1024));
  const lines = countBreaks(text);
  const used = Object.entries(lines).filter(([, count]) => count > 0);
  const [only = ['none']] = used;
  const sample = text.slice(0, SAMPLE_CHARACTERS);
  const language = await languageOf(sample);
  return {
    encoding,
    certainty: doubt !== undefined ? 'doubtful' : /^u/.test(encoding) ? 'certain' : 'likely',
    ...(doubt === undefined ? {} : { alternative: doubt }),
    bom: hasMark,
    ...(declared === undefined ? {} : { declared }),
    lineEndings: used.length > 1 ? 'mixed' : (only[0] as CharsetReport['lineEndings']),
    lines,
    ...countCharacters(text),
    ...(language === undefined ? {} : { language }),
    mime: kind?.mime ?? 'text/plain',
    warnings: [
      ...(doubt === undefined ? [] : [`The encoding ${encoding} is a guess; ${doubt} is likely too`]),
      ...(declared === undefined || isSame(declared, encoding)
        ? []
        : [`The file declares ${declared}, which its bytes are not`]),
      ...(used.length > 1 ? ['Line endings are mixed'] : []),
      ...(text.includes('\ufffd') ? ['The text has U+FFFD: characters were lost before'] : []),
      ...(isGarbled(sample)
        ? ['The text seems to have been decoded with the wrong encoding before: mojibake-fixer can repair it']
        : []),
    ],
  };
}

/** `undefined` where the bytes are not text. */
async function textOf(bytes: Uint8Array): Promise<DecodedText | undefined> {
  try {
    return await decodeText(bytes, 'the file');
  } catch (error) {
    // That a file is not text is what is asked here.
    if (error instanceof ToolError && error.code === 'INVALID_INPUT') return undefined;
    throw error;
  }
}

/** What XML, HTML, CSS, Python and Emacs files say of themselves in their first lines. */
function declaredIn(start: string): string | undefined {
  const found =
    /^<\?xml[^>]{0,200}\sencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(start) ??
    /<meta\s[^>]{0,200}charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(start) ??
    /^@charset "([\w.:-]{1,40})";/.exec(start) ??
    /^(?:[^\n]{0,200}\n)?\s{0,20}(?:#|\/\/|\/\*|;+|%)[^\n]{0,200}?coding[:=]\s{0,5}([\w.-]{1,40})/.exec(start);
  return found?.[1]?.toLowerCase();
}

const plain = (name: string): string => name.replace(/[^a-z0-9]/g, '');

/** Whether a declared name fits: names of the same family, and everything whose first half is ASCII where there is nothing else. */
function isSame(declared: string, encoding: string): boolean {
  const [one, other] = [plain(declared), plain(encoding)];
  if (one === other || !hasEncoding(declared)) return one === other;
  if (encoding === 'us-ascii') return !/^(?:utf|ucs)(?:16|32|2|4)/.test(one);
  const latin1 = /^(?:iso88591|latin1|windows1252|cp1252|usascii|ascii)$/;
  const utf16 = /^utf16(?:le|be)?$/;
  return (latin1.test(one) && latin1.test(other)) || (utf16.test(one) && utf16.test(other));
}

function countBreaks(text: string): CharsetReport['lines'] {
  let [lf, crlf, cr] = [0, 0, 0];
  for (const [found] of text.matchAll(/\r\n|\n|\r/g)) {
    if (found === '\n') lf++;
    else if (found === '\r') cr++;
    else crlf++;
  }
  return { lf, crlf, cr };
}

function countCharacters(text: string): Pick<CharsetReport, 'characters' | 'beyondAscii'> {
  let [characters, beyondAscii] = [0, 0];
  for (const character of text) {
    characters++;
    if (character > '\u007f') beyondAscii++;
  }
  return { characters, beyondAscii };
}

async function languageOf(sample: string): Promise<string | undefined> {
  if ((sample.match(/\p{L}/gu)?.length ?? 0) < FEWEST_LETTERS) return undefined;
  const { guesses, confidence } = await detectLanguage(sample, LANGUAGES);
  return confidence >= LEAST_CONFIDENCE ? guesses[0]?.language : undefined;
}

function isGarbled(sample: string): boolean {
  if (!/[\u0080-\u024f]/.test(sample)) return false;
  const encodings = MOJIBAKE_ENCODINGS.slice(0, 4).flatMap((name) => openByteEncoding(name) ?? []);
  return fixMojibake(sample, encodings).text !== sample;
}
