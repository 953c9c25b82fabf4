import { z } from 'zod';

import { quote } from '../../core/errors.js';
import { ABSENT } from './fields.js';

/** `lines[2].quantity`. */
const pathText = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : `${text}${text === '' ? '' : '.'}${String(key)}`),
    '',
  );

/** The properties that a place of the input may have. */
function namesAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  let place: z.core.JSONSchema.BaseSchema = z.toJSONSchema(schema, { unrepresentable: 'any' });
  for (const key of path) {
    const next = typeof key === 'number' ? place.items : place.properties?.[String(key)];
    place = typeof next === 'object' && !Array.isArray(next) ? next : {};
  }
  return Object.keys(place.properties ?? {});
}

/** The first fault that a schema made of `fields.js` finds in the input, in words. */
export function schemaFault(issues: readonly z.core.$ZodIssue[], schema: z.ZodType): string {
  const [issue] = issues;
  if (issue === undefined) return 'Input must be as described';
  // Of a street, which is a text or a list, the list's fault says more.
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const deepest = issue.errors.toSorted((a, b) => (b[0]?.path.length ?? 0) - (a[0]?.path.length ?? 0))[0] ?? [];
    return schemaFault(
      deepest.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })),
      schema,
    );
  }
  if (issue.code === 'unrecognized_keys') {
    const wrong = quote(pathText([...issue.path, issue.keys[0] ?? '']));
    return `Input must not have ${wrong}; allowed there: ${namesAt(schema, issue.path).join(', ')}`;
  }
  const path = pathText(issue.path);
  if (issue.message === ABSENT) return `Input must have ${quote(path)}`;
  const [what = '', got = ''] = issue.message.split('|');
  return path === '' ? `Input must be ${what}, got ${got}` : `Input must have ${what} in ${quote(path)}, got ${got}`;
}
