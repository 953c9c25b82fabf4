import type { Reference } from './reference.js';

const ORDER =
  'id type title author editor translator container-title collection-title publisher publisher-place volume issue number page edition issued DOI ISBN ISSN URL accessed language keyword abstract note'.split(
    ' ',
  );

/** Items of CSL-JSON. What CSL has no variable for stands in the note, a line each: `name: value`, as reference managers read it. */
export const writeCsl = (references: readonly Reference[], keys: readonly string[]): Record<string, unknown>[] =>
  references.map(({ item, extra }, index) => {
    const notes = [item.note, ...extra.map(([name, value]) => `${name}: ${value}`)].filter(Boolean);
    const whole: Record<string, unknown> = { ...item, id: keys[index] ?? '' };
    if (notes.length > 0) whole.note = notes.join('\n');
    const names = [...ORDER, ...Object.keys(whole).filter((name) => !ORDER.includes(name))];
    return Object.fromEntries(names.filter((name) => whole[name] !== undefined).map((name) => [name, whole[name]]));
  });
