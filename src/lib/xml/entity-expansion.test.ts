import { expect, it } from 'vitest';

import { expandedLength } from './entity-expansion.js';

it('counts what entities stand for without writing it', () => {
  expect(expandedLength('<a>&amp;&#65;</a>')).toBe(17);
  expect(expandedLength('<!DOCTYPE a [<!ENTITY b "12345">]><a>&b;&b;</a>')).toBe('<!DOCTYPE a []><a></a>'.length + 10);
  expect(expandedLength(`<!DOCTYPE a [<!ENTITY b '&c;&c;'><!ENTITY c "xyz">]><a>&b;</a>`)).toBe(
    '<!DOCTYPE a []><a></a>'.length + 6,
  );
});

it('is more than any number for an entity that holds itself, and large for laughs', () => {
  expect(expandedLength('<!DOCTYPE a [<!ENTITY b "&c;"><!ENTITY c "&b;">]><a>&b;</a>')).toBe(Number.POSITIVE_INFINITY);
  const laughs = Array.from({ length: 9 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`).join('');
  expect(expandedLength(`<!DOCTYPE a [<!ENTITY e0 "lol">${laughs}]><a>&e9;</a>`)).toBeGreaterThan(3e9);
});
