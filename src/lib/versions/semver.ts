import { ContentFault } from '../faults.js';

/** A version of Semantic Versioning 2.0.0. Numbers are kept as BigInt: they have any length. */
export interface Version {
  readonly numbers: readonly [major: bigint, minor: bigint, patch: bigint];
  readonly prerelease: readonly string[];
  readonly build: string;
}

const IDENTIFIER = '(?:0|[1-9]\\d*|\\d*[A-Za-z-][0-9A-Za-z-]*)';
const VERSION = new RegExp(
  `^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-(${IDENTIFIER}(?:\\.${IDENTIFIER})*))?(?:\\+([0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*))?$`,
);

/** Longest version that is read, as package managers read them. */
const MAX_LENGTH = 256;

/** Reads `1.2.3-beta.1+build`, a `v` before it too; `undefined` where it is no version. */
export function readVersion(text: string): Version | undefined {
  const plain = text.trim().replace(/^[v=]+\s*/, '');
  if (plain.length > MAX_LENGTH) return undefined;
  const [, major, minor, patch, prerelease = '', build = ''] = VERSION.exec(plain) ?? [];
  if (major === undefined || minor === undefined || patch === undefined) return undefined;
  return {
    numbers: [BigInt(major), BigInt(minor), BigInt(patch)],
    prerelease: prerelease === '' ? [] : prerelease.split('.'),
    build,
  };
}

export const writeVersion = ({ numbers, prerelease, build }: Version): string =>
  `${numbers.join('.')}${prerelease.length === 0 ? '' : `-${prerelease.join('.')}`}${build === '' ? '' : `+${build}`}`;

const isNumber = (text: string): boolean => /^\d+$/.test(text);

/** Rule 11: less than 0 where the first comes before the second. Build metadata do not count. */
export function compareVersions(one: Version, other: Version): number {
  for (const [index, number] of one.numbers.entries()) {
    const theirs = other.numbers[index] ?? 0n;
    if (number !== theirs) return number < theirs ? -1 : 1;
  }
  if (one.prerelease.length === 0 || other.prerelease.length === 0)
    return Number(other.prerelease.length > 0) - Number(one.prerelease.length > 0);
  for (const [index, part] of one.prerelease.entries()) {
    const theirs = other.prerelease[index];
    if (theirs === undefined) return 1;
    if (part === theirs) continue;
    if (isNumber(part) && isNumber(theirs)) return BigInt(part) < BigInt(theirs) ? -1 : 1;
    if (isNumber(part) !== isNumber(theirs)) return isNumber(part) ? -1 : 1;
    return part < theirs ? -1 : 1;
  }
  return one.prerelease.length - other.prerelease.length;
}

export type Release = 'major' | 'minor' | 'patch' | 'prerelease';

/** The next version of a kind. A prerelease of it comes before it, so that its release is the next. */
export function bumpVersion(
  { numbers: [major, minor, patch], prerelease }: Version,
  release: Release,
  label: string,
): Version {
  const isEarly = prerelease.length > 0;
  const made = (...numbers: [bigint, bigint, bigint]): Version => ({ numbers, prerelease: [], build: '' });
  if (release === 'major')
    return isEarly && minor === 0n && patch === 0n ? made(major, 0n, 0n) : made(major + 1n, 0n, 0n);
  if (release === 'minor') return isEarly && patch === 0n ? made(major, minor, 0n) : made(major, minor + 1n, 0n);
  if (release === 'patch') return made(major, minor, isEarly ? patch : patch + 1n);
  const next = made(major, minor, isEarly ? patch : patch + 1n);
  return { ...next, prerelease: nextPrerelease(prerelease, label) };
}

function nextPrerelease(before: readonly string[], label: string): string[] {
  if (label !== '' && (before[0] !== label || !isNumber(before[1] ?? ''))) return [label, '0'];
  const last = before.findLastIndex(isNumber);
  if (before.length === 0) return ['0'];
  if (last < 0) return [...before, '0'];
  return before.map((part, index) => (index === last ? String(BigInt(part) + 1n) : part));
}

type Operator = '<' | '<=' | '>' | '>=' | '=';

export interface Comparator {
  readonly operator: Operator;
  readonly version: Version;
}

/** Sets of comparators: all of one set must hold. */
export type Range = readonly (readonly Comparator[])[];

const PART =
  '[vV=]*\\s*(?:(\\d+|[xX*])(?:\\.(\\d+|[xX*])(?:\\.(\\d+|[xX*])(?:-([0-9A-Za-z.-]+))?(?:\\+[0-9A-Za-z.-]+)?)?)?)?';
const SIMPLE = new RegExp(`^(~>?|\\^|[<>]=?|=)?\\s*${PART}$`);

const release = (major: bigint, minor = 0n, patch = 0n): Version => ({
  numbers: [major, minor, patch],
  prerelease: [],
  build: '',
});
/** Before every other of its numbers. */
const before = (version: Version): Version => ({ ...version, prerelease: ['0'] });
const at = (operator: Operator, version: Version): Comparator => ({ operator, version });

/** A version of which parts may be missing. */
interface Partial {
  readonly given: readonly bigint[];
  readonly version: Version;
}

function partial(parts: readonly (string | undefined)[], text: string): Partial {
  const given: bigint[] = [];
  for (const part of parts.slice(0, 3)) {
    if (part === undefined || /^[xX*]$/.test(part)) break;
    given.push(BigInt(part));
  }
  const [major = 0n, minor = 0n, patch = 0n] = given;
  const full = parts[3] === undefined || given.length < 3 ? undefined : readVersion(`${given.join('.')}-${parts[3]}`);
  if (parts[3] !== undefined && given.length === 3 && full === undefined) throw fault(text);
  return { given, version: full ?? release(major, minor, patch) };
}

const fault = (text: string): ContentFault =>
  new ContentFault(`${JSON.stringify(text.slice(0, 80))} is not a range of versions`);

/** The first version after all that share the first `count` numbers. */
function after({ given }: Partial, count: number): Version {
  const [major = 0n, minor = 0n, patch = 0n] = given;
  return before(
    count === 1 ? release(major + 1n) : count === 2 ? release(major, minor + 1n) : release(major, minor, patch + 1n),
  );
}

/** Reads a range as npm does: `^1.2`, `~1.2.3`, `1.x`, `>=1 <2`, `1 - 3`, `a || b`. Throws ContentFault. */
export function readRange(text: string): Range {
  if (text.length > 10_000) throw new ContentFault('a range must have at most 10000 characters');
  const sets = text.split('||').map((part) => readSet(part.trim()));
  // As npm has it, a part that stands for all versions is the whole range.
  return sets.some((set) => set.length === 0) ? [[]] : sets;
}

/** As npm has it, this says nothing, of prereleases of 0.0.0 either. */
const isAnything = ({ operator, version }: Comparator): boolean =>
  operator === '>=' && version.prerelease.length === 0 && version.numbers.every((number) => number === 0n);

function readSet(text: string): Comparator[] {
  const [, low, high] = /^(\S+)\s+-\s+(\S+)$/.exec(text) ?? [];
  if (low !== undefined && high !== undefined) return hyphen(low, high, text).filter((one) => !isAnything(one));
  const words = text.replace(/([<>=~^]+)\s+/g, '$1').split(/\s+/);
  return words.flatMap((word) => simple(word, text)).filter((one) => !isAnything(one));
}

function partsOf(word: string, text: string): [string | undefined, Partial] {
  const [whole, operator, ...parts] = SIMPLE.exec(word) ?? [];
  if (whole === undefined) throw fault(text);
  return [operator, partial(parts, text)];
}

function hyphen(low: string, high: string, text: string): Comparator[] {
  const [one, from] = partsOf(low, text);
  const [other, to] = partsOf(high, text);
  if (one !== undefined || other !== undefined) throw fault(text);
  const last =
    to.given.length === 0 ? [] : to.given.length === 3 ? [at('<=', to.version)] : [at('<', after(to, to.given.length))];
  return [...(from.given.length === 0 ? [] : [at('>=', from.version)]), ...last];
}

/** No version is before the very first. */
const NOTHING = at('<', before(release(0n)));

function simple(word: string, text: string): Comparator[] {
  const [operator = '', part] = partsOf(word, text);
  const { given, version } = part;
  const count = given.length;
  if (operator === '<' || operator === '>') {
    if (count === 0) return [NOTHING];
    if (count === 3) return [at(operator, version)];
    return [operator === '<' ? at('<', before(version)) : at('>=', { ...after(part, count), prerelease: [] })];
  }
  if (count === 0) return [];
  if (operator === '>=') return [at('>=', version)];
  if (operator === '<=') return [count === 3 ? at('<=', version) : at('<', after(part, count))];
  if (operator.startsWith('~')) return [at('>=', version), at('<', after(part, Math.min(count, 2)))];
  if (operator === '^') {
    const [major = 0n, minor = 0n] = given;
    const kept = major > 0n || count === 1 ? 1 : minor > 0n || count === 2 ? 2 : 3;
    return [at('>=', version), at('<', after(part, kept))];
  }
  return count === 3 ? [at('=', version)] : [at('>=', version), at('<', after(part, count))];
}

function holds(order: number, operator: Operator): boolean {
  if (operator === '=') return order === 0;
  if (operator === '<' || operator === '<=') return order < 0 || (order === 0 && operator === '<=');
  return order > 0 || (order === 0 && operator === '>=');
}

/** Whether a version is in a range. A prerelease is only where a comparator names one of the same numbers. */
export const satisfies = (version: Version, range: Range): boolean =>
  range.some((set) => {
    if (!set.every(({ operator, version: limit }) => holds(compareVersions(version, limit), operator))) return false;
    if (version.prerelease.length === 0) return true;
    return set.some(
      ({ version: limit, operator }) =>
        limit.prerelease.length > 0 &&
        !(operator === '<' && limit.prerelease.join() === '0') &&
        limit.numbers.every((number, index) => number === version.numbers[index]),
    );
  });

/** The comparators of a range: `>=1.2.0 <2.0.0-0`. */
export const writeRange = (range: Range): string =>
  range
    .map((set) =>
      set.length === 0
        ? '*'
        : set
            .map(
              ({ operator, version }) =>
                `${operator === '=' ? '' : operator}${writeVersion({ ...version, build: '' })}`,
            )
            .join(' '),
    )
    .join(' || ');
