import { expect, it } from 'vitest';

import { acceptedCoding } from './documents.js';

it('chooses a coding as RFC 9110 §12.5.3 says', () => {
  const cases: readonly (readonly [string | undefined, string | undefined])[] = [
    [undefined, undefined],
    ['', undefined],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['br; q=0.000, gzip;q=0', undefined],
    ['BR;q=0.5', 'br'],
    ['deflate', undefined],
    ['xbr', undefined],
  ];
  for (const [header, coding] of cases) expect(acceptedCoding(header), String(header)).toBe(coding);
});
