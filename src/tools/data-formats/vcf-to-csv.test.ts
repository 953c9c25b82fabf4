import { describe, expect, it } from 'vitest';

import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import vcfToCsv from './vcf-to-csv.js';

// Where Debian's packages of Python are.
const PYTHON = '/usr/bin/python3';

interface Read {
  readonly name: string;
  readonly given: string;
  readonly family: string;
  readonly notes: string;
  readonly emails: readonly { readonly types: readonly string[]; readonly value: string }[];
  readonly phones: readonly { readonly types: readonly string[]; readonly value: string }[];
  readonly addresses: readonly { readonly street: string; readonly city: string; readonly types: readonly string[] }[];
}

const read = async (input: string): Promise<Read[]> => {
  const answer = await runTool(vcfToCsv, { input, options: { to: 'json' } });
  expect(answer.status, String(answer.message ?? answer.cause)).toBe(200);
  return answer.data as Read[];
};

const WRITE = `
import json, random, vobject
random.seed(5)
words = ['Ada', 'Bär', 'x,y', 'a;b', 'c\\\\d', '東京', 'two words', 'l1\\nl2', 'ж' * 60, "O'Hara", 'q"q']
pick = lambda: random.choice(words)
cards, expected = [], []
for i in range(100):
    c = vobject.vCard()
    family, given, note, street, city = pick(), pick(), pick(), pick(), pick()
    c.add('n').value = vobject.vcard.Name(family=family, given=given)
    c.add('fn').value = given + ' ' + family
    c.add('note').value = note
    emails = ['%d.%d@example.com' % (i, k) for k in range(random.randrange(3))]
    for e in emails:
        p = c.add('email'); p.value = e; p.type_param = 'INTERNET'
    phones = ['+49 %d' % random.randrange(10**8) for k in range(random.randrange(3))]
    for t in phones:
        p = c.add('tel'); p.value = t; p.type_param = random.choice(['HOME', 'WORK', 'CELL'])
    a = c.add('adr'); a.value = vobject.vcard.Address(street=street, city=city); a.type_param = 'HOME'
    cards.append(c.serialize())
    expected.append([given + ' ' + family, given, family, note, emails, phones, street, city])
print(json.dumps([''.join(cards), expected]))
`;

describe.skipIf(!hasProgram(PYTHON, ['-c', 'import vobject'], 'vcf-to-csv against python3-vobject'))('vobject', () => {
  it('wrote cards that are read with the same values', async () => {
    const [text, expected] = JSON.parse(runProgram(PYTHON, ['-c', WRITE]).toString()) as [string, unknown[][]];
    const cards = await read(text);
    // A comma in a component makes a list of it (RFC 2426, 3.1.2), which vobject escapes; lists are joined here.
    const values = cards.map((card) => [
      card.name,
      card.given,
      card.family,
      card.notes,
      card.emails.map(({ value }) => value),
      card.phones.map(({ value }) => value),
      card.addresses[0]?.street,
      card.addresses[0]?.city,
    ]);
    expect(values).toEqual(expected);
  });
});

describe('vCard', () => {
  // RFC 6350, 7.1.3 and section 8.
  it('reads the cards of RFC 6350', async () => {
    const [card] = await read(
      'BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Simon Perreault\r\nN:Perreault;Simon;;;ing. jr,M.Sc.\r\nBDAY:--0203\r\nANNIVERSARY:20090808T1430-0500\r\nGENDER:M\r\nLANG;PREF=1:fr\r\nLANG;PREF=2:en\r\nORG;TYPE=work:Viagenie\r\nADR;TYPE=work:;Suite D2-630;2875 Laurier;\r\n Quebec;QC;G1V 2M2;Canada\r\nTEL;VALUE=uri;TYPE="work,voice";PREF=1:tel:+1-418-656-9254;ext=102\r\nTEL;VALUE=uri;TYPE="work,cell,voice,video,text":tel:+1-418-262-6501\r\nEMAIL;TYPE=work:simon.perreault@viagenie.ca\r\nURL;TYPE=home:http://nomis80.org\r\nEND:VCARD\r\n',
    );
    expect(card).toMatchObject({
      name: 'Simon Perreault',
      family: 'Perreault',
      suffix: 'ing. jr M.Sc.',
      birthday: '--02-03',
      organization: 'Viagenie',
      phones: [
        { types: ['work', 'voice', 'pref'], value: '+1-418-656-9254;ext=102' },
        { types: ['work', 'cell', 'voice', 'video', 'text'], value: '+1-418-262-6501' },
      ],
      addresses: [
        { extended: 'Suite D2-630', street: '2875 Laurier', city: 'Quebec', region: 'QC', postalCode: 'G1V 2M2' },
      ],
    });
  });

  it('reads labels of Apple, several values and preferences', async () => {
    const [card] = await read(
      'BEGIN:VCARD\nVERSION:3.0\nFN:A\nitem1.EMAIL;type=INTERNET:b@x.example\nitem1.X-ABLabel:_$!<School>!$_\nEMAIL;TYPE=home,pref:a@x.example\nNOTE:one\\ntwo\\, three\\;\n  four\nEND:VCARD',
    );
    expect(card!.emails).toEqual([
      { types: ['home', 'pref'], value: 'a@x.example' },
      { types: ['internet', 'school'], value: 'b@x.example' },
    ]);
    expect(card!.notes).toBe('one\ntwo, three; four');
  });

  it('writes a CSV row for each card, and as many columns as the richest needs', async () => {
    const card = (emails: number): string =>
      `BEGIN:VCARD\nVERSION:4.0\nFN:X\n${Array.from({ length: emails }, (_, i) => `EMAIL:${i}@x.example\n`).join('')}END:VCARD\n`;
    for (const layout of ['generic', 'google', 'outlook']) {
      const { text } = await runTool(vcfToCsv, { input: card(1) + card(3), options: { layout } });
      expect(text!.trimEnd().split('\n').length).toBe(3);
      expect(text).toContain('2@x.example');
    }
  });

  it('reads a hostile text in time', async () => {
    for (const input of [
      `BEGIN:VCARD\nNOTE:${'\n x'.repeat(300_000)}\nEND:VCARD`,
      `BEGIN:VCARD\nNOTE;ENCODING=QUOTED-PRINTABLE:${'=\n=41'.repeat(190_000)}\nEND:VCARD`,
      'BEGIN:VCARD\n'.repeat(80_000),
      `BEGIN:VCARD\nADR:${';'.repeat(900_000)}\nEND:VCARD`,
      `BEGIN:VCARD\n${'A;'.repeat(400_000)}:x\nEND:VCARD`,
      'BEGIN:VCARD\nFN:x\nEND:VCARD\n'.repeat(38_000),
    ]) {
      const started = performance.now();
      const answer = await runTool(vcfToCsv, { input });
      expect([200, 400, 413], `${input.slice(0, 40)} ${answer.cause}`).toContain(answer.status);
      expect(performance.now() - started, input.slice(0, 40)).toBeLessThan(12_000);
    }
  }, 60_000);
});
