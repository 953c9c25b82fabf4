import { expect, it } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { compoundFile } from '../../testing/compound-files.js';
import { inRounds, inRows } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './email-parser.js';

interface Address {
  readonly name: string;
  readonly address: string;
}

interface Message {
  readonly subject: string;
  readonly from: readonly Address[];
  readonly to: readonly Address[];
  readonly date: string | null;
  readonly text: string;
  readonly html: string | null;
  readonly attachments: readonly { readonly name: string; readonly type: string; readonly bytes: number }[];
}

async function read(bytes: Uint8Array, name: string, options: Record<string, unknown> = {}) {
  const { data, files, message } = await runTool(tool, { files: [{ name, bytes }], options });
  expect(message).toBeUndefined();
  const [file] = (data as { files: { messages: Message[] }[] }).files;
  return { messages: file?.messages ?? [], files };
}

/** Messages by Python's email package, and what it reads in them: `{ raw, subject, from, to, text, html, attachments }`. */
const PYTHON = `
import random, base64, email, email.policy
from email.message import EmailMessage
from email.headerregistry import Address
WORDS = 'harbour ships Zürich naïve 港 река night 🚂 a,b "quoted" x@y (round) semi;colon back\\\\slash tab'.split(' ')
CHARSETS = ['utf-8', 'iso-8859-1', 'iso-8859-15', 'windows-1252', 'koi8-r', 'windows-1251', 'shift_jis', 'euc-jp', 'gb18030', 'big5', 'iso-2022-jp']
LETTERS = {'koi8-r': 'река ночь', 'windows-1251': 'река ночь', 'shift_jis': '港 夜', 'euc-jp': '港 夜', 'gb18030': '港口 夜', 'big5': '港口 夜', 'iso-2022-jp': '港 夜'}
def told(m):
    def body(kind):
        part = m.get_body(preferencelist=(kind,))
        return None if part is None else part.get_content().replace('\\r\\n', '\\n')
    def people(name):
        return [] if m[name] is None else [{'name': a.display_name, 'address': a.addr_spec} for a in m[name].addresses]
    def content(part):
        if part.get_content_type() == 'message/rfc822': return part.get_payload(0).as_bytes()
        return part.get_payload(decode=True)
    parts = []
    def walk(p):
        for q in p.iter_parts() if p.is_multipart() and p.get_content_maintype() == 'multipart' else []:
            if q.get_content_maintype() == 'multipart': walk(q)
            elif q.get_content_disposition() is not None:
                parts.append({'name': q.get_filename() or '', 'type': q.get_content_type(), 'base64': base64.b64encode(content(q)).decode()})
    walk(m)
    return {'subject': str(m['subject'] or ''), 'from': people('from'), 'to': people('to'), 'text': body('plain'), 'html': body('html'), 'attachments': parts}
def make(seed):
    r = random.Random(seed)
    words = lambda n: ' '.join(r.choice(WORDS) for _ in range(n))
    def one(depth):
        m = EmailMessage(policy=email.policy.SMTP if r.random() < .5 else email.policy.default)
        m['Subject'] = words(r.randint(1, 12))
        m['From'] = Address(words(r.randint(1, 4)), 'ada', 'example.com')
        m['To'] = [Address(words(r.randint(0, 3)), f'b{i}', 'example.org') for i in range(r.randint(1, 5))]
        m['Date'] = f'Mon, {r.randint(5, 9)} Jan 2026 1{r.randint(0, 9)}:00:00 +0{r.randint(0, 9)}00'
        charset = r.choice(CHARSETS)
        letters = LETTERS.get(charset, 'Zürich naïve' if charset != 'utf-8' else 'Zürich 🚂')
        text = '\\n'.join(' '.join(r.choice(['abc', letters, '=', 'From me', '. .']) for _ in range(r.randint(0, 30))) for _ in range(r.randint(1, 5))) + '\\n'
        m.set_content(text, charset=charset)
        if r.random() < .5: m.add_alternative(f'<p>{letters}</p>\\n', subtype='html', charset=charset)
        if r.random() < .3 and m.is_multipart():
            m.get_payload()[1].add_related(bytes(r.randrange(256) for _ in range(50)), 'image', 'png', cid='<pic@x>', filename='pic.png')
        for _ in range(r.randint(0, 3)):
            m.add_attachment(bytes(r.randrange(256) for _ in range(r.randint(0, 300))), maintype='application', subtype=r.choice(['pdf', 'octet-stream', 'x-y.z']), filename=words(r.randint(1, 8)) + '.bin')
        if depth < 2 and r.random() < .2: m.add_attachment(one(depth + 1))
        return m
    raw = one(0).as_bytes()
    # Python 3.11 encodes a comma between addresses where it folds in the wrong place.
    if b'=?utf-8?q?=2C?=' in raw: return make(seed + 100000)
    return {'raw': base64.b64encode(raw).decode(), **told(email.message_from_bytes(raw, policy=email.policy.default))}
`;

interface PythonMessage {
  readonly raw: string;
  readonly subject: string;
  readonly from: readonly Address[];
  readonly to: readonly Address[];
  readonly text: string | null;
  readonly html: string | null;
  readonly attachments: readonly { readonly name: string; readonly type: string; readonly base64: string }[];
}

const madeByPython = (seeds: readonly number[]): PythonMessage[] =>
  runPython(`${PYTHON}\nprint(json.dumps([make(seed) for seed in data]))`, seeds);

const seedsUpTo = (rounds: number): number[] => Array.from({ length: rounds }, (_, index) => index);

const shown = (text: string | null | undefined): string => (text ?? '').replace(/\r\n/g, '\n').trimEnd();

const attachmentsOf = (files: readonly { readonly name: string; readonly bytes: Buffer }[]): string[] =>
  files.map(({ bytes }) => bytes.toString('base64'));

inRounds('reads what Python reads in messages that Python wrote', [10, 200], async (rounds) => {
  for (const [seed, expected] of madeByPython(seedsUpTo(rounds)).entries()) {
    const { messages, files } = await read(Buffer.from(expected.raw, 'base64'), 'a.eml');
    const [own] = messages;
    expect(own?.subject, `seed ${seed}`).toBe(expected.subject);
    expect([own?.from, own?.to], `seed ${seed}`).toEqual([expected.from, expected.to]);
    // An empty text is replaced by that of the HTML.
    if (shown(expected.text) !== '' || expected.html === null)
      expect(shown(own?.text), `seed ${seed}`).toBe(shown(expected.text));
    expect(shown(own?.html), `seed ${seed}`).toBe(shown(expected.html));
    const isMail = ({ type }: { readonly type: string }): boolean => type === 'message/rfc822';
    expect(own?.attachments.map(({ name, type }) => ({ name, type }))).toEqual(
      expected.attachments.map(({ name, type }) => ({ name, type })),
    );
    const bytes = expected.attachments.flatMap((one, i) =>
      isMail(one) ? [] : [[one.base64, attachmentsOf(files)[i]]],
    );
    for (const [theirs, ours] of bytes) expect(ours, `seed ${seed}`).toBe(theirs);
  }
});

inRounds('Python reads the same in what was written as EML', [5, 100], async (rounds) => {
  const made = madeByPython(seedsUpTo(rounds));
  const written: string[] = [];
  for (const { raw } of made) {
    const { files } = await read(Buffer.from(raw, 'base64'), 'a.eml', { format: 'eml' });
    written.push(files[0]?.bytes.toString('base64') ?? '');
  }
  const again = runPython<PythonMessage[]>(
    `${PYTHON}\nprint(json.dumps([{'raw': one, **told(email.message_from_bytes(base64.b64decode(one), policy=email.policy.default))} for one in data]))`,
    written,
  );
  for (const [seed, { raw: _, ...own }] of again.entries()) {
    const { raw: _raw, ...expected } = made[seed] as PythonMessage;
    const comparable = (one: Omit<PythonMessage, 'raw'>) => ({
      ...one,
      text: shown(one.text),
      html: shown(one.html),
      attachments: one.attachments.map(({ name, type, base64 }) => [
        name,
        type,
        type === 'message/rfc822' ? '' : base64,
      ]),
    });
    expect(comparable(own), `seed ${seed}`).toEqual(comparable(expected));
  }
});

inRounds('reads the mailboxes that Python reads', [3, 20], async (rounds) => {
  const boxes = runPython<{ raw: string; subjects: string[]; texts: string[] }[]>(
    `${PYTHON}
import mailbox, tempfile, os
result = []
for seed in data:
    folder = tempfile.mkdtemp()
    path = os.path.join(folder, 'box')
    box = mailbox.mbox(path)
    for i in range(1 + seed % 5):
        m = EmailMessage()
        m['Subject'] = f'Message {i} of {seed}'
        m.set_content('Hello\\nFrom me to you\\n\\nFrom the harbour\\n>From above\\n')
        box.add(m)
    box.close()
    raw = open(path, 'rb').read()
    read = [email.message_from_bytes(m.as_bytes(), policy=email.policy.default) for m in mailbox.mbox(path)]
    result.append({'raw': base64.b64encode(raw).decode(), 'subjects': [m['subject'] for m in read]})
print(json.dumps(result))`,
    seedsUpTo(rounds),
  );
  for (const { raw, subjects } of boxes) {
    const { messages } = await read(Buffer.from(raw, 'base64'), 'box.mbox');
    expect(messages.map(({ subject }) => subject)).toEqual(subjects);
    // Python escapes "From " when it writes and does not free it when it reads.
    for (const { text } of messages)
      expect(text.trimEnd()).toMatch(/^Hello\nFrom me to you\n\nFrom the harbour\n>?From above$/);
  }
});

/** A message of Outlook, made as the specification has it; msgconvert reads it too. */
function outlookMessage(seed: number, letters = ['harbour', 'ships', 'Zürich', 'река', '港', 'night']) {
  const chance = chanceOf(seed);
  const words = (count: number): string => Array.from({ length: count }, () => pick(chance, letters)).join(' ');
  const streams: [string, Buffer][] = [];
  const wide = (text: string): Buffer => Buffer.from(text, 'utf16le');
  const add = (path: string, bytes: Uint8Array): void => {
    streams.push([path, Buffer.from(bytes)]);
  };
  const properties = (head: number, values: readonly (readonly [tag: number, low: number, high: number])[]): Buffer => {
    const bytes = Buffer.alloc(head + 16 * values.length);
    for (const [index, [tag, low, high]] of values.entries()) {
      const at = head + 16 * index;
      bytes.writeUInt32LE(tag, at);
      bytes.writeUInt32LE(6, at + 4);
      bytes.writeUInt32LE(low, at + 8);
      bytes.writeUInt32LE(high, at + 12);
    }
    return bytes;
  };
  const made = {
    date: `20${10 + chance(20)}-11-${10 + chance(20)}T01:46:40.000Z`,
    subject: words(1 + chance(8)),
    text: `${words(5)}\r\n${words(1 + chance(2000))}\r\n`,
    html: chance(2) === 0 ? null : `<html><body><p>${words(6)}</p></body></html>`,
    to: Array.from({ length: 1 + chance(4) }, (_, i) => ({ name: words(2), address: `b${i}@example.org` })),
    attachments: Array.from({ length: chance(4) }, (_, i) => ({
      name: `${words(1)}-${i}.bin`,
      bytes: Buffer.from(Array.from({ length: chance(9000) }, () => chance(256))),
    })),
  };
  add('__nameid_version1.0/__substg1.0_00020102', Buffer.alloc(0));
  const ticks = (BigInt(Date.parse(made.date)) + 11_644_473_600_000n) * 10_000n;
  const page = made.html === null ? [] : ([[0x3fde0003, 65001, 0]] as const);
  add(
    '__properties_version1.0',
    properties(32, [
      [0x340d0003, 0x40000, 0],
      [0x00390040, Number(ticks & 0xffffffffn), Number(ticks >> 32n)],
      ...page,
    ]),
  );
  add('__substg1.0_001A001F', wide('IPM.Note'));
  add('__substg1.0_0037001F', wide(made.subject));
  add('__substg1.0_1000001F', wide(made.text));
  if (made.html !== null) add('__substg1.0_10130102', Buffer.from(made.html));
  add('__substg1.0_0C1A001F', wide('Ada'));
  add('__substg1.0_0C1F001F', wide('ada@example.com'));
  add('__substg1.0_0C1E001F', wide('SMTP'));
  for (const [index, { name, address }] of made.to.entries()) {
    const folder = `__recip_version1.0_#${index.toString(16).toUpperCase().padStart(8, '0')}`;
    add(`${folder}/__properties_version1.0`, properties(8, [[0x0c150003, 1, 0]]));
    add(`${folder}/__substg1.0_3001001F`, wide(name));
    add(`${folder}/__substg1.0_3002001F`, wide('SMTP'));
    add(`${folder}/__substg1.0_3003001F`, wide(address));
  }
  for (const [index, { name, bytes }] of made.attachments.entries()) {
    const folder = `__attach_version1.0_#${index.toString(16).toUpperCase().padStart(8, '0')}`;
    add(`${folder}/__properties_version1.0`, properties(8, [[0x37050003, 1, 0]]));
    add(`${folder}/__substg1.0_3707001F`, wide(name));
    add(`${folder}/__substg1.0_37010102`, bytes);
  }
  return { made, bytes: compoundFile(streams) };
}

inRounds('reads the messages of Outlook that were made', [3, 20], async (rounds) => {
  for (let seed = 1; seed <= rounds; seed++) {
    const { made, bytes } = outlookMessage(seed);
    const { messages, files } = await read(bytes, 'a.msg');
    const [own] = messages;
    expect([own?.subject, own?.text, own?.html, own?.to], `seed ${seed}`).toEqual([
      made.subject,
      made.text.replace(/\r\n/g, '\n'),
      made.html,
      made.to,
    ]);
    expect(own?.date, `seed ${seed}`).toBe(made.date);
    expect(own?.attachments.map(({ name }) => name)).toEqual(made.attachments.map(({ name }) => name));
    expect(attachmentsOf(files)).toEqual(made.attachments.map(({ bytes: content }) => content.toString('base64')));
  }
});

const hasConverter = hasProgram(
  'perl',
  ['-MEmail::Outlook::Message', '-MEmail::Address', '-e', '1'],
  'messages of Outlook beside msgconvert',
);

inRounds.skipIf(!hasConverter)('msgconvert reads the same in messages of Outlook', [2, 20], async (rounds) => {
  for (let seed = 1; seed <= rounds; seed++) {
    // It takes text beyond ASCII for bytes, and recipients from a field that is for display.
    const { bytes } = outlookMessage(seed, ['harbour', 'ships', 'night']);
    const script = 'cat > "$0/a.msg" && cd "$0" && msgconvert --outfile a.eml a.msg >&2 && cat a.eml; rm -r "$0"';
    const folder = runProgram('mktemp', ['-d']).toString().trim();
    const eml = runProgram('sh', ['-c', script, folder], bytes);
    const theirs = await read(eml, 'a.eml');
    const ours = await read(bytes, 'a.msg');
    const told = ({ messages, files }: typeof ours) => ({
      subject: messages[0]?.subject,
      text: shown(messages[0]?.text),
      html: shown(messages[0]?.html),
      attachments: attachmentsOf(files),
    });
    expect(told(ours), `seed ${seed}`).toEqual(told(theirs));
  }
});

it('joins lines that were broken for sending, and keeps signatures', async () => {
  const raw =
    'Subject: a\nContent-Type: text/plain; format=flowed\n\nOne long \nline.\n> a quote \n> of two\n-- \nAda\n';
  expect((await read(Buffer.from(raw), 'a.eml')).messages[0]?.text).toBe(
    'One long line.\n> a quote of two\n-- \nAda\n',
  );
});

it('reads letters of Windows in a message that says UTF-8, and none of a charset that does not exist', async () => {
  const raw = (charset: string) =>
    Buffer.from(`Subject: caf\xe9\nContent-Type: text/plain; charset=${charset}\n\nna\xefve`, 'latin1');
  for (const charset of ['utf-8', 'x-unknown', '"utf-8"'])
    expect((await read(raw(charset), 'a.eml')).messages[0]).toMatchObject({ subject: 'café', text: 'naïve' });
});

inRows(3, [
  [
    'deep',
    `Content-Type: multipart/mixed; boundary=a\n\n${Array.from({ length: 3000 }, (_, i) => `--a${i || ''}\nContent-Type: multipart/mixed; boundary=a${i + 1}\n\n`).join('')}`,
    413,
  ],
  ['many parts', `Content-Type: multipart/mixed; boundary=a\n\n${'--a\n\nx\n'.repeat(100_000)}`, 413],
  ['many fields', 'A: b\n'.repeat(500_000), 413],
  ['one long field', `To: ${'a@example.com, '.repeat(300_000)}\n\nx`, 200],
  ['marks of boundaries', `Content-Type: multipart/mixed; boundary=-\n\n${'-'.repeat(3_000_000)}`, 200],
  [
    'brackets',
    `From: ${'('.repeat(1_000_000)}\nTo: ${'"'.repeat(1_000_001)}\nSubject: ${'=?utf-8?q?'.repeat(100_000)}\n\n`,
    200,
  ],
  ['empty', '\n', 400],
])('ends for a message that is hostile: %s', async (_, raw, status) => {
  expect((await runTool(tool, { files: [{ name: 'a.eml', bytes: Buffer.from(raw) }] })).status).toBe(status);
});

it('ends for Outlook messages that are damaged', async () => {
  const { bytes } = outlookMessage(3);
  const chance = chanceOf(7);
  for (let round = 0; round < 150; round++) {
    const damaged = Buffer.from(bytes.subarray(0, round % 3 === 0 ? chance(bytes.length) : bytes.length));
    for (let hit = 0; hit < 8 && damaged.length > 0; hit++)
      damaged[chance(Math.min(damaged.length, hit < 4 ? 600 : 1e9))] = chance(256);
    expect([200, 400, 413]).toContain((await runTool(tool, { files: [{ name: 'a.msg', bytes: damaged }] })).status);
  }
});

it('a readable message tells how large an attachment is, and quotes a name with a comma', async () => {
  const raw = [
    'From: Ann <a@example.org>',
    'To: b@example.org, "Doe, \\"J\\"" <j@example.org>',
    'Subject: Hi',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=x',
    '',
    '--x',
    'Content-Type: text/plain',
    '',
    'Hello',
    '--x',
    'Content-Type: text/csv; name="d.csv"',
    'Content-Disposition: attachment; filename="d.csv"',
    'Content-Transfer-Encoding: base64',
    '',
    'YSxi',
    '--x--',
    '',
  ].join('\r\n');
  const { text } = await runTool(tool, {
    files: [{ name: 'a.eml', bytes: Buffer.from(raw) }],
    options: { format: 'text' },
  });
  expect(text).toBe(
    'From: Ann <a@example.org>\nTo: b@example.org, "Doe, \\"J\\"" <j@example.org>\nSubject: Hi\nAttachments: d.csv (3 bytes)\n\nHello\n',
  );
});
