import { type Entity, matchesOf } from './entity.js';

const PART = String.raw`[\p{L}\p{N}_.@+$%~-]{1,200}`;
const WINDOWS = String.raw`(?:[A-Za-z]:\\|\\\\[\w.-]{1,60}\\)(?:[\p{L}\p{N}_.@+$%~() -]{1,200}\\){0,40}(?:[\p{L}\p{N}_@+$%~-][\p{L}\p{N}_.@+$%~()-]{0,199})?`;
const UNIX = String.raw`(?:~|\.{1,2})?\/${PART}(?:\/${PART}){0,40}\/?`;
const PATH = new RegExp(`(?<![\\p{L}\\p{N}_.:/\\\\<~-])(?:${WINDOWS}|${UNIX})`, 'gu');

/** Paths of Windows and of Unix: absolute ones of two parts or more, and those that begin in the home or the working folder. */
export function* filePathsIn(text: string): Generator<Entity> {
  yield* matchesOf(text, 'file-path', PATH, ({ 0: found, index }) => {
    const value = found.replace(/[.,;:!?)]+$/, '');
    const isShort = value.startsWith('/') && !/^\/[^/]+\/[^/]/.test(value);
    if (isShort || /^[/.~\\]+$/.test(value) || (/^[A-Za-z]:\\?$/.test(value) && value.length < 4)) return undefined;
    return { value, end: index + value.length };
  });
}
