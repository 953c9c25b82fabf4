import { describe, expect, it } from 'vitest';

import { readZone } from '../../lib/dns/zone-file.js';
import { type Chance, chanceOf, pick } from '../../testing/chance.js';
import { EVERY_TYPE } from '../../testing/example-records.js';
import { exhaustive, inRounds, inRows } from '../../testing/exhaustive.js';
import { hasProgram, runPrograms } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './dns-zone-tools.js';

interface Row {
  readonly name: string;
  readonly ttl: number;
  readonly class: string;
  readonly type: string;
  readonly data: string;
}

const run = (input: string, options: Readonly<Record<string, unknown>>) => runTool(tool, { input, options });

const rowsOf = async (zone: string, origin = 'example.com'): Promise<readonly Row[]> => {
  const { data, message } = await run(zone, { action: 'convert', origin });
  expect(message).toBeUndefined();
  return (data as { records: readonly Row[] }).records;
};

const SOA = '@ IN SOA ns hostmaster.example.com. 2026010100 7200 3600 1209600 60\n@ NS ns\nns A 192.0.2.53\n';

/** How a program of BIND ends that wants a zone as a file. */
function withZone(program: string, args: readonly string[], zone: string) {
  const script = 'f=$(mktemp); cat > "$f"; "$@" "$f"; s=$?; rm "$f"; exit $s';
  const [end] = runPrograms([{ program: 'bash', args: ['-c', script, 'bash', program, ...args], input: zone }]);
  return { status: end?.status, stdout: end?.stdout ?? '', stderr: end?.stderr ?? '' };
}

const hasBind = hasProgram('named-compilezone', ['-v'], 'dns-zone-tools beside BIND');

/** Every record of a zone as BIND writes it, names in lower case. Its owners follow from `$ORIGIN` nowhere in this style. */
function bindRecords(zone: string, origin = 'example.com'): string[] {
  const args = [
    '-k',
    'ignore',
    '-n',
    'ignore',
    '-m',
    'ignore',
    '-r',
    'ignore',
    '-i',
    'none',
    '-s',
    'full',
    '-o',
    '-',
    origin,
  ];
  const { status, stdout, stderr } = withZone('named-compilezone', args, zone);
  expect(status, stderr).toBe(0);
  return stdout
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith(';'))
    .map((line) => plain(line.replace('CERT\tPKIX', 'CERT 1').replace('CERT PKIX', 'CERT 1')))
    .toSorted();
}

/** One space between words, hexadecimal and base64 in one piece, as both write them otherwise. */
const plain = (line: string): string => {
  const [name = '', ttl = '', group = '', type = '', ...data] = line.trim().split(/\s+/);
  const joined = data
    .join(' ')
    .replace(/[()]/g, (bracket, at: number, whole: string) =>
      whole[at - 1] === '\\' || /"/.test(whole) ? bracket : '',
    );
  return `${name.toLowerCase()} ${ttl} ${group} ${type} ${joined}`;
};

const own = (rows: readonly Row[]): string[] =>
  rows.map(({ name, ttl, class: group, type, data }) => plain(`${name} ${ttl} ${group} ${type} ${data}`)).toSorted();

/** Where records of a name and type differ in their TTL, BIND gives all of them one (RFC 2181 §5.2): it is left out there. */
function mixedTtls(rows: readonly Row[]): (line: string) => string {
  const first = new Map<string, number>();
  const mixed = new Set<string>();
  for (const { name, type, ttl } of rows) {
    const key = `${name.toLowerCase()} ${type}`;
    if ((first.get(key) ?? ttl) !== ttl) mixed.add(key);
    first.set(key, ttl);
  }
  return (line) => {
    const [name = '', ttl, group, type = '', ...data] = line.split(' ');
    return [name, mixed.has(`${name} ${type}`) ? 'any' : ttl, group, type, ...data].join(' ');
  };
}

/** Pieces that BIND breaks into blocks of digits are compared without spaces. */
const unspaced = (lines: readonly string[]): string[] => [
  ...new Set(lines.map((line) => line.replace(/(?<=[A-Za-z0-9+/=]) (?=[A-Za-z0-9+/=]+( |$))/g, ''))),
];

it.skipIf(!hasBind)('every type of record is what BIND makes of it', async () => {
  const zone = `$TTL 300\n${SOA}${EVERY_TYPE}`;
  expect(unspaced(own(await rowsOf(zone)))).toEqual(unspaced(bindRecords(zone)));
});

const LABELS = ['www', 'mail', '@', 'a.b', '*', 'x-1', '_sip._tcp', 'www.example.com.', 'deep.er.name'];
const TTLS = ['', '300', '1h', '1h30m', '2W', '0'];

/** Records in all the ways a zone file may have them. */
function randomZone(chance: Chance): string {
  const lines = [`$TTL ${pick(chance, ['300', '1d', '2h'])} ; default`, SOA.trimEnd()];
  const data: readonly (readonly [string, () => string])[] = [
    ['A', () => `192.0.2.${chance(256)}`],
    ['AAAA', () => pick(chance, ['2001:db8::1', '2001:DB8:0:0::2', '::ffff:192.0.2.7'])],
    ['MX', () => `${chance(100)} ${pick(chance, ['mail', 'mail.example.net.', '@'])}`],
    ['TXT', () => pick(chance, ['plain', '"a b" c', '"semi;colon" ; note', '"q\\"x" \\065', `"${'x'.repeat(255)}" y`])],
    ['SRV', () => `${chance(9)} 5 5060 ${pick(chance, ['sip', 'sip.example.org.'])}`],
    ['CAA', () => '0 issue "ca.example"'],
    ['PTR', () => 'host'],
    ['TYPE731', () => pick(chance, ['\\# 3 abcdef', '\\# 2 ( AB CD )'])],
    ['NAPTR', () => '10 20 "s" "SIP+D2U" "" _sip._udp'],
    ['LOC', () => `${chance(90)} ${chance(60)} ${chance(60)} N ${chance(180)} E ${chance(9000)}m`],
  ];
  let owner = 1;
  for (let index = 0; index < 4 + chance(14); index += 1) {
    const [type, make] = pick(chance, data);
    const value = make();
    const name =
      index > 0 && chance(4) === 0
        ? pick(chance, [' ', '\t'])
        : `${pick(chance, LABELS)}${type === 'TXT' ? '' : `-${owner}`}`.replace(/^(@|\*|.*\.)-\d+$/, '$1');
    owner += 1;
    const ttl = pick(chance, TTLS);
    const group = pick(chance, ['', 'IN', 'in']);
    const words = chance(2) === 0 ? [ttl, group] : [group, ttl];
    const isFolded = chance(4) === 0 && !value.includes('"') && !value.includes('(') && !value.includes(';');
    lines.push(
      [
        name,
        ...words,
        chance(2) === 0 ? type : type.toLowerCase(),
        isFolded ? `( ${value.replaceAll(' ', '\n  ')} ) ; folded` : value,
      ]
        .filter((word) => word !== '')
        .join(pick(chance, [' ', '\t', '   '])),
    );
    if (chance(9) === 0)
      lines.push(
        pick(chance, [
          '',
          '; a comment',
          '$ORIGIN sub.example.com.',
          '$ORIGIN example.com.',
          '$TTL 77',
          '$GENERATE 1-3 host-$ A 192.0.2.$',
          '$GENERATE 0-8/4 $\u007b0,3,x}.h CNAME h$\u007b10}.example.net.',
        ]),
      );
  }
  return `${lines.join(pick(chance, ['\n', '\r\n']))}\n`;
}

inRounds.skipIf(!hasBind)('BIND reads the same records from random zones', [10, 200], async (rounds) => {
  for (let seed = 1; seed <= rounds; seed += 1) {
    const zone = randomZone(chanceOf(seed));
    const rows = await rowsOf(zone);
    const mixed = mixedTtls(rows);
    const [ours, theirs] = [own(rows), bindRecords(zone)].map((lines) => unspaced(lines.map(mixed)).toSorted());
    expect(ours, zone).toEqual(theirs);
  }
});

const FAULTS: readonly string[] = [
  'www A 192.0.2.256',
  'www AAAA 192.0.2.1',
  'www MX mail',
  'www MX 10 mail extra',
  'www CNAME a\nwww A 192.0.2.1',
  'www CNAME a\nwww CNAME b',
  'two TXT "open',
  'two ( TXT "x"',
  'a..b A 192.0.2.1',
  `${'x'.repeat(64)} A 192.0.2.1`,
  'n NOTATYPE x',
  'n TXT "a" ; fine',
  'under_score A 192.0.2.1',
  'under_score TXT x',
  '@ NS gone',
  '@ MX 10 alias\nalias CNAME ns',
  'n TTL 1 A 192.0.2.1',
  'n 9999999999 A 192.0.2.1',
  'n CH TXT "x"',
  '$UNKNOWN x',
  'n SRV 1 2 3',
  'n A',
  'n DS 1 5 1 ABC',
  '@ SOA ns h 1 2 3 4 5',
  'n TYPE99999 \\# 0',
  'n TYPE731 \\# 3 ABCD',
  `n TXT "${'x'.repeat(256)}"`,
  'n LOC 91 0 0 N 0 0 0 E 0m',
  'n HTTPS 1 . port=70000',
  'n HTTPS 1 . alpn=h2 alpn=h3',
  'elsewhere.example.org. A 192.0.2.1',
  'ok A 192.0.2.1',
  'ok 1h IN TXT ( "a"\n "b" )',
  '@ NS ns2.example.org.',
  'sub NS ns.sub\nns.sub A 192.0.2.9',
  '*.w A 192.0.2.1',
  'd DNAME example.net.',
  'k DNSKEY 256 3 ED25519 l02Woi0iS8Aa25FQkUd9RMzZHJpBoRQwAQEX1SxZJA4=',
  'k CERT PGP 0 RSASHA256 AAAA',
];

exhaustive.skipIf(!hasBind)('named-checkzone has the same verdict on zones with one fault or none', async () => {
  const odd: string[] = [];
  for (const fault of FAULTS) {
    const zone = `$TTL 300\n${SOA}${fault}\n`;
    const { status, stdout } = withZone(
      'named-checkzone',
      ['-k', 'fail', '-i', 'local', '-M', 'fail', 'example.com'],
      zone,
    );
    const { data } = await run(zone, { origin: 'example.com' });
    if ((data as { isValid: boolean }).isValid !== (status === 0)) odd.push(`${fault}: ${stdout}`);
  }
  expect(odd).toEqual([]);
});

it('what is formatted, sorted or built again from its table is the same zone', async () => {
  for (let seed = 1; seed <= 30; seed += 1) {
    const zone = seed === 1 ? `$TTL 300\n${SOA}${EVERY_TYPE}` : randomZone(chanceOf(seed + 5_000));
    const rows = await rowsOf(zone);
    const { text } = await run(zone, { action: 'format', origin: 'example.com' });
    expect(await rowsOf(text ?? '', ''), text ?? '').toEqual(rows);
    expect((await run(text ?? '', { action: 'format' })).text, 'formatted twice').toBe(text);
    const sorted = (await run(zone, { action: 'format', sort: true, origin: 'example.com' })).text ?? '';
    expect(own(await rowsOf(sorted, ''))).toEqual(own(rows));
    for (const format of ['json', 'csv']) {
      const table = (await run(zone, { action: 'convert', format, origin: 'example.com' })).text ?? '';
      const built = await run(table, { action: 'build', origin: 'example.com' });
      expect(await rowsOf(built.text ?? '', ''), built.message).toEqual(rows);
    }
  }
});

it('comments stay where they were', async () => {
  const zone = `; head\n$TTL 300\n${SOA}; before www\nwww A 192.0.2.1 ; the web\n`;
  const { text } = await run(zone, { action: 'format', origin: 'example.com' });
  const lines = (text ?? '').split('\n');
  expect(lines[2]).toBe('; head');
  expect(lines.slice(-3)).toEqual(['; before www', 'www  IN  A    192.0.2.1  ; the web', '']);
});

describe('reverse zones', () => {
  const zone = `$TTL 300\n${SOA}www A 192.0.2.9\nwww AAAA 2001:db8:0:1::9\n*.w A 192.0.2.10\nb A 198.51.100.130\n`;
  const reverse = (options: object) => run(zone, { action: 'reverse', origin: 'example.com', ...options });

  it('are made for each network, with the servers of the zone', async () => {
    const { files } = await reverse({});
    expect(files.map(({ name }) => name)).toEqual([
      '2.0.192.in-addr.arpa.zone',
      '1.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa.zone',
      '100.51.198.in-addr.arpa.zone',
    ]);
    const records = readZone(String(files[1]?.bytes), '').records.map(({ name, type, fields }) => [
      name,
      type,
      fields.at(-1),
    ]);
    expect(records).toEqual([
      ['1.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa.', 'SOA', '60'],
      ['1.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa.', 'NS', 'ns.example.com.'],
      ['9.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.1.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa.', 'PTR', 'www.example.com.'],
    ]);
    for (const { bytes } of files) expect((await run(String(bytes), {})).data).toMatchObject({ isValid: true });
  });

  it('are made for one network, a part of 256 addresses too (RFC 2317)', async () => {
    const { text } = await reverse({ subnet: '198.51.100.128/25' });
    expect(text).toContain('$ORIGIN 128/25.100.51.198.in-addr.arpa.');
    expect(text).toMatch(/^130 +IN +PTR +b\.example\.com\.$/m);
    expect((await reverse({ subnet: '10.0.0.0/8' })).message).toBe(
      'Cannot make reverse zones of property "input": it has no address in 10.0.0.0/8',
    );
    expect((await reverse({ subnet: '192.0.0.0/20' })).message).toMatch(
      'a reverse zone is for a /8, /16, /24 or longer prefix',
    );
  });
});

it('text of any length becomes strings of 255 bytes', async () => {
  const data = `${'é'.repeat(200)}"\\`;
  const { text } = await run(JSON.stringify([{ name: 'x', type: 'TXT', data }]), {
    action: 'build',
    origin: 'example.com',
  });
  const [record] = readZone(text ?? '', '').records;
  expect(record?.fields.length).toBe(2);
  const bytes = (record?.fields ?? [])
    .map((field) => field.slice(1, -1))
    .join('')
    .replace(/\\(\d{3})/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replace(/\\(.)/g, '$1');
  expect(Buffer.from(bytes, 'latin1').toString()).toBe(data);
});

it('names with the origin at their end are whole in a table', async () => {
  const { text } = await run('host,type,value\nwww.example.com,A,192.0.2.1\n', {
    action: 'build',
    origin: 'example.com',
  });
  expect(text).toContain('www  IN  A  192.0.2.1');
});

const LARGE = 5_000_000;
const HOSTILE: readonly (readonly [name: string, zone: string, status: number])[] = [
  ['a quote of 5 MB', `a TXT "${'x'.repeat(LARGE)}"`, 200],
  ['a word of 5 MB', 'x'.repeat(LARGE), 200],
  ['escapes', '\\x'.repeat(LARGE / 2), 200],
  ['escapes in quotes', `a TXT "${'\\x'.repeat(LARGE / 2)}"`, 200],
  ['$GENERATE of 10⁹', '$GENERATE 0-999999999 h$ A 192.0.2.1', 413],
  ['100,000 origins', '$ORIGIN a.\n'.repeat(100_000), 200],
  ['$INCLUDE', '$INCLUDE /etc/passwd', 200],
  ['opening parentheses', '('.repeat(LARGE), 200],
  ['semicolons', ';\n'.repeat(LARGE / 2), 200],
  ['blank lines', '\n'.repeat(LARGE), 200],
  ['a million strings', `a 1 TXT ${'x '.repeat(1_000_000)}`, 200],
  [
    '$GENERATE twice 60,000',
    '$TTL 1\n$ORIGIN x.\n$GENERATE 0-60000 h$ A 192.0.2.1\n$GENERATE 0-60000 i$ A 192.0.2.1',
    413,
  ],
  ['$GENERATE that grows', `$TTL 1\n$ORIGIN x.\n$GENERATE 0-60000 h$ TXT ${'$\u007b0,200} '.repeat(100)}`, 413],
  ['100,001 records', `$TTL 1\n${'a.example.com. A 192.0.2.1\n'.repeat(100_001)}`, 413],
  [
    '100,000 records of names',
    `$TTL 1\n$ORIGIN x.\n${Array.from({ length: 99_990 }, (_, at) => `a.b.c.d.e.f.${at} NS n${at}`).join('\n')}`,
    200,
  ],
];

inRows(7, HOSTILE)('hostile: %s', async (_name, zone, status) => {
  const {
    status: got,
    message,
    cause,
  } = await runTool(tool, { files: [{ name: 'a.zone', bytes: Buffer.from(zone) }] });
  expect(got, `${message} ${String(cause)}`).toBe(status);
});
