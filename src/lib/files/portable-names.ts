import { splitGraphemes } from '../unicode/text-segments.js';

/** Windows has no `<>:"|?*` in names, no system has `/`; bidirectional overrides show another ending than the true one. */
const FORBIDDEN = /[<>:"/\\|?*\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;
/** Windows drops these from the end of a name. */
const DROPPED_END = /(?<![. ])[. ]+$/;
/** Windows takes these for devices, with any ending: learn.microsoft.com, "Naming Files, Paths, and Namespaces". */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\.|$)/i;
/** Longest name of ext4, XFS and APFS in UTF-8. The 255 UTF-16 units of NTFS are never less. */
const NAME_BYTES = 255;
/** What stays at the end of a name that is cut or numbered. Chosen: up to 15 characters, `.webmanifest` has 11. */
const ENDING = /(?<=.)(?:\.tar)?\.[^.\s]{1,15}$/i;

/**
 * A file name that can be made on Windows, macOS and Linux and is what it looks like. Characters that one of them
 * refuses become `_`, dots and spaces at the end go, device names get a `_` in front, and a name over 255 bytes is cut
 * before its ending. Ordinary names come back as they are.
 */
export function portableName(name: string): string {
  const clean = name.replace(FORBIDDEN, '_').replace(DROPPED_END, '');
  return fitted(clean === '' || DEVICE.test(clean) ? `_${clean}` : clean, '');
}

/**
 * The items under portable names that stay apart on every system. The first of several equal names keeps it, the others
 * get ` (2)`, ` (3)` … before the ending. Equal are names that a file system takes for one which knows no case and no
 * difference between composed and decomposed letters.
 */
export function withDistinctNames<Item extends { readonly name: string }>(items: readonly Item[]): Item[] {
  const portable = items.map((item) => ({ ...item, name: portableName(item.name) }));
  const taken = new Set(portable.map(({ name }) => comparable(name)));
  /** The last number given, by name. */
  const numbers = new Map<string, number>();
  return portable.map((item) => {
    const key = comparable(item.name);
    let number = (numbers.get(key) ?? 0) + 1;
    // Ends: no more names are taken than there are items.
    while (number > 1 && taken.has(comparable(fitted(item.name, ` (${number})`)))) number += 1;
    numbers.set(key, number);
    if (number === 1) return item;
    const name = fitted(item.name, ` (${number})`);
    taken.add(comparable(name));
    return { ...item, name };
  });
}

const comparable = (name: string): string => name.normalize('NFC').toUpperCase().toLowerCase();

/** The name with a suffix before its ending, its stem cut to what fits: by whole characters, as a reader sees them. */
function fitted(name: string, suffix: string): string {
  const ending = ENDING.exec(name)?.[0] ?? '';
  const stem = name.slice(0, name.length - ending.length);
  const tail = suffix + ending;
  return cutToBytes(stem, NAME_BYTES - utf8Length(tail)) + tail;
}

/** Bytes in UTF-8; browsers know no Buffer. */
const utf8Length = (text: string): number => new TextEncoder().encode(text).length;

function cutToBytes(text: string, limit: number): string {
  if (utf8Length(text) <= limit) return text;
  let kept = '';
  let bytes = 0;
  for (const segment of splitGraphemes(text)) {
    bytes += utf8Length(segment);
    if (bytes > limit) break;
    kept += segment;
  }
  return kept.replace(DROPPED_END, '') || '_';
}

/**
 * As `withDistinctNames` for names with folders, `a/b.txt`, whose parts are portable already: a folder keeps its name, the files beside it
 * give way.
 */
export function withDistinctPaths<Item extends { readonly name: string }>(items: readonly Item[]): Item[] {
  const folders = new Map<string, { folder: string; names: Set<string>; indexes: number[] }>();
  const groupOf = (folder: string) => {
    const key = folder.normalize('NFC').toLowerCase();
    const group = folders.get(key) ?? { folder, names: new Set<string>(), indexes: [] };
    folders.set(key, group);
    return group;
  };
  for (const [index, { name }] of items.entries()) {
    const parts = name.split('/');
    groupOf(parts.slice(0, -1).join('/')).indexes.push(index);
    for (let depth = 1; depth < parts.length; depth += 1)
      groupOf(parts.slice(0, depth - 1).join('/')).names.add((parts[depth - 1] ?? '').toLowerCase());
  }
  const named = [...items];
  for (const { folder, names, indexes } of folders.values()) {
    const taken = [...names].map((name) => ({ name, index: -1 }));
    const files = indexes.map((index) => ({ name: items[index]?.name.split('/').at(-1) ?? '', index }));
    for (const { name, index } of withDistinctNames([...taken, ...files])) {
      const item = items[index];
      if (item !== undefined) named[index] = { ...item, name: folder === '' ? name : `${folder}/${name}` };
    }
  }
  return named;
}
