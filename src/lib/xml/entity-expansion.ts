const DECLARATION = /<!ENTITY\s+([^\s%"'>]+)\s+(?:"([^"]*)"|'([^']*)')\s*>/g;
const REFERENCE = /&([^\s&;#<>"']{1,200});/g;

/**
 * Characters that a document would have with the entities it declares put in their places (XML 1.0 §4.4); more than any number for
 * one that holds itself. Nothing is expanded. By the letters of the text, so a declaration in a comment counts too.
 */
export function expandedLength(text: string): number {
  const values = new Map<string, string>();
  const body = text.replace(DECLARATION, (_, name: string, double?: string, single?: string) => {
    if (!values.has(name)) values.set(name, double ?? single ?? '');
    return '';
  });
  if (values.size === 0) return text.length;
  const lengths = new Map<string, number>();
  const lengthOf = (name: string): number => {
    const known = lengths.get(name);
    if (known !== undefined) return known;
    const value = values.get(name);
    if (value === undefined) return name.length + 2;
    // An entity that is met again while it is measured holds itself.
    lengths.set(name, Number.POSITIVE_INFINITY);
    const length = lengthWith(value, lengthOf);
    lengths.set(name, length);
    return length;
  };
  // In their order: most declarations refer to earlier ones, so that no chain becomes deep.
  for (const name of values.keys()) lengthOf(name);
  return lengthWith(body, lengthOf);
}

function lengthWith(text: string, lengthOf: (name: string) => number): number {
  let length = text.length;
  for (const [reference, name = ''] of text.matchAll(REFERENCE)) length += lengthOf(name) - reference.length;
  return length;
}
