import { parse, serialize } from 'parse5';
import { expect } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { randomHtml } from '../../testing/html-documents.js';
import { parseHtml } from './html-document.js';
import { htmlOf } from './write-html.js';

const MORE =
  '<template><b>x</b></template><svg viewBox="0 0 1 1"><a xlink:href="#a"/></svg><textarea>\n&lt;a</textarea><noscript><p>&amp;</noscript><iframe><b></iframe><p title="&quot;&nbsp;\'">\u00a0';

inRounds('HTML is written as parse5 writes it', [20, 300], async (rounds) => {
  for (let seed = 1; seed <= rounds; seed++) {
    const text = randomHtml(chanceOf(seed)).replace('</body>', `${MORE}</body>`);
    expect(htmlOf([parseHtml(text)]), `seed ${seed}`).toBe(serialize(parse(text)));
  }
});
