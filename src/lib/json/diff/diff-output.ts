import { writePointer } from '../pointer.js';
import type { JsonValue } from '../values.js';
import { writeJson } from '../write.js';
import type { Difference, ItemDifference, MemberDifference } from './diff.js';

type Path = (string | number)[];

/** One difference, by itself. Paths are JSON Pointers: of what is gone in the first document, of all else in the second. */
export interface JsonChange {
  readonly type: 'added' | 'removed' | 'changed';
  readonly path: string;
  /** Where it stood in the first document, if elsewhere. */
  readonly fromPath?: string;
  readonly from?: JsonValue;
  readonly to?: JsonValue;
}

/** All single differences, in the order of the documents. */
export function listChanges(difference: Difference | undefined): JsonChange[] {
  const changes: JsonChange[] = [];
  const visit = (item: MemberDifference, fromPath: Path, toPath: Path): void => {
    if (item.kind === 'added') changes.push({ type: 'added', path: writePointer(toPath), to: item.to });
    else if (item.kind === 'removed') changes.push({ type: 'removed', path: writePointer(fromPath), from: item.from });
    else if (item.kind === 'changed') {
      const [from, to] = [writePointer(fromPath), writePointer(toPath)];
      const place = from === to ? { path: to } : { path: to, fromPath: from };
      changes.push({ type: 'changed', ...place, from: item.from, to: item.to });
    } else if (item.kind === 'object') {
      for (const [key, inner] of item.members) visit(inner, [...fromPath, key], [...toPath, key]);
    } else for (const entry of item.items) visitItem(entry, fromPath, toPath);
  };
  const visitItem = (entry: ItemDifference, fromPath: Path, toPath: Path): void => {
    if (entry.kind === 'added') visit(entry, fromPath, [...toPath, entry.toIndex]);
    else if (entry.kind === 'removed') visit(entry, [...fromPath, entry.fromIndex], toPath);
    else visit(entry.inner, [...fromPath, entry.fromIndex], [...toPath, entry.toIndex]);
  };
  if (difference !== undefined) visit(difference, [], []);
  return changes;
}

/**
 * A JSON Patch (RFC 6902) that turns the first document into the second. With `tests`, each value that is replaced or removed is tested
 * before, so that the patch fits no other document.
 */
export function patchOf(difference: Difference | undefined, arrayOrder: boolean, tests = false): JsonValue {
  const operations: JsonValue[] = [];
  const put = (op: string, path: Path, value?: JsonValue): void => {
    const entries: [string, JsonValue][] = [
      ['op', op],
      ['path', writePointer(path)],
    ];
    if (value !== undefined) entries.push(['value', value]);
    operations.push(new Map(entries));
  };
  const expectValue = (path: Path, value: JsonValue): void => {
    if (tests) put('test', path, value);
  };
  const remove = (path: Path, from: JsonValue): void => {
    expectValue(path, from);
    put('remove', path);
  };
  const replace = (path: Path, from: JsonValue, to: JsonValue): void => {
    expectValue(path, from);
    put('replace', path, to);
  };
  const visit = (item: MemberDifference, path: Path): void => {
    if (item.kind === 'added') put('add', path, item.to);
    else if (item.kind === 'removed') remove(path, item.from);
    else if (item.kind === 'changed') replace(path, item.from, item.to);
    else if (item.kind === 'object') for (const [key, inner] of item.members) visit(inner, [...path, key]);
    else if (arrayOrder) visitOrdered(item.items, path);
    else visitBag(item.items, path);
  };
  // From the left: what stands before the place that is worked on is as in the second array already.
  const visitOrdered = (items: readonly ItemDifference[], path: Path): void => {
    let shift = 0;
    for (const item of items) {
      if (item.kind === 'added') {
        put('add', [...path, item.toIndex], item.to);
        shift++;
      } else if (item.kind === 'removed') {
        remove([...path, item.fromIndex + shift], item.from);
        shift--;
      } else visit(item.inner, [...path, item.toIndex]);
    }
  };
  // Changes in place, then what is gone from the right, then what is new at the end.
  const visitBag = (items: readonly ItemDifference[], path: Path): void => {
    for (const item of items) if (item.kind === 'inside') visit(item.inner, [...path, item.fromIndex]);
    const gone = items.filter((item) => item.kind === 'removed');
    for (const { fromIndex, from } of gone.sort((a, b) => b.fromIndex - a.fromIndex))
      remove([...path, fromIndex], from);
    for (const item of items) if (item.kind === 'added') put('add', [...path, '-'], item.to);
  };
  if (difference !== undefined) visit(difference, []);
  return operations;
}

/** A line for each value that is gone (`-`) or new (`+`): `- /price: 1.10`. */
export function changesText(changes: readonly JsonChange[]): string {
  const lines: string[] = [];
  for (const { path, fromPath, from, to } of changes) {
    if (from !== undefined) lines.push(`- ${(fromPath ?? path) || '(root)'}: ${writeJson(from)}\n`);
    if (to !== undefined) lines.push(`+ ${path || '(root)'}: ${writeJson(to)}\n`);
  }
  return lines.join('');
}
