import { gzipSync } from 'node:zlib';

import { expect, it } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { exhaustive, inRounds, inRows } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';
import createZip from '../archives-files/create-zip.js';
import tool from './dmarc-tools.js';

interface Report {
  readonly messages: number;
  readonly passed: number;
  readonly failed: number;
  readonly quarantined: number;
  readonly rejected: number;
  readonly reports: readonly { readonly reportId: string; readonly begin: string | null; readonly messages: number }[];
  readonly senders: readonly { readonly sourceIp: string; readonly messages: number; readonly passed: number }[];
  readonly rows: readonly {
    readonly sourceIp: string;
    readonly headerFrom: string;
    readonly reasons: readonly string[];
  }[];
}

const chance = chanceOf(5);

/** A report as one of several receivers writes it. */
function randomReport(seed: number): string {
  const own = chanceOf(seed);
  const escaped = pick(own, ['plain', 'a &amp; b', '<![CDATA[c < d]]>', 'ü港']);
  const records = Array.from({ length: own(12) }, () => {
    const ip = pick(own, ['192.0.2.1', '203.0.113.9', '2001:db8::1', '198.51.100.7']);
    const [dkim, spf] = [pick(own, ['pass', 'fail', 'PASS']), pick(own, ['pass', 'fail'])];
    const disposition = pick(own, ['none', 'quarantine', 'reject']);
    const reason = own(3) === 0 ? `<reason><type>forwarded</type><comment>${escaped}</comment></reason>` : '';
    const identifiers = pick(own, ['identifiers', 'identities']);
    return `<record><row><source_ip> ${ip} </source_ip><count>${own(500)}</count><policy_evaluated><disposition>${disposition}</disposition><dkim>${dkim}</dkim><spf>${spf}</spf>${reason}</policy_evaluated></row>
      <${identifiers}><header_from>Example${own(3)}.com</header_from></${identifiers}><auth_results><spf><domain>x.example</domain><result>${spf}</result></spf></auth_results></record>`;
  });
  const opening = pick(own, [
    '<feedback>',
    '<feedback xmlns="urn:ietf:params:xml:ns:dmarc-2.0">',
    '<d:feedback xmlns:d="urn:x">',
  ]);
  const closing = opening.startsWith('<d:') ? '</d:feedback>' : '</feedback>';
  return `<?xml version="1.0" encoding="UTF-8"?>\n${opening}<version>1.0</version><report_metadata><org_name>${escaped}</org_name><email>a@b.example</email><report_id>r${seed}</report_id><date_range><begin>${1.7e9 + seed}</begin><end>${1.7e9 + seed + 86399}</end></date_range></report_metadata><policy_published><domain>example.com</domain><p>none</p></policy_published>${records.join('')}${closing}`;
}

const hasPython = hasProgram('python3', ['--version'], 'DMARC reports read by Python');

inRounds.skipIf(!hasPython)('Python reads the same rows and sums', [8, 200], async (rounds) => {
  const texts = Array.from({ length: rounds }, (_, index) => randomReport(index + 1));
  const files = await Promise.all(
    texts.map(async (text, index) => {
      const bytes = Buffer.from(text);
      if (index % 3 === 0) return { name: `r${index}.xml`, bytes };
      if (index % 3 === 1) return { name: `r${index}.xml.gz`, bytes: gzipSync(bytes) };
      const packed = await runTool(createZip, { files: [{ name: 'in.xml', bytes }] });
      return { name: `r${index}.zip`, bytes: Buffer.from(packed.files[0]?.bytes ?? []) };
    }),
  );
  const theirs = runPython<{ rows: unknown[][]; id: string }[]>(
    `
import base64, gzip, io, re, zipfile
import xml.etree.ElementTree as ET
def text(raw):
    if raw[:2] == b'\\x1f\\x8b': return gzip.decompress(raw)
    if raw[:2] == b'PK':
        z = zipfile.ZipFile(io.BytesIO(raw)); return z.read(z.namelist()[0])
    return raw
def strip(e):
    e.tag = re.sub('{.*}', '', e.tag)
    for c in e: strip(c)
    return e
out = []
for one in data:
    root = strip(ET.fromstring(text(base64.b64decode(one))))
    rows = []
    for r in root.iter('record'):
        p = r.find('row/policy_evaluated')
        ids = r.find('identifiers')
        if ids is None: ids = r.find('identities')
        rows.append([r.find('row/source_ip').text.strip(), int(r.find('row/count').text), p.find('disposition').text,
          'pass' in (p.find('dkim').text.lower(), p.find('spf').text.lower()), ids.find('header_from').text.lower(),
          [': '.join([x.find('type').text, x.find('comment').text]) for x in p.findall('reason')]])
    out.append({'id': root.find('report_metadata/report_id').text, 'rows': rows})
print(json.dumps(out))`,
    files.map(({ bytes }) => bytes.toString('base64')),
  );
  for (let at = 0; at < files.length; at += 20) {
    const [some, expected] = [files.slice(at, at + 20), theirs.slice(at, at + 20)];
    const answer = await runTool(tool, { files: some });
    expect(answer.status, answer.message).toBe(200);
    const data = answer.data as Report;
    const rows = expected.flatMap((one) => one.rows) as [string, number, string, boolean, string, string[]][];
    const sum = (isMeant: (row: (typeof rows)[number]) => boolean): number =>
      rows.filter(isMeant).reduce((total, row) => total + row[1], 0);
    expect([data.messages, data.passed, data.failed, data.quarantined, data.rejected]).toEqual([
      sum(() => true),
      sum((row) => row[3]),
      sum((row) => !row[3]),
      sum((row) => row[2] === 'quarantine'),
      sum((row) => row[2] === 'reject'),
    ]);
    expect(data.reports.map(({ reportId }) => reportId)).toEqual(expected.map(({ id }) => id));
    expect(data.rows.map((row) => [row.sourceIp, row.headerFrom, row.reasons])).toEqual(
      rows.map((row) => [row[0], row[4], row[5]]),
    );
    for (const { sourceIp, messages, passed } of data.senders)
      expect([messages, passed]).toEqual([
        sum((row) => row[0] === sourceIp),
        sum((row) => row[0] === sourceIp && row[3]),
      ]);
    const csv = (await runTool(tool, { files: some, options: { format: 'csv' } })).text ?? '';
    expect(csv.trimEnd().split('\n')).toHaveLength(rows.length + 1);
  }
});

const hasMailDmarc = hasProgram('perl', ['-MMail::DMARC::Policy', '-e', '1'], 'DMARC records beside Mail::DMARC');

inRounds.skipIf(!hasMailDmarc)('Mail::DMARC accepts what is valid', [60, 300], async (rounds) => {
  const records = Array.from({ length: rounds }, () => {
    const tags = [
      pick(chance, ['v=DMARC1', 'v=DMARC1', 'v = DMARC1', 'v=dmarc1', 'p=none; v=DMARC1']),
      pick(chance, ['p=none', 'p=reject', 'p = quarantine', 'p=reject', 'p=rejct', 'sp=none']),
      ...(chance(2)
        ? [pick(chance, ['rua=mailto:a@example.com', 'rua=mailto:a@example.com!10m, mailto:b@example.org', 'rua=a@b'])]
        : []),
      ...(chance(3) ? [] : [pick(chance, ['pct=50', 'adkim=s', 'aspf=x', 'fo=1:d', 'ri=3600', 'x=y', ''])]),
    ];
    return tags.join(pick(chance, ['; ', ';', ' ; ']));
  });
  const program =
    'while (<STDIN>) { chomp; my $p = eval { Mail::DMARC::Policy->new($_) }; print ((defined $p && eval { $p->is_valid }) ? "1\n" : "0\n"); }';
  const theirs = runProgram('perl', ['-MMail::DMARC::Policy', '-e', program], `${records.join('\n')}\n`)
    .toString()
    .trim()
    .split('\n');
  let valid = 0;
  for (const [index, record] of records.entries()) {
    const { data } = await runTool(tool, { input: record, options: { action: 'check' } });
    if (!(data as { isValid: boolean }).isValid) continue;
    valid += 1;
    expect(theirs[index], record).toBe('1');
  }
  expect(valid).toBeGreaterThan(rounds / 10);
});

it('a record that is built is valid, and has what was asked for', async () => {
  for (let round = 0; round < 50; round += 1) {
    const options = {
      action: 'build',
      policy: pick(chance, ['none', 'quarantine', 'reject']),
      subdomainPolicy: pick(chance, ['same', 'none', 'reject']),
      alignment: pick(chance, ['relaxed', 'strict']),
      percent: pick(chance, [100, 0, 25]),
      rua: pick(chance, ['', 'a@example.com', 'a@example.com, mailto:b@example.org']),
    };
    const { data, message } = await runTool(tool, { options });
    expect(message).toBeUndefined();
    expect(data).toMatchObject({ isValid: true, policy: options.policy });
    expect((data as { record: string }).record.includes('sp=')).toBe(options.subdomainPolicy !== 'same');
  }
  const { message } = await runTool(tool, { options: { action: 'build', rua: 'no address' } });
  expect(message).toBe('Cannot build the record: "mailto:no" is not an address such as mailto:dmarc@example.com');
});

exhaustive('reports that are too many together are refused', async () => {
  const record = '<record><row><count>1</count></row></record>';
  const xml = `<feedback><report_metadata/><policy_published/>${record.repeat(60_000)}</feedback>`;
  const bytes = gzipSync(Buffer.from(xml));
  const answer = await runTool(tool, { files: [1, 2].map((n) => ({ name: `${n}.xml.gz`, bytes })) });
  expect([answer.status, answer.message]).toEqual([413, 'All reports must have at most 100000 records']);
});

inRows(4, [
  ['a.xml', Buffer.from('<feedback><report_metadata/><policy_published/><record/></feedback>')],
  ['a.xml', Buffer.from('<!DOCTYPE f [<!ENTITY a "b"><!ENTITY c "&a;&a;">]><feedback>&c;</feedback>')],
  ['a.gz', gzipSync(Buffer.alloc(40_000_000))],
  ['a.zip', Buffer.from('PK\u0003\u0004 not a ZIP archive')],
  [
    'a.xml',
    Buffer.from(
      `<feedback><report_metadata/><policy_published/>${'<record><row><count>1</count></row></record>'.repeat(100_001)}</feedback>`,
    ),
  ],
  ['a.xml', Buffer.from('<a>'.repeat(200_000))],
  [
    'a.xml',
    Buffer.from(
      `<feedback><report_metadata/><policy_published/><record><row><count>${'9'.repeat(400)}</count></row></record></feedback>`,
    ),
  ],
  ['a.gz', gzipSync(Buffer.from('<feedback>'.repeat(2_000_000)))],
])('hostile reports are refused: %s', async (name, bytes) => {
  const { status, message } = await runTool(tool, { files: [{ name: String(name), bytes: bytes as Buffer }] });
  expect([400, 413], message).toContain(status);
});

it('a record where a report is expected is told which action reads it', async () => {
  for (const input of ['v=DMARC1; p=none', '_dmarc.example.com. 3600 IN TXT "v=DMARC1; p=reject"'])
    expect((await runTool(tool, { input })).message).toBe(
      'Cannot read property "input" as a report: it is a DMARC record, which option "action" check reads',
    );
});
