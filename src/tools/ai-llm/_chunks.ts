import { invalid, quote } from '../../core/errors.js';
import type { Encoding } from '../../engines/text/tokens.js';
import type { TextSource } from '../../formats/text-source.js';
import { type Chunk, type ChunkRules, characterRuler, chunkText, type Ruler } from '../../lib/llm/chunks.js';
import { type Heading, markdownHeadings } from '../../lib/llm/markdown-headings.js';
import { countCodePoints } from '../../lib/unicode/code-points.js';

export interface ChunkSettings {
  readonly rules: ChunkRules;
  readonly unit: 'tokens' | 'characters';
  readonly trim: boolean;
  readonly encoding: Encoding;
}

export interface ChunkRow {
  readonly index: number;
  readonly source?: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly overlap: number;
  readonly tokens: number;
  readonly characters: number;
  readonly headings?: readonly string[];
}

/** A ruler of tokens; a place inside a character is not one to cut at. */
function tokenRuler(text: string, { encode, count, bytesOf }: Encoding): Ruler {
  const bytes = Buffer.from(text);
  const offsets: number[] = [];
  const units: number[] = [];
  let at = 0;
  let offset = 0;
  let tokens = 0;
  for (const id of encode(bytes)) {
    const end = at + (bytesOf(id)?.length ?? 0);
    // A UTF-16 unit for each byte that begins a character, and a second one for those of four bytes.
    for (; at < end; at++) {
      const byte = bytes[at] ?? 0;
      if ((byte & 0xc0) !== 0x80) offset += byte >= 0xf0 ? 2 : 1;
    }
    tokens++;
    if (((bytes[end] ?? 0) & 0xc0) === 0x80) continue;
    offsets.push(offset);
    units.push(tokens);
  }
  return {
    offsets: Uint32Array.from(offsets),
    units: Uint32Array.from(units),
    count: (part) => count(Buffer.from(part)),
  };
}

function checkLocale(locale: string): void {
  try {
    Intl.getCanonicalLocales(locale);
  } catch (error) {
    throw invalid(`Option "locale" must be a BCP 47 language tag, got ${quote(locale)}`, error);
  }
}

/** The headings above a place, outermost first. */
function pathOf(headings: readonly Heading[], at: number): string[] {
  let path: Heading[] = [];
  for (const heading of headings) {
    if (heading.start > at) break;
    path = [...path.filter(({ level }) => level < heading.level), heading];
  }
  return path.map(({ title }) => title);
}

function trimmed(text: string, { start, own, end }: Chunk): Pick<Chunk, 'start' | 'own' | 'end'> | undefined {
  const whole = text.slice(start, end);
  const left = whole.length - whole.trimStart().length;
  const size = whole.trim().length;
  if (size === 0) return undefined;
  return { start: start + left, own: Math.max(own, start + left), end: start + left + size };
}

/** The chunks of a source as they are told. Throws INVALID_INPUT for an unknown language. */
export function chunkRows({ text, file }: TextSource, { rules, unit, trim, encoding }: ChunkSettings): ChunkRow[] {
  checkLocale(rules.locale);
  const ruler = unit === 'characters' ? characterRuler(text) : tokenRuler(text, encoding);
  const headings = rules.by === 'markdown' ? markdownHeadings(text) : [];
  const rows: ChunkRow[] = [];
  let seen = 0;
  let points = 0;
  for (const chunk of chunkText(text, ruler, rules, headings)) {
    const kept = trim ? trimmed(text, chunk) : chunk;
    if (kept === undefined) continue;
    const content = text.slice(kept.start, kept.end);
    // Starts of chunks rise, so that code points are counted once.
    points += countCodePoints(text.slice(seen, kept.start));
    seen = kept.start;
    const characters = countCodePoints(content);
    const isTold = unit === 'tokens' && !trim;
    rows.push({
      index: rows.length + 1,
      ...(file === undefined ? {} : { source: file.name }),
      text: content,
      start: points,
      end: points + characters,
      overlap: countCodePoints(text.slice(kept.start, kept.own)),
      tokens: isTold ? chunk.units : encoding.count(Buffer.from(content)),
      characters,
      ...(rules.by === 'markdown' ? { headings: pathOf(headings, chunk.own) } : {}),
    });
  }
  return rows;
}
