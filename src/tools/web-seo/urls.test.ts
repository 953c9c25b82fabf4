import { describe, expect, it } from 'vitest';

import { type Chance, chanceOf, pick } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import urlBuilder from './url-builder.js';
import urlCleaner from './url-cleaner.js';
import urlParser from './url-parser.js';

const hasPython = hasProgram('python3', ['--version'], 'URLs beside Python');

/** RFC 3986 §5.4, base http://a/b/c/d;p?q; browsers read the last two in their own way. */
const REFERENCES = `g:h g:h|g http://a/b/c/g|./g http://a/b/c/g|g/ http://a/b/c/g/|/g http://a/g|//g http://g/|?y http://a/b/c/d;p?y|g?y http://a/b/c/g?y|#s http://a/b/c/d;p?q#s|g#s http://a/b/c/g#s|g?y#s http://a/b/c/g?y#s|;x http://a/b/c/;x|g;x http://a/b/c/g;x|g;x?y#s http://a/b/c/g;x?y#s|. http://a/b/c/|./ http://a/b/c/|.. http://a/b/|../ http://a/b/|../g http://a/b/g|../.. http://a/|../../ http://a/|../../g http://a/g|../../../g http://a/g|../../../../g http://a/g|/./g http://a/g|/../g http://a/g|g. http://a/b/c/g.|.g http://a/b/c/.g|g.. http://a/b/c/g..|..g http://a/b/c/..g|./../g http://a/b/g|./g/. http://a/b/c/g/|g/./h http://a/b/c/g/h|g/../h http://a/b/c/h|g;x=1/./y http://a/b/c/g;x=1/y|g;x=1/../y http://a/b/c/y|g?y/./x http://a/b/c/g?y/./x|g?y/../x http://a/b/c/g?y/../x|g#s/./x http://a/b/c/g#s/./x|g#s/../x http://a/b/c/g#s/../x`;

const word = (chance: Chance): string =>
  Array.from({ length: 1 + chance(8) }, () => 'abcdefgxyz0123456789'.charAt(chance(20))).join('');

function randomUrl(chance: Chance): string {
  const port = chance(3) === 0 ? `:${1024 + chance(60_000)}` : '';
  const path =
    Array.from({ length: chance(4) }, () => `/${word(chance)}${chance(3) === 0 ? '%20' : ''}`).join('') || '/';
  const pairs = Array.from(
    { length: chance(4) },
    () => `${word(chance)}=${word(chance)}${pick(chance, ['', '+b', '%C3%A9', '%26'])}`,
  );
  return `${pick(chance, ['http', 'https', 'ftp'])}://${word(chance)}.${pick(chance, ['com', 'org', 'co.uk'])}${port}${path}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}${chance(3) === 0 ? `#${word(chance)}` : ''}`;
}

const PARSE = `
import json, sys
from urllib.parse import urlsplit, parse_qsl
print(json.dumps([[u.scheme, u.hostname, u.port, u.path, parse_qsl(u.query, keep_blank_values=True), u.fragment] for u in map(urlsplit, json.load(sys.stdin))]))
`;

interface Parts {
  readonly scheme: string;
  readonly host: string;
  readonly port: number;
  readonly path: string;
  readonly query: readonly { readonly name: string; readonly value: string }[];
  readonly fragment: string;
}

describe('url-parser', () => {
  it('resolves the references of RFC 3986', async () => {
    const pairs = REFERENCES.split('|').map((line) => line.split(' '));
    const { data } = await runTool(urlParser, {
      input: pairs.map(([reference]) => reference).join('\n'),
      options: { base: 'http://a/b/c/d;p?q' },
    });
    expect((data as { urls: { href: string }[] }).urls.map(({ href }) => href)).toEqual(pairs.map(([, href]) => href));
  });

  it('takes several in a line, each behind a space', async () => {
    const input =
      'https://a.example/x?q=a,b, https://b.example/y; ftp://c.example\thttps://d.example/?u=https://e.example/';
    const { data } = await runTool(urlParser, { input });
    expect((data as { urls: { href: string }[] }).urls.map(({ href }) => href)).toEqual([
      'https://a.example/x?q=a,b',
      'https://b.example/y',
      'ftp://c.example/',
      'https://d.example/?u=https://e.example/',
    ]);
  });

  it.skipIf(!hasPython)('splits as Python does', async () => {
    const chance = chanceOf(1);
    const urls = Array.from({ length: 500 }, () => randomUrl(chance));
    const theirs = JSON.parse(runProgram('python3', ['-c', PARSE], JSON.stringify(urls)).toString()) as unknown[][];
    const { data } = await runTool(urlParser, { input: urls.join('\n') });
    const usual: Record<string, number> = { http: 80, https: 443, ftp: 21 };
    for (const [i, parts] of (data as { urls: Parts[] }).urls.entries()) {
      const [scheme, host, port, path, query, fragment] = theirs[i] ?? [];
      expect([
        parts.scheme,
        parts.host,
        parts.port,
        parts.path,
        parts.query.map(({ name, value }) => [name, value]),
        parts.fragment,
      ]).toEqual([scheme, host, port ?? usual[String(scheme)], path, query, fragment]);
    }
  });

  it('knows domains, internationalised names and addresses', async () => {
    const { data } = await runTool(urlParser, {
      input: 'https://www.bücher.example.co.uk/\nhttp://[2001:db8::1]:8080/\nmailto:ann@example.com\nlocalhost:3000/a',
    });
    expect(data).toMatchObject({
      urls: [
        {
          host: 'www.xn--bcher-kva.example.co.uk',
          hostUnicode: 'www.bücher.example.co.uk',
          domain: 'example.co.uk',
          subdomain: 'www.xn--bcher-kva',
        },
        { host: '[2001:db8::1]', isIpAddress: true, port: 8080, domain: '' },
        { scheme: 'mailto', origin: '', port: null, path: 'ann@example.com' },
        { href: 'https://localhost:3000/a' },
      ],
    });
  });
});

describe('url-builder', () => {
  it.skipIf(!hasPython)('is read back by Python', async () => {
    const chance = chanceOf(2);
    const letters = [...'ab &=?#/+%"<>é日😀;:\'()~*.-_'];
    const text = (length: number): string =>
      Array.from({ length }, () => pick(chance, letters))
        .join('')
        .trim();
    const sets = Array.from({ length: 500 }, () =>
      Array.from({ length: 1 + chance(4) }, () => [`n${word(chance)}`, `v${text(chance(10))}`] as const),
    );
    const urls: string[] = [];
    for (const [i, set] of sets.entries()) {
      const input = `${set.map(([name, value]) => `${name}=${value}`).join('\n')}\nend=1`;
      const { text: url } = await runTool(urlBuilder, { input, options: { spaces: i % 2 === 0 ? 'plus' : 'percent' } });
      urls.push(url ?? '');
    }
    const theirs = JSON.parse(runProgram('python3', ['-c', PARSE], JSON.stringify(urls)).toString()) as unknown[][];
    expect(theirs.map(([, , , , query]) => query)).toEqual(sets.map((set) => [...set, ['end', '1']]));
  });
});

describe('url-cleaner', () => {
  it('leaves everything but tracking parameters', async () => {
    const chance = chanceOf(3);
    for (let round = 0; round < 1000; round++) {
      const plain = randomUrl(chance).replace('ftp:', 'http:');
      const [start = '', fragment] = plain.split('#');
      const added = `${start}${start.includes('?') ? '&' : '?'}${pick(chance, ['utm_source=a', 'gclid=1', 'fbclid=x', 'mc_eid=9&utm_medium=b'])}`;
      const input = fragment === undefined ? added : `${added}#${fragment}`;
      const { text } = await runTool(urlCleaner, { input });
      expect(text).toBe(plain);
      expect((await runTool(urlCleaner, { input: text ?? '' })).text).toBe(text);
    }
  });

  it.each([
    ['(https://example.com/a_(b)?utm_id=1).', '(https://example.com/a_(b)).'],
    ['[x](https://example.com/?fbclid=1)', '[x](https://example.com/)'],
    ['<a href="https://example.com/?gclid=1&amp;b=2">', '<a href="https://example.com/?b=2">'],
    ['https://www.amazon.co.uk/dp/B01/ref=sr_1_1?keywords=x&qid=1', 'https://www.amazon.co.uk/dp/B01'],
    [
      'https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fexample.com%2Fa&data=x',
      'https://example.com/a',
    ],
    ['https://l.facebook.com/l.php?u=https%3A%2F%2Fexample.com%2F%3Ffbclid%3D1&h=AT0', 'https://example.com/'],
    ['https://www.youtube.com/redirect?event=v&q=https%3A%2F%2Fexample.com', 'https://example.com/'],
    ['https://example.com/#:~:text=hello', 'https://example.com/'],
    ['https://www.google.com/url?q=javascript:alert(1)', 'https://www.google.com/url?q=javascript:alert(1)'],
    ['http://[::1', 'http://[::1'],
  ])('%s', async (input, output) => {
    expect((await runTool(urlCleaner, { input })).text).toBe(output);
  });

  exhaustive('is linear in hostile links', async () => {
    for (const link of [
      `https://a.b/${')'.repeat(900_000)}`,
      `https://a.b/?${'utm_a=1&'.repeat(100_000)}`,
      `https://a.b/?${Array.from({ length: 100_000 }, (_, i) => `utm_${i}`).join('&')}`,
    ])
      expect((await runTool(urlCleaner, { input: link })).status).toBe(200);
  });
});
