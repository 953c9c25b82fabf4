import { countCodePoints } from '../../unicode/code-points.js';
import { countOf } from './numbers.js';
import { type Chance, mostOf, NoSample, type Part, type Place, textsOf } from './parts.js';
import type { SampleTexts } from './room.js';

/** Characters that a schema may ask for. */
const MAX_LENGTH = 100_000;
/** Tries at a text of a format or pattern that is of the right length too. */
const LENGTH_TRIES = 20;

/** A text by format, pattern, the name of its property, else words; cut or filled up to the length that is asked for. */
export function sampleText(parts: readonly Part[], texts: SampleTexts, { draw }: Chance, place: Place): string {
  const least = countOf(parts, 'minLength', MAX_LENGTH);
  const most = mostOf(parts, 'maxLength');
  if (least > most) throw new NoSample(place.path, '"minLength" is greater than "maxLength"');
  const isRight = (value: string): boolean => {
    const length = countCodePoints(value);
    return length >= least && length <= most;
  };
  const drawn = (make: () => string | undefined): string | undefined => {
    let value = make();
    for (let tries = 0; value !== undefined && !isRight(value) && tries < LENGTH_TRIES; tries++) value = make();
    return value;
  };
  const [pattern] = textsOf(parts, 'pattern');
  if (pattern !== undefined) {
    const value = drawn(() => texts.ofPattern(pattern, least, most));
    if (value !== undefined) return value;
  }
  const [format] = textsOf(parts, 'format');
  const formatted = format === undefined ? undefined : drawn(() => texts.ofFormat(format));
  if (formatted !== undefined) return formatted;
  if (textsOf(parts, 'contentEncoding').includes('base64')) {
    const bytes = Uint8Array.from({ length: Math.max(6, Math.ceil((least * 3) / 4)) }, () => draw(256));
    return Buffer.from(bytes).toString('base64');
  }
  const name = place.path.findLast((step) => typeof step === 'string');
  const named = name === undefined ? undefined : texts.ofName(name);
  if (named !== undefined && isRight(named)) return named;
  return ofLength(named ?? texts.word(), least, most, texts);
}

/** A text made longer by words and cut where it is too long. */
function ofLength(start: string, least: number, most: number, texts: SampleTexts): string {
  let value = start;
  while (value.length < least) value += ` ${texts.word()}`;
  if (value.length <= most) return value;
  const cut = [...value].slice(0, most).join('');
  // A space at the end would look like a mistake.
  return cut.endsWith(' ') ? `${cut.slice(0, -1)}a` : cut;
}
