import { z } from 'zod';

import { defineTool, invalid, json, quote } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import {
  bumpVersion,
  compareVersions,
  readRange,
  readVersion,
  satisfies,
  type Version,
  writeRange,
  writeVersion,
} from '../../lib/versions/semver.js';

const MAX_VERSIONS = 10_000;

interface Listed {
  readonly written: string;
  readonly version: Version;
}

function readVersions(input: string): { readonly versions: Listed[]; readonly unread: string[] } {
  const words = input.split(/[\s,;]+/).filter((word) => word !== '');
  if (words.length > MAX_VERSIONS)
    throw invalid(`Cannot read property "input": it must have at most ${MAX_VERSIONS} versions, got ${words.length}`);
  const versions: Listed[] = [];
  const unread: string[] = [];
  for (const written of words) {
    const version = readVersion(written);
    if (version === undefined) unread.push(written.slice(0, 300));
    else versions.push({ written, version });
  }
  if (versions.length === 0)
    throw invalid(`Cannot read property "input": it must have a version such as 1.2.3, got ${quote(words[0] ?? '')}`);
  return { versions, unread };
}

export default defineTool({
  id: 'semver-calculator',
  title: 'SemVer Calculator',
  summary:
    'Sorts semantic versions, tests them against a range, and gives the next major, minor, patch and prerelease.',
  family: 'code',
  class: 'standard',
  input: 'required',
  options: {
    versionRange: z
      .string()
      .max(10_000)
      .default('')
      .describe('Range as npm reads it, such as ^1.2, ~1.2.3, 1.x or >=1 <2 || 3.0.0; empty for none.'),
    label: z
      .string()
      .max(50)
      .default('')
      .describe('Label of the next prerelease, such as beta; empty keeps what is there.'),
    order: z.enum(['ascending', 'descending']).default('ascending').describe('Order of the list.'),
  },
  result: 'data',
  data: z.object({
    versions: z
      .array(
        z.object({
          version: z.string().describe('The version, without v before it.'),
          isStable: z.boolean().describe('Whether it is 1.0.0 or later and not a prerelease.'),
          inRange: z.boolean().nullable().describe('Whether the range holds it; null without a range.'),
          next: z
            .object({
              major: z.string().describe('Next major version.'),
              minor: z.string().describe('Next minor version.'),
              patch: z.string().describe('Next patch.'),
              prerelease: z.string().describe('Next prerelease.'),
            })
            .describe('Versions that follow it.'),
        }),
      )
      .describe('Versions in order; those that are equal keep theirs.'),
    range: z.string().nullable().describe('The range as comparators, such as >=1.2.0 <2.0.0-0; null without one.'),
    highest: z
      .string()
      .nullable()
      .describe('Highest version, of the range where there is one; null where it holds none.'),
    lowest: z.string().nullable().describe('Lowest version, of the range where there is one.'),
    unread: z.array(z.string()).describe('Words that are not versions.'),
  }),
  notes: [
    'Versions are those of Semantic Versioning 2.0.0, separated by spaces, commas or line breaks; v1.2.3 and =1.2.3 are read, too. Build metadata do not count in the order.',
    'As in npm, a prerelease belongs to a range only where the range names a prerelease of the same numbers. Numbers may have any length.',
    `At most ${MAX_VERSIONS} versions.`,
  ],
  aliases: [
    'semver',
    'semantic version',
    'version compare',
    'npm semver calculator',
    'version range',
    'caret range',
    'bump version',
  ],
  verified: [
    'node-semver 7.8: the same order, members of ranges, comparators and next versions for 5,000 random versions and ranges',
  ],
  examples: [
    {
      title: 'Which versions a range holds',
      input: '1.10.0, v1.2.0 1.2.0-beta.2',
      options: { versionRange: '^1.2' },
      output: {
        data: {
          versions: [
            {
              version: '1.2.0-beta.2',
              isStable: false,
              inRange: false,
              next: { major: '2.0.0', minor: '1.2.0', patch: '1.2.0', prerelease: '1.2.0-beta.3' },
            },
            {
              version: '1.2.0',
              isStable: true,
              inRange: true,
              next: { major: '2.0.0', minor: '1.3.0', patch: '1.2.1', prerelease: '1.2.1-0' },
            },
            {
              version: '1.10.0',
              isStable: true,
              inRange: true,
              next: { major: '2.0.0', minor: '1.11.0', patch: '1.10.1', prerelease: '1.10.1-0' },
            },
          ],
          range: '>=1.2.0 <2.0.0-0',
          highest: '1.10.0',
          lowest: '1.2.0',
          unread: [],
        },
      },
    },
    {
      title: 'The next beta, and a word that is not a version',
      input: '2.0.0 1.0',
      options: { label: 'beta' },
      output: {
        data: {
          versions: [
            {
              version: '2.0.0',
              isStable: true,
              inRange: null,
              next: { major: '3.0.0', minor: '2.1.0', patch: '2.0.1', prerelease: '2.0.1-beta.0' },
            },
          ],
          range: null,
          highest: '2.0.0',
          lowest: '2.0.0',
          unread: ['1.0'],
        },
      },
    },
    {
      title: 'No version',
      input: 'latest',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": it must have a version such as 1.2.3, got "latest"',
      },
    },
    {
      title: 'A range that is not one',
      input: '1.0.0',
      options: { versionRange: '>a' },
      error: { code: 'INVALID_INPUT', message: 'Cannot read option "versionRange": ">a" is not a range of versions' },
    },
    {
      title: 'A label with a space',
      input: '1.0.0',
      options: { label: 'a b' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "label" must have letters, digits and - only, and begin with a letter, got "a b"',
      },
    },
    {
      title: 'Too many versions',
      input: '1.0.0 '.repeat(10_001),
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": it must have at most 10000 versions, got 10001',
      },
    },
  ],
  run({ input, options: { versionRange: range, label, order } }) {
    if (label !== '' && !/^[A-Za-z][0-9A-Za-z-]*$/.test(label))
      throw invalid(
        `Option "label" must have letters, digits and - only, and begin with a letter, got ${quote(label)}`,
      );
    const { versions, unread } = readVersions(input);
    const wanted =
      range.trim() === '' ? undefined : refusing('Cannot read option "versionRange"', () => readRange(range));
    const sign = order === 'ascending' ? 1 : -1;
    const sorted = versions.toSorted((one, other) => sign * compareVersions(one.version, other.version));
    const isIn = (version: Version): boolean => wanted === undefined || satisfies(version, wanted);
    const members = sorted.filter(({ version }) => isIn(version)).map(({ version }) => writeVersion(version));
    const [first = null, last = null] = [members[0], members.at(-1)];
    return json({
      versions: sorted.map(({ version }) => {
        const next = (release: Parameters<typeof bumpVersion>[1]): string =>
          writeVersion(bumpVersion(version, release, label));
        return {
          version: writeVersion(version),
          isStable: version.numbers[0] > 0n && version.prerelease.length === 0,
          inRange: wanted === undefined ? null : isIn(version),
          next: { major: next('major'), minor: next('minor'), patch: next('patch'), prerelease: next('prerelease') },
        };
      }),
      range: wanted === undefined ? null : writeRange(wanted),
      highest: order === 'ascending' ? last : first,
      lowest: order === 'ascending' ? first : last,
      unread,
    });
  },
});
