import { ContentFault, LimitFault } from '../faults.js';

/** A field of a tagged format, with the line where it begins. */
export interface TaggedField {
  readonly tag: string;
  readonly value: string;
  readonly line: number;
}

interface TaggedFormat {
  /** Matches a line that begins a field: its tag and its value. */
  readonly field: RegExp;
  /** Whether a field begins a reference. */
  readonly isStart: (tag: string) => boolean;
  /** Whether a field ends one. */
  readonly isEnd: (tag: string) => boolean;
  /** How messages call a start. */
  readonly start: string;
}

/**
 * References of a format of tagged lines. A line without a tag goes on with the field before it. What stands outside references is
 * left out where it is empty, and refused otherwise. Throws ContentFault, and LimitFault beyond `most` references.
 */
export function readTagged(text: string, most: number, format: TaggedFormat): TaggedField[][] {
  const references: TaggedField[][] = [];
  let fields: TaggedField[] | undefined;
  let parts: string[] = [];
  let open: { readonly tag: string; readonly line: number } | undefined;
  const close = () => {
    if (open !== undefined && fields !== undefined) fields.push({ ...open, value: parts.join('\n').trim() });
    open = undefined;
  };
  for (const [index, line] of text
    .replace(/^\ufeff+/, '')
    .split(/\r\n|\r|\n/)
    .entries()) {
    const [, tag, value = ''] = format.field.exec(line) ?? [];
    if (tag === undefined) {
      if (open !== undefined) parts.push(line.trim());
      else if (fields === undefined && line.trim() !== '' && references.length === 0 && !/^\s*\d+[.:]?\s*$/.test(line))
        throw new ContentFault(`line ${index + 1}: a reference must begin with "${format.start}"`);
      continue;
    }
    close();
    if (format.isStart(tag)) {
      if (references.length === most) throw new LimitFault(`it must have at most ${most} references`, most);
      fields = [];
      references.push(fields);
    } else if (format.isEnd(tag)) {
      fields = undefined;
      continue;
    }
    if (fields === undefined) throw new ContentFault(`line ${index + 1}: expected "${format.start}" before "${tag}"`);
    open = { tag, line: index + 1 };
    parts = [value];
  }
  close();
  return references;
}
