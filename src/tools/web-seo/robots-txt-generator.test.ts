import { describe, expect, it } from 'vitest';

import { ANSWER_CRAWLERS, TRAINING_CRAWLERS } from '../../lib/urls/ai-crawlers.data.js';
import { chanceOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';
import robotsTxtGenerator from './robots-txt-generator.js';
import robotsTxtTester from './robots-txt-tester.js';

type Options = Readonly<Record<string, unknown>>;

const write = async (options: Options): Promise<string> => {
  const answer = await runTool(robotsTxtGenerator, { options });
  expect(answer.status, String(answer.message ?? answer.cause)).toBe(200);
  return answer.text!;
};

const allowed = async (robots: string, agent: string, ...urls: readonly string[]): Promise<boolean[]> => {
  const answer = await runTool(robotsTxtTester, { input: robots, options: { agent, urls: urls.join('\n') } });
  expect(answer.status, String(answer.message)).toBe(200);
  const data = answer.data as { results: { isAllowed: boolean }[]; warnings?: string[] };
  return data.results.map(({ isAllowed }) => isAllowed);
};

const hasPython = hasProgram('python3', ['--version'], 'robots.txt read by Python');

it.skipIf(!hasPython)('Python allows and forbids what was asked for', async () => {
  const next = chanceOf(17);
  const pick = <Item>(items: readonly Item[]): Item => items[next(items.length)]!;
  const paths = ['/', '/a', '/a/', '/a/b', '/a/b/c.html', '/b', '/b/x', '/bc', '/d?e=1'];
  const names = ['Googlebot', 'Bingbot', 'AhrefsBot', 'GPTBot'];
  const asked: { robots: string; agent: string; path: string; expected: boolean }[] = [];
  for (let round = 0; round < 200; round++) {
    const disallow = paths.filter(() => next(4) === 0);
    const allow = paths.filter((path) => !disallow.includes(path) && next(5) === 0);
    const of = new Map(names.map((name) => [name, pick(['', '', 'blocked', 'allowed', 'agents'])]));
    const listed = (kind: string): string[] => names.filter((name) => of.get(name) === kind);
    const robots = await write({
      disallow: disallow.join('\n'),
      allow: allow.join(','),
      blockedAgents: listed('blocked').join(','),
      allowedAgents: listed('allowed').join(','),
      agents: listed('agents').join(','),
    });
    const agent = pick([...names, 'Otherbot']);
    const path = pick(paths);
    const isMeant = listed('agents').length === 0 || of.get(agent) === 'agents';
    // The longest prefix, written anew from RFC 9309 §2.2.2.
    const longest = Math.max(
      -1,
      ...[...disallow, ...allow].filter((one) => path.startsWith(one)).map((one) => one.length),
    );
    const isFree = !isMeant || longest < 0 || allow.some((one) => one.length === longest && path.startsWith(one));
    const kind = of.get(agent);
    asked.push({ robots, agent, path, expected: kind === 'allowed' || (kind !== 'blocked' && isFree) });
  }
  const found = runPython<boolean[]>(
    `
from urllib.robotparser import RobotFileParser
answers = []
for one in data:
    parser = RobotFileParser()
    parser.parse(one['robots'].splitlines())
    answers.append(parser.can_fetch(one['agent'], one['path']))
print(json.dumps(answers))`,
    asked,
  );
  for (const [i, one] of asked.entries()) expect(found[i], JSON.stringify(one)).toBe(one.expected);
  expect(new Set(found).size).toBe(2);
});

describe('what the tester reads', () => {
  it('wildcards, octets, spaces and number signs', async () => {
    const robots = await write({
      disallow: '/*.pdf$\n/münchen\n/a b\n/c#d\nhttps://example.com/shop/?x=1',
      allow: '/free/*.pdf$',
    });
    expect(
      await allowed(
        robots,
        'Anybot',
        '/x.pdf',
        '/free/x.pdf',
        '/x.pdf?a',
        '/m%C3%BCnchen',
        '/a%20b',
        '/c%23d',
        '/c',
        '/shop/?x=1',
        '/shop/',
      ),
    ).toEqual([false, true, true, false, false, false, true, false, true]);
  });

  it('presets', async () => {
    const training = await write({ preset: 'block-ai-training' });
    for (const name of TRAINING_CRAWLERS) expect(await allowed(training, name, '/a')).toEqual([false]);
    for (const name of [...ANSWER_CRAWLERS, 'Googlebot']) expect(await allowed(training, name, '/a')).toEqual([true]);
    const ai = await write({ preset: 'block-ai', allowedAgents: 'gptbot', disallow: '/admin/' });
    for (const name of ANSWER_CRAWLERS) expect(await allowed(ai, name, '/a')).toEqual([false]);
    expect(await allowed(ai, 'GPTBot', '/a', '/admin/')).toEqual([true, true]);
    expect(await allowed(ai, 'Googlebot', '/a', '/admin/')).toEqual([true, false]);
    expect(
      await allowed(await write({ preset: 'wordpress' }), 'Googlebot', '/wp-admin/x', '/wp-admin/admin-ajax.php'),
    ).toEqual([false, true]);
  });

  it('a preset that blocks everything stays for those that the paths are not for', async () => {
    const robots = await write({ preset: 'block-all', agents: 'Googlebot', disallow: '/private/' });
    expect(await allowed(robots, 'Googlebot', '/', '/private/')).toEqual([true, false]);
    expect(await allowed(robots, 'Bingbot', '/', '/private/')).toEqual([false, false]);
  });

  it('a path of the caller takes the place of one of the preset', async () => {
    expect(await write({ preset: 'block-all', allow: '/' })).toBe('User-agent: *\nAllow: /\n');
    expect(await write({ preset: 'block-all', allow: '/open/' })).toBe('User-agent: *\nAllow: /open/\nDisallow: /\n');
  });

  it('a crawl delay and several sitemaps', async () => {
    const robots = await write({ crawlDelay: 5, sitemaps: 'https://a.example/1.xml, https://a.example/2.xml' });
    expect(robots).toBe(
      'User-agent: *\nDisallow:\nCrawl-delay: 5\n\nSitemap: https://a.example/1.xml\nSitemap: https://a.example/2.xml\n',
    );
  });
});

exhaustive('lists of full size end', async () => {
  for (const part of ['/a\n', ' ', 'https://', '/ü', 'a,', '#']) {
    const options = { disallow: part.repeat(Math.floor(100_000 / part.length)) };
    expect([200, 400]).toContain((await runTool(robotsTxtGenerator, { options })).status);
  }
  const blockedAgents = Array.from({ length: 20_000 }, (_, i) =>
    i.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)]!),
  ).join(',');
  expect((await runTool(robotsTxtGenerator, { options: { blockedAgents } })).status).toBe(200);
});
