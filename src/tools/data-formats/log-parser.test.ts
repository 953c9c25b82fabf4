import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { chanceOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import logParser from './log-parser.js';

interface Counts {
  readonly distinct: number;
  readonly top: readonly { readonly value: string; readonly count: number }[];
}

interface Statistics {
  readonly format: string;
  readonly entries: number;
  readonly unparsed: { readonly count: number; readonly lines: readonly { readonly line: number }[] };
  readonly bytes: number;
  readonly hosts: Counts;
  readonly statuses: Counts;
  readonly paths: Counts;
  readonly rows: readonly Record<string, unknown>[];
}

const read = async (input: string, options: Record<string, unknown> = {}): Promise<Statistics> => {
  const answer = await runTool(logParser, { input, options });
  expect(answer.message).toBeUndefined();
  return answer.data as Statistics;
};

/** Lines that are unlike in all that is counted. */
function accessLog(layout: 'combined' | 'common' | 'vhost', seed: number): string {
  const chance = chanceOf(seed);
  const lines = Array.from({ length: 3000 }, (_, index) => {
    const host = chance(3) === 0 ? `2001:db8::${(1 + chance(40)).toString(16)}` : `10.0.${chance(9)}.${1 + chance(20)}`;
    const status = [200, 200, 301, 403, 404, 500][chance(6)] ?? 200;
    const clock = `${String(Math.floor(index / 130)).padStart(2, '0')}:00:00`;
    const request = `${['GET', 'POST', 'HEAD'][chance(3)]} /p${chance(60)}${chance(2) === 0 ? `?q=${chance(3)}` : ''} HTTP/1.1`;
    const front = layout === 'vhost' ? `www${chance(3)}.example.org:443 ` : '';
    const back = layout === 'common' ? '' : ' "http://example.net/" "Mozilla/5.0 (X11; Linux x86_64) Firefox/99.0"';
    return `${front}${host} - - [10/Oct/2020:${clock} +0000] "${request}" ${status} ${chance(100_000)}${back}\n`;
  });
  return lines.join('');
}

const hasGoaccess = hasProgram('goaccess', ['--version'], 'log-parser beside GoAccess');

interface GoAccess {
  readonly general: { readonly valid_requests: number; readonly bandwidth: number };
  readonly hosts: { readonly metadata: { readonly data: { readonly total: { readonly value: number } } } };
  readonly status_codes: {
    readonly data: readonly {
      readonly items: readonly { readonly data: string; readonly hits: { readonly count: number } }[];
    }[];
  };
}

it.skipIf(!hasGoaccess).each([
  ['combined', 'COMBINED'],
  ['common', 'COMMON'],
  ['vhost', 'VCOMBINED'],
] as const)('counts what GoAccess counts in %s', async (layout, name) => {
  const input = accessLog(layout, 7);
  const args = ['-', `--log-format=${name}`, '--no-global-config', '-o', 'json'];
  const theirs = JSON.parse(runProgram('goaccess', args, input).toString()) as GoAccess;
  const ours = await read(input, { format: 'stats', limit: 1000 });
  expect(ours.format).toBe(layout === 'common' ? 'common' : 'combined');
  expect(ours.unparsed.count).toBe(0);
  expect(ours.entries).toBe(theirs.general.valid_requests);
  expect(ours.bytes).toBe(theirs.general.bandwidth);
  expect(ours.hosts.distinct).toBe(theirs.hosts.metadata.data.total.value);
  const codes = theirs.status_codes.data.flatMap(({ items }) => items);
  expect(new Map(ours.statuses.top.map(({ value, count }) => [value, count]))).toEqual(
    new Map(codes.map(({ data, hits }) => [data.slice(0, 3), hits.count])),
  );
});

it('undoes the escapes of Apache and keeps bytes that are not UTF-8', async () => {
  const front = '::1 - a b [29/Feb/2024:00:00:00 +0530]';
  const { rows } = await read(
    `${front} "GET /caf\\xc3\\xa9?q=\\"x\\" HTTP/1.1" 200 - "-" "a\\\\b"\n${front} "\\x16\\xee" 400 0 "-" "-"`,
  );
  expect(rows[0]).toMatchObject({ host: '::1', user: 'a b', time: '2024-02-29T00:00:00+05:30', path: '/café?q="x"' });
  expect(rows[0]).toMatchObject({ bytes: null, referrer: null, userAgent: 'a\\b' });
  expect(rows[1]).toMatchObject({ method: null, path: null, request: '\\x16\\xee', status: 400 });
});

it('keeps a time without a year, and numbers to the digit', async () => {
  const old = await read("<34>Oct 11 22:14:15 mymachine su: 'su root' failed for lonvick on /dev/pts/8");
  expect(old.rows[0]).toMatchObject({ time: 'Oct 11 22:14:15', host: 'mymachine', app: 'su', severity: 'critical' });
  const { text } = await runTool(logParser, { input: '{"n":12345678901234567890.10}' });
  expect(text).toContain('{"n":12345678901234567890.10}');
});

it('shows a hundred lines that are no entries and counts them all', async () => {
  const { unparsed } = await read(`a=1\n${'x\n'.repeat(250)}`, { from: 'logfmt' });
  expect(unparsed.count).toBe(250);
  expect(unparsed.lines.map(({ line }) => line)).toEqual(Array.from({ length: 100 }, (_, i) => i + 2));
});

exhaustive('reads gzip files into a file named after them, and refuses what unpacks too far', async () => {
  const answer = await runTool(logParser, {
    files: [{ name: 'a.log.gz', bytes: gzipSync('a=1 b="c d"\n') }],
    options: { format: 'csv' },
  });
  expect(answer.files[0]).toMatchObject({ name: 'a.csv', bytes: Buffer.from('a,b\n1,c d\n') });
  const bomb = await runTool(logParser, { files: [{ name: 'a.gz', bytes: gzipSync(Buffer.alloc(65 * 2 ** 20)) }] });
  expect(bomb.message).toBe('Cannot read file "a.gz": it has more than 67108864 bytes decompressed');
});

it('refuses more lines than it reads and more keys than a table has', async () => {
  const bytes = Buffer.from('a=1\n'.repeat(500_001));
  expect((await runTool(logParser, { files: [{ name: 'a.log', bytes }] })).code).toBe('LIMIT_EXCEEDED');
  const input = Array.from({ length: 20_000 }, (_, i) => `k${i}=1`).join(' ');
  expect((await runTool(logParser, { input, options: { format: 'csv' } })).code).toBe('LIMIT_EXCEEDED');
});

it('reads the examples of RFC 5424 §6.5 and RFC 3164 §5.4', async () => {
  const { rows } = await read(
    [
      "<34>1 2003-10-11T22:14:15.003Z mymachine.example.com su - ID47 - \ufeff'su root' failed for lonvick on /dev/pts/8",
      "<165>1 2003-08-24T05:14:15.000003-07:00 192.0.2.1 myproc 8710 - - %% It's time to make the do-nuts.",
      '<165>1 2003-10-11T22:14:15.003Z h evntslog - ID47 [a@32473 iut="3" iut="\\"4\\]"][b@32473 class="high"]',
      '<13>Feb  5 17:32:18 10.0.0.99 Use the BFG!',
      "<165>Aug 24 05:34:00 CST 1987 mymachine myproc[10]: %% It's time to make the do-nuts.",
    ].join('\n'),
  );
  expect(rows[0]).toMatchObject({ facility: 'auth', messageId: 'ID47', pid: null, structuredData: null });
  expect(rows[0]).toMatchObject({ message: "'su root' failed for lonvick on /dev/pts/8" });
  expect(rows[1]).toMatchObject({ time: '2003-08-24T05:14:15.000003-07:00', pid: '8710', app: 'myproc' });
  expect(rows[2]).toMatchObject({
    structuredData: { 'a@32473': { iut: ['3', '"4]'] }, 'b@32473': { class: 'high' } },
    message: null,
  });
  expect(rows[3]).toMatchObject({ time: 'Feb  5 17:32:18', host: '10.0.0.99', app: null, message: 'Use the BFG!' });
  expect(rows[4]).toMatchObject({ time: 'Aug 24 05:34:00 CST 1987', host: 'mymachine', app: 'myproc', pid: '10' });
});

it('reads nginx errors, CloudFront and IIS, and tells each by its lines', async () => {
  const nginx = await read(
    '2024/01/31 12:00:00 [error] 12#5: *9 open() "/var/www/x" failed (2: No such file or directory), client: 10.0.0.1, server: a.org, request: "GET /x HTTP/1.1", host: "a.org"',
  );
  expect([nginx.format, nginx.rows[0]]).toMatchObject([
    'nginx-error',
    {
      time: '2024-01-31T12:00:00',
      level: 'error',
      pid: 12,
      connection: 9,
      message: 'open() "/var/www/x" failed (2: No such file or directory)',
      client: '10.0.0.1',
      server: 'a.org',
      request: 'GET /x HTTP/1.1',
      host: 'a.org',
    },
  ]);
  const cloudfront = await read(
    '#Version: 1.0\n#Fields: date time x-edge-location sc-bytes c-ip cs-method cs(User-Agent)\n2019-12-04\t21:02:31\tLAX1\t392\t192.0.2.100\tGET\tMozilla/5.0%20(X11)\n',
  );
  expect([cloudfront.format, cloudfront.rows[0]]).toMatchObject([
    'cloudfront',
    { time: '2019-12-04T21:02:31Z', 'sc-bytes': 392, 'cs(User-Agent)': 'Mozilla/5.0 (X11)' },
  ]);
  const iis = await read(
    '#Fields: time c-ip cs-method cs-uri-stem sc-status cs-version\n17:42:15 172.16.255.255 GET /default.htm 200 HTTP/1.0\n17:42:16 x\n',
  );
  expect(iis.rows).toEqual([
    {
      time: '17:42:15',
      'c-ip': '172.16.255.255',
      'cs-method': 'GET',
      'cs-uri-stem': '/default.htm',
      'sc-status': 200,
      'cs-version': 'HTTP/1.0',
    },
  ]);
  expect([iis.format, iis.unparsed.count]).toEqual(['iis', 1]);
});

it('tells container logs and klog of Kubernetes from syslog', async () => {
  const container = await read(
    '2023-10-11T22:14:15.123456789Z stdout F {"msg":"ready"}\n2023-10-11T22:14:16.1+02:00 stderr P half a\n2023-10-11T22:14:16.1+02:00 stderr F  line\n2023-10-11T22:14:17Z stdout F \n',
  );
  expect(container.format).toBe('kubernetes');
  expect(container.rows).toEqual([
    { time: '2023-10-11T22:14:15.123456789Z', stream: 'stdout', isPartial: false, message: '{"msg":"ready"}' },
    { time: '2023-10-11T22:14:16.1+02:00', stream: 'stderr', isPartial: true, message: 'half a' },
    { time: '2023-10-11T22:14:16.1+02:00', stream: 'stderr', isPartial: false, message: ' line' },
    { time: '2023-10-11T22:14:17Z', stream: 'stdout', isPartial: false, message: '' },
  ]);
  const klog = await read(
    'I0131 12:00:00.000123       1 main.go:10] "Started" port=80\nE1205 23:59:59.999999   12 a/b.go:7] no\n',
  );
  expect([klog.format, klog.rows[0], klog.rows[1]?.time]).toEqual([
    'klog',
    {
      time: 'Jan 31 12:00:00.000123',
      level: 'info',
      thread: 1,
      file: 'main.go',
      line: 10,
      message: '"Started" port=80',
    },
    'Dec  5 23:59:59.999999',
  ]);
  const iso = await read('2023-10-11T22:14:15Z web1 sshd[5]: stdout F x\n');
  expect([iso.format, iso.rows[0]?.host]).toEqual(['syslog', 'web1']);
});

it("reads Apache's error logs of 2.4 and 2.2", async () => {
  // The first is the example of https://httpd.apache.org/docs/2.4/logs.html
  const { format, rows, unparsed } = await read(
    [
      '[Fri Sep 09 10:42:29.902022 2011] [core:error] [pid 35708:tid 4328636416] [client 72.15.99.187] File does not exist: /usr/local/apache2/htdocs/favicon.ico',
      '[Wed Oct 11 14:32:52 2000] [error] [client 127.0.0.1] client denied by server configuration: /export/home/live/ap/htdocs/test',
      '[Mon Jan 01 00:00:00.000001 2024] [proxy:error] [pid 7] (111)Connection refused: [client ::1:5000] AH00957: HTTP: attempt to connect failed, referer: https://a.org/',
      '[Mon Jan 01 00:00:00.000001 2024] [mpm_event:notice] [pid 1:tid 2] AH00489: Apache/2.4.57 (Debian) configured -- resuming normal operations',
    ].join('\n'),
  );
  expect([format, unparsed.count]).toEqual(['apache-error', 0]);
  expect(rows[0]).toMatchObject({
    time: '2011-09-09T10:42:29.902022',
    module: 'core',
    level: 'error',
    pid: 35708,
    client: '72.15.99.187',
  });
  expect(rows[1]).toMatchObject({
    time: '2000-10-11T14:32:52',
    module: null,
    level: 'error',
    pid: null,
    client: '127.0.0.1',
  });
  expect(rows[2]).toMatchObject({
    systemError: '(111)Connection refused',
    client: '::1:5000',
    code: 'AH00957',
    message: 'HTTP: attempt to connect failed',
    referrer: 'https://a.org/',
  });
  expect(rows[3]).toMatchObject({
    code: 'AH00489',
    client: null,
    message: 'Apache/2.4.57 (Debian) configured -- resuming normal operations',
  });
});

it('reads a list of forwarded addresses as the host', async () => {
  const { rows, unparsed } = await read(
    '203.0.113.5, 198.51.100.7, 10.0.0.1 - ann b [10/Oct/2000:13:55:36 -0700] "GET / HTTP/1.0" 200 5 "-" "-"\n1.2.3.4, 5.6.7.8 - - [10/Oct/2000:13:55:36 -0700] "GET / HTTP/1.0" 200 5 "-" "-"\n',
  );
  expect(unparsed.count).toBe(0);
  expect(rows[0]).toMatchObject({ host: '203.0.113.5, 198.51.100.7, 10.0.0.1', identity: null, user: 'ann b' });
  expect(rows[1]).toMatchObject({ host: '1.2.3.4, 5.6.7.8', identity: null, user: null });
});
