import semver from 'semver';
import { expect } from 'vitest';

import {
  bumpVersion,
  compareVersions,
  readRange,
  readVersion,
  satisfies,
  type Version,
  writeVersion,
} from '../../lib/versions/semver.js';
import { type Chance, chanceOf, pick } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';

const number = (chance: Chance): string => pick(chance, ['0', '0', '1', '2', '3', '10']);

function randomVersion(chance: Chance): string {
  const early = pick(chance, [
    '',
    '',
    '-0',
    '-1',
    '-alpha',
    '-beta.1',
    '-beta.2',
    '-beta.10',
    '-a.b.3',
    '-rc1',
    '-1.x',
    '--',
  ]);
  return `${number(chance)}.${number(chance)}.${number(chance)}${early}${pick(chance, ['', '', '+b.1'])}`;
}

function randomRange(chance: Chance): string {
  const part = (): string => {
    switch (chance(4)) {
      case 0:
        return pick(chance, [number(chance), '*', 'x', `${number(chance)}.x`, `${number(chance)}.${number(chance)}`]);
      default:
        return randomVersion(chance);
    }
  };
  const set = (): string =>
    chance(5) === 0
      ? `${part()} - ${part()}`
      : Array.from(
          { length: 1 + (chance(3) === 0 ? 1 : 0) },
          () => `${pick(chance, ['', '^', '~', '>', '>=', '<', '<=', '=', '>= ', 'v'])}${part()}`,
        ).join(' ');
  return Array.from({ length: 1 + (chance(4) === 0 ? 1 : 0) }, set).join(' || ');
}

inRounds('node-semver orders, bumps and matches alike', [300, 5000], (rounds) => {
  for (let seed = 1; seed <= rounds; seed++) {
    const chance = chanceOf(seed);
    const [one, other] = [randomVersion(chance), randomVersion(chance)];
    const [a, b] = [readVersion(one), readVersion(other)] as [Version, Version];
    expect(Math.sign(compareVersions(a, b)), `${one} ${other}`).toBe(semver.compare(one, other));
    for (const release of ['major', 'minor', 'patch', 'prerelease'] as const)
      expect(writeVersion(bumpVersion(a, release, '')), `${one} ${release}`).toBe(semver.inc(one, release));
    expect(writeVersion(bumpVersion(a, 'prerelease', 'beta')), `${one} beta`).toBe(
      semver.inc(one, 'prerelease', 'beta'),
    );
    const range = randomRange(chance);
    const theirs = semver.validRange(range);
    if (theirs === null) {
      expect(() => readRange(range), range).toThrow('is not a range');
      continue;
    }
    expect(satisfies(a, readRange(range)), `${one} in ${range} (${theirs})`).toBe(semver.satisfies(one, range));
  }
});
