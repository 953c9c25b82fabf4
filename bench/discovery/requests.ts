/**
 * `tsx bench/discovery/requests.ts [--misses]`: sets of requests in plain words (fixtures/discovery/README.md), and where the
 * search has a tool that does them; of requests that no tool does, how many it answers with nothing. After `npm run generate`.
 */

import { type Catalog, entriesOf } from '../../src/core/catalog.js';
import { createMatcher, GOOD_FIT, LEAST_FIT } from '../../src/core/search.js';
import catalogJson from '../../src/generated/catalog.json' with { type: 'json' };
import { readFixture } from '../../src/testing/run-tool.js';

// The shape of what is generated is known by its maker.
const catalog = catalogJson as unknown as Catalog;

/** All tools, those too that need the network or a program that this machine may lack. */
const match = createMatcher(entriesOf(catalog));
const isToldAll = process.argv.includes('--misses');

for (const name of [
  'requests-blind',
  'requests-held-out',
  'requests-fresh',
  'requests-everyday',
  'requests-later',
  'requests-unseen',
  'requests-second',
]) {
  const rows = readFixture(`discovery/${name}.tsv`).toString().trim().split('\n').slice(1);
  const places: number[] = [];
  const unanswered: boolean[] = [];
  let good = 0;
  for (const row of rows) {
    const [request = '', right = ''] = row.split('\t');
    const found = (match(request) ?? []).filter(({ fit }) => fit >= LEAST_FIT);
    const first = found.slice(0, 4).map(({ entry, fit }) => `${entry.id} ${fit.toFixed(2)}`);
    if (right === 'none') {
      unanswered.push(found.length === 0);
      if (found.some(({ fit }) => fit >= GOOD_FIT)) good += 1;
      if (isToldAll && found.length > 0) console.log(`  ${request} (none): ${first.join(', ')}`);
      continue;
    }
    const ids = right.split(',');
    const place = found.findIndex(({ entry }) => ids.includes(entry.id));
    places.push(place);
    if (isToldAll && place !== 0) console.log(`  ${request} (${right}), ${place + 1}: ${first.join(', ')}`);
  }
  const within = (count: number): number => places.filter((place) => place >= 0 && place < count).length;
  const share = (count: number): string => `${count} (${((100 * count) / places.length).toFixed(1)} %)`;
  console.log(`${name}: of ${places.length}, first ${share(within(1))}, within three ${share(within(3))}`);
  const nothing = unanswered.filter(Boolean).length;
  console.log(
    `${name}: of ${unanswered.length} that no tool does, ${nothing} answered with nothing, ${good} with a good match`,
  );
}

for (const query of ['merge', 'md5', 'excel to csv', 'prettify yaml', 'upscale']) {
  const found = (match(query) ?? []).filter(({ fit }) => fit >= LEAST_FIT);
  console.log(
    `${query}: ${found
      .slice(0, 4)
      .map(({ entry }) => entry.id)
      .join(', ')}`,
  );
}
