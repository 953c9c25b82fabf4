import { describe, expect, it } from 'vitest';

import { decidingRule, groupsOf, readRobots } from '../../lib/urls/robots.js';
import { chanceOf } from '../../testing/chance.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './robots-txt-tester.js';

const PYTHON = '/usr/bin/python3';
const hasProtego = hasProgram(PYTHON, ['-c', 'import protego'], 'rules of robots.txt beside Protego');

const allows = (robots: string, path: string, agent = 'Bot'): boolean =>
  decidingRule(groupsOf(readRobots(robots), agent), path)?.isAllowed ?? true;

/** Google, "How Google interprets the robots.txt specification": rule, then paths that match and paths that do not. */
const MATCHES: readonly (readonly [rule: string, yes: string, no: string])[] = [
  ['/', '/ /a /a/b?c', ''],
  ['/*', '/ /a', ''],
  ['/$', '/', '/a /index.html'],
  [
    '/fish',
    '/fish /fish.html /fish/salmon.html /fishheads /fishheads/yummy.html /fish.php?id=anything',
    '/Fish.asp /catfish /?id=fish /desert/fish',
  ],
  ['/fish*', '/fish /fish.html /fish/salmon.html /fishheads', '/Fish.asp /catfish /?id=fish /desert/fish'],
  ['/fish/', '/fish/ /fish/?id=anything /fish/salmon.htm', '/fish /fish.html /animals/fish/ /Fish/Salmon.asp'],
  [
    '/*.php',
    '/index.php /filename.php /folder/filename.php /folder/filename.php?parameters /folder/any.php.file.html /filename.php/',
    '/ /windows.PHP',
  ],
  [
    '/*.php$',
    '/filename.php /folder/filename.php',
    '/filename.php?parameters /filename.php/ /filename.php5 /windows.PHP',
  ],
  ['/fish*.php', '/fish.php /fishheads/catfish.php?parameters', '/Fish.PHP'],
];

describe('robots-txt-tester', () => {
  it('matches paths as Google documents it', () => {
    for (const [rule, yes, no] of MATCHES) {
      for (const path of yes.split(' '))
        expect(allows(`User-agent: *\nDisallow: ${rule}`, path), `${rule} ${path}`).toBe(false);
      for (const path of no.split(' ').filter(Boolean))
        expect(allows(`User-agent: *\nDisallow: ${rule}`, path), `${rule} ${path}`).toBe(true);
    }
  });

  it.each([
    ['Allow: /p\nDisallow: /', '/page', true],
    ['Allow: /folder\nDisallow: /folder', '/folder/page', true],
    ['Allow: /page\nDisallow: /*.htm', '/page.htm', false],
    ['Allow: /page\nDisallow: /*.ph', '/page.php5', true],
    ['Allow: /$\nDisallow: /', '/', true],
    ['Allow: /$\nDisallow: /', '/page.htm', false],
    // RFC 9309 §2.2.2 and §5.2.
    ['Disallow: /foo/bar/%62%61%7A', '/foo/bar/baz', false],
    ['Disallow: /foo/bar/ツ', '/foo/bar/%E3%83%84', false],
    ['Disallow: /foo/bar/%E3%83%84', '/foo/bar/ツ', false],
    ['Disallow: /foo/bar?baz=http://foo.bar', '/foo/bar?baz=http://foo.bar', false],
    ['Disallow: /path/file-with-a-%2A.html', '/path/file-with-a-*.html', true],
    ['Disallow: /example/page/\nAllow: /example/page/disallowed.gif', '/example/page/disallowed.gif', true],
  ])('%j and %s', (rules, path, isAllowed) => {
    expect(allows(`User-agent: *\n${rules}`, path)).toBe(isAllowed);
  });

  it('chooses groups by the name of the crawler', () => {
    const robots =
      'User-Agent: *\nDisallow: *.gif$\nUser-Agent: foobot\nDisallow:\nUser-agent: FooBot/2\nDisallow: /x\nUser-agent: barbot\nUser-agent: bazbot\nDisallow: /y';
    expect(allows(robots, '/a.gif', 'ExampleBot')).toBe(false);
    expect(allows(robots, '/a.gif', 'foobot')).toBe(true);
    expect(allows(robots, '/x', 'FOOBOT')).toBe(false);
    expect([allows(robots, '/y', 'barbot'), allows(robots, '/y', 'bazbot'), allows(robots, '/y', 'bar')]).toEqual([
      false,
      false,
      true,
    ]);
  });

  it.skipIf(!hasProtego)('answers as Protego', () => {
    const chance = chanceOf(4);
    const path = (marks: string): string =>
      `/${Array.from({ length: chance(6) }, () => `ab/${marks}`.charAt(chance(3 + marks.length))).join('')}`.replace(
        /\/+/g,
        '/',
      );
    const cases = Array.from({ length: 2000 }, () => {
      const rules = Array.from(
        { length: 1 + chance(4) },
        () => `${chance(2) === 0 ? 'Allow' : 'Disallow'}: ${path('**')}${chance(4) === 0 ? '$' : ''}`,
      );
      return [`User-agent: *\n${rules.join('\n')}\n`, path('')] as const;
    });
    const script =
      'import json, sys, protego\nprint(json.dumps([protego.Protego.parse(r).can_fetch("https://x.test" + p, "bot") for r, p in json.load(sys.stdin)]))';
    const theirs = JSON.parse(runProgram(PYTHON, ['-c', script], JSON.stringify(cases)).toString()) as boolean[];
    const apart = cases.filter(([robots, target], i) => allows(robots, target) !== theirs[i]);
    expect(apart).toEqual([]);
  });

  it('is fast with hostile rules', async () => {
    const rules = Array.from({ length: 9_000 }, (_, i) => `Disallow: /${'*a'.repeat(30)}${i}$`).join('\n');
    const { status } = await runTool(tool, {
      input: `User-agent: *\n${rules}`,
      options: { urls: `/${'a'.repeat(90_000)}` },
    });
    expect(status).toBe(200);
    expect((await runTool(tool, { input: `User-agent: *\n${'Allow: /\n'.repeat(20_001)}` })).status).toBe(413);
    expect((await runTool(tool, { input: `User-agent: *\nDisallow: ${'*'.repeat(900_000)}` })).status).toBe(200);
  });
});

it('several paths in a line are several', async () => {
  const { data } = await runTool(tool, {
    input: 'User-agent: *\nDisallow: /a',
    options: { urls: '/a /b, https://x.example/a' },
  });
  const { results } = data as { results: { path: string; isAllowed: boolean }[] };
  expect(results.map(({ path, isAllowed }) => [path, isAllowed])).toEqual([
    ['/a', false],
    ['/b', true],
    ['/a', false],
  ]);
});
