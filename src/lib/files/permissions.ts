import { ContentFault } from '../faults.js';

/** Permission bits of Unix: three for special ones, three each for owner, group and others. */
export const SPECIAL = { setuid: 0o4000, setgid: 0o2000, sticky: 0o1000 } as const;

const ALL = 0o7777;
const READ = 0o444;
const WRITE = 0o222;
const EXECUTE = 0o111;
const WHO: Readonly<Record<string, number>> = { u: 0o4700, g: 0o2070, o: 0o1007, a: ALL };

/** What a symbolic change starts from and is done to. */
export interface ChangeContext {
  readonly before: number;
  readonly isDirectory: boolean;
  readonly umask: number;
}

/** `755`, `0755`, `0o755`, `4755`. `undefined` for anything else. */
export function readOctal(text: string): number | undefined {
  const digits = /^(?:0o)?0*([0-7]{1,4})$/.exec(text)?.[1];
  return digits === undefined ? undefined : Number.parseInt(digits, 8);
}

/** Nine letters as `ls` writes them, perhaps behind the type of file and before `+`, `.` or `@`. `undefined` for anything else. */
export function readLetters(text: string): { readonly mode: number; readonly type: string } | undefined {
  const [, type = '', letters] = /^([-dlbcps]?)((?:[r-][w-][xsStT-]){3})[+.@]?$/.exec(text) ?? [];
  if (letters === undefined) return undefined;
  let mode = 0;
  for (const [index, letter] of [...letters].entries()) {
    const bit = 1 << (8 - index);
    if (letter === '-') continue;
    const isSticky = letter.toLowerCase() === 't';
    const isLast = index === 8;
    if ((isSticky && !isLast) || (letter.toLowerCase() === 's' && isLast)) return undefined;
    if (letter !== 'S' && letter !== 'T') mode |= bit;
    if (isSticky || letter.toLowerCase() === 's') mode |= 0o4000 >> Math.floor(index / 3);
  }
  return { mode, type };
}

/** Applies changes such as `u+x,go-w` as chmod does. Throws ContentFault where they are not changes. */
export function applyChanges(text: string, context: ChangeContext): number {
  let mode = context.before;
  for (const clause of text.split(',')) {
    const [, who = '', actions] = /^([ugoa]*)((?:[-+=](?:[rwxXst]*|[ugo]|[0-7]{1,4}))+)$/.exec(clause) ?? [];
    if (actions === undefined)
      throw new ContentFault(
        `${JSON.stringify(clause.slice(0, 40))} is not a permission such as 755, rwxr-xr-x or u=rwx,go-w`,
      );
    const affected = [...who].reduce((bits, letter) => bits | (WHO[letter] ?? 0), 0);
    for (const [, sign = '', what = ''] of actions.matchAll(/([-+=])([^-+=]*)/g)) {
      if (/\d/.test(what) && who !== '')
        throw new ContentFault(`${JSON.stringify(clause.slice(0, 40))} has digits behind letters for whom`);
      mode = applyOne(mode, sign, what, affected, context);
    }
  }
  return mode;
}

function applyOne(mode: number, sign: string, what: string, affected: number, context: ChangeContext): number {
  const isNumber = /^\d/.test(what);
  const asked = isNumber ? Number.parseInt(what, 8) : bitsOf(what, mode, context.isDirectory);
  const reach = affected === 0 ? (isNumber ? ALL : ALL & ~context.umask) : affected;
  const named = affected === 0 ? asked : asked & affected;
  // Directories keep setuid and setgid unless they are named.
  const kept = context.isDirectory ? 0o6000 & ~named : 0;
  const value = asked & reach & ~kept;
  if (sign === '+') return mode | value;
  if (sign === '-') return mode & ~value;
  return (mode & ((affected === 0 ? 0 : ~affected) | kept)) | value;
}

function bitsOf(what: string, mode: number, isDirectory: boolean): number {
  if (/^[ugo]$/.test(what)) {
    const own = mode & (WHO[what] ?? 0) & 0o777;
    return ((own & READ) !== 0 ? READ : 0) | ((own & WRITE) !== 0 ? WRITE : 0) | ((own & EXECUTE) !== 0 ? EXECUTE : 0);
  }
  let bits = 0;
  for (const letter of what) {
    if (letter === 'r') bits |= READ;
    if (letter === 'w') bits |= WRITE;
    if (letter === 'x' || (letter === 'X' && (isDirectory || (mode & EXECUTE) !== 0))) bits |= EXECUTE;
    if (letter === 's') bits |= SPECIAL.setuid | SPECIAL.setgid;
    if (letter === 't') bits |= SPECIAL.sticky;
  }
  return bits;
}

/** Nine letters as `ls` writes them. */
export function lettersOf(mode: number): string {
  const letters = [...'rwxrwxrwx'].map((letter, index) => ((mode >> (8 - index)) & 1 ? letter : '-'));
  for (const [index, special, letter] of [
    [2, SPECIAL.setuid, 's'],
    [5, SPECIAL.setgid, 's'],
    [8, SPECIAL.sticky, 't'],
  ] as const)
    if ((mode & special) !== 0) letters[index] = letters[index] === 'x' ? letter : letter.toUpperCase();
  return letters.join('');
}

/** The mode as an argument of chmod that sets it whatever it was before. */
export function clausesOf(mode: number): string {
  const part = (who: string, shift: number, special: number, letter: string): string => {
    const bits = (mode >> shift) & 7;
    const letters = `${bits & 4 ? 'r' : ''}${bits & 2 ? 'w' : ''}${bits & 1 ? 'x' : ''}`;
    return `${who}=${letters}${(mode & special) === 0 ? '' : letter}`;
  };
  return [part('u', 6, SPECIAL.setuid, 's'), part('g', 3, SPECIAL.setgid, 's'), part('o', 0, SPECIAL.sticky, 't')].join(
    ',',
  );
}

export const octalOf = (mode: number): string => mode.toString(8).padStart(4, '0');
