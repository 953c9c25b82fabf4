import { expect } from 'vitest';

import type { ClientAnswer } from './run-tool.js';

/** What is different on each run has the form of what the example shows, and is in fact different. */
export function expectLike(
  answer: ClientAnswer,
  { text, data }: { readonly text?: string | null; readonly data?: unknown },
) {
  if (typeof text === 'string') {
    expect(answer.text?.split('\n').length).toBe(text.split('\n').length);
    expect(answer.text, 'does not vary').not.toBe(text);
  }
  if (data === undefined) return;
  expect(formOf(answer.data)).toEqual(formOf(data));
  expect(answer.data, 'does not vary').not.toEqual(data);
}

/** How long something took is never the same: where both have a number behind a name that ends in Ms, it is the expected one. */
export function withTimesOf(expected: unknown, actual: unknown, key = ''): unknown {
  if (Array.isArray(actual))
    return actual.map((item, index) => withTimesOf((expected as unknown[] | undefined)?.[index], item));
  if (typeof actual === 'number' && typeof expected === 'number' && key.endsWith('Ms')) return expected;
  if (typeof actual !== 'object' || actual === null) return actual;
  const others = (expected ?? {}) as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(actual).map(([name, value]) => [name, withTimesOf(others[name], value, name)]),
  );
}

/** Keys, types and number of items of a value. */
function formOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(formOf);
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, formOf(item)]));
}
