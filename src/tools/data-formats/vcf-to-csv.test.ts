import { expect, it } from 'vitest';

import type { Contact } from '../../lib/contacts/contacts.js';
import { chanceOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import vcfToCsv from './vcf-to-csv.js';

const LAYOUTS = ['generic', 'google', 'outlook'] as const;

/** Cards written by python3-vobject, with what went into them. */
const WRITE = `
import vobject, random, json
r = random.Random(4)
words = ['Ann', 'Jörg', 'O;Neil', 'a,b', 'two\\nlines', 'back\\\\slash', '李', 'قمر', 'x' * 90, '"quoted"', 'é🌍' * 20]
out = []
for i in range(200):
    card = vobject.vCard(); w = lambda: r.choice(words)
    expected = {'fullName': w(), 'familyName': w(), 'givenName': w(), 'note': w(), 'emails': [], 'phones': [], 'streets': []}
    card.add('fn').value = expected['fullName']
    card.add('n').value = vobject.vcard.Name(family=expected['familyName'], given=expected['givenName'])
    card.add('note').value = expected['note']
    for _ in range(r.randint(0, 4)):
        v = r.choice('abc') + '@example.org'; e = card.add('email'); e.value = v; e.type_param = r.choice(['HOME', 'WORK']); expected['emails'].append([v, e.type_param.lower()])
    for _ in range(r.randint(0, 12)):
        v = '+49 ' + str(r.randint(1000, 9999)); e = card.add('tel'); e.value = v; e.type_param = r.choice(['HOME', 'WORK', 'CELL', 'FAX']); expected['phones'].append([v, e.type_param.lower()])
    for _ in range(r.randint(0, 2)):
        v = w(); e = card.add('adr'); e.value = vobject.vcard.Address(street=v, city='Köln', code='50667'); expected['streets'].append(v)
    out.append([card.serialize(), expected])
print(json.dumps(out))
`;

interface Expected {
  readonly fullName: string;
  readonly familyName: string;
  readonly givenName: string;
  readonly note: string;
  readonly emails: readonly (readonly [string, string])[];
  readonly phones: readonly (readonly [string, string])[];
  readonly streets: readonly string[];
}

const pairs = (list: Contact['emails']): unknown => list.map(({ value, types }) => [value, types[0]]);
// Debian's own Python, for which its package is installed.
const hasVobject = hasProgram('/usr/bin/python3', ['-c', 'import vobject'], 'vcf-to-csv beside python3-vobject');

exhaustive.skipIf(!hasVobject)('reads what python3-vobject writes, and loses nothing in any layout', async () => {
  const cards = JSON.parse(runProgram('/usr/bin/python3', ['-c', WRITE]).toString()) as [string, Expected][];
  const input = cards.map(([card]) => card).join('');
  const contacts = (await runTool(vcfToCsv, { input, options: { to: 'json' } })).data as Contact[];
  expect(contacts.length).toBe(200);
  for (const [index, [, expected]] of cards.entries()) {
    const contact = contacts[index]!;
    expect({ ...contact, emails: pairs(contact.emails), phones: pairs(contact.phones) }).toMatchObject({
      fullName: expected.fullName,
      familyName: expected.familyName,
      givenName: expected.givenName,
      note: expected.note,
      emails: expected.emails,
      phones: expected.phones,
    });
    expect(contact.addresses.map(({ street }) => street)).toEqual(expected.streets);
  }
  for (const layout of LAYOUTS) {
    const { text } = await runTool(vcfToCsv, { input, options: { layout } });
    const script =
      'import csv,sys,json,io;print(json.dumps(list(csv.DictReader(io.StringIO(sys.stdin.buffer.read().decode(),newline="")))))';
    const rows = JSON.parse(runProgram('python3', ['-c', script], text ?? '').toString()) as Record<string, string>[];
    expect(rows.length).toBe(200);
    for (const [index, [, expected]] of cards.entries()) {
      const all = Object.values(rows[index] ?? {}).join('\n');
      const values = [expected.givenName, expected.familyName, expected.note, ...expected.streets];
      const contacts = [...expected.emails, ...expected.phones].map(([each]) => each);
      expect([...values, ...contacts].filter((value) => !all.includes(value))).toEqual([]);
    }
  }
});

it('reads labels of Apple, groups, folded lines and photos', async () => {
  const input = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    'item1.TEL:555',
    'item1.X-ABLabel:_$!<Mother>!$_',
    'item2.URL:https\\://example.org/a\\,b',
    'PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQ',
    ' SkZJRg==',
    'NOTE:one \\',
    ' ntwo',
    'END:VCARD',
  ].join('\r\n');
  const [contact] = (await runTool(vcfToCsv, { input, options: { to: 'json' } })).data as Contact[];
  expect(contact).toMatchObject({
    phones: [{ value: '555', types: ['Mother'] }],
    urls: [{ value: 'https://example.org/a,b' }],
    note: 'one \ntwo',
    omitted: ['PHOTO'],
  });
});

it('has no year where Apple says to omit it, whatever the name and case of the parameter', async () => {
  const birthdays = [
    'BDAY;X-APPLE-OMIT-YEAR=1604:1604-04-12',
    'BDAY;value=date;x-apple-omit-year=1604:16040412',
    'BDAY;X-APPLE-OMIT-YEAR=1604:1985-04-12',
    'BDAY:1604-04-12',
  ];
  const input = birthdays.map((line) => `BEGIN:VCARD\nVERSION:3.0\nFN:A\n${line}\nEND:VCARD\n`).join('');
  const { data } = await runTool(vcfToCsv, { input, options: { to: 'json' } });
  expect((data as Contact[]).map(({ birthday }) => birthday)).toEqual([
    '--04-12',
    '--04-12',
    '1985-04-12',
    '1604-04-12',
  ]);
});

it('ends on any text with a table or a refusal', async () => {
  const chance = chanceOf(9);
  const parts = [
    'BEGIN:VCARD\n',
    'END:VCARD\n',
    'N:',
    'TEL;TYPE=',
    '"',
    ';',
    ':',
    ',',
    '=\n',
    ' x',
    '\\',
    'ADR:;;',
    'item1.',
    '\n',
    'ENCODING=QUOTED-PRINTABLE:',
    '=C3',
    'é',
  ];
  for (let round = 0; round < 300; round++) {
    const body = Array.from({ length: chance(30) }, () => parts[chance(parts.length)]).join('');
    const input = round % 2 === 0 ? `BEGIN:VCARD\n${body}\nEND:VCARD` : body || 'x';
    const answer = await runTool(vcfToCsv, { input, options: { layout: LAYOUTS[round % 3] } });
    expect([200, 400], String(answer.cause)).toContain(answer.status);
  }
});

it('refuses more numbers than a table has columns, and takes many cards', async () => {
  const card = (count: number): string => `BEGIN:VCARD\nVERSION:3.0\n${'TEL:1\n'.repeat(count)}END:VCARD\n`;
  const refused = await runTool(vcfToCsv, { input: card(2000) });
  expect(refused.message).toMatch(
    /^Cannot write property "input" as CSV: its contacts must fit 1000 columns, they need \d+ columns$/,
  );
  expect((await runTool(vcfToCsv, { input: card(1).repeat(20_000) })).text?.split('\n').length).toBe(20_002);
});

exhaustive('takes as many cards as a file may hold, and a line of hundreds of thousands of parameters', async () => {
  const bytes = Buffer.from('BEGIN:VCARD\nEND:VCARD\n'.repeat(220_000));
  const many = await runTool(vcfToCsv, { files: [{ name: 'a.vcf', bytes }], options: { layout: 'google' } });
  expect(many.files[0]?.bytes.toString().split('\n').length).toBe(220_002);
  const input = `BEGIN:VCARD\nTEL;${'A;'.repeat(400_000)}C:1\nEND:VCARD\n`;
  const answer = await runTool(vcfToCsv, { input, options: { to: 'json' } });
  expect(answer.status, String(answer.message)).toBe(200);
  expect((answer.data as Contact[])[0]?.phones[0]?.types).toEqual(['a', 'c']);
});
