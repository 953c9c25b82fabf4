import { invalid, quote } from '../../core/errors.js';
import { overLimit } from '../../core/index.js';
import { openEncoding } from '../../engines/text/tokens.js';
import type { TextSource } from '../../formats/text-source.js';
import { type EncodingName, SPECIAL_TOKENS } from '../../lib/models/openai-models.js';

/** Longest text that a decoded list of ids may have: what the response can carry. */
const MAX_DECODED_BYTES = 2 ** 21;

/** The names of an encoding's special tokens by their ids. */
const namesOf = (encoding: EncodingName): ReadonlyMap<number, string> =>
  new Map([...SPECIAL_TOKENS[encoding]].map(([name, id]) => [id, name]));

/** The ids of a text; with `special`, the names of special tokens count as one token each. */
export function idsOf(text: string, encoding: EncodingName, special: boolean): readonly number[] {
  const { encode } = openEncoding(encoding);
  if (!special) return encode(Buffer.from(text));
  const ids: number[] = [];
  const add = (more: readonly number[]): void => {
    for (const id of more) ids.push(id);
  };
  let from = 0;
  // Names of special tokens have word characters only between their bars.
  for (const { 0: name, index } of text.matchAll(/<\|\w{1,30}\|>/g)) {
    const id = SPECIAL_TOKENS[encoding].get(name);
    if (id === undefined) continue;
    add(encode(Buffer.from(text.slice(from, index))));
    ids.push(id);
    from = index + name.length;
  }
  add(encode(Buffer.from(text.slice(from))));
  return ids;
}

/** The ids that a text lists: with commas, white space or line breaks between, in brackets or not. Throws INVALID_INPUT naming the first that is none. */
export function readIds({ text, label }: TextSource, encoding: EncodingName): readonly number[] {
  const { bytesOf } = openEncoding(encoding);
  const special = namesOf(encoding);
  const words = text
    .trim()
    .replace(/^\[|\]$/g, '')
    .split(/[\s,;]+/)
    .filter((word) => word !== '');
  return words.map((word, index) => {
    const place = `Cannot decode ${label}: id ${index + 1}`;
    if (!/^\d{1,9}$/.test(word)) throw invalid(`${place} must be a whole number, got ${quote(word)}`);
    const id = Number(word);
    if (bytesOf(id) === undefined && !special.has(id)) throw invalid(`${place}, ${id}, is not a token of ${encoding}`);
    return id;
  });
}

/** The bytes that ids stand for. Throws LIMIT_EXCEEDED where they are too many. */
export function bytesOfIds(ids: readonly number[], encoding: EncodingName): Buffer {
  const parts = partsOf(ids, encoding);
  const size = parts.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (size > MAX_DECODED_BYTES)
    throw overLimit(`The decoded text must have at most ${MAX_DECODED_BYTES} bytes, got ${size}`);
  return Buffer.concat(parts.map(({ bytes }) => bytes));
}

function partsOf(ids: readonly number[], encoding: EncodingName) {
  const { bytesOf } = openEncoding(encoding);
  const special = namesOf(encoding);
  return ids.map((id) => {
    const name = special.get(id);
    return name === undefined
      ? { id, bytes: bytesOf(id) ?? new Uint8Array(), isSpecial: false }
      : { id, bytes: Buffer.from(name), isSpecial: true };
  });
}

/** Ids as a person reads them: text, bytes, and where in the whole they are. */
export function tokenRows(ids: readonly number[], encoding: EncodingName) {
  let end = 0;
  return partsOf(ids, encoding).map(({ id, bytes, isSpecial }) => {
    const start = end;
    end += bytes.length;
    const shown = Buffer.from(bytes);
    const row = { id, text: shown.toString(), hex: shown.toString('hex'), start, end };
    return isSpecial ? { ...row, special: true as const } : row;
  });
}
