import {
  CHECK_SYSTEMS,
  type CheckSystem,
  divided,
  fits,
  formFault,
  joined,
} from '../../lib/checksums/check-systems.js';
import { DIGIT_LIKE } from '../../lib/checksums/look-alikes.js';

/** Longest number whose possible mistakes are looked for; the time grows with the square of the length. */
const MAX_SEARCHED = 32;
const MAX_LENGTH = 1_000;
const MAX_LIKELY = 10;

/** Blanks and marks that divide numbers for readers. */
const compact = (value: string): string => value.replace(/[\s.\-‐‑‒–—/]/g, '').toUpperCase();

export interface LikelyMistake {
  readonly number: string;
  readonly mistake: string;
}

/** Numbers that would fit after a mistake that people often make: neighbours swapped, or characters around another. */
function likelyMistakes(system: CheckSystem, number: string): readonly LikelyMistake[] {
  const found: LikelyMistake[] = [];
  const characters = [...number];
  const attempt = (places: ReadonlyMap<number, string>, mistake: string): void => {
    const other = characters.map((character, i) => places.get(i) ?? character).join('');
    if (other !== number && fits(system, other) && formFault(system, other) === undefined)
      found.push({ number: other, mistake });
  };
  const swapped = (i: number, j: number, words: string): void =>
    attempt(
      new Map([
        [i, characters[j] ?? ''],
        [j, characters[i] ?? ''],
      ]),
      `characters ${i + 1} and ${j + 1} ${words}`,
    );
  for (let i = 0; i + 1 < characters.length; i++) swapped(i, i + 1, 'are swapped');
  for (let i = 0; i + 2 < characters.length; i++) swapped(i, i + 2, 'are swapped around another');
  return found.slice(0, MAX_LIKELY);
}

const cut = (value: string): string => (value.length > 40 ? `${value.slice(0, 39)}…` : value);

/** Whether a number fits its system, and if not, what it should be and which mistakes explain it. */
export function verify(value: string, system: CheckSystem) {
  const number = compact(value);
  if (number.length > MAX_LENGTH) return { isValid: false, reason: `It must have at most ${MAX_LENGTH} characters` };
  const fault = formFault(system, number);
  if (fault !== undefined) {
    const plain = number.replace(/[A-Z]/g, (letter) =>
      system.alphabet.includes(letter) ? letter : (DIGIT_LIKE[letter] ?? letter),
    );
    const isMeant = plain !== number && formFault(system, plain) === undefined && fits(system, plain);
    const likely = isMeant ? { likely: [{ number: plain, mistake: 'letters for digits' }] } : {};
    return { isValid: false, reason: `As ${system.title} ${fault}`, ...likely };
  }
  const { body, check } = divided(system, number);
  const expected = system.compute(body);
  const about = { number, check, expected, complete: joined(system, body, expected) };
  if (fits(system, number)) return { isValid: true, ...about };
  const likely = number.length > MAX_SEARCHED ? [] : likelyMistakes(system, number);
  const words = system.checkLength === 1 ? 'check character' : 'check characters';
  return { isValid: false, reason: `The ${words} must be ${expected}, got ${check}`, ...about, likely };
}

/** The number with the check characters that its body needs. */
export function generate(value: string, system: CheckSystem) {
  const body = compact(value);
  if (body.length > MAX_LENGTH) return { isValid: false, reason: `It must have at most ${MAX_LENGTH} characters` };
  const placeholder = system.checkAlphabet.charAt(0).repeat(system.checkLength);
  const { lengths, checkLength } = system;
  const most = lengths?.map((length) => length - checkLength);
  if (most !== undefined && !most.includes(body.length)) {
    const wanted = most.join(', ').replace(/, (\d+)$/, ' or $1');
    return {
      isValid: false,
      reason: `As ${system.title} without its check character it must have ${wanted} characters, got ${cut(String(body.length))}`,
    };
  }
  const fault = body === '' ? 'it must not be empty' : formFault(system, joined(system, body, placeholder));
  if (fault !== undefined) return { isValid: false, reason: `As ${system.title} ${fault}` };
  const expected = system.compute(body);
  return { isValid: true, expected, complete: joined(system, body, expected) };
}

/** Every system whose form and check characters fit. */
export function recognize(value: string) {
  const number = compact(value);
  if (number.length > MAX_LENGTH) return { isValid: false, reason: `It must have at most ${MAX_LENGTH} characters` };
  const systems = Object.entries(CHECK_SYSTEMS as Readonly<Record<string, CheckSystem>>).filter(
    ([, system]) => formFault(system, number) === undefined && fits(system, number),
  );
  if (systems.length === 0)
    return { isValid: false, reason: 'No check character of any system fits', number, fits: [] };
  return { isValid: true, number, fits: systems.map(([name]) => name) };
}
