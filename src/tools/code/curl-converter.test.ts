import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { expect, it } from 'vitest';

import { type Chance, chanceOf, pick } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './curl-converter.js';

const hasCurl = hasProgram('curl', ['--version'], 'code made of commands of curl');
/** Languages, the program of each, how to ask whether it is there, and what runs all the files that follow in one process. */
const LANGUAGES = [
  [
    'javascript',
    process.execPath,
    ['--version'],
    'mjs',
    ['--input-type=module', '-e', 'for (const file of process.argv.slice(1)) await import(file)'],
  ],
  [
    'python',
    'python3',
    ['-c', 'import requests'],
    'py',
    ['-c', 'import runpy, sys\nfor file in sys.argv[1:]: runpy.run_path(file)'],
  ],
  [
    'php',
    'php',
    ['-r', 'exit(function_exists("curl_init") ? 0 : 1);'],
    'php',
    ['-r', 'foreach (array_slice($argv, 1) as $file) include $file;', '--'],
  ],
  ['ruby', 'ruby', ['--version'], 'rb', ['-e', 'ARGV.each { |file| load file }']],
  ['go', 'go', ['version'], 'go', []],
] as const;

const run = promisify(execFile);
const quoted = (value: string): string => `'${value.replaceAll("'", "'\\''")}'`;

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, unknown>;
  readonly body: string;
}

/** What programs add by themselves, and what depends on a boundary. */
const OWN = new Set(
  'host connection user-agent accept accept-encoding accept-language sec-fetch-mode content-length transfer-encoding expect keep-alive'.split(
    ' ',
  ),
);

/** Older curl writes the digits of what it encodes in lowercase. */
const inUppercase = (text: string): string => text.replace(/%[\da-f]{2}/gi, (one) => one.toUpperCase());

async function seenOf(request: IncomingMessage, wanted: ReadonlySet<string>): Promise<Seen> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const headers: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(request.headers))
    if (!OWN.has(name) || (wanted.has(name) && name !== 'accept-encoding')) headers[name] = value;
  const [, boundary] = /boundary="?([^";]+)/.exec(request.headers['content-type'] ?? '') ?? [];
  let body = Buffer.concat(parts).toString('latin1');
  if (request.headers['content-type'] === 'application/x-www-form-urlencoded') body = inUppercase(body);
  if (boundary !== undefined) {
    headers['content-type'] = 'multipart/form-data';
    // Fields, whatever headers their parts have beside the name.
    body = body
      .split(`--${boundary}`)
      .map((part) => [
        / name="([^"]*)"/.exec(part)?.[1],
        /filename="([^"]*)"/.exec(part)?.[1],
        part.split('\r\n\r\n')[1]?.replace(/\r\n$/, ''),
      ])
      .filter(([name]) => name !== undefined)
      .map((part) => JSON.stringify(part))
      .join('\n');
  }
  const url = inUppercase(request.url ?? '');
  return { method: request.method ?? '', url, headers, body };
}

function randomCommand(chance: Chance, origin: string, file: string): string {
  const word = (): string =>
    pick(chance, ['tea', "it's", 'a b', '"q"', '$HOME', '`x`', 'é日本', '\\n', '#{x}', '\\\\', 'a\nb', '%20', '&=']);
  const parts = ['curl -s'];
  const kind = chance(6);
  if (chance(2))
    parts.push(`-H ${quoted(`X-One: ${pick(chance, ['plain', "it's", '"q" $HOME', 'a: b', '#{1} \\x'])}`)}`);
  if (chance(4) === 0) parts.push(`-u ${quoted(`me:${pick(chance, ['secret', 'a:b', ''])}`)}`);
  if (chance(4) === 0) parts.push(pick(chance, ['-b a=1', '--cookie "a=1; b=2"', "-H 'Cookie: c=3'"]));
  if (chance(4) === 0) parts.push('-A agent/1.0');
  if (chance(6) === 0) parts.push('-e https://example.com/');
  if (kind === 1)
    parts.push(
      ...Array.from(
        { length: 1 + chance(2) },
        () => `${pick(chance, ['-d', '--data-raw', '--data-binary'])} ${quoted(word().replace(/^@/, ''))}`,
      ),
    );
  if (kind === 2) parts.push(`--json ${quoted(`{"a": ${JSON.stringify(word())}}`)}`);
  if (kind === 3) parts.push(`--data-urlencode ${quoted(`n=${word()}`)}`, pick(chance, ['', '-G']));
  if (kind === 4)
    parts.push(`-F ${quoted('a=b c')}`, `-F ${quoted(`up=@${file}`)}`, `--form-string ${quoted("s=@x;it's")}`);
  if (kind === 5) parts.push(`--data-binary @${file}`, "-H 'Content-Type: text/plain'");
  if (chance(3) === 0 && kind > 0) parts.push(`-X ${pick(chance, ['PUT', 'PATCH', 'POST', 'DELETE'])}`);
  parts.push(quoted(`${origin}/p${chance(99)}${pick(chance, ['', '?q=1', '?q=a%20b', '?é=1'.replace('é', 'e')])}`));
  return parts.filter((part) => part !== '').join(pick(chance, [' ', ' \\\n  ']));
}

inRounds.skipIf(!hasCurl)('code sends what curl sends', [1, 200], async (rounds) => {
  const languages = LANGUAGES.filter(([name, program, args]) => hasProgram(program, args, `curl as ${name}`));
  const folder = mkdtempSync(join(tmpdir(), 'curl-'));
  const file = join(folder, 'up.txt');
  writeFileSync(file, 'content of é\n');
  const seen: Seen[] = [];
  let wanted: readonly ReadonlySet<string>[] = [];
  const server = createServer(async (request, response) => {
    const headers = wanted[seen.length] ?? new Set();
    seen.push(await seenOf(request, headers));
    response.end('ok');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const env = { PATH: process.env.PATH, HOME: folder, GOCACHE: join(tmpdir(), 'go-build'), GOFLAGS: '-mod=mod' };
  /** What a program sends, which asks for one address after the other. */
  const take = async (commands: readonly string[], program: string, args: readonly string[]): Promise<Seen[]> => {
    wanted = commands.map(
      (command) =>
        new Set([
          ...(command.includes('-A agent') ? ['user-agent'] : []),
          ...(command.includes('--json') ? ['accept'] : []),
        ]),
    );
    seen.length = 0;
    await run(program, [...args], { cwd: folder, env });
    return [...seen];
  };
  try {
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const commands = Array.from({ length: rounds }, (_, seed) => randomCommand(chanceOf(seed + 1), origin, file));
    const script = join(folder, 'commands.sh');
    writeFileSync(script, commands.join('\n'));
    const expected = await take(commands, 'bash', [script]);
    expect(expected).toHaveLength(rounds);
    for (const [to, program, , extension, runAll] of languages) {
      const paths: string[] = [];
      for (const [index, command] of commands.entries()) {
        // Compiling takes seconds.
        if (to === 'go' && index % 20 > 0) continue;
        const { text, message } = await runTool(tool, { input: command, options: { to } });
        expect(message, command).toBeUndefined();
        const path = join(folder, `code-${index}.${extension}`);
        writeFileSync(path, text ?? '');
        if (to !== 'go') paths.push(path);
        else expect(await take([command], program, ['run', path]), `${command}\n${text}`).toEqual([expected[index]]);
      }
      if (paths.length === 0) continue;
      const sent = await take(commands, program, [...runAll, ...paths]);
      for (const [index, command] of commands.entries())
        expect(sent[index], `${to}: ${command}`).toEqual(expected[index]);
    }
  } finally {
    server.close();
    rmSync(folder, { recursive: true });
  }
});

it.each([
  ["curl 'a.example' -H 'Accept:' -I", 'http', 'HEAD http://a.example HTTP/1.1\n'],
  ["curl $'a.example/\\x41' --url-query 'b=c d'", 'http', 'GET http://a.example/A?b=c+d HTTP/1.1\n'],
  ['curl -XDELETE -ksSL a.example', 'json', '"insecure": true'],
  ['curl -T up.txt a.example/up', 'http', 'PUT http://a.example/up HTTP/1.1\n\n< up.txt\n'],
  ['curl -m 2.5 -x p.example:3128 a.example', 'python', 'timeout=2.5'],
  ['curl a.example -F a=b', 'har', '"mimeType": "multipart/form-data"'],
  ['$ curl a.example | jq .', 'http', 'GET http://a.example HTTP/1.1\n'],
])('%s', async (input, to, part) => {
  expect((await runTool(tool, { input, options: { to } })).text).toContain(part);
});

it.each([
  `curl ${'-H a:b '.repeat(100_000)}x`,
  `curl ${"-d 'x' ".repeat(100_000)}x`,
  `curl -${'s'.repeat(900_000)} x`,
  `curl ${'"'.repeat(900_001)}`,
  'curl --constructor x',
  'curl --__proto__ x y',
  `curl ${'-H a'.repeat(5)} x`,
  'curl http://[',
  'curl -F a=b;type __proto__=1',
])('what is hostile, %#', async (input) => {
  for (const to of ['javascript', 'har'] as const)
    expect([200, 400]).toContain((await runTool(tool, { input, options: { to } })).status);
});

/** What developer tools of Chromium copy for cmd.exe, in the form since version 120 and in the one before, and for Bash. */
const COPIES = [
  [
    'curl ^"https://example.com/a?b=1^&c=100^%^25^" ^\r\n  -X ^"POST^" ^\r\n  -H ^"accept: */*^" ^\r\n  -H ^"sec-ch-ua: ^\\^"Chromium^\\^";v=^\\^"120^\\^"^" ^\r\n  --data-raw ^"^{^\\^"a^\\^":^\\^"it\'s ^^ 1^\\^"^}^"',
    `curl 'https://example.com/a?b=1&c=100%25' \\\n  -X 'POST' \\\n  -H 'accept: */*' \\\n  -H 'sec-ch-ua: "Chromium";v="120"' \\\n  --data-raw '{"a":"it'\\''s ^ 1"}'`,
  ],
  [
    'curl "https://example.com/a?b=1^&c=2" ^\n  -H "accept: */*" ^\n  --data-raw "^{^\\^"a^\\^":1^}" ^\n  --compressed',
    `curl 'https://example.com/a?b=1&c=2' \\\n  -H 'accept: */*' \\\n  --data-raw '{"a":1}' \\\n  --compressed`,
  ],
  [
    'curl "https://example.com" ^\n  -H "content-type: text/plain" ^\n  --data-raw ^"a^\n\nb^"',
    "curl 'https://example.com' -H 'content-type: text/plain' --data-raw $'a\\nb'",
  ],
  [
    'curl.exe https://example.com `\n  -H "accept: */*" `\n  -d a=b',
    "curl https://example.com -H 'accept: */*' -d a=b",
  ],
] as const;

it.each(COPIES)('a command for Windows asks what the one for Bash asks: %s', async (windows, bash) => {
  const [theirs, ours] = await Promise.all(
    [windows, bash].map(async (input) => (await runTool(tool, { input, options: { to: 'json' } })).text),
  );
  expect(theirs).toBe(ours);
  expect(ours).toContain('example.com');
});
